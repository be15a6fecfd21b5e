package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/search"
)

// tally makes a fold count what a search looks for in the messages instead of
// keeping their texts. Parts of a message are counted as they come: what
// joins them is a blank line, over which no term reaches.
type tally struct {
	counter *search.Counter
	terms   int  // positive ones
	usage   bool // keep usage, not only its keys

	messages []counted
	n        []int64 // by message, then by positive term
	calls    []countedCall
	keys     []countedKey
	prompts  scan.Room // their texts
	billed   bool      // a request was met
	lost     bool      // a message turned out to be a prompt when its first text was gone
}

// counted is what a tally knows of one message.
type counted struct {
	content, thinking int64 // bytes of the texts
	calls             int32 // the latest call, as its place plus one
	result            bool  // its tool result was met: the first one counts
	excluded          bool  // it has a negative term
}

// countedCall is a tool call of a message.
type countedCall struct {
	id     uint64 // hash, 0 = none
	before int32  // the call before it in the same message, as its place plus one
	input  bool
}

// countedKey is a copy-stable key, or a usage key, which counts once.
type countedKey struct {
	key          uint64
	usage, aside bool
}

// reset makes a tally ready for another session and keeps its room.
func (t *tally) reset() {
	t.prompts.Reset()
	*t = tally{counter: t.counter, terms: t.terms, usage: t.usage, prompts: t.prompts,
		messages: t.messages[:0], n: t.n[:0], calls: t.calls[:0], keys: t.keys[:0]}
}

// open begins the next message.
func (t *tally) open() {
	t.messages = append(t.messages, counted{})
	for range t.terms {
		t.n = append(t.n, 0)
	}
}

// found returns what was counted in message i: by positive term, and whether
// it has a negative one.
func (t *tally) found(i int) (n []int64, excluded bool) {
	return t.n[i*t.terms : (i+1)*t.terms], t.messages[i].excluded
}

// bytes returns the length of message i, its JSON left out.
func (t *tally) bytes(i int) int64 { return t.messages[i].content + t.messages[i].thinking }

// size is the length of all messages, their JSON left out.
func (t *tally) size() (n int64) {
	for i := range t.messages {
		n += t.bytes(i)
	}
	return n
}

// expected is the test whether a line may hold a term where most lines do: then
// asking costs more than it saves. What lines without one add is only the
// length of their texts, which does not matter while the file is longer.
type expected struct {
	line   func(raw []byte) bool
	struck int  // lines in a row that may hold one
	passed bool // some line was not asked
}

const (
	// surelyAfter is how many lines in a row make the next ones expected.
	surelyAfter = 16
	// surelyFor is how many are then not asked.
	surelyFor = 48
)

func (x *expected) match(raw []byte) bool {
	if x.struck >= surelyAfter && x.struck < surelyAfter+surelyFor {
		x.struck++
		x.passed = true
		return true
	}
	if !x.line(raw) {
		x.struck = 0
		return false
	}
	x.struck = min(x.struck+1, surelyAfter)
	return true
}

// add counts a fragment of message i, as fold.extend would keep it.
func (t *tally) add(i int, r *adapter.Record, first bool) {
	m := &t.messages[i]
	n, _ := t.found(i)
	m.content = joinedBytes(m.content, r.Text)
	m.thinking = joinedBytes(m.thinking, r.Thinking)
	out := t.counter.Text(r.Text, n)
	out = t.counter.Text(r.Thinking, n) || out
	for k := range r.ToolCalls {
		if c := &r.ToolCalls[k]; t.opens(m, c.ToolCallID, c.Input != nil, first) {
			out = t.counter.JSON(c.Input, n) || out
		}
	}
	if r.ToolResult != nil && !m.result {
		m.result = true
		out = t.counter.JSON(r.ToolResult.Output, n) || out
	}
	m.excluded = m.excluded || out
}

// joinedBytes is the length of what joinBlocks makes.
func joinedBytes(n int64, more string) int64 {
	if n > 0 && more != "" {
		n += int64(len("\n\n"))
	}
	return n + int64(len(more))
}

// opens enters a call, and reports whether its input counts: that of a call
// which is there already does only when it was missing, as in addCalls.
func (t *tally) opens(m *counted, name string, input, first bool) bool {
	id := uint64(0)
	if name != "" {
		id = hashKey(name)
	}
	old := int32(0)
	for at := m.calls; at > 0 && id != 0 && !first; at = t.calls[at-1].before {
		if t.calls[at-1].id == id {
			old = at
		}
	}
	if old > 0 {
		c := &t.calls[old-1]
		had := c.input
		c.input = had || input
		return !had
	}
	t.calls = append(t.calls, countedCall{id, m.calls, input})
	m.calls = int32(len(t.calls))
	return true
}

// request takes the key of a request that is not kept.
func (t *tally) request(r *adapter.Record, last *string) {
	t.billed = true
	if r.UsageKey != "" && r.UsageKey != *last {
		*last = r.UsageKey
		t.keys = append(t.keys, countedKey{hashKey(r.UsageKey), true, r.Aside})
	}
}

// stable returns the copy-stable keys, in order, as a fold that keeps usage
// has them.
func (t *tally) stable() []uint64 {
	var out []uint64
	seen := make(map[uint64]bool, len(t.keys))
	for _, k := range t.keys {
		if k.usage && seen[k.key] {
			continue
		}
		if k.usage {
			seen[k.key] = true
		}
		if !k.aside {
			out = append(out, k.key)
		}
	}
	return out
}

// countingFolds keeps a few folds of searches with their room between
// sessions, as spendFoldPool does for usage.
type countingFolds chan *fold

const (
	keptFolds    = 8
	keptMessages = 1 << 14 // beyond it, a fold is not kept
)

// take returns a fold that counts.
func (s countingFolds) take(q *search.Query, usage bool) *fold {
	select {
	case f := <-s:
		return f
	default:
		f := newFold(false)
		f.tally = &tally{counter: search.NewCounter(q), terms: q.Terms(), usage: usage}
		return f
	}
}

// give takes back a fold of which nothing is used any more.
func (s countingFolds) give(f *fold) {
	if cap(f.messages) > keptMessages || cap(f.nodes) > 2*keptMessages {
		return
	}
	clear(f.byID)
	clear(f.byMerge)
	clear(f.byKey)
	clear(f.nodes) // let go of the strings
	clear(f.messages)
	clear(f.usage)
	f.tally.reset()
	*f = fold{byID: f.byID, byMerge: f.byMerge, byKey: f.byKey, nodes: f.nodes[:0], messages: f.messages[:0],
		usage: f.usage[:0], tally: f.tally}
	select {
	case s <- f:
	default:
	}
}
