package claude_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
	"github.com/heddle-dev/heddle/core/session"
)

// maxSeedBytes keeps the seeds small, so that mutations reach their structure.
const maxSeedBytes = 6 << 10

// FuzzWalk walks any bytes in every way: no panic, only good errors, and
// every line that is a record by itself is visited.
func FuzzWalk(f *testing.F) {
	for _, fixture := range append(cases, fixtures...) {
		files, err := filepath.Glob(agents + fixture + "/home/.claude/projects/*/*.jsonl")
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			if len(data) <= maxSeedBytes {
				f.Add(data)
			} else if fixture == "claude" || fixture == "claude-slash-command" {
				f.Add(shortLines(data))
			}
		}
	}
	f.Add([]byte(`{"type":"cost","costUSD":1}` + "\n" + `{"metadata":{"forkedFrom":"x"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		mounts := hosttest.NewMounts().File("claude/projects/-p/own.jsonl", data).File("claude/projects/-p/agent-1.jsonl", data)
		h := openMounts(t, mounts)
		for _, want := range []adapter.Want{everything, {Usage: true}, {Prompts: true}, {Raw: true}} {
			visited := map[int64]bool{}
			env := h.env()
			env.Report = &session.Report{}
			err := claude.New().Walk(env, h.ix, h.ref(t, "own"), want, adapter.NewOutlet(env, func(r *adapter.Record) error {
				visited[r.Line] = true
				return nil
			}))
			if err != nil && fault.CodeOf(err) != fault.ParseError {
				t.Fatal(err)
			}
			if want.Text {
				checkVisited(t, data, visited)
			}
		}
		for _, id := range []string{"own", "agent-1"} {
			s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: id, Raw: true})
			if err != nil {
				continue
			}
			if out := s.AppendJSON(nil); !json.Valid(out) {
				t.Fatalf("not JSON: %q", out)
			}
		}
		if _, err := h.catalog().List(listAll); err != nil {
			t.Fatal(err)
		}
	})
}

// shortLines drops the lines that hold vendor texts.
func shortLines(data []byte) []byte {
	var out []byte
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		if len(line) < 1500 && len(out) < maxSeedBytes {
			out = append(out, line...)
		}
	}
	return out
}

// checkVisited holds the visited lines against encoding/json: a line that is
// one object must have been visited, regardless of what surrounds it.
func checkVisited(t *testing.T, data []byte, visited map[int64]bool) {
	t.Helper()
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if i == 0 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if trimmed := strings.TrimSpace(line); !strings.HasPrefix(trimmed, "{") || !json.Valid([]byte(line)) {
			continue
		}
		if !visited[int64(i+1)] {
			t.Fatalf("line %d is lost: %q", i+1, line)
		}
	}
}
