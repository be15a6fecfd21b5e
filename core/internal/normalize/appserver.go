package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// appServerRules are for the parameters of what codex app-server notifies of.
var appServerRules = []rule{
	{" thread/started ", "own thread"},
	{" item/started ", "own started"},
	{" item/completed ", "own completed"},
	{" item/agentMessage/delta ", "delta assistant itemId delta"},
	{" item/reasoning/summaryTextDelta item/reasoning/textDelta ", "delta thinking itemId delta"},
	{" thread/tokenUsage/updated ", "own tokens"},
	{" turn/started ", "goes; own turn"},
	{" turn/completed ", "own end"},
	{" turn/start thread/settings/updated ", "model threadSettings.model|model; own model"},
	{" error ", "own error"},
	{" warning configWarning deprecationNotice ", "note warning message|summary"},
	{" thread/name/updated ", "note session_title_changed threadName"},
	{" account/rateLimits/updated ", "if rateLimits.primary|rateLimits.secondary|rateLimits.credits; put rate_limit_event rateLimits~rateLimits"},
}

// readRPC reads a notification, a request or a response of codex app-server or of
// the Agent Client Protocol.
func (s *Stream) readRPC(v scan.Value) {
	method, params := firstString(v, "method"), v.Get("params")
	s.time = firstValue(v, "emittedAtMs|timestamp")
	if id := v.Get("id"); method != "" && id.Exists() {
		s.asked = s.asked || isWord(" initialize turn/start session/prompt session/new thread/start ", method)
		if isWord(" turn/start session/prompt ", method) {
			s.threadOf("request " + string(id.Raw())).active = true
		}
	}
	if testCondition(v, "jsonrpc") || len(method) > 8 && method[:8] == "session/" {
		s.readACP(v, method, params)
		return
	}
	if method == "" {
		s.rpcResponse(v)
		return
	}
	if id := firstString(params, "threadId"); id != "" {
		s.enterThread(id)
	}
	own, known := s.applyRules(appServerRules, method, params)
	if known {
		s.readNotification(own, params)
	} else if text.LastIndex(method, "/request") > 1 {
		s.runScript(v, "if id; put control_request requestId=id subtype:method request=params")
	}
}

// readNotification reads a notification that the rules leave to it.
func (s *Stream) readNotification(own string, params scan.Value) {
	th := s.threadOf(s.session)
	switch own {
	case "thread":
		s.printThread(firstValue(params, "thread"))
	case "started", "completed":
		if t := firstValue(params, "item.completedAtMs|item.startedAtMs|completedAtMs|startedAtMs"); t.Exists() {
			s.time = t
		}
		s.codexItem(firstValue(params, "item"), own == "completed")
	case "tokens":
		s.codexUsage(th, firstValue(params, "tokenUsage"))
	case "turn":
		th.active = true
	case "end":
		s.turnCompleted(th, firstValue(params, "turn"))
	case "model":
		th.model = s.model
	case "error":
		if testCondition(params, "?willRetry") {
			s.DropBegun() // the request is made again
			s.runScript(params, "note warning error.message|message")
		} else {
			s.runScript(params, "error error|message")
		}
	}
}

// enterThread makes a thread the one whose records are read.
func (s *Stream) enterThread(id string) {
	th := s.threadOf(id)
	if s.session, s.scope = id, id; th.model != "" {
		s.model = th.model
	}
	s.parent = th.call
}

// rpcResponse reads an answer: a thread that begins, or a failure. Answers
// that repeat a thread's history are not read: it was printed before.
func (s *Stream) rpcResponse(v scan.Value) {
	switch {
	case !s.sent && testCondition(v, "error"):
		s.rpcFailure(v)
	case !s.sent && testCondition(v, "result.thread.id,result.model"):
		s.printThread(firstValue(v, "result.thread"))
	default:
		s.runScript(v, "if result.decision; put control_response requestId=id response=result")
	}
}

// rpcFailure reads a failure: of a prompt, or of another request.
func (s *Stream) rpcFailure(v scan.Value) {
	if th := s.threads["request "+string(v.Get("id").Raw())]; s.asked && th == nil {
		s.printRefusal(v, firstValue(v, "error"))
		return
	}
	s.runScript(v, "error error; end error -")
}

// printThread prints the beginning of a thread once.
func (s *Stream) printThread(t scan.Value) {
	id := firstString(t, "id")
	if id == "" || s.seenBefore("thread ", id) {
		return
	}
	s.enterThread(id)
	s.threadOf(id).model = firstString(t, "model")
	s.runScript(t, "begin id model cwd")
}

// codexUsage counts a request by what the thread's total has grown. A total
// that was said before the thread's first turn is its past, and so is all but
// the last request of the first total.
func (s *Stream) codexUsage(th *thread, v scan.Value) {
	total, ok := ParseUsage(firstValue(v, "total"))
	if !ok {
		return
	}
	own, more := subtractUsage(&total, &th.total)
	if last, ok := ParseUsage(firstValue(v, "last")); !th.known || !more {
		if own = last; !ok || !th.active && !th.known {
			own = session.TokenUsage{}
		}
	}
	th.total, th.known = total, true
	if !own.Zero() {
		s.printRequest("", s.model, &own, nil)
	}
}

// turnCompleted ends a turn of a thread; one of a subagent ends nothing.
func (s *Stream) turnCompleted(th *thread, turn scan.Value) {
	s.runScript(turn, "if error; error error")
	if s.parent != "" {
		s.End()
		return
	}
	failed := testCondition(turn, "status#completed")
	m := s.turnEnd(failed).setUsage("totalUsage", &th.total).fillMembers(turn, "durationMs=durationMs")
	if failed {
		m.setStopReason(firstString(turn, "status"))
	}
	s.putMessage(m)
}
