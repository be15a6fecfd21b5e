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
	o := NewObserver()
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
