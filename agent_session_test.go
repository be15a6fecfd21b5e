package heddle

import (
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/live"
)

// An event of a message of 10 MB is given to the consumer without a copy of its text.
func TestLongEventsAreNotCopied(t *testing.T) {
	text := strings.Repeat("x", 10_000_000)
	e := live.Event{Kind: "event", Message: []byte(`{"type":"assistant","content":"` + text + `","raw":"` + text + `"}`)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := toAgentEvent(e)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; out.Type != "assistant" || took > 1_000_000 {
		t.Errorf("type %q; %d bytes were allocated", out.Type, took)
	}
}

func TestFinalTextIgnoresOtherContent(t *testing.T) {
	messages := []JSON{
		JSON(`{"type":"assistant","content":"first"}`),
		JSON(`{"type":"assistant","content":"a subagent","parentToolUseId":"t1"}`),
		JSON(`{"type":"text","content":"a piece","delta":true}`),
		JSON(`{"type":"result","content":null}`),
		JSON(`{"type":"assistant","content":[{"type":"text","text":"blocks"}]}`),
		JSON(`{"type":"user","content":"a prompt","parentToolUseId":null}`),
	}
	if got := FinalText(messages); got != "first" {
		t.Errorf("the final text is %q", got)
	}
}
