package normalize

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// ParseMessage makes one message of one printed record, without what came before
// it. A record that is no message of its own, such as a delta, and what is
// not understood become raw, with the record unchanged.
func ParseMessage(wire []byte) (session.JSON, error) {
	v, err := scan.Parse(wire)
	if err != nil {
		return nil, fault.Wrap(fault.InvalidArgument, "a wire message must be JSON", err)
	}
	if v.Kind() != scan.Object {
		return rawMessage(v).canonicalJSON(), nil
	}
	if detectProtocol(v) == ownMessages {
		kind := typeOf(v)
		if c := firstString(v, "category"); kind == "error" && c != "" {
			if err := CheckCategory(c); err != nil {
				return nil, err
			}
		}
		return convertRecord(v, kind).canonicalJSON(), nil
	}
	s := NewStream(nil)
	s.alone = true
	s.ReadRecord(v)
	s.End()
	n := len(s.last)
	switch n {
	case 0:
		return rawMessage(v).canonicalJSON(), nil
	case 1:
		return s.last[0], nil
	}
	last, _ := scan.Parse(s.last[n-1]) // a call and its result, or an error and the end of its turn
	if testCondition(last, "type=result") {
		last, _ = scan.Parse(s.last[n-2])
	}
	var m message
	(&renamer{}).renameMembers(&m, last, 1)
	return m.setValue("raw", v).canonicalJSON(), nil
}

// CheckCategory refuses a category that no error has.
func CheckCategory(s string) error {
	if containsString(Categories, s) {
		return nil
	}
	return fault.New(fault.InvalidArgument, "unknown category \""+s+"\" of a message of type error").
		WithHint("use one of " + text.Join(Categories, ", ") + "; without category, messages.normalize derives it")
}

// rawMessage keeps a record as it is.
func rawMessage(v scan.Value) *message { return newMessage("raw").setJSON("raw", v.Raw()) }

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

// typeOf returns a record's type: what it says, or what its members imply;
// "" when neither does.
func typeOf(v scan.Value) string {
	if t := firstValue(v, "type"); t.Exists() {
		if s := t.String(); containsString(MessageTypes, s) {
			return s
		}
		return ""
	}
	for i := range marks {
		if testCondition(v, marks[i].cond) {
			return marks[i].kind
		}
	}
	return ""
}

// convertRecord makes a message of a record that is one already but for the names
// of its members and the places of its content.
func convertRecord(v scan.Value, kind string) *message {
	if kind == "" {
		return rawMessage(v)
	}
	if kind == "assistant" && testCondition(v, "?isApiErrorMessage|?is_api_error_message") {
		kind = "error"
	}
	m := &message{members: make([]member, 0, 32)}
	inner, hasRaw := v.Get("message"), v.Get("raw").Exists()
	if inner.Kind() == scan.Object {
		m.setInner(v, inner, hasRaw)
	}
	r := renamer{keep: hasRaw || inner.Kind() == scan.Object, lost: testCondition(v, "[content,contentBlocks|content_blocks")}
	r.selectAliases(v, kind)
	r.renameMembers(m, v, renameDepth)
	m.usageOf(v.Get("usage"))
	m.setContent(v, inner, kind, &r)
	m.setDefaults(v, kind)
	m.text("type", kind)
	if r.lost && !hasRaw { // two members have become one
		m.setValue("raw", v)
	}
	return m
}

// setInner sets what an API message inside a record says, and keeps the record.
// The record's own members follow, and count.
func (m *message) setInner(v, inner scan.Value, hasRaw bool) {
	m.fillMembers(inner, "messageId=id stopReason=stop_reason")
	if testCondition(inner, "model#<synthetic>") {
		m.fillMembers(inner, "model=model")
	}
	if u := firstValue(inner, "usage"); u.Exists() && !v.Get("usage").Exists() {
		m.usageOf(u)
		if inner.Get("stop_reason").Kind() == scan.Null { // said when it began
			m.setBool("partialUsage", true)
		}
	}
	if hasRaw {
		m.setValue("message", inner)
	} else {
		m.setValue("raw", v)
	}
}

// setContent sets content and contentBlocks, and what has their places without
// being it. Agents put them into the message itself or into an API message
// inside it, whose other members are kept in raw. A text in the place of the
// API message is the content, and so is the text of a result when there is no
// other.
func (m *message) setContent(v, inner scan.Value, kind string, r *renamer) {
	content, result := v.Get("content"), v.Get("result")
	object, none := inner.Kind() == scan.Object, !content.Exists()
	switch {
	case object && none:
		content = inner.Get("content")
	case inner.Kind() == scan.String && none:
		content = inner
	case inner.Exists() && !object:
		m.setJSON("message", inner.Raw())
	case none && kind == "result" && result.Kind() == scan.String:
		content, result = result, scan.Value{}
	}
	if result.Exists() {
		m.setJSON("result", result.Raw())
	}
	if content.Kind() == scan.Array {
		if !testCondition(v, "contentBlocks|content_blocks") {
			m.setRenamed("contentBlocks", content, renameDepth)
			r.noteLoss(content, renameDepth)
		}
		m.setJSON("content", joinBlocks(content))
	} else if content.Exists() {
		m.setJSON("content", content.Raw())
	}
}

// joinBlocks returns the texts of content blocks, joined as joinTexts does, as a
// string of JSON. A single text is not copied.
func joinBlocks(content scan.Value) []byte {
	var first, joined []byte
	content.EachElement(func(_ int, e scan.Value) bool {
		t := firstValue(e, "text").Raw()
		switch {
		case !testCondition(e, `type=text,"text`):
		case first == nil:
			first = t
		default:
			if joined == nil {
				joined = append(joined, first...)
			}
			joined = append(appendLiteral(joined[:len(joined)-1], `\n\n`), t[1:]...)
		}
		return true
	})
	if joined != nil {
		return joined
	}
	if first != nil {
		return first
	}
	return []byte(`""`)
}

// notices are where notices of Claude Code have their text.
var notices = []struct{ subtype, path string }{
	{"api_retry", "error"}, {"session_title_changed", "title"}, {"task_notification", "summary"}, {"informational", "text"},
	{"local_command", "output"},
}

// setDefaults sets what a type needs and the record does not say. A notice without
// a text has what it is about; where it says no more than its subtype, the
// subtype: nobody has to show that.
func (m *message) setDefaults(v scan.Value, kind string) {
	if reason := firstString(v, "stopReason|stop_reason|message.stop_reason"); reason != "" {
		m.text("stopReasonAtom", string(ParseStopReason(reason)))
	}
	if kind == "error" {
		m.setError(v)
	}
	if kind != "system" || firstText(v, "content|message") != "" {
		return
	}
	subtype, said := firstString(v, "subtype"), ""
	for i := range notices {
		if notices[i].subtype == subtype {
			said = firstText(v, notices[i].path)
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

// setError sets what a message of type error needs.
func (m *message) setError(v scan.Value) {
	f := failure{status: firstCount(v, "apiErrorStatus|api_error_status")}
	f.addKind(firstValue(v, "apiErrorType|api_error_type"))
	if e := v.Get("error"); e.Kind() == scan.String {
		f.addKind(e)
	}
	f.addError(v, errorDepth)
	if f.text == "" {
		f.addText(firstText(v, "content|message.content"), errorDepth)
	}
	f.setMembers(m, v)
	if !v.Get("content").Exists() && v.Get("message").Kind() != scan.Object {
		m.setOptional("content", f.text)
	}
}
