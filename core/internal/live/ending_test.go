package live

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// diagnostics returns what was reported beside the messages.
func diagnostics(outputs []session.LiveOutput) string {
	var list []string
	for _, o := range outputs {
		if o.Kind == session.LiveOutputKindDiagnostic {
			list = append(list, o.Error.Message)
		}
	}
	return strings.Join(list, "\n")
}

// TestCopilotReports: what Copilot reports about its requests is no text of the
// model, and a text that only looks like a report is.
func TestCopilotReports(t *testing.T) {
	a := readyACP(t, session.LiveOpenRequest{Agent: "copilot"}, acpNone, acpBegun)
	q := a.query("go")
	v := a.wrote("session/prompt")
	a.chunk("This is the ")
	a.chunk("Info: Response was interrupted due to a server error. Retrying...")
	a.chunk("This is the ")
	a.chunk("Error: Failed to get response from the AI model; retried once")
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn"}}`)
	r := a.finishMeasured(q)
	a.wantEqual("texts", strings.Join(a.messages("assistant"), "|"), "This is the ")
	a.wantEqual("reason", r.Get("errorType").String()+": "+r.Get("reason").String(), "session_error: Error: Failed to get response from the AI model; retried once")
	if said := diagnostics(a.outputs); !strings.Contains(said, "copilot tries a failed request again: Response was interrupted") {
		t.Errorf("reported: %s", said)
	}
	q = a.query("what does it print?")
	v = a.wrote("session/prompt")
	a.chunk("Error: no such file")
	a.chunk(" is what it prints.")
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":{"stopReason":"end_turn","usage":{"inputTokens":5}}}`)
	if r := a.finishMeasured(q); r.Get("isError").Bool() {
		t.Errorf("an answer is a failure: %s", r.Raw())
	}
	a.wantEqual("texts", strings.Join(a.messages("assistant")[1:], "|"), "Error: no such file is what it prints.")
	a.query("again")
	a.wrote("session/prompt")
	a.chunk("Error: the last word")
	a.exit()
	a.wantEqual("the end", strings.Join(a.messages("assistant")[2:], "|"), "Error: the last word")
}

// TestRetries: an agent that tries a request again says so, and a time limit
// meanwhile has the reason.
func TestRetries(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{TimeoutMS: 60000})
	c.begin("q")
	c.say(`{"type":"system","subtype":"api_retry","attempt":3,"max_retries":10,"retry_delay_ms":2387.4,"error_status":500,"error":"server_error"}`)
	c.wait(60000)
	if said := diagnostics(c.outputs); said != "claude tries a failed request again, attempt 3 of 10, in 2.3 s: server_error (HTTP 500)" {
		t.Errorf("reported: %s", said)
	}
	c.expect("the result", c.say(`{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming","user_message_uuids":["q"]}`),
		"result queryId=q errorType=timeout; reply q; ready")
	if m := string(c.outputs[len(c.outputs)-2].Value); !strings.Contains(m, `"reason":"the query took longer than its time limit; the agent's last failure: server_error (HTTP 500)"`) {
		t.Error(m)
	}
	c.begin("q2")
	c.say(`{"type":"system","subtype":"api_retry","error_status":500,"error":"server_error"}`)
	c.say(`{"type":"assistant","message":{"content":[{"type":"text","text":"Here I am."}]}}`)
	c.wait(60000)
	c.expect("another result", c.say(`{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming","user_message_uuids":["q2"]}`),
		"result queryId=q2 errorType=timeout; reply q2; ready")
	if m := string(c.outputs[len(c.outputs)-2].Value); strings.Contains(m, "last failure") {
		t.Error("a failure that was overcome is the reason: " + m)
	}
	c.exit(0)
}

// TestDenials: a turn whose tools were all denied without anybody being asked is no
// success, nor is one that ends at a denial without a word; a person's no is.
func TestDenials(t *testing.T) {
	ask := `{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t1","input":{}}}`
	use := func(id, name string) string {
		return `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":{}}]}}`
	}
	text := `{"type":"assistant","message":{"content":[{"type":"text","text":"I could not."}]}}`
	for _, test := range []struct {
		name   string
		person bool
		lines  []string
		want   string
		more   string // of the result
	}{
		{"by its mode", false, []string{use("t1", "Bash"), text}, "permission_denied", `"permission_denials":[{"tool_name":"Bash","tool_use_id":"t1","tool_input":{}}],`},
		{"some by its mode", false, []string{use("t0", "Read"), use("t1", "Bash"), text}, "", `"permission_denials":[{"tool_name":"Bash","tool_use_id":"t1","tool_input":{}}],`},
		{"nobody", false, []string{use("t1", "Bash"), ask, text}, "permission_denied", ""},
		{"another tool ran", false, []string{use("t0", "Read"), use("t1", "Bash"), ask, text}, "", ""},
		{"a person", true, []string{use("t1", "Bash"), ask, text}, "", ""},
		{"a person, without a word", true, []string{use("t1", "Bash"), ask}, "permission_denied", ""},
	} {
		c := converse(t, session.LiveOpenRequest{CanAsk: test.person})
		c.begin("q")
		for _, line := range test.lines {
			for _, o := range c.say(line) {
				if o.Kind == session.LiveOutputKindAsk {
					c.do(session.LiveCommandRequest{ID: "a", Kind: session.LiveCommandKindAnswer, Ask: o.ID})
				}
			}
		}
		c.say(`{"type":"result",` + test.more + `"subtype":"success","is_error":false,"session_id":"s","user_message_uuids":["q"]}`)
		m := string(c.outputs[len(c.outputs)-2].Value)
		if got := strings.Contains(m, `"errorType":"permission_denied","isError":true`); got != (test.want != "") {
			t.Errorf("%s: %s", test.name, m)
		}
		c.exit(0)
	}
}

// TestEmptyTurns: a turn in which an agent neither says nor does anything has failed. A command of the
// agent needs no answer, and what was done needs no words.
func TestEmptyTurns(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{})
	result := func(id, more string) []session.LiveOutput {
		return c.say(`{"type":"result","subtype":"success","is_error":false,` + more + `"session_id":"s","user_message_uuids":["` + id + `"]}`)
	}
	c.begin("q")
	c.expect("nothing", result("q", ""), "result queryId=q errorType=no_answer; reply q; ready")
	c.begin("q2")
	c.expect("an empty text", result("q2", `"result":"",`), "result queryId=q2 errorType=no_answer; reply q2; ready")
	c.begin("q3")
	c.expect("a text", result("q3", `"result":"Hi.",`), "result queryId=q3; reply q3; ready")
	c.begin("q4")
	c.say(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}`)
	c.expect("a call", result("q4", ""), "result queryId=q4; reply q4; ready")
	c.do(session.LiveCommandRequest{ID: "q5", Kind: session.LiveCommandKindQuery, Text: "/compact"})
	c.expect("a command of the agent", result("q5", ""), "result queryId=q5; reply q5; ready")
	c.exit(0)
}
