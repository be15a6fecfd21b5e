// Package view makes what a person reads of a session, as data: turns, calls in
// one line each, edits as hunks, outputs as styled spans. It is given a session's
// messages in order, holds one page of them, and counts all.
package view

import (
	"github.com/heddle-dev/heddle/core/session"
)

// The bounds of a page, unless a request says otherwise.
const (
	pageTurns    = 50
	textBytes    = 256 << 10
	outputBytes  = 16 << 10
	pageBytes    = 4 << 20 // of texts; the turn under way is finished without any more
	outlineTurns = 5000
	titleBytes   = 200 // of a line that stands for a text
)

// Options say which turns are on the page, and how much of each text. 0 is the
// default.
type Options struct {
	After, Limit, Turn int64
	At                 int64 // message; -1 = none
	MaxText, MaxOutput int64
}

// Builder makes a view of a session's messages.
type Builder struct {
	agent, cwd string
	o          Options
	head       *session.Session
	page       *page
	full       bool // no further turn is wanted
	more       *pages

	outline []session.ViewOutline
	current *turn
	n       int64 // number of the next message
	totals  session.ViewTotals
	files   map[string]int64 // edits by file
	calls   map[string]*call
	rewinds map[string][]session.Branch
	from    map[string]int64 // where branches fork, by the message's id
	first   session.Time
	last    session.Time
	context int64 // of the last request
	since   int64 // messages since the last seam
	seam    *seam
	agents  []*call // that may have started a subagent
	story   *story

	children []session.ViewAgent
	taken    []bool              // by child: a call started it
	rest     []session.ViewAgent // that no call started
	late     map[int64]int64     // by turn: the last message that adds to it, of those after its end
	ended    []*counts
}

// New returns the Builder of a session, whose messages follow.
func New(head *session.Session, o Options) *Builder {
	if o.Limit <= 0 {
		o.Limit = pageTurns
	}
	if o.MaxText <= 0 {
		o.MaxText = textBytes
	}
	if o.MaxOutput <= 0 {
		o.MaxOutput = outputBytes
	}
	b := &Builder{agent: head.Agent, cwd: head.Cwd, o: o, head: head, page: newPage(),
		files: map[string]int64{}, calls: map[string]*call{}, rewinds: map[string][]session.Branch{}, from: map[string]int64{}}
	for _, branch := range head.Branches {
		b.rewinds[branch.ForkID] = append(b.rewinds[branch.ForkID], branch)
	}
	return b
}

// Message adds the next message. It keeps none of its memory that is not shown.
func (b *Builder) Message(m *session.Message) error {
	if isPrompt(m) || b.current == nil {
		b.beginTurn(m)
		if b.n == 0 {
			b.addRewinds("")
		}
	}
	t := b.current
	if b.first == 0 {
		b.first = m.Timestamp
	}
	b.last = session.Latest(b.last, m.Timestamp)
	t.addMessage(m)
	switch {
	case isPrompt(m):
		t.setPrompt(b, m)
	case m.Kind == "compaction":
		b.addSeam(m)
	case m.Kind == "api_error" || m.Type == session.MessageTypeError:
		t.addError(b, m)
	case m.Role == session.RoleAssistant && m.Kind == "":
		b.addAnswer(m)
	case m.Role == session.RoleTool || m.ToolResult != nil:
		b.addResult(m)
	default:
		t.addNote(b, m)
	}
	b.totals.Attachments += int64(len(m.Attachments))
	if u := m.TokenUsage; u != nil && u.Context() > 0 {
		if b.context = u.Context(); b.seam != nil && m.Kind != "compaction" { // its own request reads what is before it
			b.noteLate(b.seam.turn)
			b.seam.item.TokensAfter, b.seam = b.context, nil
		}
		t.ContextTokens = b.context
	}
	if m.ID != "" {
		if len(b.rewinds[m.ID]) > 0 {
			b.from[m.ID] = b.n
		}
		b.addRewinds(m.ID)
	}
	b.n++
	b.since++
	return b.passOn()
}

// isPrompt reports whether a message is what a person or an SDK caller asked.
func isPrompt(m *session.Message) bool {
	return m.Role == session.RoleUser && m.Kind == "" && m.ToolResult == nil
}

// wants reports whether the page has the turn that begins now.
func (b *Builder) wants(turn int64) bool {
	switch {
	case b.story != nil || b.full:
		return false
	case b.o.Turn > 0:
		return turn == b.o.Turn
	case b.o.At >= 0:
		return b.n <= b.o.At
	}
	return turn > b.o.After && turn-b.o.After <= b.o.Limit
}

func (b *Builder) beginTurn(m *session.Message) {
	number := int64(1)
	if b.current != nil {
		b.endTurn()
		number = b.current.Turn + 1
	}
	if paged := b.o.Turn == 0 && b.o.At < 0; paged && b.page.room <= 0 && len(b.page.turns) > 0 {
		b.full = true
	}
	if b.more != nil {
		b.turnPage()
	}
	if b.o.At >= 0 && b.n <= b.o.At { // the turns before it
		b.page = newPage()
	}
	b.current = &turn{wanted: b.wants(number), counts: &counts{}, page: b.page}
	b.current.Turn, b.current.N, b.current.At = number, b.n, m.Timestamp
	if b.current.wanted {
		b.page.turns = append(b.page.turns, b.current)
	}
}

// endTurn adds up the turn that ends.
func (b *Builder) endTurn() {
	t := b.current
	t.finish()
	b.totals.TurnsUSD = plusMoney(b.totals.TurnsUSD, t.CostUSD)
	b.totals.Turns++
	b.outline = append(b.outline, session.ViewOutline{Turn: t.Turn, N: t.N, At: t.At, Text: t.title, CostUSD: t.CostUSD, Seam: t.seam})
	b.ended = append(b.ended, t.counts)
	if b.story != nil {
		b.story.endTurn(t)
	}
}

func plusMoney(sum, more *session.Money) *session.Money {
	switch {
	case more == nil:
		return sum
	case sum == nil:
		v := *more
		return &v
	}
	v := sum.Plus(*more)
	return &v
}
