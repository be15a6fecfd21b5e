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

// rpc reads a notification, a request or a response of codex app-server or of
// the Agent Client Protocol.
func (s *Stream) rpc(v scan.Value) {
	method, params := str(v, "method"), v.Get("params")
	s.time = pick(v, "emittedAtMs|timestamp")
	if id := v.Get("id"); method != "" && id.Exists() {
		s.asked = s.asked || isWord(" initialize turn/start session/prompt session/new thread/start ", method)
		if isWord(" turn/start session/prompt ", method) {
			s.threadOf("request " + string(id.Raw())).active = true
		}
	}
	if test(v, "jsonrpc") || len(method) > 8 && method[:8] == "session/" {
		s.acp(v, method, params)
		return
	}
	if method == "" {
		s.rpcResponse(v)
		return
	}
	if id := str(params, "threadId"); id != "" {
		s.enter(id)
	}
	own, known := s.apply(appServerRules, method, params)
	if known {
		s.notification(own, params)
	} else if text.LastIndex(method, "/request") > 1 {
		s.run(v, "if id; put control_request requestId=id subtype:method request=params")
	}
}

// notification reads a notification that the rules leave to it.
func (s *Stream) notification(own string, params scan.Value) {
	th := s.threadOf(s.session)
	switch own {
	case "thread":
		s.thread(pick(params, "thread"))
	case "started", "completed":
		if t := pick(params, "item.completedAtMs|item.startedAtMs|completedAtMs|startedAtMs"); t.Exists() {
			s.time = t
		}
		s.codexItem(pick(params, "item"), own == "completed")
	case "tokens":
		s.codexUsage(th, pick(params, "tokenUsage"))
	case "turn":
		th.active = true
	case "end":
		s.turnCompleted(th, pick(params, "turn"))
	case "model":
		th.model = s.model
	case "error":
		if test(params, "?willRetry") {
			s.run(params, "note warning error.message|message")
		} else {
			s.run(params, "error error|message")
		}
	}
}

// enter makes a thread the one whose records are read.
func (s *Stream) enter(id string) {
	th := s.threadOf(id)
	if s.session, s.scope = id, id; th.model != "" {
		s.model = th.model
	}
	s.parent = th.call
}

// rpcResponse reads an answer: a thread that begins, or a failure. Answers
// that tell a thread's history are not read: it was printed before.
func (s *Stream) rpcResponse(v scan.Value) {
	switch {
	case test(v, "error"):
		s.rpcFailure(v)
	case test(v, "result.thread.id,result.model"):
		s.thread(pick(v, "result.thread"))
	default:
		s.run(v, "if result.decision; put control_response requestId=id response=result")
	}
}

// rpcFailure reads a failure: of a prompt, or of another request.
func (s *Stream) rpcFailure(v scan.Value) {
	if th := s.threads["request "+string(v.Get("id").Raw())]; s.asked && th == nil {
		s.refused(v, pick(v, "error"))
		return
	}
	s.run(v, "error error; end error -")
}

// thread prints the beginning of a thread once.
func (s *Stream) thread(t scan.Value) {
	id := str(t, "id")
	if id == "" || s.again("thread ", id) {
		return
	}
	s.enter(id)
	s.threadOf(id).model = str(t, "model")
	s.run(t, "begin id model cwd")
}

// codexUsage counts a request by what the thread's total has grown. A total
// that was said before the thread's first turn is its past, and so is all but
// the last request of the first total.
func (s *Stream) codexUsage(th *thread, v scan.Value) {
	total, ok := Usage(pick(v, "total"))
	if !ok {
		return
	}
	own, more := minus(&total, &th.total)
	if last, ok := Usage(pick(v, "last")); !th.known || !more {
		if own = last; !ok || !th.active && !th.known {
			own = session.TokenUsage{}
		}
	}
	th.total, th.known = total, true
	if !own.Zero() {
		s.request("", s.model, &own, nil)
	}
}

// turnCompleted ends a turn of a thread; one of a subagent ends nothing.
func (s *Stream) turnCompleted(th *thread, turn scan.Value) {
	s.run(turn, "if error; error error")
	if s.parent != "" {
		s.End()
		return
	}
	failed := test(turn, "status#completed")
	m := s.turnEnd(failed).usage("totalUsage", &th.total).fill(turn, "durationMs=durationMs")
	if failed {
		m.stop(str(turn, "status"))
	}
	s.put(m)
}
