package hermes_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

func memories(t testing.TB, h *host.Host, n *notes) []adapter.Memory {
	t.Helper()
	var out []adapter.Memory
	err := agent.(adapter.MemoryLister).Memories(env(h, n), func(m adapter.Memory) error {
		out = append(out, m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The built-in files and the plugin's database; none of them is a session.
func TestMemories(t *testing.T) {
	got := memories(t, home(t, "hermes-v22"), nil)
	want := []adapter.Memory{
		{Path: "hermes/memories/MEMORY.md", Title: "Memory", Text: "parcel-api: run pytest from the repository root; the quote tests need TZ=UTC."},
		{Path: "hermes/memories/MEMORY.md", Title: "Memory", Text: "The staging proxy listens on 8443."},
		{Path: "hermes/memories/USER.md", Title: "User profile", Text: "Prefers short answers and metric units."},
		{Path: "hermes/memory_store.db", Title: "project [parcel,billing]", Text: "Parcel API quotes are billed per started kilogram"},
		{Path: "hermes/memory_store.db", Title: "people [label]", Text: "Alice Example maintains the Label Printer firmware"},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	ids := map[string]bool{}
	for i := range want {
		m := got[i]
		if m.ID == "" || ids[m.ID] {
			t.Errorf("id %q", m.ID)
		}
		ids[m.ID] = true
		at := m.Time.String()
		m.ID, m.Time = "", 0
		if !reflect.DeepEqual(m, want[i]) || i >= 3 && at != "2026-11-20T17:21:51.000Z" || i < 3 && got[i].Time != 0 {
			t.Errorf("got %+v at %s, want %+v", m, at, want[i])
		}
	}
	for _, fixture := range []string{"hermes-v6", "hermes-livewal"} {
		if got := memories(t, home(t, fixture), nil); len(got) != 0 {
			t.Errorf("%s: %+v", fixture, got)
		}
	}
}

// Edges: blank and repeated entries, another profile, the separate FTS5 table
// of the older description, places that cannot be read.
func TestMemoryEdges(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("memories/MEMORY.md", "\ufeffone\n§\n\n§\none\n§\n two \r\nlines\n")
	write("profiles/work/memories/USER.md", "likes § signs")
	write("profiles/wry/memories/USER.md", "first\r\n§\r\nsecond\n§ third\n§\r\nfourth\n§")
	write("memory_store.db", strings.Repeat("no database ", 600))
	build(t, filepath.Join(dir, "hermes.db"), schema, oneSession, "CREATE VIRTUAL TABLE memories_fts USING fts5(content, category)",
		"INSERT INTO memories_fts VALUES ('a note', 'work'), ('', 'empty')")
	var n notes
	h := open(t, dir)
	var texts []string
	for _, m := range memories(t, h, &n) {
		texts = append(texts, m.Title+": "+m.Text)
	}
	if got := strings.Join(texts, "|"); got != "Memory: one|Memory: two \r\nlines|work: a note|User profile: likes § signs|User profile: first|User profile: second\n§ third|User profile: fourth\n§" {
		t.Errorf("%q", got)
	}
	if len(n) != 1 || n[0].Path != "hermes/memory_store.db" {
		t.Errorf("notes %+v", n)
	}
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 1 {
		t.Errorf("%+v", ix.Refs)
	}
	stop := errors.New("enough")
	for _, e := range []*adapter.Env{env(h, nil), env(home(t, "hermes-v22"), nil)} {
		if err := agent.(adapter.MemoryLister).Memories(e, func(adapter.Memory) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("visit's error is lost: %v", err)
		}
	}
	n = nil
	v22, _ := mounted(t, "hermes-v22")
	v22.SQL = nil
	if got := memories(t, v22, &n); len(got) != 3 || len(n) != 1 || n[0].Code != fault.Unsupported {
		t.Errorf("without SQL: %+v, %+v", got, n)
	}
}
