package catalog_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// line is a record of a Claude session: a prompt or an answer.
func line(id, parent, role, text string) string {
	message := `{"role":"user","content":"` + text + `"}`
	if role == "assistant" {
		message = `{"id":"msg_` + id + `","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"` + text +
			`"}],"usage":{"input_tokens":10,"output_tokens":1}}`
	}
	if parent != "" {
		parent = `"` + parent + `"`
	} else {
		parent = "null"
	}
	return `{"type":"` + role + `","uuid":"` + id + `","parentUuid":` + parent + `,"sessionId":"s","cwd":"/work","version":"2.1.0",` +
		`"timestamp":"2026-11-20T10:00:0` + id[len(id)-1:] + `Z","message":` + message + "}\n"
}

// write writes the home's Claude session.
func (d *desk) write(lines ...string) {
	d.t.Helper()
	path := filepath.Join(d.home, ".claude", "projects", "-work", "s.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.date()
}

// stored runs fn on the store.
func (d *desk) stored(fn func(s *store.Store) error) {
	d.t.Helper()
	call := d.native.Call(context.Background(), nil)
	defer call.Release()
	st, done, err := store.Open(call.Host, heddle.StorePath, true, store.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	defer done()
	if err := fn(st); err != nil {
		d.t.Fatal(err)
	}
}

var one = session.ImportRequest{UnifiedID: "claude:s"}

// step imports the session, and checks what that did and that the copy is
// what the original is.
func (d *desk) step(status session.ImportStatus, added int64) {
	d.t.Helper()
	report := d.imports(one)
	if len(report.Sessions) != 1 || report.Sessions[0].Status != status || report.Sessions[0].Added != added {
		d.t.Errorf("report %+v, want %s with %d added", report, status, added)
	}
	if a, b := plain(d.get("claude:s")), plain(d.get("heddle:claude:s")); a != b {
		d.t.Errorf("original %s\ncopy     %s", a, b)
	}
}

var story = []string{line("u1", "", "user", "First"), line("u2", "u1", "assistant", "One"),
	line("u3", "u2", "user", "Second"), line("u4", "u3", "assistant", "Two")}

// TestImportGrows: a grown file appends what is new, and nothing else.
func TestImportGrows(t *testing.T) {
	d := newDesk(t, "")
	d.write(story[:2]...)
	d.step(session.ImportStatusNew, 2)
	d.step(session.ImportStatusUnchanged, 0)
	d.write(story...)
	d.step(session.ImportStatusUpdated, 2)
	d.step(session.ImportStatusUnchanged, 0)
	d.stored(func(s *store.Store) error {
		all, err := s.Messages("claude:s", store.MessageOptions{IncludeHidden: true})
		if len(all) != 4 {
			t.Errorf("%d messages are stored", len(all))
		}
		return err
	})
	// A new title alone is news too, but no message.
	d.write(append(story, `{"type":"custom-title","customTitle":"Numbers","sessionId":"s"}`+"\n")...)
	if got := d.get("claude:s").Title; got != "Numbers" {
		t.Fatalf("title %q", got)
	}
	d.step(session.ImportStatusUpdated, 0)
}

// TestImportRewritten: when the agent goes back and on from there, the copy
// hides what is no longer shown, loses nothing, and spends the same.
func TestImportRewritten(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	d.step(session.ImportStatusNew, 4)
	rewound := append(append([]string(nil), story...), line("v5", "u2", "user", "Other"), line("v6", "v5", "assistant", "Three"))
	d.write(rewound...)
	d.step(session.ImportStatusRewritten, 2)
	d.step(session.ImportStatusUnchanged, 0)
	copied := d.get("heddle:claude:s")
	if len(copied.Branches) != 1 {
		t.Fatalf("branches %+v", copied.Branches)
	}
	var branch *session.Session
	d.with(func(c *catalog.Catalog) (err error) {
		branch, _, err = c.Get(session.GetRequest{UnifiedID: "heddle:claude:s", Branch: copied.Branches[0].LeafID})
		return err
	})
	if n := len(branch.Messages); n != 4 || branch.Messages[3].Content != "Two" {
		t.Errorf("the branch has %d messages", n)
	}
	// The file loses its first branch altogether: nothing changes in the copy
	// but that it is the only one to know of it.
	d.write(story[0], story[1], rewound[4], rewound[5])
	d.imports(one)
	if got := d.get("heddle:claude:s"); len(got.Messages) != 4 || got.Cost.OutputTokens != 3 {
		t.Errorf("%d messages, %d tokens", len(got.Messages), got.Cost.OutputTokens)
	}
}

// A rewind that continues in a file of its own changes the copy: the dropped
// turns become a branch, and their spend still counts.
func TestImportRewind(t *testing.T) {
	const id = "codex:01a204e1-73e6-7500-a6fb-c21dd7ad36f1"
	d := newDesk(t, "codex-rewind-segment")
	files, err := filepath.Glob(filepath.Join(d.home, ".codex", "sessions", "2026", "11", "22", "*_*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	segment, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	all := session.ImportRequest{All: true, Agent: "codex"}
	if out := d.imports(all); len(out.Sessions) != 1 || out.Sessions[0].Status != session.ImportStatusNew {
		t.Fatalf("%+v", out)
	}
	if err := os.WriteFile(files[0], segment, 0o644); err != nil {
		t.Fatal(err)
	}
	d.date()
	if out := d.imports(all); len(out.Sessions) != 1 || out.Sessions[0].Status != session.ImportStatusRewritten || out.Sessions[0].UnifiedID != id {
		t.Fatalf("%+v", out)
	}
	if out := d.imports(all); out.Unchanged != 1 {
		t.Fatalf("%+v", out)
	}
	original, copied := d.get(id), d.get("heddle:"+id)
	if plain(copied) != plain(original) || len(copied.Branches) != 1 || copied.Branches[0].MessageCount != 4 || copied.Cost.InputTokens != 37230 {
		t.Errorf("%s\n%s\n%+v", plain(copied), plain(original), copied.Branches)
	}
	if n := len(d.list(session.ListRequest{Limit: 100})); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

// TestImportFirstBranches: branches that were there at the first import come
// along, hidden.
func TestImportFirstBranches(t *testing.T) {
	d := newDesk(t, "")
	d.write(append(append([]string(nil), story...), line("v5", "u2", "user", "Other"), line("v6", "v5", "assistant", "Three"))...)
	d.step(session.ImportStatusNew, 4)
	d.stored(func(s *store.Store) error {
		shown, err := s.Messages("claude:s", store.MessageOptions{})
		all, _ := s.Messages("claude:s", store.MessageOptions{IncludeHidden: true})
		if len(shown) != 4 || len(all) != 6 {
			t.Errorf("%d of %d messages are visible", len(shown), len(all))
		}
		return err
	})
}

// TestImportContinued: a copy that was continued in the store is left alone;
// when its original continues too, that is a conflict.
func TestImportContinued(t *testing.T) {
	d := newDesk(t, "")
	d.write(story[:2]...)
	d.step(session.ImportStatusNew, 2)
	d.stored(func(s *store.Store) error {
		_, err := s.Record("claude:s", []session.JSON{session.JSON(`{"type":"user","content":"Here"}`)}, store.Request{})
		return err
	})
	if r := d.imports(one); r.Unchanged != 1 {
		t.Errorf("%+v", r)
	}
	d.apart("here", "claude:s", "heddle:claude:s")
	d.write(story...)
	call := d.native.Call(context.Background(), nil)
	defer call.Release()
	_, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).Import(one)
	if fault.CodeOf(err) != fault.Conflict {
		t.Errorf("%v, want CONFLICT", err)
	}
	report := d.imports(session.ImportRequest{All: true})
	if report.Failed != 1 || report.Sessions[0].Status != session.ImportStatusFailed {
		t.Errorf("%+v", report)
	}
	if n := len(d.get("heddle:claude:s").Messages); n != 3 {
		t.Errorf("the copy has %d messages", n)
	}
}

// apart expects what all agents together have: all of it listed, and only the
// copy, which is the last, found by a word that was recorded in the store.
func (d *desk) apart(word string, ids ...string) {
	d.t.Helper()
	var listed, found []string
	for _, s := range d.list(session.ListRequest{Sort: session.SortKeyDate, SortDirection: session.SortDirectionAsc}) {
		listed = append(listed, s.UnifiedID)
		if s.ImportedAs != "" && s.ImportedAs != ids[len(ids)-1] || s.OriginalGone {
			d.t.Errorf("listed %+v", s)
		}
	}
	d.with(func(c *catalog.Catalog) error {
		hits, _, err := c.Search(session.SearchRequest{Text: word})
		for _, h := range hits {
			found = append(found, h.UnifiedID)
		}
		return err
	})
	if strings.Join(listed, " ") != strings.Join(ids, " ") || strings.Join(found, " ") != ids[len(ids)-1] {
		d.t.Errorf("listed %q, found %q, want %q", listed, found, ids)
	}
}

// TestImportTouched: a copy that was shared, forked or given a thread is
// still a copy, and so is one whose words of the store are hidden again.
func TestImportTouched(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	d.step(session.ImportStatusNew, 4)
	change := func(fn func(s *store.Store) error) {
		d.stored(fn)
		if list := d.list(session.ListRequest{}); len(list) != 1 || list[0].UnifiedID != "claude:s" || list[0].ImportedAs != "heddle:claude:s" {
			t.Errorf("listed %+v", list)
		}
	}
	change(func(s *store.Store) error {
		_, err := s.Share("claude:s", "", store.Request{})
		return err
	})
	change(func(s *store.Store) error {
		none := int64(0)
		_, err := s.Revert("claude:s", store.Selector{VisibleMessageCount: &none}, store.Request{})
		return err
	})
	change(func(s *store.Store) error {
		_, err := s.Unrevert("claude:s", store.Request{})
		return err
	})
	change(func(s *store.Store) error {
		four := int64(4)
		_, err := s.Record("claude:s", []session.JSON{session.JSON(`{"type":"user","content":"Here"}`)}, store.Request{})
		if err == nil {
			_, err = s.Revert("claude:s", store.Selector{VisibleMessageCount: &four}, store.Request{})
		}
		return err
	})
}

// TestImportAtOnce: many imports of one session at once write each message
// once.
func TestImportAtOnce(t *testing.T) {
	d := newDesk(t, "")
	d.write(story[:2]...)
	for round := 0; round < 4; round++ {
		var wg sync.WaitGroup
		for i := 0; i < 6; i++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				call := d.native.Call(context.Background(), nil)
				defer call.Release()
				if _, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).Import(one); err != nil {
					t.Error(err)
				}
			}()
		}
		wg.Wait()
		want := 2 + round
		d.stored(func(s *store.Store) error {
			n, err := s.MessageCount("claude:s")
			if n != int64(want) {
				t.Errorf("round %d: %d messages", round, n)
			}
			return err
		})
		if round < 2 {
			d.write(story[:3+round]...)
		} else {
			d.write(append(append([]string(nil), story...), line("u5", "u4", "user", "Third"))...)
		}
	}
}

// TestImportDry says what an import would do and makes no store.
func TestImportDry(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	dry := one
	dry.DryRun = true
	if r := d.imports(dry); r.Imported != 1 || r.Sessions[0].Added != 4 {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(d.home), "heddle.db")); err == nil {
		t.Error("a dry run made a store")
	}
	d.step(session.ImportStatusNew, 4)
	if r := d.imports(dry); r.Unchanged != 1 {
		t.Errorf("%+v", r)
	}
}

// TestImportFilters: all sessions that match, and their subagents.
func TestImportFilters(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	for _, c := range []struct {
		req  session.ImportRequest
		want int64
	}{
		{session.ImportRequest{All: true, Cwd: "/elsewhere"}, 0},
		{session.ImportRequest{All: true, Agent: "codex"}, 0},
		{session.ImportRequest{All: true, Agent: heddle.Name}, 0},
		{session.ImportRequest{All: true, Model: "gpt-5"}, 0},
		{session.ImportRequest{All: true, Agent: "claude", Cwd: "/work/", Model: "claude-sonnet-4-5"}, 1},
	} {
		c.req.DryRun = true
		if r := d.imports(c.req); r.Imported != c.want {
			t.Errorf("%+v: %+v", c.req, r)
		}
	}
	for _, req := range []session.ImportRequest{{}, {All: true, UnifiedID: "claude:s"}, {UnifiedID: "claude:s", Cwd: "/x"},
		{UnifiedID: "heddle:claude:s"}, {Agent: "claude"}} {
		call := d.native.Call(context.Background(), nil)
		if _, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).Import(req); fault.CodeOf(err) != fault.InvalidArgument {
			t.Errorf("%+v: %v, want INVALID_ARGUMENT", req, err)
		}
		call.Release()
	}
}

// TestOneSessionNotTwo: over all agents a session and its copy are one; a
// fork of the copy is another, and inherits what it repeats.
func TestOneSessionNotTwo(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	total := jsonOf(d.cost(session.CostRequest{}))
	d.imports(one)
	d.stored(func(s *store.Store) error {
		_, err := s.Fork("claude:s", store.ForkOptions{SessionID: "mine"}, store.Request{})
		return err
	})
	ids := func(list []session.SessionSummary) (out string) {
		for i := range list {
			out += list[i].UnifiedID + " "
		}
		return out
	}
	if got := ids(d.list(session.ListRequest{Sort: session.SortKeyTurns})); got != "claude:s heddle:mine " {
		t.Errorf("all agents: %s", got)
	}
	if got := ids(d.list(session.ListRequest{Agent: heddle.Name, Sort: session.SortKeyTurns})); got != "heddle:claude:s heddle:mine " {
		t.Errorf("the store: %s", got)
	}
	if got := d.list(session.ListRequest{Agent: "claude"}); len(got) != 1 || got[0].ImportedAs != "heddle:claude:s" {
		t.Errorf("claude: %+v", got)
	}
	search := func() (out []session.SessionSummary) {
		d.with(func(c *catalog.Catalog) (err error) {
			out, _, err = c.Search(session.SearchRequest{Text: "Second", Sort: session.SearchSortDate})
			return err
		})
		return out
	}
	if got := search(); len(got) != 2 || got[0].UnifiedID != "heddle:mine" || got[1].UnifiedID != "claude:s" {
		t.Errorf("found %s", ids(got))
	}
	after := d.cost(session.CostRequest{})
	if after.SessionCount != 2 || after.Inherited == nil {
		t.Errorf("cost %+v", after)
	}
	after.SessionCount, after.Inherited = 1, nil
	if jsonOf(after) != total {
		t.Errorf("cost %s, after %s", total, jsonOf(after))
	}
	// The file exists, but it is empty now.
	d.write("")
	if got := ids(d.list(session.ListRequest{Sort: session.SortKeyTurns})); got != "heddle:claude:s heddle:mine " {
		t.Errorf("emptied: %s", got)
	}
	if got := search(); len(got) != 2 || got[1].UnifiedID != "heddle:claude:s" {
		t.Errorf("emptied: found %s", ids(got))
	}
	if got := d.cost(session.CostRequest{}); got.SessionCount != 2 || got.InputTokens != after.InputTokens {
		t.Errorf("emptied: cost %+v", got)
	}
	for range 2 { // emptied, then gone
		call := d.native.Call(context.Background(), nil)
		_, _, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).Get(session.GetRequest{UnifiedID: "claude:s"})
		if fault.CodeOf(err) != fault.SessionNotFound || !strings.Contains(fault.From(err).Hint, "heddle:claude:s") {
			t.Errorf("%v: the hint does not name the copy", err)
		}
		call.Release()
		if err := os.RemoveAll(filepath.Join(d.home, ".claude")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCopiesDiffAndExport: what works on agents' sessions works on copies.
func TestCopiesDiffAndExport(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	d.imports(one)
	call := d.native.Call(context.Background(), nil)
	defer call.Release()
	e := core.New(&call.Host)
	diff, err := e.SessionsDiff(session.DiffRequest{A: &session.SessionRef{UnifiedID: "claude:s"}, B: &session.SessionRef{UnifiedID: "heddle:claude:s"}})
	if err != nil || diff.Stats.Unchanged != 4 || len(diff.Operations) != 4 {
		t.Errorf("%+v, %v", diff, err)
	}
	text, err := e.SessionsExport(session.ExportRequest{UnifiedID: "heddle:claude:s"})
	if err != nil || !strings.Contains(string(text), "Second") {
		t.Errorf("%s, %v", text, err)
	}
	_, err = e.SessionsCommand(session.CommandRequest{UnifiedID: "heddle:claude:s"})
	if fault.CodeOf(err) != fault.Unsupported || fault.From(err).Hint == "" {
		t.Errorf("command: %v", err)
	}
}
