package live

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Both sides of a protocol number their requests by themselves, and a cancellation
// may come in the middle of a text.
func TestObserverKnowsDirections(t *testing.T) {
	o := NewObserver("")
	for i, line := range []string{
		`>{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}`,
		`<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}`,
		`>{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/x"}}`,
		`<{"jsonrpc":"2.0","id":2,"result":{"sessionId":"S1"}}`,
		`>{"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"S1","prompt":[{"type":"text","text":"go"}]}}`,
		`<{"jsonrpc":"2.0","id":3,"method":"fs/write_text_file","params":{"path":"/x/y"}}`,
		`>{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no such method"}}`,
		`<{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"S1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"one "}}}}`,
		`>{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"S1"}}`,
		`<{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"S1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"text"}}}}`,
		`<{"jsonrpc":"2.0","id":3,"result":{"stopReason":"cancelled"}}`,
	} {
		o.Feed(session.Time(1000+i), line[0] == '<', []byte(line[1:]+"\n"))
	}
	o.End()
	var got []string
	for _, m := range o.Take() {
		v, err := scan.Parse(m)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, v.Get("type").String()+" "+v.Get("content").String())
	}
	if all, want := strings.Join(got, "|"), "system init|user go|assistant one text|result "; all != want || o.SessionID() != "S1" {
		t.Errorf("session %s: %s, want %s", o.SessionID(), all, want)
	}
}

// What Copilot reports about a call is a notice, whether the agent is known by its
// command or by what it says of itself; texts, and those of other agents, are not.
func TestObserverKnowsNotices(t *testing.T) {
	update := func(u string) string {
		return `<{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"S1","update":` + u + `}}`
	}
	chunk := func(text string) string {
		return update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"` + text + `"}}`)
	}
	for _, c := range []struct{ agent, name, want string }{
		{"copilot", "", "user go|assistant Info: I use a tool.|system /x/y|tool_use |assistant done. Info: none|user more|system cut. Retrying...|assistant Info: again|result "},
		{"", "Copilot", "user go|assistant Info: I use a tool.|system /x/y|tool_use |assistant done. Info: none|user more|system cut. Retrying...|assistant Info: again|result "},
		{"gemini", "", "user go|assistant Info: I use a tool.|assistant Info: /x/y|tool_use |assistant done. Info: none|user more|assistant begun, Info: cut. Retrying...Info: again|result "},
	} {
		o := NewObserver(c.agent)
		for i, line := range []string{
			`>{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}`,
			`<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"name":"` + c.name + `"}}}`,
			`>{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/x"}}`,
			`<{"jsonrpc":"2.0","id":2,"result":{"sessionId":"S1"}}`,
			`>{"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"S1","prompt":[{"type":"text","text":"go"}]}}`,
			chunk("Info: I use a tool."),
			update(`{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Create","kind":"edit","status":"pending"}`),
			chunk("Info: /x/y"),
			update(`{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}`),
			chunk("done. "), chunk("Info: none"),
			`>{"jsonrpc":"2.0","id":4,"method":"session/prompt","params":{"sessionId":"S1","prompt":[{"type":"text","text":"more"}]}}`,
			chunk("begun, "), chunk("Info: cut. Retrying..."), chunk("Info: again"),
			`<{"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}`,
		} {
			o.Feed(session.Time(1000+i), line[0] == '<', []byte(line[1:]+"\n"))
		}
		o.End()
		var got []string
		for _, m := range o.Take() {
			v, err := scan.Parse(m)
			if err != nil {
				t.Fatal(err)
			}
			if kind := v.Get("type").String(); kind != "tool_result" && !v.Get("subtype").EqualString("init") {
				got = append(got, kind+" "+v.Get("content").String())
			}
		}
		if all := strings.Join(got, "|"); all != c.want {
			t.Errorf("%q, %q:\n%s, want\n%s", c.agent, c.name, all, c.want)
		}
	}
}
