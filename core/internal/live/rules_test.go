package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// conversation is a session with Claude Code that a test plays by hand.
type conversation struct{ *replay }

// converse opens a session. Unless the options resume one, it is ready.
func converse(t *testing.T, o session.LiveOpenRequest) *conversation {
	t.Helper()
	o.Now, o.Agent, o.Cwd = 1000, "claude", "/x"
	if o.SessionID == "" {
		o.SessionID = "s"
	}
	c := &conversation{startReplay(t, claudeRecorded, o)}
	c.now = o.Now
	if o.Resume == "" {
		c.ready()
	}
	return c
}

func (c *conversation) ready() {
	c.say(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1","response":{"claudeCodeVersion":"2.1.329"}}}`)
}

// say feeds a line and returns the outputs.
func (c *conversation) say(line string) []session.LiveOutput {
	from := len(c.outputs)
	c.session.Feed(c.now, []byte(line+"\n"))
	c.take("")
	return c.outputs[from:]
}

// do gives a command and returns the outputs.
func (c *conversation) do(r session.LiveCommandRequest) []session.LiveOutput {
	from := len(c.outputs)
	c.command(r)
	return c.outputs[from:]
}

// wait lets time pass, by ticks at the deadlines, and returns the outputs.
func (c *conversation) wait(ms int64) []session.LiveOutput {
	c.Helper()
	from, end := len(c.outputs), c.now+session.Time(ms)
	for n := 0; ; n++ {
		d := c.session.Step().Deadline
		if n > 100 {
			c.Fatalf("the deadline %d stays after its ticks", d)
		}
		if d == 0 || d > end {
			break
		}
		c.now = max(c.now, d)
		c.session.Tick(c.now)
		c.take("")
	}
	c.now = end
	c.session.Tick(end)
	c.take("")
	return c.outputs[from:]
}

func (c *conversation) query(id string) []session.LiveOutput {
	return c.do(session.LiveCommandRequest{ID: id, Kind: session.LiveCommandKindQuery, Text: "prompt of " + id})
}

// begin sends a query that the agent takes up.
func (c *conversation) begin(id string) {
	c.query(id)
	c.say(`{"type":"system","subtype":"init","session_id":"s"}`)
	c.say(`{"type":"user","uuid":"` + id + `","isReplay":true,"message":{"content":[{"type":"text","text":"prompt of ` + id + `"}]}}`)
}

func (c *conversation) end(id string) []session.LiveOutput {
	return c.say(`{"type":"result","subtype":"success","result":"done","session_id":"s","user_message_uuids":["` + id + `"]}`)
}

// show renders outputs: kinds with what matters of them.
func show(outputs []session.LiveOutput) string {
	list := []string{}
	for _, o := range outputs {
		word := string(o.Kind)
		switch o.Kind {
		case session.LiveOutputKindEvent:
			v, _ := scan.Parse(o.Message)
			word = v.Get("type").String()
			for _, name := range []string{"queryId", "origin", "interrupted", "partial", "delta", "errorType", "category", "retryAfter", "costUsd", "usageSource"} {
				if e := v.Get(name); e.Exists() {
					word += " " + name + "=" + strings.Trim(string(e.Raw()), `"`)
				}
			}
		case session.LiveOutputKindWrite:
			v, _ := scan.Parse([]byte(o.Data))
			word = "write " + v.Get("type").String() + v.Get("request.subtype").String() + v.Get("response.response.behavior").String()
		case session.LiveOutputKindReply, session.LiveOutputKindAsk, session.LiveOutputKindCancelAsk:
			word += " " + o.ID
		case session.LiveOutputKindState:
			word = string(o.Health)
		case session.LiveOutputKindSignal:
			word = string(o.Signal)
		}
		if o.Error != nil {
			word += " " + o.Error.Code
		}
		list = append(list, word)
	}
	return strings.Join(list, "; ")
}

// expect compares rendered outputs.
func (c *conversation) expect(what string, outputs []session.LiveOutput, want string) {
	c.Helper()
	if got := show(outputs); got != want {
		c.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

const askBash = `{"type":"control_request","request_id":"p1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"t1","permission_suggestions":[{"type":"addRules"},{"type":"setMode"}]}}`

// TestPermissions: who decides what, and what the agent is answered.
func TestPermissions(t *testing.T) {
	question := strings.Replace(askBash, "Bash", "AskUserQuestion", 1)
	edit := strings.Replace(askBash, "Bash", "Edit", 1)
	for _, test := range []struct {
		name    string
		options session.LiveOpenRequest
		ask     string
		want    string
	}{
		{"nobody there", session.LiveOpenRequest{}, askBash, "deny nobody is there to give permission"},
		{"listed", session.LiveOpenRequest{AllowedTools: []string{"Bash"}}, askBash, "allow"},
		{"refused", session.LiveOpenRequest{AllowedTools: []string{"Bash"}, DisallowedTools: []string{"Bash"}, CanAsk: true}, askBash, "deny the tool Bash is not allowed"},
		{"rule", session.LiveOpenRequest{AllowedTools: []string{"Bash(ls)"}}, askBash, "deny nobody is there to give permission"},
		{"bypass", session.LiveOpenRequest{PermissionMode: session.LivePermissionModeBypassPermissions}, askBash, "allow"},
		{"question, bypass", session.LiveOpenRequest{PermissionMode: session.LivePermissionModeBypassPermissions}, question, "deny nobody is there to give permission"},
		{"question, listed", session.LiveOpenRequest{AllowedTools: []string{"*"}, CanAsk: true}, question, "ask"},
		{"dont_ask", session.LiveOpenRequest{PermissionMode: session.LivePermissionModeDontAsk, CanAsk: true}, askBash, "deny it is not allowed beforehand, and permissionMode is dont_ask"},
		{"dont_ask, listed", session.LiveOpenRequest{PermissionMode: session.LivePermissionModeDontAsk, AllowedTools: []string{"Bash"}}, askBash, "allow"},
		{"edits", session.LiveOpenRequest{PermissionMode: session.LivePermissionModeAcceptEdits}, edit, "allow"},
		{"edits, other", session.LiveOpenRequest{PermissionMode: session.LivePermissionModeAcceptEdits}, askBash, "deny nobody is there to give permission"},
		{"ask", session.LiveOpenRequest{CanAsk: true}, askBash, "ask"},
	} {
		c := converse(t, test.options)
		c.begin("q")
		got := ""
		for _, o := range c.say(test.ask) {
			switch o.Kind {
			case session.LiveOutputKindAsk:
				got = "ask"
			case session.LiveOutputKindWrite:
				v, _ := scan.Parse([]byte(o.Data))
				d := v.Get("response.response")
				got = strings.TrimSpace(d.Get("behavior").String() + " " + d.Get("message").String())
				if d.Get("behavior").EqualString("allow") && !d.Get("updatedInput.command").EqualString("ls") {
					t.Errorf("%s: the input is lost: %s", test.name, o.Data)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		c.exit(0)
	}
}

// TestAnswers: what an answer makes of a request, and that it is answered once.
func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		answer session.LiveCommandRequest
		want   string
	}{
		{session.LiveCommandRequest{Allow: true}, `{"behavior":"allow","updatedInput":{"command":"ls"}}`},
		{session.LiveCommandRequest{Allow: true, UpdatedInput: session.JSON(`{"command":"pwd"}`)}, `{"behavior":"allow","updatedInput":{"command":"pwd"}}`},
		{session.LiveCommandRequest{Allow: true, Rules: session.JSON(`true`)}, `{"behavior":"allow","updatedInput":{"command":"ls"},"updatedPermissions":[{"type":"addRules"}]}`},
		{session.LiveCommandRequest{Allow: true, Rules: session.JSON(`{"type":"x"}`)}, `{"behavior":"allow","updatedInput":{"command":"ls"},"updatedPermissions":[{"type":"x"}]}`},
		{session.LiveCommandRequest{Allow: true, Rules: session.JSON(`[{"type":"x"}]`)}, `{"behavior":"allow","updatedInput":{"command":"ls"},"updatedPermissions":[{"type":"x"}]}`},
		{session.LiveCommandRequest{Text: "no"}, `{"behavior":"deny","message":"no"}`},
		{session.LiveCommandRequest{}, `{"behavior":"deny","message":"permission was denied"}`},
	} {
		c := converse(t, session.LiveOpenRequest{CanAsk: true})
		c.begin("q")
		c.expect("request", c.say(askBash), "control_request; ask ask-2; waiting")
		test.answer.Kind, test.answer.Ask = session.LiveCommandKindAnswer, "ask-2"
		out := c.do(test.answer)
		answered := ""
		for _, o := range out {
			if o.Kind == session.LiveOutputKindWrite {
				v, _ := scan.Parse([]byte(o.Data))
				answered += string(v.Get("response.response").Raw())
			}
		}
		if answered != test.want {
			t.Errorf("answered %s, want %s", answered, test.want)
		}
		c.expect("again", c.do(session.LiveCommandRequest{ID: "late", Kind: session.LiveCommandKindAnswer, Ask: "ask-2", Allow: true}), "reply late BAD_REF")
		c.exit(0)
	}
	c := converse(t, session.LiveOpenRequest{CanAsk: true})
	c.begin("q")
	c.say(askBash)
	c.expect("no object", c.do(session.LiveCommandRequest{ID: "a", Kind: session.LiveCommandKindAnswer, Ask: "ask-2", Allow: true, UpdatedInput: session.JSON(`7`)}), "reply a INVALID_ARGUMENT")
	c.expect("deny and interrupt", c.do(session.LiveCommandRequest{ID: "b", Kind: session.LiveCommandKindAnswer, Ask: "ask-2", Interrupt: true}),
		"cancel_ask ask-2; active_query; write control_responsedeny; control_response; write control_requestinterrupt; reply b")
	c.exit(0)
}

// TestLimits: the time limits of a session, and that waiting for a person does
// not count.
func TestLimits(t *testing.T) {
	stop := "close_input; terminate; kill"
	t.Run("start", func(t *testing.T) {
		c := &conversation{startReplay(t, claudeRecorded, session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: "s", Cwd: "/x"})}
		c.now = 1
		c.query("q")
		c.expect("before", c.wait(119_999), "")
		c.expect("after", c.wait(10_000), "close_input; reply q TIMEOUT; terminate; kill")
		c.exit(137)
		if last := c.outputs[len(c.outputs)-1]; last.Error.Code != "TIMEOUT" {
			t.Errorf("the last state is %+v", last)
		}
	})
	t.Run("query", func(t *testing.T) {
		c := converse(t, session.LiveOpenRequest{})
		c.begin("q")
		c.expect("before", c.wait(299_999), "")
		c.expect("after", c.wait(1), "error errorType=timeout category=unknown; write control_requestinterrupt")
		c.expect("unconfirmed", c.wait(60_000), stop)
		c.exit(137)
		c.expect("end", c.outputs[len(c.outputs)-3:], "result queryId=q interrupted=true errorType=timeout; reply q; error TIMEOUT")
	})
	t.Run("query, confirmed", func(t *testing.T) {
		c := converse(t, session.LiveOpenRequest{})
		c.do(session.LiveCommandRequest{ID: "q", Kind: session.LiveCommandKindQuery, Text: "a", TimeoutMS: 50})
		c.wait(50)
		c.say(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-2"}}`)
		c.expect("confirmed", c.wait(29_000), "")
		c.expect("ended", c.say(`{"type":"result","subtype":"error_during_execution","is_error":true,"user_message_uuids":["q"],"session_id":"s"}`),
			"result queryId=q errorType=timeout; reply q; ready")
		c.query("q2")
		c.expect("no old timer", c.wait(60_000), "")
		c.exit(0)
	})
	t.Run("permission", func(t *testing.T) {
		c := converse(t, session.LiveOpenRequest{CanAsk: true, PermissionTimeoutMS: 1_000_000, IdleTimeoutMS: 5000})
		c.begin("q")
		c.wait(1000)
		c.say(askBash)
		c.expect("a person thinks", c.wait(999_999), "")
		c.expect("nobody answers", c.wait(1), "cancel_ask ask-2; active_query; write control_responsedeny; control_response")
		c.expect("idle again", c.wait(5000), "error errorType=timeout category=unknown; write control_requestinterrupt")
		c.exit(0)
	})
	t.Run("idle", func(t *testing.T) {
		c := converse(t, session.LiveOpenRequest{IdleTimeoutMS: 5000})
		c.begin("q")
		for _, line := range []string{
			`{"type":"stream_event","api_message_id":"m","event":{"type":"content_block_delta","delta":{"thinking":"x"}}}`,
			`{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"x"}]}}`,
			`{"type":"assistant","parent_tool_use_id":"sub","message":{"id":"m2","content":[{"type":"tool_use","id":"t0","name":"Bash"}]}}`,
			`{"type":"assistant","message":{"id":"m3","content":[{"type":"tool_use","id":"t1","name":"Bash"}]}}`,
		} {
			if out := c.wait(4999); len(out) > 0 {
				t.Fatalf("before %s: %s", line, show(out))
			}
			c.say(line)
		}
		c.expect("a tool runs", c.wait(100_000), "")
		c.say(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}`)
		c.wait(4000)
		c.say(`{"type":"system","subtype":"api_retry","attempt":1}`)
		c.expect("a retry is no progress", c.wait(1000), "error errorType=timeout category=unknown; write control_requestinterrupt")
		c.exit(0)
	})
	t.Run("request", func(t *testing.T) {
		c := converse(t, session.LiveOpenRequest{})
		c.do(session.LiveCommandRequest{ID: "m", Kind: session.LiveCommandKindMcpStatus})
		c.expect("before", c.wait(59_999), "")
		c.expect("after", c.wait(1), "reply m TIMEOUT")
		c.expect("late answer", c.say(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-2","response":{}}}`), "")
		c.exit(0)
	})
}

// TestQueue: one turn at a time, a bounded queue, and what is dropped from it.
func TestQueue(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{MaxQueued: 2})
	c.begin("q1")
	c.expect("second", c.query("q2"), "")
	c.expect("third", c.query("q3"), "")
	c.expect("fourth", c.query("q4"), "reply q4 CONFLICT")
	c.expect("dropped", c.do(session.LiveCommandRequest{ID: "i", Kind: session.LiveCommandKindInterrupt, Query: "q2"}), "reply q2 COMPLETE; reply i")
	c.expect("first ends", c.end("q1"), "result queryId=q1; reply q1; ready; active_query; user; write user")
	c.expect("clear while one runs", c.do(session.LiveCommandRequest{ID: "c", Kind: session.LiveCommandKindClear}), "reply c CONFLICT")
	c.expect("interrupt", c.do(session.LiveCommandRequest{ID: "i2", Kind: session.LiveCommandKindInterrupt}), "write control_requestinterrupt; reply i2")
	c.expect("unknown query", c.do(session.LiveCommandRequest{ID: "i3", Kind: session.LiveCommandKindInterrupt, Query: "q1"}), "reply i3")
	c.query("q5")
	c.expect("stop", c.do(session.LiveCommandRequest{ID: "s1", Kind: session.LiveCommandKindStop}), "close_input")
	c.expect("stop again", c.do(session.LiveCommandRequest{ID: "s2", Kind: session.LiveCommandKindStop}), "")
	c.expect("query", c.query("q6"), "reply q6 COMPLETE")
	from := len(c.outputs)
	c.exit(0)
	c.expect("end", c.outputs[from:], "error errorType=session_error category=unknown; result queryId=q3 interrupted=true; reply q3; reply q5 COMPLETE; stopped; reply s1; reply s2")
	c.expect("stop after the end", c.do(session.LiveCommandRequest{ID: "s3", Kind: session.LiveCommandKindStop}), "reply s3")
}

// TestTwoAsks: time counts again when the user is not asked any more, and a request that
// the agent withdraws is no longer open.
func TestTwoAsks(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{CanAsk: true, TimeoutMS: 1000})
	c.begin("q")
	c.say(askBash)
	c.say(strings.Replace(askBash, `"p1"`, `"p2"`, 1))
	c.expect("first", c.do(session.LiveCommandRequest{ID: "a", Kind: session.LiveCommandKindAnswer, Ask: "ask-2"}), "cancel_ask ask-2; write control_responsedeny; control_response; reply a")
	c.expect("one is open", c.wait(5000), "")
	c.expect("withdrawn", c.say(`{"type":"control_cancel_request","request_id":"p2"}`), "cancel_ask ask-3; active_query")
	c.expect("before", c.wait(999), "")
	c.expect("time counts", c.wait(1), "error errorType=timeout category=unknown; write control_requestinterrupt")
	c.exit(0)
}

// TestClosedInput: nothing is written after the end of the input.
func TestClosedInput(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{CanAsk: true})
	c.begin("q")
	c.say(askBash)
	c.expect("stop", c.do(session.LiveCommandRequest{ID: "s", Kind: session.LiveCommandKindStop}),
		"cancel_ask ask-2; active_query; write control_responsedeny; control_response; write control_requestinterrupt; close_input")
	c.expect("a request", c.say(`{"type":"control_request","request_id":"h","request":{"subtype":"hook_callback"}}`), "")
	c.expect("a permission", c.say(strings.Replace(askBash, `"p1"`, `"p2"`, 1)), "control_request")
	c.expect("the turn ends", c.end("q"), "result queryId=q interrupted=true; reply q")
	c.exit(0)
}

// TestAbortDuringStart: a query and a session that are given up before the agent
// is ready stay given up.
func TestAbortDuringStart(t *testing.T) {
	open := func() *conversation {
		return &conversation{startReplay(t, claudeRecorded, session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: "s", Cwd: "/x"})}
	}
	c := open()
	c.query("q")
	c.expect("interrupt", c.do(session.LiveCommandRequest{ID: "i", Kind: session.LiveCommandKindInterrupt}), "reply q COMPLETE; reply i")
	from := len(c.outputs)
	c.ready()
	c.expect("ready", c.outputs[from:], "ready")
	c.exit(0)
	c = open()
	c.query("q")
	c.expect("stop", c.do(session.LiveCommandRequest{ID: "s", Kind: session.LiveCommandKindStop}), "close_input")
	from = len(c.outputs)
	c.ready()
	c.expect("ready too late", c.outputs[from:], "")
	c.exit(0)
}

// TestStartFails: how a session that cannot begin says why.
func TestStartFails(t *testing.T) {
	refusal := `{"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"session_id":"r","errors":["No conversation found with session ID: r"]}`
	for _, test := range []struct {
		name   string
		resume string
		lines  []string
		exit   session.LiveExitRequest
		code   string
		says   string
	}{
		{"refused at once", "r", []string{refusal}, session.LiveExitRequest{Status: 1}, "SESSION_NOT_FOUND", "no session r"},
		{"refused after ready", "r", []string{`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1"}}`, refusal}, session.LiveExitRequest{Status: 1}, "SESSION_NOT_FOUND", "no session r"},
		{"refused on standard error", "r", nil, session.LiveExitRequest{Status: 1, Stderr: "No conversation found with session ID: r\n"}, "SESSION_NOT_FOUND", "no session r"},
		{"bad option", "", nil, session.LiveExitRequest{Status: 1, Stderr: "x\nerror: unknown option '--nonsense'\n"}, "IO_ERROR", "unknown option"},
		{"no program", "", nil, session.LiveExitRequest{Error: "claude is not installed", ErrorCode: "AGENT_NOT_FOUND", Hint: "npm install"}, "AGENT_NOT_FOUND", "not installed"},
		{"refused protocol", "", []string{`{"type":"control_response","response":{"subtype":"error","request_id":"heddle-1","error":"Unsupported control request subtype: initialize"}}`}, session.LiveExitRequest{Status: 0}, "UNSUPPORTED", "initialize"},
	} {
		c := &conversation{startReplay(t, claudeRecorded, session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: "s", Cwd: "/x", Resume: test.resume})}
		c.query("q")
		for _, line := range test.lines {
			c.say(line)
		}
		c.query("q2")
		test.exit.Now = 9
		c.session.Exit(test.exit)
		c.take("")
		checkReplies(t, c.commands, c.outputs)
		last := c.outputs[len(c.outputs)-1]
		if last.Health != session.LiveHealthError || last.Error.Code != test.code || !strings.Contains(last.Error.Message, test.says) {
			t.Errorf("%s: the last output is %s", test.name, appendOutput(nil, &last))
		}
		for _, o := range c.outputs {
			if o.Kind == session.LiveOutputKindReply && o.ID == "q" && o.Error != nil && o.Error.Code != test.code {
				t.Errorf("%s: the query ends with %s", test.name, o.Error.Code)
			}
		}
	}
}

// TestOwnTurns: what the agent does by itself is a turn of its own, also when a
// query is sent meanwhile, with versions that say so and with older ones.
func TestOwnTurns(t *testing.T) {
	for _, origin := range []string{`,"origin":{"kind":"task-notification"}`, ""} {
		c := converse(t, session.LiveOpenRequest{})
		c.begin("q1")
		c.end("q1")
		c.say(`{"type":"system","subtype":"init","session_id":"s"}`)
		c.expect("text", c.say(`{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"done"}]}}`), "assistant")
		c.query("q2")
		c.expect("its end", c.say(`{"type":"result","subtype":"success","session_id":"s","total_cost_usd":1`+origin+`}`), "result origin=agent costUsd=1")
		c.say(`{"type":"system","subtype":"init","session_id":"s"}`)
		c.say(`{"type":"user","uuid":"q2","isReplay":true,"message":{"content":[{"type":"text","text":"prompt of q2"}]}}`)
		c.expect("the query's end", c.say(`{"type":"result","subtype":"success","result":"done","session_id":"s","total_cost_usd":1.5}`), "result queryId=q2 costUsd=0.5; reply q2; ready")
		c.exit(0)
	}
	c := converse(t, session.LiveOpenRequest{})
	c.query("q1")
	c.expect("a command without a repeated prompt", c.say(`{"type":"result","subtype":"success","result":"done","session_id":"s"}`), "result queryId=q1; reply q1; ready")
	c.exit(0)
}

// TestInterruptOwnTurn: an interrupt that hits what the agent does by itself is
// repeated for the query.
func TestInterruptOwnTurn(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{})
	c.say(`{"type":"system","subtype":"init","session_id":"s"}`)
	c.query("q")
	c.expect("interrupt", c.do(session.LiveCommandRequest{ID: "i", Kind: session.LiveCommandKindInterrupt}), "write control_requestinterrupt; reply i")
	c.say(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-2"}}`)
	c.expect("own turn ends", c.say(`{"type":"result","subtype":"error_during_execution","is_error":true,"origin":{"kind":"x"},"terminal_reason":"aborted_streaming"}`), "result origin=agent")
	c.expect("the query begins", c.say(`{"type":"user","uuid":"q","isReplay":true,"message":{"content":"x"}}`), "write control_requestinterrupt")
	c.exit(0)
}

// TestPartial: a message that an interrupt or the end of the process cuts is
// recorded as partial.
func TestPartial(t *testing.T) {
	delta := `{"type":"stream_event","api_message_id":"m","event":{"type":"content_block_delta","delta":{"text":"half"}}}`
	c := converse(t, session.LiveOpenRequest{})
	c.begin("q")
	c.expect("delta", c.say(delta), "text delta=true")
	c.do(session.LiveCommandRequest{ID: "i", Kind: session.LiveCommandKindInterrupt})
	out := c.say(`{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming","user_message_uuids":["q"]}`)
	c.expect("interrupted", out, "assistant partial=true; result queryId=q interrupted=true; reply q; ready")
	if v, _ := scan.Parse(out[0].Message); !out[0].Record || !v.Get("content").EqualString("half") {
		t.Errorf("recorded %v: %s", out[0].Record, out[0].Message)
	}
	c.begin("q2")
	c.say(delta)
	from := len(c.outputs)
	c.exit(1)
	c.expect("cut", c.outputs[from:], "assistant partial=true; error errorType=session_error category=unknown; result queryId=q2 errorType=agent_ended; reply q2; error IO_ERROR")
}

// TestFailures: failures of the API are errors with a category, once.
func TestFailures(t *testing.T) {
	result := func(members string) string {
		return `{"type":"result","session_id":"s","is_error":true,"user_message_uuids":["q"],` + members + `}`
	}
	for _, test := range []struct{ name, before, result, want string }{
		{"only the result", "", result(`"subtype":"success","api_error_status":429,"api_error_type":"rate_limit_error","result":"API Error: 429"`),
			"error errorType=rate_limit_error category=rate_limit; result queryId=q errorType=rate_limit_error; reply q; ready"},
		{"a message before", `{"type":"assistant","isApiErrorMessage":true,"error":"rate_limit","message":{"content":[{"type":"text","text":"API Error: 429"}]}}`,
			result(`"subtype":"success","api_error_status":429`), "result queryId=q errorType=rate_limit; reply q; ready"},
		{"no API", "", result(`"subtype":"error_during_execution","errors":["it broke"]`), "error errorType=session_error category=unknown; result queryId=q errorType=session_error; reply q; ready"},
		{"a limit", "", result(`"subtype":"error_max_turns"`), "result queryId=q errorType=max_turns; reply q; ready"},
	} {
		c := converse(t, session.LiveOpenRequest{})
		c.begin("q")
		if test.before != "" {
			c.expect(test.name, c.say(test.before), "error errorType=rate_limit category=rate_limit")
		}
		c.expect(test.name, c.say(test.result), test.want)
		c.exit(0)
	}
}

// TestCosts: a turn's cost, with versions that say it and with those that count on.
func TestCosts(t *testing.T) {
	costs := func(o session.LiveOpenRequest, results ...string) (list string) {
		c := converse(t, o)
		if o.Resume != "" {
			c.ready()
		}
		for i, r := range results {
			id := fmt.Sprint("q", i)
			c.begin(id)
			for _, o := range c.say(`{"type":"result","subtype":"success","session_id":"s",` + r + `}`) {
				if v, _ := scan.Parse(o.Message); o.Kind == session.LiveOutputKindEvent {
					list += "[" + string(v.Get("costUsd").Raw()) + " " + string(v.Get("usage.inputTokens").Raw()) + " " + v.Get("usageSource").String() + "]"
				}
			}
		}
		c.exit(0)
		return list
	}
	older := []string{`"total_cost_usd":0.3,"usage":{"input_tokens":1}`, `"total_cost_usd":0.5,"usage":{"input_tokens":2}`, `"total_cost_usd":0.1`}
	newer := []string{`"total_cost_usd":0.3,"usage":{"input_tokens":1},"model_usage_since_last_result":{"a.b":{"costUSD":0.1,"inputTokens":7},"c":{"costUSD":0.01}}`,
		`"total_cost_usd":0.3,"usage":{"input_tokens":0},"model_usage_since_last_result":{"a":{"costUSD":0.2,"inputTokens":7}}`}
	for _, test := range []struct {
		name    string
		resume  string
		results []string
		want    string
	}{
		{"older", "", older, "[0.3 1 protocol][0.2 2 protocol][  ]"},
		{"older, resumed", "s", older, "[ 1 protocol][0.2 2 protocol][  ]"},
		{"newer", "", newer, "[0.11 1 protocol][0.2 7 protocol]"},
		{"newer, resumed", "s", newer, "[0.11 1 protocol][0.2 7 protocol]"},
	} {
		if got := costs(session.LiveOpenRequest{Resume: test.resume}, test.results...); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestClear: queries wait for the new conversation, whose id the session has
// then. Its result ends no query, also when it is late.
func TestClear(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{})
	c.expect("clear", c.do(session.LiveCommandRequest{ID: "c", Kind: session.LiveCommandKindClear}), "write user")
	c.expect("query", c.query("q"), "")
	c.expect("own turn", c.say(`{"type":"result","subtype":"success","session_id":"s","origin":{"kind":"x"}}`), "result origin=agent")
	c.say(`{"type":"system","subtype":"init","session_id":"n"}`)
	c.expect("repeated", c.say(`{"type":"user","isReplay":true,"uuid":"c","message":{"content":"<command-name>/clear</command-name>"}}`), "")
	c.expect("cleared", c.say(`{"type":"result","subtype":"success","session_id":"n","user_message_uuids":["c"]}`), "reply c; active_query; user; write user")
	if c.session.nativeID != "n" {
		t.Errorf("the session is %s", c.session.nativeID)
	}
	c.say(`{"type":"user","uuid":"q","isReplay":true,"message":{"content":[{"type":"text","text":"prompt of q"}]}}`)
	c.end("q")
	c.do(session.LiveCommandRequest{ID: "c2", Kind: session.LiveCommandKindClear})
	c.query("q2")
	c.expect("not answered", c.wait(60_000), "reply c2 TIMEOUT; active_query; user; write user")
	c.expect("late", c.say(`{"type":"result","subtype":"success","session_id":"n2"}`), "active_query")
	c.expect("query's end", c.end("q2"), "active_query; result queryId=q2; reply q2; ready")
	c.exit(0)
}

// TestControls: set_model and set_permission_mode count once the agent agrees.
func TestControls(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{Model: "old"})
	c.do(session.LiveCommandRequest{ID: "m", Kind: session.LiveCommandKindSetModel, Model: "bad"})
	c.expect("refused", c.say(`{"type":"control_response","response":{"subtype":"error","request_id":"heddle-2","error":"no such model"}}`), "reply m INVALID_ARGUMENT")
	c.do(session.LiveCommandRequest{ID: "b", Kind: session.LiveCommandKindSetPermissionMode, Mode: "bypass_permissions"})
	if c.session.model != "old" || c.session.mode != session.LivePermissionModeDefault {
		t.Errorf("model %s, mode %s", c.session.model, c.session.mode)
	}
	c.say(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-3","response":{"mode":"bypassPermissions"}}}`)
	if c.session.mode != session.LivePermissionModeBypassPermissions {
		t.Errorf("mode %s", c.session.mode)
	}
	c.say(`{"type":"system","subtype":"status","permissionMode":"acceptEdits"}`)
	if c.session.mode != session.LivePermissionModeAcceptEdits {
		t.Errorf("mode %s", c.session.mode)
	}
	c.expect("unknown mode", c.do(session.LiveCommandRequest{ID: "u", Kind: session.LiveCommandKindSetPermissionMode, Mode: "auto"}), "reply u INVALID_ARGUMENT")
	c.expect("rewind", c.do(session.LiveCommandRequest{ID: "r", Kind: session.LiveCommandKindRewindFiles, MessageID: "x"}), "reply r UNSUPPORTED")
	c.expect("steer", c.do(session.LiveCommandRequest{ID: "t", Kind: session.LiveCommandKindSteer, Text: "x"}), "reply t UNSUPPORTED")
	c.expect("thinking of a query", c.do(session.LiveCommandRequest{ID: "h", Kind: session.LiveCommandKindQuery, Text: "x", Thinking: "high"}), "reply h UNSUPPORTED")
	c.expect("empty query", c.do(session.LiveCommandRequest{ID: "e", Kind: session.LiveCommandKindQuery}), "reply e INVALID_ARGUMENT")
	c.expect("unknown", c.do(session.LiveCommandRequest{ID: "n", Kind: "nonsense"}), "reply n INVALID_ARGUMENT")
	c.exit(0)
}

// TestArguments: ids and options in the agent's arguments; prompts never.
func TestArguments(t *testing.T) {
	for _, test := range []struct {
		options session.LiveOpenRequest
		want    string
	}{
		{session.LiveOpenRequest{}, "--session-id s"},
		{session.LiveOpenRequest{Resume: "r"}, "--resume r"},
		{session.LiveOpenRequest{Resume: "r", Fork: true}, "--session-id s --resume r --fork-session"},
		{session.LiveOpenRequest{PermissionMode: session.LivePermissionModeDontAsk, AllowedTools: []string{"Bash(a b)", "Read"}, MaxTurns: 3},
			"--session-id s --permission-mode dontAsk --allowedTools Bash(a b) --allowedTools Read --max-turns 3"},
	} {
		o := test.options
		o.Now, o.Agent, o.SessionID, o.Cwd = 1, "claude", "s", "/x"
		s, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, out := range s.Step().Outputs {
			if out.Kind == session.LiveOutputKindSpawn {
				if got := strings.Join(out.Spawn.Args[len(findRow("claude").Args):], " "); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
			}
		}
	}
}

// TestStderrOfExit: the error of a process that ended has the end of what it
// said on standard error.
func TestStderrOfExit(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{})
	c.session.Exit(session.LiveExitRequest{Now: 2, Status: 3, Stderr: strings.Repeat("old line\n", 200) + "the reason\n"})
	c.take("")
	if e := c.outputs[len(c.outputs)-1].Error; !strings.Contains(e.Message, "status 3") || !strings.HasSuffix(e.Message, "the reason") || len(e.Message) > 500 {
		t.Errorf("%q", e.Message)
	}
	if out := c.query("q"); show(out) != "reply q COMPLETE" {
		t.Errorf("after the end: %s", show(out))
	}
}

// TestStrangeMembers: messages stay canonical when the agent's own members need
// escapes, and sort before and after those that the session adds.
func TestStrangeMembers(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{})
	c.begin("q")
	for _, line := range []string{
		`{"type":"system","subtype":"x","\"a\\":1,"zz\u0001":2,"timestamps":3}`,
		`{"type":"system","subtype":"x"}`,
		`{"type":"result","subtype":"success","user_message_uuids":["q"],"\"a":1,"zz\n":2,"usage":"?","total_cost_usd":-1}`,
	} {
		for _, o := range c.say(line) {
			if o.Kind != session.LiveOutputKindEvent {
				continue
			}
			v, err := scan.Parse(o.Message)
			if err != nil || string(v.AppendCanonical(nil)) != string(o.Message) || !v.Get("timestamp").Exists() {
				t.Errorf("%s, %v", o.Message, err)
			}
		}
	}
	c.exit(0)
}
