package native_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
)

// holed are files; one has a hole of NUL bytes after its content, and
// after it a last line. Bytes read are counted.
type holed struct {
	host.Files
	path       string
	head, tail []byte
	size       int64
	read       *atomic.Int64
}

func (h holed) Stat(path string) (host.Info, error) {
	info, err := h.Files.Stat(path)
	if path == h.path {
		info.Size = h.size
	}
	return info, err
}

func (h holed) List(path string) ([]host.Info, error) {
	list, err := h.Files.List(path)
	list = append([]host.Info(nil), list...)
	for i := range list {
		if path+"/"+list[i].Name == h.path {
			list[i].Size = h.size
		}
	}
	return list, err
}

func (h holed) ReadAt(path string, p []byte, off int64) (n int, err error) {
	if path != h.path {
		n, err = h.Files.ReadAt(path, p, off)
		h.read.Add(int64(n))
		return n, err
	}
	n = int(min(int64(len(p)), max(0, h.size-off)))
	clear(p[:n])
	if off < int64(len(h.head)) {
		copy(p[:n], h.head[off:])
	}
	if begin := h.size - int64(len(h.tail)); off+int64(n) > begin {
		if off >= begin {
			copy(p[:n], h.tail[off-begin:])
		} else {
			copy(p[begin-off:n], h.tail)
		}
	}
	h.read.Add(int64(n))
	return n, nil
}

// sparseFiles are a session's file of each format that is read from files,
// below testdata/agents, by mount.
var sparseFiles = []struct{ fixture, agent, mount, folder, suffix string }{
	{"claude", "claude", "claude", ".claude", ".jsonl"}, {"codex", "codex", "codex", ".codex", ".jsonl"},
	{"gemini", "gemini", "gemini", ".gemini", ".jsonl"}, {"gemini-0.20.0", "gemini", "gemini", ".gemini", ".json"},
	{"copilot", "copilot", "copilot", ".copilot", "events.jsonl"}, {"cursor-transcripts", "cursor", "cursor", ".cursor", ".jsonl"},
	{"cursor-transcripts", "cursor", "cursor", ".cursor", ".txt"}, {"pi", "pi", "pi", ".pi/agent", ".jsonl"},
	{"omp", "omp", "omp", ".omp/agent", ".jsonl"}, {"openclaw-jsonl", "openclaw", "openclaw", ".openclaw", ".jsonl"},
	{"hermes-files", "hermes", "hermes", ".hermes", ".jsonl"}, {"hermes-files", "hermes", "hermes", ".hermes", ".json"},
	{"opencode-0.1.174", "opencode", "opencode", ".local/share/opencode", ".json"},
	{"claude", "claude", "claude", ".claude", "history.jsonl"}, {"codex", "codex", "codex", ".codex", "session_index.jsonl"},
}

// A file of 100 GB that is almost all hole is read in bounded steps by every
// operation, its head is returned, and something says that the rest is not.
func TestSparseFiles(t *testing.T) {
	const size, bound = 100 << 30, 1 << 30
	for _, f := range sparseFiles {
		t.Run(f.fixture+f.suffix, func(t *testing.T) {
			m := hosttest.NewMounts().Load(t, f.mount, "../../testdata/agents/"+f.fixture+"/home/"+f.folder)
			path, head := largest(t, f.mount, "../../testdata/agents/"+f.fixture+"/home/"+f.folder, f.suffix)
			if path == "" {
				t.Skip("no such file in the fixture")
			}
			line := head[strings.LastIndexByte(strings.TrimRight(string(head), "\n"), '\n')+1:]
			var read atomic.Int64
			h := hosttest.Host(holed{Files: m, path: path, head: head, tail: line, size: size, read: &read})
			engine := native.New(&h)
			defer engine.Close()
			said := false
			for op, request := range map[string]string{"agents.list": `{}`, "sessions.list": `{"agent":"` + f.agent + `","limit":1000,"subagents":true}`,
				"sessions.totalCost": `{"agent":"` + f.agent + `"}`, "sessions.search": `{"agent":"` + f.agent + `","text":"zebra"}`, "sessions.doctor": `{"agent":"` + f.agent + `"}`} {
				read.Store(0)
				res, err := engine.Call(context.Background(), op, []byte(request))
				if err != nil {
					t.Errorf("%s: %v", op, err)
				}
				if n := read.Load(); n > bound {
					t.Errorf("%s read %d MB", op, n>>20)
				}
				if op == "sessions.doctor" {
					said = strings.Contains(string(res.Body), `"sparse"`) || strings.Contains(string(res.Body)+string(res.Header), "LIMIT_EXCEEDED")
				}
			}
			if !said && !strings.Contains(f.suffix, "history") && !strings.Contains(f.suffix, "index") {
				t.Error("the doctor does not say that a file has a hole")
			}
		})
	}
}

// largest finds the largest file with a suffix below a folder.
func largest(t *testing.T, mount, folder, suffix string) (path string, data []byte) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(name, suffix) {
			return err
		}
		b, err := os.ReadFile(name)
		if rel, relErr := filepath.Rel(folder, name); relErr == nil && len(b) > len(data) {
			path, data = mount+"/"+filepath.ToSlash(rel), b
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path, data
}

// On a disk: a real sparse file. The head and the last line of the session are
// messages.
func TestSparseFileOnDisk(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, ".claude/projects/-p/11111111-2222-4333-8444-555555555555.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	line := func(id, text string) string {
		return `{"type":"user","uuid":"` + id + `","sessionId":"11111111-2222-4333-8444-555555555555","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"` + text + `"}}` + "\n"
	}
	if err := os.WriteFile(path, []byte(line("a", "before")), 0o600); err != nil {
		t.Fatal(err)
	}
	const size = 100 << 30
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	last := []byte(line("b", "after"))
	if _, err := f.WriteAt(last, size-int64(len(last))); err != nil {
		t.Skip("no sparse files here: ", err)
	}
	engine, err := native.Open(bindings.Options{Host: hostfns.Options{Home: home}})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	res, err := engine.Call(context.Background(), "sessions.get", []byte(`{"unifiedId":"claude:11111111-2222-4333-8444-555555555555"}`))
	if err != nil {
		t.Fatal(err)
	}
	var s struct{ Messages []struct{ Content string } }
	if err := json.Unmarshal(res.Body, &s); err != nil || len(s.Messages) != 2 || s.Messages[0].Content != "before" || s.Messages[1].Content != "after" {
		t.Errorf("%+v %v", s, err)
	}
	if !strings.Contains(string(res.Header), `"sparse"`) {
		t.Errorf("header %s", res.Header)
	}
}
