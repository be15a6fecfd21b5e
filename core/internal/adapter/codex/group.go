package codex

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// responses groups the items of one API response, which no field of theirs
// names: they are one message. A response ends with its usage, with the input
// of the next request, or, where a tool's output follows all calls, with the
// first item behind the outputs.
type responses struct {
	n        int64 // number of the newest response
	open     bool
	counted  bool   // its usage is known
	answered bool   // an output was seen since it opened
	pairs    bool   // every call of it is followed by its output
	reserved bool   // the usage of response n+1 came before its items
	marked   bool   // state marks stand between the responses
	summary  string // key of a response that was a compaction's answer
	key      string // of n
}

// item returns the key of the response that an item belongs to.
func (g *responses) item() string {
	if g.open && g.answered && !g.pairs {
		g.open = false
	}
	if !g.open {
		g.next()
		g.open, g.answered = true, false
		g.counted, g.pairs = g.reserved, g.reserved || g.marked
		g.reserved = false
	}
	return g.key
}

func (g *responses) next() {
	g.n++
	g.key = responseKey(g.n)
}

func responseKey(n int64) string {
	var buf [24]byte
	return string(canon.AppendInt(append(buf[:0], 'r'), n))
}

// output takes note of a tool's output.
func (g *responses) output() { g.answered = true }

// usage returns the key of the response that a usage belongs to. Versions
// about 0.45 write the usage before the items, all others behind them.
func (g *responses) usage() string {
	if g.open && !g.counted {
		g.open = false
		return g.key
	}
	g.close()
	g.reserved = true
	return responseKey(g.n + 1)
}

// close ends the response; a usage without items keeps its number.
func (g *responses) close() {
	g.open = false
	if g.reserved {
		g.next()
		g.reserved = false
	}
}

// mark takes a state mark of a bare file: responses lie between two of them.
func (g *responses) mark() {
	g.close()
	g.marked = true
}

// compaction returns the key of the request that a compaction spent, if any.
func (g *responses) compaction() string {
	key := g.summary
	g.summary = ""
	if g.reserved {
		g.close()
		return g.key
	}
	g.close()
	return key
}

// signature identifies a text without keeping it.
type signature struct {
	length int
	hash   uint64
}

// signedBytes is how much of each end of a text is hashed.
const signedBytes = 64

func sign(raw []byte) signature {
	s := signature{len(raw), fnvOffset}
	if len(raw) <= 2*signedBytes {
		s.hash = fnv(s.hash, raw)
	} else {
		s.hash = fnv(fnv(s.hash, raw[:signedBytes]), raw[len(raw)-signedBytes:])
	}
	return s
}

// body returns the bytes of a string value as they stand.
func body(v scan.Value) []byte {
	if v.Kind() != scan.String {
		return nil
	}
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// fnv goes by words of eight bytes, and by bytes behind the last one.
func fnv(h uint64, b []byte) uint64 {
	for ; len(b) >= 8; b = b[8:] {
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		h = (h ^ w) * fnvPrime
		h ^= h >> 32
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}

// turn is what one turn needs to show every text once.
type turn struct {
	events    []event // texts of events whose item has not come yet
	prompts   int     // prompts shown from items whose event has not come yet
	prompt    signature
	promptAt  bool // a prompt was shown from its event
	compacted bool
	failure   signature
}

// event is a text that was seen in an event only.
type event struct {
	reasoning bool
	text      signature
	rec       adapter.Record
}

// maxWaiting bounds the events and records that wait for their doubles.
const maxWaiting = 64

// expect keeps an event until its item comes.
func (w *walk) expect(reasoning bool, text signature, rec adapter.Record) error {
	rec.Raw, rec.Facts, rec.Usage = nil, nil, nil
	rec.Keep(w.room)
	w.turn.events = append(w.turn.events, event{reasoning, text, rec})
	if len(w.turn.events) <= maxWaiting {
		return nil
	}
	return w.orphans(1)
}

// confirm drops the event that an assistant's item repeats and shows those
// before it, whose items are lost. found is false when there is none.
func (w *walk) confirm(text signature) (found bool, err error) {
	first := -1
	for i := range w.turn.events {
		e := &w.turn.events[i]
		if e.reasoning {
			continue
		}
		if first < 0 {
			first = i
		}
		if e.text == text {
			first = i
			break
		}
	}
	if first < 0 {
		return false, nil
	}
	err = w.orphans(first)
	w.turn.events = append(w.turn.events[:0], w.turn.events[1:]...)
	return true, err
}

// confirmReasoning drops the reasoning events: an item holds all sections.
func (w *walk) confirmReasoning() {
	kept := w.turn.events[:0]
	for _, e := range w.turn.events {
		if !e.reasoning {
			kept = append(kept, e)
		}
	}
	w.turn.events = kept
}

// orphans shows the first n events whose items were never written.
func (w *walk) orphans(n int) error {
	for i := range w.turn.events[:n] {
		rec := w.turn.events[i].rec
		rec.Merge = w.responses.item()
		if err := w.deliver(&rec); err != nil {
			return err
		}
	}
	w.turn.events = append(w.turn.events[:0], w.turn.events[n:]...)
	return nil
}

// endTurn ends the response and shows what waits for a double that can no
// longer come.
func (w *walk) endTurn() error {
	err := w.orphans(len(w.turn.events))
	w.responses.close()
	return err
}

// deliver visits a record, or queues it behind the one that is held.
func (w *walk) deliver(r *adapter.Record) error {
	if len(w.held) == 0 {
		return w.visit(r)
	}
	if r.Kind == adapter.Ignored || r.Kind == adapter.Usage {
		if len(w.held) < maxWaiting {
			w.queue(r)
			return nil
		}
	}
	if err := w.release(); err != nil {
		return err
	}
	return w.visit(r)
}

// queue keeps a copy of a record that outlives this line.
func (w *walk) queue(r *adapter.Record) {
	c := *r
	if c.Facts != nil {
		x := *c.Facts
		c.Facts = &x
	}
	if c.Usage != nil {
		u := *c.Usage
		c.Usage = &u
	}
	c.Keep(w.room)
	c.UsageKey = strings.Clone(c.UsageKey)
	w.held = append(w.held, c)
}

// hold keeps an answer that may turn out to be a compaction's: between 0.120
// and 0.148 nothing marks it, but no event repeats it either, and the
// compacted line that follows ends in its text.
func (w *walk) hold(r *adapter.Record, text signature) error {
	if err := w.release(); err != nil {
		return err
	}
	w.queue(r)
	w.heldText = text
	return nil
}

// resolveHeld decides whether the held answer is the summary text.
func (w *walk) resolveHeld(text scan.Value) {
	raw := body(text)
	n := w.heldText.length
	if len(w.held) == 0 || n > len(raw) || sign(raw[len(raw)-n:]) != w.heldText {
		return
	}
	r := &w.held[0]
	w.responses.summary = r.Merge
	hide(r)
}

// hide makes a record of a compaction's answer invisible: the compacted line
// shows the same text.
func hide(r *adapter.Record) {
	r.Kind, r.Role, r.Text, r.Merge, r.Model = adapter.Injected, "", "", "", ""
}

// release visits the held records.
func (w *walk) release() error {
	for i := range w.held {
		if err := w.visit(&w.held[i]); err != nil {
			return err
		}
	}
	w.held = w.held[:0]
	return nil
}
