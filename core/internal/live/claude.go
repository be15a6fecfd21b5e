package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// claude speaks the control protocol of Claude Code: JSON lines of messages,
// control_request and control_response in both directions.
type claude struct {
	begun     bool         // the agent has taken up the prompt that was sent
	lifecycle bool         // the agent says when it takes up a prompt
	info      session.JSON // its answer to initialize
	cleared   bool         // the result of /clear has not come
}

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

func (p *claude) arguments(s *Session) []string {
	o := &s.options
	args := []string{}
	add := func(name, value string) {
		if value != "" {
			args = append(args, name, value)
		}
	}
	if o.Resume == "" || o.Fork {
		add("--session-id", o.SessionID)
	}
	add("--resume", o.Resume)
	if o.Fork {
		args = append(args, "--fork-session")
	}
	add("--model", o.Model)
	add("--system-prompt", o.SystemPrompt)
	if s.mode != session.LivePermissionModeDefault {
		add("--permission-mode", claudeMode(s.mode))
	}
	for _, tool := range o.AllowedTools {
		add("--allowedTools", tool)
	}
	for _, tool := range o.DisallowedTools {
		add("--disallowedTools", tool)
	}
	for _, dir := range o.AddDirs {
		add("--add-dir", dir)
	}
	if o.MaxTurns > 0 {
		add("--max-turns", text.FormatInt(o.MaxTurns))
	}
	add("--max-budget-usd", o.MaxBudgetUSD)
	add("--effort", o.Thinking)
	if o.MaxThinkingTokens > 0 {
		add("--max-thinking-tokens", text.FormatInt(o.MaxThinkingTokens))
	}
	add("--json-schema", string(o.OutputSchema))
	add("--agent", o.Subagent)
	if len(o.MCPServers) > 0 {
		add("--mcp-config", `{"mcpServers":`+string(o.MCPServers)+`}`)
	}
	add("--settings", string(o.Settings))
	if o.NoSessionPersistence {
		args = append(args, "--no-session-persistence")
	}
	return args
}

func (p *claude) environment(s *Session) []string {
	if s.options.FileCheckpointing {
		return []string{"CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1"}
	}
	return nil
}

func (p *claude) begin(s *Session) {
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
		if s.turn != nil && v.Get("command_uuid").EqualString(s.turn.command.ID) {
			p.begun = p.begun || v.Get("state").EqualString("started")
		}
	case "user":
		if s.turn != nil && v.Get("uuid").EqualString(s.turn.command.ID) {
			p.begun = true
		}
	case "system":
		p.readNotice(s, v)
	}
	s.readMessages(v)
}

// readNotice notes what the agent announces.
func (p *claude) readNotice(s *Session, v scan.Value) {
	switch v.Get("subtype").String() {
	case "init":
		s.setNativeID(v.Get("session_id").String())
		if m := v.Get("model").String(); m != "" {
			s.model = m
		}
		if version := v.Get("claude_code_version").String(); version != "" {
			s.version = version
		}
	case "conversation_reset":
		s.setNativeID(v.Get("session_id").String())
	}
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
		id := s.options.SessionID
		if s.options.Resume != "" && !s.options.Fork {
			id = s.options.Resume
		}
		s.becomeReady(id)
		return
	case "set_model":
		if m := value.Get("model").String(); m != "" {
			s.model = m
		}
	case "interrupt":
		return
	}
	if r.command != "" {
		s.reply(r.command, value.AppendCanonical(nil))
	}
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
		p.respond(s, m.End())
		return
	}
	s.readMessages(v)
	tool := r.Get("tool_name").String()
	a := &ask{native: v.Get("request_id").String(), raw: r.Get("input").AppendCanonical(nil)}
	a.edits = tool == "Edit" || tool == "Write" || tool == "MultiEdit" || tool == "NotebookEdit"
	a.about = session.LiveAsk{ToolName: tool, ToolUseID: r.Get("tool_use_id").String(), Input: r.Get("input").AppendCanonical(nil),
		Title: r.Get("description").String(), CanUpdateInput: true, CanRemember: true}
	if list := r.Get("permission_suggestions"); list.Kind() == scan.Array {
		a.about.Suggestions = list.AppendCanonical(nil)
	}
	s.requestPermission(a)
}

func (p *claude) respond(s *Session, response []byte) {
	m := canon.Object(nil)
	m.Key("response")
	m.B = append(m.B, response...)
	m.Str("type", "control_response")
	s.writeRaw(m.End(), false)
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
		m.Str("behavior", "deny")
		m.OptFlag("interrupt", d.interrupt)
		m.Str("message", d.reason)
	}
	answer := m.End()
	r := canon.Object(nil)
	r.Str("request_id", a.native)
	r.Key("response")
	r.B = append(r.B, answer...)
	r.Str("subtype", "success")
	p.respond(s, r.End())
}

// rulesOf returns the permission updates of a decision: those given, or the
// agent's suggestions.
func rulesOf(a *ask, d decision) session.JSON {
	if string(d.rules) == "true" {
		return a.about.Suggestions
	}
	return d.rules
}

func (p *claude) send(s *Session, t *turn) {
	p.begun = false
	s.recordPrompt(t, &t.command)
	p.sendUser(s, &t.command)
}

// sendUser sends a prompt. The stream has seen it: it knows a repeated one by
// its uuid.
func (p *claude) sendUser(s *Session, c *session.LiveCommandRequest) {
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
	s.write(m.End(), true)
}

func (p *claude) interrupt(s *Session) { p.request(s, "interrupt", "", nil) }

func (p *claude) control(s *Session, c *session.LiveCommandRequest) error {
	switch c.Kind {
	case session.LiveCommandKindSetModel:
		p.request(s, "set_model", c.ID, func(m *canon.Members) { m.Str("model", c.Model) })
		s.model = c.Model
	case session.LiveCommandKindSetPermissionMode:
		s.mode = session.LivePermissionMode(c.Mode)
		p.request(s, "set_permission_mode", c.ID, func(m *canon.Members) { m.Str("mode", claudeMode(s.mode)) })
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
		return p.clear(s, c)
	default:
		return s.unsupported(string(c.Kind))
	}
	return nil
}

// clear begins a new conversation: the agent has a command for it, and answers
// with a result that belongs to no query.
func (p *claude) clear(s *Session, c *session.LiveCommandRequest) error {
	if s.turn != nil || len(s.queue) > 0 {
		return fault.New(fault.Conflict, "a turn runs: the conversation can be cleared when it has ended")
	}
	p.cleared = true
	s.awaitReply("clear", c.ID, "clear")
	command := *c
	command.Text = "/clear"
	m := canon.Object(nil)
	m.Key("message")
	inner := canon.Object(m.B)
	inner.Str("content", "/clear")
	inner.Str("role", "user")
	m.B = inner.End()
	m.Key("parent_tool_use_id")
	m.B = append(m.B, "null"...)
	m.Str("session_id", "")
	m.Str("type", "user")
	m.Str("uuid", c.ID)
	s.write(m.End(), false)
	return nil
}

// finish settles the figures of a turn. result.usage is the turn's; the total of
// the money is not, so only what the turn adds to it counts.
func (p *claude) finish(s *Session, r *result) {
	if r.usage != nil {
		r.source = "protocol"
	}
	v, err := scan.Parse(r.message)
	if err != nil {
		return
	}
	s.setNativeID(v.Get("sessionId").String())
	if p.cleared {
		p.cleared, r.drop = false, true
		if waiting, known := s.takeRequest("clear"); known {
			s.reply(waiting.command, nil)
		}
		return
	}
	r.own = s.turn != nil && !p.begun && !s.turn.interrupted && !s.turn.timedOut
}

func (p *claude) close(*Session) {}

func (p *claude) save() session.JSON {
	m := canon.Object(nil)
	if len(p.info) > 0 {
		m.Key("info")
		m.B = append(m.B, p.info...)
	}
	return m.End()
}

func (p *claude) restore(v scan.Value) {
	if i := v.Get("info"); i.Exists() {
		p.info = i.AppendCanonical(nil)
	}
}
