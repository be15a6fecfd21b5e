package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// acp speaks version 1 of the Agent Client Protocol: JSON-RPC in both
// directions. The ids of the two directions are independent.
type acp struct {
	dialect   string       // how the agent differs from the protocol's text; "" for unknown
	info      session.JSON // its answer to initialize
	announced acpAnnounced
	settings  acpSettings

	opening bool      // a session is being opened: what the agent repeats of it is history
	steps   []acpStep // settings that the session needs before it is ready
	held    *turn     // its prompt waits until the agent thinks as the query wants it

	prompt  string // the id of the prompt whose answer has not come
	said    string // the end of what the agent said since its last tool or thought
	spoke   bool   // it has said something in the running turn
	failed  []byte // the last text, when it may be how the agent reports a failure
	tokens  string // what the agent counted up to the end of the last turn; counted reports that this turn added some
	counted bool
	broken  bool      // Codex reported that the turn failed
	calls   []acpCall // of the running turn

	cost, costBefore   session.Money // of the whole session, now and when the turn began
	costKnown, costDue bool          // cost is known; the turn's difference can be known

	used        session.TokenUsage // what Copilot had counted at the end of the last turn
	usedUnknown bool               // that turn has no figures
}

// acpAnnounced is what the agent said that it can do.
type acpAnnounced struct {
	load, resume, fork, close, folders, image, audio, embedded, http, sse bool
}

// acpCall is a tool call as far as the agent has announced it.
type acpCall struct {
	id, tool, kind, title string
	input                 session.JSON
}

// clientVersion is the version in version.txt; a test compares them.
const clientVersion = "0.1.0"

// maxSaid is how many bytes of what the agent said are kept to find a failure.
const maxSaid = 4096

func newACP(dialect string) protocol { return &acp{dialect: dialect} }

func (p *acp) arguments(*Session, *arguments) {}
func (p *acp) environment(*Session) []string  { return nil }

// begin negotiates the version. Neither file access nor terminals are offered:
// an agent that uses its own fails less often.
func (p *acp) begin(s *Session) {
	p.opening = true
	p.request(s, "initialize", "initialize", "", func(m *canon.Members) {
		m.Key("clientCapabilities")
		m.B = append(m.B, `{"fs":{"readTextFile":false,"writeTextFile":false},"terminal":false}`...)
		m.Key("clientInfo")
		m.B = append(m.B, `{"name":"heddle","title":"Heddle","version":"`+clientVersion+`"}`...)
		m.Num("protocolVersion", 1)
	})
}

// request sends a request, and remembers what its answer is for. It returns the
// request's id.
func (p *acp) request(s *Session, method, kind, command string, fill func(m *canon.Members)) string {
	id := text.FormatInt(s.nextNumber())
	s.awaitReply(id, command, kind)
	s.writeRaw(acpRecord(id, method, fill), kind == "prompt")
	return id
}

// acpRecord makes a request or, without an id, a notification.
func acpRecord(id, method string, fill func(m *canon.Members)) []byte {
	m := canon.Object(nil)
	if id != "" {
		m.Key("id")
		m.B = append(m.B, id...)
	}
	m.Str("jsonrpc", "2.0")
	m.Str("method", method)
	m.Key("params")
	params := canon.Object(m.B)
	fill(&params)
	m.B = params.End()
	return m.End()
}

// acpResponse makes a record of an answer to the agent; member is result or error.
func acpResponse(id, member string, value []byte) []byte {
	m := canon.Object(nil)
	if member == "error" {
		m.Key("error")
		m.B = append(m.B, value...)
	}
	m.Key("id")
	m.B = append(m.B, id...)
	m.Str("jsonrpc", "2.0")
	if member == "result" {
		m.Key("result")
		m.B = append(m.B, value...)
	}
	return m.End()
}

func (p *acp) respondError(s *Session, id string, code int64, message string) {
	m := canon.Object(nil)
	m.Num("code", code)
	m.Str("message", message)
	s.writeRaw(acpResponse(id, "error", m.End()), false)
}

func (p *acp) read(s *Session, v scan.Value) {
	id, method := v.Get("id"), v.Get("method").String()
	if method != "" || string(id.Raw()) != p.prompt {
		p.release(s)
	}
	switch {
	case method != "" && id.Exists():
		p.readRequest(s, v, string(id.Raw()), method)
	case method == "session/update":
		p.readUpdate(s, v, v.Get("params").Get("update"))
	case method == "$/cancel_request":
		p.cancelRequest(s, string(v.Get("params").Get("requestId").Raw()))
	case method != "":
		p.keepRaw(s, v)
	case id.Exists():
		if r, known := s.takeRequest(string(id.Raw())); known {
			p.readAnswer(s, r, v)
		}
	default:
		s.reportGarbage(v.Raw())
	}
}

// keepRaw delivers and records what has no meaning here.
func (p *acp) keepRaw(s *Session, v scan.Value) {
	m := canon.Object(nil)
	m.Key("raw")
	m.B = v.AppendCanonical(m.B)
	m.OptStr("sessionId", s.nativeID)
	m.Key("timestamp")
	m.B = s.now.AppendJSON(m.B)
	m.Str("type", "raw")
	s.event(m.End(), true, false)
}

// readUpdate reads what the agent reports about its session. Nothing of it is a
// message while the session is opened: then the agent repeats its history.
func (p *acp) readUpdate(s *Session, v, u scan.Value) {
	kind := u.Get("sessionUpdate").String()
	switch kind {
	case "agent_message_chunk":
		switch {
		case p.opening:
		case isRetryText(p.dialect, u):
			s.stream.DropBegun()
			p.said = ""
			p.recordNotice(s, u)
			s.reportRetry(retry{cause: noticeText(u)})
			return
		case p.isNotice(s, u):
			p.recordNotice(s, u)
			return
		}
		p.spoke = p.spoke || !u.Get("content").Get("text").EqualString("")
		p.said += u.Get("content").Get("text").String()
		if len(p.said) > maxSaid {
			p.said = p.said[len(p.said)-maxSaid:]
		}
		if s.turn != nil && !p.opening && isFailureText(p.dialect, u) {
			p.failed = append([]byte{}, v.Raw()...)
			return
		}
	case "agent_thought_chunk", "user_message_chunk":
		p.said = ""
	case "tool_call", "tool_call_update":
		p.said = ""
		p.noteCall(s, u)
	case "usage_update":
		p.noteCost(u.Get("cost"))
	case "session_info_update":
		p.noteThread(u.Get("_meta").Get("codex").Get("threadStatus").Get("type").String())
	case "available_commands_update":
		return
	case "current_mode_update":
		p.noteMode(s, u.Get("currentModeId").String())
		return
	case "config_option_update":
		p.noteOptions(s, u.Get("configOptions"))
		return
	default:
		if kind == "" {
			u = v // it is no update
		}
		if !p.opening {
			p.keepRaw(s, u)
		}
		return
	}
	if !p.opening && !p.isModeNote(s, u) {
		s.readMessages(v)
	}
}

// isModeNote reports whether a text is Gemini's confirmation of another mode,
// which is part of no turn.
func (p *acp) isModeNote(s *Session, u scan.Value) bool {
	return p.dialect == "gemini" && s.turn == nil && strings.HasPrefix(u.Get("content").Get("text").String(), "[MODE_UPDATE] ")
}

// noteThread notes what Codex reports about its thread.
func (p *acp) noteThread(status string) {
	if status != "" {
		p.broken = status == "systemError"
	}
}

// noteCost notes what the session has cost since it began.
func (p *acp) noteCost(cost scan.Value) {
	if currency := cost.Get("currency"); currency.Exists() && !currency.EqualString("USD") {
		return
	}
	if amount := normalize.ParseMoney(cost.Get("amount")); amount != nil {
		p.cost, p.costKnown = *amount, true
	}
}

// noteCall notes a call. Its message comes only when the call has returned, so
// that it runs is noted here.
func (p *acp) noteCall(s *Session, u scan.Value) {
	id := u.Get("toolCallId").String()
	if p.opening || id == "" {
		return
	}
	p.callOf(id).note(u)
	t := s.turn
	if t == nil {
		return
	}
	t.progress = s.now
	t.course.noteCall(id, s.now)
	s.endTool(id)
	if status := u.Get("status"); !status.EqualString("completed") && !status.EqualString("failed") {
		t.tools = append(t.tools, id)
	}
}

// callOf returns what is known of a call.
func (p *acp) callOf(id string) *acpCall {
	for i := range p.calls {
		if p.calls[i].id == id {
			return &p.calls[i]
		}
	}
	p.calls = append(p.calls, acpCall{id: id})
	return &p.calls[len(p.calls)-1]
}

// note takes what an update says about a call. What it does not say stays.
func (c *acpCall) note(u scan.Value) {
	set := func(to *string, v scan.Value) {
		if s := v.String(); s != "" {
			*to = s
		}
	}
	set(&c.kind, u.Get("kind"))
	set(&c.title, u.Get("title"))
	set(&c.tool, u.Get("name"))
	set(&c.tool, u.Get("_meta").Get("claudeCode").Get("toolName"))
	if input := u.Get("rawInput"); input.Kind() == scan.Object && len(input.Raw()) > 2 {
		c.input = input.AppendCanonical(nil)
	}
}

// checkPrompt refuses a prompt that the agent is known not to take.
func (p *acp) checkPrompt(s *Session, c *session.LiveCommandRequest) error {
	if s.nativeID == "" || p.opening {
		return nil // it has not announced everything
	}
	if c.Thinking != "" && p.settings.thinkOption == "" {
		return s.unsupported(textOfCapability(canThink))
	}
	_, err := p.promptContent(s, c)
	return err
}

// checkOptions refuses options that no agent of the protocol takes.
func (p *acp) checkOptions(s *Session) error {
	if len(s.options.Settings) > 0 {
		return s.unsupported("take further settings")
	}
	return nil
}

// send sends the prompt of a turn. What the agent said since the turn before is
// complete. A prompt waits until the agent has a new session, and thinks as the
// query wants it.
func (p *acp) send(s *Session, t *turn) {
	s.stream.End()
	think := t.command.Thinking
	switch {
	case p.opening:
		p.held = t
	case think == "" || think == p.settings.thinking:
		p.sendPrompt(s, t)
	case p.settings.thinkOption == "":
		s.refuseTurn(s.unsupported(textOfCapability(canThink)))
	default:
		p.held = t
		p.setOption(s, p.settings.thinkOption, think, "think "+think, "")
	}
}

func (p *acp) sendPrompt(s *Session, t *turn) {
	content, err := p.promptContent(s, &t.command)
	if err != nil {
		s.refuseTurn(err)
		return
	}
	s.recordPrompt(t, &t.command)
	p.said, p.spoke, p.broken, p.calls = "", false, false, nil
	p.costBefore, p.costDue = p.cost, p.costKnown
	p.prompt = p.request(s, "session/prompt", "prompt", "", func(m *canon.Members) {
		m.Key("prompt")
		m.B = append(m.B, content...)
		m.Str("sessionId", s.nativeID)
	})
}

// sendHeld sends the prompt that waited.
func (p *acp) sendHeld(s *Session, failure error) {
	t := p.held
	if p.held = nil; t == nil || t != s.turn {
		return
	}
	if failure == nil && (t.interrupted || t.timedOut) {
		failure = fault.New(fault.Complete, "the query ended before its prompt was sent")
	}
	if failure != nil {
		s.refuseTurn(failure)
		return
	}
	p.send(s, t)
}

// interrupt asks the agent to end the turn. A prompt that was not sent yet is
// not sent any more.
func (p *acp) interrupt(s *Session) {
	if p.prompt != "" {
		p.cancelPrompt(s)
	}
}

func (p *acp) cancelPrompt(s *Session) {
	s.writeRaw(acpRecord("", "session/cancel", func(m *canon.Members) { m.Str("sessionId", s.nativeID) }), false)
}

// endPrompt reads the answer to a prompt, which ends the turn. Every answer
// becomes a result, also one that the protocol does not know.
func (p *acp) endPrompt(s *Session, v scan.Value) {
	p.prompt = ""
	result, failure := v.Get("result"), v.Get("error")
	tokens := string(result.Get("usage").Raw())
	p.tokens, p.counted = tokens, tokens != p.tokens
	record := []byte(nil)
	code, _ := failure.Get("code").Int()
	switch {
	case code == rpcCancelled && s.turn != nil && s.turn.interrupted:
		s.stream.Cut()
		record = acpOutcome("result", []byte(`{"stopReason":"cancelled"}`))
	case failure.Get("code").Exists():
		record = acpOutcome("error", failure.Raw())
	case failure.Exists():
		record = acpOutcome("error", acpError(string(failure.Raw()), ""))
	case p.failedQuietly(s, result):
		s.stream.End() // what the agent said comes first
		record = acpOutcome("error", p.quietError(s))
	case result.Get("stopReason").String() == "":
		record = acpOutcome("result", []byte(`{"stopReason":"end_turn"}`))
	default:
		if result.Get("stopReason").EqualString("cancelled") {
			s.stream.Cut()
		}
		record = acpOutcome("result", result.Raw())
	}
	p.release(s)
	if outcome, err := scan.Parse(record); err == nil {
		s.readMessages(outcome)
	}
}

// acpOutcome makes the answer to a prompt; member is result or error.
func acpOutcome(member string, value []byte) []byte {
	record := append([]byte(`{"id":0,"jsonrpc":"2.0","`), member...)
	record = append(append(record, `":`...), value...)
	return append(record, '}')
}

// acpError makes an error of a kind, "" for none.
func acpError(message, kind string) []byte {
	m := canon.Object(nil)
	m.Num("code", rpcInternal)
	if kind != "" {
		m.Key("data")
		data := canon.Object(m.B)
		data.Str("errorType", kind)
		m.B = data.End()
	}
	m.Str("message", message)
	return m.End()
}

// finish settles the figures of a turn. What usage means differs: only two
// agents report the turn's own. For the others the driver reads what the turn
// added to the agent's own session. The cost is the session's so far.
func (p *acp) finish(s *Session, r *result) {
	v, err := scan.Parse(r.message)
	if err != nil {
		return
	}
	r.usd = nil
	if p.costDue && p.costKnown && p.cost > p.costBefore {
		spent := p.cost - p.costBefore
		r.usd = &spent
	}
	p.costDue = false
	r.usage, r.source = nil, ""
	u, ok := acpUsage(v.Get("agentUsage"))
	switch p.dialect {
	case "claude-agent-acp", "codex-acp":
	case "copilot":
		u, ok = p.usageSince(u, ok)
	default:
		ok = false
	}
	if ok {
		r.usage, r.source = &u, "protocol"
	}
	r.measure = s.turn != nil && (!ok || p.dialect == "copilot")
}

// usageSince returns what a turn of Copilot has used: it counts from its start on, and its input has what
// was cached. After a turn without figures the next one's are unknown.
func (p *acp) usageSince(total session.TokenUsage, ok bool) (u session.TokenUsage, known bool) {
	before, known := p.used, ok && !p.usedUnknown
	p.used, p.usedUnknown = total, !ok
	total.InputTokens -= before.InputTokens
	total.OutputTokens -= before.OutputTokens
	total.ThinkingTokens -= before.ThinkingTokens
	total.CachedTokens -= before.CachedTokens
	total.CacheWriteTokens -= before.CacheWriteTokens
	total.InputTokens -= total.CachedTokens + total.CacheWriteTokens
	return total, known && !total.Zero() && total.InputTokens >= 0 && total.OutputTokens >= 0 && total.CachedTokens >= 0 && total.CacheWriteTokens >= 0
}

// acpUsage reads the tokens of a turn.
func acpUsage(v scan.Value) (u session.TokenUsage, ok bool) {
	count := func(name string) int64 {
		n, _ := v.Get(name).Int()
		return max(n, 0)
	}
	u = session.TokenUsage{InputTokens: count("inputTokens"), OutputTokens: count("outputTokens"), ThinkingTokens: count("thoughtTokens"),
		CachedTokens: count("cachedReadTokens"), CacheWriteTokens: count("cachedWriteTokens")}
	return u, !u.Zero()
}

// close ends the turn and the session, in this order, where the agent can.
func (p *acp) close(s *Session) {
	if p.prompt != "" {
		p.cancelPrompt(s)
	}
	if p.announced.close && s.nativeID != "" && !p.opening {
		p.request(s, "session/close", "close", "", func(m *canon.Members) { m.Str("sessionId", s.nativeID) })
	}
}
