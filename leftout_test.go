package heddle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
)

// TestSinceLeavesNobodyInTheDark: a session that began in October and continued in November is not
// selected by since, and the answer says that activeSince selects it.
func TestSinceLeavesNobodyInTheDark(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(id string, times ...string) {
		var b strings.Builder
		for i, at := range times {
			b.WriteString(`{"type":"user","uuid":"` + id + string(rune('a'+i)) + `","sessionId":"` + id + `","cwd":"/w","timestamp":"` + at + `","message":{"role":"user","content":"the parser"}}` + "\n")
		}
		path := filepath.Join(folder, id+".jsonl")
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		last, err := time.Parse(time.RFC3339, times[len(times)-1])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, last, last); err != nil {
			t.Fatal(err)
		}
	}
	write("5e551000-0000-4000-8000-000000000041", "2026-10-30T10:00:00Z", "2026-11-20T10:00:00Z")
	write("5e551000-0000-4000-8000-000000000042", "2026-10-30T10:00:00Z")
	write("5e551000-0000-4000-8000-000000000043", "2026-11-19T10:00:00Z")
	h, err := heddle.Open(heddle.Options{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	since := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	check := func(what string, list *heddle.List[heddle.SessionSummary], err error, items, said int) {
		t.Helper()
		if err != nil || len(list.Items) != items || len(list.Notes.Diagnostics) != said {
			t.Fatalf("%s: %+v, %v", what, list, err)
		}
		if said > 0 && (!strings.Contains(list.Notes.Diagnostics[0].Message, "at most 1 session ") || !strings.Contains(list.Notes.Diagnostics[0].Message, "activeSince")) {
			t.Errorf("%s: %q", what, list.Notes.Diagnostics[0].Message)
		}
	}
	list, err := h.Sessions.List(t.Context(), heddle.ListOptions{Since: since})
	check("list by creation", list, err, 1, 1)
	list, err = h.Sessions.List(t.Context(), heddle.ListOptions{ActiveSince: since})
	check("list by activity", list, err, 2, 0)
	list, err = h.Sessions.List(t.Context(), heddle.ListOptions{Since: since.AddDate(-1, 0, 0)})
	check("list of all", list, err, 3, 0)
	list, err = h.Sessions.SearchPage(t.Context(), "parser", heddle.SearchOptions{Since: since})
	check("search by creation", list, err, 1, 1)
	list, err = h.Sessions.SearchPage(t.Context(), "parser", heddle.SearchOptions{ActiveSince: since})
	check("search by activity", list, err, 2, 0)
	list, err = h.Sessions.SearchPage(t.Context(), "zebra", heddle.SearchOptions{Since: since})
	check("search of nothing", list, err, 0, 0)
}
