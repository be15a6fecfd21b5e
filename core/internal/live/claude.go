package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// claude speaks the control protocol of Claude Code: JSON lines of messages,
// control_request and control_response in both directions.
type claude struct {
	info      session.JSON // the agent's answer to initialize
	lifecycle bool         // the agent reports when it takes up a prompt
	work      claudeWork
	clears    []string      // the ids of /clear without a result, also when no caller waits for it any more
	started   bool          // the conversation exists: it cannot be refused any more
	total     session.Money // the last total_cost_usd
	known     bool          // total is what the agent counts from
}

// claudeWork is what the agent works on.
type claudeWork int

const (
	notBegun claudeWork = iota // nothing; the prompt that was sent may wait
	alone                      // a turn that it has begun by itself
	missed                     // nothing: an interrupt has ended such a turn, not the query
	begun                      // the prompt that was sent last, also after its end
)

func newClaude() *claude { return &claude{} }

// claudeMode returns a permission mode in the agent's words.
func claudeMode(mode session.LivePermissionMode) string {
	switch mode {
	case session.LivePermissionModeAcceptEdits:
		return "acceptEdits"
	case session.LivePermissionModeBypassPermissions:
		return "bypassPermissions"
	case session.LivePermissionModePlan:
		return "plan"
	case session.LivePermissionModeDontAsk:
		return "dontAsk"
	}
	return "default"
}

// arguments uses flags that 2.1.197 and 2.1.329 accept; both refuse unknown ones.
// Their --help names all but --max-turns and --max-thinking-tokens. What may be
// secret is in files: every user of the machine can read the arguments.
func (p *claude) arguments(s *Session, a *arguments) {
	o := &s.options
	if o.Resume == "" || o.Fork {
		a.set("--session-id", o.SessionID)
	}
	a.set("--resume", o.Resume)
	if o.Fork {
		a.add("--fork-session")
	}
	a.set("--model", o.Model)
	a.setFile("--system-prompt-file", "system-prompt.txt", o.SystemPrompt)
	if s.mode != session.LivePermissionModeDefault {
		a.set("--permission-mode", claudeMode(s.mode))
	}
	for _, tool := range o.AllowedTools {
		a.set("--allowedTools", tool)
	}
	for _, tool := range o.DisallowedTools {
		a.set("--disallowedTools", tool)
	}
	for _, dir := range o.AddDirs {
		a.set("--add-dir", dir)
	}
	if o.MaxTurns > 0 {
		a.set("--max-turns", text.FormatInt(o.MaxTurns))
	}
	a.set("--max-budget-usd", o.MaxBudgetUSD)
	a.set("--effort", o.Thinking)
	if o.MaxThinkingTokens > 0 {
		a.set("--max-thinking-tokens", text.FormatInt(o.MaxThinkingTokens))
	}
	a.set("--json-schema", string(o.OutputSchema))
	a.set("--agent", o.Subagent)
	if len(o.MCPServers) > 0 {
		a.setFile("--mcp-config", "mcp.json", `{"mcpServers":`+string(o.MCPServers)+`}`)
	}
	a.setFile("--settings", "settings.json", string(o.Settings))
	if o.NoSessionPersistence {
		a.add("--no-session-persistence")
	}
}

func (p *claude) environment(s *Session) []string {
	if s.options.FileCheckpointing {
		return []string{"CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1"}
	}
	return nil
}

func (p *claude) begin(s *Session) {
	p.known = s.options.Resume == "" // a resumed session may continue counting from its total
	if !s.options.FileCheckpointing {
		s.lose(canRewind)
	}
	p.request(s, "initialize", "", func(m *canon.Members) {
		m.Key("hooks")
		m.B = append(m.B, "{}"...)
	})
}

// request sends a control request and remembers what its answer is for.
func (p *claude) request(s *Session, subtype, command string, fill func(m *canon.Members)) {
	id := "heddle-" + text.FormatInt(s.nextNumber())
	s.awaitReply(id, command, subtype)
	m := canon.Object(nil)
	m.Key("request")
	r := canon.Object(m.B)
	if fill != nil {
		fill(&r)
	}
	r.Str("subtype", subtype)
	m.B = r.End()
	m.Str("request_id", id)
	m.Str("type", "control_request")
	s.writeRaw(m.End(), false)
}

func (p *claude) read(s *Session, v scan.Value) {
	switch v.Get("type").String() {
	case "control_response":
		p.readResponse(s, v.Get("response"))
		return
	case "control_request":
		p.readRequest(s, v)
		return
	case "control_cancel_request":
		s.withdrawAsk(v.Get("request_id").String())
		return
	case "command_lifecycle":
		p.lifecycle = true
		if v.Get("state").EqualString("started") && s.turn != nil && v.Get("command_uuid").EqualString(s.turn.command.ID) {
			p.takeUp(s)
		}
	case "user":
		if p.isPrompt(s, v) {
			p.takeUp(s)
		}
	case "system":
		p.readNotice(s, v)
	case "conversation_reset":
		p.total = 0 // versions that say so count the money anew
	case "result":
		if p.readRefusal(s, v) {
			return
		}
	}
	if kind := v.Get("type").String(); len(p.clears) > 0 && (s.turn == nil || p.work != begun) && (kind == "user" || kind == "assistant") {
		return // the agent shows /clear as if somebody had typed it
	}
	s.readMessages(v)
}

// isPrompt reports whether a message repeats the prompt of the running turn.
// Older versions give it an id of their own.
func (p *claude) isPrompt(s *Session, v scan.Value) bool {
	t := s.sentTurn()
	if t == nil {
		return false
	}
	c := &t.command
	return v.Get("uuid").EqualString(c.ID) || v.Get("isReplay").Bool() && c.Text != "" && v.Get("message.content.0.text").EqualString(c.Text)
}

// takeUp notes that the agent works on the prompt. An interrupt that came while
// it did something else is repeated.
func (p *claude) takeUp(s *Session) {
	if p.work == begun {
		return
	}
	again := p.work != notBegun && s.timers.interrupt != 0
	p.work = begun
	if again {
		p.interrupt(s)
	}
}

// readNotice notes what the agent announces.
func (p *claude) readNotice(s *Session, v scan.Value) {
	switch v.Get("subtype").String() {
	case "init":
		p.started = true
		if len(p.clears) == 0 && (s.sentTurn() == nil || p.lifecycle && p.work != begun) {
			p.work = alone
		}
		s.setNativeID(v.Get("session_id").String())
		if m := v.Get("model").String(); m != "" {
			s.model = m
		}
		if version := v.Get("claude_code_version").String(); version != "" {
			s.version = version
		}
		p.noteMode(s, v.Get("permissionMode").String())
	case "status":
		p.noteMode(s, v.Get("permissionMode").String())
	case "api_retry":
		p.reportRetry(s, v)
	}
}

// reportRetry reports that the agent tries a request again that failed.
func (p *claude) reportRetry(s *Session, v scan.Value) {
	r := retry{cause: v.Get("error").String()}
	if r.cause == "" {
		r.cause = v.Get("error.message").String()
	}
	if status, is := v.Get("error_status").Int(); is {
		r.cause += " (HTTP " + text.FormatInt(status) + ")"
	}
	r.attempt, _ = v.Get("attempt").Int()
	r.attempts, _ = v.Get("max_retries").Int()
	if delay, is := v.Get("retry_delay_ms").Float(); is {
		r.delayMS = int64(delay)
	}
	s.reportRetry(r)
}

// noteMode notes the permission mode, which the agent may change by itself.
func (p *claude) noteMode(s *Session, mode string) {
	ours := session.LivePermissionMode(normalize.ParsePermissionMode(mode))
	if claudeMode(ours) == mode { // it has further ones
		s.mode = ours
	}
}

// readRefusal notes that the agent does not have the session to resume: it then
// prints a result, with or without an answer to initialize, and ends.
func (p *claude) readRefusal(s *Session, v scan.Value) bool {
	if s.options.Resume == "" || p.started || text.Index(v.Get("errors.0").String(), "No conversation found") != 0 {
		return false
	}
	s.refuseStart(p.notFound(s))
	return true
}

func (p *claude) notFound(s *Session) error {
	return fault.New(fault.SessionNotFound, "claude has no session "+s.options.Resume+" in "+s.options.Cwd).
		WithHint("sessions.list lists them with their folders: a session can be resumed in its own folder")
}

// exitError recognizes a refused session by what is on standard error.
func (p *claude) exitError(s *Session, x session.LiveExitRequest) error {
	if s.options.Resume != "" && !p.started && text.Index(x.Stderr, "No conversation found") >= 0 {
		return p.notFound(s)
	}
	return nil
}

// readResponse reads the answer to a request of ours.
func (p *claude) readResponse(s *Session, v scan.Value) {
	r, known := s.takeRequest(v.Get("request_id").String())
	if !known {
		return // the agent repeats our answers
	}
	if v.Get("subtype").EqualString("error") {
		p.requestFailed(s, r, v)
		return
	}
	value := v.Get("response")
	switch r.kind {
	case "initialize":
		p.info = value.AppendCanonical(nil)
		if version := value.Get("claudeCodeVersion").String(); version != "" {
			s.version = version
		}
		id := s.options.SessionID
		if s.options.Resume != "" && !s.options.Fork {
			id = s.options.Resume
		}
		s.becomeReady(id)
		return
	case "set_model":
		s.model = r.value
		if m := value.Get("model").String(); m != "" {
			s.model = m
		}
	case "set_permission_mode":
		s.mode = session.LivePermissionMode(r.value)
	case "interrupt":
		s.confirmInterrupt()
		return
	}
	s.reply(r.command, value.AppendCanonical(nil))
}

func (p *claude) requestFailed(s *Session, r request, v scan.Value) {
	err := fault.New(fault.InvalidArgument, "claude refused: "+v.Get("error").String())
	if v.Get("error_code").EqualString("unsupported_request") || text.Index(v.Get("error").String(), "Unsupported") == 0 {
		err = fault.New(fault.Unsupported, "this version of claude cannot do that: "+v.Get("error").String()).WithHint("update claude")
	}
	if r.kind == "initialize" {
		s.refuseStart(err)
		return
	}
	s.replyError(r.command, err)
}

// readRequest reads a request of the agent.
func (p *claude) readRequest(s *Session, v scan.Value) {
	r := v.Get("request")
	if !r.Get("subtype").EqualString("can_use_tool") {
		m := canon.Object(nil)
		m.Str("error", "unsupported request")
		m.Str("request_id", v.Get("request_id").String())
		m.Str("subtype", "error")
		s.writeRaw(controlResponse(m.End()), false)
		return
	}
	s.readMessages(v)
	tool := r.Get("tool_name").String()
	a := &ask{native: v.Get("request_id").String(), raw: r.Get("input").AppendCanonical(nil)}
	a.question = r.Get("requires_user_interaction").Bool() || tool == "AskUserQuestion" || tool == "ExitPlanMode"
	a.edits = tool == "Edit" || tool == "Write" || tool == "MultiEdit" || tool == "NotebookEdit"
	a.about = session.LiveAsk{ToolName: tool, ToolUseID: r.Get("tool_use_id").String(), Input: r.Get("input").AppendCanonical(nil),
		Title: r.Get("description").String(), CanUpdateInput: true, CanRemember: true}
	if list := r.Get("permission_suggestions"); list.Kind() == scan.Array {
		a.about.Suggestions = list.AppendCanonical(nil)
	}
	s.requestPermission(a)
}

// controlResponse makes a record of an answer to the agent.
func controlResponse(response []byte) []byte {
	m := canon.Object(nil)
	m.Key("response")
	m.B = append(m.B, response...)
	m.Str("type", "control_response")
	return m.End()
}

func (p *claude) answer(s *Session, a *ask, d decision) {
	m := canon.Object(nil)
	if d.allow {
		m.Str("behavior", "allow")
		m.Key("updatedInput")
		if len(d.input) > 0 {
			m.B = append(m.B, d.input...)
		} else {
			m.B = append(m.B, a.raw...)
		}
		if rules := rulesOf(a, d); len(rules) > 0 {
			m.Key("updatedPermissions")
			m.B = append(m.B, rules...)
		}
	} else {
		m.Str("behavior", "deny") // an interrupt follows as a request of its own
		m.Str("message", d.reason)
	}
	answer := m.End()
	r := canon.Object(nil)
	r.Str("request_id", a.native)
	r.Key("response")
	r.B = append(r.B, answer...)
	r.Str("subtype", "success")
	s.writeDecision(controlResponse(r.End()))
}

// rulesOf returns the permission updates of a decision, a list: those given or,
// for true, the agent's first suggestion.
func rulesOf(a *ask, d decision) session.JSON {
	v, err := scan.Parse(d.rules)
	if err != nil {
		return nil
	}
	if v.Kind() == scan.True {
		list, err := scan.Parse(a.about.Suggestions)
		if err != nil {
			return nil
		}
		v = list.Get("0")
	}
	switch v.Kind() {
	case scan.Array:
		return v.AppendCanonical(nil)
	case scan.Object:
		return append(v.AppendCanonical([]byte{'['}), ']')
	}
	return nil
}

func (p *claude) send(s *Session, t *turn) {
	if p.work != alone {
		p.work = notBegun
	}
	s.recordPrompt(t, &t.command)
	p.sendUser(s, &t.command)
}

// sendUser sends a prompt. The stream has seen it: it knows a repeated one by
// its uuid.
func (p *claude) sendUser(s *Session, c *session.LiveCommandRequest) { s.write(userRecord(c), true) }

// userRecord returns a prompt as the agent reads it.
func userRecord(c *session.LiveCommandRequest) []byte {
	m := canon.Object(nil)
	m.Key("message")
	inner := canon.Object(m.B)
	inner.Key("content")
	inner.B = append(inner.B, promptBlocks(c)...)
	inner.Str("role", "user")
	m.B = inner.End()
	m.Key("parent_tool_use_id")
	m.B = append(m.B, "null"...)
	m.Str("session_id", "")
	m.Str("type", "user")
	m.Str("uuid", c.ID)
	return m.End()
}

func (p *claude) interrupt(s *Session) {
	p.request(s, "interrupt", "", nil)
	s.expireLast() // when the turn ends without an answer to it, nothing else waits
}

func (p *claude) control(s *Session, c *session.LiveCommandRequest) error {
	switch c.Kind {
	case session.LiveCommandKindSetModel:
		p.request(s, "set_model", c.ID, func(m *canon.Members) { m.Str("model", c.Model) })
		s.noteRequest(c.Model)
	case session.LiveCommandKindSetPermissionMode:
		p.request(s, "set_permission_mode", c.ID, func(m *canon.Members) { m.Str("mode", claudeMode(session.LivePermissionMode(c.Mode))) })
		s.noteRequest(c.Mode)
	case session.LiveCommandKindMcpStatus:
		p.request(s, "mcp_status", c.ID, nil)
	case session.LiveCommandKindServerInfo:
		s.reply(c.ID, p.info)
	case session.LiveCommandKindRewindFiles:
		p.request(s, "rewind_files", c.ID, func(m *canon.Members) {
			m.OptFlag("dry_run", c.DryRun)
			m.Str("user_message_id", c.MessageID)
		})
	case session.LiveCommandKindClear:
		p.clear(s, c)
	default:
		return s.unsupported(string(c.Kind))
	}
	return nil
}

// clear begins a new conversation: the agent has a command for it, and answers
// with a result that belongs to no query.
func (p *claude) clear(s *Session, c *session.LiveCommandRequest) {
	p.clears = append(p.clears, c.ID)
	s.awaitReply("clear", c.ID, "clear")
	command := session.LiveCommandRequest{ID: c.ID, Text: "/clear"}
	s.writeRaw(userRecord(&command), false)
}

// finish settles whose turn ended and what it spent. result.usage is the turn's,
// total_cost_usd is not.
func (p *claude) finish(s *Session, r *result) {
	v, err := scan.Parse(r.message)
	if err != nil {
		return
	}
	s.setNativeID(v.Get("sessionId").String())
	since := v.Get("modelUsageSinceLastResult")
	if r.usage != nil {
		r.source = "protocol"
		if used := usageOfModels(since); r.usage.Zero() && !used.Zero() {
			r.usage = &used // an interrupted turn says that it used nothing
		}
	}
	p.settleCost(v, since, r)
	r.refusal = p.failureOf(s, v)
	if p.endsClear(s, v) {
		r.drop = true
		p.clears = p.clears[1:]
		if waiting, known := s.takeRequest("clear"); known {
			s.reply(waiting.command, nil)
		}
		return
	}
	r.own = s.sentTurn() == nil || p.isAlone(s, v)
	switch {
	case !r.own || p.work == begun:
	case s.timers.interrupt != 0:
		p.work = missed
	default:
		p.work = notBegun
	}
}

// failureOf returns the failure of the API or of the agent that a result reports,
// as a record of type error. An interrupt is no failure.
func (p *claude) failureOf(s *Session, v scan.Value) session.JSON {
	subtype := v.Get("subtype").String()
	if status := v.Get("apiErrorStatus"); !v.Get("isError").Bool() || status.Kind() != scan.Number && subtype != "error_during_execution" ||
		text.Index(v.Get("terminalReason").String(), "aborted") == 0 || s.turn != nil && (s.turn.interrupted || s.turn.timedOut) {
		return nil
	}
	said := v.Get("content").String()
	if said == "" {
		said = v.Get("errors.0").String()
	}
	m := canon.Object(nil)
	if status := v.Get("apiErrorStatus"); status.Kind() == scan.Number {
		m.Key("apiErrorStatus")
		m.B = append(m.B, status.Raw()...)
	}
	m.Str("content", said)
	kind := v.Get("apiErrorType").String()
	if kind == "" {
		kind = "session_error"
	}
	m.Str("errorType", kind)
	m.OptStr("sessionId", s.nativeID)
	m.Str("type", "error")
	return m.End()
}

// isAlone reports whether a result ends a turn that the agent began by itself,
// not the query that runs. Newer versions name the prompts that a result
// answers, or its origin; older ones do neither.
func (p *claude) isAlone(s *Session, v scan.Value) bool {
	named, ours := false, false
	v.Get("userMessageUuids").EachElement(func(_ int, e scan.Value) bool {
		named, ours = true, ours || e.EqualString(s.turn.command.ID)
		return true
	})
	switch {
	case named:
		return !ours
	case v.Get("origin").Kind() == scan.Object:
		return true
	}
	return p.work == alone || p.lifecycle && p.work != begun && !s.turn.interrupted && !s.turn.timedOut
}

// endsClear reports whether a result is that of /clear: newer versions name it;
// of older ones it is the first that answers no prompt of ours.
func (p *claude) endsClear(s *Session, v scan.Value) bool {
	if len(p.clears) == 0 || v.Get("origin").Kind() == scan.Object {
		return false
	}
	if named := v.Get("userMessageUuids.0"); named.Exists() {
		return named.EqualString(p.clears[0])
	}
	return s.turn == nil || p.work != begun
}

// usageOfModels adds the tokens of several models.
func usageOfModels(models scan.Value) session.TokenUsage {
	var sum session.TokenUsage
	models.EachMember(func(_, m scan.Value) bool {
		if u, ok := normalize.ParseUsage(m); ok {
			sum.Add(u)
		}
		return true
	})
	return sum
}

// settleCost finds what a turn cost. Newer versions say it by model. Otherwise it
// is what the turn adds to the total: which the first turn of a resumed session
// does not show, as some versions count on from the total of the session.
func (p *claude) settleCost(v, since scan.Value, r *result) {
	r.usd = nil
	total := normalize.ParseMoney(v.Get("totalCostUsd"))
	switch {
	case since.Kind() == scan.Object:
		sum := session.Money(0)
		since.EachMember(func(_, m scan.Value) bool {
			if usd := normalize.ParseMoney(m.Get("costUSD")); usd != nil {
				sum = sum.Plus(*usd)
			}
			return true
		})
		r.usd = &sum
	case total != nil && p.known && *total >= p.total:
		d := *total - p.total
		r.usd = &d
	}
	if total != nil {
		p.total, p.known = *total, true
	}
}

// close ends a turn that runs: otherwise the agent would finish it first.
func (p *claude) close(s *Session) {
	if t := s.turn; t != nil && t.sent && t.result == nil && !t.interrupted && !t.timedOut {
		p.interrupt(s)
	}
}
