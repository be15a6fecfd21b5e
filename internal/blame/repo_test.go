package blame_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/blame"
)

// world is a repository and the sessions that worked in it.
type world struct {
	t        *testing.T
	root     string // of the repository
	home     string // of the agents
	now      time.Time
	sessions map[string][]string // lines of Claude's sessions
	calls    int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	real, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, root: filepath.Join(real, "harbour"), home: filepath.Join(real, "home"), now: time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC), sessions: map[string][]string{}}
	for _, dir := range []string{w.root, w.home, filepath.Join(real, "empty")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(real, "gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	w.git("init", "-q", "-b", "main")
	w.git("config", "user.name", "Ada")
	w.git("config", "user.email", "ada@example.org")
	return w
}

// git runs git as a person does.
func (w *world) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	at := w.now.Format(time.RFC3339)
	cmd.Dir, cmd.Env = w.root, append(os.Environ(), "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (w *world) pass(d time.Duration) { w.now = w.now.Add(d) }

// commit commits everything, an hour later.
func (w *world) commit(message string, more ...string) string {
	w.t.Helper()
	w.pass(time.Hour)
	w.git("add", "-A")
	w.git(append([]string{"commit", "-q", "-m", message}, more...)...)
	return w.git("rev-parse", "HEAD")
}

func (w *world) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

func (w *world) read(name string) string {
	data, _ := os.ReadFile(w.path(name))
	return string(data)
}

// save is what a person does.
func (w *world) save(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func quoted(v any) string {
	out, _ := json.Marshal(v)
	return string(out)
}

// say adds a prompt to a session.
func (w *world) say(id, prompt string) {
	w.pass(time.Minute)
	w.calls++
	w.sessions[id] = append(w.sessions[id], fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"%s","version":"2.1.330","cwd":%s,"gitBranch":"main","timestamp":"%s","message":{"role":"user","content":%s}}`,
		w.calls, id, quoted(w.root), w.now.Format(time.RFC3339), quoted(prompt)))
}

// call adds a call of a tool with its result.
func (w *world) call(id, tool string, input map[string]any) {
	w.pass(time.Minute)
	w.calls++
	n, at := w.calls, w.now.Format(time.RFC3339)
	w.sessions[id] = append(w.sessions[id],
		fmt.Sprintf(`{"type":"assistant","uuid":"a%d","sessionId":"%s","version":"2.1.330","cwd":%s,"gitBranch":"main","timestamp":"%s","requestId":"q%d","message":{"id":"m%d","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"I change it."},{"type":"tool_use","id":"t%d","name":"%s","input":%s}],"usage":{"input_tokens":1000,"output_tokens":100}}}`,
			n, id, quoted(w.root), at, n, n, n, tool, quoted(input)),
		fmt.Sprintf(`{"type":"user","uuid":"r%d","sessionId":"%s","version":"2.1.330","cwd":%s,"gitBranch":"main","timestamp":"%s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"ok"}]}}`,
			n, id, quoted(w.root), at, n))
}

// write lets a session write a whole file.
func (w *world) write(id, name, text string) {
	w.save(name, text)
	w.call(id, "Write", map[string]any{"file_path": w.path(name), "content": text})
}

// edit lets a session replace a part of a file.
func (w *world) edit(id, name, before, after string) {
	w.t.Helper()
	text := w.read(name)
	if !strings.Contains(text, before) {
		w.t.Fatalf("%s has no %q", name, before)
	}
	w.save(name, strings.Replace(text, before, after, 1))
	w.call(id, "Edit", map[string]any{"file_path": w.path(name), "old_string": before, "new_string": after})
}

// blame blames a file; every call reads the sessions anew.
func (w *world) blame(o blame.Options) (*blame.Result, error) {
	w.t.Helper()
	if !filepath.IsAbs(o.File) {
		o.File = w.path(o.File)
	}
	for id, lines := range w.sessions {
		dir := filepath.Join(w.home, ".claude", "projects", "-harbour")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
	h, err := heddle.Open(heddle.Options{Home: w.home})
	if err != nil {
		w.t.Fatal(err)
	}
	defer h.Close()
	return blame.Run(w.t.Context(), h, o)
}

// lines are who wrote each line: the session and the confidence, or -.
func (w *world) lines(o blame.Options) string {
	w.t.Helper()
	found, err := w.blame(o)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, l := range found.Lines {
		who := "-"
		if l.Edit != nil {
			who = l.Edit.SessionID
			if l.Confidence != blame.Exact {
				who += " " + string(l.Confidence)
			}
		}
		out = append(out, who)
	}
	return strings.Join(out, "|")
}
