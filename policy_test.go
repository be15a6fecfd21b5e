package heddle_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle"
)

// redactingStore makes a store that redacts, beside the sessions of a home.
func redactingStore(t *testing.T, home string) *heddle.Heddle {
	t.Helper()
	h := open(heddle.Options{Home: home, Store: filepath.Join(t.TempDir(), "redacting.db")})
	t.Cleanup(func() { h.Close() })
	if err := h.Store.SetPolicy(t.Context(), heddle.StorePolicy{Redact: true}); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestImportsOfPolicy: what a store that redacts imports, without being asked to redact, is what every
// other store that redacts takes, and the next import changes nothing. Requests keep their names, so that
// costs are those of a plain import.
func TestImportsOfPolicy(t *testing.T) {
	for _, agent := range []string{"claude", "codex", "copilot", "cursor-described", "gemini", "omp", "openclaw", "opencode", "pi"} {
		home := filepath.Join("testdata", "agents", agent, "home")
		h := redactingStore(t, home)
		first, err := h.Sessions.Import(t.Context(), heddle.ImportOptions{All: true})
		if err != nil || first.Imported == 0 {
			t.Fatalf("%s: %+v, %v", home, first, err)
		}
		again, err := h.Sessions.Import(t.Context(), heddle.ImportOptions{All: true})
		if err != nil || again.Unchanged != int64(len(again.Sessions)) {
			t.Errorf("%s: the second import: %+v, %v", home, again, err)
		}
		hub := redactingStore(t, t.TempDir())
		if report := pulled(t, hub, h); !report.Complete() || report.Sessions < first.Imported {
			t.Errorf("%s: %+v", home, report)
		}
		plain := open(heddle.Options{Home: home, Store: filepath.Join(t.TempDir(), "plain.db")})
		defer plain.Close()
		if _, err := plain.Sessions.Import(t.Context(), heddle.ImportOptions{All: true}); err != nil {
			t.Fatal(err)
		}
		if got, want := total(t, h), total(t, plain); got != want {
			t.Errorf("%s: %s, and %s without redaction", home, got, want)
		}
	}
}

// total is what the sessions of a store have cost.
func total(t *testing.T, h *heddle.Heddle) string {
	t.Helper()
	sum, err := h.Sessions.TotalCost(t.Context(), heddle.CostOptions{Agent: "heddle"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(sum)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
