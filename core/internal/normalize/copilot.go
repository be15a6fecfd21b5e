package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// copilotRules are for events of the Copilot CLI and the end of its output. A
// command that failed counts as failed, although the tool worked.
var copilotRules = []rule{
	{" session.start session.resume ", "session data.sessionId; begin data.sessionId data.selectedModel data.context.cwd"},
	{" session.model_change session.tools_updated ", "own model"},
	{" user.message ", "put user content:data.content uuid=id messageId:data.messageId attachments~data.attachments"},
	{" assistant.message_delta ", "delta assistant data.messageId data.deltaContent"},
	{" assistant.reasoning_delta ", "delta thinking data.reasoningId data.deltaContent"},
	{" assistant.message ", "own message"},
	{" assistant.reasoning ", "drop data.reasoningId; own thought"},
	{" tool.execution_start ", "call data.toolCallId data.toolName - data.arguments"},
	{" tool.execution_complete ", "result data.toolCallId - !data.success|?data.shellExecution.exitCode data.shellExecution.exitCode data.result.content|data.error.message"},
	{" assistant.usage ", "tokens data.apiCallId data.model data -"},
	{" session.usage_record ", "tokens data.usage.apiCallId data.usage.model data.usage -"},
	{" session.error ", "error data"},
	{" abort ", "flush; note abort data.reason"},
	{" assistant.idle ", "if ?data.aborted; end type =aborted"},
	{" session.info ", "own info"},
	{" session.warning ", "note warning data.message"},
	{" session.title_changed ", "note session_title_changed data.title|data.name"},
	{" session.compaction_complete ", "note compact_boundary data.summaryContent"},
	{" permission.requested ", "put control_request requestId=data.requestId request=data.permissionRequest"},
	{" permission.completed ", "put control_response requestId=data.requestId response=data.result"},
	{" result ", "session sessionId; end ?exitCode - exitCode=exitCode durationMs=usage.sessionDurationMs durationApiMs=usage.totalApiDurationMs agentUsage~usage"},
	{" file ", "own file"},
}

func (s *Stream) copilot(v scan.Value) {
	kind := str(v, "type")
	if kind == "" {
		kind = "file"
	}
	if agent := str(v, "agentId"); agent != "" { // a subagent: its call, where it is known
		th := s.threadOf("agent " + agent)
		if th.call == "" {
			th.call = str(v, "data.parentToolCallId|data.toolCallId")
		}
		if s.parent = th.call; s.parent == "" {
			s.parent = agent
		}
	}
	own, known := s.apply(copilotRules, kind, v)
	switch own {
	case "model":
		if m := str(v, "data.newModel|data.model"); m != "" && m != s.model {
			s.model = m
			s.begin("", "", scan.Value{})
		}
	case "message":
		s.copilotMessage(v)
	case "thought":
		if t := txt(v, "data.content"); !s.seen["thought "+t] {
			s.say("thinking", "", t)
		}
	case "info":
		s.notice(str(v, "data.infoType"), txt(v, "data.message"))
	case "file": // what a session spent, by model
		pick(v, "modelMetrics").Fields(func(key, e scan.Value) bool {
			s.model = key.String()
			s.run(e, "tokens - - usage -")
			return true
		})
		s.model = ""
		s.run(v, "end none - durationApiMs=totalApiDurationMs")
	}
	if first, _, _ := text.Cut(kind, "."); !known && !isWord(" session model assistant tool subagent permission system agent hook ", first) {
		s.print(rawMessage(v))
	}
}

// copilotMessage reads an answer whole: thinking, text and calls.
func (s *Stream) copilotMessage(v scan.Value) {
	s.run(v, "drop data.messageId; model data.model")
	thought := txt(v, "data.reasoningText")
	if thought != "" {
		s.seen["thought "+thought] = true
		s.pieces = nil
	}
	var b blocks
	b.said("thinking", thought)
	b.said("text", txt(v, "data.content"))
	pick(v, "data.toolRequests").Each(func(_ int, r scan.Value) bool {
		b.call(s, r, "tool_use id:toolCallId name:name input=arguments")
		return true
	})
	s.put(fill(v, "assistant uuid=id messageId:data.messageId").text("content", txt(v, "data.content")).json("contentBlocks", b.end()).opt("model", s.model))
}

// blocks are content blocks under construction.
type blocks struct{ b []byte }

// add adds a block.
func (b *blocks) add(m *message) {
	sep := ","
	if len(b.b) == 0 {
		sep = "["
	}
	b.b = lit(lit(lit(b.b, sep), string(m.b)), "}")
}

// said adds a block of text or thinking that is not empty.
func (b *blocks) said(kind, text string) {
	if text != "" {
		b.add(newMessage(kind).text(kind, text))
	}
}

// call adds a call.
func (b *blocks) call(s *Stream, v scan.Value, spec string) {
	s.names[str(v, "toolCallId|id")] = str(v, "name")
	b.add(fill(v, spec))
}

// end returns the list.
func (b *blocks) end() []byte {
	if len(b.b) == 0 {
		return []byte("[]")
	}
	return lit(b.b, "]")
}
