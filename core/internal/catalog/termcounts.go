package catalog

import (
	"math"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/pages"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/internal/transcript"
)

// termCounts is the sink of a search: it counts the query's terms in the
// messages instead of keeping their texts. It counts each fragment of a message
// by itself: fragments are joined by a blank line, and no term contains one.
type termCounts struct {
	counter *search.Counter
	terms   int // positive ones

	messages pages.List[messageCount]
	counted  pages.List[uint32] // of messages with terms, by message, then by positive term
	lines    adaptiveFilter
	n        []int64 // of the fragment that is being added, by positive term
	calls    pages.List[callCount]
	lost     bool // a message turned out to be a prompt when its first text was gone
}

// messageCount is what termCounts knows of one message, in 24 bytes. Numbers that do not
// fit are the greatest that do.
type messageCount struct {
	content, thinking uint32 // bytes of the texts
	calls             int32  // the latest call, as its index plus one
	line              int32  // how many lines were tested when its last fragment was added
	counted           int32  // where its terms begin in termCounts.counted, as an index plus one; 0 = it has none
	result            bool   // its tool result was counted: only the first one counts
	excluded          bool   // it has a negative term
}

// callCount is a tool call of a message.
type callCount struct {
	id     uint64 // hash, 0 = none
	before int32  // the call before it in the same message, as its index plus one
	input  bool
}

// reset empties the counts for another session and keeps their memory.
func (t *termCounts) reset() {
	t.messages.Reset()
	t.calls.Reset()
	t.counted.Reset()
	*t = termCounts{counter: t.counter, terms: t.terms, lines: adaptiveFilter{mayMatch: t.lines.mayMatch}, messages: t.messages, counted: t.counted, n: t.n, calls: t.calls}
}

// termsOf returns what was counted in message i: by positive term, and whether
// it has a negative one. n is valid until the next call.
func (t *termCounts) termsOf(i int) (n []int64, excluded bool) {
	m := t.messages.At(i)
	n = t.noTerms()
	for term := range n {
		if m.counted > 0 {
			n[term] = int64(*t.counted.At(int(m.counted) - 1 + term))
		}
	}
	return n, m.excluded
}

// noTerms returns counts of zero, in memory that is used again.
func (t *termCounts) noTerms() []int64 {
	if len(t.n) != t.terms {
		t.n = make([]int64, t.terms)
	}
	clear(t.n)
	return t.n
}

// addTerms adds counts to those of a message.
func (t *termCounts) addTerms(m *messageCount, n []int64) {
	for term, k := range n {
		if k == 0 {
			continue
		}
		if m.counted == 0 {
			m.counted = int32(t.counted.Len()) + 1
			for range t.terms {
				t.counted.Append(0)
			}
		}
		sum := t.counted.At(int(m.counted) - 1 + term)
		*sum = uint32(min(int64(*sum)+k, math.MaxUint32))
	}
}

// messageBytes returns the length of message i without its JSON.
func (t *termCounts) messageBytes(i int) int64 {
	m := t.messages.At(i)
	return int64(m.content) + int64(m.thinking)
}

// totalBytes returns the length of all messages without their JSON.
func (t *termCounts) totalBytes() (n int64) {
	for i := range t.messages.Len() {
		n += t.messageBytes(i)
	}
	return n
}

// PriorText implements transcript.Sink. The text was not kept: when there was
// one, the session must be walked again.
func (t *termCounts) PriorText(i int) string {
	t.lost = t.lost || t.messages.At(i).content > 0
	return ""
}

// AddFragment implements transcript.Sink: it counts what transcript.TextSink
// would keep.
func (t *termCounts) AddFragment(i int, r *adapter.Record, first bool) {
	if first {
		t.messages.Append(messageCount{})
	}
	m, n := t.messages.At(i), t.noTerms()
	m.line = t.lines.seen
	m.content = joinedLength(m.content, r.Text)
	m.thinking = joinedLength(m.thinking, r.Thinking)
	out := t.counter.CountText(r.Text, n)
	out = t.counter.CountText(r.Thinking, n) || out
	for k := range r.ToolCalls {
		if c := &r.ToolCalls[k]; t.addCall(m, c.ToolCallID, c.Input != nil, first) {
			out = t.counter.CountJSON(c.Input, n) || out
		}
	}
	if r.ToolResult != nil && !m.result {
		m.result = true
		out = t.counter.CountJSON(r.ToolResult.Output, n) || out
	}
	m.excluded = m.excluded || out
	t.addTerms(m, n)
}

// joinedLength returns the length of a text of n bytes joined with another by a
// blank line.
func joinedLength(n uint32, more string) uint32 {
	sum := int64(n) + int64(len(more))
	if n > 0 && more != "" {
		sum += int64(len("\n\n"))
	}
	return uint32(min(sum, math.MaxUint32))
}

// addCall adds a call, and reports whether its input counts: the input of a
// repeated call counts only when it was missing before, as in
// transcript.TextSink.
func (t *termCounts) addCall(m *messageCount, name string, input, first bool) bool {
	id := uint64(0)
	if name != "" {
		id = transcript.HashKey(name)
	}
	old := int32(0)
	for at := m.calls; at > 0 && id != 0 && !first; at = t.calls.At(int(at) - 1).before {
		if t.calls.At(int(at)-1).id == id {
			old = at
		}
	}
	if old > 0 {
		c := t.calls.At(int(old) - 1)
		had := c.input
		c.input = had || input
		return !had
	}
	t.calls.Append(callCount{id, m.calls, input})
	m.calls = int32(t.calls.Len())
	return true
}

// termBuilder is a builder whose sink counts terms.
type termBuilder struct {
	*transcript.Builder
	counts *termCounts
}

// termBuilders keeps a few builders of one search with their memory between
// sessions.
type termBuilders struct{ idle *pool.Pool[*termBuilder] }

// newTermBuilders returns a pool of builders that count the query's terms.
func newTermBuilders(q *search.Query, requests transcript.RequestDetail) termBuilders {
	return termBuilders{pool.New(func() *termBuilder {
		counts := &termCounts{counter: search.NewCounter(q), terms: q.TermCount(), lines: adaptiveFilter{mayMatch: q.MayMatchRecord}}
		return &termBuilder{transcript.NewBuilder(transcript.BuilderOptions{Sink: counts, Requests: requests}), counts}
	})}
}

// getBuilder returns a builder for a session of an agent.
func (p termBuilders) getBuilder(agent string, active transcript.TimeRange) *termBuilder {
	b := p.idle.Get()
	b.Begin(agent, active)
	return b
}

// putBuilder returns b to the pool. The caller must not use b afterwards.
func (p termBuilders) putBuilder(b *termBuilder) {
	if !b.Reusable() {
		return
	}
	b.Reset()
	b.counts.reset()
	p.idle.Put(b)
}

// adaptiveFilter tests whether a line may hold a term, and stops testing for a
// while where most lines do: then the test costs more than it saves. A line that
// is read without the test and has no term adds only the length of its texts,
// which does not matter while the file is longer than the texts.
type adaptiveFilter struct {
	mayMatch  func(raw []byte) bool
	seen      int32 // lines
	hitStreak int   // consecutive lines that may hold a term
	untested  bool  // some line was not tested
}

const (
	// skipAfter is how many consecutive hits end the testing.
	skipAfter = 16
	// skipLines is how many lines are then not tested.
	skipLines = 48
)

// acceptLine reports whether a line must be read.
func (f *adaptiveFilter) acceptLine(raw []byte) bool {
	f.seen++
	if f.hitStreak >= skipAfter && f.hitStreak < skipAfter+skipLines {
		f.hitStreak++
		f.untested = true
		return true
	}
	if !f.mayMatch(raw) {
		f.hitStreak = 0
		return false
	}
	f.hitStreak = min(f.hitStreak+1, skipAfter)
	return true
}
