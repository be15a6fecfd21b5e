package copilot_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/copilot"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	storeDB  = "copilot/session-store.db"
	onlyText = "f38b2aad-98ec-4615-abbe-d0a70ddfd67d" // its folder was set aside
)

// spent is what all sessions took.
func (h *home) spent() int64 {
	h.t.Helper()
	c, err := h.catalog().TotalCost(session.CostRequest{Agent: copilot.Name})
	if err != nil {
		h.t.Fatal(err)
	}
	return c.InputTokens + c.OutputTokens + c.CachedTokens + c.CacheWriteTokens
}

// indexed returns a home whose index is made of statements.
func indexed(t *testing.T, statements ...string) *home {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.db")
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v in %s", err, s)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mounts := hosttest.NewMounts().File(storeDB, b)
	return &home{t: t, mounts: mounts, host: adaptertest.HostOver(t, mounts)}
}

// A session whose folder is gone is what the index keeps of it.
func TestOnlyInStore(t *testing.T) {
	h := fixture(t, "copilot")
	s, _ := h.get(onlyText)
	if got := show(s); strings.Count(got, "user: ") != 4 || !strings.HasPrefix(got, "user: What is this toy project for? (tui2)\nassistant mock-model: **Lantern** is") {
		t.Errorf("shows\n%s", got)
	}
	sum := h.list()[onlyText]
	if sum == nil || sum.TurnCount != 4 || sum.Cwd != "/home/dev/projects/lantern" || sum.Model != "mock-model" ||
		sum.CreatedAt.String() != "2026-11-20T17:31:43.777Z" || sum.UpdatedAt != s.UpdatedAt || sum.Title != "What is this toy project for? (tui2)" {
		t.Errorf("%+v", sum)
	}
	got, _, err := h.catalog().Search(session.SearchRequest{Agent: copilot.Name, Text: "tui2 rewound"})
	if err != nil || len(got) != 1 || got[0].SessionID != onlyText {
		t.Errorf("search: %d sessions, %v", len(got), err)
	}
	h.quiet()
}

// The index and the events count the same requests: taking folders away moves
// tokens, and takes or doubles none. A fork repeats its parent's under the
// parent's keys, wherever these come from.
func TestStoreCountsOnce(t *testing.T) {
	const all = 519_450 // sum(input_tokens + output_tokens) of the index
	h := fixture(t, "copilot")
	if got := h.spent(); got != all {
		t.Errorf("%d tokens, want %d", got, all)
	}
	for _, id := range []string{parent, helpers, forked, refusals} {
		h.mounts.Remove(events(id))
		if got := h.spent(); got != all {
			t.Errorf("without the folder of %s: %d tokens, want %d", id, got, all)
		}
	}
	h.quiet()
}

// A fork of a fork repeats requests of two sessions and a compaction.
func TestStoreCountsCopiesOnce(t *testing.T) {
	h := fixture(t, "copilot")
	want := h.spent()
	var lines []string
	for _, l := range strings.Split(string(h.bytes(events(forked))), "\n") {
		if strings.Contains(l, `"type":"session.shutdown"`) {
			break
		}
		lines = append(lines, l)
	}
	lines[0] = strings.ReplaceAll(lines[0], forked, uuid(9))
	h.file(events(uuid(9)), append(lines, event(59, "session.info", `"infoType":"fork","message":"Forked from \"a\" (`+forked+`) as \"b\" (`+uuid(9)+`)."`))...)
	for _, gone := range []string{"", forked, parent} {
		if gone != "" {
			h.mounts.Remove(events(gone))
		}
		if got := h.spent(); got != want {
			t.Errorf("without %q: %d tokens, want %d", gone, got, want)
		}
	}
}

// Tables and columns that a version does not have are passed over.
func TestStoreVersions(t *testing.T) {
	sessions := "CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, summary TEXT, created_at TEXT, updated_at TEXT)"
	turns := "CREATE TABLE turns (id INTEGER PRIMARY KEY, session_id TEXT, turn_index INTEGER, user_message TEXT, assistant_response TEXT, timestamp TEXT)"
	one := "INSERT INTO sessions VALUES ('s', '/p', 'Named', '2026-11-20 17:00:00', '2026-11-20T17:00:05.000Z')"
	for _, c := range []struct {
		name, want string
		statements []string
	}{
		{"no tables", "", []string{"CREATE TABLE x (a)", "DROP TABLE x"}},
		{"nothing said", "", []string{sessions, turns, one}},
		{"1.0.40", "Named|user: a\nassistant: b\nuser: c|2026-11-20T17:00:09.000Z", []string{sessions, turns, one,
			"INSERT INTO turns VALUES (2, 's', 1, 'c', NULL, NULL), (1, 's', 0, 'a', 'b', '2026-11-20T17:00:09Z')"}},
		{"next", "Named|user: a|2026-11-20T17:00:05.000Z", []string{sessions, one,
			"CREATE TABLE turns (session_id TEXT, user_message TEXT, more BLOB)", "INSERT INTO turns VALUES ('s', 'a', x'00')",
			"CREATE TABLE assistant_usage_events (session_id TEXT, model TEXT, input_tokens)",
			"INSERT INTO assistant_usage_events VALUES ('s', 'm', -5), ('s', 'm', 9e300), ('s', 'm', 'x')"}},
	} {
		h := indexed(t, c.statements...)
		var got string
		for id := range h.list() {
			s, _ := h.get(id)
			got += s.Title + "|" + strings.TrimSpace(show(s)) + "|" + s.UpdatedAt.String()
		}
		equal(t, c.name, got, c.want)
		h.quiet()
	}
}

// An index that cannot be read is reported and hides no folder.
func TestStoreDamaged(t *testing.T) {
	folder := fixture(t, "copilot-1.0.40")
	folder.mounts.Remove(storeDB).Folder(storeDB)
	if got := len(folder.list()); got != 5 || len(folder.notes) != 1 || folder.notes[0].Code != fault.PermissionDenied {
		t.Errorf("%d sessions; diagnostics %+v", got, folder.notes)
	}
	h := fixture(t, "copilot-1.0.40")
	want := len(h.list())
	h.mounts.File(storeDB, []byte(strings.Repeat("no database ", 400)))
	if got := len(h.list()); got != want || len(h.notes) == 0 || h.notes[0].Code != fault.ParseError {
		t.Errorf("%d sessions, want %d; diagnostics %+v", got, want, h.notes)
	}
}
