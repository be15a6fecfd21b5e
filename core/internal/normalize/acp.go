package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// acp reads a record of the Agent Client Protocol.
func (s *Stream) acp(v scan.Value, method string, params scan.Value) {
	s.run(params, "session sessionId")
	load, id := s.threadOf("load"), "request "+string(v.Get("id").Raw())
	if method != "session/update" {
		s.flush()
	}
	switch method {
	case "session/update":
		if !load.active {
			s.acpUpdate(pick(params, "update"))
		}
	case "session/prompt":
		s.run(params, "say user - prompt")
	case "session/load", "session/fork":
		s.threads[id] = load
		load.active = true // it replays what was said before
	case "session/request_permission":
		s.acpCall(pick(params, "toolCall"))
		s.run(v, "put control_request requestId=id subtype=method request=params")
	case "":
		switch {
		case s.threads[id] == load:
			load.active = false
		case test(v, "{error"):
			s.rpcFailure(v)
		case test(v, "result.stopReason"):
			s.run(v, "end error result.stopReason agentUsage=result.usage")
		case test(v, "result.sessionId"):
			s.run(v, "begin result.sessionId result.models.currentModelId -")
		default:
			s.run(v, "if result.outcome; put control_response requestId=id response=result")
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
	own, _ := s.apply(acpRules, str(u, "sessionUpdate"), u)
	switch own {
	case "":
	case "call":
		s.acpCall(u)
	case "cost":
		if usd := Money(pick(u, "cost.amount")); usd != nil {
			th := s.threadOf("cost " + s.session)
			if more := *usd - th.usd; more > 0 {
				th.usd = *usd
				s.spend(&th.turn, &more)
			}
		}
	default:
		key := str(u, "messageId")
		if n := len(s.pieces); n > 0 && (s.pieces[n-1].kind != own || s.pieces[n-1].key != key) {
			s.flush()
		}
		if own != "user" {
			s.add(key, own, true, pick(u, "content.text"))
		}
	}
}

// acpCall reads a call as far as it has come: its input may come later than
// its beginning.
func (s *Stream) acpCall(u scan.Value) {
	id := str(u, "toolCallId")
	th := s.threadOf("call " + id)
	if th.model == "" {
		th.model = str(u, "title|kind")
	}
	if input := pick(u, "rawInput"); input.Kind() == scan.Object && len(input.Raw()) > 2 {
		th.open = string(input.Raw())
	}
	if test(u, "status=completed|status=failed") && !th.active {
		th.active = true
		s.call(id, th.model, "", []byte(th.open))
		s.run(u, "result toolCallId - status=failed|?rawOutput.metadata.exit|?rawOutput.exit_code|?rawOutput.exitCode "+
			"rawOutput.metadata.exit|rawOutput.exit_code|rawOutput.exitCode content|rawOutput.output|rawOutput.content|rawOutput")
	}
}
