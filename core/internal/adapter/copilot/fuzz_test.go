package copilot_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/copilot"
)

var agent = copilot.New()

// fuzzSeeds are small files of every version.
var fuzzSeeds = []string{
	"copilot-0.0.370/home/.copilot/session-state/7cd55806-380e-4206-9cb8-fae9f46a966a.jsonl",
	"copilot-1.0.0/home/.copilot/session-state/53807dbc-a4b3-44d3-88c4-985bc73147bc/events.jsonl",
	"copilot-1.0.40/home/.copilot/session-state/ad1cd5d9-5673-4eb5-a6c8-7c9c1f6cd8ba/events.jsonl",
	"copilot-1.0.73/home/.copilot/session-state/a77ad287-73b5-4ecf-b904-cc36b98bb621/events.jsonl",
	"copilot/home/.copilot/session-state/e9e6b6f7-0321-4d0b-9f3f-59a1915435d7/events.jsonl",
	"copilot/home/.copilot/session-state/f101dea0-2f09-410e-b725-c6279782a574/events.jsonl",
}

// FuzzWalk: no bytes make a walk panic or hang, every line that is an object
// on its own is visited, no number is negative, and the projections agree on
// the tokens of what Copilot may have written.
func FuzzWalk(f *testing.F) {
	for _, seed := range fuzzSeeds {
		b, err := os.ReadFile(filepath.Join(adaptertest.RepoRoot(f), "testdata", "agents", seed))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, []byte("name: a\nuser_named: true\n"), false)
	}
	f.Add([]byte(describedDocument), []byte("name: >-\n  a\n"), true)
	f.Fuzz(func(t *testing.T, data, yaml []byte, document bool) {
		at := events(uuid(1))
		if document {
			at = "copilot-config/sessions/" + uuid(1) + ".json"
		}
		h := hosttest.Host(hosttest.NewMounts().File(at, data).File(workspace(uuid(1)), yaml))
		seen := map[int64]bool{}
		all := adaptertest.SumTokens(t, agent, &h, uuid(1), adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, seen)
		if document {
			return
		}
		adaptertest.CheckVisited(t, data, seen)
		if spend := adaptertest.SumTokens(t, agent, &h, uuid(1), adapter.Want{Usage: true}, nil); spend != all && ordinary(data) {
			t.Errorf("reading sees %+v, spend %+v", all, spend)
		}
	})
}

// ordinary reports whether every line is an event as Copilot writes it, so
// that what spend skips by its first bytes is what it seems to be.
func ordinary(data []byte) bool {
	ids := map[string]bool{}
	for _, line := range bytes.Split(data, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var e struct {
			Type, ID string
			Data     struct{ Model string }
		}
		if !bytes.HasPrefix(line, []byte(`{"type":"`)) || json.Unmarshal(line, &e) != nil || ids[e.ID] ||
			bytes.Count(line, []byte(`"type"`)) != 1+bytes.Count(line, []byte(`"type":"function"`)) || bytes.Contains(line, []byte(`\u`)) {
			return false
		}
		ids[e.ID] = true
	}
	return true
}
