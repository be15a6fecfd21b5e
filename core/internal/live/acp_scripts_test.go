package live

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// acpScripts are the played agents. Each returns the sessions that it drove.
var acpScripts = []struct {
	name string
	run  func(t *testing.T) []*acpScript
}{
	{"options choose by kind", acpScriptOptions}, {"interrupt cancels what is asked", acpScriptInterrupt}, {"withdrawn request", acpScriptWithdraw},
	{"modes that the session decides", acpScriptModes}, {"resume", acpScriptResume}, {"load drops the history", acpScriptLoad},
	{"refused sessions", acpScriptRefused}, {"fork", acpScriptFork}, {"settings before ready", acpScriptSettings},
	{"settings that are refused", acpScriptBadSettings}, {"commands", acpScriptCommands}, {"clear", acpScriptClear}, {"thinking of a query", acpScriptThinking},
	{"MCP servers and folders", acpScriptServers}, {"attachments", acpScriptAttachments}, {"requests that are not offered", acpScriptRequests},
	{"unknown messages", acpScriptUnknown}, {"odd ends", acpScriptEnds}, {"cost of a continued session", acpScriptCost},
	{"idle with a running tool", acpScriptIdle}, {"lines", acpScriptLines},
	{"notices of Copilot", acpScriptNotices},
}

const acpBegun = `{"sessionId":"S1"}`

// askACP makes the agent ask for permission with options of some kinds, and
// returns the id of the request.
func askACP(a *acpScript, tool, kinds string) string {
	options := []string{}
	for _, kind := range strings.Fields(kinds) {
		options = append(options, `{"optionId":"id-`+kind+`","name":"Allow","kind":"`+kind+`"}`)
	}
	a.say(`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"S1","toolCall":{"toolCallId":"t1","title":"Do it","kind":"` +
		tool + `","rawInput":{"path":"/x"}},"options":[` + strings.Join(options, ",") + `]}}`)
	id, _ := a.ask()
	return id
}

// outcome returns what the next written record answers to a request for
// permission.
func (a *acpScript) outcome() string {
	a.Helper()
	v := a.wrote("")
	if !v.Get("id").Exists() || v.Get("result.outcome.outcome").String() == "" {
		a.Fatalf("wrote %s", v.Raw())
	}
	return v.Get("result.outcome.outcome").String() + " " + v.Get("result.outcome.optionId").String()
}

func acpScriptOptions(t *testing.T) (all []*acpScript) {
	for _, c := range []struct {
		kinds       string
		allow, rule bool
		want        string
	}{
		{"reject_always allow_always reject_once allow_once", true, false, "selected id-allow_once"},
		{"reject_always allow_always reject_once allow_once", true, true, "selected id-allow_always"},
		{"reject_always allow_always reject_once allow_once", false, false, "selected id-reject_once"},
		{"reject_always allow_always reject_once allow_once", false, true, "selected id-reject_always"},
		{"reject_once allow_once", true, false, "selected id-allow_once"},
		{"allow_always reject_once", true, false, "selected id-allow_always"},
		{"allow_once reject_always", false, false, "selected id-reject_always"},
		{"allow_once allow_always", false, false, "cancelled "},
		{"reject_once", true, false, "cancelled "},
		{"", false, false, "cancelled "},
	} {
		a := readyACP(t, session.LiveOpenRequest{CanAsk: true}, acpAll, acpBegun)
		q := a.query("go")
		a.wrote("session/prompt")
		ask := askACP(a, "execute", c.kinds)
		_, about := a.ask()
		a.wantEqual("the tool", about.ToolName+" "+about.Title+" "+about.ToolUseID+" "+string(about.Input), `execute Do it t1 {"path":"/x"}`)
		answer := session.LiveCommandRequest{Kind: session.LiveCommandKindAnswer, Ask: ask, Allow: c.allow}
		if c.rule {
			answer.Rules = session.JSON("true")
		}
		a.wantEqual("the reply", a.replyCode(a.command(answer)), "")
		a.wantEqual("the outcome of "+c.kinds, a.outcome(), c.want)
		a.wroteNothing()
		a.say(`{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}`)
		a.finishMeasured(q)
		all = append(all, a)
	}
	return all
}

// finishMeasured measures a turn with nothing, and checks that it has ended.
func (a *acpScript) finishMeasured(query string) scan.Value {
	a.Helper()
	a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindMeasured, Query: query})
	return a.result(query)
}

func acpScriptInterrupt(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{CanAsk: true}, acpAll, acpBegun)
	q := a.query("go")
	a.wrote("session/prompt")
	a.chunk("half a sen")
	askACP(a, "edit", "allow_once reject_once")
	a.chunk("tence")
	a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	a.wantEqual("the outcome", a.outcome(), "cancelled ")
	if v := a.wrote("session/cancel"); v.Get("id").Exists() || !v.Get("params.sessionId").EqualString("S1") {
		t.Errorf("wrote %s", v.Raw())
	}
	a.say(`{"jsonrpc":"2.0","id":"late","method":"session/request_permission","params":{"sessionId":"S1","toolCall":{"toolCallId":"t2"},"options":[{"optionId":"x","name":"X","kind":"allow_once"}]}}`)
	a.wantEqual("the late outcome", a.outcome(), "cancelled ")
	a.chunk("the nex")
	a.say(`{"jsonrpc":"2.0","id":3,"error":{"code":-32800,"message":"Request cancelled"}}`)
	r := a.finishMeasured(q)
	a.wantEqual("the result", r.Get("stopReason").String()+" "+string(r.Get("interrupted").Raw()), "cancelled true")
	a.wantEqual("the texts", strings.Join(a.messages("assistant"), "|"), "half a sen|tence|the nex")
	partial := 0
	for _, o := range a.outputs {
		if v, err := scan.Parse(o.Message); err == nil && v.Get("partial").Bool() {
			partial++
		}
	}
	if partial != 1 || len(a.messages("error")) > 0 {
		t.Errorf("%d partial messages, errors %q", partial, a.messages("error"))
	}
	a.exit()
	return []*acpScript{a}
}

func acpScriptWithdraw(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{CanAsk: true}, acpAll, acpBegun)
	a.query("go")
	a.wrote("session/prompt")
	ask := askACP(a, "edit", "allow_once")
	a.say(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}`)
	if v := a.wrote(""); string(v.Get("error.code").Raw()) != "-32800" || string(v.Get("id").Raw()) != "1" {
		t.Errorf("wrote %s", v.Raw())
	}
	a.wantEqual("an answer that is too late", a.replyCode(a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindAnswer, Ask: ask, Allow: true})), "BAD_REF")
	a.wroteNothing()
	a.exit()
	return []*acpScript{a}
}

// acpScriptModes: an agent without modes asks, and the session answers.
func acpScriptModes(t *testing.T) (all []*acpScript) {
	const kinds = "allow_once reject_once"
	for _, c := range []struct {
		mode       session.LivePermissionMode
		tool, want string
	}{
		{session.LivePermissionModeAcceptEdits, "edit", "selected id-allow_once"}, {session.LivePermissionModeAcceptEdits, "execute", ""},
		{session.LivePermissionModeBypassPermissions, "execute", "selected id-allow_once"}, {session.LivePermissionModeDontAsk, "read", "selected id-reject_once"},
		{session.LivePermissionModeDefault, "read", ""},
	} {
		a := readyACP(t, session.LiveOpenRequest{CanAsk: true, PermissionMode: c.mode}, acpNone, acpBegun)
		a.query("go")
		a.wrote("session/prompt")
		a.say(`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"S1","toolCall":{"toolCallId":"t1","kind":"` + c.tool +
			`"},"options":[{"optionId":"id-allow_once","name":"A","kind":"allow_once"},{"optionId":"id-reject_once","name":"R","kind":"reject_once"}]}}`)
		if c.want == "" {
			a.ask()
		} else {
			a.wantEqual(string(c.mode)+" "+c.tool, a.outcome(), c.want)
		}
		a.wroteNothing()
		a.exit()
		all = append(all, a)
	}
	// Codex has no mode for planning: it asks in its read-only mode, and what changes
	// something is refused.
	a := startACP(t, session.LiveOpenRequest{Agent: "acp:codex-acp", CanAsk: true, PermissionMode: session.LivePermissionModePlan}, acpAll)
	a.answer("session/new", `{"sessionId":"S1","modes":{"currentModeId":"agent","availableModes":[{"id":"read-only","name":"R"},{"id":"agent","name":"A"},{"id":"agent-full-access","name":"F"}]}}`)
	a.wantEqual("the mode", a.answer("session/set_mode", `{}`).Get("modeId").String(), "read-only")
	a.query("go")
	a.wrote("session/prompt")
	a.say(`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"S1","toolCall":{"toolCallId":"t1","kind":"edit"},"options":[{"optionId":"n","name":"N","kind":"reject_once"}]}}`)
	a.wantEqual("planning", a.outcome(), "selected n")
	a.exit()
	all = append(all, a)
	// Claude has one, and asks whether its plan is good: that is for a person.
	d := startACP(t, session.LiveOpenRequest{Agent: "acp:npx claude-agent-acp", CanAsk: true, PermissionMode: session.LivePermissionModePlan},
		`{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"@agentclientprotocol/claude-agent-acp","version":"0.49.0"}}`)
	d.answer("session/new", `{"sessionId":"S1","modes":{"currentModeId":"default","availableModes":[{"id":"default","name":"D"},{"id":"plan","name":"P"}]}}`)
	d.answer("session/set_mode", `{}`)
	d.query("go")
	d.wrote("session/prompt")
	askACP(d, "switch_mode", kinds)
	d.wroteNothing()
	if !d.s.has(canPlan) || !d.s.has(canTokens) {
		t.Errorf("the capabilities are %q", d.s.can)
	}
	d.exit()
	all = append(all, d)
	// One that has no mode for it at all cannot plan: nothing would stop it.
	b := startACP(t, session.LiveOpenRequest{PermissionMode: session.LivePermissionModePlan}, acpNone)
	b.answer("session/new", acpBegun)
	b.wantEqual("planning without a mode", b.failure().Code, "UNSUPPORTED")
	return append(all, b)
}

func acpScriptResume(t *testing.T) []*acpScript {
	a := startACP(t, session.LiveOpenRequest{Resume: "OLD"}, acpAll)
	p := a.answer("session/resume", `{}`)
	a.wantEqual("the session", p.Get("sessionId").String()+" "+p.Get("cwd").String()+" "+string(p.Get("mcpServers").Raw()), "OLD /work []")
	a.wantEqual("the native id", a.s.nativeID, "OLD")
	a.query("go")
	a.wantEqual("the prompt's session", a.wrote("session/prompt").Get("params.sessionId").String(), "OLD")
	a.exit()
	return []*acpScript{a}
}

func acpScriptLoad(t *testing.T) []*acpScript {
	const can = `{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}`
	a := startACP(t, session.LiveOpenRequest{Agent: "gemini", Resume: "S1"}, can)
	v := a.wrote("session/load")
	a.update(`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"old question"}}`)
	a.chunk("old answer")
	a.update(`{"sessionUpdate":"tool_call","toolCallId":"c1","title":"Read","kind":"read","status":"completed"}`)
	a.update(`{"sessionUpdate":"plan","entries":[]}`)
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"modes":{"currentModeId":"default","availableModes":[{"id":"default","name":"D"}]}}}`)
	for _, kind := range []string{"user", "assistant", "tool_use", "tool_result", "raw"} {
		if list := a.messages(kind); len(list) > 0 {
			t.Errorf("the history was recorded: %s %q", kind, list)
		}
	}
	a.wantEqual("the health", string(a.s.health), "ready")
	q := a.query("new question")
	a.answer("session/prompt", `{"stopReason":"end_turn"}`)
	a.finishMeasured(q)
	a.wantEqual("what was recorded", strings.Join(append(a.messages("user"), a.messages("assistant")...), "|"), "new question")
	a.exit()

	// The recordings' own replays.
	all := []*acpScript{a}
	for _, rec := range []struct{ path, agent, can, method string }{
		{"acp/acp-opencode.jsonl", "opencode", acpAll, "session/fork"}, {"acp/acp-opencode.jsonl", "opencode", can, "session/load"},
		{"acp/acp-claude-agent-acp.jsonl", "acp:claude-agent-acp", can, "session/load"}, {"acp/acp-codex-acp.jsonl", "acp:codex-acp", can, "session/load"},
	} {
		b := startACP(t, session.LiveOpenRequest{Agent: rec.agent, Resume: "OLD", Fork: rec.method == "session/fork"}, rec.can)
		v := b.wrote(rec.method)
		history, began := 0, false
		for _, step := range readRecording(t, rec.path) {
			m, _ := scan.Parse(step.msg)
			switch {
			case step.sent:
				began = m.Get("method").EqualString(rec.method)
			case began && !m.Get("method").Exists():
				b.say(strings.Replace(string(step.msg), `"id": `+string(m.Get("id").Raw()), `"id": `+string(v.Get("id").Raw()), 1))
				began = false
			case began:
				b.say(string(step.msg))
				history++
			}
		}
		recorded := 0
		for _, o := range b.outputs {
			if o.Kind == session.LiveOutputKindEvent {
				recorded++
			}
		}
		if history < 5 || recorded != 1 || b.s.health != session.LiveHealthReady {
			t.Errorf("%s %s: %d records of history, %d events, %s", rec.path, rec.method, history, recorded, b.s.health)
		}
		all = append(all, b)
	}
	return all
}

func acpScriptRefused(t *testing.T) (all []*acpScript) {
	for _, c := range []struct {
		options               session.LiveOpenRequest
		announced             string
		method, failure, code string
		said                  string
	}{
		{session.LiveOpenRequest{Resume: "OLD"}, acpAll, "session/resume", `{"code":-32603,"message":"Internal error","data":{"details":"no such session"}}`, "SESSION_NOT_FOUND", "no such session"},
		{session.LiveOpenRequest{Agent: "gemini", Resume: "OLD"}, `{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}`, "session/load", `{"code":-32603,"message":"Internal error","data":{"details":"No previous sessions found for this project."}}`, "SESSION_NOT_FOUND", "No previous sessions"},
		{session.LiveOpenRequest{Resume: "OLD", Fork: true}, acpAll, "session/fork", `{"code":-32002,"message":"Resource not found"}`, "SESSION_NOT_FOUND", "Resource not found"},
		{session.LiveOpenRequest{}, acpAll, "session/new", `{"code":-32000,"message":"Authentication required"}`, "PERMISSION_DENIED", "not logged in"},
		{session.LiveOpenRequest{Resume: "OLD"}, acpAll, "session/resume", `{"code":-32000,"message":"Authentication required"}`, "PERMISSION_DENIED", "not logged in"},
		{session.LiveOpenRequest{}, acpAll, "session/new", `{"code":-32603,"message":"Internal error","data":"disk full"}`, "IO_ERROR", "disk full"},
		{session.LiveOpenRequest{}, acpAll, "session/new", `{"code":-32601,"message":"Method not found"}`, "UNSUPPORTED", "Method not found"},
		{session.LiveOpenRequest{Resume: "OLD"}, acpNone, "", "", "UNSUPPORTED", "resume"},
		{session.LiveOpenRequest{Resume: "OLD", Fork: true}, `{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}`, "", "", "UNSUPPORTED", "copy"},
		{session.LiveOpenRequest{}, `{"protocolVersion":2,"agentCapabilities":{}}`, "", "", "UNSUPPORTED", "version 1"},
		{session.LiveOpenRequest{AddDirs: []string{"/more"}}, acpNone, "", "", "UNSUPPORTED", "folders"},
	} {
		a := startACP(t, c.options, c.announced)
		waits := a.query("go")
		if c.method != "" {
			a.refuse(c.method, c.failure)
		}
		a.wroteNothing()
		e := a.failure()
		a.wantEqual("the code for "+c.method+" "+c.failure, e.Code, c.code)
		if !strings.Contains(e.Message, c.said) {
			t.Errorf("%s: the message is %q", c.method, e.Message)
		}
		if c.code == "PERMISSION_DENIED" && !strings.Contains(e.Hint, "Key (Set KEY); Browser") {
			t.Errorf("the hint is %q", e.Hint)
		}
		if c.method == "" {
			c.code = "COMPLETE" // the session ended before the query came
		}
		a.wantEqual("the query's error", a.replyCode(waits), c.code)
		all = append(all, a)
	}
	return all
}

func acpScriptFork(t *testing.T) []*acpScript {
	a := startACP(t, session.LiveOpenRequest{Resume: "OLD", Fork: true, AddDirs: []string{"/more"}}, acpAll)
	p := a.answer("session/fork", `{"sessionId":"NEW"}`)
	a.wantEqual("the fork", p.Get("sessionId").String()+" "+string(p.Get("additionalDirectories").Raw()), `OLD ["/more"]`)
	a.wantEqual("the native id", a.s.nativeID, "NEW")
	a.exit()
	return []*acpScript{a}
}

func acpScriptSettings(t *testing.T) []*acpScript {
	a := startACP(t, session.LiveOpenRequest{Model: "large", Thinking: "high", PermissionMode: session.LivePermissionModePlan}, acpAll)
	a.answer("session/new", `{"sessionId":"S1",`+acpOffers+`}`)
	waits := a.query("go")
	for _, want := range []string{"m large", "t high", "mode plan"} {
		p := a.answer("session/set_config_option", `{`+acpOffers+`}`)
		a.wantEqual("the setting", p.Get("configId").String()+" "+p.Get("value").String(), want)
		if want != "mode plan" {
			a.wantEqual("the health", string(a.s.health), "initializing")
		}
	}
	a.wrote("session/prompt") // the query waited until everything was set
	a.wantEqual("the state", a.s.model+" "+string(a.s.mode), "large plan")
	_ = waits
	a.exit()

	b := startACP(t, session.LiveOpenRequest{Agent: "gemini", Model: "pro", PermissionMode: session.LivePermissionModeAcceptEdits}, acpAll)
	b.answer("session/new", `{"sessionId":"S1","models":{"currentModelId":"auto","availableModels":[{"modelId":"auto","name":"A"}]},`+
		`"modes":{"currentModeId":"default","availableModes":[{"id":"default","name":"D"},{"id":"autoEdit","name":"E"},{"id":"yolo","name":"Y"},{"id":"plan","name":"P"}]}}`)
	b.wantEqual("the model", b.answer("session/set_model", `{}`).Get("modelId").String(), "pro")
	b.wantEqual("the mode", b.answer("session/set_mode", `{}`).Get("modeId").String(), "autoEdit")
	b.wantEqual("the health", string(b.s.health), "ready")
	b.exit()
	return []*acpScript{a, b}
}

func acpScriptBadSettings(t *testing.T) []*acpScript {
	a := startACP(t, session.LiveOpenRequest{Model: "huge"}, acpAll)
	a.answer("session/new", `{"sessionId":"S1",`+acpOffers+`}`)
	a.refuse("session/set_config_option", `{"code":-32602,"message":"Invalid params","data":{"message":"no model huge"}}`)
	e := a.failure()
	a.wantEqual("the refusal", e.Code+" "+e.Message, "INVALID_ARGUMENT acp:scripted refused the model: Invalid params: no model huge")
	b := startACP(t, session.LiveOpenRequest{Model: "huge"}, acpAll)
	b.answer("session/new", acpBegun)
	b.wantEqual("a model without a way to set it", b.failure().Code, "UNSUPPORTED")
	c := startACP(t, session.LiveOpenRequest{Thinking: "high"}, acpAll)
	c.answer("session/new", acpBegun)
	c.wantEqual("thinking without a way to set it", c.failure().Code, "UNSUPPORTED")
	d := startACP(t, session.LiveOpenRequest{}, acpAll)
	d.answer("session/new", `{}`)
	d.wantEqual("a session without an id", d.failure().Code, "PARSE_ERROR")
	if _, err := Open(session.LiveOpenRequest{Agent: "opencode", SessionID: "x", Cwd: "/", Settings: session.JSON("{}")}); err == nil {
		t.Error("settings were taken")
	}
	return []*acpScript{a, b, c, d}
}

func acpScriptCommands(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{}, acpAll, `{"sessionId":"S1",`+acpOffers+`}`)
	set := func(c session.LiveCommandRequest, failure string) string {
		id := a.command(c)
		if failure == "" {
			a.answer("session/set_config_option", `{}`)
		} else {
			a.refuse("session/set_config_option", failure)
		}
		return a.replyCode(id)
	}
	model := session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: "large"}
	a.wantEqual("set_model", set(model, ""), "")
	model.Model = "huge"
	a.wantEqual("a refused model", set(model, `{"code":-32602,"message":"no"}`), "INVALID_ARGUMENT")
	a.wantEqual("the model", a.s.model, "large")
	mode := session.LiveCommandRequest{Kind: session.LiveCommandKindSetPermissionMode, Mode: "plan"}
	a.wantEqual("set_permission_mode", set(mode, ""), "")
	mode.Mode = "bypass_permissions" // the agent has no such mode: it leaves planning, and the session answers
	a.wantEqual("set_permission_mode", set(mode, ""), "")
	a.wantEqual("the mode", string(a.s.mode)+" "+a.written[a.read-1], "bypass_permissions "+
		`{"id":6,"jsonrpc":"2.0","method":"session/set_config_option","params":{"configId":"mode","sessionId":"S1","value":"build"}}`)
	mode.Mode = "accept_edits"
	a.wantEqual("a mode of the session alone", a.replyCode(a.command(mode)), "")
	a.update(`{"sessionUpdate":"current_mode_update","currentModeId":"plan"}`)
	a.wantEqual("a mode that the agent chose", string(a.s.mode), "plan")
	info, _ := scan.Parse(a.reply(a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindServerInfo})).Value)
	a.wantEqual("server_info", info.Get("agentInfo.name").String(), "scripted")
	a.wantEqual("steer", a.replyCode(a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: "x"})), "UNSUPPORTED")
	a.wroteNothing()
	a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
	a.wrote("session/close")
	a.exit()

	b := readyACP(t, session.LiveOpenRequest{Agent: "copilot"}, acpNone, acpBegun)
	b.wantEqual("set_model", b.replyCode(b.command(model)), "UNSUPPORTED")
	if b.s.has(canAttach) || b.s.has(canResume) || b.s.has(canChangeModel) || b.s.has(canFork) {
		t.Errorf("the capabilities are %q", b.s.can)
	}
	b.query("go")
	b.wrote("session/prompt")
	b.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
	b.wrote("session/cancel") // and no session/close, which it does not have
	b.wroteNothing()
	b.exit()
	return []*acpScript{a, b}
}

func acpScriptClear(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{PermissionMode: session.LivePermissionModePlan}, acpAll, `{"sessionId":"S1",`+acpOffers+`}`)
	a.answer("session/set_config_option", `{}`)
	id := a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindClear})
	waits := a.query("first of the new one")
	a.answer("session/new", `{"sessionId":"S2",`+acpOffers+`}`)
	a.wantEqual("the closed session", a.answer("session/close", `{}`).Get("sessionId").String(), "S1")
	for range 2 { // the model and the mode of the session hold on
		a.answer("session/set_config_option", `{}`)
	}
	a.wantEqual("the reply", a.replyCode(id), "")
	a.wantEqual("the prompt's session", a.answer("session/prompt", `{"stopReason":"end_turn"}`).Get("sessionId").String(), "S2")
	a.finishMeasured(waits)
	refused := a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindClear})
	a.refuse("session/new", `{"code":-32603,"message":"no"}`)
	a.wantEqual("the refused one", a.replyCode(refused)+" "+a.s.nativeID, "IO_ERROR S2")
	a.query("still here")
	a.wantEqual("the prompt's session", a.wrote("session/prompt").Get("params.sessionId").String(), "S2")
	a.exit()
	return []*acpScript{a}
}

func acpScriptThinking(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{}, acpAll, `{"sessionId":"S1",`+acpOffers+`}`)
	ask := func(think string) string {
		return a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: "go", Thinking: think})
	}
	q := ask("high")
	if len(a.messages("user")) != 0 {
		t.Error("the prompt was recorded before the agent could take it")
	}
	a.answer("session/set_config_option", `{}`)
	a.answer("session/prompt", `{"stopReason":"end_turn"}`)
	a.finishMeasured(q)
	q = ask("high") // nothing to set
	a.answer("session/prompt", `{"stopReason":"end_turn"}`)
	a.finishMeasured(q)
	q = ask("odd")
	a.refuse("session/set_config_option", `{"code":-32602,"message":"no"}`)
	a.wantEqual("a refused amount", a.replyCode(q), "INVALID_ARGUMENT")
	q = ask("low")
	a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	a.answer("session/set_config_option", `{}`)
	a.wantEqual("an interrupted one", a.replyCode(q)+" "+string(a.s.health), "COMPLETE ready")
	ask("high")
	a.wrote("session/set_config_option")
	a.exit() // the prompt is not sent any more

	b := readyACP(t, session.LiveOpenRequest{}, acpAll, acpBegun)
	b.wantEqual("without the option", b.replyCode(b.command(session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: "go", Thinking: "high"})), "UNSUPPORTED")
	return []*acpScript{a, b}
}

func acpScriptServers(t *testing.T) []*acpScript {
	servers := session.JSON(`{"files":{"command":"/bin/files","args":["-v"],"env":{"K":"v"}},"web":{"url":"https://x.test/mcp","headers":{"A":"b"}},"old":{"type":"sse","url":"https://x.test/sse"}}`)
	a := startACP(t, session.LiveOpenRequest{MCPServers: servers, AddDirs: []string{"/more"}}, acpAll)
	p := a.answer("session/new", acpBegun)
	a.wantEqual("the servers", string(p.Get("mcpServers").Raw()), `[{"args":["-v"],"command":"/bin/files","env":[{"name":"K","value":"v"}],"name":"files"},`+
		`{"headers":[{"name":"A","value":"b"}],"name":"web","type":"http","url":"https://x.test/mcp"},{"headers":[],"name":"old","type":"sse","url":"https://x.test/sse"}]`)
	a.wantEqual("the folders", string(p.Get("additionalDirectories").Raw()), `["/more"]`)
	a.exit()
	b := startACP(t, session.LiveOpenRequest{MCPServers: servers}, acpNone)
	b.wantEqual("a server that the agent does not take", b.failure().Code, "UNSUPPORTED")
	c := startACP(t, session.LiveOpenRequest{MCPServers: session.JSON(`{"x":{}}`)}, acpAll)
	c.wantEqual("a server without a command", c.failure().Code, "INVALID_ARGUMENT")
	return []*acpScript{a, b, c}
}

func acpScriptAttachments(t *testing.T) []*acpScript {
	files := []session.JSON{session.JSON(`{"mediaType":"image/png","data":"aW1n"}`), session.JSON(`{"mediaType":"text/plain","name":"a.txt","data":"hello"}`),
		session.JSON(`{"mediaType":"application/pdf","name":"a b.pdf","data":"cGRm"}`), session.JSON(`{"mediaType":"audio/wav","data":"d2F2"}`)}
	a := readyACP(t, session.LiveOpenRequest{}, acpAll, acpBegun)
	q := a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: "look", Attachments: files})
	p := a.answer("session/prompt", `{"stopReason":"end_turn"}`)
	a.wantEqual("the prompt", string(p.Get("prompt").Raw()), `[{"text":"look","type":"text"},{"data":"aW1n","mimeType":"image/png","type":"image"},`+
		`{"text":"File a.txt:\n\nhello","type":"text"},{"resource":{"blob":"cGRm","mimeType":"application/pdf","uri":"attachment:a%20b.pdf"},"type":"resource"},`+
		`{"data":"d2F2","mimeType":"audio/wav","type":"audio"}]`)
	a.finishMeasured(q)
	b := readyACP(t, session.LiveOpenRequest{}, `{"protocolVersion":1,"agentCapabilities":{"promptCapabilities":{"image":true}}}`, acpBegun)
	for i, want := range []string{"", "", "UNSUPPORTED", "UNSUPPORTED"} {
		q := b.command(session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Attachments: files[i : i+1]})
		if want == "" {
			b.answer("session/prompt", `{"stopReason":"end_turn"}`)
			b.finishMeasured(q)
		}
		b.wantEqual("the reply for "+string(files[i]), b.replyCode(q), want)
	}
	b.wroteNothing()
	// A query that came before the agent said what it takes is refused in its turn.
	c := startACP(t, session.LiveOpenRequest{}, acpNone)
	if c.s.has(canAttach) {
		t.Error("an agent without images takes attachments")
	}
	c.s.can = c.s.agent.can // as before the agent's answer
	q = c.command(session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Attachments: files[:1]})
	c.answer("session/new", acpBegun)
	c.wantEqual("the reply", c.replyCode(q)+" "+string(c.s.health), "UNSUPPORTED ready")
	c.exit()
	return []*acpScript{a, b, c}
}

func acpScriptRequests(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{CanAsk: true}, acpAll, acpBegun)
	for i, method := range []string{"fs/read_text_file", "fs/write_text_file", "terminal/create", "elicitation/create", "_vendor/thing", "session/prompt"} {
		id := []string{"0", `"a-1"`, "7"}[i%3]
		a.say(`{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{"sessionId":"S1"}}`)
		if v := a.wrote(""); string(v.Get("error.code").Raw()) != "-32601" || string(v.Get("id").Raw()) != id {
			t.Errorf("%s: wrote %s", method, v.Raw())
		}
	}
	a.wroteNothing()
	a.exit()
	return []*acpScript{a}
}

func acpScriptUnknown(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{}, acpAll, acpBegun)
	q := a.query("go")
	v := a.wrote("session/prompt")
	a.chunk("one ")
	a.update(`{"sessionUpdate":"from_the_future","x":1}`)
	a.update(`{"sessionUpdate":"plan","entries":[{"content":"a","priority":"high","status":"pending"}]}`)
	a.say(`{"jsonrpc":"2.0","method":"_auth/status_update","params":{"y":2}}`)
	a.update(`{"sessionUpdate":"available_commands_update","availableCommands":[]}`)
	a.say(`{"hello":"world"}`)
	a.say(`not JSON`)
	a.say(`{"jsonrpc":"2.0","id":99,"result":{"stopReason":"end_turn"}}`)
	a.chunk("sentence")
	a.say(`{"id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn"}}`)
	a.finishMeasured(q)
	a.wantEqual("the text", strings.Join(a.messages("assistant"), "|"), "one sentence")
	raw, garbage := "", 0
	for _, o := range a.outputs {
		if v, err := scan.Parse(o.Message); err == nil && v.Get("type").EqualString("raw") && o.Record {
			raw += v.Get("raw.sessionUpdate").String() + v.Get("raw.method").String() + " "
		}
		if o.Kind == session.LiveOutputKindDiagnostic {
			garbage++
		}
	}
	a.wantEqual("what was kept", raw, "from_the_future plan _auth/status_update ")
	if garbage != 2 {
		t.Errorf("%d diagnostics", garbage)
	}
	a.exit()
	return []*acpScript{a}
}

// acpScriptEnds: the turn has one end, also when the answer makes no sense.
func acpScriptEnds(t *testing.T) (all []*acpScript) {
	for _, c := range []struct {
		agent, said, answer string
		isError             bool
		failure             string
	}{
		{"acp:x", "hi", `"result":{"stopReason":"refusal"}`, true, ""},
		{"acp:x", "", `"result":{"stopReason":"max_turn_requests"}`, true, ""},
		{"acp:x", "hi", `"result":{"stopReason":"max_turn_requests"}`, true, ""},
		{"acp:x", "", `"result":{"stopReason":"max_tokens"}`, true, ""},
		{"acp:x", "hi", `"result":{"stopReason":"max_tokens"}`, false, ""},
		{"acp:x", "hi", `"result":{"stopReason":"cancelled"}`, true, ""},
		{"acp:x", "hi", `"result":{}`, false, ""},
		{"acp:x", "hi", `"result":null`, false, ""},
		{"acp:x", "hi", `"error":"it broke"`, true, "it broke"},
		{"acp:x", "hi", `"error":{"message":"it broke"}`, true, "it broke"},
		{"acp:x", "Error: 429 slow down", `"result":{"stopReason":"end_turn"}`, false, ""},
		{"copilot", "Error: 429 slow down", `"result":{"stopReason":"end_turn"}`, true, "Error: 429 slow down"},
		{"copilot", "Error: 4290 things", `"result":{"stopReason":"end_turn","usage":{"inputTokens":1}}`, false, ""},
		{"copilot", "Error: a new word for it", `"result":{"stopReason":"end_turn"}`, true, "Error: a new word for it"},
		{"copilot", "Error: No response was returned. Send your message again to retry.", `"result":{"stopReason":"end_turn","usage":{"inputTokens":1}}`, true, "No response was returned"},
		{"copilot", "", `"result":{"stopReason":"end_turn","usage":{"inputTokens":1}}`, true, "without an answer"},
		{"opencode", "", `"result":{"stopReason":"end_turn","usage":{"inputTokens":1}}`, true, "without an answer"},
		{"copilot", "Error: Failed to get response from the AI model; retried 5 times. Last error: 429 slow down", `"result":{"stopReason":"end_turn"}`, true, "Error: Failed to get response from the AI model; retried 5 times. Last error: 429 slow down"},
		{"copilot", "An Error: 429", `"result":{"stopReason":"end_turn"}`, false, ""},
		{"opencode", "", `"error":{"code":-32603,"message":"Internal error: overloaded","data":{"errorName":"APIError","statusCode":529}}`, true, "Internal error: overloaded"},
	} {
		a := readyACP(t, session.LiveOpenRequest{Agent: c.agent}, acpAll, acpBegun)
		q := a.query("go")
		v := a.wrote("session/prompt")
		if c.said != "" {
			a.chunk(c.said)
		}
		a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,` + c.answer + `}`)
		r := a.finishMeasured(q)
		failure := strings.Join(a.messages("error"), "|")
		if r.Get("isError").Bool() != c.isError || !strings.Contains(failure, c.failure) || r.Get("isError").Bool() != (r.Get("errorType").String() != "" && r.Get("reason").String() != "") || (failure == "") != (c.failure == "") {
			t.Errorf("%s %q %s: result %s, error %q", c.agent, c.said, c.answer, r.Raw(), failure)
		}
		a.exit()
		all = append(all, a)
	}
	// Codex says nothing: its thread's state does.
	a := readyACP(t, session.LiveOpenRequest{Agent: "acp:codex-acp"}, acpAll, acpBegun)
	q := a.query("go")
	v := a.wrote("session/prompt")
	a.update(`{"sessionUpdate":"session_info_update","_meta":{"codex":{"threadStatus":{"type":"systemError"}}}}`)
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn","usage":null}}`)
	if r := a.finishMeasured(q); !r.Get("isError").Bool() || len(a.messages("error")) != 1 {
		t.Errorf("result %s, errors %q", r.Raw(), a.messages("error"))
	}
	return append(all, a)
}

// acpScriptCost: the agent reports what the whole session has cost. What a
// continued session cost before is unknown until the agent reports it.
func acpScriptCost(t *testing.T) []*acpScript {
	turn := func(a *acpScript, total string) string {
		q := a.query("go")
		v := a.wrote("session/prompt")
		a.update(`{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":` + total + `,"currency":"USD"}}`)
		a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn","usage":{"inputTokens":5,"outputTokens":6,"totalTokens":11}}}`)
		r := a.finishMeasured(q)
		if r.Get("usage").Exists() || r.Get("usageSource").Exists() {
			t.Errorf("tokens of unknown meaning were taken: %s", r.Raw())
		}
		return string(r.Get("costUsd").Raw())
	}
	a := readyACP(t, session.LiveOpenRequest{Agent: "opencode"}, acpAll, acpBegun)
	a.wantEqual("the costs", turn(a, "0.25")+" "+turn(a, "0.3"), "0.25 0.05")
	b := startACP(t, session.LiveOpenRequest{Agent: "opencode", Resume: "S1"}, acpAll)
	b.answer("session/resume", `{}`)
	b.wantEqual("the costs", turn(b, "5.25")+" "+turn(b, "5.5"), " 0.25")
	c := startACP(t, session.LiveOpenRequest{Agent: "opencode", Resume: "S1"}, acpAll)
	c.answer("session/resume", `{}`)
	c.update(`{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":5,"currency":"USD"}}`)
	c.wantEqual("the cost", turn(c, "5.25"), "0.25")
	return []*acpScript{a, b, c}
}

func acpScriptIdle(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{IdleTimeoutMS: 1000}, acpAll, acpBegun)
	a.query("go")
	a.wrote("session/prompt")
	a.update(`{"sessionUpdate":"tool_call","toolCallId":"c1","title":"Build","kind":"execute","status":"in_progress"}`)
	a.now += 60_000
	a.s.Tick(a.now)
	a.take()
	a.wroteNothing() // a running tool is progress
	a.update(`{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"completed"}`)
	a.now += 1_001
	a.s.Tick(a.now)
	a.take()
	a.wrote("session/cancel")
	a.exit()
	return []*acpScript{a}
}

// acpScriptLines: a line ends at LF only.
func acpScriptLines(t *testing.T) []*acpScript {
	a := readyACP(t, session.LiveOpenRequest{}, acpAll, acpBegun)
	q := a.query("go")
	v := a.wrote("session/prompt")
	long := strings.Repeat("x", 1<<20)
	a.chunk("a\u2028b " + long + "\r")
	a.say("\r")
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn"}}` + "\r")
	a.finishMeasured(q)
	if got := a.messages("assistant"); len(got) != 1 || !strings.HasPrefix(got[0], "a\u2028b x") || len(got[0]) < 1<<20 {
		t.Errorf("%d messages", len(got))
	}
	a.exit()
	return []*acpScript{a}
}

// acpScriptNotices: what Copilot reports about a call is a notice, though it comes
// like a text of the model. Other agents' texts, and texts without a call before
// them, stay what they are.
func acpScriptNotices(t *testing.T) (all []*acpScript) {
	for _, agent := range []string{"copilot", "acp:x"} {
		a := readyACP(t, session.LiveOpenRequest{Agent: agent}, acpAll, acpBegun)
		q := a.query("go")
		v := a.wrote("session/prompt")
		a.chunk("Info: I use a tool.")
		a.update(`{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Create","kind":"edit","status":"pending"}`)
		a.chunk("Info: /x/y")
		a.update(`{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}`)
		a.chunk("done. ")
		a.chunk("Info: none")
		a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn"}}`)
		a.finishMeasured(q)
		texts, notices := "Info: I use a tool.|done. Info: none", "/x/y"
		if agent != "copilot" {
			texts, notices = "Info: I use a tool.|Info: /x/y|done. Info: none", ""
		}
		a.wantEqual("the texts of "+agent, strings.Join(a.messages("assistant"), "|"), texts)
		found := []string{}
		for _, n := range a.messages("system") {
			if n != "init" {
				found = append(found, n)
			}
		}
		a.wantEqual("the notices of "+agent, strings.Join(found, "|"), notices)
		a.exit()
		all = append(all, a)
	}
	return all
}
