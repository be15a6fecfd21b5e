package live

import (
	"bytes"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// codexRecorded replays recordings of codex app-server.
var codexRecorded = recordedProtocol{
	request: func(m scan.Value) (id, name string) {
		if id := m.Get("id"); m.Get("method").Exists() && id.Exists() {
			return string(id.Raw()), m.Get("method").String()
		}
		return "", ""
	},
	response: func(m scan.Value) string {
		if m.Get("method").Exists() {
			return ""
		}
		return string(m.Get("id").Raw())
	},
	withID: func(record []byte, from, to string) []byte {
		return bytes.Replace(record, []byte(`"id":`+from), []byte(`"id":`+to), 1)
	},
	command: func(r *replay, m scan.Value) (c session.LiveCommandRequest, ok bool) {
		switch m.Get("method").String() {
		case "turn/start":
			if model := m.Get("params.model").String(); model != "" {
				r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: model})
			}
			c.Kind, c.Text = session.LiveCommandKindQuery, m.Get("params.input.0.text").String()
			return c, true
		case "turn/interrupt":
			c.Kind = session.LiveCommandKindInterrupt
			return c, true
		}
		return c, false
	},
	answer: func(m scan.Value) (native string, c session.LiveCommandRequest, ok bool) {
		d := m.Get("result.decision")
		c.Allow = d.EqualString("accept")
		return string(m.Get("id").Raw()), c, d.Exists()
	},
}

// threadSteps returns the steps of a recording that belong to one thread and its
// subagents: a recording has many threads, a session one.
func threadSteps(steps []recordedStep, thread string) []recordedStep {
	begins, roots := map[string]string{}, map[string]bool{} // the threads that requests begin
	mine := map[string]bool{}                               // requests of either side, by id and side
	for _, step := range steps {
		v, _ := scan.Parse(step.msg)
		if id := v.Get("result.thread.id").String(); id != "" && !step.sent && v.Get("result.model").Exists() {
			begins[string(v.Get("id").Raw())], roots[id] = id, true
		}
		child := v.Get("params.item.agentThreadId").String() + v.Get("params.item.receiverThreadIds.0").String()
		if child != "" && !v.Get("params.threadId").EqualString(thread) {
			roots[child] = true // a subagent of another thread
		}
	}
	kept := []recordedStep{}
	for _, step := range steps {
		v, _ := scan.Parse(step.msg)
		method, id := v.Get("method").String(), string(v.Get("id").Raw())
		about := v.Get("params.threadId").String() + v.Get("params.thread.id").String()
		keep := false
		switch {
		case method == "initialize" || method == "initialized":
			keep = true
		case step.sent && method != "":
			keep = begins[id] == thread || begins[id] == "" && about == thread
		case method == "" && step.sent:
			keep = mine["theirs "+id]
		case method == "":
			keep = mine["ours "+id]
		default:
			keep = about == "" || about == thread || !roots[about]
		}
		if !keep {
			continue
		}
		if kept = append(kept, step); method != "" && id != "" {
			mine[map[bool]string{true: "ours ", false: "theirs "}[step.sent]+id] = true
		}
	}
	return kept
}

const (
	codexID     = "a0000003-0000-4000-8000-000000000003"
	codexParent = "01a1f9fb-d291-7cb1-9728-320b70d06a28"
	codexAsks   = "01a1f9fc-cb56-7730-aca5-1b83ce7bd80d"
)

// codexThreads are the threads of the recordings.
var codexThreads = []struct {
	name, file, thread string
	options            session.LiveOpenRequest
}{
	{"turns", "n-app-server", codexParent, session.LiveOpenRequest{Model: "gpt-5.5"}},
	{"fork", "n-app-server", "01a1f9fb-d4a1-7381-9aed-30527f349537", session.LiveOpenRequest{Resume: codexParent, Fork: true}},
	{"failure", "n-app-server", "01a1f9fb-dc6e-74e2-bb2c-d9ba7ff71b17", session.LiveOpenRequest{PermissionMode: "bypass_permissions"}},
	{"compact", "n-app-server", "01a1f9fb-deec-7471-a628-5857edb61f89", session.LiveOpenRequest{}},
	{"subagent", "n-app-server", "01a1f9fb-dff7-7021-86cf-70cad7b7821f", session.LiveOpenRequest{}},
	{"subagent-old", "n-app-server", "01a1f9fb-e0b2-71d0-8ab4-e640b6f4791d", session.LiveOpenRequest{}},
	{"approvals", "o-app-server-approvals", codexAsks, session.LiveOpenRequest{CanAsk: true}},
	{"denied", "o-app-server-approvals", codexAsks, session.LiveOpenRequest{PermissionMode: "dont_ask"}},
}

// replayCodex replays a thread of a recording.
func replayCodex(t *testing.T, n int, feed func(s *Session) func(session.Time, []byte)) *replay {
	c := codexThreads[n]
	r := startCodex(t, n)
	if feed != nil {
		r.feed = feed(r.session)
	}
	r.run(threadSteps(readRecording(t, "codex/"+c.file+".jsonl"), c.thread))
	r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
	r.session.Exit(session.LiveExitRequest{Now: r.now})
	r.take("")
	return r
}

func startCodex(t *testing.T, n int) *replay {
	o := codexThreads[n].options
	o.Agent, o.SessionID, o.Cwd, o.Now = "codex", codexID, "/home/dev/projects/fetch-kit", 1
	return startReplay(t, codexRecorded, o)
}

// TestCodexRecordings replays every thread of the recordings.
func TestCodexRecordings(t *testing.T) {
	for n, c := range codexThreads {
		t.Run(c.name, func(t *testing.T) {
			r := replayCodex(t, n, nil)
			r.checkGolden("codex/" + c.name)
			checkReplies(t, r.commands, r.outputs)
			checkCuts(t, func(t *testing.T, feed func(s *Session) func(session.Time, []byte)) *replay {
				return replayCodex(t, n, feed)
			})
			if testing.Short() {
				return
			}
			checkTruncated(t, func(t *testing.T) *replay { return startCodex(t, n) },
				threadSteps(readRecording(t, "codex/"+c.file+".jsonl"), c.thread), func(r *replay, step recordedStep) { r.run([]recordedStep{step}) })
		})
	}
}

const (
	codexHello  = `{"id":1,"method":"initialize","params":{"clientInfo":{"name":"heddle","title":"Heddle","version":"1"}}}`
	codexNotify = `{"method":"initialized"}`
	codexAgent  = `{"id":1,"result":{"userAgent":"heddle/0.169.0 (Debian 12.0.0; x86_64) xterm (heddle; 1)"}}`
	codexThread = `{"id":2,"result":{"model":"gpt-5.5","reasoningEffort":"medium","thread":{"id":"T1","model":"gpt-5.5","cwd":"/home/dev"}}}`
)

// readyCodex starts a session whose thread is T1.
func readyCodex(t *testing.T, o session.LiveOpenRequest) *script {
	o.Agent = "codex"
	x := startScript(t, o)
	x.print(codexAgent, codexThread)
	x.wrote = nil
	return x
}

// begins answers turn/start with a turn.
func (x *script) begins(id, turn string) {
	x.print(`{"id":`+id+`,"result":{"turn":{"id":"`+turn+`","status":"inProgress"}}}`,
		`{"method":"turn/started","params":{"threadId":"T1","turn":{"id":"`+turn+`"}}}`)
}

func (x *script) completes(turn, status string) {
	x.print(`{"method":"turn/completed","params":{"threadId":"T1","turn":{"id":"` + turn + `","status":"` + status + `","error":null}}}`)
}

// TestCodexStart checks what begins a thread in every permission mode, and how a
// session is resumed and forked.
func TestCodexStart(t *testing.T) {
	for mode, want := range map[session.LivePermissionMode]string{
		"":                   `{"approvalPolicy":"on-request","cwd":"/home/dev","sandbox":"workspace-write"}`,
		"accept_edits":       `{"approvalPolicy":"on-request","cwd":"/home/dev","sandbox":"workspace-write"}`,
		"plan":               `{"approvalPolicy":"on-request","cwd":"/home/dev","sandbox":"read-only"}`,
		"dont_ask":           `{"approvalPolicy":"on-request","cwd":"/home/dev","sandbox":"read-only"}`,
		"bypass_permissions": `{"approvalPolicy":"never","cwd":"/home/dev","sandbox":"danger-full-access"}`,
	} {
		x := startScript(t, session.LiveOpenRequest{Agent: "codex", PermissionMode: mode})
		x.print(codexAgent)
		x.wants(codexHello, codexNotify, `{"id":2,"method":"thread/start","params":`+want+`}`)
	}
	x := startScript(t, session.LiveOpenRequest{Agent: "codex", Model: "gpt-5.5", SystemPrompt: "Be brief.", NoSessionPersistence: true, Settings: session.JSON(`{"a":1}`)})
	x.print(codexAgent)
	x.wants(codexHello, codexNotify, `{"id":2,"method":"thread/start","params":{"approvalPolicy":"on-request","baseInstructions":"Be brief.",`+
		`"config":{"a":1},"cwd":"/home/dev","ephemeral":true,"model":"gpt-5.5","sandbox":"workspace-write"}}`)
	for fork, method := range map[bool]string{false: "thread/resume", true: "thread/fork"} {
		x := startScript(t, session.LiveOpenRequest{Agent: "codex", Resume: "T0", Fork: fork})
		x.print(codexAgent)
		x.wants(codexHello, codexNotify, `{"id":2,"method":"`+method+`","params":{"approvalPolicy":"on-request","cwd":"/home/dev","excludeTurns":true,"sandbox":"workspace-write","threadId":"T0"}}`)
		x.query("q1", "Go on.")
		x.print(`{"error":{"code":-32600,"message":"no rollout found for thread id T0"},"id":2}`)
		x.wants()
		x.end("")
		x.replies("q1", "SESSION_NOT_FOUND")
		last := x.outputs[len(x.outputs)-1]
		if last.Health != session.LiveHealthError || last.Error.Code != "SESSION_NOT_FOUND" {
			t.Errorf("a refused %s ends with %s", method, appendOutput(nil, &last))
		}
	}
}

// TestCodexRefuses checks that options which Codex cannot keep are refused.
func TestCodexRefuses(t *testing.T) {
	for name, o := range map[string]session.LiveOpenRequest{
		"tools": {DisallowedTools: []string{"file_change"}}, "tokens": {MaxThinkingTokens: 5}, "turns": {MaxTurns: 1},
		"unsaved": {NoSessionPersistence: true, Resume: "T0"}, "old": {ProgramVersion: "codex-cli 0.99.9"},
	} {
		o.Agent, o.SessionID, o.Cwd = "codex", "s", "/home/dev"
		if _, err := Open(o); err == nil || diagnosticOf(err).Code != "UNSUPPORTED" {
			t.Errorf("%s: %v", name, err)
		}
	}
	x := startScript(t, session.LiveOpenRequest{Agent: "codex"})
	x.print(`{"id":1,"result":{"userAgent":"heddle/0.58.0 (x)"}}`)
	x.wants(codexHello)
	x.end("")
	if last := x.outputs[len(x.outputs)-1]; last.Error == nil || last.Error.Code != "UNSUPPORTED" {
		t.Errorf("an old program ends with %s", appendOutput(nil, &last))
	}
}

// TestCodexTurn checks a prompt with files, steering before and after the turn has
// an id, what changes with the next turn, and a refused prompt.
func TestCodexTurn(t *testing.T) {
	x := readyCodex(t, session.LiveOpenRequest{AddDirs: []string{"/data"}, OutputSchema: session.JSON(`{"type":"object"}`)})
	x.do("q1", session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: "Look.", Thinking: "low", Attachments: []session.JSON{
		session.JSON(`{"data":"aGk=","mediaType":"image/png"}`), session.JSON(`{"data":"a,b","mediaType":"text/csv","name":"x.csv"}`)}})
	x.do("s1", session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: "Quickly."})
	x.wants(`{"id":3,"method":"turn/start","params":{"clientUserMessageId":"q1","effort":"low","input":[{"text":"Look.","text_elements":[],"type":"text"},` +
		`{"type":"image","url":"data:image/png;base64,aGk="},{"text":"File x.csv:\n\na,b","text_elements":[],"type":"text"}],"outputSchema":{"type":"object"},` +
		`"sandboxPolicy":{"type":"workspaceWrite","writableRoots":["/data"]},"threadId":"T1"}}`)
	x.begins("3", "U1")
	x.do("s2", session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: "More."})
	x.wants(`{"id":4,"method":"turn/steer","params":{"clientUserMessageId":"s1","expectedTurnId":"U1","input":[{"text":"Quickly.","text_elements":[],"type":"text"}],"threadId":"T1"}}`,
		`{"id":5,"method":"turn/steer","params":{"clientUserMessageId":"s2","expectedTurnId":"U1","input":[{"text":"More.","text_elements":[],"type":"text"}],"threadId":"T1"}}`)
	x.print(`{"id":4,"result":{"turnId":"U1"}}`, `{"error":{"code":-32600,"message":"no active turn to steer"},"id":5}`)
	x.replies("s1", `"value":null`)
	x.replies("s2", "CONFLICT")
	x.print(`{"method":"item/completed","params":{"threadId":"T1","turnId":"U1","item":{"type":"userMessage","id":"I1","clientId":"q1","content":[{"type":"text","text":"Look."}]}}}`,
		`{"method":"item/completed","params":{"threadId":"T1","turnId":"U1","item":{"type":"userMessage","id":"I2","clientId":"s1","content":[{"type":"text","text":"Quickly."}]}}}`)
	x.do("m1", session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: "gpt-6"})
	x.do("m2", session.LiveCommandRequest{Kind: session.LiveCommandKindSetPermissionMode, Mode: "plan"})
	x.do("q2", session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: "Next.", OutputSchema: session.JSON(`{"type":"array"}`)})
	x.wants()
	x.completes("U1", "completed")
	x.replies("q1", `"subtype":"success"`)
	x.wants(`{"id":6,"method":"turn/start","params":{"approvalPolicy":"on-request","clientUserMessageId":"q2","effort":"medium","input":[{"text":"Next.","text_elements":[],"type":"text"}],` +
		`"model":"gpt-6","outputSchema":{"type":"array"},"sandboxPolicy":{"type":"readOnly"},"threadId":"T1"}}`)
	x.do("s3", session.LiveCommandRequest{Kind: session.LiveCommandKindSteer, Text: "Late."})
	x.print(`{"error":{"code":-32600,"message":"thread not found: T1"},"id":6}`)
	x.replies("s3", "CONFLICT")
	x.replies("q2", `"isError":true`)
	if got := len(x.messages("user")); got != 4 {
		t.Errorf("%d prompts are recorded, want 4", got)
	}
	if e := x.messages("error"); len(e) != 1 || !e[0].Get("content").EqualString("thread not found: T1") {
		t.Errorf("%d errors are recorded", len(e))
	}
	x.end("")
}

// TestCodexInterrupt checks interrupts before the turn has an id and after, and
// one that is not confirmed.
func TestCodexInterrupt(t *testing.T) {
	x := readyCodex(t, session.LiveOpenRequest{})
	x.query("q1", "Go.")
	x.wrote = nil
	x.do("i1", session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	x.print(`{"id":3,"result":{"turn":{"id":"U1","status":"inProgress"}}}`)
	x.wants() // before the turn begins Codex ignores it
	x.print(`{"method":"turn/started","params":{"threadId":"T1","turn":{"id":"U1"}}}`)
	x.wants(`{"id":4,"method":"turn/interrupt","params":{"threadId":"T1","turnId":"U1"}}`)
	x.print(`{"id":4,"result":{}}`)
	x.completes("U1", "interrupted")
	x.replies("q1", `"interrupted":true`)
	x.query("q2", "Again.")
	x.begins("5", "U2")
	x.wrote = nil
	x.do("i2", session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	x.wants(`{"id":6,"method":"turn/interrupt","params":{"threadId":"T1","turnId":"U2"}}`)
	x.completes("U2", "interrupted")
	x.print(`{"method":"turn/started","params":{"threadId":"T1","turn":{"id":"U3"}}}`)
	x.query("q3", "Join.") // a turn that the agent began by itself takes the prompt
	x.print(`{"id":7,"result":{"turn":{"id":"U3","status":"inProgress"}}}`)
	x.wrote = nil
	x.do("i3", session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	x.wants(`{"id":8,"method":"turn/interrupt","params":{"threadId":"T1","turnId":"U3"}}`)
	x.session.Tick(x.now + interruptMS)
	x.take()
	if last := x.outputs[len(x.outputs)-1]; last.Kind != session.LiveOutputKindCloseInput {
		t.Errorf("an interrupt without an answer leads to %s", last.Kind)
	}
	x.end("")
}

// TestCodexAsks checks every decision about commands, file changes and the
// requests of older conversations.
func TestCodexAsks(t *testing.T) {
	const command = `{"id":7,"method":"item/commandExecution/requestApproval","params":{"threadId":"T1","turnId":"U1","itemId":"C1","command":"make","cwd":"/home/dev",` +
		`"commandActions":[{"type":"unknown","command":"make"}],"availableDecisions":["accept",{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["make"]}},"cancel"]}}`
	const edit = `{"id":"e1","method":"item/fileChange/requestApproval","params":{"threadId":"T1","turnId":"U1","itemId":"C2","reason":"outside"}}`
	const legacy = `{"id":9,"method":"execCommandApproval","params":{"conversationId":"T1","callId":"C3","command":["ls"],"cwd":"/home/dev"}}`
	for _, c := range []struct {
		request string
		mode    session.LivePermissionMode
		answer  session.LiveCommandRequest
		want    string
	}{
		{command, "", session.LiveCommandRequest{Allow: true}, `{"id":7,"result":{"decision":"accept"}}`},
		{command, "", session.LiveCommandRequest{}, `{"id":7,"result":{"decision":"decline"}}`},
		{command, "", session.LiveCommandRequest{Allow: true, Rules: session.JSON("true")}, `{"id":7,"result":{"decision":"acceptForSession"}}`},
		{command, "", session.LiveCommandRequest{Allow: true, Rules: session.JSON(`{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["make"]}}`)},
			`{"id":7,"result":{"decision":{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["make"]}}}}`},
		{edit, "", session.LiveCommandRequest{Allow: true}, `{"id":"e1","result":{"decision":"accept"}}`},
		{legacy, "", session.LiveCommandRequest{Allow: true}, `{"id":9,"result":{"decision":"approved"}}`},
		{legacy, "", session.LiveCommandRequest{}, `{"id":9,"result":{"decision":"denied"}}`},
		{legacy, "", session.LiveCommandRequest{Allow: true, Rules: session.JSON("true")}, `{"id":9,"result":{"decision":"approved_for_session"}}`},
		{edit, "accept_edits", session.LiveCommandRequest{}, `{"id":"e1","result":{"decision":"accept"}}`},
		{command, "plan", session.LiveCommandRequest{}, `{"id":7,"result":{"decision":"decline"}}`},
		{edit, "dont_ask", session.LiveCommandRequest{}, `{"id":"e1","result":{"decision":"decline"}}`},
	} {
		x := readyCodex(t, session.LiveOpenRequest{CanAsk: true, PermissionMode: c.mode})
		x.query("q1", "Go.")
		x.begins("3", "U1")
		x.wrote = nil
		x.print(`{"method":"item/started","params":{"threadId":"T1","turnId":"U1","item":{"type":"fileChange","id":"C2","changes":[{"path":"/a","kind":{"type":"add"},"diff":"hi"}]}}}`, c.request)
		if c.mode == "" {
			a := x.ask()
			if c.request == edit && string(a.Ask.Input) != `{"changes":[{"diff":"hi","kind":{"type":"add"},"path":"/a"}]}` {
				t.Errorf("a file change asks about %s", a.Ask.Input)
			}
			c.answer.Kind, c.answer.Ask = session.LiveCommandKindAnswer, a.ID
			x.do("a1", c.answer)
		}
		x.wants(c.want)
		x.completes("U1", "completed")
		x.end("")
	}
}

// TestCodexAskEnds checks the ways in which a request for permission ends without
// a decision, and requests without an answer.
func TestCodexAskEnds(t *testing.T) {
	const command = `{"id":0,"method":"item/commandExecution/requestApproval","params":{"threadId":"T1","turnId":"U1","itemId":"C1","command":"make","cwd":"/home/dev"}}`
	x := readyCodex(t, session.LiveOpenRequest{CanAsk: true})
	x.query("q1", "Go.")
	x.begins("3", "U1")
	x.wrote = nil
	x.print(command, `{"method":"serverRequest/resolved","params":{"threadId":"T1","requestId":0}}`)
	x.wants()
	x.print(command)
	x.do("a1", session.LiveCommandRequest{Kind: session.LiveCommandKindAnswer, Ask: x.ask().ID, Interrupt: true})
	x.wants(`{"id":0,"result":{"decision":"cancel"}}`, `{"id":6,"method":"turn/interrupt","params":{"threadId":"T1","turnId":"U1"}}`)
	x.completes("U1", "interrupted")
	x.print(`{"error":{"code":-32600,"message":"no active turn to interrupt"},"id":6}`)
	x.query("q2", "Again.")
	x.begins("7", "U1")
	x.print(command)
	x.wrote = nil
	x.do("i1", session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
	x.wants(`{"id":0,"result":{"decision":"cancel"}}`, `{"id":9,"method":"turn/interrupt","params":{"threadId":"T1","turnId":"U1"}}`)
	x.completes("U1", "interrupted")
	x.print(`{"id":5,"method":"item/tool/requestUserInput","params":{"threadId":"T1","questions":[]}}`)
	x.wants(`{"error":{"code":-32601,"message":"not supported: item/tool/requestUserInput"},"id":5}`)
	x.end("")
}

// TestCodexClear checks that a new thread takes the place of the old one, and that
// a query waits for it.
func TestCodexClear(t *testing.T) {
	x := readyCodex(t, session.LiveOpenRequest{})
	x.do("c1", session.LiveCommandRequest{Kind: session.LiveCommandKindClear})
	x.query("q1", "Hello.")
	x.wants(`{"id":3,"method":"thread/start","params":{"approvalPolicy":"on-request","cwd":"/home/dev","model":"gpt-5.5","sandbox":"workspace-write"}}`)
	x.print(`{"id":3,"result":{"model":"gpt-5.5","thread":{"id":"T2","model":"gpt-5.5"}}}`)
	x.replies("c1", `"value":null`)
	x.wants(`{"id":4,"method":"turn/start","params":{"clientUserMessageId":"q1","input":[{"text":"Hello.","text_elements":[],"type":"text"}],"threadId":"T2"}}`)
	x.begins("4", "U9")
	x.print(`{"method":"turn/completed","params":{"threadId":"T1","turn":{"id":"U9","status":"completed"}}}`)
	if x.reply("q1") != "" {
		t.Error("the end of a turn of another thread ends the query")
	}
	x.print(`{"method":"turn/completed","params":{"threadId":"T2","turn":{"id":"U9","status":"completed"}}}`)
	x.replies("q1", `"sessionId":"T2"`)
	x.do("s1", session.LiveCommandRequest{Kind: session.LiveCommandKindMcpStatus})
	x.wants(`{"id":5,"method":"mcpServerStatus/list","params":{"threadId":"T2"}}`)
	x.print(`{"id":5,"result":{"data":[],"nextCursor":null}}`)
	x.replies("s1", `{"data":[],"nextCursor":null}`)
	x.end("")
}
