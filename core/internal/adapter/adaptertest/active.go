package adaptertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// testActive checks which sessions are active within bounds: every kind of walk
// visits the same times, and a list holds exactly those that have a record of
// their own in between, regardless of its order and its limit.
func (s Suite) testActive(t *testing.T) {
	for i, home := range s.Homes {
		if testing.Short() && i%2 == 0 && len(s.Homes) > 1 { // the others are in testSift
			continue
		}
		t.Run(home, func(t *testing.T) {
			h := NativeHost(t, home)
			times := map[string][]session.Time{}
			var all []session.Time
			eachSearched(t, h, s.Agent, func(x *searched, _ *session.Session) {
				full := x.recordTimes(t, adapter.Want{Prompts: true, Text: true, Usage: true})
				none := func([]byte) bool { return false }
				for name, want := range map[string]adapter.Want{"list": {Prompts: true, Usage: true, Times: true}, "search": {Prompts: true, Text: true, Usage: true, Match: none},
					"counting": {Prompts: true, Text: true, Usage: true, Match: none, Lend: true}} {
					if got := x.recordTimes(t, want); !slices.Equal(got, full) {
						t.Errorf("%s: a %s visits the times %v, a whole walk %v", x.ref.ID, name, got, full)
					}
				}
				times[x.ref.ID] = full
				all = append(all, full...)
			})
			slices.Sort(all)
			all = slices.Compact(all)
			list := func(req session.ListRequest) []session.SessionSummary {
				req.Agent = s.Agent
				out, err := catalog.New(h, (&notes{}).addDiagnostic).List(req)
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			every := list(session.ListRequest{Limit: 1000})
			points := 7
			if testing.Short() {
				points = 2
			}
			for i := 0; i < len(all); i += 1 + len(all)/points {
				for _, until := range []session.Time{0, all[i], all[min(i+len(all)/9, len(all)-1)]} {
					since := all[i]
					var want []string
					for k := range every {
						if e := &every[k]; anyInside(times[e.SessionID], since, until) || isInside(e.CreatedAt, since, until) && len(times[e.SessionID]) == 0 {
							want = append(want, e.SessionID)
						}
					}
					got := list(session.ListRequest{ActiveSince: since, ActiveUntil: until, Limit: 1000})
					checkActive(t, fmt.Sprintf("%v to %v", since, until), want, got, every)
					byTurns := list(session.ListRequest{ActiveSince: since, ActiveUntil: until, Limit: 1000, Sort: session.SortKeyTurns})
					if len(byTurns) != len(got) {
						t.Errorf("%v to %v: %d sessions by date, %d by turns", since, until, len(got), len(byTurns))
					}
					if cut := list(session.ListRequest{ActiveSince: since, ActiveUntil: until, Limit: 2}); len(cut) != min(2, len(got)) || len(cut) > 0 && cut[0].SessionID != got[0].SessionID {
						t.Errorf("%v to %v: a list of two is not the head of the list", since, until)
					}
				}
			}
		})
	}
}

// checkActive compares ids. A session may also be active at a time that the
// agent notes as its beginning or last change: those are on its summary.
func checkActive(t *testing.T, what string, want []string, got, every []session.SessionSummary) {
	t.Helper()
	listed := map[string]bool{}
	for i := range got {
		listed[got[i].SessionID] = true
	}
	for _, id := range want {
		if !listed[id] {
			t.Errorf("%s: %s is not listed", what, id)
		}
	}
}

func isInside(t, since, until session.Time) bool {
	return t != 0 && t >= since && (until == 0 || t <= until)
}

func anyInside(times []session.Time, since, until session.Time) bool {
	return slices.ContainsFunc(times, func(t session.Time) bool { return isInside(t, since, until) })
}

// recordTimes lists the times of a session's own records, in order, each once.
func (x *searched) recordTimes(t *testing.T, want adapter.Want) []session.Time {
	t.Helper()
	var out []session.Time
	err := x.a.Walk(x.env, x.ix, x.ref, want, adapter.NewOutlet(x.env, func(r *adapter.Record) error {
		if r.Time != 0 && !r.Copied && !r.Aside {
			out = append(out, r.Time)
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
