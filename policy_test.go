package heddle_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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

// TestRedactedAgain: a redacted import erases what an earlier one has copied in plain text, in all files.
func TestRedactedAgain(t *testing.T) {
	home, folder := filepath.Join("testdata", "agents", "claude", "home"), t.TempDir()
	file := filepath.Join(folder, "store.db")
	h := open(heddle.Options{Home: home, Store: file})
	defer h.Close()
	first, err := h.Sessions.Import(t.Context(), heddle.ImportOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	list, err := h.Store.List(t.Context(), heddle.StoreListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{}
	for _, s := range list.Items {
		if strings.HasPrefix(s.CWD, "/home/") {
			folders[s.CWD] = true
		}
	}
	has := func(text string) bool {
		for _, name := range []string{file, file + "-wal"} {
			if b, err := os.ReadFile(name); err == nil && bytes.Contains(b, []byte(text)) {
				return true
			}
		}
		return false
	}
	for folder := range folders {
		if !has(folder) {
			t.Fatalf("no file has %s", folder)
		}
	}
	again, err := h.Sessions.Import(t.Context(), heddle.ImportOptions{All: true, Redact: true})
	if err != nil || again.Updated != first.Imported || len(folders) == 0 {
		t.Fatalf("%+v, %v, %v", again, err, folders)
	}
	for folder := range folders {
		if has(folder) {
			t.Errorf("a file has %s", folder)
		}
	}
	third, err := h.Sessions.Import(t.Context(), heddle.ImportOptions{All: true, Redact: true})
	if err != nil || third.Unchanged != first.Imported {
		t.Errorf("the third import: %+v, %v", third, err)
	}
	if problems, err := h.Store.Check(t.Context()); err != nil || len(problems.Items) > 0 {
		t.Error(problems, err)
	}
}
