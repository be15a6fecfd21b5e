package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// claudeNoise are records that say nothing: of types, and of notices.
const claudeNoise = "type=keep_alive|type=command_lifecycle|subtype=status|subtype=thinking_tokens"

// claude reads what Claude Code prints with --output-format stream-json or
// json, and messages as the store has them.
func (s *Stream) claude(v scan.Value) {
	kind := typeOf(v)
	if kind == "stream_event" && test(v, "{event") {
		s.claudeEvent(v)
		return
	}
	if test(v, claudeNoise) || kind == "user" && s.again("user ", str(v, "uuid")) || // prompts are replayed
		kind == "control_response" && s.again("control ", str(v, "response.request_id|response.requestId")) { // either side prints it
		return
	}
	switch kind {
	case "user":
		if m := injected(v); m != nil {
			s.put(m)
			return
		}
	case "assistant":
		if id := str(v, "message.id"); id != "" {
			s.drop(id)
		}
	case "result":
		s.flush()
	}
	s.fail()
	if kind != "user" {
		s.run(v, "session sessionId|session_id")
	}
	s.print(record(v, kind))
}

// marked are the beginnings of texts that Claude Code itself writes in the
// user's place.
var marked = []struct{ begin, subtype string }{
	{"<local-command-stdout>", "local_command"}, {"<local-command-stderr>", "local_command"}, {"[Request interrupted by user", "interrupted"},
	{"<task-notification>", "task_notification"},
}

// injected makes a notice of what stands in the user's place and nobody
// typed; nil for anything else.
func injected(v scan.Value) *message {
	said, subtype := txt(v, "message.content"), ""
	if test(v, "?isSynthetic|?is_synthetic") {
		subtype = "synthetic"
	}
	for i := range marked {
		if text.Index(said, marked[i].begin) == 0 {
			subtype = marked[i].subtype
		}
	}
	if subtype == "" || said == "" {
		return nil
	}
	if subtype == "local_command" {
		_, said, _ = text.Cut(said, ">")
		if said, _, _ = text.Cut(said, "</local-command-"); said == "" {
			said = subtype
		}
	}
	return fill(v, "system uuid=uuid sessionId=sessionId|session_id parentToolUseId=parentToolUseId|parent_tool_use_id raw=").
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
	s.run(v, "session sessionId|session_id")
	s.parent = str(v, "parentToolUseId|parent_tool_use_id")
	th, key := s.threadOf(s.parent), str(v, "apiMessageId|api_message_id")
	if key == "" {
		key = th.open
	}
	own, _ := s.apply(claudeEvents, str(v, "event.type"), v)
	switch own {
	case "start":
		th.open = str(v, "event.message.id")
	case "delta":
		if d := pick(v, "event.delta.text"); d.Exists() {
			s.add(key, "assistant", false, d)
		} else {
			s.add(key, "thinking", false, pick(v, "event.delta.thinking"))
		}
	case "end":
		if u, ok := Usage(pick(v, "event.usage")); ok && key != "" {
			s.put(fill(v, "stream_event subtype:=usage").text("messageId", key).usage("usage", &u).flag("partialUsage", true))
		}
	}
}
