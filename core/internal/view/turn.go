package view

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// turn is a prompt and what follows, while its messages are added.
type turn struct {
	session.ViewTurn
	wanted bool
	items  []*item
	title  string
	last   session.Time
	usage  session.TokenUsage
	used   bool
	seam   bool
	page   *page
	counts *counts // results of its calls may follow it
}

// counts are what a turn did.
type counts struct{ calls, failed, edits int64 }

// item is a part of a turn, with its calls.
type item struct {
	session.ViewItem
	list []*call
}

// addMessage counts a message's time, tokens and money.
func (t *turn) addMessage(m *session.Message) {
	t.last = session.Latest(t.last, m.Timestamp)
	if t.At == 0 {
		t.At = m.Timestamp
	}
	if m.Model != "" && m.Role == session.RoleAssistant {
		t.Model = m.Model
	}
	if c, u := m.Cost, m.TokenUsage; c != nil && u != nil { // tokens alone are copied from another session
		t.usage.Add(*u)
		t.used = true
		t.CostUSD = plusMoney(t.CostUSD, c.TotalUSD)
		if t.CostSource != "" && t.CostSource != c.Source {
			t.CostSource = session.CostSourceMixed
		} else {
			t.CostSource = c.Source
		}
	}
}

func (t *turn) finish() {
	t.DurationMS = between(t.At, t.last)
	if t.used {
		u := t.usage
		t.Usage = &u
	}
}

// between returns the milliseconds from one time to a later one; 0 when one is not known.
func between(from, to session.Time) int64 {
	if from == 0 || to <= from {
		return 0
	}
	return int64(to - from)
}

func (t *turn) setPrompt(b *Builder, m *session.Message) {
	t.title = firstLine(m.Content)
	if !t.wanted {
		return
	}
	kept, omitted := b.cutText(m.Content)
	t.Prompt = &session.ViewPrompt{N: b.n, ID: m.ID, Text: kept, Omitted: omitted, Attachments: m.Attachments}
}

// add adds an item of a message.
func (t *turn) add(b *Builder, kind session.ViewKind, m *session.Message) *item {
	it := &item{}
	it.Kind, it.N, it.ID, it.At = kind, b.n, m.ID, m.Timestamp
	t.items = append(t.items, it)
	return it
}

func (t *turn) addNote(b *Builder, m *session.Message) {
	if !t.wanted {
		return
	}
	it := t.add(b, session.ViewKindNote, m)
	it.Name, it.Attachments = m.Kind, m.Attachments
	if it.Name == "" {
		it.Name = string(m.Role)
	}
	it.Text, it.Omitted = b.cutText(m.Content)
}

// addError adds a failure; one that repeats the item before it is a retry of it.
func (t *turn) addError(b *Builder, m *session.Message) {
	if !t.wanted {
		return
	}
	kept, omitted := b.cutText(m.Content)
	if n := len(t.items); n > 0 && t.items[n-1].Kind == session.ViewKindError && t.items[n-1].Text == kept {
		t.items[n-1].Retries++
		return
	}
	it := t.add(b, session.ViewKindError, m)
	it.Text, it.Omitted, it.Code = kept, omitted, errorCode(kept)
}

// errorCode returns the status that the text of a failure begins with or names
// after "API Error: ", as in 529 or rate_limit_error; "" without one.
func errorCode(s string) string {
	s = s[:min(len(s), 400)]
	if at := text.Index(s, "Error: "); at >= 0 {
		s = s[at+len("Error: "):]
	}
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == 3 && s[0] >= '4' && s[0] <= '5' {
		return s[:3]
	}
	if at := strings.IndexByte(s, ' '); at > 0 && strings.HasSuffix(s[:at], "_error") {
		return s[:at]
	}
	return ""
}

// addSeam adds a compaction.
func (b *Builder) addSeam(m *session.Message) {
	t := b.current
	t.seam = true
	it := &item{}
	if t.wanted {
		it = t.add(b, session.ViewKindSeam, m)
		it.Summary, it.Omitted = b.cutText(m.Content)
		it.Removed, it.TokensBefore = b.since, b.context
	}
	b.since = -1 // the message itself stays
	if c := m.Compaction; c != nil {
		if it.Trigger = c.Trigger; c.TokensBefore > 0 {
			it.TokensBefore = c.TokensBefore
		}
		if it.TokensAfter = c.TokensAfter; c.TokensAfter > 0 {
			b.seam = nil
			return
		}
	}
	b.seam = &seam{&it.ViewItem, t}
}

// addRewinds adds where branches were left after the message of an id.
func (b *Builder) addRewinds(id string) {
	list := b.rewinds[id]
	if len(list) == 0 || !b.current.wanted {
		return
	}
	for _, branch := range list {
		it := &item{}
		it.Kind, it.N, it.At, it.Branch, it.Messages = session.ViewKindRewind, b.n, branch.UpdatedAt, branch.LeafID, branch.MessageCount
		b.current.items = append(b.current.items, it)
	}
}

// addAnswer adds what a model thought, wrote and called.
func (b *Builder) addAnswer(m *session.Message) {
	t := b.current
	var open *item // the calls before, which this message's calls join
	if n := len(t.items); n > 0 && t.items[n-1].Kind == session.ViewKindCalls && m.Content == "" {
		open = t.items[n-1]
	}
	joins := open != nil && len(m.ToolCalls) > 0
	if t.wanted {
		if m.Thinking != "" && !joins {
			it := t.add(b, session.ViewKindThinking, m)
			it.Text, it.Omitted = b.cutText(m.Thinking)
		}
		if m.Content != "" || len(m.Attachments) > 0 {
			it := t.add(b, session.ViewKindText, m)
			it.Model, it.Attachments = m.Model, m.Attachments
			it.Text, it.Omitted = b.cutText(m.Content)
		}
	}
	for i := range m.ToolCalls {
		c := b.newCall(m, &m.ToolCalls[i])
		if !t.wanted {
			continue
		}
		if joins && i == 0 && m.Thinking != "" {
			c.view.Thinking, _ = b.cutText(m.Thinking)
		}
		if open == nil {
			open = t.add(b, session.ViewKindCalls, m)
		}
		open.list = append(open.list, c)
	}
}
