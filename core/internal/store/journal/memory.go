// Package journal implements the two journals of the core: one in memory, for tests
// and for hosts that keep nothing, and one in a SQLite file
// through the host's SQL (FORMAT.md describes the file byte for byte).
package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Limits of every journal.
const (
	// MaxEvents is the number of events of one Append.
	MaxEvents = 1 << 17
	// MaxStreamBytes is the longest name of a stream.
	MaxStreamBytes = 4096
	// MaxPayloadBytes is the longest payload of an event.
	MaxPayloadBytes = 1 << 30
	// pageBytes is how much payload one Read returns beyond its first event.
	pageBytes = 8 << 20
)

// Memory is a journal that ends with the program. It belongs to one
// goroutine.
type Memory struct {
	streams map[string]*stream
	names   []string // sorted when clean
	clean   bool
	ids     map[[16]byte]eventPlace
	policy  host.Policy
}

type eventPlace struct {
	stream string
	seq    int64
}

// stream is one stream; an event that was freed has Seq 0.
type stream struct {
	events   []host.Event
	stateSeq int64
	state    []byte
}

var _ host.Journal = (*Memory)(nil)
var _ host.Compactor = (*Memory)(nil)

// NewMemory returns an empty journal.
func NewMemory() *Memory {
	return &Memory{streams: map[string]*stream{}, ids: map[[16]byte]eventPlace{}}
}

// Append implements host.Journal.
func (m *Memory) Append(writes []host.Write) ([]host.Appended, error) {
	if err := validateWrites(writes); err != nil {
		return nil, err
	}
	if again, err := repeatedResult(m, writes); again != nil || err != nil {
		return again, err
	}
	for _, w := range writes {
		if head := m.streamHead(w.Stream); w.Expect != host.AnySeq && w.Expect != head {
			return nil, headConflict(w.Stream, w.Expect, head)
		}
	}
	out := make([]host.Appended, len(writes))
	for i, w := range writes {
		s := m.streams[w.Stream]
		if s == nil {
			if len(w.Events) == 0 {
				continue
			}
			s = &stream{}
			m.streams[w.Stream] = s
			m.names, m.clean = append(m.names, w.Stream), false
		}
		if len(w.Events) > 0 {
			out[i].First = int64(len(s.events)) + 1
		}
		for _, e := range w.Events {
			e.Stream, e.Seq = w.Stream, int64(len(s.events))+1
			e.Payload = append([]byte(nil), e.Payload...)
			s.events = append(s.events, e)
			m.ids[e.ID] = eventPlace{w.Stream, e.Seq}
		}
		if w.State != nil {
			s.state, s.stateSeq = append([]byte(nil), w.State...), int64(len(s.events))
		}
	}
	return out, nil
}

func (m *Memory) streamHead(name string) int64 {
	if s := m.streams[name]; s != nil {
		return int64(len(s.events))
	}
	return 0
}

// Read implements host.Journal.
func (m *Memory) Read(name string, after, limit int64) ([]host.Event, error) {
	s := m.streams[name]
	if s == nil {
		return nil, nil
	}
	var out []host.Event
	var size int
	for i := max(0, after); i < int64(len(s.events)) && int64(len(out)) < limit; i++ {
		e := s.events[i]
		if e.Seq == 0 {
			continue
		}
		size += len(e.Payload)
		if len(out) > 0 && size > pageBytes {
			break
		}
		out = append(out, e)
	}
	return out, nil
}

// Find implements host.Journal.
func (m *Memory) Find(id [16]byte) (string, int64, error) {
	p := m.ids[id]
	return p.stream, p.seq, nil
}

// Stream implements host.Journal.
func (m *Memory) Stream(name string) (host.StreamInfo, error) {
	info := host.StreamInfo{Name: name}
	if s := m.streams[name]; s != nil {
		info.Head, info.StateSeq, info.State = int64(len(s.events)), s.stateSeq, s.state
	}
	return info, nil
}

// Streams implements host.Journal.
func (m *Memory) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	if !m.clean {
		order.SortStrings(m.names)
		m.clean = true
	}
	lo, hi := 0, len(m.names)
	for lo < hi {
		mid := (lo + hi) / 2
		if m.names[mid] <= after {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	var out []host.StreamInfo
	for ; lo < len(m.names) && int64(len(out)) < limit; lo++ {
		info, _ := m.Stream(m.names[lo])
		out = append(out, info)
	}
	return out, nil
}

// Free implements host.Compactor.
func (m *Memory) Free(name string, spans []host.Span) (int64, error) {
	s := m.streams[name]
	if s == nil {
		return 0, nil
	}
	var freed int64
	for _, span := range spans {
		for seq := max(1, span.From); seq <= span.To && seq < int64(len(s.events)); seq++ {
			e := &s.events[seq-1]
			freed += int64(len(e.Payload))
			if e.Seq != 0 {
				delete(m.ids, e.ID)
			}
			*e = host.Event{ID: e.ID}
		}
	}
	s.state, s.stateSeq = nil, 0
	return freed, nil
}

// Vacuum implements host.Compactor.
func (m *Memory) Vacuum(host.Clock) error { return nil }

// Policy implements host.Policed.
func (m *Memory) Policy() (host.Policy, error) { return m.policy, nil }

// SetPolicy implements host.Policed.
func (m *Memory) SetPolicy(p host.Policy) error {
	m.policy = p
	return nil
}

// DropStates drops the cached states, which changes no answer.
func (m *Memory) DropStates() {
	for _, s := range m.streams {
		s.state, s.stateSeq = nil, 0
	}
}

// validateWrites checks writes against the limits.
func validateWrites(writes []host.Write) error {
	var n int
	seen := make(map[string]bool, len(writes))
	for _, w := range writes {
		if w.Stream == "" || len(w.Stream) > MaxStreamBytes {
			return fault.New(fault.InvalidArgument, "a stream's name has 1 to 4,096 bytes")
		}
		if seen[w.Stream] {
			return fault.New(fault.Internal, "two writes to one stream")
		}
		seen[w.Stream] = true
		n += len(w.Events)
		for _, e := range w.Events {
			if len(e.Kind) == 0 || len(e.Kind) > 255 {
				return fault.New(fault.Internal, "an event's kind has 1 to 255 bytes")
			}
			if len(e.Payload) > MaxPayloadBytes {
				return fault.New(fault.LimitExceeded, "an event is larger than 1 GiB")
			}
		}
	}
	if n > MaxEvents {
		return fault.New(fault.LimitExceeded, "more than 131,072 events at once").
			WithHint("record them in several calls")
	}
	return nil
}

// repeatedResult returns the first result of writes when all of their events are
// stored already.
func repeatedResult(j host.Journal, writes []host.Write) ([]host.Appended, error) {
	var stored, missing bool
	out := make([]host.Appended, len(writes))
	for i, w := range writes {
		for k, e := range w.Events {
			name, seq, err := j.Find(e.ID)
			if err != nil {
				return nil, err
			}
			at := seq - int64(k)
			if seq == 0 || name != w.Stream || k > 0 && at != out[i].First {
				missing = true
			} else if k == 0 {
				out[i] = host.Appended{First: at, Again: true}
			}
			stored = stored || seq != 0
			if !stored {
				return nil, nil // the usual case: the first one is new
			}
		}
	}
	if !stored {
		return nil, nil
	}
	if missing {
		return nil, fault.New(fault.Conflict, "an event with this id is stored already, with other events").
			WithHint("an id belongs to one request: generate a new one")
	}
	return out, nil
}

func headConflict(stream string, expect, head int64) error {
	return fault.New(fault.Conflict, "the stream \""+stream+"\" is at "+text.FormatInt(head)+", not at "+text.FormatInt(expect)).
		WithHint("another writer changed it: read what is new and try again")
}
