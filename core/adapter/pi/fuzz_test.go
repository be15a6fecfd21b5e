package pi_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/adapter/pi"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// FuzzWalk: no bytes make a walk panic or hang, every line that is an object
// on its own is visited, and the projections agree on the tokens.
func FuzzWalk(f *testing.F) {
	for _, home := range []string{"pi", "pi-1.5"} {
		files, err := filepath.Glob(filepath.Join(adaptertest.HomeDir(f, home), ".pi/agent/sessions/*/*.jsonl"))
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
		path := "pi/sessions/--w--/2026-11-20T10-00-00-000Z_own.jsonl"
		if described {
			path = "pi/sessions/own/a.jsonl"
		}
		h := hosttest.Host(hosttest.NewMounts().File(path, data))
		seen := map[int64]bool{}
		all := tokensIn(t, &h, adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, seen)
		for n, line := range bytes.Split(data, []byte("\n")) {
			line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
			if len(line) > 0 && line[0] == '{' && json.Valid(line) && !seen[int64(n+1)] {
				t.Errorf("line %d is a record and was not visited: %.100q", n+1, line)
			}
		}
		spend := tokensIn(t, &h, adapter.Want{Usage: true}, nil)
		if spend != all && !bytes.Contains(data, []byte(`\u`)) { // an escaped key hides a usage
			t.Errorf("reading sees %+v, spend %+v", all, spend)
		}
	})
}

func tokensIn(t *testing.T, h *host.Host, want adapter.Want, seen map[int64]bool) session.TokenUsage {
	var sum session.TokenUsage
	env := &adapter.Env{Host: h, Agent: "pi", Report: &session.Report{}, Diagnose: func(fault.Diagnostic) {}}
	a := pi.New()
	ix, err := a.Discover(env)
	if err != nil {
		t.Fatal(err)
	}
	ref := ix.Find("own")
	if _, err := a.Updated(env, ix, ref); err != nil {
		t.Fatal(err)
	}
	err = a.Walk(env, ix, ref, want, func(r *adapter.Record) error {
		if seen != nil {
			seen[r.Line] = true
		}
		if r.Usage != nil {
			sum.Add(*r.Usage)
		}
		return nil
	})
	if code := fault.CodeOf(err); code != "" && code != fault.ParseError {
		t.Fatal(err)
	}
	return sum
}
