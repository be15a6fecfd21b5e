package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// pi speaks the protocol that Pi and omp speak with --mode rpc: JSON lines of
// commands with an id and a type, of responses and of events.
//
// The record agent_end does not always end the work. omp says so in the record
// (isTerminal). Pi 1.5 prints agent_settled when it is over. Pi 0.73 says
// nothing: it may try a failed request again, which it reports after agent_end
// but before it answers the next command. So the session asks for the state, and
// the turn ends with the answer.
type pi struct {
	omp      bool
	info     session.JSON // the state after the start
	provider string       // of the model in use
	level    string       // how much the agent thinks unless a query says otherwise
	levelSet bool         // a query has said otherwise

	running  bool     // agent_start has come, agent_end not
	held     []byte   // the agent_end that may be the last
	retrying bool     // a failed request will be tried again
	barrier  string   // the request whose answer says whether the turn is over
	prompt   string   // the request of the query's prompt
	accepted bool     // it was accepted
	command  bool     // the prompt is a command of the agent, which may need no model
	aborting bool     // the turn shall be aborted as soon as it runs
	prompts  []string // prompts of the turn, which the agent repeats
	ending   bool     // the record that is being read ends the query
}

func newPi(dialect string) protocol { return &pi{omp: dialect == "omp"} }

// arguments passes the system prompt in a file: the flag accepts a path, and every
// user of the machine can read the arguments.
func (p *pi) arguments(s *Session, a *arguments) {
	o := &s.options
	if o.Fork {
		a.set("--fork", o.Resume)
	} else {
		a.set("--session", o.Resume)
	}
	a.set("--model", o.Model)
	a.setFile("--system-prompt", "system-prompt.txt", o.SystemPrompt)
	a.set("--thinking", o.Thinking)
	if o.NoSessionPersistence {
		a.add("--no-session")
	}
}

func (p *pi) environment(*Session) []string { return nil }

// checkOptions refuses what would promise more than the agent does. Pi has no
// permissions: it runs every tool.
func (p *pi) checkOptions(s *Session) error {
	o := &s.options
	switch {
	case s.mode != session.LivePermissionModeDefault && s.mode != session.LivePermissionModeBypassPermissions:
		return s.unsupported("ask for permission or deny a tool, as permissionMode " + string(s.mode) + " needs,")
	case len(o.DisallowedTools) > 0:
		return s.unsupported("refuse single tools")
	case o.MaxThinkingTokens > 0:
		return s.unsupported("limit the tokens for thinking")
	case len(o.Settings) > 0:
		return s.unsupported("take settings")
	case o.NoSessionPersistence && o.Resume != "":
		return s.unsupported("leave a resumed session unsaved")
	}
	return nil
}

// checkPrompt refuses files that are neither images nor texts.
func (p *pi) checkPrompt(s *Session, c *session.LiveCommandRequest) error {
	return s.checkImagesAndTexts(c)
}

// exitError recognizes that the agent ended because it has no such session.
func (p *pi) exitError(s *Session, x session.LiveExitRequest) error {
	if s.options.Resume != "" && (text.Index(x.Stderr, "No session found") >= 0 || text.Index(x.Stderr, "Session") >= 0 && text.Index(x.Stderr, "not found") >= 0) {
		return p.noSession(s)
	}
	return nil
}

func (p *pi) noSession(s *Session) error {
	return fault.New(fault.SessionNotFound, s.agent.name+" has no session "+s.options.Resume+" in "+s.options.Cwd).
		WithHint("sessions.list with the agent " + s.agent.name + " lists its sessions and their folders")
}

func (p *pi) begin(s *Session) { p.request(s, "get_state", "begin", "", nil) }

// request sends a command and remembers what its answer is for.
func (p *pi) request(s *Session, kind, purpose, command string, fill func(m *canon.Members)) string {
	id := "heddle-" + text.FormatInt(s.nextNumber())
	s.awaitReply(id, command, purpose)
	m := canon.Object(nil)
	m.Str("id", id)
	if fill != nil {
		fill(&m)
	}
	m.Str("type", kind)
	s.writeRaw(m.End(), purpose == "prompt" || purpose == "steer")
	return id
}

func (p *pi) read(s *Session, v scan.Value) {
	switch v.Get("type").String() {
	case "response":
		p.readResponse(s, v)
		return
	case "prompt_result":
		if p.prompt != "" && v.Get("id").EqualString(p.prompt) && v.Get("agentInvoked").Kind() == scan.False {
			p.endTurn(s)
		}
		return
	case "agent_start":
		p.running, p.retrying, p.held, p.barrier = true, false, nil, ""
		if p.aborting {
			p.aborting = false
			p.interrupt(s)
		}
	case "agent_end":
		p.readEnd(s, v)
		return
	case "agent_settled":
		if p.held != nil {
			p.endTurn(s)
		}
		return
	case "auto_retry_start":
		p.retrying = true
		r := retry{cause: v.Get("errorMessage").String()}
		r.attempt, _ = v.Get("attempt").Int()
		r.attempts, _ = v.Get("maxAttempts").Int()
		r.delayMS, _ = v.Get("delayMs").Int()
		s.reportRetry(r)
	case "auto_retry_end":
		p.retrying = false
		defer p.askState(s)
	case "compaction_end", "auto_compaction_end":
		defer p.askState(s)
	case "message_end":
		if m := v.Get("message"); m.Get("role").EqualString("user") && p.isRepeated(m.Get("content")) {
			return
		}
	case "extension_ui_request":
		p.readDialog(s, v)
		return
	}
	s.readMessages(v)
}

// readEnd reads the end of a run of the agent, which may continue.
func (p *pi) readEnd(s *Session, v scan.Value) {
	p.running = false
	p.held = append([]byte{}, v.Raw()...)
	switch terminal := v.Get("isTerminal"); {
	case terminal.Kind() == scan.True:
		p.endTurn(s)
	case terminal.Kind() == scan.False || v.Get("willRetry").Kind() == scan.True:
	default:
		p.askState(s)
	}
}

// askState asks whether a turn whose end has come is over.
func (p *pi) askState(s *Session) {
	if p.held != nil && !p.retrying && p.barrier == "" {
		p.barrier = p.request(s, "get_state", "barrier", "", nil)
	}
}

// readBarrier reads the answer to askState.
func (p *pi) readBarrier(s *Session, data scan.Value) {
	p.barrier = ""
	switch {
	case p.running || p.retrying || data.Get("isCompacting").Bool():
	case data.Get("isStreaming").Bool():
		p.askState(s)
	case p.held != nil || p.command && p.accepted:
		p.endTurn(s)
	}
}

// endTurn ends what the agent does: the query, unless its prompt has not been
// accepted yet.
func (p *pi) endTurn(s *Session) {
	end := p.held
	if end == nil {
		end = []byte(`{"type":"agent_end"}`)
	}
	p.ending = p.accepted
	if p.accepted {
		p.prompt, p.accepted, p.command, p.prompts, p.aborting = "", false, false, nil, false
	}
	p.running, p.held, p.retrying, p.barrier = false, nil, false, ""
	if v, err := scan.Parse(end); err == nil {
		s.readMessages(v)
	}
	p.ending = false
}

// isRepeated reports whether a user message is a prompt of ours.
func (p *pi) isRepeated(content scan.Value) bool {
	said := content.String()
	content.EachElement(func(_ int, e scan.Value) bool {
		if e.Get("type").EqualString("text") {
			said = e.Get("text").String()
			return false
		}
		return true
	})
	for i, prompt := range p.prompts {
		if prompt == said {
			p.prompts = append(p.prompts[:i:i], p.prompts[i+1:]...)
			return true
		}
	}
	return false
}

// readResponse reads the answer to a command.
func (p *pi) readResponse(s *Session, v scan.Value) {
	id, failed := v.Get("id").String(), v.Get("success").Kind() == scan.False
	r, known := s.takeRequest(id)
	if id != "" && id == p.prompt { // omp may refuse a prompt after it has accepted it
		p.readPromptResponse(s, v, failed)
		return
	}
	if !known {
		return
	}
	if failed {
		p.commandFailed(s, r, v.Get("error").String())
		return
	}
	data := v.Get("data")
	switch r.kind {
	case "begin":
		p.readStart(s, v, data)
	case "barrier":
		if id == p.barrier {
			p.readBarrier(s, data)
		}
	case "abort":
		if p.held != nil { // it was waiting to try again
			p.endTurn(s)
		}
	case "new_session":
		if data.Get("cancelled").Bool() {
			s.replyError(r.command, fault.New(fault.Conflict, "an extension of the agent cancelled the new session"))
			return
		}
		p.request(s, "get_state", "cleared", r.command, nil)
	case "cleared":
		p.noteState(s, v, data)
		s.reply(r.command, nil)
	case "set_model":
		p.noteModel(s, data)
		s.reply(r.command, nil)
	default:
		if model, ok := strings.CutPrefix(r.kind, "find "); ok {
			p.chooseModel(s, r.command, model, data.Get("models"))
			return
		}
		s.reply(r.command, nil)
	}
}

// readStart reads the state after the start. A session that is resumed must be
// the one that was asked for: of an unknown file the agent makes a new session.
func (p *pi) readStart(s *Session, v, data scan.Value) {
	o := &s.options
	id := data.Get("sessionId").String()
	if o.Resume != "" {
		count, _ := data.Get("messageCount").Int()
		isPath := strings.ContainsAny(o.Resume, `/\`) || strings.HasSuffix(o.Resume, ".jsonl")
		if count == 0 || !o.Fork && !isPath && !strings.HasPrefix(id, o.Resume) {
			s.refuseStart(p.noSession(s))
			return
		}
	}
	p.info = data.AppendCanonical(nil)
	p.level = data.Get("thinkingLevel").String()
	p.noteState(s, v, data)
	s.becomeReady(id)
}

// noteState notes the session and the model of a state. The stream learns them
// from the record, but emits nothing of it.
func (p *pi) noteState(s *Session, v, data scan.Value) {
	p.noteModel(s, data.Get("model"))
	s.setNativeID(data.Get("sessionId").String())
	s.teach(v)
}

func (p *pi) noteModel(s *Session, model scan.Value) {
	if id := model.Get("id").String(); id != "" {
		s.model, p.provider = id, model.Get("provider").String()
	}
}

// readPromptResponse reads whether the prompt of the query was accepted.
func (p *pi) readPromptResponse(s *Session, v scan.Value, failed bool) {
	if s.turn == nil {
		return
	}
	if failed {
		p.prompt, p.accepted, p.command, p.prompts, p.aborting = "", false, false, nil, false
		if p.running { // by itself: only the query ends
			s.failTurn(fault.New(fault.InvalidArgument, s.agent.name+" did not accept the prompt: "+v.Get("error").String()), endOther)
			return
		}
		p.ending = true
		s.readMessages(v)
		p.ending = false
		return
	}
	p.accepted = true
	switch {
	case v.Get("data.agentInvoked").Kind() == scan.False:
		p.endTurn(s)
	case p.omp || v.Get("data.disposition").EqualString("started"): // omp reports with prompt_result that no model was needed
	case p.command && !p.running && p.barrier == "":
		p.barrier = p.request(s, "get_state", "barrier", "", nil)
	}
}

// commandFailed reads a refusal of a command.
func (p *pi) commandFailed(s *Session, r request, why string) {
	err := fault.New(fault.InvalidArgument, s.agent.name+" refused: "+why)
	switch r.kind {
	case "begin":
		s.refuseStart(err)
		return
	case "barrier":
		p.barrier = ""
		if p.held != nil {
			p.endTurn(s)
		}
		return
	case "steer":
		err = fault.New(fault.Conflict, s.agent.name+" did not accept the prompt: "+why).WithHint("send a query")
	}
	if text.Index(why, "Unknown command") >= 0 {
		err = fault.New(fault.Unsupported, "this version of "+s.agent.name+" cannot do that").WithHint("update " + s.agent.name)
	}
	s.replyError(r.command, err)
}

func (p *pi) send(s *Session, t *turn) {
	level := t.command.Thinking
	if level == "" && p.levelSet {
		level = p.level
	}
	if level != "" {
		p.levelSet = t.command.Thinking != ""
		p.request(s, "set_thinking_level", "set_thinking_level", "", func(m *canon.Members) { m.Str("level", level) })
	}
	s.recordPrompt(t, &t.command)
	p.accepted, p.command = false, strings.HasPrefix(t.command.Text, "/")
	p.prompt = p.request(s, "prompt", "prompt", "", func(m *canon.Members) {
		p.fillPrompt(m, &t.command)
		m.Str("streamingBehavior", "followUp") // for when the agent works by itself
	})
}

// fillPrompt writes a prompt: texts as one text, images apart.
func (p *pi) fillPrompt(m *canon.Members, c *session.LiveCommandRequest) {
	said := c.Text
	n := 0
	for _, j := range c.Attachments {
		a := readAttachment(j)
		if a.isText() {
			if said != "" {
				said += "\n\n"
			}
			said += a.asText()
			continue
		}
		if n == 0 {
			m.Key("images")
			m.Open('[')
		}
		m.Item(n)
		n++
		e := canon.Object(m.B)
		e.Str("data", a.data)
		e.Str("mimeType", a.mediaType)
		e.Str("type", "image")
		m.B = e.End()
	}
	if n > 0 {
		m.Close(']')
	}
	m.Str("message", said)
	p.prompts = append(p.prompts, said)
}

// interrupt aborts the turn; one that has not begun is aborted when it begins.
func (p *pi) interrupt(s *Session) {
	if !p.running && p.held == nil {
		p.aborting = true
		return
	}
	p.request(s, "abort", "abort", "", nil)
	s.expireLast()
}

func (p *pi) control(s *Session, c *session.LiveCommandRequest) error {
	switch c.Kind {
	case session.LiveCommandKindSteer:
		if err := p.checkPrompt(s, c); err != nil {
			return err
		}
		if p.held != nil {
			return fault.New(fault.Conflict, "the turn is ending").WithHint("send a query")
		}
		s.recordPrompt(s.turn, c)
		p.request(s, "steer", "steer", c.ID, func(m *canon.Members) { p.fillPrompt(m, c) })
	case session.LiveCommandKindSetModel:
		p.request(s, "get_available_models", "find "+c.Model, c.ID, nil)
	case session.LiveCommandKindServerInfo:
		s.reply(c.ID, p.info)
	case session.LiveCommandKindClear:
		p.request(s, "new_session", "new_session", c.ID, nil)
	default:
		return s.unsupported(string(c.Kind))
	}
	return nil
}

// chooseModel sets the model that is named provider/id, or the only one with the
// id; of several, that of the provider in use.
func (p *pi) chooseModel(s *Session, command, name string, models scan.Value) {
	provider, id := "", ""
	models.EachElement(func(_ int, e scan.Value) bool {
		of, is := e.Get("provider").String(), e.Get("id").String()
		if of+"/"+is == name {
			provider, id = of, is
			return false
		}
		if is == name && (provider == "" || of == p.provider) {
			provider, id = of, is
		}
		return true
	})
	if id == "" {
		s.replyError(command, fault.New(fault.InvalidArgument, s.agent.name+" has no model "+name).
			WithHint("name a model as provider/id"))
		return
	}
	p.request(s, "set_model", "set_model", command, func(m *canon.Members) {
		m.Str("modelId", id)
		m.Str("provider", provider)
	})
}

// finish settles the figures of a turn: normalize adds up those of its answers.
func (p *pi) finish(_ *Session, r *result) {
	if r.usage != nil || r.usd != nil {
		r.source = "protocol"
	}
	r.own = !p.ending
}

// close writes nothing: the end of the input ends the program.
func (p *pi) close(*Session) {}
