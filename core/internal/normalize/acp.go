package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// readACP reads a record of the Agent Client Protocol.
func (s *Stream) readACP(v scan.Value, method string, params scan.Value) {
	s.runScript(params, "session sessionId")
	load, id := s.threadOf("load"), "request "+string(v.Get("id").Raw())
	if s.sent && method == "" {
		s.runScript(v, "if result.outcome; put control_response requestId=id response=result")
		return
	}
	if method != "session/update" && method != "session/cancel" { // texts may follow both
		s.flushPieces()
	}
	switch method {
	case "session/update":
		if !load.active {
			s.acpUpdate(firstValue(params, "update"))
		}
	case "session/prompt":
		s.runScript(params, "say user - prompt")
	case "session/load", "session/fork":
		s.threads[id] = load
		load.active = true // it replays what was said before
	case "session/request_permission":
		s.acpCall(firstValue(params, "toolCall"))
		s.runScript(v, "put control_request requestId=id subtype=method request=params")
	case "":
		switch {
		case s.threads[id] == load:
			load.active = false
		case testCondition(v, "{error"):
			s.rpcFailure(v)
		case testCondition(v, "result.stopReason"):
			s.runScript(v, "end error result.stopReason agentUsage=result.usage")
		case testCondition(v, "result.models.currentModelId=auto"): // Gemini chooses for each request
			s.runScript(v, "begin result.sessionId - -")
		case testCondition(v, "result.sessionId"):
			s.runScript(v, "begin result.sessionId result.models.currentModelId -")
		default:
			s.runScript(v, "if result.outcome; put control_response requestId=id response=result")
		}
		delete(s.threads, id)
	}
}

// acpRules are for updates of a session. Chunks are all there is of a message:
// it ends where another begins. The prompt was printed when it was sent.
var acpRules = []rule{
	{" user_message_chunk ", "own user"},
	{" agent_message_chunk ", "own assistant"},
	{" agent_thought_chunk ", "own thinking"},
	{" tool_call tool_call_update ", "flush; own call"},
	{" usage_update ", "own cost"},
	{" session_info_update ", `if "title; note session_title_changed title`},
}

func (s *Stream) acpUpdate(u scan.Value) {
	own, _ := s.applyRules(acpRules, firstString(u, "sessionUpdate"), u)
	switch own {
	case "":
	case "call":
		s.acpCall(u)
	case "cost":
		if usd := ParseMoney(firstValue(u, "cost.amount")); usd != nil {
			th := s.threadOf("cost " + s.session)
			if more := *usd - th.usd; more > 0 {
				th.usd = *usd
				s.addSpend(&th.turn, &more)
			}
		}
	default:
		key := firstString(u, "messageId")
		if n := len(s.pieces); n > 0 && (s.pieces[n-1].kind != own || s.pieces[n-1].key != key) {
			s.flushPieces()
		}
		if own != "user" {
			s.addDelta(key, own, true, firstValue(u, "content.text"))
		}
	}
}

// acpCall reads a call as far as it has come: its input may come later than
// its beginning.
func (s *Stream) acpCall(u scan.Value) {
	id := firstString(u, "toolCallId")
	th := s.threadOf("call " + id)
	returned := s.threadOf("calls")
	if th.model == "" && !th.known {
		th.known, th.since = true, returned.since
	}
	if th.model == "" {
		th.model = firstString(u, "_meta.claudeCode.toolName|name|kind")
	}
	if input := firstValue(u, "rawInput"); input.Kind() == scan.Object && len(input.Raw()) > 2 {
		th.open = string(input.Raw())
	}
	if testCondition(u, "status=completed|status=failed") && !th.active {
		th.active = true
		if m := s.callMessage(id, th.model, "", []byte(th.open)); m != nil {
			if th.since < returned.since { // another one returned after this one was announced
				m.setBool("parallel", true)
			}
			s.putMessage(m)
		}
		returned.since++
		s.runScript(u, "result toolCallId - status=failed|?rawOutput.metadata.exit|?rawOutput.exit_code|?rawOutput.exitCode "+
			"rawOutput.metadata.exit|rawOutput.exit_code|rawOutput.exitCode content|rawOutput.output|rawOutput.content|rawOutput")
	}
}
