package normalize

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Message makes one message of one printed record, without what came before
// it. A record that is no message of its own, such as a delta, and what is
// not understood become raw, with the record unchanged.
func Message(wire []byte) (session.JSON, error) {
	v, err := scan.Parse(wire)
	if err != nil {
		return nil, fault.Wrap(fault.InvalidArgument, "a wire message must be JSON", err)
	}
	if v.Kind() != scan.Object {
		return rawMessage(v), nil
	}
	if detect(v) == ownMessages {
		kind := typeOf(v)
		if c := str(v, "category"); kind == "error" && c != "" {
			if err := CheckCategory(c); err != nil {
				return nil, err
			}
		}
		return record(v, kind), nil
	}
	s := NewStream(nil)
	s.alone = true
	s.Record(v)
	s.End()
	n := len(s.last)
	switch n {
	case 0:
		return rawMessage(v), nil
	case 1:
		return s.last[0], nil
	}
	last, _ := scan.Parse(s.last[n-1]) // a call and its result, or an error and the end of its turn
	if test(last, "type=result") {
		last, _ = scan.Parse(s.last[n-2])
	}
	var m message
	(&renamer{}).members(&m, last, 1)
	return m.value("raw", v).end(), nil
}

// CheckCategory refuses a category that no error has.
func CheckCategory(s string) error {
	if contains(Categories, s) {
		return nil
	}
	return fault.New(fault.InvalidArgument, "unknown category \""+s+"\" of a message of type error").
		WithHint("use one of " + text.Join(Categories, ", ") + "; without category, messages.normalize derives it")
}

// rawMessage keeps a record as it is.
func rawMessage(v scan.Value) session.JSON {
	return newMessage("raw").json("raw", v.Raw()).end()
}

// marks are the members that only one type has, for records without a type.
// The first line that holds counts.
var marks = []struct{ kind, cond string }{
	{"tool_result", "role,tool_use_id|toolUseId|tool_call_id|toolCallId"}, {"tool_result", "role=tool"},
	{"user", "role=user|message.role=user"}, {"assistant", "role=assistant|message.role=assistant"}, {"system", "role=system|message.role=system"},
	{"result", "total_cost_usd|totalCostUsd|num_turns|numTurns|duration_api_ms|durationApiMs"},
	{"control_request", "request.subtype"}, {"control_response", "response.subtype"},
	{"rate_limit_event", "rate_limit_info|rateLimitInfo"}, {"auth_status", "isAuthenticating|is_authenticating"},
	{"prompt_suggestion", "suggestion"}, {"tool_use_summary", "preceding_tool_use_ids|precedingToolUseIds"},
	{"tool_progress", "elapsed_time_seconds|elapsedTimeSeconds"}, {"stream_event", "event.type"},
	{"tool_use", "tool_input|toolInput"}, {"tool_result", "is_error|isError,tool_name|toolName|tool_use_id|toolUseId"},
	{"tool_result", "tool_name|toolName,content"}, {"tool_use", "tool_name|toolName"},
	{"tool_result", "tool_use_result|toolUseResult|tool_use_id|toolUseId"},
	{"error", "category|error.message|error_info|errorInfo|retry_after|retryAfter"},
	{"thinking", "thinking"}, {"system", "compact_metadata|compactMetadata|subtype"}, {"text", "text"},
}

// typeOf returns a record's type: what it says, or what its members tell;
// "" when neither does.
func typeOf(v scan.Value) string {
	if t := pick(v, "type"); t.Exists() {
		if s := t.String(); contains(MessageTypes, s) {
			return s
		}
		return ""
	}
	for i := range marks {
		if test(v, marks[i].cond) {
			return marks[i].kind
		}
	}
	return ""
}

// record makes a message of a record that is one already but for the names
// of its members and the places of its content.
func record(v scan.Value, kind string) session.JSON {
	if kind == "" {
		return rawMessage(v)
	}
	if kind == "assistant" && test(v, "?isApiErrorMessage|?is_api_error_message") {
		kind = "error"
	}
	m := &message{}
	inner := v.Get("message")
	if inner.Kind() == scan.Object {
		m.inner(v, inner)
	}
	r := renamer{lost: test(v, "[content,contentBlocks|content_blocks")}
	r.own(v, kind)
	r.members(m, v, renameDepth)
	m.usageOf(v.Get("usage"))
	m.place(v, inner, kind, &r)
	m.finish(v, kind)
	m.text("type", kind)
	if r.lost && !v.Get("raw").Exists() { // two members have become one
		m.value("raw", v)
	}
	return m.end()
}

// inner sets what an API message inside a record says, and keeps the record.
// The record's own members follow, and count.
func (m *message) inner(v, inner scan.Value) {
	m.fill(inner, "messageId=id stopReason=stop_reason")
	if test(inner, "model#<synthetic>") {
		m.fill(inner, "model=model")
	}
	if u := pick(inner, "usage"); u.Exists() && !v.Get("usage").Exists() {
		m.usageOf(u)
		if inner.Get("stop_reason").Kind() == scan.Null { // said when it began
			m.flag("partialUsage", true)
		}
	}
	if v.Get("raw").Exists() {
		m.value("message", inner)
	} else {
		m.value("raw", v)
	}
}

// place sets content and contentBlocks, and what has their places without
// being it. Agents put them into the message itself or into an API message
// inside it, whose other members are kept in raw. A text in the place of the
// API message is the content, and so is the text of a result when there is no
// other.
func (m *message) place(v, inner scan.Value, kind string, r *renamer) {
	content, result := v.Get("content"), v.Get("result")
	object, none := inner.Kind() == scan.Object, !content.Exists()
	switch {
	case object && none:
		content = inner.Get("content")
	case inner.Kind() == scan.String && none:
		content = inner
	case inner.Exists() && !object:
		m.json("message", inner.Raw())
	case none && kind == "result" && result.Kind() == scan.String:
		content, result = result, scan.Value{}
	}
	if result.Exists() {
		m.json("result", result.Raw())
	}
	if content.Kind() == scan.Array {
		if !test(v, "contentBlocks|content_blocks") {
			m.json("contentBlocks", r.value(content, renameDepth))
		}
		out := ""
		content.Each(func(_ int, e scan.Value) bool {
			if test(e, `type=text`) {
				out = join(out, str(e, "text"))
			}
			return true
		})
		m.text("content", out)
	} else if content.Exists() {
		m.json("content", content.Raw())
	}
}

// notices are where notices of Claude Code have their text.
var notices = []struct{ subtype, path string }{
	{"api_retry", "error"}, {"session_title_changed", "title"}, {"task_notification", "summary"}, {"informational", "text"},
	{"local_command", "output"},
}

// finish sets what a type needs and the record does not say. A notice without
// a text has what it is about; where it says no more than its subtype, the
// subtype: nobody has to show that.
func (m *message) finish(v scan.Value, kind string) {
	if reason := str(v, "stopReason|stop_reason|message.stop_reason"); reason != "" {
		m.text("stopReasonAtom", string(ParseStopReason(reason)))
	}
	if kind == "error" {
		m.failed(v)
	}
	if kind != "system" || txt(v, "content|message") != "" {
		return
	}
	subtype, said := str(v, "subtype"), ""
	for i := range notices {
		if notices[i].subtype == subtype {
			said = txt(v, notices[i].path)
		}
	}
	if said == "" {
		said = subtype
	}
	if said == "" {
		said = "notice"
	}
	m.text("content", said)
}

// failed sets what a message of type error needs.
func (m *message) failed(v scan.Value) {
	f := failure{status: whole(v, "apiErrorStatus|api_error_status")}
	f.addKind(pick(v, "apiErrorType|api_error_type"))
	if e := v.Get("error"); e.Kind() == scan.String {
		f.addKind(e)
	}
	f.add(v, errorDepth)
	if f.text == "" {
		f.addText(txt(v, "content|message.content"), errorDepth)
	}
	f.put(m, v)
	if !v.Get("content").Exists() && v.Get("message").Kind() != scan.Object {
		m.opt("content", f.text)
	}
}
