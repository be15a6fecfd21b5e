package jetstream

import (
	"context"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Limits of an append, those of every journal.
const (
	maxEvents       = 1 << 17
	maxPayloadBytes = 1 << 30
	// maxMessages is the server's limit of a batch.
	maxMessages = 1000
)

// Append implements host.Journal: one atomic batch.
//
// Every message that begins a stream's events expects the message that was the
// stream's last one, and every message of the index expects that no other was
// written for its ids. So a batch that is sent twice is stored once.
func (j *Journal) Append(writes []host.Write) ([]host.Appended, error) {
	events, err := validateWrites(writes)
	if err != nil {
		return nil, err
	}
	a := &appending{Journal: j, writes: writes, heads: make([]pack, len(writes)), last: map[family]uint64{}}
	if events == 0 {
		return a.guardOnly()
	}
	if again, err := a.recall(); again != nil || err != nil {
		return again, err
	}
	end := time.Now().Add(j.s.timeout)
	for try, pause := 1, firstPause; ; try++ {
		out, err := a.try()
		if err == nil {
			return out, nil
		}
		if !isConflict(err) && !isPassing(err) {
			return nil, j.s.translate(err)
		}
		// Stored before, another head, or only not possible now?
		if again, failed := a.review(); again != nil || failed != nil {
			return again, failed
		}
		if j.ctx.Err() != nil || j.s.deniedNow() || time.Now().After(end) {
			return nil, j.s.translate(err)
		}
		if try > 1 || !isConflict(err) { // what the first conflict was about is known now
			time.Sleep(pause)
			pause = min(2*pause, maxPause)
		}
	}
}

func validateWrites(writes []host.Write) (events int, err error) {
	seen := make(map[string]bool, len(writes))
	for _, w := range writes {
		if w.Stream == "" || len(encodeName(w.Stream)) > maxTokenBytes {
			return 0, fault.New(fault.InvalidArgument, "a stream's name has 1 to 1,024 bytes")
		}
		if seen[w.Stream] {
			return 0, fault.New(fault.Internal, "two writes to one stream")
		}
		seen[w.Stream] = true
		events += len(w.Events)
		for i := range w.Events {
			if e := &w.Events[i]; len(e.Kind) == 0 || len(e.Kind) > 255 {
				return 0, fault.New(fault.Internal, "an event's kind has 1 to 255 bytes")
			} else if len(e.Payload) > maxPayloadBytes {
				return 0, fault.New(fault.LimitExceeded, "an event is larger than 1 GiB")
			}
		}
	}
	if events > maxEvents {
		return 0, fault.New(fault.LimitExceeded, "more than 131,072 events at once").WithHint("record them in several calls")
	}
	return events, nil
}

// appending is one Append.
type appending struct {
	*Journal
	writes []host.Write
	fresh  bool              // the heads were just read
	heads  []pack            // newest message of each write's stream
	last   map[family]uint64 // newest message of each family in the index, as far as known; absent means none
}

// loadHeads reads the heads that are not known.
func (a *appending) loadHeads(fresh bool) error {
	for i, w := range a.writes {
		p, known := a.s.knownHead(w.Stream)
		if fresh || !known || p.bad || w.Expect == host.AnySeq || w.Expect != p.to {
			load := a.loadHead
			if fresh {
				load = a.readHead
			}
			var err error
			if p, err = load(w.Stream); err != nil {
				return err
			}
		}
		a.heads[i] = p
	}
	return nil
}

// guardOnly compares the heads and keeps the states, without an event.
func (a *appending) guardOnly() ([]host.Appended, error) {
	if err := a.loadHeads(false); err != nil {
		return nil, err
	}
	if err := a.checkHeads(); err != nil {
		return nil, err
	}
	a.keepStates()
	return make([]host.Appended, len(a.writes)), nil
}

func (a *appending) checkHeads() error {
	for i, w := range a.writes {
		if head := a.heads[i].to; w.Expect != host.AnySeq && w.Expect != head {
			return headConflict(w.Stream, w.Expect, head)
		}
	}
	return nil
}

func headConflict(stream string, expect, head int64) error {
	return fault.New(fault.Conflict, "the stream \""+stream+"\" is at "+strconv.FormatInt(head, 10)+", not at "+strconv.FormatInt(expect, 10)).
		WithHint("another writer changed it: read what is new and try again")
}

// try sends the batch once.
func (a *appending) try() ([]host.Appended, error) {
	if !a.fresh {
		if err := a.loadHeads(false); err != nil {
			return nil, err
		}
	}
	if err := a.checkHeads(); err != nil {
		if again, failed := a.repeated(); again != nil || failed != nil {
			return again, failed
		}
		return nil, err
	}
	out := make([]host.Appended, len(a.writes))
	b := newBatch(a.Journal)
	for i, w := range a.writes {
		if len(w.Events) == 0 {
			b.expect(a.s.guardSubject(), a.s.eventSubject(w.Stream), a.heads[i].seq)
			continue
		}
		out[i].First = a.heads[i].to + 1
		if err := b.addEvents(w.Stream, a.heads[i], w.Events); err != nil {
			return nil, err
		}
	}
	b.addIndex(idsOf(a.writes, out), a.last)
	if err := b.commit(); err != nil {
		return nil, err
	}
	a.keepStates()
	return out, nil
}

// keepStates sends the states. They are a cache: no caller waits for them.
func (a *appending) keepStates() {
	for i, w := range a.writes {
		if w.State != nil && a.heads[i].to+int64(len(w.Events)) > 0 {
			a.s.keepState(w.Stream, a.heads[i].to+int64(len(w.Events)), w.State)
		}
	}
}

// review reads the heads, and the index, for another try. It returns the result of an append that
// was stored before. Where a head has changed, try asks the index: after the heads, so that it
// sees a batch whose answer was lost.
func (a *appending) review() ([]host.Appended, error) {
	a.fresh = true
	if err := a.loadHeads(true); err != nil || a.checkHeads() != nil {
		return nil, err
	}
	return a.repeated()
}

// recall takes what is remembered of the index for the first try. Events that may be stored already
// are looked for.
func (a *appending) recall() ([]host.Appended, error) {
	var f family
	var known knownFamily
	for _, w := range a.writes {
		for i := range w.Events {
			id := w.Events[i].ID
			if g := familyOf(id); g != f {
				f = g
				if known, _ = a.s.knownFamily(f); known.last > 0 {
					a.last[f] = known.last
				}
			}
			for _, r := range known.runs {
				if r.place(id) > 0 {
					return a.repeated()
				}
			}
		}
	}
	return nil, nil
}

// repeated returns the first result when all events are stored already. It
// leaves in last what the index has of their families.
func (a *appending) repeated() ([]host.Appended, error) {
	known := map[family][]run{}
	ids := idsOf(a.writes, make([]host.Appended, len(a.writes)))
	for _, f := range ids.order {
		list, last, err := a.loadFamily(f)
		if err != nil {
			return nil, err
		}
		known[f] = list
		if delete(a.last, f); last > 0 {
			a.last[f] = last
			a.s.learnFamily(f, last, list)
		}
	}
	var stored, missing bool
	out := make([]host.Appended, len(a.writes))
	for i, w := range a.writes {
		for k := range w.Events {
			name, seq, err := a.findIn(known[familyOf(w.Events[k].ID)], w.Events[k].ID)
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
			if stored && missing {
				return nil, fault.New(fault.Conflict, "an event with this id is stored already, with other events").
					WithHint("an id belongs to one request: generate a new one")
			}
		}
	}
	if !stored {
		return nil, nil
	}
	return out, nil
}

// batch collects the messages of an atomic batch.
type batch struct {
	*Journal
	began  time.Time
	msgs   []*nats.Msg
	packs  []packOf
	ids    *runs
	last   map[family]uint64 // what the first message of each expects
	places map[family]int    // of the newest message of each in the batch
	plain  int               // bytes of the bodies before they were compressed
	inline int               // bytes of those that the messages have
	parts  []string          // subjects of the parts that were written
}

// packOf is a pack of a stream; at is the place of its message in the batch.
type packOf struct {
	stream string
	pack   pack
	at     int
}

func newBatch(j *Journal) *batch { return &batch{Journal: j, began: time.Now()} }

// add appends a message. The first one of a subject may expect the subject's
// newest message.
func (b *batch) add(subject string, data []byte) *nats.Msg {
	m := &nats.Msg{Subject: subject, Header: nats.Header{}, Data: data}
	b.msgs = append(b.msgs, m)
	return m
}

// guardLifetime is how long a message stays that only guards.
const guardLifetime = "1m"

// expect adds a message that is of no use but for what it expects of another
// subject. The server removes it after a while.
func (b *batch) expect(subject, of string, last uint64) {
	m := b.add(subject, nil)
	m.Header.Set("Nats-TTL", guardLifetime)
	m.Header.Set("Nats-Expected-Last-Subject-Sequence", strconv.FormatUint(last, 10))
	m.Header.Set("Nats-Expected-Last-Subject-Sequence-Subject", of)
}

// addEvents adds events of a stream after its newest message.
func (b *batch) addEvents(stream string, head pack, events []host.Event) error {
	p := packer{batch: b, stream: stream, last: head.seq, base: head.base, next: head.to + 1}
	for i := range events {
		p.expected += recordBytes + len(events[i].Kind) + len(events[i].Payload)
	}
	for i := range events {
		e := events[i]
		e.Seq = head.to + 1 + int64(i)
		if err := p.add(&e); err != nil {
			return err
		}
	}
	return p.flush(head.to + int64(len(events)))
}

// addIndex adds the ids. last are the newest messages of their families.
func (b *batch) addIndex(ids *runs, last map[family]uint64) {
	limit := b.s.maxData()
	b.ids, b.last, b.places = ids, last, map[family]int{}
	for _, f := range ids.order {
		var body []byte
		first := true
		add := func() {
			m := b.add(b.s.indexSubject(f), body)
			b.places[f] = len(b.msgs) - 1
			if first {
				m.Header.Set("Nats-Expected-Last-Subject-Sequence", strconv.FormatUint(last[f], 10))
			}
			first, body = false, nil
		}
		for _, r := range ids.of[f] {
			body = r.appendLine(body)
			if len(body)+2*maxTokenBytes > limit {
				add()
			}
		}
		if len(body) > 0 {
			add()
		}
	}
}

// ackEvery is how many messages of a batch may be on their way.
const ackEvery = 64

// commit sends the batch. The newest messages of the streams are known then.
func (b *batch) commit() error {
	if len(b.msgs) > maxMessages {
		return fault.New(fault.LimitExceeded, "more than 1,000 messages in an append").
			WithHint("append to fewer streams at once, or events whose ids begin alike")
	}
	if len(b.parts) > 0 && time.Since(b.began) > orphanAge/2 {
		return fault.New(fault.IO, "the append took too long").At(b.s.path, 0, 0)
	}
	ctx, cancel := b.s.batchContext(b.ctx, b.inline)
	defer cancel()
	ack, err := jetstreamext.PublishMsgBatch(ctx, b.s.js, b.msgs, jetstreamext.BatchFlowControl{AckEvery: ackEvery, AckTimeout: tryTimeout})
	if err != nil {
		return err
	}
	placeOf := func(at int) uint64 { return ack.Sequence - uint64(len(b.msgs)-1-at) }
	for f, at := range b.places {
		known, complete := b.s.knownFamily(f)
		if complete || b.last[f] == 0 {
			b.s.learnFamily(f, placeOf(at), append(known.runs, b.ids.of[f]...))
		}
	}
	for _, p := range b.packs {
		p.pack.seq = placeOf(p.at)
		b.s.learnHead(p.stream, p.pack)
		b.s.keepPlace(p.stream, place{p.pack.to, p.pack.seq})
	}
	return nil
}

// batchContext is that of a try, longer for more bytes.
func (s *Store) batchContext(ctx context.Context, size int) (context.Context, context.CancelFunc) {
	if size < 1<<20 {
		return s.tryContext(ctx)
	}
	return context.WithTimeout(ctx, min(tryTimeout, s.timeout)+time.Duration(size>>20)*time.Second)
}
