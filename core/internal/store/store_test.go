package store_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// TestCategoryIsOneOfOurs: an error that a caller records has a category that
// readers know, or none.
func TestCategoryIsOneOfOurs(t *testing.T) {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	for _, c := range normalize.Categories {
		must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(`{"type":"error","category":"` + c + `"}`)}, now))
	}
	must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(`{"type":"error"}`), session.JSON(`{"type":"user","category":"mine"}`)}, now))
	_, err := s.Record("s", []session.JSON{session.JSON(`{"type":"user"}`), session.JSON(`{"type":"error","category":"network"}`)}, now)
	if e := fault.From(err); fault.CodeOf(err) != fault.InvalidArgument || !strings.Contains(e.Message, `"network"`) || !strings.Contains(e.Hint, "rate_limit, subscription_exhausted") {
		t.Errorf("%v", err)
	}
	if n, _ := s.MessageCount("s"); n != int64(len(normalize.Categories))+2 {
		t.Errorf("%d messages", n)
	}
}

func TestMain(m *testing.M) {
	os.Exit(teststore.Main(m))
}

var now = store.Request{}

// openJournal opens a store.
func openJournal(t testing.TB, name string) host.Journal {
	t.Helper()
	j, err := teststore.Journal(grant(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// forgetful is a journal whose cached states can be lost.
type forgetful interface{ DropStates() error }

func newStore(t testing.TB, j host.Journal, o store.Options) *store.Store {
	s := store.New(j, hosttest.Host(hosttest.NewMounts()), o)
	t.Cleanup(func() { sound(t, store.New(j, hosttest.Host(nil), o)) })
	return s
}

func sound(t testing.TB, s *store.Store) {
	t.Helper()
	problems, err := s.Check()
	if err != nil {
		t.Errorf("check: %v", err)
	}
	for _, p := range problems {
		t.Errorf("check: %+v", p)
	}
}

// each runs a test on a store in memory and on one of teststore.
func each(t *testing.T, run func(t *testing.T, s *store.Store)) {
	for name, open := range journals {
		t.Run(name, func(t *testing.T) { run(t, newStore(t, open(t), store.Options{})) })
	}
}

// journals are empty ones of each kind.
var journals = map[string]func(t *testing.T) host.Journal{
	"memory":       func(*testing.T) host.Journal { return journal.NewMemory() },
	teststore.Kind: func(t *testing.T) host.Journal { return openJournal(t, teststore.New(t)) },
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func is(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Errorf("error %v, want %s", err, code)
	}
}

// say makes messages "user a", "assistant b" of words.
func say(words ...string) []session.JSON {
	var out []session.JSON
	for i, w := range words {
		out = append(out, session.JSON(fmt.Sprintf(`{"type":%q,"content":%q,"uuid":"u-%s","messageId":"m-%s"}`, []string{"user", "assistant"}[i%2], w, w, w)))
	}
	return out
}

// words returns the contents of a session's messages.
func words(t testing.TB, s *store.Store, id string, o store.MessageOptions) string {
	t.Helper()
	list, err := s.Messages(id, o)
	if err != nil {
		t.Fatal(err)
	}
	return contents(list)
}

func contents(list []session.JSON) string {
	var out []string
	for _, m := range list {
		_, rest, _ := strings.Cut(string(m), `"content":"`)
		w, _, _ := strings.Cut(rest, `"`)
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

func equal(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func ptr[T any](v T) *T { return &v }

func TestRegisterUpdateGet(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		_, err := s.Get("s", 0)
		is(t, err, fault.SessionNotFound)
		m := must[*session.StoredSession](t)(s.Register("s", store.Patch{Adapter: ptr("claude"), CWD: ptr("/w"), Extra: session.JSON(`{"a":1,"share":2}`)}, now))
		if m.Adapter != "claude" || m.CWD != "/w" || m.CreatedAt == 0 || m.UpdatedAt != m.CreatedAt || m.MessageCount != 0 {
			t.Errorf("registered %+v", m)
		}
		again := must[*session.StoredSession](t)(s.Register("s", store.Patch{Adapter: ptr("codex")}, now))
		if again.Adapter != "claude" || again.Position != m.Position {
			t.Errorf("registering again changed it: %+v", again)
		}
		m = must[*session.StoredSession](t)(s.Update("s", store.Patch{Model: ptr("opus"), Extra: session.JSON(`{"a":null,"b":{"c":1.50}}`)}, now))
		equal(t, "extra", string(m.Extra), `{"b":{"c":1.50}}`)
		if m.Adapter != "claude" || m.Model != "opus" || m.UpdatedAt <= m.CreatedAt {
			t.Errorf("updated %+v", m)
		}
		m = must[*session.StoredSession](t)(s.Update("new", store.Patch{Adapter: ptr("pi"), CreatedAt: 1000}, now))
		if m.Adapter != "pi" || m.CreatedAt != 1000 {
			t.Errorf("update made %+v", m)
		}
		_, err = s.Update("s", store.Patch{Extra: session.JSON(`[]`)}, now)
		is(t, err, fault.InvalidArgument)
		_, err = s.Update("", store.Patch{}, now)
		is(t, err, fault.InvalidArgument)
	})
}

func TestRecord(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		m := must[*session.StoredSession](t)(s.Record("s", say("a", "b", "c"), now))
		if m.MessageCount != 3 || m.CreatedAt == 0 {
			t.Errorf("recorded %+v", m)
		}
		m = must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(`{"type":"assistant","model":"opus","content":"d", "n":1.0}`)}, now))
		if m.Model != "opus" || m.MessageCount != 4 {
			t.Errorf("recorded %+v", m)
		}
		list := must[[]session.JSON](t)(s.Messages("s", store.MessageOptions{Offset: 3}))
		equal(t, "kept as it is", string(list[0]), `{"content":"d","model":"opus","n":1.0,"type":"assistant"}`)
		for _, bad := range []string{`{}`, `[]`, `{"type":1}`, `{"type":""}`, `{"type":"user"`, ``} {
			_, err := s.Record("s", []session.JSON{session.JSON(`{"type":"user"}`), session.JSON(bad)}, now)
			is(t, err, fault.InvalidArgument)
		}
		equal(t, "after refused batches", words(t, s, "s", store.MessageOptions{}), "a b c d")
		equal(t, "window", words(t, s, "s", store.MessageOptions{Offset: 1, Limit: 2}), "b c")
		equal(t, "types", words(t, s, "s", store.MessageOptions{Types: []string{"assistant"}, Offset: 1}), "d")
		equal(t, "types, limit", words(t, s, "s", store.MessageOptions{Types: []string{"user", "system"}, Limit: 1}), "a")
		equal(t, "behind the end", words(t, s, "s", store.MessageOptions{Offset: 9}), "")
		_, err := s.Messages("s", store.MessageOptions{Limit: -1})
		is(t, err, fault.InvalidArgument)
		_, err = s.Messages("none", store.MessageOptions{})
		is(t, err, fault.SessionNotFound)
		if n := must[int64](t)(s.MessageCount("none")); n != 0 {
			t.Errorf("message count of nothing %d", n)
		}
		if n := must[int64](t)(s.MessageCount("s")); n != 4 {
			t.Errorf("message count %d", n)
		}
	})
}

func TestListAndCount(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		if n := must[int64](t)(s.SessionCount()); n != 0 {
			t.Errorf("%d sessions in an empty store", n)
		}
		for i, id := range []string{"a", "b", "c", "d"} {
			must[*session.StoredSession](t)(s.Register(id, store.Patch{Adapter: ptr([]string{"claude", "pi"}[i%2]), CWD: ptr("/" + id)}, now))
		}
		must[*session.StoredSession](t)(s.Record("b", say("x"), now))
		ids := func(o store.ListOptions) string {
			var out []string
			for _, m := range must[[]session.StoredSession](t)(s.List(o)) {
				out = append(out, m.SessionID)
			}
			return strings.Join(out, " ")
		}
		equal(t, "all", ids(store.ListOptions{}), "b d c a")
		equal(t, "limit", ids(store.ListOptions{Limit: 2}), "b d")
		equal(t, "adapter", ids(store.ListOptions{Adapter: "claude"}), "c a")
		equal(t, "cwd", ids(store.ListOptions{CWD: "/d"}), "d")
		equal(t, "model", ids(store.ListOptions{Model: "none"}), "")
		d := must[*session.StoredSession](t)(s.Get("d", 0))
		equal(t, "since", ids(store.ListOptions{Since: d.UpdatedAt}), "b d")
		if err := s.Delete("c", now); err != nil {
			t.Fatal(err)
		}
		equal(t, "after a deletion", ids(store.ListOptions{}), "b d a")
		if n := must[int64](t)(s.Clear()); n != 3 {
			t.Errorf("%d cleared", n)
		}
		equal(t, "cleared", ids(store.ListOptions{}), "")
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		if err := s.Delete("none", now); err != nil {
			t.Errorf("deleting nothing: %v", err)
		}
		must[*session.StoredSession](t)(s.Record("s", say("a", "b"), now))
		for range 2 {
			if err := s.Delete("s", now); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.Get("s", 0)
		is(t, err, fault.SessionNotFound)
		page := must[*session.StoreEvents](t)(s.Events("s", 0, 0))
		if len(page.Events) != 3 || !page.Complete {
			t.Errorf("the log of a deleted session: %+v", page)
		}
		equal(t, "before the deletion", words(t, s, "s", store.MessageOptions{At: 2}), "a b")
		m := must[*session.StoredSession](t)(s.Record("s", say("new"), now))
		if m.MessageCount != 1 || m.Position != 4 {
			t.Errorf("recorded after a deletion: %+v", m)
		}
		equal(t, "a new life", words(t, s, "s", store.MessageOptions{}), "new")
	})
}

func TestRevert(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Record("s", say("a", "b", "c", "d", "e"), now))
		m := must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(3))}, now))
		equal(t, "extra", string(m.Extra), `{"view":{"hidden":[[3,5]],"visibleMessageCount":3}}`)
		if m.MessageCount != 5 {
			t.Errorf("count %d, want the recorded ones", m.MessageCount)
		}
		must[*session.StoredSession](t)(s.Record("s", say("f"), now))
		equal(t, "what is recorded afterwards is visible", words(t, s, "s", store.MessageOptions{}), "a b c f")
		equal(t, "hidden too", words(t, s, "s", store.MessageOptions{IncludeHidden: true}), "a b c d e f")
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{UUID: "u-b"}, now))
		equal(t, "to a message", words(t, s, "s", store.MessageOptions{}), "a b")
		must[*session.StoredSession](t)(s.Record("s", say("g"), now))
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{MessageID: "m-a"}, now))
		equal(t, "to an id", words(t, s, "s", store.MessageOptions{}), "a")
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(9))}, now))
		equal(t, "more than there are", words(t, s, "s", store.MessageOptions{}), "a b c d e f g")
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{MessageID: "m-a"}, now))
		m = must[*session.StoredSession](t)(s.Unrevert("s", now))
		equal(t, "unrevert", words(t, s, "s", store.MessageOptions{}), "a b c d e f g")
		equal(t, "extra", string(m.Extra), "")
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(0))}, now))
		equal(t, "to nothing", words(t, s, "s", store.MessageOptions{}), "")
		for _, sel := range []store.Selector{{}, {UUID: "u-x"}, {MessageID: "none"}, {VisibleMessageCount: ptr(int64(-1))},
			{Count: ptr(int64(1))}, {UUID: "u-a", MessageID: "m-a"}} {
			_, err := s.Revert("s", sel, now)
			is(t, err, fault.InvalidSelector)
		}
		_, err := s.Revert("none", store.Selector{VisibleMessageCount: ptr(int64(0))}, now)
		is(t, err, fault.SessionNotFound)
		_, err = s.Unrevert("none", now)
		is(t, err, fault.SessionNotFound)
	})
}

func TestRevertFarBack(t *testing.T) {
	s := newStore(t, journal.NewMemory(), store.Options{})
	for i := range 60 {
		var batch []session.JSON
		for k := range 50 {
			batch = append(batch, session.JSON(fmt.Sprintf(`{"type":"user","uuid":"u%d"}`, 50*i+k)))
		}
		must[*session.StoredSession](t)(s.Record("s", batch, now))
		if i == 20 {
			must[*session.StoredSession](t)(s.Revert("s", store.Selector{UUID: "u700"}, now))
		}
	}
	for _, n := range []int{0, 1, 511, 512, 700, 1050, 2999} {
		j := journal.NewMemory()
		_ = j
		st := must[*session.StoredSession](t)(s.Fork("s", store.ForkOptions{SessionID: fmt.Sprint("f", n)}, now))
		must[*session.StoredSession](t)(s.Revert(st.SessionID, store.Selector{UUID: fmt.Sprint("u", n)}, now))
		list := must[[]session.JSON](t)(s.Messages(st.SessionID, store.MessageOptions{}))
		if last := string(list[len(list)-1]); last != fmt.Sprintf(`{"type":"user","uuid":"u%d"}`, n) {
			t.Errorf("reverted to u%d: the last one is %s", n, last)
		}
	}
	must[*session.StoredSession](t)(s.Revert("s", store.Selector{UUID: "u701"}, now)) // it is hidden
	if list := must[[]session.JSON](t)(s.Messages("s", store.MessageOptions{})); len(list) != 702 {
		t.Errorf("reverted to a hidden message: %d are visible, want 702", len(list))
	}
}

// TestExactBoundary: a revert sets the boundary itself, regardless of what
// earlier ones hid; where it only hides, it is recorded as an event that every engine knows.
func TestExactBoundary(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Record("s", say("a", "b", "c", "d", "e"), now))
		for _, step := range []struct {
			sel         store.Selector
			shows, kind string
		}{
			{store.Selector{VisibleMessageCount: ptr(int64(2))}, "a b", "session.reverted"},
			{store.Selector{VisibleMessageCount: ptr(int64(4))}, "a b c d", "session.bounded"},
			{store.Selector{VisibleMessageCount: ptr(int64(5))}, "a b c d e", "session.bounded"},
			{store.Selector{VisibleMessageCount: ptr(int64(1))}, "a", "session.reverted"},
			{store.Selector{UUID: "u-c"}, "a b c", "session.bounded"},
			{store.Selector{MessageID: "m-e"}, "a b c d e", "session.bounded"},
			{store.Selector{MessageID: "m-c"}, "a b c", "session.reverted"},
			{store.Selector{VisibleMessageCount: ptr(int64(9))}, "a b c d e", "session.bounded"},
			{store.Selector{VisibleMessageCount: ptr(int64(3))}, "a b c", "session.reverted"},
		} {
			m := must[*session.StoredSession](t)(s.Revert("s", step.sel, now))
			equal(t, "shown", words(t, s, "s", store.MessageOptions{}), step.shows)
			page := must[*session.StoreEvents](t)(s.Events("s", m.Position-1, 0))
			equal(t, "kind", page.Events[0].Kind, step.kind)
		}
		must[*session.StoredSession](t)(s.Record("s", say("f"), now))
		equal(t, "recorded afterwards", words(t, s, "s", store.MessageOptions{}), "a b c f")
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(4))}, now))
		equal(t, "the first four", words(t, s, "s", store.MessageOptions{}), "a b c d")
		problems, err := s.Check()
		if err != nil || len(problems) > 0 {
			t.Errorf("%v, %v", problems, err)
		}
	})
}

// TestOlderEnginesRefuse: a cached state of a log with kinds of events that
// older engines do not know is of a version that they do not know either, also
// after the session's deletion; any other is as before.
func TestOlderEnginesRefuse(t *testing.T) {
	j := journal.NewMemory()
	s := newStore(t, j, store.Options{})
	version := func(want byte) {
		t.Helper()
		info, err := j.Stream("s")
		if err != nil || len(info.State) == 0 || info.State[0] != want {
			t.Errorf("state %v, %v, want version %d", info.State, err, want)
		}
	}
	must[*session.StoredSession](t)(s.Record("s", say("a", "b", "c"), now))
	must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(1))}, now))
	version(1)
	must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(2))}, now))
	version(2)
	if err := s.Delete("s", now); err != nil {
		t.Fatal(err)
	}
	version(2)
}

func TestFork(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Update("p", store.Patch{Adapter: ptr("claude"), Extra: session.JSON(`{"tag":"x"}`)}, now))
		must[*session.StoredSession](t)(s.Record("p", say("a", "b", "c", "d"), now))
		must[*session.StoredShare](t)(s.Share("p", "", now))
		must[*session.StoredSession](t)(s.Revert("p", store.Selector{VisibleMessageCount: ptr(int64(2))}, now))
		must[*session.StoredSession](t)(s.Record("p", say("e"), now))
		f := must[*session.StoredSession](t)(s.Fork("p", store.ForkOptions{SessionID: "f", Extra: session.JSON(`{"more":1}`)}, now))
		if f.Adapter != "claude" || f.MessageCount != 5 || f.Position != 1 || !strings.Contains(string(f.Extra), `"more":1`) ||
			!strings.Contains(string(f.Extra), `"tag":"x"`) || !strings.Contains(string(f.Extra), `"parentSessionId":"p"`) {
			t.Errorf("fork %+v %s", f, f.Extra)
		}
		if sh := must[*session.StoredShare](t)(s.GetShare("f", 0)); sh != nil {
			t.Errorf("the fork inherits the share %+v", sh)
		}
		lean := must[*session.StoredSession](t)(s.Fork("p", store.ForkOptions{SessionID: "lean", OmitHidden: true}, now))
		if lean.MessageCount != 3 {
			t.Errorf("without hidden messages: %d", lean.MessageCount)
		}
		early := must[*session.StoredSession](t)(s.Fork("p", store.ForkOptions{At: 3}, now))
		equal(t, "from a past position", words(t, s, early.SessionID, store.MessageOptions{}), "a b")
		must[*session.StoredSession](t)(s.Record("p", say("late"), now))
		if err := s.Delete("p", now); err != nil {
			t.Fatal(err)
		}
		second := must[*session.StoredSession](t)(s.Fork("f", store.ForkOptions{}, now))
		check := func(when string) {
			equal(t, when+" fork", words(t, s, "f", store.MessageOptions{}), "a b e")
			equal(t, when+" hidden", words(t, s, "f", store.MessageOptions{IncludeHidden: true}), "a b c d e")
			equal(t, when+" lean", words(t, s, "lean", store.MessageOptions{IncludeHidden: true}), "a b e")
			equal(t, when+" fork of fork", words(t, s, second.SessionID, store.MessageOptions{}), "a b e")
		}
		check("parent deleted:")
		c := must[*session.StoreCompacted](t)(s.Compact())
		if c.Bytes == 0 {
			t.Error("nothing was freed")
		}
		check("compacted:")
		_, err := s.Messages("p", store.MessageOptions{At: 3})
		is(t, err, fault.BadRef)
		must[*session.StoredSession](t)(s.Record("f", say("g"), now))
		must[*session.StoredSession](t)(s.Unrevert("f", now))
		equal(t, "goes its own way", words(t, s, "f", store.MessageOptions{}), "a b c d e g")
		equal(t, "and the other its own", words(t, s, second.SessionID, store.MessageOptions{}), "a b e")
		if err := s.Delete("f", now); err != nil {
			t.Fatal(err)
		}
		must[*session.StoreCompacted](t)(s.Compact())
		equal(t, "of a deleted fork", words(t, s, second.SessionID, store.MessageOptions{}), "a b e")
		_, err = s.Fork("none", store.ForkOptions{}, now)
		is(t, err, fault.SessionNotFound)
		_, err = s.Fork(second.SessionID, store.ForkOptions{SessionID: "lean"}, now)
		is(t, err, fault.Conflict)
		must[*session.StoredSession](t)(s.Record("p", say("again"), now))
		_, err = s.Fork("p", store.ForkOptions{At: 3}, now)
		is(t, err, fault.BadRef)
	})
}

func TestShare(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		_, err := s.Share("none", "", now)
		is(t, err, fault.SessionNotFound)
		must[*session.StoredSession](t)(s.Register("s", store.Patch{}, now))
		if sh := must[*session.StoredShare](t)(s.GetShare("s", 0)); sh != nil {
			t.Errorf("share %+v", sh)
		}
		if err := s.Unshare("s", now); err != nil {
			t.Error(err)
		}
		one := must[*session.StoredShare](t)(s.Share("s", "", now))
		if one.Status != "active" || !strings.HasPrefix(one.ShareID, "share_") || one.SessionID != "s" || one.CreatedAt == 0 {
			t.Errorf("share %+v", one)
		}
		two := must[*session.StoredShare](t)(s.Share("s", "mine", now))
		if got := must[*session.StoredShare](t)(s.GetShare("s", 0)); *got != *two || got.ShareID != "mine" {
			t.Errorf("share %+v", got)
		}
		if err := s.Unshare("s", now); err != nil {
			t.Error(err)
		}
		got := must[*session.StoredShare](t)(s.GetShare("s", 0))
		if got.Status != "revoked" || got.RevokedAt == 0 || got.ShareID != "mine" {
			t.Errorf("revoked share %+v", got)
		}
		is(t, s.Unshare("none", now), fault.SessionNotFound)
	})
}

func TestSummary(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Register("s", store.Patch{}, now))
		if got := must[*session.StoredSummary](t)(s.GetSummary("s", 0)); got != nil {
			t.Errorf("summary %+v", got)
		}
		equal(t, "empty", must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{}, now)).Content, "No messages")
		long := strings.Repeat("é", 279) + "e\u0301x"
		must[*session.StoredSession](t)(s.Record("s", say(long, "hello", "and", "last words"), now))
		got := must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{}, now))
		equal(t, "derived", got.Content, "User: "+strings.Repeat("é", 279)+"…\nAgent: last words")
		if got.GeneratedBy != "heddle" || got.MessageCount != 4 || got.SessionID != "s" || got.GeneratedAt == 0 {
			t.Errorf("summary %+v", got)
		}
		must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{Content: "mine", GeneratedBy: "me"}, now))
		stored := must[*session.StoredSummary](t)(s.GetSummary("s", 0))
		if stored.Content != "mine" || stored.GeneratedBy != "me" {
			t.Errorf("summary %+v", stored)
		}
		_, err := s.GetSummary("none", 0)
		is(t, err, fault.SessionNotFound)
	})
}

func TestExportImport(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Update("s", store.Patch{Adapter: ptr("claude"), Model: ptr("set"), Extra: session.JSON(`{"tag":[1,2]}`)}, now))
		must[*session.StoredSession](t)(s.Record("s", say("a", "b", "c", "d"), now))
		must[*session.StoredSession](t)(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(2))}, now))
		must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(`{"type":"assistant","content":"e","model":"m2"}`)}, now))
		must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{}, now))
		must[*session.StoredShare](t)(s.Share("s", "sh", now))
		one := must[[]byte](t)(s.Export("s", 0))

		other := newStore(t, journal.NewMemory(), store.Options{})
		m := must[*session.StoredSession](t)(other.Import(one, "", now))
		original := must[*session.StoredSession](t)(s.Get("s", 0))
		if m.CreatedAt != original.CreatedAt || m.UpdatedAt != original.UpdatedAt || string(m.Extra) != string(original.Extra) || m.Position != 6 {
			t.Errorf("imported %+v %s, want %+v %s", m, m.Extra, original, original.Extra)
		}
		two := must[[]byte](t)(other.Export("s", 0))
		equal(t, "export, import, export", string(two), string(one))
		equal(t, "messages", words(t, other, "s", store.MessageOptions{}), "a b e")

		copied := must[*session.StoredSession](t)(other.Import(one, "copy", now))
		if copied.SessionID != "copy" || copied.CreatedAt != original.CreatedAt || strings.Contains(string(copied.Extra), `"share"`) {
			t.Errorf("under another id: %+v %s", copied, copied.Extra)
		}
		_, err := other.Import(one, "", now)
		is(t, err, fault.Conflict)
		must[*session.StoredSession](t)(other.Record("s", say("more"), now))
		if string(must[[]byte](t)(other.Export("s", 0))) == string(one) {
			t.Error("a changed session still exports the old snapshot")
		}
		for _, bad := range []string{``, `[]`, `{}`, `{"version":2,"sessionId":"x","metadata":{},"messages":[]}`,
			`{"version":1,"metadata":{},"messages":[]}`, `{"version":1,"sessionId":"x","messages":[]}`,
			`{"version":1,"sessionId":"x","metadata":{},"messages":[{"content":"no type"}]}`} {
			_, err := s.Import([]byte(bad), "", now)
			is(t, err, fault.InvalidExportFormat)
		}
		_, err = s.Export("none", 0)
		is(t, err, fault.SessionNotFound)
	})
}

func TestImportWithUnderscores(t *testing.T) {
	s := newStore(t, journal.NewMemory(), store.Options{})
	m := must[*session.StoredSession](t)(s.Import([]byte(`{"version":1,"session_id":"s","exported_at":1700000000999,
	"metadata":{"session_id":"s","adapter":"claude","created_at":1700000000000,"updated_at":1700000000500,"message_count":3,
	 "extra":{"view":{"visible_message_count":2},"fork":{"parent_session_id":"p","forked_at":1700000000001},"tag":true}},
	"messages":[{"type":"user","content":"a"},{"type":"tool_use","tool_name":"bash","tool_input":{"some_key":1},"content":"b"},{"type":"result","content":"c","duration_ms":5}]}`), "", now))
	equal(t, "created", m.CreatedAt.String(), "2023-11-14T22:13:20.000Z")
	equal(t, "extra", string(m.Extra), `{"fork":{"forkedAt":"2023-11-14T22:13:20.001Z","parentSessionId":"p"},"tag":true,"view":{"hidden":[[2,3]],"visibleMessageCount":2}}`)
	equal(t, "visible", words(t, s, "s", store.MessageOptions{}), "a b")
	list := must[[]session.JSON](t)(s.Messages("s", store.MessageOptions{IncludeHidden: true, Offset: 1}))
	equal(t, "names", string(list[0]), `{"content":"b","toolInput":{"some_key":1},"toolName":"bash","type":"tool_use"}`)
	equal(t, "names", string(list[1]), `{"content":"c","durationMs":5,"type":"result"}`)
}

// TestImportKeepsNames: the members of a message are the caller's; only a
// snapshot in the form with underscores is read as such.
func TestImportKeepsNames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		body := `{"content":"a","sessionId":"theirs","session_id":"mine","stop_reason":null,"tool_input":{"a_b":1},"type":"user"}`
		must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(body)}, now))
		one := must[[]byte](t)(s.Export("s", 0))
		other := newStore(t, journal.NewMemory(), store.Options{})
		must[*session.StoredSession](t)(other.Import(one, "", now))
		equal(t, "snapshot", string(must[[]byte](t)(other.Export("s", 0))), string(one))

		both := `{"version":1,"session_id":"u","metadata":{},"messages":[{"type":"user","uuid":"x","message_id":"a","messageId":"b"}]}`
		must[*session.StoredSession](t)(s.Import([]byte(both), "", now))
		list := must[[]session.JSON](t)(s.Messages("u", store.MessageOptions{}))
		equal(t, "two members of one name", string(list[0]), `{"messageId":"b","message_id":"a","type":"user","uuid":"x"}`)
	})
}

// TestRecordNothing: what a change answers is there to be read.
func TestRecordNothing(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		m := must[*session.StoredSession](t)(s.Record("s", nil, now))
		if got := must[*session.StoredSession](t)(s.Get("s", 0)); got.Position != 1 || got.CreatedAt != m.CreatedAt || m.CreatedAt == 0 {
			t.Errorf("recording nothing made %+v, and there is %+v", m, got)
		}
		if again := must[*session.StoredSession](t)(s.Record("s", nil, now)); again.Position != 1 {
			t.Errorf("recording nothing again: %+v", again)
		}
	})
}

// TestPastOfNothing: a session that never was has no past either.
func TestPastOfNothing(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		_, err := s.Get("none", 3)
		is(t, err, fault.SessionNotFound)
		_, err = s.Get("none", -1)
		is(t, err, fault.InvalidArgument)
		_, err = s.Messages("none", store.MessageOptions{At: 1})
		is(t, err, fault.SessionNotFound)
	})
}

func TestExpectedPosition(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Record("s", say("a"), store.Request{Expect: store.NoSession}))
		_, err := s.Record("s", say("b"), store.Request{Expect: store.NoSession})
		is(t, err, fault.Conflict)
		must[*session.StoredSession](t)(s.Record("s", say("b"), store.Request{Expect: 1}))
		_, err = s.Record("s", say("c"), store.Request{Expect: 1})
		is(t, err, fault.Conflict)
		equal(t, "messages", words(t, s, "s", store.MessageOptions{}), "a b")
	})
}

// TestTheSameRequestAgain: a request with an id happens once, and is answered
// the same way ever after.
func TestTheSameRequestAgain(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		id := func(n byte) store.Request { return store.Request{ID: [16]byte{1, 2, 3, 15: n}} }
		render := func(m *session.StoredSession, err error) string {
			if err != nil {
				t.Fatal(err)
			}
			return string(m.AppendJSON(nil))
		}
		requests := []func() string{
			func() string { return render(s.Record("s", say("a", "b", "c"), id(10))) },
			func() string {
				return render(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(1))}, id(20)))
			},
			func() string { return render(s.Fork("s", store.ForkOptions{}, id(30))) },
			func() string {
				return string(must[*session.StoredShare](t)(s.Share("s", "", id(40))).AppendJSON(nil))
			},
			func() string {
				if err := s.Delete("s", id(50)); err != nil {
					t.Fatal(err)
				}
				return ""
			},
			func() string { return render(s.Register("s", store.Patch{}, id(60))) },
		}
		var first []string
		for _, r := range requests {
			first = append(first, r())
		}
		events := func() (n int64) { return must[*session.StoreStats](t)(s.Stats()).Events }
		n := events()
		for i, r := range requests {
			equal(t, fmt.Sprint("request ", i), r(), first[i])
		}
		if events() != n {
			t.Errorf("%d events, want %d", events(), n)
		}
		_, err := s.Record("other", say("a"), id(10))
		is(t, err, fault.Conflict)
	})
}

// TestPast: every read can be made at every position.
func TestPast(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		var want []string
		note := func(m *session.StoredSession, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			for int64(len(want)) < m.Position {
				want = append(want, "")
			}
			want[m.Position-1] = string(m.AppendJSON(nil)) + words(t, s, "s", store.MessageOptions{})
		}
		note(s.Register("s", store.Patch{Adapter: ptr("pi")}, now))
		for i := range 30 {
			note(s.Record("s", say(fmt.Sprint("w", i)), now))
			if i%7 == 3 {
				note(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(i / 2))}, now))
			}
			if i%11 == 10 {
				note(s.Unrevert("s", now))
			}
		}
		for i, w := range want {
			at := int64(i) + 1
			m := must[*session.StoredSession](t)(s.Get("s", at))
			equal(t, fmt.Sprint("at ", at), string(m.AppendJSON(nil))+words(t, s, "s", store.MessageOptions{At: at}), w)
		}
		_, err := s.Get("s", 999)
		is(t, err, fault.InvalidArgument)
	})
}

func TestEvents(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		_, err := s.Events("s", 0, 0)
		is(t, err, fault.SessionNotFound)
		must[*session.StoredSession](t)(s.Register("s", store.Patch{}, now))
		must[*session.StoredSession](t)(s.Record("s", say("a", "b"), now))
		page := must[*session.StoreEvents](t)(s.Events("s", 0, 2))
		if len(page.Events) != 2 || page.Next != 2 || page.Complete || page.Events[1].Kind != "message" || len(page.Events[0].ID) != 36 {
			t.Errorf("page %+v", page)
		}
		page = must[*session.StoreEvents](t)(s.Events("s", page.Next, 2))
		if len(page.Events) != 1 || page.Next != 3 || page.Complete {
			t.Errorf("page %+v", page)
		}
		must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(`{"type":"result"}`)}, now))
		page = must[*session.StoreEvents](t)(s.Events("s", page.Next, 2))
		if len(page.Events) != 1 || !page.Complete {
			t.Errorf("after a result: %+v", page)
		}
		if page = must[*session.StoreEvents](t)(s.Events("s", page.Next, 2)); len(page.Events) != 0 || !page.Complete {
			t.Errorf("at the end: %+v", page)
		}
	})
}

func TestMessageLimit(t *testing.T) {
	s := newStore(t, journal.NewMemory(), store.Options{MessageLimit: 3})
	must[*session.StoredSession](t)(s.Record("s", say("a", "b"), now))
	_, err := s.Record("s", say("c", "d"), now)
	is(t, err, fault.MessageLimitReached)
	equal(t, "nothing is written", words(t, s, "s", store.MessageOptions{}), "a b")
	must[*session.StoredSession](t)(s.Record("s", say("c"), now))
	must[*session.StoredSession](t)(s.Update("s", store.Patch{MessageLimit: ptr(int64(5))}, now))
	must[*session.StoredSession](t)(s.Record("s", say("d", "e"), now))
	_, err = s.Record("s", say("f"), now)
	is(t, err, fault.MessageLimitReached)
}

// TestTwoStores: what one writes the other sees, and both may write.
func TestTwoStores(t *testing.T) {
	name := teststore.New(t)
	one, two := newStore(t, openJournal(t, name), store.Options{}), store.New(openJournal(t, name), host.Host{
		Clock: hosttest.NewClock(hosttest.StartTime, 1), Entropy: hosttest.NewEntropy(2)}, store.Options{})
	for i := range 30 {
		s := []*store.Store{one, two}[i%2]
		m := must[*session.StoredSession](t)(s.Record("s", say(fmt.Sprint(i)), now))
		if m.MessageCount != int64(i)+1 {
			t.Fatalf("message %d: count %d", i, m.MessageCount)
		}
	}
	equal(t, "both read the same", words(t, one, "s", store.MessageOptions{}), words(t, two, "s", store.MessageOptions{}))
}

func TestStats(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Record("a", say("x", "y"), now))
		must[*session.StoredSession](t)(s.Fork("a", store.ForkOptions{}, now))
		must[*session.StoredShare](t)(s.Share("a", "", now))
		must[*session.StoredSession](t)(s.Record("b", say("z"), now))
		if err := s.Delete("b", now); err != nil {
			t.Fatal(err)
		}
		st := must[*session.StoreStats](t)(s.Stats())
		st.Bytes = 0
		if *st != (session.StoreStats{Sessions: 2, Deleted: 1, Messages: 4, Shares: 1, Events: 6}) {
			t.Errorf("%+v", st)
		}
	})
}

// Some callers' ids of requests count up. A request of several events must
// not take the ids of the requests after it, which would then seem to have
// happened already.
func TestRequestIDsThatCountUp(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		id := [16]byte{0x01, 0x90, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 0xfd}
		var ids []store.Request
		for range 6 {
			ids = append(ids, store.Request{ID: id})
			if id[15]++; id[15] == 0 {
				id[14]++
			}
		}
		for round := range 2 {
			for i, r := range ids {
				m := must[*session.StoredSession](t)(s.Record("s", []session.JSON{session.JSON(`{"type":"user"}`), session.JSON(`{"type":"text"}`), session.JSON(`{"type":"user"}`)}, r))
				if want := int64(3 * (i + 1)); m.MessageCount != want {
					t.Fatalf("round %d: after request %d the session has %d messages, want %d", round, i, m.MessageCount, want)
				}
			}
		}
		page := must[*session.StoreEvents](t)(s.Events("s", 0, 0))
		seen := map[string]bool{}
		for _, e := range page.Events {
			if seen[e.ID] || e.ID[:18] != store.UUID(id)[:18] || !strings.ContainsAny(e.ID[19:20], "89ab") {
				t.Errorf("event %d has the id %s", e.Seq, e.ID)
			}
			seen[e.ID] = true
		}
	})
}

// TestReusedRequestID: a request id that made another change before answers
// with CONFLICT where the session has nothing to show for it.
func TestReusedRequestID(t *testing.T) {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	req := store.Request{ID: [16]byte{15: 1}, Expect: store.AnyPosition}
	if _, err := s.Record("s", []session.JSON{session.JSON(`{"type":"user","content":"hi"}`)}, req); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Share("s", "", req); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("share: %v, want CONFLICT", err)
	}
	if _, err := s.Summarize("s", store.SummaryOptions{Content: "x"}, req); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("summarize: %v, want CONFLICT", err)
	}
}
