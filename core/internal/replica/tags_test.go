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
)

// shifted is a clock that differs from another one.
type shifted struct {
	of *hosttest.Clock
	by int64
}

func (c shifted) Now() int64 { return c.of.Now() + c.by }

// tagger is a store of a machine.
type tagger struct {
	*store.Store
	journal host.Journal
}

func newTagger(j host.Journal, clock host.Clock, r *rand.Rand) *tagger {
	h := hosttest.Host(nil)
	h.Clock, h.Entropy = clock, entropy{r}
	return &tagger{store.New(j, h, store.Options{}), j}
}

func (s *tagger) tags(t testing.TB) string {
	t.Helper()
	var out strings.Builder
	if err := s.Tags(func(unified string, tags []string) { fmt.Fprintln(&out, unified, tags) }); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func (s *tagger) tag(t testing.TB, unified, add, remove string) {
	t.Helper()
	if _, err := s.Tag(unified, strings.Fields(add), strings.Fields(remove), store.Request{}); err != nil {
		t.Fatal(err)
	}
}

// follow pulls, and fails when the tags differ or anything cannot be copied.
func (s *tagger) follow(t testing.TB, from *tagger) replica.Report {
	t.Helper()
	report, err := replica.Pull(from.Store, s.Store, replica.Options{})
	if err != nil || len(report.Diverged)+len(report.Problems) > 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	if problems, err := s.Check(); err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return report
}

// TestTagsAreASet: machines that tag and remove tags, in any order with pulls between
// them, have the same tags in the end: of each session and tag the last change.
func TestTagsAreASet(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		clock := hosttest.NewClock(1_700_000_000_000, 7)
		var all []*tagger
		for range 3 {
			var j host.Journal = journal.NewMemory()
			if seed%20 == 0 {
				j = openFile(t)
			}
			all = append(all, newTagger(j, clock, r))
		}
		want := map[string]bool{}
		for range 40 {
			s := all[r.IntN(3)]
			if r.IntN(3) == 0 {
				s.follow(t, all[r.IntN(3)])
				continue
			}
			session, tag := names[r.IntN(3)], names[r.IntN(4)]
			before := s.tags(t)
			if r.IntN(2) == 0 {
				s.tag(t, session, tag, "")
				if s.tags(t) != before {
					want[session+" "+tag] = true
				}
			} else {
				s.tag(t, session, "", tag)
				if s.tags(t) != before {
					delete(want, session+" "+tag)
				}
			}
		}
		for range 2 {
			for i := range all {
				all[i].follow(t, all[(i+1)%3])
				all[i].follow(t, all[(i+2)%3])
			}
		}
		for i := range all {
			got := 0
			err := all[i].Tags(func(unified string, tags []string) {
				for _, tag := range tags {
					if got++; !want[unified+" "+tag] {
						t.Errorf("seed %d: %s has %s, which was removed", seed, unified, tag)
					}
				}
			})
			if err != nil || got != len(want) {
				t.Errorf("seed %d: machine %d has %d tags of %d, %v", seed, i, got, len(want), err)
			}
			if report := all[i].follow(t, all[(i+1)%3]); report.Events != 0 {
				t.Errorf("seed %d: a pull of nothing copies %+v", seed, report)
			}
		}
	}
}

// TestTagsAcrossClocks: who sees a tag and removes it has removed it, also on a machine
// whose clock is an hour late, or went back.
func TestTagsAcrossClocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	clock := hosttest.NewClock(1_700_000_000_000, 1000)
	one, late := newTagger(journal.NewMemory(), clock, r), newTagger(journal.NewMemory(), shifted{clock, -3_600_000}, r)
	late.tag(t, "own", "first", "")
	one.tag(t, "a", "x y", "")
	late.follow(t, one)
	late.tag(t, "a", "z", "x")
	one.follow(t, late)
	late.follow(t, one)
	if want := "a [y z]\nown [first]\n"; one.tags(t) != want || late.tags(t) != want {
		t.Errorf("%q and %q", one.tags(t), late.tags(t))
	}
	one.tag(t, "a", "x", "y")
	late.tag(t, "a", "w", "")
	late.follow(t, one)
	one.follow(t, late)
	if want := "a [w x z]\nown [first]\n"; one.tags(t) != want || late.tags(t) != want {
		t.Errorf("%q and %q", one.tags(t), late.tags(t))
	}
}

// TestTagsOfOlderPrograms: events that only have whole lists are changes as well.
func TestTagsOfOlderPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	clock := hosttest.NewClock(1_700_000_000_000, 1000)
	one, two := newTagger(journal.NewMemory(), clock, r), newTagger(journal.NewMemory(), clock, r)
	old := func(s *tagger, payload string) {
		t.Helper()
		e := host.Event{ID: entropy{r}.ID(), Time: clock.Now(), Kind: "session.updated", Payload: []byte(payload)}
		if _, err := s.journal.Append([]host.Write{{Stream: store.TagsID, Expect: host.AnySeq, Events: []host.Event{e}}}); err != nil {
			t.Fatal(err)
		}
	}
	old(one, `{"extra":{"a":["x","y"],"title":"tags"}}`)
	two.follow(t, one)
	old(one, `{"extra":{"a":["x"]}}`)         // removes y
	old(two, `{"extra":{"a":["x","y","z"]}}`) // adds z
	old(two, `{"extra":{"b":["q"]}}`)
	old(two, `{"extra":{"b":null,"c":["r"]}}`)
	one.follow(t, two)
	two.follow(t, one)
	if want := "a [x z]\nc [r]\n"; one.tags(t) != want || two.tags(t) != want {
		t.Errorf("%q and %q", one.tags(t), two.tags(t))
	}
}
