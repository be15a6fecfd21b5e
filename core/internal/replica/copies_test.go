package replica_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// fixed is a clock that is stopped.
type fixed int64

func (c fixed) Now() int64 { return int64(c) }

// storeAt is a store whose clock is stopped.
func storeAt(now int64, ids uint64) *store.Store {
	h := hosttest.Host(nil)
	h.Clock, h.Entropy = fixed(now), entropy{rand.New(rand.NewPCG(ids, 1))}
	return store.New(journal.NewMemory(), h, store.Options{})
}

// imported imports versions of a session, one after the other.
func imported(t testing.TB, s *store.Store, redact bool, versions ...version) {
	t.Helper()
	for i := range versions {
		if _, err := s.Copy("claude:s", copyOf("claude:s", &versions[i], "", redact, false), false); err != nil {
			t.Fatal(err)
		}
	}
}

func versionOf(at int64, messages string) version {
	return version{at: 1_700_000_000_000 + at, shown: strings.Fields(messages)}
}

// synced syncs two stores, and returns what was reported.
func synced(t testing.TB, a, b *store.Store, o replica.Options) (all replica.Report) {
	t.Helper()
	for _, pair := range [][2]*store.Store{{b, a}, {a, b}} {
		report, err := replica.Pull(pair[0], pair[1], o)
		if err != nil {
			t.Fatal(err)
		}
		if problems, err := pair[1].Check(); err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
		all.Diverged, all.Problems = append(all.Diverged, report.Diverged...), append(all.Problems, report.Problems...)
		all.Events += report.Events
	}
	return all
}

func wordsOf(t testing.TB, s *store.Store, hidden bool) string {
	t.Helper()
	list, err := s.Messages("claude:s", store.MessageOptions{IncludeHidden: hidden})
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, b := range list {
		text := strings.TrimSuffix(strings.TrimPrefix(string(b), `{"content":"text of `), `"}`)
		out = append(out, text[:strings.IndexByte(text, '"')])
	}
	return strings.Join(out, ",")
}

// TestEqualImports: stores that imported one session have the same, whenever and in however many steps,
// also when their clocks say the same.
func TestEqualImports(t *testing.T) {
	a, b, c := versionOf(1, "a b"), versionOf(2, "a b c"), versionOf(3, "a b c d")
	edited := versionOf(4, "a b c")
	edited.edits = map[string]int{"c": 1}
	back := versionOf(5, "a x")
	back.hidden = []string{"b", "c", "d"}
	for name, test := range map[string]struct {
		one, two []version
		want     version
	}{
		"at once":                  {[]version{c}, []version{c}, c},
		"in steps":                 {[]version{a, b, c}, []version{c}, c},
		"in other steps":           {[]version{a, c}, []version{b, c}, c},
		"one is longer":            {[]version{a}, []version{a, b}, b},
		"the other one is longer":  {[]version{c}, []version{b}, c},
		"the agent went back":      {[]version{c}, []version{back}, back},
		"in steps, then back":      {[]version{b, c, back}, []version{c}, back},
		"a message became longer":  {[]version{b}, []version{edited}, edited},
		"and was imported shorter": {[]version{edited}, []version{a, b}, edited},
	} {
		for _, later := range []int64{0, 1, -3_600_000} {
			one, two := storeAt(1_750_000_000_000, 1), storeAt(1_750_000_000_000+later, 2)
			imported(t, one, false, test.one...)
			imported(t, two, false, test.two...)
			if report := synced(t, one, two, replica.Options{}); len(report.Diverged)+len(report.Problems) > 0 {
				t.Errorf("%s, %d: %+v", name, later, report)
			}
			if report := synced(t, one, two, replica.Options{}); report.Events != 0 {
				t.Errorf("%s, %d: a second sync copies %d events", name, later, report.Events)
			}
			want := copyOf("claude:s", &test.want, "", false, false)
			for _, s := range []*store.Store{one, two} {
				list, err := s.Messages("claude:s", store.MessageOptions{})
				if err != nil || fmt.Sprintf("%s", list) != fmt.Sprintf("%s", want.Visible) {
					t.Errorf("%s, %d: %s, %v", name, later, list, err)
				}
				imported(t, s, false, test.want) // changes nothing
			}
			if x, y := wordsOf(t, one, true), wordsOf(t, two, true); x != y {
				t.Errorf("%s, %d: %s and %s", name, later, x, y)
			}
			if report := synced(t, one, two, replica.Options{}); report.Events != 0 {
				t.Errorf("%s, %d: an import of the same copies %d events", name, later, report.Events)
			}
		}
	}
}

// TestRedactedIsNotPlain: a redacted and a plain import are never taken for one, also when all ids and times
// are equal, and no store has parts of both.
func TestRedactedIsNotPlain(t *testing.T) {
	v := versionOf(1, "a b c")
	for _, keep := range []bool{false, true} {
		plain, redacted := storeAt(1_750_000_000_000, 1), storeAt(1_750_000_000_000, 2)
		imported(t, plain, false, v)
		imported(t, redacted, true, v)
		report, err := replica.Pull(plain, redacted, replica.Options{KeepBoth: keep})
		if err != nil || len(report.Diverged) != 1 || report.Diverged[0].Kept != keep {
			t.Fatalf("%+v, %v", report, err)
		}
		if why := report.Diverged[0].Why; !keep && !strings.Contains(why, "redaction") {
			t.Errorf("it says %q", why)
		}
		want := map[bool]int{false: 0, true: 3}[keep] // all of one or all of the other
		if got := wordsOf(t, redacted, true); strings.Count(got, secret) != want {
			t.Errorf("the redacted store has %s", got)
		}
	}
}

// TestContinuedOnTwoMachines stays a divergence that says what to do.
func TestContinuedOnTwoMachines(t *testing.T) {
	one, two := storeAt(1_750_000_000_000, 1), storeAt(1_750_000_000_000, 2)
	imported(t, one, false, versionOf(1, "a b"), versionOf(2, "a b c"))
	imported(t, two, false, versionOf(1, "a b"), versionOf(3, "a b d"))
	for range 2 {
		report := synced(t, one, two, replica.Options{})
		if len(report.Diverged) != 2 || !strings.Contains(report.Diverged[0].Why, "--origin") || report.Events != 0 {
			t.Fatalf("%+v", report)
		}
	}
	if report := synced(t, one, two, replica.Options{KeepBoth: true}); !report.Diverged[0].Kept {
		t.Fatalf("%+v", report)
	}
	if report := synced(t, one, two, replica.Options{}); len(report.Diverged) > 0 {
		t.Fatalf("%+v", report)
	}
}

// TestDeletedWins over imports that were made elsewhere, and over a new installation; and is not undone by
// keeping both what another store recorded.
func TestDeletedWins(t *testing.T) {
	hub, laptop := storeAt(1_750_000_000_000, 1), storeAt(1_750_000_000_001, 2)
	imported(t, hub, false, versionOf(1, "a b"))
	synced(t, hub, laptop, replica.Options{})
	imported(t, laptop, false, versionOf(2, "a b c")) // offline
	if err := hub.Delete("claude:s", store.Request{}); err != nil {
		t.Fatal(err)
	}
	if _, err := hub.Compact(); err != nil {
		t.Fatal(err)
	}
	fresh := storeAt(1_760_000_000_000, 3)
	imported(t, fresh, false, versionOf(2, "a b c"))
	for _, s := range []*store.Store{laptop, fresh} {
		if report := synced(t, s, hub, replica.Options{}); len(report.Diverged)+len(report.Problems) > 0 {
			t.Errorf("%+v", report)
		}
		imported(t, s, false, versionOf(3, "a b c d"))
		synced(t, s, hub, replica.Options{})
		for _, x := range []*store.Store{s, hub} {
			if _, err := x.Get("claude:s", 0); err == nil {
				t.Errorf("it is back: %s", wordsOf(t, x, true))
			}
		}
	}
	last := versionOf(4, "a b")
	if _, err := fresh.Copy("claude:s", copyOf("claude:s", &last, "", false, true), false); err != nil {
		t.Fatal(err)
	}
	synced(t, fresh, hub, replica.Options{})
	synced(t, laptop, hub, replica.Options{})
	if got := wordsOf(t, laptop, true); got != "a sk-secret,b sk-secret" {
		t.Errorf("brought back on purpose: %s", got)
	}
}

func TestKeepBothKeepsNothingDeleted(t *testing.T) {
	for _, copied := range []bool{false, true} {
		one, two := storeAt(1_750_000_000_000, 1), storeAt(1_750_000_000_001, 2)
		if copied {
			imported(t, one, false, versionOf(1, "a b"))
		} else if _, err := one.Record("claude:s", []session.JSON{text("a")}, store.Request{}); err != nil {
			t.Fatal(err)
		}
		synced(t, one, two, replica.Options{})
		if _, err := two.Record("claude:s", []session.JSON{text("offline")}, store.Request{}); err != nil {
			t.Fatal(err)
		}
		if err := one.Delete("claude:s", store.Request{}); err != nil {
			t.Fatal(err)
		}
		report := synced(t, one, two, replica.Options{KeepBoth: true})
		if len(report.Diverged) != 2 || report.Diverged[0].Kept || report.Diverged[1].Kept || !strings.Contains(report.Diverged[0].Why, "deleted") {
			t.Errorf("%+v", report)
		}
		if n, _ := one.SessionCount(); n != 0 {
			t.Errorf("%d sessions are back", n)
		}
		if err := two.Delete("claude:s", store.Request{}); err != nil {
			t.Fatal(err)
		}
		if report := synced(t, one, two, replica.Options{}); len(report.Diverged) > 0 {
			t.Errorf("%+v", report)
		}
	}
}

// TestOlderImports: imports of older programs have ids that only name a position.
func TestOlderImports(t *testing.T) {
	older := func(now int64, s *store.Store) {
		v := versionOf(1, "a b c")
		c := copyOf("claude:s", &v, "", false, false)
		events := []host.Event{{Kind: "session.registered", Payload: []byte(`{"extra":{"import":` + strings.Replace(string(c.Source), `"digest"`, `"other"`, 1) + `}}`)}}
		for _, b := range c.Visible {
			events = append(events, host.Event{Kind: "message", Payload: b})
		}
		events = append(events, host.Event{Kind: "session.updated", Payload: []byte(`{"extra":{"import":` + string(c.Source) + `}}`)})
		for i := range events {
			events[i].ID, events[i].Time = [16]byte{1, 6: 0x80, 8: 0x80, 15: byte(i)}, now
		}
		if _, err := s.Journal().Append([]host.Write{{Stream: "claude:s", Events: events}}); err != nil {
			t.Fatal(err)
		}
	}
	one, two, three := storeAt(1_750_000_000_000, 1), storeAt(1_750_000_000_000, 2), storeAt(1_740_000_000_000, 3)
	older(1_730_000_000_000, one)
	older(1_720_000_000_000, two)
	imported(t, three, false, versionOf(1, "a b c"))
	for range 2 {
		for _, pair := range [][2]*store.Store{{one, two}, {two, three}, {one, three}} {
			if report := synced(t, pair[0], pair[1], replica.Options{}); len(report.Diverged)+len(report.Problems) > 0 {
				t.Errorf("%+v", report)
			}
		}
	}
	for _, s := range []*store.Store{one, two, three} {
		events, err := s.Events("claude:s", 0, 1)
		if err != nil || events.Events[0].Time != 1_720_000_000_000 {
			t.Errorf("the oldest import is not the one that remains: %+v, %v", events, err)
		}
	}
}
