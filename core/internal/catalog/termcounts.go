package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
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

	messages []messageCount
	n        []int64 // by message, then by positive term
	calls    []callCount
	lost     bool // a message turned out to be a prompt when its first text was gone
}

// messageCount is what termCounts knows of one message.
type messageCount struct {
	content, thinking int64 // bytes of the texts
	calls             int32 // the latest call, as its index plus one
	result            bool  // its tool result was counted: only the first one counts
	excluded          bool  // it has a negative term
}

// callCount is a tool call of a message.
type callCount struct {
	id     uint64 // hash, 0 = none
	before int32  // the call before it in the same message, as its index plus one
	input  bool
}

// reset empties the counts for another session and keeps their memory.
func (t *termCounts) reset() {
	*t = termCounts{counter: t.counter, terms: t.terms,
		messages: t.messages[:0], n: t.n[:0], calls: t.calls[:0]}
}

// termsOf returns what was counted in message i: by positive term, and whether
// it has a negative one.
func (t *termCounts) termsOf(i int) (n []int64, excluded bool) {
	return t.n[i*t.terms : (i+1)*t.terms], t.messages[i].excluded
}

// messageBytes returns the length of message i without its JSON.
func (t *termCounts) messageBytes(i int) int64 { return t.messages[i].content + t.messages[i].thinking }

// totalBytes returns the length of all messages without their JSON.
func (t *termCounts) totalBytes() (n int64) {
	for i := range t.messages {
		n += t.messageBytes(i)
	}
	return n
}

// PriorText implements transcript.Sink. The text was not kept: when there was
// one, the session must be walked again.
func (t *termCounts) PriorText(i int) string {
	t.lost = t.lost || t.messages[i].content > 0
	return ""
}

// AddFragment implements transcript.Sink: it counts what transcript.TextSink
// would keep.
func (t *termCounts) AddFragment(i int, r *adapter.Record, first bool) {
	if first {
		t.messages = append(t.messages, messageCount{})
		for range t.terms {
			t.n = append(t.n, 0)
		}
	}
	m := &t.messages[i]
	n, _ := t.termsOf(i)
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
}

// joinedLength returns the length of a text of n bytes joined with another by a
// blank line.
func joinedLength(n int64, more string) int64 {
	if n > 0 && more != "" {
		n += int64(len("\n\n"))
	}
	return n + int64(len(more))
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
	t.calls = append(t.calls, callCount{id, m.calls, input})
	m.calls = int32(len(t.calls))
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
		counts := &termCounts{counter: search.NewCounter(q), terms: q.TermCount()}
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
	hitStreak int  // consecutive lines that may hold a term
	untested  bool // some line was not tested
}

const (
	// skipAfter is how many consecutive hits end the testing.
	skipAfter = 16
	// skipLines is how many lines are then not tested.
	skipLines = 48
)

// acceptLine reports whether a line must be read.
func (f *adaptiveFilter) acceptLine(raw []byte) bool {
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
