package hermes

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// walker turns messages into records.
type walker struct {
	env  *adapter.Env
	want adapter.Want
	out  adapter.Outlet
	log  *adapter.DefectLog // of out
	rec  adapter.Record     // the one that the outlet receives
	pace adapter.Pace
}

// visitFacts visits what is known about the session.
func (w *walker) visitFacts(f adapter.Facts) error {
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: &f}
	return w.out.Record(&w.rec)
}

// beginRecord begins the record of a message.
func (w *walker) beginRecord(m *message) *adapter.Record {
	w.rec = adapter.Record{ID: m.id, Line: m.line, Offset: m.offset, Time: m.time, Naive: m.naive, Branch: m.branch,
		Role: session.Role(m.role), Raw: m.raw}
	return &w.rec
}

// visitMessage visits a message.
func (w *walker) visitMessage(m *message) error {
	if m.isSummary() {
		return w.visitSummary(m)
	}
	rec := w.beginRecord(m)
	switch rec.Role {
	case session.RoleUser:
		if m.isNotice() {
			rec.Kind = adapter.Injected
			break
		}
		rec.Prompt, rec.Text, rec.Attachments = !m.observed, m.text, m.fileAttachments()
	case session.RoleAssistant:
		rec.Text, rec.Thinking, rec.Model, rec.Attachments = m.text, m.reasoning, m.model, m.fileAttachments()
		if w.want.Text {
			rec.ToolCalls = m.toolCalls()
		}
		if !m.spent.tokens.Zero() || m.spent.usd != nil {
			rec.Usage, rec.USD, rec.UsageKey = &m.spent.tokens, m.spent.usd, m.key
		}
	case session.RoleTool:
		if w.want.Text {
			rec.ToolResult = m.readToolResult()
		}
	case session.RoleSystem:
		rec.Text, rec.Special = m.text, "notice"
	case "session_meta":
		rec.Kind, rec.ID = adapter.Ignored, ""
		rec.Facts = &adapter.Facts{Model: m.model}
	default:
		rec.Kind, rec.Type = adapter.Unknown, "message."+m.role
	}
	return w.out.Record(rec)
}

// visitSummary visits a compaction's summary and the message that was merged into
// it.
func (w *walker) visitSummary(m *message) error {
	rec := w.beginRecord(m)
	text, rest := splitSummary(m.text)
	rec.Role, rec.Special, rec.Text = session.RoleSystem, "compaction", text
	if err := w.out.Record(rec); err != nil || rest == "" {
		return err
	}
	rec = w.beginRecord(m)
	rec.ID, rec.Raw, rec.Text = m.id+"#message", nil, rest
	rec.Prompt = rec.Role == session.RoleUser && !m.observed
	return w.out.Record(rec)
}

// visitRepeat visits a message that repeats an earlier one.
func (w *walker) visitRepeat(m *message) error {
	rec := w.beginRecord(m)
	rec.Kind, rec.ID, rec.Copied = adapter.Ignored, "", true
	return w.out.Record(rec)
}
