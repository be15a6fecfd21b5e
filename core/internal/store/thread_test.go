package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

type fixture struct {
	*store.Threads
	s *store.Store
	t *testing.T
}

func openFixture(t *testing.T, j host.Journal, o store.Options) fixture {
	s := store.New(j, hosttest.Host(nil), o)
	t.Cleanup(func() {
		problems, err := store.New(j, hosttest.Host(nil), o).Check()
		if err != nil || len(problems) > 0 {
			t.Errorf("check: %v %v", problems, err)
		}
	})
	return fixture{s.Threads(), s, t}
}

func eachFixture(t *testing.T, run func(t *testing.T, f fixture)) {
	for name, open := range journals {
		t.Run(name, func(t *testing.T) { run(t, openFixture(t, open(t), store.Options{})) })
	}
}

// ok fails the test on an error and returns the thread.
func (f fixture) ok(m *session.StoredThread, err error) *session.StoredThread {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
	return m
}

func (f fixture) done(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f fixture) is(err error, code fault.Code) {
	f.t.Helper()
	if !errors.Is(err, code) {
		f.t.Errorf("error %v, want %s", err, code)
	}
}

func identifiedMessages(words ...string) []session.JSON {
	var out []session.JSON
	for _, w := range words {
		out = append(out, session.JSON(fmt.Sprintf(`{"type":"user","content":%q,"uuid":"u-%s"}`, w, w)))
	}
	return out
}

// shows holds what a thread shows to words, and its count to their number.
func (f fixture) shows(id, want string) {
	f.t.Helper()
	r, err := f.Read("s", id, true, 0)
	if err != nil {
		f.t.Fatal(err)
	}
	if got := taggedContents(f.t, r.Messages, id); got != want {
		f.t.Errorf("thread %s shows %q, want %q", id, got, want)
	}
	if r.Thread.VisibleMessageCount != int64(len(r.Messages)) {
		f.t.Errorf("thread %s counts %d visible of %d", id, r.Thread.VisibleMessageCount, len(r.Messages))
	}
}

func (f fixture) session(want string) {
	f.t.Helper()
	list, err := f.s.Messages("s", store.MessageOptions{})
	if err != nil {
		f.t.Fatal(err)
	}
	if got := taggedContents(f.t, list, ""); got != want {
		f.t.Errorf("the session shows %q, want %q", got, want)
	}
}

func taggedContents(t *testing.T, list []session.JSON, thread string) string {
	t.Helper()
	var out []string
	for _, m := range list {
		_, rest, _ := strings.Cut(string(m), `"content":"`)
		w, _, _ := strings.Cut(rest, `"`)
		out = append(out, w)
		if thread != "" && !strings.Contains(string(m), `"threadId":"`+thread+`"`) {
			t.Errorf("not tagged with %s: %s", thread, m)
		}
	}
	return strings.Join(out, " ")
}

func intPtr(v int64) *int64 { return &v }

func (f fixture) active(want string) {
	f.t.Helper()
	got, err := f.Active("s", 0)
	if err != nil || got != want {
		f.t.Errorf("active thread %q, %v, want %q", got, err, want)
	}
}

func TestThreadStartListGet(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.active("")
		if c, err := f.Count("s"); c != 0 || err != nil {
			t.Errorf("%d threads, %v", c, err)
		}
		drawn := f.ok(f.Start("s", store.ThreadOptions{}, now))
		if !strings.HasPrefix(drawn.ThreadID, "thread_") || drawn.Name != drawn.ThreadID || drawn.Status != "active" || !drawn.Active {
			t.Errorf("started %+v", drawn)
		}
		a := f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a", Name: "bug", ParentThreadID: "x", Metadata: session.JSON(`{"k": 1}`)}, now))
		if a.Name != "bug" || a.ParentThreadID != "x" || string(a.Metadata) != `{"k":1}` || a.SessionID != "s" || a.CreatedAt == 0 {
			t.Errorf("started %+v", a)
		}
		f.active("a")
		list, err := f.List("s", 0)
		if err != nil || len(list) != 2 || list[0].ThreadID != "a" || list[1].Active {
			t.Errorf("list %v, %v", list, err)
		}
		if got := f.ok(f.Get("s", "a", 0)); string(got.AppendJSON(nil)) != string(a.AppendJSON(nil)) {
			t.Errorf("get %+v, want %+v", got, a)
		}
		_, err = f.Start("s", store.ThreadOptions{ThreadID: "a"}, now)
		f.is(err, fault.Conflict)
		_, err = f.Get("s", "none", 0)
		f.is(err, fault.ThreadNotFound)
		_, err = f.Get("none", "a", 0)
		f.is(err, fault.SessionNotFound)
		if list, err := f.List("none", 0); len(list) != 0 || err != nil {
			t.Errorf("threads of nothing: %v, %v", list, err)
		}
	})
}

func TestThreadRecordAndRollback(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "b"}, now))
		f.ok(f.Record("s", "a", identifiedMessages("a1", "a2"), now))
		f.ok(f.Record("s", "b", identifiedMessages("b1"), now))
		if _, err := f.s.Record("s", identifiedMessages("s1"), now); err != nil {
			t.Fatal(err)
		}
		m := f.ok(f.Record("s", "a", identifiedMessages("a3", "a4"), now))
		if m.MessageCount != 4 || m.VisibleMessageCount != 4 {
			t.Errorf("recorded %+v", m)
		}
		f.session("a1 a2 b1 s1 a3 a4")
		m = f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(1)}, now))
		if m.MessageCount != 4 || m.VisibleMessageCount != 3 {
			t.Errorf("rolled back %+v", m)
		}
		f.shows("a", "a1 a2 a3")
		f.shows("b", "b1")
		f.session("a1 a2 b1 s1 a3 a4")
		f.ok(f.Record("s", "a", identifiedMessages("a5"), now))
		f.shows("a", "a1 a2 a3 a5")
		f.ok(f.Rollback("s", "a", store.Selector{UUID: "u-a2"}, now))
		f.shows("a", "a1 a2")
		f.ok(f.Rollback("s", "a", store.Selector{VisibleMessageCount: intPtr(1)}, now))
		f.shows("a", "a1")
		f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(99)}, now))
		f.shows("a", "")
		f.ok(f.Compact("s", "b", store.Selector{}, now))
		f.shows("b", "")
		for _, sel := range []store.Selector{{}, {Count: intPtr(-1)}, {UUID: "u-a1"}, {Count: intPtr(1), UUID: "x"}} {
			_, err := f.Rollback("s", "b", sel, now)
			f.is(err, fault.InvalidSelector)
		}
		_, err := f.Rollback("s", "none", store.Selector{Count: intPtr(1)}, now)
		f.is(err, fault.ThreadNotFound)
		_, err = f.Record("s", "none", identifiedMessages("x"), now)
		f.is(err, fault.ThreadNotFound)
		f.session("a1 a2 b1 s1 a3 a4 a5")
	})
}

// TestThreadExactRollback: a boundary is set, regardless of earlier rollbacks; a count
// hides, and changes nothing else; an unrollback shows everything again.
func TestThreadExactRollback(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.ok(f.Record("s", "a", identifiedMessages("1", "2", "3", "4", "5"), now))
		for _, step := range []struct {
			sel   store.Selector
			shows string
		}{
			{store.Selector{Count: intPtr(3)}, "1 2"},
			{store.Selector{VisibleMessageCount: intPtr(5)}, "1 2 3 4 5"},
			{store.Selector{VisibleMessageCount: intPtr(0)}, ""},
			{store.Selector{UUID: "u-4"}, "1 2 3 4"},
			{store.Selector{Count: intPtr(1)}, "1 2 3"},
			{store.Selector{UUID: "u-5"}, "1 2 3 4 5"},
			{store.Selector{VisibleMessageCount: intPtr(2)}, "1 2"},
		} {
			f.ok(f.Rollback("s", "a", step.sel, now))
			f.shows("a", step.shows)
		}
		f.ok(f.Record("s", "a", identifiedMessages("6", "7"), now))
		f.shows("a", "1 2 6 7")
		f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(1)}, now))
		f.shows("a", "1 2 6")
		f.ok(f.Rollback("s", "a", store.Selector{VisibleMessageCount: intPtr(4)}, now))
		f.shows("a", "1 2 3 4")
		m := f.ok(f.Unrollback("s", "a", now))
		if m.VisibleMessageCount != 7 {
			t.Errorf("%+v", m)
		}
		f.shows("a", "1 2 3 4 5 6 7")
		if again := f.ok(f.Unrollback("s", "a", now)); again.UpdatedAt != m.UpdatedAt {
			t.Error("an unrollback of nothing changes the thread")
		}
		if _, err := f.s.Revert("s", store.Selector{VisibleMessageCount: intPtr(3)}, now); err != nil {
			t.Fatal(err)
		}
		f.ok(f.Rollback("s", "a", store.Selector{VisibleMessageCount: intPtr(6)}, now))
		f.shows("a", "1 2 3") // what the session hides stays hidden
		f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(1)}, now))
		f.shows("a", "1 2")
		f.ok(f.Unrollback("s", "a", now))
		f.shows("a", "1 2 3")
		_, err := f.Unrollback("s", "none", now)
		f.is(err, fault.ThreadNotFound)
	})
}

// TestThreadBothWindows: a thread shows what its own window and its session's show.
func TestThreadBothWindows(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.ok(f.Record("s", "a", identifiedMessages("1", "2", "3", "4"), now))
		if _, err := f.s.Revert("s", store.Selector{VisibleMessageCount: intPtr(2)}, now); err != nil {
			t.Fatal(err)
		}
		f.shows("a", "1 2")
		f.ok(f.Record("s", "a", identifiedMessages("5", "6"), now))
		f.shows("a", "1 2 5 6")
		f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(3)}, now))
		f.shows("a", "1")
		f.session("1 2 5 6")
		if _, err := f.s.Unrevert("s", now); err != nil {
			t.Fatal(err)
		}
		f.shows("a", "1")
		f.session("1 2 3 4 5 6")
	})
}

func TestThreadFork(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.ok(f.Record("s", "a", identifiedMessages("1", "2", "3"), now))
		f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(1)}, now))
		before, _ := f.s.MessageCount("s")
		m := f.ok(f.Fork("s", "a", store.ThreadOptions{ThreadID: "f", Name: "other way"}, now))
		if m.ParentThreadID != "a" || m.Name != "other way" || m.MessageCount != 2 || m.Active {
			t.Errorf("fork %+v", m)
		}
		if after, _ := f.s.MessageCount("s"); after != before {
			t.Errorf("the fork made %d messages of %d", after, before)
		}
		f.session("1 2 3")
		f.shows("f", "1 2")
		f.ok(f.Record("s", "f", identifiedMessages("4"), now))
		f.ok(f.Record("s", "a", identifiedMessages("5"), now))
		f.shows("f", "1 2 4")
		f.shows("a", "1 2 5")
		f.done(f.Delete("s", "a", now))
		f.shows("f", "1 2 4")
		f.session("1 2 3 4 5")
		m = f.ok(f.Fork("s", "f", store.ThreadOptions{ParentThreadID: "elsewhere"}, now))
		if m.ParentThreadID != "elsewhere" || m.Name != m.ThreadID {
			t.Errorf("fork %+v", m)
		}
		f.shows(m.ThreadID, "1 2 4")
		_, err := f.Fork("s", "a", store.ThreadOptions{}, now)
		f.is(err, fault.ThreadNotFound)
		_, err = f.Fork("s", "f", store.ThreadOptions{ThreadID: "f"}, now)
		f.is(err, fault.Conflict)
	})
}

func TestThreadActive(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.done(f.ClearActive("s", now))
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "b"}, now))
		f.active("b")
		f.done(f.SetActive("s", "a", now))
		f.active("a")
		m := f.ok(f.Resume("s", "b", now))
		if !m.Active || m.Status != "active" {
			t.Errorf("resumed %+v", m)
		}
		f.done(f.Unsubscribe("s", "a", now))
		f.active("b")
		f.done(f.Unsubscribe("s", "b", now))
		f.active("")
		f.done(f.SetActive("s", "a", now))
		f.done(f.ClearActive("s", now))
		f.active("")
		f.done(f.SetActive("s", "a", now))
		f.done(f.Delete("s", "a", now))
		f.active("")
		f.is(f.SetActive("s", "a", now), fault.ThreadNotFound)
		f.is(f.Unsubscribe("s", "a", now), fault.ThreadNotFound)
		f.is(f.Delete("s", "a", now), fault.ThreadNotFound)
		_, err := f.Compact("s", "", store.Selector{}, now)
		f.is(err, fault.ThreadNotFound)
		f.done(f.SetActive("s", "b", now))
		f.ok(f.Record("s", "b", identifiedMessages("1", "2"), now))
		f.ok(f.Compact("s", "", store.Selector{Count: intPtr(1)}, now))
		f.shows("b", "1")
	})
}

func TestThreadStatus(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		for _, status := range []string{"paused", "completed", "active"} {
			if m := f.ok(f.SetStatus("s", "a", status, now)); string(m.Status) != status || !m.Active {
				t.Errorf("set %s: %+v", status, m)
			}
		}
		for _, status := range []string{"archived", "", "other"} {
			_, err := f.SetStatus("s", "a", status, now)
			f.is(err, fault.InvalidArgument)
		}
		m := f.ok(f.Archive("s", "a", now))
		if m.Status != "archived" || m.ArchivedAt == 0 || m.Active {
			t.Errorf("archived %+v", m)
		}
		if again := f.ok(f.Archive("s", "a", now)); again.ArchivedAt != m.ArchivedAt {
			t.Error("archiving again changed the time")
		}
		f.active("")
		f.is(f.SetActive("s", "a", now), fault.InvalidArgument)
		m = f.ok(f.Unarchive("s", "a", now))
		if m.Status != "active" || m.ArchivedAt != 0 || m.Active {
			t.Errorf("unarchived %+v", m)
		}
		f.ok(f.Archive("s", "a", now))
		if m = f.ok(f.Resume("s", "a", now)); m.Status != "active" || !m.Active || m.ArchivedAt != 0 {
			t.Errorf("resumed %+v", m)
		}
		if m = f.ok(f.Rename("s", "a", "new name", now)); m.Name != "new name" {
			t.Errorf("renamed %+v", m)
		}
		f.ok(f.UpdateMetadata("s", "a", session.JSON(`{"x":1,"y":2}`), now))
		if m = f.ok(f.UpdateMetadata("s", "a", session.JSON(`{"y":null,"z":[ ]}`), now)); string(m.Metadata) != `{"x":1,"z":[]}` {
			t.Errorf("metadata %s", m.Metadata)
		}
		_, err := f.UpdateMetadata("s", "a", session.JSON(`1`), now)
		f.is(err, fault.InvalidArgument)
	})
}

func TestThreadsLoaded(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		for _, id := range []string{"a", "b", "c"} {
			f.ok(f.Start("s", store.ThreadOptions{ThreadID: id}, now))
		}
		f.ok(f.Archive("s", "a", now))
		f.ok(f.SetStatus("s", "b", "paused", now))
		ids := func(filter store.ThreadFilter) string {
			l, err := f.Loaded("s", filter)
			if err != nil || l.Count != int64(len(l.Threads)) {
				t.Fatal(l, err)
			}
			s := l.ActiveThreadID + ":"
			for _, m := range l.Threads {
				s += " " + m.ThreadID
			}
			return s
		}
		for _, c := range []struct {
			filter store.ThreadFilter
			want   string
		}{
			{store.ThreadFilter{}, "c: b a c"},
			{store.ThreadFilter{OmitArchived: true}, "c: b c"},
			{store.ThreadFilter{Status: "paused"}, "c: b"},
			{store.ThreadFilter{ThreadID: "c"}, "c: c"},
			{store.ThreadFilter{Limit: 2}, "c: b a"},
			{store.ThreadFilter{At: 2}, "b: b a"},
		} {
			if got := ids(c.filter); got != c.want {
				t.Errorf("%+v: %q, want %q", c.filter, got, c.want)
			}
		}
		_, err := f.Loaded("s", store.ThreadFilter{Status: "bad"})
		f.is(err, fault.InvalidArgument)
	})
}

func TestThreadsClearAndSessionDelete(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.ok(f.Record("s", "a", identifiedMessages("1"), now))
		f.ok(f.Start("other", store.ThreadOptions{ThreadID: "b"}, now))
		f.ok(f.Start("other", store.ThreadOptions{ThreadID: "c"}, now))
		if cleared, err := f.Clear(); cleared != 3 || err != nil {
			t.Errorf("cleared %d, %v", cleared, err)
		}
		f.active("")
		f.session("1")
		if c, _ := f.Count("other"); c != 0 {
			t.Errorf("%d threads left", c)
		}
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
		f.done(f.s.Delete("s", now))
		if c, _ := f.Count("s"); c != 0 {
			t.Errorf("%d threads of a deleted session", c)
		}
		f.active("")
	})
}

func TestThreadMessageLimit(t *testing.T) {
	f := openFixture(t, journal.NewMemory(), store.Options{MessageLimit: 4})
	f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a"}, now))
	f.ok(f.Record("s", "a", identifiedMessages("1", "2", "3"), now))
	_, err := f.Record("s", "a", identifiedMessages("4", "5"), now)
	f.is(err, fault.MessageLimitReached)
	_, err = f.Fork("s", "a", store.ThreadOptions{}, now)
	f.is(err, fault.MessageLimitReached)
	f.ok(f.Compact("s", "a", store.Selector{Count: intPtr(2)}, now))
	f.ok(f.Fork("s", "a", store.ThreadOptions{}, now))
	if c, _ := f.Count("s"); c != 2 {
		t.Errorf("%d threads", c)
	}
}

// TestThreadSnapshot: threads travel with their session.
func TestThreadSnapshot(t *testing.T) {
	f := openFixture(t, journal.NewMemory(), store.Options{})
	f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a", Name: "n", Metadata: session.JSON(`{"k":1,"none":null}`)}, now))
	f.ok(f.Record("s", "a", identifiedMessages("1", "2", "3"), now))
	f.ok(f.Start("s", store.ThreadOptions{ThreadID: "b", Metadata: session.JSON(`{}`)}, now))
	f.ok(f.Record("s", "b", identifiedMessages("4"), now))
	f.ok(f.Fork("s", "a", store.ThreadOptions{ThreadID: "f"}, now))
	f.ok(f.Rollback("s", "a", store.Selector{Count: intPtr(1)}, now))
	f.ok(f.Archive("s", "f", now))
	one, err := f.s.Export("s", 0)
	f.done(err)
	g := openFixture(t, journal.NewMemory(), store.Options{})
	_, err = g.s.Import(one, "", now)
	g.done(err)
	two, err := g.s.Export("s", 0)
	g.done(err)
	if string(one) != string(two) {
		t.Errorf("snapshots differ:\n%s\n%s", one, two)
	}
	g.shows("a", "1 2")
	g.shows("b", "4")
	g.shows("f", "1 2 3")
	g.active("b")
	g.ok(g.Record("s", "a", identifiedMessages("5"), now))
	g.shows("a", "1 2 5")
	if m := g.ok(g.Get("s", "f", 0)); m.Status != "archived" || m.ArchivedAt == 0 || m.ParentThreadID != "a" {
		t.Errorf("imported %+v", m)
	}
}

// TestThreadPastOfNothing: a session that never was has no threads at any position.
func TestThreadPastOfNothing(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		if list, err := f.List("none", 3); err != nil || len(list) != 0 {
			t.Errorf("threads of nothing: %v %v", list, err)
		}
		if id, err := f.Active("none", 3); err != nil || id != "" {
			t.Errorf("active thread of nothing: %q %v", id, err)
		}
	})
}

func TestThreadSameRequest(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		id := func(b byte) store.Request { return store.Request{ID: [16]byte{9, 15: b}} }
		a := f.ok(f.Start("s", store.ThreadOptions{}, id(1)))
		f.ok(f.Record("s", a.ThreadID, identifiedMessages("1", "2"), id(10)))
		fork := f.ok(f.Fork("s", a.ThreadID, store.ThreadOptions{}, id(20)))
		for range 2 {
			if got := f.ok(f.Start("s", store.ThreadOptions{}, id(1))); string(got.AppendJSON(nil)) != string(a.AppendJSON(nil)) {
				t.Errorf("start again: %+v, want %+v", got, a)
			}
			f.ok(f.Record("s", a.ThreadID, identifiedMessages("1", "2"), id(10)))
			if got := f.ok(f.Fork("s", a.ThreadID, store.ThreadOptions{}, id(20))); got.ThreadID != fork.ThreadID {
				t.Errorf("fork again: %+v", got)
			}
		}
		f.session("1 2")
		if c, _ := f.Count("s"); c != 2 {
			t.Errorf("%d threads", c)
		}
	})
}

func ExampleThreads() {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	t := s.Threads()
	message := func(text string) []session.JSON {
		return []session.JSON{session.JSON(`{"type":"user","content":"` + text + `"}`)}
	}
	must := func(m *session.StoredThread, err error) *session.StoredThread {
		if err != nil {
			panic(err)
		}
		return m
	}
	must(t.Start("sess_001", store.ThreadOptions{ThreadID: "bug"}, store.Request{}))
	must(t.Record("sess_001", "bug", append(message("it fails"), message("try A")...), store.Request{}))
	must(t.Fork("sess_001", "bug", store.ThreadOptions{ThreadID: "plan-b"}, store.Request{}))
	one := int64(1)
	must(t.Rollback("sess_001", "plan-b", store.Selector{Count: &one}, store.Request{}))
	must(t.Record("sess_001", "plan-b", message("try B"), store.Request{}))
	for _, id := range []string{"bug", "plan-b"} {
		list, err := t.Messages("sess_001", id, store.MessageOptions{})
		if err != nil {
			panic(err)
		}
		for _, m := range list {
			fmt.Println(id, string(m))
		}
	}
	// Output:
	// bug {"content":"it fails","threadId":"bug","type":"user"}
	// bug {"content":"try A","threadId":"bug","type":"user"}
	// plan-b {"content":"it fails","threadId":"plan-b","type":"user"}
	// plan-b {"content":"try B","threadId":"plan-b","type":"user"}
}

func TestThreadWithoutNameAndNoActiveThread(t *testing.T) {
	eachFixture(t, func(t *testing.T, f fixture) {
		f.ok(f.Start("s", store.ThreadOptions{ThreadID: "a", Name: "first"}, now))
		if _, err := f.Rename("s", "a", "", now); fault.CodeOf(err) != fault.InvalidArgument {
			t.Errorf("an empty name: %v", err)
		}
		if err := f.ClearActive("s", now); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Compact("s", "", store.Selector{}, now); fault.CodeOf(err) != fault.ThreadNotFound || !strings.Contains(err.Error(), "no active thread") {
			t.Errorf("compact without an active thread: %v", err)
		}
		if _, err := f.Compact("none", "", store.Selector{}, now); fault.CodeOf(err) != fault.SessionNotFound {
			t.Errorf("compact without a session: %v", err)
		}
	})
}
