package heddle

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// readImported turns a message of a copy into the records it was made of: the
// message, then its requests under the keys of the agent.
func (w *walker) readImported(e *Entry, m *store.Recorded, v *members, r *adapter.Record) error {
	forked := r.Copied
	if !r.Copied && e.Copied {
		r.Copied = true
		if id := v[atOrigin].String(); id != "" {
			r.Origin = session.UnifiedID(e.Agent, id)
		}
	}
	r.Role = session.Role(v[atRole].String())
	r.Aside = e.Aside
	merge := ""
	for i := range e.Requests {
		if e.Requests[i].Shown {
			merge = "#" + text.FormatInt(m.Number)
		}
	}
	if r.Role == "" {
		r.Kind = adapter.Ignored
	} else {
		if id := v[atID].String(); id != "" || m.Hidden {
			r.ID = w.uniqueID(m, id)
		}
		r.Merge, r.UsageKey = merge, e.UsageKey
		r.Special, r.Type, r.Prompt = v[atKind].String(), v[atType].String(), e.Prompt
		w.fillTexts(v, r)
	}
	if err := w.out.Record(r); err != nil {
		return err
	}
	for i := range e.Requests {
		q := &e.Requests[i]
		u := adapter.Record{Kind: adapter.Usage, Time: q.Time, Model: q.Model, Terms: q.Terms, Usage: &q.Usage, USD: q.USD, UsageKey: adapter.TimedKey(q.Key, q.Time),
			UsageAgent: e.Agent, Source: q.Source, Copied: q.Copied || forked, Aside: q.Aside}
		if q.Shown {
			u.Merge = merge
		}
		if err := w.out.Record(&u); err != nil {
			return err
		}
	}
	return nil
}

// isSessionModel reports whether a message has a role and a type of the session model,
// or neither because it only carries requests.
func isSessionModel(v *members) bool {
	role := session.Role(v[atRole].String())
	switch session.MessageType(v[atType].String()) {
	case session.MessageTypeUser, session.MessageTypeAssistant, session.MessageTypeToolResult, session.MessageTypeSystem, session.MessageTypeError:
		return role == session.RoleUser || role == session.RoleAssistant || role == session.RoleSystem || role == session.RoleTool
	}
	return role == "" && v[atType].EqualString("raw")
}

// fillTexts fills what a message in the form of the session model shows.
func (w *walker) fillTexts(v *members, r *adapter.Record) {
	if w.want.Text || w.want.Prompts && r.Prompt {
		r.Text = v[atContent].String()
	}
	if r.Role == session.RoleTool {
		r.Text = ""
		r.ToolResult = readResult(v[atToolResult], w.want.Text)
	}
	if !w.want.Text {
		return
	}
	r.Thinking = v[atThinking].String()
	calls := v[atToolCalls]
	if r.Role != session.RoleAssistant {
		calls = scan.Value{}
	}
	calls.EachElement(func(_ int, e scan.Value) bool {
		ms, _ := e.Get("durationMs").Int()
		r.ToolCalls = append(r.ToolCalls, session.ToolCall{ToolCallID: e.Get("toolCallId").String(), ToolName: e.Get("toolName").String(),
			Input: canonicalOf(e.Get("input")), Output: canonicalOf(e.Get("output")), DurationMS: ms})
		return true
	})
	v[atAttachments].EachElement(func(_ int, e scan.Value) bool {
		n, _ := e.Get("bytes").Int()
		r.Attachments = append(r.Attachments, session.Attachment{MediaType: e.Get("mediaType").String(), Name: e.Get("name").String(), Bytes: n})
		return true
	})
}

func readResult(v scan.Value, whole bool) *session.ToolResult {
	code, _ := v.Get("exitCode").Int()
	out := &session.ToolResult{ToolCallID: v.Get("toolCallId").String(), ToolName: v.Get("toolName").String(),
		IsError: v.Get("isError").Bool(), ExitCode: code}
	if whole {
		out.Output = canonicalOf(v.Get("output"))
	}
	return out
}

// canonicalOf returns a value's canonical form; nil without a value and for null.
func canonicalOf(v scan.Value) session.JSON {
	if !v.Exists() || v.Kind() == scan.Null {
		return nil
	}
	return v.AppendCanonical(nil)
}
