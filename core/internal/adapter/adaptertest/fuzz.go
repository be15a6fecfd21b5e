package adaptertest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// LineFuzz names what a reader of lines is fuzzed with.
type LineFuzz struct {
	Adapter adapter.Adapter
	Homes   []string // fixture homes whose files are the seeds
	Files   string   // pattern of the session files in a home
	// Own and Described are the paths of the bytes: of a session
	// in the agent's own layout, and in the described one.
	Own, Described string
}

// FuzzLines fuzzes a reader whose session is one file of lines: no bytes make
// a walk panic or hang, every line that is an object on its own is visited,
// and the projections agree on the tokens.
func FuzzLines(f *testing.F, l LineFuzz) {
	for _, home := range l.Homes {
		files, err := filepath.Glob(filepath.Join(HomeDir(f, home), l.Files))
		if err != nil || len(files) == 0 {
			f.Fatal(home, err)
		}
		for i, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b, i == 0)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, described bool) {
		path := l.Own
		if described {
			path = l.Described
		}
		h := hosttest.Host(hosttest.NewMounts().File(path, data))
		seen := map[int64]bool{}
		all := SumTokens(t, l.Adapter, &h, "", adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, seen)
		CheckVisited(t, data, seen)
		spend := SumTokens(t, l.Adapter, &h, "", adapter.Want{Usage: true}, nil)
		if spend != all && !bytes.Contains(data, []byte(`\u`)) { // an escaped key hides a usage
			t.Errorf("reading sees %+v, spend %+v", all, spend)
		}
	})
}

// CheckVisited checks that a walk visited every line that is an object on its own.
func CheckVisited(t *testing.T, data []byte, seen map[int64]bool) {
	for n, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
		if len(line) > 0 && line[0] == '{' && json.Valid(line) && !seen[int64(n+1)] {
			t.Errorf("line %d is a record and was not visited: %.100q", n+1, line)
		}
	}
}

// SumTokens adds up what one walk of a session sees, the only one when id is empty, and
// enters the lines of its own file that it visits in seen. No number is negative.
func SumTokens(t *testing.T, a adapter.Adapter, h *host.Host, id string, want adapter.Want, seen map[int64]bool) session.TokenUsage {
	var sum session.TokenUsage
	env := &adapter.Env{Host: h, Agent: a.Name(), DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(fault.Diagnostic) {}}}
	ix, err := a.Discover(env)
	if err != nil || id == "" && len(ix.Refs) != 1 {
		t.Fatalf("%+v %v, want one session", ix, err)
	}
	ref := ix.FindRef(id)
	if id == "" {
		ref = &ix.Refs[0]
	}
	if _, err := a.Updated(env, ix, ref); err != nil {
		t.Fatal(err)
	}
	err = a.Walk(env, ix, ref, want, adapter.NewOutlet(env, func(r *adapter.Record) error {
		if r.Path == "" && seen != nil {
			seen[r.Line] = true
		}
		if u := r.Usage; u != nil {
			if min(u.InputTokens, u.OutputTokens, u.CachedTokens, u.CacheWriteTokens, u.ThinkingTokens) < 0 {
				t.Errorf("negative tokens: %+v", *u)
			}
			sum.Add(*u)
		}
		return nil
	}))
	if code := fault.CodeOf(err); code != "" && code != fault.ParseError {
		t.Fatal(err)
	}
	return sum
}
