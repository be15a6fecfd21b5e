package catalog

import (
	"math"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// ListPage is List, with a page where the limit leaves sessions out: one more is listed
// to see whether there are any.
func (c *Catalog) ListPage(req session.ListRequest) ([]session.SessionSummary, *session.Page, error) {
	if req.Limit == 0 {
		req.Limit = session.DefaultListLimit
	}
	limit := req.Limit
	if limit < math.MaxInt64 {
		req.Limit++
	}
	out, atMost, err := c.list(req)
	if int64(len(out)) <= limit {
		return out, nil, err
	}
	return out[:limit], &session.Page{AtMost: atMost}, nil
}

// List returns summaries of one agent's sessions, or of all agents'.
func (c *Catalog) List(req session.ListRequest) ([]session.SessionSummary, error) {
	out, _, err := c.list(req)
	return out, err
}

// list also returns how many sessions there are at most without the limit: those that
// were not read are counted by their names.
func (c *Catalog) list(req session.ListRequest) (all []session.SessionSummary, atMost int64, err error) {
	if req.Limit == 0 {
		req.Limit = session.DefaultListLimit
	}
	actions, err := newActionFilter(req.Edited, req.Failed)
	if err != nil {
		return nil, 0, err
	}
	if err := c.loadFacts(); err != nil {
		return nil, 0, err
	}
	agents, err := selectAdapters(req.Agent)
	if err != nil {
		return nil, 0, err
	}
	found, err := c.discoverWithImports(agents, req.Strict)
	if err != nil {
		return nil, 0, err
	}
	// The store follows the agents: a copy in it is listed when walking its
	// original shows that the original can no longer be read.
	n := len(found)
	if found[n-1].a.Name() == heddle.Name {
		n--
	}
	for _, part := range [][]agentDiscovery{found[:n], found[n:]} {
		out, n, err := c.listFound(part, req, actions)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, out...)
		atMost += n
	}
	c.sayDrift()
	c.noteLeftOut(countLeftOut(transcript.TimeRange{Since: req.Since, Until: req.Until}, transcript.TimeRange{Since: req.ActiveSince, Until: req.ActiveUntil}, found, req.Subagents, len(all)))
	sortSummaries(all, req)
	return all[:min(int64(len(all)), req.Limit)], atMost, nil
}

// listFound lists sessions of several agents as one list: at least those that
// belong to the first ones of all agents, and how many there are at most.
func (c *Catalog) listFound(found []agentDiscovery, req session.ListRequest, actions *actionFilter) (out []session.SessionSummary, atMost int64, err error) {
	l := &sessionList{c: c, req: req, actions: actions}
	defer l.flushDiagnostics()
	for i := range found {
		d := &found[i]
		src := l.addSource(d.a, d.ix)
		src.notes = d.notes
		if d.err == nil {
			continue
		}
		if req.Agent != "" || req.Strict || fault.CodeOf(d.err) == fault.Timeout {
			return nil, 0, d.err
		}
		src.env.Diagnose(fault.DiagnosticOf(d.a.Name(), d.err))
	}
	if l.isByDate() {
		return l.walkNewest()
	}
	out, err = l.walkAll()
	return out, int64(len(out)), err
}

// sortSummaries orders by the request's key; ties by unifiedId, ascending.
// Sessions without a figure in USD follow all others.
func sortSummaries(s []session.SessionSummary, req session.ListRequest) {
	order.SortStable(s, func(i, j int) bool { return isListedBefore(&s[i], &s[j], &req) })
}

// isListedBefore reports whether a list of a request has a before b.
func isListedBefore(a, b *session.SessionSummary, req *session.ListRequest) bool {
	if req.Sort == session.SortKeyCost {
		if ha, hb := hasPrice(a), hasPrice(b); ha != hb {
			return ha
		}
	}
	if x, y := sortKey(a, req.Sort), sortKey(b, req.Sort); x != y {
		return (x < y) == (req.SortDirection == session.SortDirectionAsc)
	}
	return a.UnifiedID < b.UnifiedID
}

func hasPrice(s *session.SessionSummary) bool { return s.Cost != nil && s.Cost.TotalUSD != nil }

func sortKey(s *session.SessionSummary, by session.SortKey) int64 {
	switch by {
	case session.SortKeyCost:
		if hasPrice(s) {
			return int64(*s.Cost.TotalUSD)
		}
		return 0
	case session.SortKeyTurns:
		return s.TurnCount
	}
	return int64(s.UpdatedAt)
}

// countNoun renders "1 record", "2 records".
func countNoun(n int64, noun string) string {
	s := string(canon.AppendInt(nil, n)) + " " + noun
	if n != 1 {
		s += "s"
	}
	return s
}
