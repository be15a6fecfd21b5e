package catalog_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// desk is a home with a store of its own.
type desk struct {
	t      *testing.T
	home   string
	native *hostfns.Native
}

// newDesk copies a fixture home.
func newDesk(t *testing.T, fixture string) *desk {
	t.Helper()
	d := &desk{t: t, home: filepath.Join(t.TempDir(), "home")}
	if fixture == "" {
		if err := os.MkdirAll(d.home, 0o755); err != nil {
			t.Fatal(err)
		}
	} else if err := os.CopyFS(d.home, os.DirFS(filepath.Join("../../../testdata/agents", fixture, "home"))); err != nil {
		t.Fatal(err)
	}
	d.date()
	d.open()
	return d
}

// date gives all files one time: a checkout keeps none, and sessions without
// times of their own are dated by it.
func (d *desk) date() { d.dateAt(fileTime) }

var fileTime = time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)

func (d *desk) dateAt(at time.Time) {
	err := filepath.WalkDir(d.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		return os.Chtimes(path, at, at)
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) open() {
	d.t.Helper()
	native, err := hostfns.Open(hostfns.Options{Home: d.home, Stores: map[string]string{"store/heddle.db": filepath.Join(filepath.Dir(d.home), "heddle.db")}})
	if err != nil {
		d.t.Fatal(err)
	}
	d.native = native
	d.t.Cleanup(func() { native.Close() })
}

// with runs fn on a catalog of its own, like an operation.
func (d *desk) with(fn func(c *catalog.Catalog) error) []fault.Diagnostic {
	d.t.Helper()
	call := d.native.Call(context.Background(), nil)
	defer call.Release()
	var notes []fault.Diagnostic
	if err := fn(catalog.New(&call.Host, func(n fault.Diagnostic) { notes = append(notes, n) })); err != nil {
		d.t.Fatal(err)
	}
	return notes
}

func (d *desk) list(req session.ListRequest) (out []session.SessionSummary) {
	d.t.Helper()
	req.Limit = 100_000
	d.with(func(c *catalog.Catalog) (err error) { out, err = c.List(req); return err })
	return out
}

func (d *desk) get(unified string) (out *session.Session) {
	d.t.Helper()
	d.with(func(c *catalog.Catalog) (err error) {
		out, _, err = c.Get(session.GetRequest{UnifiedID: unified})
		return err
	})
	return out
}

func (d *desk) cost(req session.CostRequest) (out *session.CostSummary) {
	d.t.Helper()
	d.with(func(c *catalog.Catalog) (err error) { out, err = c.TotalCost(req); return err })
	return out
}

func (d *desk) imports(req session.ImportRequest) (out *session.ImportReport) {
	d.t.Helper()
	d.with(func(c *catalog.Catalog) (err error) { out, err = c.Import(req); return err })
	return out
}

func fixtures(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("../../../testdata/agents")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if fi, err := os.Stat(filepath.Join("../../../testdata/agents", e.Name(), "home")); err == nil && fi.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out
}

// importedShort are the homes that -short imports: one of each agent and kind of storage, and the
// damaged ones.
var importedShort = []string{"claude-1.0.24", "claude-damaged", "codex-0.29.0", "codex-zst", "copilot-1.0.0", "copilot-described", "cursor-cli-handmade",
	"cursor-ide-handmade", "cursor-transcripts", "gemini-0.1.9", "gemini-0.40.0", "hermes-files", "hermes-v6", "omp", "openclaw", "openclaw-jsonl",
	"opencode-0.1.174", "opencode-1.1.65", "opencode-damaged", "pi-1.5"}

// plain is a session without what only names it: agent, ids and places.
func plain(s *session.Session) string {
	c := *s
	c.Agent, c.SessionID, c.UnifiedID, c.ForkedFrom, c.ParentSessionID, c.SupersededBy = "", "", "", "", "", ""
	c.ImportedAs, c.OriginalUnifiedID, c.OriginalGone, c.Branches = "", "", false, nil
	c.Spans = nil // a copy does not keep them (docs/store.md)
	c.Messages = append([]session.Message(nil), s.Messages...)
	for i := range c.Messages {
		c.Messages[i].Origin = nil
	}
	return string(c.AppendJSON(nil))
}

func jsonOf(s *session.CostSummary) string { return string(s.AppendJSON(nil)) }

// TestImportEveryHome imports every fixture home and holds the copies to the
// originals, before and after these are gone.
func TestImportEveryHome(t *testing.T) {
	for _, home := range importedShort {
		if !slices.Contains(fixtures(t), home) {
			t.Errorf("no home %s", home)
		}
	}
	for _, home := range fixtures(t) {
		t.Run(home, func(t *testing.T) {
			if testing.Short() && !slices.Contains(importedShort, home) {
				t.Skip("-short imports one home of each kind of storage")
			}
			t.Parallel()
			d := newDesk(t, home)
			everything := session.ListRequest{Subagents: true, Superseded: true}
			before := d.list(everything)
			total := jsonOf(d.cost(session.CostRequest{}))
			bySession := jsonOf(d.cost(session.CostRequest{GroupBy: session.GroupByDay}))
			byAgent := d.agents(before)
			report := d.imports(session.ImportRequest{All: true})
			if now := d.agents(before); !reflect.DeepEqual(now, byAgent) {
				t.Errorf("by agent %q, after the import %q", byAgent, now)
			}
			if report.Imported != int64(len(before)) || report.Failed+report.Updated+report.Unchanged != 0 {
				t.Fatalf("%d listed, imported %+v", len(before), report)
			}
			originals := map[string]string{}
			for i := range before {
				original, copied := d.get(before[i].UnifiedID), d.get("heddle:"+before[i].UnifiedID)
				originals[before[i].UnifiedID] = plain(original)
				if a, b := plain(original), plain(copied); a != b {
					t.Errorf("%s:\noriginal %s\ncopy     %s", before[i].UnifiedID, a, b)
				}
				if original.ImportedAs != copied.UnifiedID || copied.OriginalUnifiedID != original.UnifiedID || copied.OriginalGone {
					t.Errorf("%s: %q, %q, gone %v", before[i].UnifiedID, original.ImportedAs, copied.OriginalUnifiedID, copied.OriginalGone)
				}
			}
			after := d.list(everything)
			if len(after) != len(before) {
				t.Errorf("%d sessions listed, %d after the import", len(before), len(after))
			}
			for i := range after {
				if after[i].ImportedAs != "heddle:"+after[i].UnifiedID || after[i].UnifiedID != before[i].UnifiedID {
					t.Errorf("place %d is %s, imported as %q", i, after[i].UnifiedID, after[i].ImportedAs)
				}
			}
			if now := jsonOf(d.cost(session.CostRequest{})); now != total {
				t.Errorf("total before %s\nafter %s", total, now)
			}
			d.again(len(before))
			d.gone(before, originals, total, bySession)
			if now := d.agents(before); !reflect.DeepEqual(now, byAgent) {
				t.Errorf("by agent %q\nafter    %q", byAgent, now)
			}
		})
	}
}

// agents is what the agents of some sessions are known to have done, when each is asked for: the
// ids of its sessions, what they cost, and what a search in them finds.
func (d *desk) agents(before []session.SessionSummary) map[string][]string {
	d.t.Helper()
	out := map[string][]string{}
	for i := range before {
		agent := before[i].Agent
		if out[agent] != nil || agent == heddle.Name {
			continue
		}
		known := []string{jsonOf(d.cost(session.CostRequest{Agent: agent})), jsonOf(d.cost(session.CostRequest{Agent: agent, GroupBy: session.GroupByAgent}))}
		id := func(s *session.SessionSummary) string {
			if s.OriginalGone {
				return s.OriginalUnifiedID
			}
			return s.UnifiedID
		}
		list := d.list(session.ListRequest{Agent: agent, Subagents: true, Superseded: true})
		for i := range list {
			known = append(known, id(&list[i]))
		}
		var found []session.SessionSummary
		d.with(func(c *catalog.Catalog) (err error) {
			found, _, err = c.Search(session.SearchRequest{Text: "e", Agent: agent, Limit: 100_000})
			return err
		})
		var ids []string
		for i := range found {
			ids = append(ids, "found "+id(&found[i]))
		}
		sort.Strings(ids) // the store's texts have other lengths, so that scores differ
		out[agent] = append(known, ids...)
	}
	return out
}

// again imports once more: nothing may be written.
func (d *desk) again(n int) {
	t := d.t
	store := filepath.Join(filepath.Dir(d.home), "heddle.db")
	d.native.Close()
	d.open()
	events := d.positions()
	report := d.imports(session.ImportRequest{All: true})
	if report.Unchanged != int64(n) || report.Imported+report.Updated+report.Failed != 0 {
		t.Errorf("second import: %+v", report)
	}
	if now := d.positions(); now != events {
		t.Errorf("%d events, after the second import %d", events, now)
	}
	if _, err := os.Stat(store); err != nil {
		t.Error(err)
	}
}

// gone deletes the agents' files: everything is still listed, from the store.
func (d *desk) gone(before []session.SessionSummary, originals map[string]string, total, byDay string) {
	t := d.t
	if err := os.RemoveAll(d.home); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(d.home, 0o755); err != nil {
		t.Fatal(err)
	}
	d.native.Close()
	d.open()
	rest := d.list(session.ListRequest{Subagents: true, Superseded: true})
	if len(rest) != len(before) {
		t.Errorf("%d of %d sessions are left", len(rest), len(before))
	}
	for i := range rest {
		s := &rest[i]
		if !s.OriginalGone || s.UnifiedID != "heddle:"+s.OriginalUnifiedID {
			t.Errorf("%s: gone %v, of %s", s.UnifiedID, s.OriginalGone, s.OriginalUnifiedID)
		}
		if a, b := originals[s.OriginalUnifiedID], plain(d.get(s.UnifiedID)); a != b {
			t.Errorf("%s:\noriginal %s\ncopy     %s", s.UnifiedID, a, b)
		}
	}
	if now := jsonOf(d.cost(session.CostRequest{})); now != total {
		t.Errorf("total %s\nafter  %s", total, now)
	}
	if now := jsonOf(d.cost(session.CostRequest{GroupBy: session.GroupByDay})); now != byDay {
		t.Errorf("by day %s\nafter  %s", byDay, now)
	}
}

// positions adds up how many events the sessions of the store have.
func (d *desk) positions() (n int64) {
	d.t.Helper()
	call := d.native.Call(context.Background(), nil)
	defer call.Release()
	st, done, err := store.Open(call.Host, heddle.StorePath, false, store.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	defer done()
	all, err := st.List(store.ListOptions{})
	if err != nil {
		d.t.Fatal(err)
	}
	for _, m := range all {
		n += m.Position
	}
	return n
}
