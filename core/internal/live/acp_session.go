package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// acpStep is a setting that a session needs before it is ready.
type acpStep struct{ kind, value string }

// acpSettings are the settings that a session offers.
type acpSettings struct {
	modes       []string // the ids of its modes
	mode        string   // the id in force
	firstMode   string   // with which the session began
	modeOption  string   // the option that sets the mode, where no method does
	modelOption string   // the option that sets the model
	thinkOption string   // the option that sets how much it thinks
	thinking    string   // the value in force
	modelMethod bool     // session/set_model sets the model
}

// readAnswer reads the answer to a request of ours.
func (p *acp) readAnswer(s *Session, r request, v scan.Value) {
	result, failure := v.Get("result"), v.Get("error")
	if r.kind == "prompt" {
		p.endPrompt(s, v)
		return
	}
	if s.turn == nil {
		s.stream.End() // what the agent said before the answer is complete
	}
	kind, value, _ := strings.Cut(r.kind, " ")
	switch kind {
	case "initialize":
		p.takeInitialize(s, result, failure)
	case "new", "load", "resume", "fork":
		p.takeSession(s, kind, result, failure)
	case "clear":
		p.takeCleared(s, r, result, failure)
	case "step":
		p.endStep(s, r, value, result, failure)
	case "mode", "model", "think":
		p.endSetting(s, r, kind, value, result, failure)
	}
}

// takeInitialize reads what the agent is and can do, and opens a session.
func (p *acp) takeInitialize(s *Session, v, failure scan.Value) {
	if failure.Exists() {
		s.refuseStart(p.refusal(s, "initialize", failure))
		return
	}
	if n, is := v.Get("protocolVersion").Int(); !is || n != 1 {
		s.refuseStart(fault.New(fault.Unsupported, s.agent.name+" does not speak version 1 of the Agent Client Protocol").
			WithHint("update " + s.agent.Program))
		return
	}
	p.info = v.AppendCanonical(nil)
	if version := v.Get("agentInfo").Get("version").String(); version != "" {
		s.version = version
	}
	if p.dialect == "" {
		p.dialect = dialectOfName(v.Get("agentInfo").Get("name").String())
	}
	if err := s.checkVersion(); err != nil {
		s.refuseStart(err)
		return
	}
	p.noteAnnounced(v)
	if p.dialect != "" {
		s.gain(canTokens)
	}
	p.narrow(s)
	if err := p.openSession(s); err != nil {
		s.refuseStart(err)
	}
}

// acpNames are the names by which agents announce themselves, and their dialects.
var acpNames = []struct{ name, dialect string }{
	{"@agentclientprotocol/claude-agent-acp", "claude-agent-acp"}, {"@agentclientprotocol/codex-acp", "codex-acp"},
	{"gemini-cli", "gemini"}, {"Copilot", "copilot"}, {"OpenCode", "opencode"},
}

func dialectOfName(name string) string {
	for _, known := range acpNames {
		if known.name == name {
			return known.dialect
		}
	}
	return ""
}

// noteAnnounced notes what the agent can do.
func (p *acp) noteAnnounced(v scan.Value) {
	can := v.Get("agentCapabilities")
	prompt, sessions, mcp := can.Get("promptCapabilities"), can.Get("sessionCapabilities"), can.Get("mcpCapabilities")
	offers := func(name string) bool { return sessions.Get(name).Kind() == scan.Object || sessions.Get(name).Bool() }
	p.announced = acpAnnounced{load: can.Get("loadSession").Bool(), resume: offers("resume"), fork: offers("fork"), close: offers("close"),
		folders: offers("additionalDirectories"), image: prompt.Get("image").Bool(), audio: prompt.Get("audio").Bool(),
		embedded: prompt.Get("embeddedContext").Bool(), http: mcp.Get("http").Bool(), sse: mcp.Get("sse").Bool()}
}

// narrow removes capabilities that the agent did not announce.
func (p *acp) narrow(s *Session) {
	if !p.announced.image {
		s.lose(canAttach)
	}
	if !p.announced.fork {
		s.lose(canFork)
	}
	if !p.announced.resume && !p.announced.load {
		s.lose(canResume)
	}
}

// openSession asks for a new session, or for the one to continue.
func (p *acp) openSession(s *Session) error {
	o := &s.options
	method := "new"
	switch {
	case o.Fork && !p.announced.fork:
		return s.unsupported(textOfCapability(canFork))
	case o.Fork:
		method = "fork"
	case o.Resume == "":
	case p.announced.resume:
		method = "resume"
	case p.announced.load:
		method = "load"
	default:
		return s.unsupported(textOfCapability(canResume))
	}
	return p.requestSession(s, method, method, "")
}

// requestSession requests a session by a method.
func (p *acp) requestSession(s *Session, method, kind, command string) error {
	if len(s.options.AddDirs) > 0 && !p.announced.folders {
		return s.unsupported("use further folders")
	}
	servers, err := p.mcpServers(s)
	if err != nil {
		return err
	}
	p.opening = true
	p.request(s, "session/"+method, kind, command, func(m *canon.Members) {
		m.OptStrs("additionalDirectories", s.options.AddDirs)
		m.Str("cwd", s.options.Cwd)
		m.Key("mcpServers")
		m.B = append(m.B, servers...)
		if method != "new" {
			m.Str("sessionId", s.options.Resume)
		}
	})
	return nil
}

// takeSession reads the session that was opened.
func (p *acp) takeSession(s *Session, kind string, v, failure scan.Value) {
	p.usedUnknown = kind != "new"
	if failure.Exists() {
		s.refuseStart(p.refusal(s, kind, failure))
		return
	}
	id := v.Get("sessionId").String()
	if id == "" && (kind == "resume" || kind == "load") {
		id = s.options.Resume
	}
	if id == "" {
		s.refuseStart(fault.New(fault.ParseError, s.agent.name+" opened a session without an id"))
		return
	}
	p.costKnown, p.cost = kind == "new", 0 // what a continued session has cost is not said
	p.beginSession(s, id, v)
	if err := p.planSteps(s); err != nil {
		s.refuseStart(err)
		return
	}
	p.nextStep(s, "")
}

// takeCleared reads the new conversation that a command asked for.
func (p *acp) takeCleared(s *Session, r request, v, failure scan.Value) {
	id := v.Get("sessionId").String()
	if failure.Exists() || id == "" {
		err := error(fault.New(fault.ParseError, s.agent.name+" opened a session without an id"))
		if failure.Exists() {
			err = p.refusal(s, "clear", failure)
		}
		p.opening = false
		s.replyError(r.command, err)
		p.sendHeld(s, nil)
		return
	}
	p.usedUnknown = true
	if p.announced.close {
		old := s.nativeID
		p.request(s, "session/close", "close", "", func(m *canon.Members) { m.Str("sessionId", old) })
	}
	p.cost, p.costKnown = 0, true
	p.beginSession(s, id, v)
	p.steps = nil
	if s.model != "" && p.canSetModel() {
		p.steps = append(p.steps, acpStep{"model", s.model})
	}
	if target, ok := p.settings.targetMode(s.mode); ok && s.mode != session.LivePermissionModeDefault && target != p.settings.mode {
		p.steps = append(p.steps, acpStep{"mode", target})
	}
	p.nextStep(s, r.command)
}

// beginSession notes a session that was opened. Its first message names it.
func (p *acp) beginSession(s *Session, id string, v scan.Value) {
	s.nativeID = id
	p.settings = acpSettings{}
	p.settings.noteModes(v.Get("modes"))
	p.noteOptions(s, v.Get("configOptions"))
	p.settings.firstMode = p.settings.mode
	models := v.Get("models")
	p.settings.modelMethod = models.Get("availableModels").Kind() == scan.Array
	current := models.Get("currentModelId").String()
	if s.model == "" && current != "" {
		s.model = current
	}
	m := canon.Object(nil)
	m.Num("id", 0)
	m.Str("jsonrpc", "2.0")
	m.Key("result")
	result := canon.Object(m.B)
	if current != "" {
		result.Key("models")
		inner := canon.Object(result.B)
		inner.Str("currentModelId", current)
		result.B = inner.End()
	}
	result.Str("sessionId", id)
	m.B = result.End()
	if record, err := scan.Parse(m.End()); err == nil {
		s.readMessages(record)
	}
}

// noteModes notes the modes of a session.
func (a *acpSettings) noteModes(v scan.Value) {
	if v.Get("availableModes").Kind() != scan.Array {
		return
	}
	a.modes, a.mode, a.modeOption = nil, v.Get("currentModeId").String(), ""
	v.Get("availableModes").EachElement(func(_ int, e scan.Value) bool {
		a.modes = append(a.modes, e.Get("id").String())
		return true
	})
}

// noteOptions notes the options that set the model, the mode and the thinking.
// A list of options always is the whole list.
func (p *acp) noteOptions(s *Session, list scan.Value) {
	a := &p.settings
	list.EachElement(func(_ int, o scan.Value) bool {
		id, current := o.Get("id").String(), o.Get("currentValue").String()
		category := o.Get("category").String()
		if category == "" {
			category = id
		}
		switch category {
		case "model":
			if a.modelOption == "" || a.modelOption == id {
				a.modelOption = id
				if s.model == "" || !p.opening {
					s.model = current
				}
			}
		case "thought_level":
			a.thinkOption, a.thinking = id, current
		case "mode":
			if a.modes == nil || a.modeOption == id {
				a.modeOption = id
				a.modes = optionValues(o.Get("options"), nil)
			}
			p.noteMode(s, current)
		}
		return true
	})
}

// optionValues appends the values of an option, which may be in groups.
func optionValues(list scan.Value, values []string) []string {
	list.EachElement(func(_ int, e scan.Value) bool {
		if value := e.Get("value").String(); value != "" {
			values = append(values, value)
		} else {
			values = optionValues(e.Get("options"), values)
		}
		return true
	})
	return values
}

// noteMode notes the agent's mode. A mode that it changed itself, such as when
// a plan is approved, is the session's mode from then on.
func (p *acp) noteMode(s *Session, id string) {
	if id == "" || id == p.settings.mode {
		return
	}
	p.settings.mode = id
	if p.opening {
		return
	}
	for _, r := range s.requests {
		if strings.HasPrefix(r.kind, "mode ") {
			return // it is ours: its answer says whether it holds
		}
	}
	if mode := modeOfID(id); mode != "" {
		s.mode = mode
	}
}

// planSteps lists the settings that the options ask for.
func (p *acp) planSteps(s *Session) error {
	o := &s.options
	p.steps = nil
	if o.Model != "" {
		if !p.canSetModel() {
			return s.unsupported(textOfCapability(canChangeModel))
		}
		p.steps = append(p.steps, acpStep{"model", o.Model})
	}
	if !p.canSetModel() {
		s.lose(canChangeModel)
	}
	if o.Thinking != "" {
		if p.settings.thinkOption == "" {
			return s.unsupported(textOfCapability(canThink))
		}
		p.steps = append(p.steps, acpStep{"think", o.Thinking})
	}
	if p.settings.thinkOption == "" {
		s.lose(canThink)
		s.lose(canQueryThink)
	}
	if id := p.settings.modeID(session.LivePermissionModePlan); modeName(id) == "plan" {
		s.gain(canPlan)
	} else {
		s.lose(canPlan) // the session itself refuses what changes something
	}
	if s.mode != session.LivePermissionModeDefault {
		target, ok := p.settings.targetMode(s.mode)
		if !ok {
			return s.unsupported("work in permission mode " + string(s.mode))
		}
		if target != p.settings.mode {
			p.steps = append(p.steps, acpStep{"mode", target})
		}
	}
	return nil
}

func (p *acp) canSetModel() bool { return p.settings.modelOption != "" || p.settings.modelMethod }

// nextStep makes the next setting, or says that the session is ready: to the
// command that asked for a new conversation, when there is one.
func (p *acp) nextStep(s *Session, command string) {
	if len(p.steps) > 0 {
		step := p.steps[0]
		p.steps = p.steps[1:]
		p.set(s, step, "step "+step.kind+" "+step.value, command)
		return
	}
	p.opening = false
	if command == "" {
		s.becomeReady(s.nativeID)
		return
	}
	s.emitHealth()
	s.reply(command, nil)
	p.sendHeld(s, nil)
}

// set asks for a setting. The agent's answer goes to the request's kind.
func (p *acp) set(s *Session, step acpStep, kind, command string) {
	a := &p.settings
	switch {
	case step.kind == "model" && a.modelOption != "":
		p.setOption(s, a.modelOption, step.value, kind, command)
	case step.kind == "think":
		p.setOption(s, a.thinkOption, step.value, kind, command)
	case step.kind == "mode" && a.modeOption != "":
		p.setOption(s, a.modeOption, step.value, kind, command)
	case step.kind == "mode":
		p.request(s, "session/set_mode", kind, command, func(m *canon.Members) {
			m.Str("modeId", step.value)
			m.Str("sessionId", s.nativeID)
		})
	default:
		p.request(s, "session/set_model", kind, command, func(m *canon.Members) {
			m.Str("modelId", step.value)
			m.Str("sessionId", s.nativeID)
		})
	}
}

// setOption asks for a value of an option.
func (p *acp) setOption(s *Session, option, value, kind, command string) {
	p.request(s, "session/set_config_option", kind, command, func(m *canon.Members) {
		m.Str("configId", option)
		m.Str("sessionId", s.nativeID)
		m.Str("value", value)
	})
}

// endStep reads the answer to a setting that the session needs. A session that
// is not as asked for does not begin.
func (p *acp) endStep(s *Session, r request, step string, v, failure scan.Value) {
	kind, value, _ := strings.Cut(step, " ")
	if !failure.Exists() {
		p.takeSetting(s, kind, value, v)
		p.nextStep(s, r.command)
		return
	}
	err := p.refusal(s, kind, failure)
	if r.command == "" {
		s.refuseStart(err)
		return
	}
	p.steps, p.opening = nil, false
	s.replyError(r.command, err)
	p.sendHeld(s, nil)
}

// takeSetting notes a setting that the agent has made.
func (p *acp) takeSetting(s *Session, kind, value string, v scan.Value) {
	switch kind {
	case "model":
		s.model = value
	case "mode":
		p.settings.mode = value
	}
	p.noteOptions(s, v.Get("configOptions"))
	if kind == "think" { // also when the agent calls it otherwise
		p.settings.thinking = value
	}
}

// refusal is the error of a request that the agent refused.
func (p *acp) refusal(s *Session, what string, e scan.Value) error {
	said := e.Get("message").String()
	for _, path := range []string{"details", "message", "error"} {
		if more := e.Get("data").Get(path).String(); more != "" && !strings.Contains(said, more) {
			said += ": " + more
		}
	}
	if more := e.Get("data").String(); more != "" && !strings.Contains(said, more) {
		said += ": " + more
	}
	code, _ := e.Get("code").Int()
	switch {
	case code == -32000 || strings.Contains(strings.ToLower(said), "authentication required"):
		return fault.New(fault.PermissionDenied, s.agent.name+" is not logged in: "+said).WithHint(p.loginHint(s))
	case code == -32601:
		return fault.New(fault.Unsupported, s.agent.name+" cannot do that: "+said).WithHint("update " + s.agent.Program)
	case what == "resume" || what == "load" || what == "fork":
		return s.refusedResume(said)
	case what == "initialize" || what == "new" || what == "clear":
		return fault.New(fault.IO, s.agent.name+" refused to begin a session: "+said).
			WithHint("run " + s.agent.Program + " by hand to see what is wrong")
	}
	return fault.New(fault.InvalidArgument, s.agent.name+" refused the "+settingText(what)+": "+said)
}

func settingText(kind string) string {
	switch kind {
	case "mode":
		return "permission mode"
	case "think":
		return "amount of thinking"
	}
	return kind
}

// loginHint lists the ways to log in that the agent announced.
func (p *acp) loginHint(s *Session) string {
	ways := ""
	if v, err := scan.Parse(p.info); err == nil {
		v.Get("authMethods").EachElement(func(_ int, e scan.Value) bool {
			if ways != "" {
				ways += "; "
			}
			ways += e.Get("name").String()
			if more := e.Get("description").String(); more != "" {
				ways += " (" + more + ")"
			}
			return true
		})
	}
	hint := "log in with " + s.agent.Program + " itself first"
	if ways != "" {
		hint += ": " + ways
	}
	return hint
}
