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

func (s *Stream) readCopilot(v scan.Value) {
	kind := firstString(v, "type")
	if kind == "" {
		kind = "file"
	}
	if agent := firstString(v, "agentId"); agent != "" { // a subagent: its call, where it is known
		th := s.threadOf("agent " + agent)
		if th.call == "" {
			th.call = firstString(v, "data.parentToolCallId|data.toolCallId")
		}
		if s.parent = th.call; s.parent == "" {
			s.parent = agent
		}
	}
	own, known := s.applyRules(copilotRules, kind, v)
	switch own {
	case "model":
		if m := firstString(v, "data.newModel|data.model"); m != "" && m != s.model {
			s.model = m
			s.beginSession("", "", scan.Value{})
		}
	case "message":
		s.copilotMessage(v)
	case "thought":
		if t := firstText(v, "data.content"); !s.seen["thought "+t] {
			s.printText("thinking", "", t)
		}
	case "info":
		s.printNotice(firstString(v, "data.infoType"), firstText(v, "data.message"))
	case "file": // what a session spent, by model
		firstValue(v, "modelMetrics").EachMember(func(key, e scan.Value) bool {
			s.model = key.String()
			s.runScript(e, "tokens - - usage -")
			return true
		})
		s.model = ""
		s.runScript(v, "end none - durationApiMs=totalApiDurationMs")
	}
	if first, _, _ := text.Cut(kind, "."); !known && !isWord(" session model assistant tool subagent permission system agent hook ", first) {
		s.emitMessage(rawMessage(v))
	}
}

// copilotMessage reads an answer whole: thinking, text and calls.
func (s *Stream) copilotMessage(v scan.Value) {
	s.runScript(v, "drop data.messageId; model data.model")
	thought := firstText(v, "data.reasoningText")
	if thought != "" {
		s.seen["thought "+thought] = true
		s.pieces = nil
	}
	var b blocks
	b.addText("thinking", thought)
	b.addText("text", firstText(v, "data.content"))
	firstValue(v, "data.toolRequests").EachElement(func(_ int, r scan.Value) bool {
		b.addCall(s, r, "tool_use id:toolCallId name:name input=arguments")
		return true
	})
	s.putMessage(fillMessage(v, "assistant uuid=id messageId:data.messageId").text("content", firstText(v, "data.content")).setJSON("contentBlocks", b.closeList()).setOptional("model", s.model))
}

// blocks are content blocks under construction.
type blocks struct{ b []byte }

// addBlock adds a block.
func (b *blocks) addBlock(m *message) {
	sep := ","
	if len(b.b) == 0 {
		sep = "["
	}
	b.b = m.appendCanonical(appendLiteral(b.b, sep))
}

// addText adds a block of text or thinking that is not empty.
func (b *blocks) addText(kind, text string) {
	if text != "" {
		b.addBlock(newMessage(kind).text(kind, text))
	}
}

// addCall adds a call.
func (b *blocks) addCall(s *Stream, v scan.Value, spec string) {
	s.names[firstString(v, "toolCallId|id")] = firstString(v, "name")
	b.addBlock(fillMessage(v, spec))
}

// closeList returns the list.
func (b *blocks) closeList() []byte {
	if len(b.b) == 0 {
		return []byte("[]")
	}
	return appendLiteral(b.b, "]")
}
