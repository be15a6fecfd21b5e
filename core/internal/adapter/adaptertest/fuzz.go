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
		all := l.sumTokens(t, &h, adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, seen)
		for n, line := range bytes.Split(data, []byte("\n")) {
			line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
			if len(line) > 0 && line[0] == '{' && json.Valid(line) && !seen[int64(n+1)] {
				t.Errorf("line %d is a record and was not visited: %.100q", n+1, line)
			}
		}
		spend := l.sumTokens(t, &h, adapter.Want{Usage: true}, nil)
		if spend != all && !bytes.Contains(data, []byte(`\u`)) { // an escaped key hides a usage
			t.Errorf("reading sees %+v, spend %+v", all, spend)
		}
	})
}

// sumTokens adds up what one walk of the only session there is sees, and enters
// the lines that it visits in seen.
func (l *LineFuzz) sumTokens(t *testing.T, h *host.Host, want adapter.Want, seen map[int64]bool) session.TokenUsage {
	var sum session.TokenUsage
	env := &adapter.Env{Host: h, Agent: l.Adapter.Name(), DefectLog: adapter.DefectLog{Report: &session.Report{}}}
	ix, err := l.Adapter.Discover(env)
	if err != nil || len(ix.Refs) != 1 {
		t.Fatalf("%+v %v, want one session", ix, err)
	}
	ref := &ix.Refs[0]
	if _, err := l.Adapter.Updated(env, ix, ref); err != nil {
		t.Fatal(err)
	}
	err = l.Adapter.Walk(env, ix, ref, want, adapter.NewOutlet(env, func(r *adapter.Record) error {
		if seen != nil {
			seen[r.Line] = true
		}
		if r.Usage != nil {
			sum.Add(*r.Usage)
		}
		return nil
	}))
	if code := fault.CodeOf(err); code != "" && code != fault.ParseError {
		t.Fatal(err)
	}
	return sum
}
