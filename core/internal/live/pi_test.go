package live

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// piRecorded replays recordings of --mode rpc.
var piRecorded = recordedProtocol{
	request: func(m scan.Value) (id, name string) {
		if m.Get("id").Exists() && !m.Get("type").EqualString("response") {
			return string(m.Get("id").Raw()), m.Get("type").String()
		}
		return "", ""
	},
	response: func(m scan.Value) string {
		if !m.Get("type").EqualString("response") {
			return ""
		}
		return string(m.Get("id").Raw())
	},
	withID: func(record []byte, from, to string) []byte {
		return bytes.Replace(record, []byte(`"id":`+from), []byte(`"id":`+to), 1)
	},
	command: func(_ *replay, m scan.Value) (c session.LiveCommandRequest, ok bool) {
		switch m.Get("type").String() {
		case "prompt":
			c.Kind, c.Text = session.LiveCommandKindQuery, m.Get("message").String()
		case "set_model":
			c.Kind, c.Model = session.LiveCommandKindSetModel, m.Get("model").String()
		}
		return c, c.Kind != ""
	},
}

// piRecording is a recording of what the agent printed, with the commands that
// made it print that, and what a session asks besides.
type piRecording struct {
	steps  []recordedStep
	state  []byte // the answer to get_state
	models []byte // the answer to get_available_models
	seen   int    // outputs of the replay that were answered
}

// readPiRecording puts a command before its response. Prompts that the agent
// refused are left out: a session sends one prompt at a time.
func readPiRecording(t *testing.T, path string, without ...string) *piRecording {
	p := &piRecording{state: []byte(`{"isStreaming":false,"messageCount":1,"model":{"id":"toy-small","provider":"mockai"},"sessionId":"01a1"}`)}
	printed := readRecording(t, path)
	for _, step := range printed {
		if v, _ := scan.Parse(step.msg); v.Get("success").Kind() == scan.False {
			without = append(without, v.Get("id").String())
		}
	}
	models := [][]byte{}
	known := false
	for i, step := range printed {
		v, _ := scan.Parse(step.msg)
		if !v.Get("type").EqualString("response") {
			p.steps = append(p.steps, step)
			continue
		}
		data, command := v.Get("data"), v.Get("command").String()
		m := canon.Object(nil)
		m.Str("id", v.Get("id").String())
		switch command {
		case "get_state":
			if !known {
				known = true
				p.state = pickMembers(data, "messageCount", "model", "sessionFile", "sessionId", "thinkingLevel")
			}
			continue
		case "prompt":
			if listed(without, v.Get("id").String()) {
				continue
			}
			m.Str("message", nextPrompt(printed[i:]))
		case "set_model":
			m.Str("model", data.Get("provider").String()+"/"+data.Get("id").String())
			models = append(models, data.AppendCanonical(nil))
		default:
			p.steps = append(p.steps, step)
			continue
		}
		m.Str("type", command)
		p.steps = append(p.steps, recordedStep{sent: true, at: step.at, msg: m.End()}, step)
	}
	p.models = append(append([]byte(`{"models":[`), bytes.Join(models, []byte(","))...), ']', '}')
	return p
}

// nextPrompt returns the user message that comes next.
func nextPrompt(steps []recordedStep) string {
	for _, step := range steps {
		if v, _ := scan.Parse(step.msg); v.Get("type").EqualString("message_end") && v.Get("message.role").EqualString("user") {
			return v.Get("message.content.0.text").String()
		}
	}
	return ""
}

// step replays a step, and answers what the session asks then.
func (p *piRecording) step(r *replay, step recordedStep) {
	r.run([]recordedStep{step})
	p.answer(r)
}

func (p *piRecording) answer(r *replay) {
	for ; p.seen < len(r.outputs); p.seen++ {
		v, err := scan.Parse([]byte(r.outputs[p.seen].Data))
		if err != nil {
			continue
		}
		var data []byte
		switch kind := v.Get("type").String(); kind {
		case "get_state":
			data = p.state
		case "get_available_models":
			data = p.models
		default:
			continue
		}
		m := canon.Object(nil)
		m.Str("command", v.Get("type").String())
		m.Key("data")
		m.B = append(m.B, data...)
		m.Str("id", v.Get("id").String())
		m.Flag("success", true)
		m.Str("type", "response")
		r.print(m.End())
	}
}

// piRecordings are the recordings of the protocol.
var piRecordings = []struct{ name, agent, path, without string }{
	{"rpc", "pi", "pi/12-rpc.out", ""},
	{"fork", "pi", "pi/14-rpc-fork.out", "f2"}, // it went to a session that the client left at once
	{"rpc-1.5", "pi", "pi-1.5/12-rpc.out", ""},
	{"branch", "omp", "omp/14-rpc-branch.out", ""},
	{"delegate", "omp", "omp/15-rpc-delegate.out", ""},
}

func startPi(t *testing.T, n int) (*replay, *piRecording) {
	c := piRecordings[n]
	p := readPiRecording(t, c.path, c.without)
	r := startReplay(t, piRecorded, session.LiveOpenRequest{Agent: c.agent, SessionID: codexID, Cwd: "/home/dev/projects/tidepool", Now: 1})
	p.answer(r)
	return r, p
}

func replayPi(t *testing.T, n int, feed func(s *Session) func(session.Time, []byte)) *replay {
	r, p := startPi(t, n)
	if feed != nil {
		r.feed = feed(r.session)
	}
	for _, step := range p.steps {
		p.step(r, step)
	}
	r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
	r.session.Exit(session.LiveExitRequest{Now: r.now})
	r.take("")
	return r
}

// TestPiRecordings replays the recordings.
func TestPiRecordings(t *testing.T) {
	for n, c := range piRecordings {
		t.Run(c.agent+"-"+c.name, func(t *testing.T) {
			r := replayPi(t, n, nil)
			r.checkGolden(c.agent + "/" + c.name)
			checkReplies(t, r.commands, r.outputs)
			checkCuts(t, func(t *testing.T, feed func(s *Session) func(session.Time, []byte)) *replay {
				return replayPi(t, n, feed)
			})
			if testing.Short() {
				return
			}
			_, p := startPi(t, n)
			checkTruncated(t, func(t *testing.T) *replay { r, q := startPi(t, n); p.seen = q.seen; return r }, p.steps, p.step)
		})
	}
}

const piState = `"data":{"isStreaming":false,"isCompacting":false,"messageCount":2,"model":{"id":"small","provider":"b"},"sessionId":"P1","thinkingLevel":"off"},"success":true,"type":"response"}`

// readyPi starts a session whose id is P1.
func readyPi(t *testing.T, o session.LiveOpenRequest) *script {
	if o.Agent == "" {
		o.Agent = "pi"
	}
	x := startScript(t, o)
	x.wants(`{"id":"heddle-1","type":"get_state"}`)
	x.print(`{"id":"heddle-1","command":"get_state",` + piState)
	return x
}

// accepts answers a command with success.
func (x *script) accepts(id, command string) {
	x.print(`{"id":"` + id + `","type":"response","command":"` + command + `","success":true}`)
}

// TestPiStart checks arguments, and that only the session that was asked for is
// resumed.
func TestPiStart(t *testing.T) {
	for want, o := range map[string]session.LiveOpenRequest{
		"--mode rpc": {},
		"--mode rpc --session P0 --model b/small --system-prompt system-prompt.txt --thinking high": {Resume: "P0", Model: "b/small", SystemPrompt: "Brief.", Thinking: "high"},
		"--mode rpc --fork P0":    {Resume: "P0", Fork: true},
		"--mode rpc --no-session": {NoSessionPersistence: true, PermissionMode: "bypass_permissions"},
	} {
		o.Agent = "pi"
		x := startScript(t, o)
		if got := strings.Join(x.outputs[1].Spawn.Args, " "); got != want {
			t.Errorf("the arguments are %s, want %s", got, want)
		}
	}
	for name, o := range map[string]session.LiveOpenRequest{
		"plan": {PermissionMode: "plan"}, "dont_ask": {PermissionMode: "dont_ask"}, "accept_edits": {PermissionMode: "accept_edits"},
		"tools": {DisallowedTools: []string{"bash"}}, "tokens": {MaxThinkingTokens: 5}, "settings": {Settings: session.JSON("{}")},
		"unsaved": {NoSessionPersistence: true, Resume: "P0"}, "old": {ProgramVersion: "0.59.3"}, "schema": {OutputSchema: session.JSON("{}")},
	} {
		o.Agent, o.SessionID, o.Cwd = "pi", "s", "/home/dev"
		if _, err := Open(o); err == nil || diagnosticOf(err).Code != "UNSUPPORTED" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]struct{ resume, state, stderr string }{
		"unknown": {"P0", "", "No session found matching 'P0'"},
		"omp":     {"P0", "", `Error: Session "P0" not found.`},
		"other":   {"P0", `{"id":"heddle-1","command":"get_state",` + piState, ""},
		"new":     {"/x/none.jsonl", `{"id":"heddle-1","command":"get_state",` + strings.Replace(piState, `"messageCount":2`, `"messageCount":0`, 1), ""},
	} {
		x := startScript(t, session.LiveOpenRequest{Agent: "pi", Resume: c.resume})
		if c.state != "" {
			x.print(c.state)
		}
		x.query("q1", "Go on.")
		x.wants(`{"id":"heddle-1","type":"get_state"}`)
		x.end(c.stderr)
		if last := x.outputs[len(x.outputs)-1]; last.Error == nil || last.Error.Code != "SESSION_NOT_FOUND" {
			t.Errorf("%s: the session ends with %s", name, appendOutput(nil, &last))
		}
	}
}

// TestPiTurn checks a prompt with files, steering, thinking for one query, and the
// ends of turns: after one that is tried again, and of one that needs no model.
func TestPiTurn(t *testing.T) {
	x := readyPi(t, session.LiveOpenRequest{})
	x.do("q1", session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: "Look.", Thinking: "high", Attachments: []session.JSON{
		session.JSON(`{"data":"aGk=","mediaType":"image/png"}`), session.JSON(`{"data":"a,b","mediaType":"text/csv","name":"x.csv"}`)}})
	x.wants(`{"id":"heddle-2","level":"high","type":"set_thinking_level"}`,
		`{"id":"heddle-3","images":[{"data":"aGk=","mimeType":"image/png","type":"image"}],"message":"Look.\n\nFile x.csv:\n\na,b","streamingBehavior":"followUp","type":"prompt"}`)
	x.accepts("heddle-2", "set_thinking_level")
	x.accepts("heddle-3", "prompt")
	x.print(`{"type":"agent_start"}`, `{"type":"message_end","message":{"role":"user","content":[{"type":"text","text":"Look.\n\nFile x.csv:\n\na,b"}]}}`)
	x.do("s1", session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: "Quickly."})
	x.wants(`{"id":"heddle-4","message":"Quickly.","type":"steer"}`)
	x.accepts("heddle-4", "steer")
	x.replies("s1", `"value":null`)
	x.print(`{"type":"message_end","message":{"role":"user","content":[{"type":"text","text":"Quickly."}]}}`,
		`{"type":"message_end","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"503 overloaded","usage":{"input":0,"output":0}}}`, `{"type":"agent_end"}`)
	x.wants(`{"id":"heddle-5","type":"get_state"}`)
	x.do("s2", session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: "Late."})
	x.replies("s2", "CONFLICT")
	x.print(`{"type":"auto_retry_start","attempt":1}`, `{"id":"heddle-5","command":"get_state",`+piState)
	if x.reply("q1") != "" {
		t.Fatal("the query ended before its request was tried again")
	}
	x.print(`{"type":"agent_start"}`, `{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stopReason":"stop","usage":{"input":7,"output":2,"cost":{"total":0.5}}}}`,
		`{"type":"auto_retry_end","success":true}`, `{"type":"agent_end"}`)
	x.wants(`{"id":"heddle-6","type":"get_state"}`)
	x.print(`{"id":"heddle-6","command":"get_state",` + strings.Replace(piState, `"isStreaming":false`, `"isStreaming":true`, 1))
	x.wants(`{"id":"heddle-7","type":"get_state"}`)
	x.print(`{"id":"heddle-7","command":"get_state",` + piState)
	x.replies("q1", `"costSource":"recorded","costUsd":0.5,`)
	x.replies("q1", `"endedBy":"answer","isError":false`)
	x.replies("q1", `"usageSource":"protocol"`)
	x.query("q2", "/help")
	x.wants(`{"id":"heddle-8","level":"off","type":"set_thinking_level"}`, `{"id":"heddle-9","message":"/help","streamingBehavior":"followUp","type":"prompt"}`)
	x.accepts("heddle-9", "prompt")
	x.wants(`{"id":"heddle-10","type":"get_state"}`)
	x.print(`{"id":"heddle-10","command":"get_state",` + piState)
	x.replies("q2", `"subtype":"success"`)
	if got := len(x.messages("user")); got != 3 {
		t.Errorf("%d prompts are recorded, want 3", got)
	}
	x.end("")
}

// TestPiRefusedPrompt checks prompts that the agent does not accept, and those
// that omp carries out without a model.
func TestPiRefusedPrompt(t *testing.T) {
	x := readyPi(t, session.LiveOpenRequest{Agent: "omp"})
	x.query("q1", "Hi.")
	x.print(`{"id":"heddle-2","type":"response","command":"prompt","success":false,"error":"No API key found for b"}`)
	x.replies("q1", `"isError":true`)
	if e := x.messages("error"); len(e) != 1 || !e[0].Get("content").EqualString("No API key found for b") {
		t.Errorf("%d errors are recorded", len(e))
	}
	x.query("q2", "Hi.")
	x.accepts("heddle-3", "prompt")
	x.print(`{"id":"heddle-3","type":"response","command":"prompt","success":false,"error":"no credits"}`)
	x.replies("q2", `"isError":true`)
	x.print(`{"type":"agent_start"}`) // by itself
	x.query("q3", "Hi.")
	x.print(`{"id":"heddle-4","type":"response","command":"prompt","success":false,"error":"busy"}`)
	x.replies("q3", `"isError":true`)
	x.query("q4", "Hi.")
	x.print(`{"type":"agent_end","isTerminal":true}`) // of its own work: the prompt is not accepted yet
	if x.reply("q4") != "" {
		t.Fatal("the end of the agent's own work ends the query")
	}
	x.accepts("heddle-5", "prompt")
	x.print(`{"type":"agent_start"}`, `{"type":"agent_end","isTerminal":false}`, `{"type":"agent_start"}`)
	if x.reply("q4") != "" {
		t.Fatal("the query ended before the work did")
	}
	x.print(`{"type":"agent_end","isTerminal":true}`)
	x.replies("q4", `"errorType":"no_answer"`)
	x.query("q5", "/quiet")
	x.print(`{"id":"heddle-6","type":"response","command":"prompt","success":true,"data":{"agentInvoked":false}}`)
	x.replies("q5", `"isError":false`)
	x.query("q6", "/later")
	x.wrote = nil
	x.accepts("heddle-7", "prompt")
	x.wants() // omp may begin much later: its state says nothing
	x.print(`{"type":"prompt_result","id":"heddle-7","agentInvoked":false}`)
	x.replies("q6", `"isError":false`)
	x.end("")
}

// TestPiInterrupt checks interrupts before the agent begins, while it works, and
// while it waits to try again.
func TestPiInterrupt(t *testing.T) {
	x := readyPi(t, session.LiveOpenRequest{})
	x.query("q1", "Go.")
	x.wrote = nil
	x.do("i1", session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	x.accepts("heddle-2", "prompt")
	x.wants()
	x.print(`{"type":"agent_start"}`)
	x.wants(`{"id":"heddle-3","type":"abort"}`)
	x.print(`{"type":"agent_end"}`)
	x.wants(`{"id":"heddle-4","type":"get_state"}`)
	x.accepts("heddle-3", "abort")
	x.replies("q1", `"interrupted":true`)
	x.query("q2", "Again.")
	x.accepts("heddle-5", "prompt")
	x.print(`{"type":"agent_start"}`, `{"type":"agent_end"}`, `{"type":"auto_retry_start"}`)
	x.wrote = nil
	x.do("i2", session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	x.wants(`{"id":"heddle-7","type":"abort"}`)
	x.accepts("heddle-7", "abort")
	x.replies("q2", `"interrupted":true`)
	x.end("")
}

// TestPiDialogs checks how dialogs of extensions are answered.
func TestPiDialogs(t *testing.T) {
	const choose = `{"type":"extension_ui_request","id":"d1","method":"select","title":"Run it?","options":["Yes","No"]}`
	const confirm = `{"type":"extension_ui_request","id":"d1","method":"confirm","title":"Sure?","message":"It is big."}`
	const input = `{"type":"extension_ui_request","id":"d1","method":"input","title":"Name","placeholder":"x"}`
	for _, c := range []struct {
		request string
		ask     bool
		answer  session.LiveCommandRequest
		want    string
	}{
		{choose, true, session.LiveCommandRequest{Allow: true}, `{"id":"d1","type":"extension_ui_response","value":"Yes"}`},
		{choose, true, session.LiveCommandRequest{Allow: true, UpdatedInput: session.JSON(`{"value":"No"}`)}, `{"id":"d1","type":"extension_ui_response","value":"No"}`},
		{choose, true, session.LiveCommandRequest{}, `{"cancelled":true,"id":"d1","type":"extension_ui_response"}`},
		{choose, false, session.LiveCommandRequest{}, `{"cancelled":true,"id":"d1","type":"extension_ui_response"}`},
		{confirm, true, session.LiveCommandRequest{Allow: true}, `{"confirmed":true,"id":"d1","type":"extension_ui_response"}`},
		{confirm, true, session.LiveCommandRequest{}, `{"confirmed":false,"id":"d1","type":"extension_ui_response"}`},
		{confirm, false, session.LiveCommandRequest{}, `{"confirmed":false,"id":"d1","type":"extension_ui_response"}`},
		{input, true, session.LiveCommandRequest{Allow: true, UpdatedInput: session.JSON(`{"value":"a"}`)}, `{"id":"d1","type":"extension_ui_response","value":"a"}`},
		{input, true, session.LiveCommandRequest{Allow: true}, `{"cancelled":true,"id":"d1","type":"extension_ui_response"}`},
	} {
		x := readyPi(t, session.LiveOpenRequest{CanAsk: c.ask})
		x.wrote = nil
		x.print(c.request)
		if c.ask {
			c.answer.Kind, c.answer.Ask = session.LiveCommandKindAnswer, x.ask().ID
			x.do("a1", c.answer)
		}
		x.wants(c.want)
		x.end("")
	}
	x := readyPi(t, session.LiveOpenRequest{Agent: "omp", CanAsk: true})
	x.wrote = nil
	x.print(choose, `{"type":"extension_ui_request","id":"d2","method":"cancel","targetId":"d1"}`, `{"type":"extension_ui_request","id":"d3","method":"setWidget","widgetKey":"k"}`)
	x.wants()
	x.do("a1", session.LiveCommandRequest{Kind: session.LiveCommandKindAnswer, Ask: x.ask().ID})
	x.replies("a1", "BAD_REF")
	x.end("")
}

// TestPiCommands checks the change of the model, a new session, and what the
// agent does not have.
func TestPiCommands(t *testing.T) {
	x := readyPi(t, session.LiveOpenRequest{})
	const models = `"data":{"models":[{"id":"small","provider":"a"},{"id":"small","provider":"b"},{"id":"x/large","provider":"c"}]},"success":true,"type":"response","command":"get_available_models"}`
	for i, c := range []struct{ name, want string }{
		{"small", `{"id":"heddle-3","modelId":"small","provider":"b","type":"set_model"}`},
		{"a/small", `{"id":"heddle-5","modelId":"small","provider":"a","type":"set_model"}`},
		{"c/x/large", `{"id":"heddle-7","modelId":"x/large","provider":"c","type":"set_model"}`},
	} {
		x.wrote = nil
		id, n := string(rune('m'+i)), string(rune('2'+2*i))
		x.do(id, session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: c.name})
		x.print(`{"id":"heddle-` + n + `",` + models)
		x.wants(`{"id":"heddle-`+n+`","type":"get_available_models"}`, c.want)
		x.print(`{"id":"heddle-` + string(rune('3'+2*i)) + `","type":"response","command":"set_model","success":true,"data":{"id":"small","provider":"b"}}`)
		x.replies(id, `"value":null`)
	}
	x.do("none", session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: "huge"})
	x.print(`{"id":"heddle-8",` + models)
	x.replies("none", "INVALID_ARGUMENT")
	x.do("mode", session.LiveCommandRequest{Kind: session.LiveCommandKindSetPermissionMode, Mode: "plan"})
	x.replies("mode", "UNSUPPORTED")
	x.do("info", session.LiveCommandRequest{Kind: session.LiveCommandKindServerInfo})
	x.replies("info", `"sessionId":"P1"`)
	x.wrote = nil
	x.do("c1", session.LiveCommandRequest{Kind: session.LiveCommandKindClear})
	x.query("q1", "Hello.")
	x.print(`{"id":"heddle-9","type":"response","command":"new_session","success":true,"data":{"cancelled":false}}`)
	x.wants(`{"id":"heddle-9","type":"new_session"}`, `{"id":"heddle-10","type":"get_state"}`)
	x.print(`{"id":"heddle-10","command":"get_state",` + strings.Replace(piState, "P1", "P2", 1))
	x.replies("c1", `"value":null`)
	x.wants(`{"id":"heddle-11","message":"Hello.","streamingBehavior":"followUp","type":"prompt"}`)
	if x.session.nativeID != "P2" {
		t.Errorf("the session is %s, want P2", x.session.nativeID)
	}
	x.end("")
}
