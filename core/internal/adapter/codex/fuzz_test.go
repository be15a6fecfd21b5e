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

// fuzzSeeds are small files of every era and form.
var fuzzSeeds = []string{
	"codex-0.1.2504172351/home/.codex/sessions/rollout-2026-11-20-33463b04-c989-4214-8752-e3f58ba7b4b5.json",
	"codex-0.8.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-29-46-a87013b6-c680-4172-8a89-69a7163e2490.jsonl",
	"codex-0.29.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-35-32-90dfcb7a-e92c-467e-82f6-5e36f5667ad6.jsonl",
	"codex-0.45.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-30-57-01a1fa39-d782-7630-ad5b-c7bd38513e0d.jsonl",
	"codex-0.45.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-35-31-01a1fa3e-065e-7d22-91f4-ae15fea96db6.jsonl",
	"codex-0.99.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-35-19-01a1fa3d-d84e-7560-beb5-00be3d2af2b9.jsonl",
	"codex-0.99.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-43-30-01a1fa45-55fb-7df1-a345-bbb422346b6d.jsonl",
	"codex-0.136.0/home/.codex/sessions/2026/11/20/rollout-2026-11-20T18-43-31-01a1fa45-5922-7041-a553-52031f0876f1.jsonl",
	"codex/home/.codex/sessions/2026/11/20/rollout-2026-11-20T17-25-42-01a1f9fe-1b42-7c92-8534-40ff64b56368.jsonl",
	"codex/home/.codex/sessions/2026/11/20/rollout-2026-11-20T17-23-16-01a1f9fb-dff7-7021-86cf-70cad7b7821f.jsonl",
}

// FuzzWalk: no bytes make a walk panic or hang, every line that is an object
// on its own is visited, and the projections agree on the tokens.
func FuzzWalk(f *testing.F) {
	agents := filepath.Join(adaptertest.RepoRoot(f), "testdata", "agents")
	for i, seed := range fuzzSeeds {
		b, err := os.ReadFile(filepath.Join(agents, seed))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, i == 0)
	}
	parent, err := os.ReadFile(filepath.Join(agents, "codex-0.99.0", "home", ".codex", "sessions", "2026", "11", "20",
		"rollout-2026-11-20T18-35-02-01a1fa3d-94e7-7091-a7d0-a72025f8960c.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, document bool) {
		at := path(uuid(1))
		if document {
			at = "codex/sessions/rollout-2025-04-17-" + uuid(1) + ".json"
		}
		h := hosttest.Host(hosttest.NewMounts().File(at, data).File(path("01a1fa3d-94e7-7091-a7d0-a72025f8960c"), parent))
		seen := map[int64]bool{}
		all := adaptertest.SumTokens(t, codex.New(), &h, uuid(1), adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, seen)
		if document {
			return
		}
		adaptertest.CheckVisited(t, data, seen)
		if spend := adaptertest.SumTokens(t, codex.New(), &h, uuid(1), adapter.Want{Usage: true}, nil); spend != all && ordinary(data) {
			t.Errorf("reading sees %+v, spend %+v", all, spend)
		}
	})
}

// ordinary reports whether every line is a record as Codex writes it, so that
// what spend skips by its first bytes is what it seems to be.
func ordinary(data []byte) bool {
	for _, line := range bytes.Split(data, []byte("\n")) {
		if len(line) > 0 && (!bytes.HasPrefix(line, []byte(`{"timestamp":"`)) || !json.Valid(line) ||
			bytes.Count(line, []byte(`"payload"`)) != 1 || bytes.Count(line, []byte(`"type":"`)) > 3) {
			return false
		}
	}
	return true
}
