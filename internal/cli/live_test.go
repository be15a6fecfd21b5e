package cli

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/live"
)

var scripted = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "heddle-scripted-")
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "agent")
	out, err := exec.Command("go", "build", "-o", file, "github.com/heddle-dev/heddle/bindings/internal/scriptedagent").CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return file, nil
})

// liveHome is a home of its own for live sessions with an agent that does what a
// script says.
type liveHome struct {
	t             *testing.T
	folder, agent string
}

func newLiveHome(t *testing.T, script string) *liveHome {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripted agent needs signals")
	}
	agent, err := scripted()
	if err != nil {
		t.Fatal(agent, err)
	}
	h := &liveHome{t: t, folder: t.TempDir()}
	h.agent = filepath.Join(h.folder, "agent") // a program of its own is asked for its version
	if err := os.Symlink(agent, h.agent); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(h.folder, "script.json")
	script = `{"log":"` + filepath.Join(h.folder, "log") + `",` + script[1:]
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HEDDLE_SCRIPT", file)
	t.Setenv("XDG_STATE_HOME", filepath.Join(h.folder, "state"))
	return h
}

// heddle runs a command line.
func (h *liveHome) heddle(input string, args ...string) (code int, out, problems string) {
	h.t.Helper()
	s := clitest.Pipe()
	s.In = strings.NewReader(input)
	code = run(context.Background(), append([]string{"--home", h.folder}, args...), s, clitest.OnNative)
	return code, s.Out.(*clitest.Buffer).String(), s.Err.(*clitest.Buffer).String()
}

const answers = `{"version":"2.1.300","turns":[[{"do":"thinking","text":"Hm."},{"do":"text","text":"Under \u001b[31mthe pier."}]]}`

// TestRun: the answer is printed, what steers a terminal is not, and every
// message is in the store.
func TestRun(t *testing.T) {
	h := newLiveHome(t, answers)
	code, out, problems := h.heddle("", "run", "claude", "--program", h.agent, "--tag", "trip", "--origin", "laptop", "Where is the boat?")
	if code != app.ExitOK || out != "Under \uFFFD[31mthe pier.\n" || !strings.Contains(problems, "recorded as heddle:") {
		t.Fatalf("exit status %d, %q, %q", code, out, problems)
	}
	_, list, _ := h.heddle("", "store", "list", "--json")
	var stored []struct {
		SessionID string
		Extra     struct {
			Native struct{ Agent, SessionID string }
			Tags   []string
			Origin string
		}
	}
	if err := json.Unmarshal([]byte(list), &stored); err != nil || len(stored) != 1 {
		t.Fatal(list, err)
	}
	if s := stored[0]; s.Extra.Native.Agent != "claude" || s.Extra.Native.SessionID == "" || len(s.Extra.Tags) != 1 || s.Extra.Tags[0] != "trip" || s.Extra.Origin != "laptop" {
		t.Errorf("%+v", s)
	}
	for origin, want := range map[string]int{"laptop": 1, "server": 0, "-": 0} {
		_, list, _ := h.heddle("", "list", "--origin", origin, "--json")
		if n := strings.Count(list, `"sessionId"`); n != want {
			t.Errorf("%d sessions of %s, want %d", n, origin, want)
		}
	}
	_, shown, _ := h.heddle("", "sessions", "show", "heddle:"+stored[0].SessionID)
	if !strings.Contains(shown, "Where is the boat?") || !strings.Contains(shown, "the pier.") {
		t.Error(shown)
	}
}

// TestRunJSON: every line is a message, the last one the result.
func TestRunJSON(t *testing.T) {
	h := newLiveHome(t, answers)
	code, out, _ := h.heddle("From standard input\n", "run", "claude", "--program", h.agent, "--json", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var types []string
	for _, line := range lines {
		types = append(types, live.ReadMessage([]byte(line)).Type)
	}
	if code != app.ExitOK || types[0] != "user" || types[len(types)-1] != "result" || !strings.Contains(lines[0], "From standard input") {
		t.Errorf("exit status %d: %q", code, types)
	}
}

// TestRunFails: what goes wrong has its exit status.
func TestRunFails(t *testing.T) {
	silent := `{"version":"2.1.300","turns":[[{"do":"hang"}]],"ignoreInterrupt":false}`
	for name, c := range map[string]struct {
		script string
		args   []string
		code   int
		says   string
	}{
		"no agent":   {answers, []string{"nobody", "x"}, app.ExitNotFound, "heddle agents --live"},
		"no program": {answers, []string{"claude", "--program", "/nowhere/claude", "x"}, app.ExitFailure, "not installed"},
		"no session": {`{"version":"2.1.300","refuseResume":true}`, []string{"claude", "--resume", "6c61fb02-28ea-4446-bc62-2829e4628e0a", "x"}, app.ExitNotFound, "SESSION_NOT_FOUND"},
		"too old":    {`{"version":"1.0.5"}`, []string{"claude", "x"}, app.ExitFailure, "too old"},
		"both":       {answers, []string{"claude", "--resume", "a", "--continue", "x"}, app.ExitUsage, "together"},
		"mode":       {answers, []string{"claude", "--permission-mode", "wild", "x"}, app.ExitUsage, "permission mode"},
		"origin":     {answers, []string{"claude", "--origin", "-", "x"}, app.ExitUsage, "an origin is text"},
		"empty":      {answers, []string{"claude", "-"}, app.ExitUsage, "empty"},
		"refusal":    {`{"version":"2.1.300","turns":[[{"do":"raw","text":"{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"stop_reason\":\"refusal\",\"session_id\":\"$SESSION\"}"}]]}`, []string{"claude", "x"}, app.ExitFailure, "refusal: the model refused"},
		"steps":      {`{"version":"2.1.300","turns":[[{"do":"text","text":"I begin"},{"do":"raw","text":"{\"type\":\"result\",\"subtype\":\"error_max_turns\",\"is_error\":false,\"session_id\":\"$SESSION\"}"}]]}`, []string{"claude", "x"}, app.ExitFailure, "max_turns: the agent reached the limit"},
		"cut":        {`{"version":"2.1.300","turns":[[{"do":"text","text":"I begin"},{"do":"raw","text":"{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"stop_reason\":\"max_tokens\",\"session_id\":\"$SESSION\"}"}]]}`, []string{"claude", "x"}, app.ExitOK, "cut at the limit of tokens"},
		"denied":     {`{"version":"2.1.300","turns":[[{"do":"ask","tool":"Bash","input":{"command":"make"}},{"do":"text","text":"I could not."}]]}`, []string{"claude", "x"}, app.ExitFailure, "permission_denied: permission was denied: Bash"},
		"dies":       {`{"version":"2.1.300","turns":[[{"do":"exit","n":7}]]}`, []string{"claude", "x"}, app.ExitFailure, "status 7"},
		"retries":    {`{"version":"2.1.300","turns":[[{"do":"raw","text":"{\"type\":\"system\",\"subtype\":\"api_retry\",\"attempt\":2,\"max_retries\":10,\"retry_delay_ms\":1018.5,\"error_status\":529,\"error\":\"overloaded\"}"},{"do":"hang"}]]}`, []string{"claude", "--query-timeout", "300ms", "x"}, live.ExitQueryTimeout, "attempt 2 of 10, in 1.0 s: overloaded (HTTP 529)"},
		"cause":      {`{"version":"2.1.300","turns":[[{"do":"raw","text":"{\"type\":\"system\",\"subtype\":\"api_retry\",\"error_status\":529,\"error\":\"overloaded\"}"},{"do":"hang"}]]}`, []string{"claude", "--query-timeout", "300ms", "x"}, live.ExitQueryTimeout, "last failure: overloaded (HTTP 529)"},
		"slow":       {silent, []string{"claude", "--query-timeout", "300ms", "x"}, live.ExitQueryTimeout, "time limit"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newLiveHome(t, c.script)
			args := append([]string{"run"}, c.args...)
			if name != "no program" && name != "no agent" {
				args = append(args, "--program", h.agent)
			}
			code, _, problems := h.heddle("", args...)
			if code != c.code || !strings.Contains(problems, c.says) {
				t.Errorf("exit status %d, want %d: %s", code, c.code, problems)
			}
		})
	}
}

// TestChat: lines are prompts, and permissions are asked between them.
func TestChat(t *testing.T) {
	h := newLiveHome(t, `{"version":"2.1.300","turns":[[{"do":"ask","tool":"Bash","input":{"command":"rm -rf build"}},{"do":"text","text":"One."}],[{"do":"text","text":"Two."}]]}`)
	code, out, problems := h.heddle("first\ny\nsecond\n/exit\n", "chat", "claude", "--program", h.agent)
	if code != app.ExitOK || !strings.Contains(out, "One.\n") || !strings.Contains(out, "Two.\n") {
		t.Fatalf("exit status %d: %q %q", code, out, problems)
	}
	if !strings.Contains(problems, "claude wants to run Bash") || !strings.Contains(problems, "rm -rf build") {
		t.Error(problems)
	}
}

// TestRecordPassesThrough: the program sees and says the same as without the
// recorder, its exit status is the same, and the conversation is stored.
func TestRecordPassesThrough(t *testing.T) {
	h := newLiveHome(t, answers)
	said := `{"type":"control_request","request_id":"r1","request":{"subtype":"initialize"}}` + "\n" +
		`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"Over there?"}]},"uuid":"11111111-1111-4111-8111-111111111111"}` + "\n"
	bare := exec.Command(h.agent, "-p", "--input-format", "stream-json")
	bare.Stdin = strings.NewReader(said)
	want, err := bare.Output()
	if err != nil {
		t.Fatal(err)
	}
	code, out, problems := h.heddle(said, "record", "--agent", "claude", "--origin", "laptop", "--", h.agent, "-p", "--input-format", "stream-json")
	if code != app.ExitOK || len(out) != len(want) {
		t.Fatalf("exit status %d: %d bytes, want %d: %s", code, len(out), len(want), problems)
	}
	_, found, _ := h.heddle("", "sessions", "search", "Over there?", "--origin", "laptop", "--json")
	if !strings.Contains(found, "Over there?") {
		t.Error(found)
	}
	if code, _, _ := h.heddle("", "record", "--", "sh", "-c", "exit 7"); code != 7 {
		t.Errorf("exit status %d", code)
	}
	if code, out, problems := h.heddle("", "record", "--origin", "a\x1b[31m", "--", "echo", "began"); code == app.ExitOK || out != "" || strings.Contains(problems, "\x1b") {
		t.Errorf("an origin that cannot be: exit status %d, %q, %q", code, out, problems)
	}
	if code, out, problems := h.heddle("", "--store", filepath.Join(h.folder, "script.json"), "record", "--", "sh", "-c", "echo still here"); code != 0 || out != "still here\n" {
		t.Errorf("a store that cannot be written: exit status %d, %q, %q", code, out, problems)
	}
}
