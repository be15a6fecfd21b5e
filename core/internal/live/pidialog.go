package live

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// readDialog reads a request of an extension to show something. Dialogs are
// asked like permissions: allow with a changed input answers them. Everything
// else only informs.
func (p *pi) readDialog(s *Session, v scan.Value) {
	method := v.Get("method").String()
	switch method {
	case "select", "confirm", "input", "editor":
	case "cancel":
		s.withdrawAsk(v.Get("targetId").String())
		return
	default:
		s.readMessages(v)
		return
	}
	s.readMessages(v)
	a := &ask{native: v.Get("id").String()}
	a.about = session.LiveAsk{ToolName: method, Title: v.Get("title").String(), Reason: v.Get("message").String(),
		Input: pickMembers(v, "message", "options", "placeholder", "prefill", "title"), CanUpdateInput: method != "confirm"}
	if list := v.Get("options"); list.Kind() == scan.Array {
		a.about.Options = list.AppendCanonical(nil)
	}
	s.requestPermission(a)
	if ms, ok := v.Get("timeout").Int(); ok && ms > 0 && a.deadline > s.now+session.Time(ms) {
		a.deadline = s.now + session.Time(ms) // then the extension decides by itself
	}
}

// answer answers a dialog: confirm with allow or deny; the others with the value
// of the changed input. Allowing a choice without a value takes the first option.
// Any other answer cancels the dialog.
func (p *pi) answer(s *Session, a *ask, d decision) {
	m := canon.Object(nil)
	value, chosen := dialogValue(a, d)
	switch {
	case d.cancelled || a.about.ToolName != "confirm" && !chosen:
		m.Flag("cancelled", true)
	case a.about.ToolName == "confirm":
		m.Flag("confirmed", d.allow)
	}
	m.Str("id", a.native)
	m.Str("type", "extension_ui_response")
	if chosen && !d.cancelled {
		m.Str("value", value)
	}
	s.writeRaw(m.End(), false)
}

// dialogValue returns the value that answers a dialog.
func dialogValue(a *ask, d decision) (value string, chosen bool) {
	if !d.allow || a.about.ToolName == "confirm" {
		return "", false
	}
	if v, err := scan.Parse(d.input); err == nil && v.Get("value").Kind() == scan.String {
		return v.Get("value").String(), true
	}
	if v, err := scan.Parse(a.about.Options); err == nil && a.about.ToolName == "select" && v.Get("0").Exists() {
		return v.Get("0").String(), true
	}
	return "", false
}
