package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// codex speaks the protocol of codex app-server: JSON-RPC lines without the
// member jsonrpc, requests in both directions. The agent's session is a thread.
type codex struct {
	info       session.JSON // its answer to initialize
	model      string       // that was chosen after the thread began
	modeChosen bool         // the permission mode was chosen after the thread began
	effort     string       // how much the thread thinks unless a query says otherwise
	effortSet  bool         // a query has said otherwise

	starting    string   // the request turn/start that has no answer yet
	turnID      string   // of the turn that answers the query
	begun       bool     // the turn has begun: before that the agent interrupts nothing
	running     string   // the turn that runs, of whoever
	interrupted bool     // the turn shall be interrupted as soon as it begins
	ending      bool     // the record that is being read ends the query
	prompts     []string // ids of the prompts of the turn, which the agent repeats
	steers      []steer  // prompts that wait until the turn begins
	changes     []change // file changes of the turn
}

// steer is a prompt for the running turn, under the number of its request.
type steer struct {
	number  int64
	command session.LiveCommandRequest
}

// change is what a call would change in files. A request for permission names
// only the call.
type change struct {
	id  string
	raw session.JSON
}

func newCodex() protocol { return &codex{} }

func (p *codex) arguments(*Session, *arguments) {}
func (p *codex) environment(*Session) []string  { return nil }

// checkOptions refuses what app-server cannot do: a denied tool would run all the
// same inside the sandbox, because the agent asks only to leave the sandbox.
func (p *codex) checkOptions(s *Session) error {
	o := &s.options
	switch {
	case len(o.DisallowedTools) > 0:
		return s.unsupported("refuse single tools")
	case o.MaxThinkingTokens > 0:
		return s.unsupported("limit the tokens for thinking")
	case o.NoSessionPersistence && o.Resume != "" && !o.Fork:
		return s.unsupported("leave a resumed session unsaved")
	}
	return nil
}

// checkPrompt refuses files that are neither images nor texts.
func (p *codex) checkPrompt(s *Session, c *session.LiveCommandRequest) error {
	return s.checkImagesAndTexts(c)
}

func (p *codex) begin(s *Session) {
	m := canon.Object(nil)
	m.Key("clientInfo")
	client := canon.Object(m.B)
	client.Str("name", "heddle")
	client.Str("title", "Heddle")
	client.Str("version", "1")
	m.B = client.End()
	p.request(s, "initialize", "", m.End(), false)
}

// request sends a request and remembers what its answer is for.
func (p *codex) request(s *Session, method, command string, params []byte, durable bool) {
	number := s.nextNumber()
	s.awaitReply(text.FormatInt(number), command, method)
	p.sendRequest(s, number, method, params, durable)
}

func (p *codex) sendRequest(s *Session, number int64, method string, params []byte, durable bool) {
	m := canon.Object(nil)
	m.Num("id", number)
	m.Str("method", method)
	m.Key("params")
	m.B = append(m.B, params...)
	s.write(m.End(), durable)
}

// threadParams are the parameters that begin a thread: thread/start,
// thread/resume and thread/fork share them.
func (p *codex) threadParams(s *Session, resume string) []byte {
	o := &s.options
	approval, sandbox := codexMode(s.mode)
	m := canon.Object(nil)
	m.Str("approvalPolicy", approval)
	m.OptStr("baseInstructions", o.SystemPrompt)
	if len(o.Settings) > 0 {
		m.Key("config")
		m.B = append(m.B, o.Settings...)
	}
	m.Str("cwd", o.Cwd)
	if resume == "" || o.Fork {
		m.OptFlag("ephemeral", o.NoSessionPersistence)
	}
	m.OptFlag("excludeTurns", resume != "")
	m.OptStr("model", s.model)
	m.Str("sandbox", sandbox)
	m.OptStr("threadId", resume)
	return m.End()
}

// codexMode returns the approval policy and the sandbox of a permission mode.
// What the sandbox allows, the agent does without asking; dont_ask and plan
// therefore allow nothing but reading. Requests to leave the sandbox come to
// requestPermission, which denies them in these modes unless their tool is
// allowed.
func codexMode(mode session.LivePermissionMode) (approval, sandbox string) {
	switch mode {
	case session.LivePermissionModeBypassPermissions:
		return "never", "danger-full-access"
	case session.LivePermissionModePlan, session.LivePermissionModeDontAsk:
		return "on-request", "read-only"
	}
	return "on-request", "workspace-write"
}

func (p *codex) read(s *Session, v scan.Value) {
	method, id := v.Get("method").String(), v.Get("id")
	switch {
	case method == "":
		p.readResponse(s, v)
	case id.Kind() > scan.Null:
		p.readRequest(s, v, method)
	default:
		p.readNotification(s, v, method)
	}
}

// readResponse reads the answer to a request of ours.
func (p *codex) readResponse(s *Session, v scan.Value) {
	r, known := s.takeRequest(string(v.Get("id").Raw()))
	if !known {
		return
	}
	if e := v.Get("error"); e.Kind() > scan.Null {
		p.requestFailed(s, r, v, e.Get("message").String())
		return
	}
	value := v.Get("result")
	switch r.kind {
	case "initialize":
		p.readInitialize(s, value)
	case "thread/start", "thread/resume", "thread/fork":
		p.readThread(s, v, value)
		s.becomeReady(s.nativeID)
	case "clear":
		p.readThread(s, v, value)
		s.reply(r.command, nil)
	case "turn/start":
		if r.id == p.starting {
			p.starting = ""
			if p.turnID = value.Get("turn.id").String(); p.turnID == p.running {
				p.beginTurn(s, p.turnID) // the prompt joined a turn that ran already
			}
		}
	case "turn/steer":
		s.reply(r.command, nil)
	case "turn/interrupt":
	default:
		s.reply(r.command, value.AppendCanonical(nil))
	}
}

// readInitialize reads the version, and begins the thread.
func (p *codex) readInitialize(s *Session, value scan.Value) {
	p.info = value.AppendCanonical(nil)
	if v := versionIn(value.Get("userAgent").String()); v != "" {
		s.version = v
	}
	if err := s.checkVersion(); err != nil {
		s.refuseStart(err)
		return
	}
	s.writeRaw([]byte(`{"method":"initialized"}`), false)
	method := "thread/start"
	if s.options.Fork {
		method = "thread/fork"
	} else if s.options.Resume != "" {
		method = "thread/resume"
	}
	p.request(s, method, "", p.threadParams(s, s.options.Resume), false)
}

// readThread reads the answer that begins a thread.
func (p *codex) readThread(s *Session, v, value scan.Value) {
	if m := value.Get("model").String(); m != "" {
		s.model = m
	}
	p.effort, p.effortSet = value.Get("reasoningEffort").String(), false
	s.setNativeID(value.Get("thread.id").String())
	s.readMessages(v)
}

// requestFailed reads a refusal of a request of ours.
func (p *codex) requestFailed(s *Session, r request, v scan.Value, why string) {
	switch r.kind {
	case "initialize", "thread/start":
		s.refuseStart(fault.New(fault.InvalidArgument, "codex refused: "+why))
	case "thread/resume", "thread/fork":
		s.refuseStart(s.refusedResume(why))
	case "turn/start":
		if r.id == p.starting {
			p.starting = ""
			p.endTurn(s)
			p.ending = true
			s.readMessages(v)
			p.ending = false
		}
	case "clear":
		s.replyError(r.command, fault.New(fault.InvalidArgument, "codex refused: "+why))
	case "turn/steer":
		s.replyError(r.command, fault.New(fault.Conflict, "codex did not accept the prompt: "+why).WithHint("send a query"))
	default:
		err := fault.New(fault.InvalidArgument, "codex refused: "+why)
		if text.Index(why, "unknown variant") >= 0 {
			err = fault.New(fault.Unsupported, "this version of codex cannot do that").WithHint("update codex")
		}
		s.replyError(r.command, err)
	}
}

// readNotification reads what the agent reports.
func (p *codex) readNotification(s *Session, v scan.Value, method string) {
	params := v.Get("params")
	own := params.Get("threadId").EqualString(s.nativeID)
	switch method {
	case "serverRequest/resolved":
		s.withdrawAsk(string(params.Get("requestId").Raw()))
		return
	case "thread/settings/updated":
		if m := params.Get("threadSettings.model").String(); own && m != "" {
			s.model = m
		}
	case "turn/started":
		if own {
			p.running = params.Get("turn.id").String()
			p.beginTurn(s, p.running)
		}
	case "item/started", "item/completed":
		if p.readItem(params.Get("item"), method) {
			return
		}
	case "error":
		if own && params.Get("willRetry").Bool() {
			reportCodexRetry(s, params.Get("error"))
		}
	case "turn/completed":
		if own {
			p.running = ""
		}
		if own && p.turnID != "" && params.Get("turn.id").EqualString(p.turnID) {
			p.endTurn(s)
			p.ending = true
		}
	}
	s.readMessages(v)
	if method == "turn/completed" {
		p.ending = false
	}
}

// reportCodexRetry reports that the agent tries a request again that failed: its
// message has the attempt, such as Reconnecting... 2/5.
func reportCodexRetry(s *Session, e scan.Value) {
	r := retry{cause: e.Get("message").String()}
	if why := e.Get("additionalDetails").String(); why != "" {
		r.cause += ": " + why
	}
	s.reportRetry(r)
}

// readItem notes what a file change would change. It reports whether the item
// repeats a prompt of ours.
func (p *codex) readItem(item scan.Value, method string) (repeated bool) {
	switch item.Get("type").String() {
	case "fileChange":
		if method == "item/started" {
			p.changes = append(p.changes, change{item.Get("id").String(), item.Get("changes").AppendCanonical(nil)})
		}
	case "userMessage":
		id := item.Get("clientId").String()
		return id != "" && listed(p.prompts, id)
	}
	return false
}

// beginTurn sends what has waited for the turn that answers the query to begin.
// A turn that begins before turn/start is answered is taken for that turn.
func (p *codex) beginTurn(s *Session, id string) {
	if s.turn == nil || id == "" || id != p.turnID && p.starting == "" {
		return
	}
	p.turnID, p.begun = id, true
	for _, w := range p.steers {
		p.sendSteer(s, w)
	}
	p.steers = nil
	if p.interrupted {
		p.interrupted = false
		p.interrupt(s)
	}
}

// endTurn forgets what belongs to the turn that ends.
func (p *codex) endTurn(s *Session) {
	for _, w := range p.steers {
		if r, known := s.takeRequest(text.FormatInt(w.number)); known {
			s.replyError(r.command, fault.New(fault.Conflict, "the turn ended before it began").WithHint("send a query"))
		}
	}
	p.turnID, p.begun, p.interrupted, p.prompts, p.steers, p.changes = "", false, false, nil, nil, nil
}

func (p *codex) send(s *Session, t *turn) {
	s.recordPrompt(t, &t.command)
	p.prompts = append(p.prompts, t.command.ID)
	p.request(s, "turn/start", "", p.turnParams(s, &t.command), true)
	p.starting = text.FormatInt(s.numbers)
}

// turnParams are the parameters of turn/start. The model and the permission mode
// hold for the turns that follow too; they are repeated because a turn that is
// refused may not have kept them.
func (p *codex) turnParams(s *Session, c *session.LiveCommandRequest) []byte {
	o := &s.options
	m := canon.Object(nil)
	if p.modeChosen {
		approval, _ := codexMode(s.mode)
		m.Str("approvalPolicy", approval)
	}
	m.Str("clientUserMessageId", c.ID)
	effort := c.Thinking
	if effort == "" {
		effort = o.Thinking
	}
	if effort == "" && p.effortSet {
		effort = p.effort
	}
	if effort != "" {
		m.Str("effort", effort)
		p.effortSet = true
	}
	m.Key("input")
	m.B = appendCodexInput(m.B, c)
	m.OptStr("model", p.model)
	schema := c.OutputSchema
	if len(schema) == 0 {
		schema = o.OutputSchema
	}
	if len(schema) > 0 {
		m.Key("outputSchema")
		m.B = append(m.B, schema...)
	}
	if p.modeChosen || len(o.AddDirs) > 0 {
		m.Key("sandboxPolicy")
		m.B = appendSandbox(m.B, s.mode, o.AddDirs)
	}
	m.Str("threadId", s.nativeID)
	return m.End()
}

// appendSandbox appends the sandbox of a permission mode, with further folders
// that may be written.
func appendSandbox(dst []byte, mode session.LivePermissionMode, dirs []string) []byte {
	m := canon.Object(dst)
	switch _, sandbox := codexMode(mode); sandbox {
	case "danger-full-access":
		m.Str("type", "dangerFullAccess")
	case "read-only":
		m.Str("type", "readOnly")
	default:
		m.Str("type", "workspaceWrite")
		m.OptStrs("writableRoots", dirs)
	}
	return m.End()
}

// appendCodexInput appends a prompt as a list of inputs.
func appendCodexInput(dst []byte, c *session.LiveCommandRequest) []byte {
	m := canon.Members{B: dst}
	m.Open('[')
	n := 0
	add := func(kind, name, value string) {
		m.Item(n)
		n++
		e := canon.Object(m.B)
		if kind == "text" {
			e.Str(name, value)
			e.Key("text_elements")
			e.B = append(e.B, "[]"...)
			e.Str("type", kind)
		} else {
			e.Str("type", kind)
			e.Str(name, value)
		}
		m.B = e.End()
	}
	if c.Text != "" {
		add("text", "text", c.Text)
	}
	for _, j := range c.Attachments {
		if a := readAttachment(j); a.isText() {
			add("text", "text", a.asText())
		} else {
			add("image", "url", "data:"+a.mediaType+";base64,"+a.data)
		}
	}
	m.Close(']')
	return m.B
}

func (p *codex) interrupt(s *Session) {
	if !p.begun {
		p.interrupted = true
		return
	}
	m := canon.Object(nil)
	m.Str("threadId", s.nativeID)
	m.Str("turnId", p.turnID)
	p.request(s, "turn/interrupt", "", m.End(), false)
	s.expireLast()
}

func (p *codex) control(s *Session, c *session.LiveCommandRequest) error {
	switch c.Kind {
	case session.LiveCommandKindSteer:
		return p.steer(s, c)
	case session.LiveCommandKindSetModel: // the next turn/start passes it
		p.model, s.model = c.Model, c.Model
		s.reply(c.ID, nil)
	case session.LiveCommandKindSetPermissionMode:
		p.modeChosen, s.mode = true, session.LivePermissionMode(c.Mode)
		s.reply(c.ID, nil)
	case session.LiveCommandKindMcpStatus:
		m := canon.Object(nil)
		m.Str("threadId", s.nativeID)
		p.request(s, "mcpServerStatus/list", c.ID, m.End(), false)
	case session.LiveCommandKindServerInfo:
		s.reply(c.ID, p.info)
	case session.LiveCommandKindClear:
		p.clear(s, c)
	default:
		return s.unsupported(string(c.Kind))
	}
	return nil
}

// steer passes a prompt to the running turn, as soon as it has begun.
func (p *codex) steer(s *Session, c *session.LiveCommandRequest) error {
	if err := p.checkPrompt(s, c); err != nil {
		return err
	}
	w := steer{s.nextNumber(), *c}
	s.awaitReply(text.FormatInt(w.number), c.ID, "turn/steer")
	if !p.begun {
		p.steers = append(p.steers, w)
		return nil
	}
	p.sendSteer(s, w)
	return nil
}

func (p *codex) sendSteer(s *Session, w steer) {
	s.recordPrompt(s.turn, &w.command)
	p.prompts = append(p.prompts, w.command.ID)
	m := canon.Object(nil)
	m.Str("clientUserMessageId", w.command.ID)
	m.Str("expectedTurnId", p.turnID)
	m.Key("input")
	m.B = appendCodexInput(m.B, &w.command)
	m.Str("threadId", s.nativeID)
	p.sendRequest(s, w.number, "turn/steer", m.End(), true)
}

// clear begins a new thread in the same process.
func (p *codex) clear(s *Session, c *session.LiveCommandRequest) {
	number := s.nextNumber()
	s.awaitReply(text.FormatInt(number), c.ID, "clear")
	p.sendRequest(s, number, "thread/start", p.threadParams(s, ""), false)
}

// finish settles the figures of a turn: normalize counts what the thread's totals
// have grown. Turns of other threads end nothing.
func (p *codex) finish(s *Session, r *result) {
	if r.usage != nil {
		r.source = "protocol"
	}
	r.own = !p.ending
	if v, err := scan.Parse(r.message); err == nil {
		id := v.Get("sessionId").String()
		r.drop = id != "" && id != s.nativeID
	}
}

// close writes nothing: the end of the input ends the program, even in a turn.
func (p *codex) close(*Session) {}
