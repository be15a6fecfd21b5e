package codex

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// responses groups the items of one API response, which no field of theirs
// names: they are one message. A response ends with its usage, with the input
// of the next request, or, where a tool's output follows all calls, with the
// first item after the outputs.
type responses struct {
	_ [0]func() // never compared

	n        int64 // number of the newest response
	open     bool
	counted  bool   // its usage is known
	answered bool   // an output was seen since it opened
	pairs    bool   // every call of it is followed by its output
	reserved bool   // the usage of response n+1 came before its items
	marked   bool   // state marks are between the responses
	summary  string // key of a response that was a compaction's answer
	key      string // of n
}

// itemResponse returns the key of the response that an item belongs to.
func (g *responses) itemResponse() string {
	if g.open && g.answered && !g.pairs {
		g.open = false
	}
	if !g.open {
		g.nextResponse()
		g.open, g.answered = true, false
		g.counted, g.pairs = g.reserved, g.reserved || g.marked
		g.reserved = false
	}
	return g.key
}

func (g *responses) nextResponse() {
	g.n++
	g.key = responseKey(g.n)
}

func responseKey(n int64) string {
	var buf [24]byte
	return string(canon.AppendInt(append(buf[:0], 'r'), n))
}

// noteOutput takes note of a tool's output.
func (g *responses) noteOutput() { g.answered = true }

// usageResponse returns the key of the response that a usage belongs to. Versions
// about 0.45 write the usage before the items, all others after them.
func (g *responses) usageResponse() string {
	if g.open && !g.counted {
		g.open = false
		return g.key
	}
	g.closeResponse()
	g.reserved = true
	return responseKey(g.n + 1)
}

// closeResponse ends the response; a usage without items keeps its number.
func (g *responses) closeResponse() {
	g.open = false
	if g.reserved {
		g.nextResponse()
		g.reserved = false
	}
}

// markState takes a state mark of a bare file: responses lie between two of them.
func (g *responses) markState() {
	g.closeResponse()
	g.marked = true
}

// compactionRequest returns the key of the request that a compaction spent, if any.
func (g *responses) compactionRequest() string {
	key := g.summary
	g.summary = ""
	if g.reserved {
		g.closeResponse()
		return g.key
	}
	g.closeResponse()
	return key
}

// signature identifies a text without keeping it.
type signature struct {
	length int
	hash   uint64
}

// signedBytes is how much of each end of a text is hashed.
const signedBytes = 64

func signatureOf(raw []byte) signature {
	s := signature{len(raw), fnvOffset}
	if len(raw) <= 2*signedBytes {
		s.hash = fnvHash(s.hash, raw)
	} else {
		s.hash = fnvHash(fnvHash(s.hash, raw[:signedBytes]), raw[len(raw)-signedBytes:])
	}
	return s
}

// stringBytes returns the bytes of a string value as they are.
func stringBytes(v scan.Value) []byte {
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

// fnvHash goes by words of eight bytes, and by bytes after the last one.
func fnvHash(h uint64, b []byte) uint64 {
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
	events    adapter.Pending[event] // texts of events whose item has not come yet
	prompts   int                    // prompts shown from items whose event has not come yet
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

// maxPending bounds the events and records that wait for their doubles.
const maxPending = 64

// queueEvent keeps an event until its item comes.
func (w *walk) queueEvent(reasoning bool, text signature, rec adapter.Record) error {
	rec.Raw, rec.Facts, rec.Usage = nil, nil, nil
	w.turn.events.Add(event{reasoning, text, rec.Retained(w.room)}, 0)
	if w.turn.events.Len() <= maxPending {
		return nil
	}
	return w.emitUnmatched(1)
}

// matchItem drops the event that an assistant's item repeats and shows those
// before it, whose items are lost. found is false without one.
func (w *walk) matchItem(text signature) (found bool, err error) {
	first := -1
	for i, e := range w.turn.events.Items() {
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
	err = w.emitUnmatched(first)
	if err == nil {
		err = w.turn.events.Emit(1, func(*event) error { return nil })
	}
	return true, err
}

// dropReasoning drops the reasoning events: an item holds all sections.
func (w *walk) dropReasoning() {
	w.turn.events.Remove(func(e *event) bool { return e.reasoning })
}

// emitUnmatched shows the first n events, whose items were never written.
func (w *walk) emitUnmatched(n int) error {
	return w.turn.events.Emit(n, func(e *event) error {
		rec := e.rec
		rec.Merge = w.responses.itemResponse()
		return w.emit(&rec)
	})
}

// endTurn ends the response and shows the events whose items can no longer
// come.
func (w *walk) endTurn() error {
	err := w.emitUnmatched(w.turn.events.Len())
	w.responses.closeResponse()
	return err
}

// emit visits a record, or queues it after the answer that is deferred.
func (w *walk) emit(r *adapter.Record) error {
	if w.deferred.Len() == 0 {
		return w.out.Record(r)
	}
	if r.Kind == adapter.Ignored || r.Kind == adapter.Usage {
		if w.deferred.Len() < maxPending {
			w.deferred.Add(r.Retained(w.room), 0)
			return nil
		}
	}
	if err := w.flush(); err != nil {
		return err
	}
	return w.out.Record(r)
}

// deferAnswer keeps an answer that may turn out to be a compaction's: between
// 0.120 and 0.148 nothing marks it, but no event repeats it either, and the
// compacted line that follows ends in its text.
func (w *walk) deferAnswer(r *adapter.Record, text signature) error {
	if err := w.flush(); err != nil {
		return err
	}
	w.deferred.Add(r.Retained(w.room), 0)
	w.deferredText = text
	return nil
}

// matchSummary decides whether the deferred answer is the summary text.
func (w *walk) matchSummary(text scan.Value) {
	raw := stringBytes(text)
	n := w.deferredText.length
	if w.deferred.Len() == 0 || n > len(raw) || signatureOf(raw[len(raw)-n:]) != w.deferredText {
		return
	}
	r := &w.deferred.Items()[0]
	w.responses.summary = r.Merge
	hideRecord(r)
}

// hideRecord makes a record of a compaction's answer invisible: the compacted line
// shows the same text.
func hideRecord(r *adapter.Record) {
	r.Kind, r.Role, r.Text, r.Merge, r.Model = adapter.Injected, "", "", "", ""
}

// flush visits the deferred answer and what was queued after it.
func (w *walk) flush() error { return w.deferred.EmitAll(w.out.Record) }
