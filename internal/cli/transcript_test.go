package cli

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
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

func transcriptOf(t *testing.T, o transcriptOptions) string {
	t.Helper()
	a := &app{ctx: context.Background()}
	s := everyMessage()
	text, err := a.renderTranscript(s, o)
	if err != nil {
		t.Fatal(err)
	}
	if strings.IndexFunc(text, steers) >= 0 {
		t.Errorf("%q steers", text)
	}
	return text
}

func TestTranscript(t *testing.T) {
	all := transcriptOf(t, transcriptOptions{at: -1})
	for _, want := range []string{"A \uFFFD[31mtitle\nclaude:x · 2026-11-20 12:00 · 0 turns · 4 messages\n", "\n#0 user  2026-11-20 12:00\nHello\n #7 user  forged\uFFFD[2J\n",
		"\n#1 assistant\n  > Ba\uFFFDsh\n    command: \n    ls\n    ls\n    n: [1]\n", "\n#2 tool Bash\n  exit code 2\n    line\n", "    … 20 more lines; --format markdown shows all\n",
		"\n#3 assistant\nDone.\n  + a.png image/png\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %s", want, all)
		}
	}
	if strings.Contains(all, "think") || !strings.Contains(transcriptOf(t, transcriptOptions{at: -1, thinking: true}), "#1 assistant\n    Let me think.\n") {
		t.Errorf("thinking: %s", all)
	}
	for name, want := range map[string]transcriptOptions{"#3": {at: 3}, "#2#3": {at: -1, last: 2}, "#0#3": {at: -1, noTools: true}, "#0#1#3": {at: -1, noTools: true, thinking: true}, "#1#2#3": {at: 1, last: 5}} {
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
	if _, err := (&app{ctx: context.Background()}).renderTranscript(everyMessage(), transcriptOptions{at: 4}); err == nil || exitCode(err) != ExitUsage {
		t.Errorf("a number that no message has: %v", err)
	}
}

func TestPagerCommand(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{{nil, "less -FRX"}, {map[string]string{"PAGER": "more"}, "more"}, {map[string]string{"PAGER": "more", "HEDDLE_PAGER": "cat"}, ""},
		{map[string]string{"PAGER": ""}, ""}, {map[string]string{"HEDDLE_PAGER": " less -R "}, "less -R"}} {
		got := pagerCommand(func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.env, got, c.want)
		}
	}
}

// TestPage: a pager gets the text; one that is missing or quits early is no
// error, and no text is lost.
func TestPage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no POSIX shell")
	}
	long := strings.Repeat("text\n", 100_000) // more than a pipe holds
	show := func(pager string, noPager bool) string {
		t.Helper()
		t.Setenv("HEDDLE_PAGER", pager)
		t.Setenv("TERM", "xterm")
		out, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		a := &app{ctx: context.Background(), streams: Streams{Out: out, Err: out, Terminal: true}}
		if err := a.page(long, noPager); err != nil {
			t.Errorf("%s: %v", pager, err)
		}
		data, err := os.ReadFile(out.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for pager, want := range map[string]string{"wc -l | tr -d ' '": "100000\n", "head -1": "text\n", "true": "", "cat": long, "": long, "cat; exit 3": long} {
		if got := show(pager, false); got != want {
			t.Errorf("%q shows %d bytes, want %d", pager, len(got), len(want))
		}
	}
	if got := show("no-such-pager-anywhere", false); !strings.HasSuffix(got, long) {
		t.Errorf("a missing pager loses text: %d bytes", len(got))
	}
	if got := show("false", true); got != long {
		t.Errorf("--no-pager: %d bytes", len(got))
	}
}
