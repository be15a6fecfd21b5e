package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// walker turns one session's messages into records.
type walker struct {
	env  *adapter.Env
	want adapter.Want
	out  adapter.Outlet
	log  *adapter.DefectLog // of out
	info *info
	rec  adapter.Record // the one that the outlet receives

	prelude string // id of a message just before that the user did not type
	placed  bool   // a message has named the working directory
	pace    adapter.Pace
}

// visitFacts visits what the session's own record says.
func (w *walker) visitFacts(raw []byte) error {
	s := w.info
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{AgentTitle: givenTitle(s.title), Cwd: s.directory, Model: s.model,
		Created: s.created, Updated: s.updated, ParentID: s.parent, ForkedFrom: s.forkedFrom, Subagent: s.subagent,
		Archived: s.archived, FormatVersion: s.version, Source: &session.Span{AgentVersion: s.version}}}
	if w.want.Raw {
		w.rec.Raw = raw
	}
	return w.out.Record(&w.rec)
}

// beginRecord begins a record of a message.
func (w *walker) beginRecord(m *message, branch bool) *adapter.Record {
	w.rec = adapter.Record{Path: m.path, ID: m.id, Time: m.created, Branch: branch,
		Copied: m.created != 0 && m.created < w.info.created}
	if w.want.Raw {
		w.rec.Raw = m.raw
	}
	return &w.rec
}

// beginPart begins a record of a part.
func (w *walker) beginPart(m *message, p *part, branch bool) *adapter.Record {
	rec := w.beginRecord(m, branch)
	rec.Kind, rec.ID = adapter.Ignored, ""
	if p.path != "" {
		rec.Path = p.path
	}
	rec.Raw = p.raw
	return rec
}

// visitMessage visits the records of one message.
func (w *walker) visitMessage(m *message) error {
	if w.want.UsageOnly() {
		return w.visitSpend(m)
	}
	at := w.info.revert
	if at.message == "" || m.id < at.message {
		return w.visitHalf(m, false)
	}
	if m.id > at.message || at.part == "" {
		return w.visitHalf(m, true)
	}
	n := 0
	for n < len(m.parts) && m.parts[n].id < at.part {
		n++
	}
	kept, hidden := *m, *m
	kept.parts = m.parts[:n]
	hidden.parts = m.parts[n:]
	if c := collectParts(kept.parts); n == len(m.parts) || !c.any {
		return w.visitHalf(m, n < len(m.parts))
	}
	if err := w.visitHalf(&kept, false); err != nil {
		return err
	}
	hidden.id, hidden.raw, hidden.tokens, hidden.usd, hidden.failure = m.id+"#reverted", nil, tokens{}, nil, ""
	return w.visitHalf(&hidden, true)
}

// visitHalf visits a message, or the half of it on one side of a revert.
func (w *walker) visitHalf(m *message, branch bool) error {
	prelude := w.prelude
	w.prelude = ""
	switch m.role {
	case session.RoleUser:
		return w.visitUser(m, branch)
	case session.RoleAssistant:
		return w.visitAssistant(m, branch, prelude)
	}
	rec := w.beginRecord(m, branch)
	rec.Kind, rec.Type = adapter.Unknown, "message."+string(m.role)
	if err := w.out.Record(rec); err != nil {
		return err
	}
	return w.visitParts(m, m.parts, branch)
}

// visitUser visits a prompt, or context that has the role of the user.
func (w *walker) visitUser(m *message, branch bool) error {
	rec := w.beginRecord(m, branch)
	rec.Kind = adapter.Ignored
	var text, task []byte
	typed, subtask, injected := false, false, false
	for i := range m.parts {
		p := &m.parts[i]
		switch {
		case p.kind == typeText && p.injected:
			injected = true
		case p.kind == typeText:
			text = appendBlock(text, p.text)
			typed = typed || p.hasText
		case p.kind == typeFile:
			rec.Attachments = append(rec.Attachments, p.file)
			typed = true
		case p.kind == typeSubtask:
			task = appendBlock(task, p.text)
			subtask = subtask || p.hasText
		}
	}
	if !typed && subtask {
		typed, text = true, task
	}
	if typed {
		rec.Kind, rec.Role, rec.Prompt, rec.Text = adapter.Message, session.RoleUser, true, string(text)
	} else {
		rec.Attachments = nil
		if injected {
			w.prelude = m.id
		}
	}
	if err := w.out.Record(rec); err != nil {
		return err
	}
	return w.visitParts(m, m.parts, branch)
}

// visitAssistant visits the model calls of a message.
func (w *walker) visitAssistant(m *message, branch bool, prelude string) error {
	shown := false
	steps := m.splitSteps()
	for i := range steps {
		c := collectParts(steps[i].parts)
		shown = shown || c.any
		if err := w.visitStep(m, &steps[i], &c, branch, prelude); err != nil {
			return err
		}
		m.raw = nil // it belongs to the first record
	}
	if m.failure == "" {
		return nil
	}
	rec := w.beginRecord(m, branch)
	rec.Raw = nil
	rec.Kind, rec.Role, rec.Text = adapter.Message, session.RoleSystem, m.reason
	rec.Special, rec.Type = "api_error", string(session.MessageTypeError)
	if m.failure == errorAborted {
		rec.Special, rec.Type = "interrupted", string(session.MessageTypeSystem)
	}
	if shown {
		rec.ID = m.id + "#error"
	}
	return w.out.Record(rec)
}

// visitStep visits one model call and the results of its tools.
func (w *walker) visitStep(m *message, s *step, c *content, branch bool, prelude string) error {
	rec := w.beginRecord(m, branch)
	rec.ID, rec.Time, rec.Model = s.id, s.time, m.model
	if m.cwd != "" && w.info.directory == "" && !w.placed {
		rec.Facts = &adapter.Facts{Cwd: m.cwd}
		w.placed = true
	}
	if m.turn && m.completed != 0 {
		if rec.Facts == nil {
			rec.Facts = &adapter.Facts{}
		}
		rec.Facts.Updated = m.completed // nothing in the turn is later
	}
	rec.USD = s.usd
	rec.Stated = s.tokens.exists
	if rec.Usage = s.tokens.toTokenUsage(m.writerOf(w.info)); rec.Usage != nil || rec.USD != nil {
		rec.UsageKey = s.key
	}
	rec.Text, rec.Thinking, rec.ToolCalls, rec.Attachments = string(c.text), string(c.thinking), c.calls, c.attachments
	rec.Kind, rec.Role = adapter.Message, session.RoleAssistant
	switch {
	case !c.any && rec.UsageKey != "":
		rec.Kind = adapter.Usage
	case !c.any:
		rec.Kind, rec.ID = adapter.Ignored, ""
	case m.summary:
		rec.Role, rec.Special, rec.Type, rec.ToolCalls = session.RoleSystem, "compaction", string(session.MessageTypeSystem), nil
	case w.isShell(m, c, prelude):
		rec.Role, rec.Special, rec.Model, rec.Text, rec.ToolCalls = session.RoleUser, "shell", "", commandOf(c.calls), nil
	}
	if err := w.out.Record(rec); err != nil {
		return err
	}
	return w.visitParts(m, s.parts, branch)
}

// isShell recognises a command that the user ran: a note that the user did not type,
// then a message that holds a finished call but no model's step.
func (w *walker) isShell(m *message, c *content, prelude string) bool {
	return prelude != "" && (m.parent == prelude || m.parent == "") && c.onlyTools && len(c.calls) > 0 && m.tokens.isZero()
}

func commandOf(calls []session.ToolCall) string {
	v, err := scan.Parse(calls[0].Input)
	if err != nil {
		return ""
	}
	return v.Get("command").String()
}

// visitParts visits what else the parts of a message are: tool results, context,
// unknown types, and for the count those that the message's record holds.
func (w *walker) visitParts(m *message, parts []part, branch bool) error {
	for i := range parts {
		p := &parts[i]
		rec := w.beginPart(m, p, branch)
		switch {
		case p.tool != nil:
			w.toolResult(rec, m, p)
		case p.injected || p.kind == typeCompaction:
			rec.Kind, rec.ID = adapter.Injected, p.id
		case p.kind == typeRetry:
			rec.Kind, rec.Role, rec.ID, rec.Text = adapter.Message, session.RoleSystem, p.id, p.text
			rec.Special, rec.Type = "api_error", string(session.MessageTypeError)
		case !isKnown(p.kind):
			rec.Kind, rec.Type = adapter.Unknown, "part."+p.kind
		case !p.own:
			continue
		}
		if err := w.out.Record(rec); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) toolResult(rec *adapter.Record, m *message, p *part) {
	if p.tool.child != "" && !rec.Copied {
		rec.Facts = &adapter.Facts{Child: p.tool.child}
	}
	if p.tool.result == nil {
		return
	}
	if p.id != "" {
		rec.ID = p.id
	} else if p.tool.call.ToolCallID != "" {
		rec.ID = m.id + "#" + p.tool.call.ToolCallID
	}
	rec.Kind, rec.Role, rec.ToolResult = adapter.Message, session.RoleTool, p.tool.result
	if p.tool.finished != 0 {
		rec.Time = p.tool.finished
	}
}

// visitSpend visits the usage of a message and nothing else.
func (w *walker) visitSpend(m *message) error {
	if m.role != session.RoleAssistant {
		return nil
	}
	steps := m.splitSteps()
	for i := range steps {
		s := &steps[i]
		rec := w.beginRecord(m, false)
		rec.Kind, rec.ID, rec.Time, rec.Model = adapter.Usage, "", s.time, m.model
		rec.Usage, rec.USD, rec.UsageKey = s.tokens.toTokenUsage(m.writerOf(w.info)), s.usd, s.key
		if rec.Usage == nil && rec.USD == nil {
			continue
		}
		if err := w.out.Record(rec); err != nil {
			return err
		}
	}
	return nil
}
