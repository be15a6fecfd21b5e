package store

import (
	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// MessageTypes are the types that a normalized message may have.
var MessageTypes = []string{
	"text", "assistant", "tool_use", "tool_result", "system", "result", "error", "user", "control_request",
	"control_response", "stream_event", "rate_limit_event", "tool_progress", "tool_use_summary", "thinking",
	"auth_status", "prompt_suggestion", "raw",
}

// NormalizeMessage makes a message of one wire message of an agent: names
// become camelCase, the text of nested content becomes content, and an
// unknown type becomes "raw", with the wire message unchanged in raw.
func NormalizeMessage(wire []byte) (session.JSON, error) {
	v, err := scan.Parse(wire)
	if err != nil {
		return nil, fault.Wrap(fault.InvalidArgument, "a wire message must be JSON", err)
	}
	t := v.Get("type")
	if v.Kind() != scan.Object || t.Kind() != scan.String || !known(t) {
		m := canon.Object(nil)
		m.Key("raw")
		m.B = v.AppendCanonical(m.B)
		m.Str("type", "raw")
		return m.End(), nil
	}
	b := []byte{'{'}
	lost := v.Get("content").Kind() == scan.Array && get(v, "contentBlocks").Exists()
	v.Fields(func(key, e scan.Value) bool {
		k := key.String()
		name := camel(k)
		if name != k && v.Get(name).Exists() { // the usual name goes first, whatever the order
			lost = true
			return true
		}
		if k != "content" && k != "message" && k != "result" {
			b = member{name, e}.append(b)
		}
		return true
	})
	b = appendContent(b, v)
	if lost && !v.Get("raw").Exists() { // two members have become one
		b = member{"raw", v}.append(b)
	}
	if r := get(v, "stopReason"); r.Kind() == scan.String {
		b = textMember(b, "stopReasonAtom", string(ParseStopReason(r.String())))
	}
	if t.EqualString("error") && v.Get("category").Kind() != scan.String {
		b = textMember(b, "category", "unknown")
	}
	return closed(b), nil
}

func known(t scan.Value) bool {
	for _, k := range MessageTypes {
		if t.EqualString(k) {
			return true
		}
	}
	return false
}

// textMember appends a member that is a string.
func textMember(b []byte, key, s string) []byte {
	v, _ := scan.Parse(session.TextJSON(s))
	return member{key, v}.append(b)
}

// appendContent appends content and contentBlocks, and what stands in their
// places without being it. Agents put them into the message itself or into an
// API message inside it, whose other members are kept in raw. A text in the
// place of the API message is the content, and so is the text of a result when
// there is no other.
func appendContent(b []byte, v scan.Value) []byte {
	content, inner, result := v.Get("content"), v.Get("message"), v.Get("result")
	if inner.Kind() == scan.Object {
		for _, f := range []struct{ from, to string }{{"id", "messageId"}, {"model", "model"}, {"usage", "usage"}, {"stop_reason", "stopReason"}} {
			if e := inner.Get(f.from); e.Exists() && !get(v, f.to).Exists() {
				b = member{f.to, e}.append(b)
			}
		}
		if v.Get("raw").Exists() {
			b = member{"message", inner}.append(b)
		} else {
			b = member{"raw", v}.append(b)
		}
		if !content.Exists() {
			content = inner.Get("content")
		}
	} else if inner.Kind() == scan.String && !content.Exists() {
		content = inner
	} else if inner.Exists() {
		b = member{"message", inner}.append(b)
	} else if !content.Exists() && v.Get("type").EqualString("result") && result.Kind() == scan.String {
		content, result = result, scan.Value{}
	}
	if result.Exists() {
		b = member{"result", result}.append(b)
	}
	switch content.Kind() {
	case scan.Missing:
	case scan.Array:
		if !get(v, "contentBlocks").Exists() {
			b = member{"contentBlocks", content}.append(b)
		}
		b = textMember(b, "content", blocksText(content))
	default:
		b = member{"content", content}.append(b)
	}
	return b
}

// blocksText joins the text blocks of a list.
func blocksText(list scan.Value) string {
	c, err := scan.Parse(append(append([]byte(`{"content":`), list.Raw()...), '}'))
	if err != nil {
		return ""
	}
	return Text(c)
}

// StopReason says why an agent stopped.
type StopReason string

// The stop reasons.
const (
	StopEndTurn  StopReason = "end_turn"
	StopTokens   StopReason = "max_tokens"
	StopSequence StopReason = "stop_sequence"
	StopRefusal  StopReason = "refusal"
	StopToolUse  StopReason = "tool_use_stop"
	StopUnknown  StopReason = "unknown_stop"
)

// ParseStopReason reads a stop reason as agents write it.
func ParseStopReason(s string) StopReason {
	switch StopReason(s) {
	case StopEndTurn, StopTokens, StopSequence, StopRefusal, StopToolUse:
		return StopReason(s)
	case "tool_use":
		return StopToolUse
	}
	return StopUnknown
}

// PermissionMode says which actions an agent may take without asking.
type PermissionMode string

// The permission modes.
const (
	PermissionDefault PermissionMode = "default"
	PermissionEdits   PermissionMode = "accept_edits"
	PermissionBypass  PermissionMode = "bypass_permissions"
	PermissionPlan    PermissionMode = "plan"
	PermissionNoAsk   PermissionMode = "dont_ask"
)

// ParsePermissionMode reads a permission mode in either spelling; anything
// else is the default.
func ParsePermissionMode(s string) PermissionMode {
	switch s {
	case "accept_edits", "acceptEdits":
		return PermissionEdits
	case "bypass_permissions", "bypassPermissions":
		return PermissionBypass
	case "plan":
		return PermissionPlan
	case "dont_ask", "dontAsk":
		return PermissionNoAsk
	}
	return PermissionDefault
}
