package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// step is one model call: a whole message since 1.0, a part of one before.
type step struct {
	id     string
	time   session.Time
	parts  []part
	tokens tokens
	usd    *session.Money
	key    string
}

// splitSteps splits a message into its model calls.
func (m *message) splitSteps() []step {
	whole := step{id: m.id, time: m.created, parts: m.parts, tokens: m.tokens, usd: m.usd, key: m.id}
	if !m.turn {
		whole.key = m.usageKey()
		return []step{whole}
	}
	if len(m.parts) == 0 {
		return []step{whole}
	}
	out, recorded := m.cutSteps()
	if !recorded { // 0.1: the message's figures are those of its last call
		last := &out[len(out)-1]
		last.tokens, last.usd, last.key = m.tokens, m.usd, m.id
	}
	return out
}

// usageKey names the call that made a message of 1.0 and later.
func (m *message) usageKey() string {
	if m.created == 0 {
		return m.id
	}
	return usageKey(m.created, m.completed, m.tokens)
}

// cutSteps splits a turn where a step starts or has finished; recorded says
// whether any step has its own figures.
func (m *message) cutSteps() (out []step, recorded bool) {
	begin, closed := 0, false
	now := m.created
	end := func(at int) {
		s := step{id: m.id, parts: m.parts[begin:at]}
		if len(out) > 0 {
			s.id = m.id + "#" + string(canon.AppendInt(nil, int64(len(out)+1)))
			if first := &s.parts[0]; first.kind == typeStepStart && first.id != "" {
				s.id = first.id
			}
		}
		s.key = s.id
		s.time, now = stepTimes(s.parts, now, len(out) == 0)
		for i := range s.parts {
			if p := &s.parts[i]; p.kind == typeStepFinish {
				s.tokens, s.usd, recorded = p.tokens, p.usd, true
				if p.id != "" {
					s.key = p.id
				}
			}
		}
		out = append(out, s)
		begin, closed = at, false
	}
	for i := range m.parts {
		if i > begin && (closed || m.parts[i].kind == typeStepStart) {
			end(i)
		}
		closed = closed || m.parts[i].kind == typeStepFinish
	}
	end(len(m.parts))
	return out, recorded
}

// stepTimes returns when a step began, its parts' earliest time or that of what
// came before it, and the latest time known after it.
func stepTimes(parts []part, before session.Time, first bool) (began, after session.Time) {
	after = before
	for i := range parts {
		p := &parts[i]
		t, end := p.start, p.end
		if p.tool != nil {
			t, end = p.tool.started, p.tool.finished
		}
		began = session.Earliest(began, t)
		after = session.Latest(after, session.Latest(t, end))
	}
	if first || began == 0 {
		began = before
	}
	return began, after
}

// content is what a step shows.
type content struct {
	any         bool
	text        []byte
	thinking    []byte
	calls       []session.ToolCall
	attachments []session.Attachment
	onlyTools   bool
}

// collectParts joins the parts of an assistant's step. Before 0.5 a text was
// stored in the pieces in which it arrived; such pieces carry no time.
func collectParts(parts []part) content {
	c := content{onlyTools: true}
	chunk := false
	for i := range parts {
		p := &parts[i]
		switch p.kind {
		case typeText:
			if chunk && !p.timed {
				c.text = append(c.text, p.text...)
			} else {
				c.text = appendBlock(c.text, p.text)
			}
			c.any = c.any || p.hasText
		case typeReasoning:
			c.thinking = appendBlock(c.thinking, p.text)
			c.any = c.any || p.hasText
		case typeTool:
			c.calls = append(c.calls, p.tool.call)
			c.any = true
			chunk = false
			continue
		case typeFile:
			c.attachments = append(c.attachments, p.file)
			c.any = true
		}
		chunk = p.kind == typeText && !p.timed
		c.onlyTools = false
	}
	return c
}

// appendBlock appends a block of text after a blank line.
func appendBlock(dst []byte, text string) []byte {
	if len(dst) > 0 && text != "" {
		dst = append(dst, '\n', '\n')
	}
	return append(dst, text...)
}
