package host

// Journal is the store's log: many streams of events, each in order. It is an
// optional power: where it is not granted, the store keeps its log in SQLite
// through SQL, or in memory.
//
// What Append acknowledged is durable and never changes. Every method sees a
// prefix of each stream, also while others write.
type Journal interface {
	// Append writes to one or several streams, all of it or nothing, and
	// returns one Appended for each write. A stream whose head is not what
	// its write expects is CONFLICT, and nothing is written. When all events
	// are stored already under their ids, nothing is written either, and the
	// first result is returned again; when only some are, that is CONFLICT.
	// An append to 500 streams is always possible.
	Append(writes []Write) ([]Appended, error)
	// Read returns events of a stream in order, those with a sequence above
	// after, at most limit of them. It may return fewer, to bound memory:
	// only an empty answer means that there are no more. Sequences are
	// without gaps, but for events that were freed. An unknown stream is empty.
	Read(stream string, after, limit int64) ([]Event, error)
	// Find returns the stream and sequence of the event with an id; sequence 0
	// when there is no such event.
	Find(id [16]byte) (stream string, seq int64, err error)
	// Stream describes one stream; an unknown one has Head 0.
	Stream(name string) (StreamInfo, error)
	// Streams lists streams by name in byte order, those after the name after. Only
	// an empty answer means that there are no more.
	Streams(after string, limit int64) ([]StreamInfo, error)
}

// Event is one entry of a stream.
type Event struct {
	Stream  string
	Seq     int64    // 1 for the first of its stream
	ID      [16]byte // UUID version 7, unique in the journal
	Time    int64    // milliseconds since the Unix epoch, UTC
	Kind    string   // 1 to 255 bytes
	Payload []byte   // owned by who holds the event; never changed
}

// AnySeq as a Write's Expect appends after the last event, regardless of its sequence.
const AnySeq = -1

// Write is what one Append adds to one stream.
type Write struct {
	Stream string
	// Expect is the sequence of the stream's last event, 0 for a stream that
	// does not exist yet, AnySeq for any.
	Expect int64
	// Events to append; their Stream and Seq are ignored. A write
	// without events only guards that the head is what it expects.
	Events []Event
	// State, when not nil, is the state folded from the stream up to the last
	// of Events: a cache that the journal keeps with the stream, and may lose.
	// It is only given together with an exact Expect.
	State []byte
}

// Appended says where a write's events are.
type Appended struct {
	First int64 // sequence of the first event; 0 for a write without events
	Again bool  // they were stored before
}

// StreamInfo describes a stream.
type StreamInfo struct {
	Name     string
	Head     int64  // sequence of the last event
	StateSeq int64  // position of State, 0 without one
	State    []byte // the cached state, see Write
}

// Span is the sequences From … To of a stream, both included.
type Span struct{ From, To int64 }

// Compactor is a Journal that can remove events that are no longer needed.
type Compactor interface {
	// Free removes the events of a stream in spans, which are in ascending
	// order and below its head, and its cached state. It returns the number
	// of payload bytes removed. Freeing twice is harmless.
	Free(stream string, spans []Span) (int64, error)
	// Vacuum removes what crashes left over and returns unused space to the host. Nothing
	// of an append in progress may be removed, so that what is younger than an hour, by the
	// clock, remains.
	Vacuum(clock Clock) error
}

// Watcher is a Journal that reports when a stream grows, whoever appends to it. Without it readers
// have to look again and again.
type Watcher interface {
	// Watch calls wake after events were appended to a stream, or to any with an empty name, from now on
	// until stop is called. It may also call wake without reason. wake must not wait.
	Watch(stream string, wake func()) (stop func(), err error)
}

// Verifier is a Journal that can verify everything it holds.
type Verifier interface {
	// Verify reads everything and calls report for every defect: the stream
	// and sequence concerned, as far as known, and one sentence. poll is
	// called between steps.
	Verify(poll func() error, report func(stream string, seq int64, what string)) error
}

// Replica is a Journal that can become like another one. Without it only streams
// in which nothing was freed can be copied, and nothing can be replaced.
type Replica interface {
	// Replace writes events of another journal at their own sequences, which
	// ascend and are above keep. What the stream has after keep is removed, and
	// sequences after keep that no event has are freed. A stream whose head is not
	// expect is CONFLICT, and nothing is written. With keep = expect it only adds.
	Replace(stream string, expect, keep int64, events []Event) error
	// Refill writes events again that were freed, at their own sequences, which
	// ascend and are not above the head. Those that are there are left out.
	Refill(stream string, events []Event) error
	// Held reports whether the event that was freed at a sequence had an id. It is
	// false as well when that is not known any more.
	Held(stream string, seq int64, id [16]byte) (bool, error)
}

// Policed is a Journal that keeps a policy, which every program obeys that writes to the store. Without it
// a store has no policy.
type Policed interface {
	// Policy returns the policy. It may be a few seconds old when another program changes it.
	Policy() (Policy, error)
	// SetPolicy sets it for all programs. Those that do not know it must refuse to write.
	SetPolicy(p Policy) error
}

// Policy is what a store demands of all that is written to it.
type Policy struct {
	Redact bool // texts are stored without secrets, home folders and addresses
}
