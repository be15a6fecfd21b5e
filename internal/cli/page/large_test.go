package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
)

// TestHeldMessages: what is held so that results are with their calls is bounded. A result
// that comes too late is alone, and none is lost.
func TestHeldMessages(t *testing.T) {
	s := &heddle.Session{UnifiedID: "claude:s", Messages: []heddle.Message{
		{Role: heddle.RoleAssistant, ToolCalls: []heddle.ToolCall{{ToolCallID: "late", ToolName: "Late"}, {ToolCallID: "near", ToolName: "Near"}}},
		{Role: heddle.RoleTool, ToolResult: &heddle.ToolResult{ToolCallID: "near", Output: heddle.JSON(`"NEAR RESULT"`)}}}}
	filler := strings.Repeat("words ", 1<<18)
	for range 2 * maxHeld / len(filler) {
		s.Messages = append(s.Messages, heddle.Message{Role: heddle.RoleAssistant, Thinking: filler})
	}
	s.Messages = append(s.Messages, heddle.Message{Role: heddle.RoleTool, ToolResult: &heddle.ToolResult{ToolCallID: "late", Output: heddle.JSON(`"LATE RESULT"`)}})
	all := func(each func(*heddle.Message) error) error {
		for i := range s.Messages {
			if err := each(&s.Messages[i]); err != nil {
				return err
			}
		}
		return nil
	}
	var out bytes.Buffer
	p, err := Begin(&out, s, all, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	err = all(func(m *heddle.Message) error {
		err := p.Message(m)
		most = max(most, p.held)
		return err
	})
	if err == nil {
		err = p.End()
	}
	if err != nil || most > maxHeld || p.held != 0 || len(p.results) > 0 {
		t.Errorf("%v, %d bytes held, %d and %d results at the end", err, most, p.held, len(p.results))
	}
	text := out.String()
	for _, want := range []string{"NEAR RESULT", "LATE RESULT"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%s stands %d times", want, strings.Count(text, want))
		}
	}
	if alone := fmt.Sprintf(`id="message-%d"`, len(s.Messages)); !strings.Contains(text, alone) || strings.Contains(text, `id="message-2"`) {
		t.Error("the late result has no message of its own, or the near one has")
	}
}
