package catalog_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// beside returns another machine's home, with the same store.
func (d *desk) beside(name string) *desk {
	d.t.Helper()
	other := &desk{t: d.t, home: filepath.Join(filepath.Dir(d.home), name)}
	if err := os.MkdirAll(other.home, 0o755); err != nil {
		d.t.Fatal(err)
	}
	other.open()
	return other
}

// keep gives the home's session the file time of its last record.
func (d *desk) keep(second int) {
	d.t.Helper()
	at := time.Date(2026, 11, 20, 10, 0, second, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(d.home, ".claude", "projects", "-work", "s.jsonl"), at, at); err != nil {
		d.t.Fatal(err)
	}
}

// share is what one origin spends of the answers of line, which have 10 input tokens each.
func (d *desk) share(groups *session.CostSummary, origin string, answers, sessions int64) {
	d.t.Helper()
	if b := groups.Breakdowns[origin]; b.InputTokens != 10*answers || b.SessionCount != sessions {
		d.t.Errorf("%q has %d input tokens in %d sessions, want %d in %d", origin, b.InputTokens, b.SessionCount, 10*answers, sessions)
	}
}

// shown are the unified ids and origins of a list.
func shown(list []session.SessionSummary) []string {
	var out []string
	for i := range list {
		out = append(out, strings.TrimSpace(list[i].UnifiedID+" "+list[i].Origin))
	}
	slices.Sort(out)
	return out
}

func (d *desk) shows(req session.ListRequest, want ...string) {
	d.t.Helper()
	if got := shown(d.list(req)); !slices.Equal(got, want) {
		d.t.Errorf("listed with origin %q: %q, want %q", req.Origin, got, want)
	}
}

func (d *desk) finds(origin string, want ...string) {
	d.t.Helper()
	d.with(func(c *catalog.Catalog) error {
		list, _, err := c.Search(session.SearchRequest{Text: "hello", Origin: origin})
		if got := shown(list); err == nil && !slices.Equal(got, want) {
			d.t.Errorf("found with origin %q: %q, want %q", origin, got, want)
		}
		return err
	})
}

var (
	begun  = []string{line("a1", "", "user", "hello"), line("a2", "a1", "assistant", "hi")}
	onHere = []string{line("b3", "a2", "user", "go on"), line("b4", "b3", "assistant", "on the laptop")}
	onward = []string{line("c5", "a2", "user", "and on"), line("c6", "c5", "assistant", "on the server")}
)

// TestSessionOnTwoMachines imports one session from a laptop and from a server where
// it was continued.
func TestSessionOnTwoMachines(t *testing.T) {
	laptop := newDesk(t, "")
	server, team := laptop.beside("server"), laptop.beside("team")
	laptop.write(begun...)
	server.write(append(begun, onward...)...)
	for try, want := range []session.ImportStatus{session.ImportStatusNew, session.ImportStatusUnchanged, session.ImportStatusUnchanged} {
		for name, d := range map[string]*desk{"laptop": laptop, "server": server} {
			report := d.imports(session.ImportRequest{All: true, Origin: name})
			if got := report.Sessions[0]; got.Status != want || got.StoreID != "claude:s@"+name || got.UnifiedID != "claude:s" {
				t.Errorf("import %d from %s: %+v", try, name, got)
			}
		}
	}
	team.shows(session.ListRequest{}, "heddle:claude:s@server server")
	team.shows(session.ListRequest{Superseded: true}, "heddle:claude:s@laptop laptop", "heddle:claude:s@server server")
	team.shows(session.ListRequest{Origin: "laptop"}, "heddle:claude:s@laptop laptop")
	team.shows(session.ListRequest{Origin: "server"}, "heddle:claude:s@server server")
	team.shows(session.ListRequest{Origin: "-"})
	team.shows(session.ListRequest{Origin: "lap"})
	team.finds("", "heddle:claude:s@server server")
	team.finds("laptop", "heddle:claude:s@laptop laptop")
	team.finds("-")
	if s := team.get("heddle:claude:s@laptop"); s.Origin != "laptop" || s.OriginalUnifiedID != "claude:s" || !s.OriginalGone {
		t.Errorf("the laptop's copy: %s", s.AppendJSON(nil))
	}

	for name, d := range map[string]*desk{"team": team, "laptop": laptop, "server": server} {
		cost := d.cost(session.CostRequest{GroupBy: session.GroupByOrigin})
		if cost.InputTokens != 20 || len(cost.Breakdowns) != 2 {
			t.Errorf("%s: %d input tokens: %s", name, cost.InputTokens, jsonOf(cost))
		}
		d.share(cost, "laptop", 1, 1)
		d.share(cost, "server", 1, 1)
		for origin, want := range map[string]int64{"laptop": 10, "server": 10, "-": 0, "lap": 0} {
			if n := d.cost(session.CostRequest{Origin: origin}).InputTokens; n != want {
				t.Errorf("%s: %q spends %d input tokens, want %d", name, origin, n, want)
			}
		}
		day := d.cost(session.CostRequest{Origin: "server", Since: 1, GroupBy: session.GroupByDay})
		if day.InputTokens != 10 || day.SessionCount != 1 || len(day.Breakdowns) != 1 {
			t.Errorf("%s: the server's days: %s", name, jsonOf(day))
		}
	}
	if n := team.cost(session.CostRequest{}).SessionCount; n != 1 {
		t.Errorf("the two copies count as %d sessions", n)
	}
	team.with(func(c *catalog.Catalog) error {
		counts, err := c.Stats(session.StatsRequest{})
		if err == nil && (counts.SessionCount != 1 || counts.MessageCount != 4) {
			t.Errorf("stats: %s", counts.AppendJSON(nil))
		}
		if err == nil {
			counts, err = c.Stats(session.StatsRequest{Origin: "server"})
		}
		if err == nil && counts.SessionCount != 1 {
			t.Errorf("stats of the server: %s", counts.AppendJSON(nil))
		}
		return err
	})
}

// TestOriginalsHaveOrigins lists on the machines themselves: the agent's own session
// is shown, and what another machine has beyond it.
func TestOriginalsHaveOrigins(t *testing.T) {
	laptop := newDesk(t, "")
	server := laptop.beside("server")
	laptop.write(begun...)
	laptop.keep(2)
	server.write(append(begun, onward...)...)
	server.keep(6)
	laptop.shows(session.ListRequest{}, "claude:s")
	laptop.imports(session.ImportRequest{All: true, Origin: "laptop"})
	laptop.shows(session.ListRequest{}, "claude:s laptop")
	laptop.shows(session.ListRequest{Origin: "-"})
	server.imports(session.ImportRequest{All: true, Origin: "server"})
	server.shows(session.ListRequest{}, "claude:s laptop")
	server.shows(session.ListRequest{Origin: "server"}, "claude:s laptop")
	laptop.shows(session.ListRequest{Origin: "laptop"}, "claude:s laptop")
	laptop.shows(session.ListRequest{Agent: "heddle"}, "heddle:claude:s@server server")
	if s := laptop.get("claude:s"); s.Origin != "laptop" || s.ImportedAs != "heddle:claude:s@laptop" {
		t.Errorf("the laptop's session: %s", s.AppendJSON(nil))
	}
	laptop.write(begun[0])
	laptop.keep(1)
	server.write(append(begun, line("d9", "a2", "user", "later"))...)
	server.keep(9)
	server.imports(session.ImportRequest{All: true, Origin: "server"})
	laptop.shows(session.ListRequest{}, "claude:s laptop", "heddle:claude:s@server server")
}

// TestFileTimes has files whose times say nothing about their records.
func TestFileTimes(t *testing.T) {
	laptop := newDesk(t, "")
	server := laptop.beside("server")
	laptop.write(begun...)
	server.write(begun...)
	everywhere := func(when string, want ...string) {
		t.Helper()
		for _, at := range []time.Time{time.Unix(1, 0), fileTime.AddDate(1, 0, 0)} {
			laptop.dateAt(at)
			laptop.shows(session.ListRequest{}, want...)
			laptop.shows(session.ListRequest{Agent: "claude"}, want...)
			laptop.finds("", want...)
			laptop.with(func(c *catalog.Catalog) error {
				counts, err := c.Stats(session.StatsRequest{})
				if err == nil && counts.SessionCount != int64(len(want)) {
					t.Errorf("%s: %d sessions are counted, want %d", when, counts.SessionCount, len(want))
				}
				return err
			})
		}
	}
	server.imports(session.ImportRequest{All: true, Origin: "server"})
	everywhere("the server has the same", "claude:s server")
	laptop.imports(session.ImportRequest{All: true, Origin: "laptop"})
	everywhere("both have the same", "claude:s laptop")
	server.write(append(begun, onward...)...)
	server.imports(session.ImportRequest{All: true, Origin: "server"})
	everywhere("the server goes on", "claude:s laptop", "heddle:claude:s@server server")
	laptop.write(append(begun, onward...)...)
	everywhere("the laptop has it too", "claude:s laptop")
	laptop.write(append(begun, line("e9", "a2", "user", "hello "+strings.Repeat("long ", 1<<14)))...)
	everywhere("the last record is longer than a tail", "claude:s laptop")
}

// TestContinuedOnBothMachines keeps both ends, and counts what they share once.
func TestContinuedOnBothMachines(t *testing.T) {
	laptop := newDesk(t, "")
	server, team := laptop.beside("server"), laptop.beside("team")
	laptop.write(append(begun, onHere...)...)
	server.write(append(begun, onward...)...)
	server.imports(session.ImportRequest{All: true, Origin: "server"})
	laptop.imports(session.ImportRequest{All: true, Origin: "laptop"})
	team.shows(session.ListRequest{}, "heddle:claude:s@laptop laptop", "heddle:claude:s@server server")
	for name, d := range map[string]*desk{"team": team, "laptop": laptop, "server": server} {
		cost := d.cost(session.CostRequest{GroupBy: session.GroupByOrigin})
		if cost.InputTokens != 30 {
			t.Errorf("%s: %s", name, jsonOf(cost))
		}
		d.share(cost, "laptop", 2, 1)
		d.share(cost, "server", 1, 1)
	}
}

// TestOriginAfterImport names the machine of copies that an earlier import made.
func TestOriginAfterImport(t *testing.T) {
	laptop := newDesk(t, "")
	server, team := laptop.beside("server"), laptop.beside("team")
	laptop.write(begun...)
	server.write(begun...)
	laptop.imports(session.ImportRequest{All: true})
	team.shows(session.ListRequest{Origin: "-"}, "heddle:claude:s")
	for _, want := range []session.ImportStatus{session.ImportStatusUpdated, session.ImportStatusUnchanged} {
		if got := laptop.imports(session.ImportRequest{All: true, Origin: "laptop"}).Sessions[0]; got.StoreID != "claude:s" || got.Status != want {
			t.Errorf("named later: %+v, want %s", got, want)
		}
	}
	team.shows(session.ListRequest{}, "heddle:claude:s laptop")
	if got := laptop.imports(session.ImportRequest{All: true}); got.Unchanged != 1 {
		t.Errorf("imported without the name again: %+v", got)
	}
	if got := server.imports(session.ImportRequest{All: true, Origin: "server"}).Sessions[0]; got.StoreID != "claude:s@server" || got.Status != session.ImportStatusNew {
		t.Errorf("from the server: %+v", got)
	}
	team.shows(session.ListRequest{}, "heddle:claude:s laptop")
	team.shows(session.ListRequest{Origin: "server"}, "heddle:claude:s@server server")

	other := newDesk(t, "")
	behind := other.beside("behind")
	other.write(append(begun, onHere...)...)
	behind.write(begun...)
	other.imports(session.ImportRequest{All: true})
	if got := behind.imports(session.ImportRequest{All: true, Origin: "behind"}).Sessions[0]; got.StoreID != "claude:s@behind" {
		t.Errorf("an older state took the copy over: %+v", got)
	}
	other.stored(func(s *store.Store) error {
		list, err := s.List(store.ListOptions{Origin: "behind"})
		if err == nil && (len(list) != 1 || list[0].SessionID != "claude:s@behind") {
			t.Errorf("the store lists %v", list)
		}
		if err == nil {
			list, err = s.List(store.ListOptions{Origin: "-"})
		}
		if err == nil && (len(list) != 1 || list[0].SessionID != "claude:s") {
			t.Errorf("the store lists %v without an origin", list)
		}
		return err
	})
}

// TestOriginOfRecordings reads the member that a caller writes.
func TestOriginOfRecordings(t *testing.T) {
	d := newDesk(t, "")
	for id, extra := range map[string]string{"a": `{"origin":"ci"}`, "b": `{"origin":7}`, "c": `{"origin":"-"}`, "d": `{"origin":"a\nb"}`, "e": ``} {
		d.stored(func(s *store.Store) error {
			_, err := s.Update(id, store.Patch{Extra: session.JSON(extra)}, store.Request{Expect: store.AnyPosition})
			if err == nil {
				_, err = s.Record(id, []session.JSON{session.JSON(`{"type":"user","content":"hello"}`)}, store.Request{Expect: store.AnyPosition})
			}
			return err
		})
	}
	d.shows(session.ListRequest{Origin: "ci"}, "heddle:a ci")
	d.shows(session.ListRequest{Origin: "-"}, "heddle:b", "heddle:c", "heddle:d", "heddle:e")
	d.stored(func(s *store.Store) error {
		_, err := s.Fork("a", store.ForkOptions{SessionID: "f"}, store.Request{Expect: store.AnyPosition})
		return err
	})
	d.shows(session.ListRequest{Origin: "ci"}, "heddle:a ci", "heddle:f ci")
}

// TestRecordingElsewhere: a session was recorded on the laptop, and imported from the server alone.
func TestRecordingElsewhere(t *testing.T) {
	server := newDesk(t, "")
	team := server.beside("team")
	server.write(begun...)
	team.stored(func(s *store.Store) error {
		_, err := s.Update("recorded", store.Patch{Extra: session.JSON(`{"native":{"agent":"claude","sessionId":"s"},"origin":"laptop"}`)}, store.Request{Expect: store.AnyPosition})
		if err == nil {
			_, err = s.Record("recorded", []session.JSON{session.JSON(`{"type":"user","content":"hello","sessionId":"s"}`)}, store.Request{Expect: store.AnyPosition})
		}
		return err
	})
	counts := func(origin string, want int64) {
		t.Helper()
		team.with(func(c *catalog.Catalog) error {
			counts, err := c.Stats(session.StatsRequest{Origin: origin})
			if err == nil && counts.SessionCount != want {
				t.Errorf("%d sessions of %q are counted, want %d", counts.SessionCount, origin, want)
			}
			return err
		})
	}
	server.imports(session.ImportRequest{All: true, Origin: "server"})
	team.shows(session.ListRequest{}, "heddle:claude:s@server server")
	team.shows(session.ListRequest{Origin: "laptop"}, "heddle:recorded laptop")
	team.shows(session.ListRequest{Origin: "server"}, "heddle:claude:s@server server")
	team.finds("laptop", "heddle:recorded laptop")
	team.finds("server", "heddle:claude:s@server server")
	team.shows(session.ListRequest{Origin: "-"})
	counts("laptop", 1)
	counts("", 1)
	server.shows(session.ListRequest{Origin: "laptop"}, "claude:s laptop")
	server.imports(session.ImportRequest{All: true, Origin: "laptop"})
	team.shows(session.ListRequest{Origin: "laptop"}, "heddle:claude:s@laptop laptop")
	team.finds("laptop", "heddle:claude:s@laptop laptop")
	counts("laptop", 1)
}

func TestBadOrigin(t *testing.T) {
	d := newDesk(t, "")
	d.write(begun...)
	for _, name := range []string{"-", " a", "a ", "a\nb", "\x1b[31m", "a\u0085", "a\u2028", "\xff", strings.Repeat("a", 129)} {
		d.with(func(c *catalog.Catalog) error {
			if _, err := c.Import(session.ImportRequest{All: true, Origin: name}); fault.CodeOf(err) != fault.InvalidArgument {
				t.Errorf("origin %q: %v", name, err)
			}
			return nil
		})
	}
	name := strings.Repeat("é", 64)
	d.imports(session.ImportRequest{All: true, Origin: name})
	d.beside("team").shows(session.ListRequest{Origin: name}, "heddle:claude:s@"+name+" "+name)
}

// TestOriginsOfEveryHome imports every fixture home from two machines: what a list,
// a cost report and statistics say is what they say of the home itself.
func TestOriginsOfEveryHome(t *testing.T) {
	for i, home := range fixtures(t) {
		t.Run(home, func(t *testing.T) {
			if testing.Short() && !slices.Contains(importedShort, home) {
				t.Skip("-short imports one home of each kind of storage")
			}
			t.Parallel()
			d := newDesk(t, home)
			switch { // what files have for a time makes no difference
			case home == "claude-damaged": // only its files have times
				d.date()
			case i%2 == 0:
				d.dateAt(time.Unix(1<<30, 0)) // before all records
			}
			team := d.beside("team")
			before := d.list(session.ListRequest{})
			days := jsonOf(d.cost(session.CostRequest{GroupBy: session.GroupByDay}))
			total := d.cost(session.CostRequest{})
			d.imports(session.ImportRequest{All: true, Origin: "b"})
			if after := d.list(session.ListRequest{Origin: "b"}); len(after) != len(before) {
				t.Errorf("%d sessions, %d from the machine", len(before), len(after))
			}
			if got := d.imports(session.ImportRequest{All: true, Origin: "a"}); got.Updated+got.Unchanged+got.Failed != 0 {
				t.Errorf("from the other machine: %+v", got)
			}
			if got := d.imports(session.ImportRequest{All: true, Origin: "b"}); got.Updated+got.Imported+got.Failed != 0 {
				t.Errorf("again: %+v", got)
			}
			for name, d := range map[string]*desk{"home": d, "team": team} {
				if got := jsonOf(d.cost(session.CostRequest{GroupBy: session.GroupByDay})); got != days {
					t.Errorf("%s: days\n%s, before\n%s", name, got, days)
				}
				if got := d.cost(session.CostRequest{}); jsonOf(got) != jsonOf(total) {
					t.Errorf("%s: total\n%s, before\n%s", name, jsonOf(got), jsonOf(total))
				}
				origins := d.cost(session.CostRequest{GroupBy: session.GroupByOrigin})
				if b := origins.Breakdowns["a"]; b.InputTokens != total.InputTokens || b.OutputTokens != total.OutputTokens || b.SessionCount != total.SessionCount {
					t.Errorf("%s: by origin %s, total %s", name, jsonOf(origins), jsonOf(total))
				}
				if after := d.list(session.ListRequest{}); len(after) != len(before) {
					t.Errorf("%s lists %d sessions, before %d", name, len(after), len(before))
				}
			}
			for _, origin := range []string{"a", "b"} {
				if got := team.list(session.ListRequest{Origin: origin}); len(got) != len(before) {
					t.Errorf("%d sessions from %s, %d were imported", len(got), origin, len(before))
				}
			}
		})
	}
}
