package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// claudeNoise are records that say nothing: of types, and of notices.
const claudeNoise = "type=keep_alive|type=command_lifecycle|subtype=status|subtype=thinking_tokens"

// readClaude reads what Claude Code prints with --output-format stream-json or
// json, and messages as the store has them.
func (s *Stream) readClaude(v scan.Value) {
	kind := typeOf(v)
	if kind == "stream_event" && testCondition(v, "{event") {
		s.claudeEvent(v)
		return
	}
	if testCondition(v, claudeNoise) || kind == "user" && s.seenBefore("user ", firstString(v, "uuid")) || // prompts are replayed
		kind == "control_response" && s.seenBefore("control ", firstString(v, "response.request_id|response.requestId")) { // either side prints it
		return
	}
	switch kind {
	case "user":
		if m := injectedNotice(v); m != nil {
			s.putMessage(m)
			return
		}
	case "assistant":
		if id := firstString(v, "message.id"); id != "" {
			s.dropPieces(id)
		}
	case "result":
		s.flushPieces()
	}
	s.flushError()
	if kind != "user" {
		s.runScript(v, "session sessionId|session_id")
	}
	s.emitMessage(convertRecord(v, kind))
}

// marked are the beginnings of texts that Claude Code itself writes in the
// user's place.
var marked = []struct{ begin, subtype string }{
	{"<local-command-stdout>", "local_command"}, {"<local-command-stderr>", "local_command"}, {"[Request interrupted by user", "interrupted"},
	{"<task-notification>", "task_notification"},
}

// beginningOf returns how the text of content begins, as textOf returns it: a text
// may be long.
func beginningOf(v scan.Value) string {
	if v.Kind() == scan.Object {
		v = firstValue(v, "text|content")
	}
	v.EachElement(func(_ int, e scan.Value) bool {
		if v = e; e.Kind() == scan.Object {
			v = firstValue(e, "text|content.text")
		}
		return !testCondition(v, `"`)
	})
	raw := v.RawString()
	return scan.RawValue(raw[:min(len(raw), 512)]).String()
}

// injectedNotice makes a notice of a text that is in the user's place and that nobody
// typed; nil for anything else.
func injectedNotice(v scan.Value) *message {
	begin, subtype := beginningOf(v.Get("message.content")), ""
	if testCondition(v, "?isSynthetic|?is_synthetic") {
		subtype = "synthetic"
	}
	for i := range marked {
		if text.Index(begin, marked[i].begin) == 0 {
			subtype = marked[i].subtype
		}
	}
	if subtype == "" {
		return nil
	}
	said := firstText(v, "message.content")
	if said == "" {
		return nil
	}
	if subtype == "local_command" {
		_, said, _ = text.Cut(said, ">")
		if said, _, _ = text.Cut(said, "</local-command-"); said == "" {
			said = subtype
		}
	}
	return fillMessage(v, "system uuid=uuid sessionId=sessionId|session_id parentToolUseId=parentToolUseId|parent_tool_use_id raw=").
		text("subtype", subtype).text("content", said)
}

// claudeEvents are for events of the API: the whole message follows, and what
// it spent when its end was seen.
var claudeEvents = []rule{
	{" message_start ", "own start"},
	{" content_block_delta ", "own delta"},
	{" message_delta ", "own end"},
}

func (s *Stream) claudeEvent(v scan.Value) {
	s.runScript(v, "session sessionId|session_id")
	s.parent = firstString(v, "parentToolUseId|parent_tool_use_id")
	th, key := s.threadOf(s.parent), firstString(v, "apiMessageId|api_message_id")
	if key == "" {
		key = th.open
	}
	own, _ := s.applyRules(claudeEvents, firstString(v, "event.type"), v)
	switch own {
	case "start":
		th.open = firstString(v, "event.message.id")
	case "delta":
		if d := firstValue(v, "event.delta.text"); d.Exists() {
			s.addDelta(key, "assistant", false, d)
		} else {
			s.addDelta(key, "thinking", false, firstValue(v, "event.delta.thinking"))
		}
	case "end":
		if u, ok := ParseUsage(firstValue(v, "event.usage")); ok && key != "" {
			s.putMessage(fillMessage(v, "stream_event subtype:=usage").text("messageId", key).setUsage("usage", &u).setBool("partialUsage", true))
		}
	}
}
