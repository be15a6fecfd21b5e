package codex_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
)

// TestWrongTypes puts a value of every other kind into every place of every
// line of the seeds, one at a time: nothing panics, and every line is still
// visited.
func TestWrongTypes(t *testing.T) {
	agents := filepath.Join(adaptertest.RepoRoot(t), "testdata", "agents")
	strange := []any{nil, true, -1, 1e300, "x", []any{}, []any{1, "x", map[string]any{}}, map[string]any{"type": 7, "text": []any{}}}
	turn := 0
	for _, seed := range fuzzSeeds {
		data, err := os.ReadFile(filepath.Join(agents, seed))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(seed) != ".jsonl" {
			continue
		}
		lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
		for n := range lines {
			places(t, lines[n], func(put func(any) []byte) {
				turn++ // one strange value per place, in turn
				bad := append([][]byte(nil), lines...)
				bad[n] = put(strange[turn%len(strange)])
				h := hosttest.Host(hosttest.NewMounts().File(path(uuid(1)), bytes.Join(bad, []byte("\n"))))
				seen := map[int64]bool{}
				adaptertest.SumTokens(t, codex.New(), &h, uuid(1), adapter.Want{Prompts: true, Text: true, Usage: true}, seen)
				for i := range lines {
					if !seen[int64(i+1)] {
						t.Fatalf("%s: line %d is lost after %.200s", filepath.Base(seed), i+1, bad[n])
					}
				}
			})
		}
	}
	if turn < 3000 {
		t.Errorf("only %d places were tried", turn)
	}
}

// places calls fn for every value inside a JSON object, with a function that
// writes the object with something else in its place.
func places(t *testing.T, line []byte, fn func(put func(any) []byte)) {
	t.Helper()
	var root any
	if err := json.Unmarshal(line, &root); err != nil {
		t.Fatal(err)
	}
	write := func() []byte {
		b, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range keys(v) {
				old := v[k]
				fn(func(x any) []byte { v[k] = x; defer func() { v[k] = old }(); return write() })
				visit(old)
			}
		case []any:
			for i, old := range v {
				fn(func(x any) []byte { v[i] = x; defer func() { v[i] = old }(); return write() })
				visit(old)
			}
		}
	}
	visit(root)
}

func keys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	for i := range out {
		for j := i; j > 0 && out[j] < out[j-1]; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}
