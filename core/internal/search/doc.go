package search

import (
	"github.com/heddle-dev/heddle/core/session"
)

// Options narrows what of a session counts.
type Options struct {
	_ [0]func() // never compared

	// Role limits the search to messages of this role; titles do not count
	// then. "" is all.
	Role session.Role
	// Tool limits it to the inputs of calls of this tool, whose name is
	// compared in any case, and to the results of such calls; titles do not
	// count then. "" is all.
	Tool string
	// MaxHits is how many hits are kept; the rest is only counted.
	MaxHits int64
}

// Doc matches one session against a query. It belongs to one goroutine.
type Doc struct {
	q     *Query
	o     Options
	calls map[string]bool // ids of calls of the wanted tool

	stat     Stat
	excluded bool // a negative term was found
	hits     []session.SearchHit
	hitCount int64

	spans []span // of the text that is looked at
}

// The fields of a SearchHit.
const (
	fieldTitle    = "title"
	fieldContent  = "content"
	fieldThinking = "thinking"
	fieldCall     = "toolCall"
	fieldResult   = "toolResult"
)

// NewDoc starts a session.
func NewDoc(q *Query, o Options) *Doc {
	return &Doc{q: q, o: o, stat: Stat{TF: make([]int64, q.want)}}
}

// AddTitle takes the session's title, once.
func (d *Doc) AddTitle(text string) {
	if d.o.Role == "" && d.o.Tool == "" {
		m := match{d: d, hit: session.SearchHit{}, weight: TitleWeight}
		m.text(fieldTitle, text)
		m.finishMessage()
	}
}

// AddMessage takes the visible message with this index: its content, thinking,
// the inputs of its tool calls and its tool result. Of JSON only the values
// that are text are looked into: keys, ids and encoded data never match.
func (d *Doc) AddMessage(index int64, msg *session.Message) {
	if d.o.Tool != "" {
		d.recordCalls(msg)
	}
	if d.excluded || d.o.Role != "" && msg.Role != d.o.Role {
		return
	}
	m := match{d: d, weight: 1, hit: session.SearchHit{MessageID: msg.ID, Role: msg.Role}}
	if index >= 0 {
		m.hit.MessageIndex = &index
	}
	if d.o.Tool == "" {
		m.text(fieldContent, msg.Content)
		m.text(fieldThinking, msg.Thinking)
	}
	for i := range msg.ToolCalls {
		if c := &msg.ToolCalls[i]; d.o.Tool == "" || sameName(c.ToolName, d.o.Tool) {
			m.searchJSON(fieldCall, c.Input)
		}
	}
	if r := msg.ToolResult; r != nil && (d.o.Tool == "" || d.calls[r.ToolCallID] || sameName(r.ToolName, d.o.Tool)) {
		m.searchJSON(fieldResult, r.Output)
	}
	m.finishMessage()
}

// recordCalls remembers the calls of the wanted tool, to know their results.
func (d *Doc) recordCalls(msg *session.Message) {
	for i := range msg.ToolCalls {
		if c := &msg.ToolCalls[i]; c.ToolCallID != "" && sameName(c.ToolName, d.o.Tool) {
			if d.calls == nil {
				d.calls = map[string]bool{}
			}
			d.calls[c.ToolCallID] = true
		}
	}
}

// sameName compares the names of tools in any case.
func sameName(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if foldRune(x[i]) != foldRune(y[i]) {
			return false
		}
	}
	return true
}

// SetLength sets the session's size in stored bytes, which ranking uses as
// its length.
func (d *Doc) SetLength(bytes int64) { d.stat.Length = bytes }

// IsMatch reports whether what was taken holds every positive term and no
// negative one. A query without terms matches all that Options let through.
func (d *Doc) IsMatch() bool {
	if d.excluded {
		return false
	}
	for _, n := range d.stat.TF {
		if n == 0 {
			return false
		}
	}
	return !d.q.IsEmpty() || d.o.Tool == "" || d.hitCount > 0
}

// IsPartialMatch reports whether what was taken holds some positive term and no negative one.
func (d *Doc) IsPartialMatch() bool {
	if d.excluded {
		return false
	}
	for _, n := range d.stat.TF {
		if n > 0 {
			return true
		}
	}
	return false
}

// RankStat returns what ranking needs of the session. It shares d's memory.
func (d *Doc) RankStat() Stat { return d.stat }

// HitCount returns the number of messages that hold a positive term, the
// title being one.
func (d *Doc) HitCount() int64 { return d.hitCount }

// Hits returns the first of them, in order, each with the first of its texts
// that holds a term.
func (d *Doc) Hits() []session.SearchHit { return d.hits }

// match is what is found in one message, or in the title.
type match struct {
	d      *Doc
	weight int64
	hit    session.SearchHit
	found  bool
}

// finishMessage counts the message if anything was found in it.
func (m *match) finishMessage() {
	if !m.found {
		return
	}
	d := m.d
	d.hitCount++
	if int64(len(d.hits)) < d.o.MaxHits {
		d.hits = append(d.hits, m.hit)
	}
}

// searchJSON looks into the texts of a JSON value.
func (m *match) searchJSON(field string, value session.JSON) {
	if m.d.q.IsEmpty() {
		m.text(field, firstText(value))
		return
	}
	if !m.d.q.MayMatchRecord(value) {
		return
	}
	eachText(value, nil, func(s string) bool {
		if !isOwnAnswer(s) {
			m.text(field, s)
		}
		return !m.d.excluded
	})
}

// text looks for all terms in one text.
func (m *match) text(field, s string) {
	d := m.d
	if d.excluded {
		return
	}
	if d.q.IsEmpty() && (s != "" || d.o.Tool != "") {
		m.setHit(field, s)
		return
	}
	d.spans = d.spans[:0]
	keep := !m.found && int64(len(d.hits)) < d.o.MaxHits
	found := false
	for i := range d.q.terms {
		n := d.countTerm(&d.q.terms[i], s, keep && i < d.q.want)
		if n == 0 {
			continue
		}
		if i >= d.q.want {
			d.excluded = true
			return
		}
		d.stat.TF[i] += n * m.weight
		found = true
	}
	if found {
		m.setHit(field, s)
	}
}

// setHit makes the text the message's hit unless it has one.
func (m *match) setHit(field, s string) {
	if m.found {
		return
	}
	m.found = true
	if int64(len(m.d.hits)) < m.d.o.MaxHits {
		m.hit.Field = session.HitField(field)
		m.hit.Snippet, m.hit.Ranges = makeSnippet(s, m.d.spans)
	}
}

// maxSpans bounds the occurrences of one term that are kept of one text: as
// many as fit into a snippet.
const maxSpans = snippetRunes

// countTerm counts the occurrences of a term in a text, encoded data left out, and
// keeps their places if asked. One occurrence of a negative term is
// enough.
func (d *Doc) countTerm(t *term, s string, keep bool) int64 {
	var n int64
	data := encoded{s: s}
	visit := func(start, end int) bool {
		if data.coversRange(start, end) {
			return true
		}
		if keep && n < maxSpans {
			d.spans = append(d.spans, span{start, end})
		}
		n++
		return true
	}
	if t.regex != nil {
		t.regex.eachMatch(s, visit)
		return n
	}
	o := t.finder.occurrencesIn(s)
	for {
		start, end := o.nextOccurrence()
		if start < 0 {
			return n
		}
		visit(start, end)
	}
}
