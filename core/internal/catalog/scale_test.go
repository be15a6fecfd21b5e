package catalog

import (
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// TestCostOfManyRelated adds up sessions: each is the subagent of the one before, and
// all repeat one request. A walk up to the root for each of them, or a
// look through the sessions seen so far, would take billions of steps.
func TestCostOfManyRelated(t *testing.T) {
	n := 60_000
	if testing.Short() {
		n = 6000
	}
	p := &paper{name: "claude"}
	for i := range n {
		facts := &adapter.Facts{}
		if i > 0 {
			facts = &adapter.Facts{Subagent: true, ParentID: strconv.Itoa(i - 1)}
		}
		first := answered(int64(i), "shared", "claude-sonnet-5", 100)
		first.Facts = facts
		p.add(strconv.Itoa(i), first, answered(int64(i), "own"+strconv.Itoa(i), "claude-sonnet-5", 1))
	}
	s := total(t, session.CostRequest{GroupBy: session.GroupBySession}, "", p)
	if want := int64(100 + n); s.InputTokens != want || s.SessionCount != 1 || len(s.Breakdowns) != 1 {
		t.Errorf("%d tokens of %d sessions, want %d of one", s.InputTokens, s.SessionCount, want)
	}
	for i := range p.refs { // and the same as sessions of their own
		p.sessions[p.refs[i].ID][0].Facts = nil
	}
	s = total(t, session.CostRequest{GroupBy: session.GroupBySession}, "", p)
	if s.InputTokens != int64(100+n) || s.SessionCount != int64(n) || s.Inherited.InputTokens != int64(100*(n-1)) {
		t.Errorf("%d tokens of %d sessions, %d inherited", s.InputTokens, s.SessionCount, s.Inherited.InputTokens)
	}
}

// TestLoopOfParents: sessions that name each other as parents count once.
func TestLoopOfParents(t *testing.T) {
	p := &paper{name: "claude"}
	for i, parent := range []string{"2", "0", "1", "0"} {
		r := answered(int64(i), "k"+strconv.Itoa(i), "claude-sonnet-5", 1)
		r.Facts = &adapter.Facts{Subagent: true, ParentID: parent}
		p.add(strconv.Itoa(i), r)
	}
	s := total(t, session.CostRequest{GroupBy: session.GroupBySession}, "", p)
	if s.InputTokens != 4 || len(s.Breakdowns) > 1 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}
