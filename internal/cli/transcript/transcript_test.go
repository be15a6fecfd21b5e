package transcript

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// everyMessage is a session with everything that a message may have.
func everyMessage() *heddle.Session {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)
	return &heddle.Session{Title: "A \x1b[31mtitle", UnifiedID: "claude:x", UpdatedAt: at, Messages: []heddle.Message{
		{Role: heddle.RoleUser, Content: "Hello\n#7 user  forged\x1b[2J\n", Timestamp: at},
		{Role: heddle.RoleAssistant, Thinking: "Let me think.", ToolCalls: []heddle.ToolCall{{ToolName: "Ba\x1bsh", Input: heddle.JSON(`{"command":"ls\nls","n":[1]}`)}}},
		{Role: heddle.RoleTool, ToolResult: &heddle.ToolResult{ToolName: "Bash", ExitCode: 2, Output: heddle.JSON(`"` + strings.Repeat(`line\n`, 40) + `"`)}},
		{Role: heddle.RoleAssistant, Content: "Done.", Attachments: []heddle.Attachment{{Name: "a.png", MediaType: "image/png"}}},
	}}
}

func transcriptOf(t *testing.T, o Options) string {
	t.Helper()
	a := &app.App{Ctx: context.Background()}
	s := everyMessage()
	text, err := Render(a, s, o)
	if err != nil {
		t.Fatal(err)
	}
	if strings.IndexFunc(text, terminal.Steers) >= 0 {
		t.Errorf("%q steers", text)
	}
	return text
}

func TestTranscript(t *testing.T) {
	all := transcriptOf(t, Options{At: -1})
	for _, want := range []string{"A \uFFFD[31mtitle\nclaude:x · 2026-11-20 12:00 · 0 turns · 4 messages\n", "\n#0 user  2026-11-20 12:00\nHello\n #7 user  forged\uFFFD[2J\n",
		"\n#1 assistant\n  > Ba\uFFFDsh\n    command: \n    ls\n    ls\n    n: [1]\n", "\n#2 tool Bash\n  exit code 2\n    line\n", "    … 20 more lines; --format markdown shows all\n",
		"\n#3 assistant\nDone.\n  + a.png image/png\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %s", want, all)
		}
	}
	if strings.Contains(all, "think") || !strings.Contains(transcriptOf(t, Options{At: -1, Thinking: true}), "#1 assistant\n    Let me think.\n") {
		t.Errorf("thinking: %s", all)
	}
	for name, want := range map[string]Options{"#3": {At: 3}, "#2#3": {At: -1, Last: 2}, "#0#3": {At: -1, NoTools: true}, "#0#1#3": {At: -1, NoTools: true, Thinking: true}, "#1#2#3": {At: 1, Last: 5}} {
		text, got := transcriptOf(t, want), ""
		for _, n := range []string{"#0", "#1", "#2", "#3"} {
			if strings.Contains(text, "\n"+n+" ") {
				got += n
			}
		}
		if got != name {
			t.Errorf("%+v shows %s, want %s", want, got, name)
		}
	}
	if _, err := Render(&app.App{Ctx: context.Background()}, everyMessage(), Options{At: 4}); err == nil || app.ExitCode(err) != app.ExitUsage {
		t.Errorf("a number that no message has: %v", err)
	}
}
