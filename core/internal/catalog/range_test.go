package catalog

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// minute is a minute of 2026-07-01, as answered counts them.
func minute(n int64) session.Time { return session.Time(1782864000000 + n*60_000) }

const aDay = 24 * 60 // minutes

// TestSpendCountsWhenItWasMade: a session that began long ago and spent today
// counts today, and not before.
func TestSpendCountsWhenItWasMade(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("old", adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Time: minute(-30 * aDay)}, answered(-30*aDay, "k1", "m", 1), answered(0, "k2", "m", 10))
	p.add("idle", answered(-20*aDay, "k3", "m", 100))
	p.add("new", answered(5, "k4", "m", 1000))
	for _, c := range []struct {
		req              session.CostRequest
		tokens, sessions int64
	}{
		{session.CostRequest{}, 1111, 3},
		{session.CostRequest{Since: minute(0)}, 1010, 2},
		{session.CostRequest{Since: minute(1)}, 1000, 1},
		{session.CostRequest{Until: minute(-1)}, 101, 2},
		{session.CostRequest{Until: minute(0)}, 111, 2},
		{session.CostRequest{Since: minute(-25 * aDay), Until: minute(-aDay)}, 100, 1},
		{session.CostRequest{Since: minute(-aDay), Until: minute(-1)}, 0, 0},
		{session.CostRequest{CreatedSince: minute(-25 * aDay)}, 1100, 2},
		{session.CostRequest{CreatedUntil: minute(-25 * aDay)}, 11, 1},
		{session.CostRequest{CreatedUntil: minute(-25 * aDay), Since: minute(0)}, 10, 1},
		{session.CostRequest{CreatedSince: minute(1), Until: minute(0)}, 0, 0},
	} {
		for _, by := range []session.GroupBy{"", session.GroupByDay, session.GroupBySession, session.GroupByAgent} {
			c.req.GroupBy = by
			s := total(t, c.req, "", p)
			if s.InputTokens != c.tokens || s.SessionCount != c.sessions {
				t.Errorf("%+v: %d tokens of %d sessions, want %d of %d", c.req, s.InputTokens, s.SessionCount, c.tokens, c.sessions)
			}
			if g := s.Breakdowns["claude:old"]; by == session.GroupBySession && g.SessionCount == 0 && g.InputTokens != 0 {
				t.Errorf("%+v: %+v", c.req, g)
			}
		}
	}
}

// TestSpendWithoutATime counts at the beginning of its session, under every
// filter alike.
func TestSpendWithoutATime(t *testing.T) {
	p := &paper{name: "cursor"}
	timeless := answered(0, "k1", "m", 1)
	timeless.Time = 0
	p.add("a", adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Time: minute(0)}, timeless,
		adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Time: minute(5 * aDay)})
	if s := total(t, session.CostRequest{Since: minute(0), Until: minute(0), GroupBy: session.GroupByDay}, "", p); s.InputTokens != 1 || s.Breakdowns["2026-07-01"].InputTokens != 1 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	if s := total(t, session.CostRequest{Since: minute(1)}, "", p); s.InputTokens != 0 || s.SessionCount != 0 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestSpendFarFromNow: times that do not fit an entry are kept all the same.
func TestSpendFarFromNow(t *testing.T) {
	p := &paper{name: "claude"}
	for i, when := range []string{"1969-12-31T23:59:59.999Z", "2106-02-07T06:28:16.001Z", "2026-07-01T10:00:00.123Z", "2106-02-07T06:28:15.999Z"} {
		r := answered(0, fmt.Sprint(i), "m", 1)
		r.Time, _, _ = session.ParseTime(when)
		p.add(fmt.Sprint("s", i), r)
		s := total(t, session.CostRequest{Since: r.Time, Until: r.Time, GroupBy: session.GroupByDay}, "", p)
		if s.InputTokens != 1 || s.SessionCount != 1 || s.Breakdowns[when[:10]].InputTokens != 1 {
			t.Errorf("%s: %s", when, s.AppendJSON(nil))
		}
	}
}

// figures lists what ranges must add up to.
func figures(s *session.CostSummary) (f [9]int64) {
	f = [9]int64{s.InputTokens, s.OutputTokens, s.CachedTokens}
	if s.TotalUSD != nil {
		f[3] = int64(*s.TotalUSD)
	}
	if s.Inherited != nil {
		f[4] = s.Inherited.InputTokens
	}
	if s.Subagents != nil {
		f[5] = s.Subagents.InputTokens
	}
	f[6] = s.RunCount
	for i := range s.Unpriced {
		f[7] += s.Unpriced[i].InputTokens
	}
	for _, g := range s.Breakdowns {
		f[8] += g.InputTokens
	}
	return f
}

// busyHome has sessions, forks that copy, subagents, requests without a time
// or a price, and runs.
func busyHome(r *rand.Rand) (p *paper, runs string) {
	p = &paper{name: "claude"}
	var made []adapter.Record
	for i := range 40 {
		var recs []adapter.Record
		for range 1 + r.IntN(4) {
			if len(made) > 0 && r.IntN(3) == 0 {
				c := made[r.IntN(len(made))]
				c.Copied = r.IntN(2) == 0
				if r.IntN(4) == 0 {
					c.Time = 0
				}
				recs = append(recs, c)
			}
			a := answered(r.Int64N(10*aDay), fmt.Sprint("k", len(made)), []string{"claude-sonnet-5", "nobody-knows"}[r.IntN(2)], 1+r.Int64N(1000))
			a.Usage.OutputTokens = r.Int64N(100)
			if a.Aside = r.IntN(5) == 0; r.IntN(6) == 0 {
				a.Time = 0
			}
			made = append(made, a)
			recs = append(recs, a)
		}
		recs = append(recs, adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Time: minute(r.Int64N(10 * aDay))})
		ref := p.add(fmt.Sprint("s", i), recs...)
		if i > 0 && r.IntN(4) == 0 {
			ref.Subagent, ref.Parent = true, fmt.Sprint("s", r.IntN(i))
		}
	}
	for i := range 10 {
		runs += fmt.Sprintf(`{"runId":"r%d","agent":"claude","sessionId":"%s%d","model":"m","costUsd":0.%d,"inputTokens":%d,"timestamp":%d}`+"\n",
			i, []string{"s", "gone"}[r.IntN(2)], i, i+1, 1+r.IntN(50), minute(r.Int64N(10*aDay)))
	}
	return p, runs
}

// TestAdjacentRangesAddUp: wherever a home's history is cut, the parts add up
// to the whole, to the token and the cent, in every grouping.
func TestAdjacentRangesAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		p, runs := busyHome(r)
		zone := session.NewZone("", r.Int64N(24)*3600-12*3600)
		zone.Change(int64(minute(r.Int64N(10*aDay))), r.Int64N(24)*3600-12*3600)
		for _, by := range []session.GroupBy{"", session.GroupByDay, session.GroupByModel, session.GroupBySession} {
			whole := figures(total(t, session.CostRequest{GroupBy: by, Zone: zone}, runs, p))
			cuts := []session.Time{0, minute(r.Int64N(5 * aDay)), minute(5*aDay + r.Int64N(5*aDay)), 0}
			var sum [9]int64
			for i := range cuts[1:] {
				req := session.CostRequest{GroupBy: by, Zone: zone, Since: cuts[i], Until: cuts[i+1]}
				if i > 0 {
					req.Since++
				}
				for k, n := range figures(total(t, req, runs, p)) {
					sum[k] += n
				}
			}
			if sum != whole {
				t.Fatalf("by %q: the parts are %v, the whole is %v", by, sum, whole)
			}
		}
	}
}

// TestGroupsOfDaysAreRangesOfDays: the group of a day holds what a range of
// that day holds, in a zone that changes inside the range.
func TestGroupsOfDaysAreRangesOfDays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p, runs := busyHome(r)
	zone := session.NewZone("", -5*3600)
	zone.Change(int64(minute(3*aDay)), -9*3600)
	zone.Change(int64(minute(6*aDay)), 10*3600)
	s := total(t, session.CostRequest{GroupBy: session.GroupByDay, Zone: zone}, runs, p)
	if len(s.Breakdowns) < 9 {
		t.Fatalf("only %d days", len(s.Breakdowns))
	}
	for day, g := range s.Breakdowns {
		since, _ := zone.Since(day)
		until, _ := zone.Until(day)
		part := total(t, session.CostRequest{Since: since, Until: until}, runs, p)
		if part.InputTokens != g.InputTokens || part.SessionCount > g.SessionCount || part.RunCount < g.RunCount {
			t.Errorf("%s: the group has %d tokens of %d sessions, the range %d of %d", day, g.InputTokens, g.SessionCount, part.InputTokens, part.SessionCount)
		}
	}
}

// TestDaysOfTheZone: the same request is on another day elsewhere.
func TestDaysOfTheZone(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("a", answered(23*60, "k1", "m", 1), answered(25*60, "k2", "m", 10)) // 2026-07-01T23:00Z and 2026-07-02T01:00Z
	for offset, want := range map[int64]string{0: "2026-07-01=1 2026-07-02=10", -7 * 3600: "2026-07-01=11", 9 * 3600: "2026-07-02=11"} {
		s := total(t, session.CostRequest{GroupBy: session.GroupByDay, Zone: session.NewZone("", offset)}, "", p)
		var got []string
		for _, day := range []string{"2026-06-30", "2026-07-01", "2026-07-02", "2026-07-03"} {
			if g, ok := s.Breakdowns[day]; ok {
				got = append(got, fmt.Sprintf("%s=%d", day, g.InputTokens))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: %v, want %s", offset, got, want)
		}
	}
}

// TestRunsCountWhenTheyBegan: runs are bounded by their own times; a run never
// adds what its session's own requests say at another time.
func TestRunsCountWhenTheyBegan(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("full", answered(0, "k1", "claude-sonnet-5", 1))
	p.add("bare", adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Time: minute(0)})
	runs := strings.Join([]string{
		`{"runId":"1","agent":"claude","sessionId":"full","model":"m","costUsd":9,"inputTokens":100000,"timestamp":"2026-07-02T00:00:00Z"}`,
		`{"runId":"2","agent":"claude","sessionId":"bare","model":"m","costUsd":0.5,"inputTokens":100,"timestamp":"2026-07-02T00:00:00Z"}`,
		`{"runId":"3","agent":"codex","sessionId":"gone","model":"m","inputTokens":1000,"timestamp":"2026-06-30T00:00:00Z"}`,
		`{"runId":"4","agent":"codex","sessionId":"gone","model":"m","inputTokens":10000,"timestamp":"2026-07-02T00:00:00Z"}`,
	}, "\n")
	for _, c := range []struct {
		req                    session.CostRequest
		tokens, sessions, runs int64
	}{
		{session.CostRequest{}, 11101, 3, 4},
		{session.CostRequest{Since: minute(aDay)}, 10100, 2, 3},
		{session.CostRequest{Until: minute(aDay - 1)}, 1001, 2, 1},
		{session.CostRequest{CreatedSince: minute(0)}, 101, 2, 2},
		{session.CostRequest{CreatedUntil: minute(-1)}, 11000, 1, 2},
	} {
		if s := total(t, c.req, runs, p); s.InputTokens != c.tokens || s.SessionCount != c.sessions || s.RunCount != c.runs {
			t.Errorf("%+v: %d tokens, %d sessions, %d runs; want %d, %d, %d", c.req, s.InputTokens, s.SessionCount, s.RunCount, c.tokens, c.sessions, c.runs)
		}
	}
}

// dated is a paper whose sessions' last times are known without a walk.
type dated struct {
	paper
	walked map[string]int
}

func (d *dated) Updated(_ *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (t session.Time, _ error) {
	for _, r := range d.sessions[ref.ID] {
		t = session.Latest(t, r.Time)
		if r.Facts != nil {
			t = session.Latest(t, r.Facts.Updated)
		}
	}
	return t, nil
}

func (d *dated) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	d.walked[ref.ID]++
	return d.paper.Walk(env, ix, ref, want, out)
}

func (d *dated) list(t *testing.T, req session.ListRequest) (ids []string) {
	t.Helper()
	h := hosttest.Host(hosttest.NewMounts())
	c := New(&h, func(n fault.Diagnostic) { t.Error(n) })
	d.walked = map[string]int{}
	if req.Limit == 0 {
		req.Limit = 1000
	}
	ix, _ := d.Discover(nil)
	out, _, err := c.listFound([]agentDiscovery{{a: d, ix: ix}}, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	sortSummaries(out, req)
	for i := range out[:min(int64(len(out)), req.Limit)] {
		ids = append(ids, out[i].SessionID)
	}
	return ids
}

func spoken(minutes ...int64) (out []adapter.Record) {
	for _, n := range minutes {
		out = append(out, adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Text: "x", Time: minute(n)})
	}
	return out
}

// TestActiveSessions: a session is active where a record of its own is, not
// between its first and its last, and not where its copies are.
func TestActiveSessions(t *testing.T) {
	d := &dated{paper: paper{name: "claude"}}
	d.add("gap", spoken(0, 60*aDay)...)
	fork := spoken(30*aDay, 70*aDay)
	fork[0].Copied = true
	d.add("fork", fork...)
	aside := spoken(40*aDay, 45*aDay)
	aside[1].Aside = true
	d.add("aside", aside...)
	copies := spoken(20 * aDay)
	copies[0].Copied = true
	d.add("copy", copies...)
	stated := spoken(50 * aDay)
	stated[0].Facts = &adapter.Facts{Created: minute(48 * aDay), Updated: minute(52 * aDay)}
	d.add("stated", stated...)
	d.add("timeless", adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Text: "x"}).ModTime = minute(80 * aDay)
	for _, c := range []struct {
		since, until int64
		want         string
	}{
		{0, 0, "gap"}, {1, 59 * aDay, "stated aside"}, {29 * aDay, 31 * aDay, ""}, {70 * aDay, 71 * aDay, "fork"}, {60 * aDay, 60 * aDay, "gap"},
		{44 * aDay, 46 * aDay, ""}, {19 * aDay, 21 * aDay, ""}, {48 * aDay, 48 * aDay, "stated"}, {52 * aDay, 52 * aDay, "stated"}, {53 * aDay, 55 * aDay, ""},
		{80 * aDay, 90 * aDay, "timeless"}, {65 * aDay, 1000 * aDay, "timeless fork"},
	} {
		req := session.ListRequest{ActiveSince: minute(c.since), ActiveUntil: minute(c.until)}
		if got := strings.Join(d.list(t, req), " "); got != c.want {
			t.Errorf("%d to %d: %q, want %q", c.since/aDay, c.until/aDay, got, c.want)
		}
		req.Sort, req.SortDirection = session.SortKeyDate, session.SortDirectionAsc
		if got := len(d.list(t, req)); got != len(strings.Fields(c.want)) {
			t.Errorf("%d to %d, oldest first: %d sessions", c.since/aDay, c.until/aDay, got)
		}
	}
	if got := strings.Join(d.list(t, session.ListRequest{ActiveUntil: minute(10 * aDay)}), " "); got != "gap" {
		t.Errorf("until alone: %q", got)
	}
	if got := strings.Join(d.list(t, session.ListRequest{ActiveSince: minute(65 * aDay)}), " "); got != "timeless fork" {
		t.Errorf("since alone: %q", got)
	}
}

// TestActiveListsAreCut: with a limit a list is the head of the whole one, and
// sessions that ended before the range are not walked.
func TestActiveListsAreCut(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	d := &dated{paper: paper{name: "claude"}}
	times := map[string][]int64{}
	for i := range 200 {
		id := fmt.Sprintf("s%03d", i)
		begin := r.Int64N(100)
		times[id] = []int64{begin * aDay, (begin + r.Int64N(20)) * aDay}
		d.add(id, spoken(times[id]...)...).ModTime = minute(200 * aDay)
	}
	for _, span := range [][2]int64{{90, 0}, {50, 52}, {0, 3}, {110, 200}, {99, 99}} {
		req := session.ListRequest{ActiveSince: minute(span[0] * aDay), ActiveUntil: minute(span[1] * aDay)}
		if span[1] == 0 {
			req.ActiveUntil = 0
		}
		all := d.list(t, req)
		ended, want := 0, 0
		for _, m := range times {
			if m[1] < span[0]*aDay {
				ended++
			}
			for _, n := range m {
				if n >= span[0]*aDay && (span[1] == 0 || n <= span[1]*aDay) {
					want++
					break
				}
			}
		}
		if len(all) != want || len(d.walked) != 200-ended {
			t.Errorf("%v: %d sessions, want %d; %d are walked, and %d had ended before", span, len(all), want, len(d.walked), ended)
		}
		for _, sort := range []session.SortKey{session.SortKeyTurns, session.SortKeyCost} {
			req.Sort = sort
			if got := d.list(t, req); len(got) != want || len(d.walked) != 200-ended {
				t.Errorf("%v by %s: %d sessions, %d walked", span, sort, len(got), len(d.walked))
			}
		}
		req.Sort = ""
		for _, req.Limit = range []int64{1, 3, 40} {
			if got := d.list(t, req); fmt.Sprint(got) != fmt.Sprint(all[:min(int(req.Limit), len(all))]) {
				t.Errorf("%v, limit %d: %v, want %v", span, req.Limit, got, all[:min(int(req.Limit), len(all))])
			}
		}
	}
}
