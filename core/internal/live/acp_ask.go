package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// The error codes of JSON-RPC and of the protocol.
const (
	rpcNoMethod  = -32601
	rpcInternal  = -32603
	rpcCancelled = -32800
)

// readRequest reads a request of the agent. Only permissions are answered:
// nothing else was offered.
func (p *acp) readRequest(s *Session, v scan.Value, id, method string) {
	if method != "session/request_permission" {
		p.respondError(s, id, rpcNoMethod, "Method not found: "+method)
		return
	}
	params := v.Get("params")
	call := params.Get("toolCall")
	if !p.opening {
		s.readMessages(v)
		p.noteCall(s, call)
	}
	known := acpCall{id: call.Get("toolCallId").String()}
	if known.id != "" && !p.opening {
		known = *p.callOf(known.id)
	}
	known.note(call)
	options := params.Get("options")
	a := &ask{native: id, raw: options.AppendCanonical(nil)}
	a.edits = known.kind == "edit"
	a.reads = known.kind == "read" || known.kind == "search" || known.kind == "think" || known.kind == "fetch"
	a.about = session.LiveAsk{ToolName: known.toolName(), ToolUseID: known.id, Title: known.title, Input: known.input,
		CanRemember: optionOfKind(options, "allow_always") != "" || optionOfKind(options, "reject_always") != "", Options: a.raw}
	if a.about.Input == nil {
		a.about.Input = callContent(call)
	}
	s.requestPermission(a)
}

// toolName is the tool's name where the agent says it, else what kind of tool
// it is. It is never the title, which differs from call to call.
func (c *acpCall) toolName() string {
	for _, name := range []string{c.tool, c.kind} {
		if name != "" {
			return name
		}
	}
	return "other"
}

// callContent is what a call shows instead of its input, nil for nothing. Gemini
// does not say the input.
func callContent(call scan.Value) session.JSON {
	m := canon.Object(nil)
	some := false
	for _, name := range []string{"content", "locations"} {
		if list := call.Get(name); list.Kind() == scan.Array && len(list.Raw()) > 2 {
			m.Key(name)
			m.B = list.AppendCanonical(m.B)
			some = true
		}
	}
	if !some {
		return nil
	}
	return m.End()
}

// optionOfKind returns the id of the first option of a kind. Names of options
// are for people, and differ.
func optionOfKind(options scan.Value, kind string) (id string) {
	options.EachElement(func(_ int, o scan.Value) bool {
		if o.Get("kind").EqualString(kind) {
			id = o.Get("optionId").String()
		}
		return id == ""
	})
	return id
}

// answer answers a request for permission. Without an option of the decision's
// direction nothing is chosen.
func (p *acp) answer(s *Session, a *ask, d decision) {
	option := ""
	if options, err := scan.Parse(a.raw); err == nil && !d.cancelled {
		direction := "reject"
		if d.allow {
			direction = "allow"
		}
		first, second := direction+"_once", direction+"_always"
		if d.remember {
			first, second = second, first
		}
		if option = optionOfKind(options, first); option == "" {
			option = optionOfKind(options, second)
		}
	}
	m := canon.Object(nil)
	m.Key("outcome")
	outcome := canon.Object(m.B)
	if option == "" {
		outcome.Str("outcome", "cancelled")
	} else {
		outcome.Str("optionId", option)
		outcome.Str("outcome", "selected")
	}
	m.B = outcome.End()
	s.writeDecision(acpResponse(a.native, "result", m.End()))
}

// cancelRequest forgets a request that the agent withdraws.
func (p *acp) cancelRequest(s *Session, native string) {
	for _, a := range s.asks {
		if a.native == native {
			s.withdrawAsk(native)
			p.respondError(s, native, rpcCancelled, "Request cancelled")
			return
		}
	}
}

// acpModes are the ids of modes, most suitable first for each permission mode.
// An id that is a URL counts by its fragment.
var acpModes = []struct {
	mode session.LivePermissionMode
	ids  []string
}{
	{session.LivePermissionModeDefault, []string{"default", "agent", "build"}},                                   // Claude, Gemini; Copilot, Codex; OpenCode
	{session.LivePermissionModeAcceptEdits, []string{"acceptEdits", "autoEdit", "auto-edit", "workspace-write"}}, // Claude, Gemini, Qwen, Codex
	{session.LivePermissionModeBypassPermissions, []string{"bypassPermissions", "yolo", "agent-full-access"}},    // Claude, Gemini, Codex
	{session.LivePermissionModePlan, []string{"plan", "read-only"}},                                              // all; Codex
	{session.LivePermissionModeDontAsk, []string{"dontAsk"}},                                                     // Claude
}

// modeName returns the id of a mode without the address that an agent puts before
// it.
func modeName(id string) string { return id[strings.LastIndexByte(id, '#')+1:] }

// modeOfID returns the permission mode of an agent's mode, "" for none.
func modeOfID(id string) session.LivePermissionMode {
	for _, m := range acpModes {
		if listed(m.ids, modeName(id)) {
			return m.mode
		}
	}
	return ""
}

// modeID returns the id of the agent's own mode for a permission mode, "" for
// none.
func (a *acpSettings) modeID(mode session.LivePermissionMode) string {
	for _, m := range acpModes {
		if m.mode != mode {
			continue
		}
		for _, id := range m.ids {
			for _, offered := range a.modes {
				if modeName(offered) == id {
					return offered
				}
			}
		}
	}
	return ""
}

// targetMode returns the agent's mode in which a permission mode holds. The
// session itself answers requests for most modes that the agent does not have;
// an agent in its usual mode asks. Planning needs the agent: one that changes
// files without asking could not be stopped.
func (a *acpSettings) targetMode(mode session.LivePermissionMode) (id string, ok bool) {
	if id = a.modeID(mode); id != "" {
		return id, true
	}
	if mode == session.LivePermissionModePlan {
		return "", false
	}
	if id = a.modeID(session.LivePermissionModeDefault); id == "" {
		id = a.firstMode
	}
	return id, true
}

// control carries out a command.
func (p *acp) control(s *Session, c *session.LiveCommandRequest) error {
	switch c.Kind {
	case session.LiveCommandKindServerInfo:
		s.reply(c.ID, p.info)
	case session.LiveCommandKindSetModel:
		if c.Model == "" {
			return fault.New(fault.InvalidArgument, "no model is named")
		}
		p.set(s, acpStep{"model", c.Model}, "model "+c.Model, c.ID)
	case session.LiveCommandKindSetPermissionMode:
		return p.setMode(s, c)
	case session.LiveCommandKindClear:
		return p.requestSession(s, "new", "clear", c.ID)
	default:
		return s.unsupported(string(c.Kind))
	}
	return nil
}

// setMode changes the permission mode: the agent's, where it has the mode or is
// in another than its usual one, and what the session decides itself.
func (p *acp) setMode(s *Session, c *session.LiveCommandRequest) error {
	mode := session.LivePermissionMode(c.Mode)
	target, err := p.targetMode(s, mode)
	if err != nil {
		return err
	}
	if target == p.settings.mode {
		s.mode = mode
		s.reply(c.ID, nil)
		return nil
	}
	p.set(s, acpStep{"mode", target}, "mode "+c.Mode+" "+target, c.ID)
	return nil
}

// checkMode refuses a mode that the agent has nothing for.
func (p *acp) checkMode(s *Session, mode session.LivePermissionMode) error {
	_, err := p.targetMode(s, mode)
	return err
}

// targetMode returns the agent's mode for a permission mode; UNSUPPORTED without one.
func (p *acp) targetMode(s *Session, mode session.LivePermissionMode) (string, error) {
	target, ok := p.settings.targetMode(mode)
	if !ok {
		return "", s.unsupported("work in permission mode " + string(mode))
	}
	return target, nil
}

// endSetting reads the answer to a setting that a command or query asked for.
func (p *acp) endSetting(s *Session, r request, kind, value string, v, failure scan.Value) {
	if failure.Exists() {
		err := p.refusal(s, kind, failure)
		if kind == "think" {
			p.sendHeld(s, err)
			return
		}
		s.replyError(r.command, err)
		return
	}
	if kind == "mode" {
		mode, id, _ := strings.Cut(value, " ")
		s.mode, value = session.LivePermissionMode(mode), id
	}
	p.takeSetting(s, kind, value, v)
	if kind == "think" {
		p.sendHeld(s, nil)
		return
	}
	s.reply(r.command, nil)
}
