package claude_test

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// spentOn is an answer that costs 5 USD, of a branch and a version.
func spentOn(id, branch, version, more string) string {
	if branch != "" {
		more += fmt.Sprintf(`,"gitBranch":"%s"`, branch)
	}
	return fmt.Sprintf(`{"type":"assistant","uuid":"%s","sessionId":"own","version":"%s","cwd":"/w/p"%s,"requestId":"r%s","timestamp":"2026-11-22T20:00:00.000Z","message":{"id":"msg_%s","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":1000000,"output_tokens":0}}}`, id, version, more, id, id)
}

// Rule: each request counts for the branch and the version of its own record, also a subagent's, and of
// one without them for none. The summary has what was recorded last, the spans every change.
func TestSourceOfRequests(t *testing.T) {
	h := oneSession(t, spentOn("a", "main", "2.1.9", ""), spentOn("b", "feature/x", "2.1.9", ""), spentOn("c", "tree", "2.1.9", `,"isSidechain":true`),
		spentOn("d", "feature/x", "2.2.0", ""), spentOn("e", "HEAD", "2.2.0", ""), spentOn("f", "", "2.2.0", ""))
	s := h.get(t, "own")
	spans := []session.Span{{Cwd: "/w/p", GitBranch: "main", AgentVersion: "2.1.9"}, {From: 1, Cwd: "/w/p", GitBranch: "feature/x", AgentVersion: "2.1.9"},
		{From: 2, Cwd: "/w/p", GitBranch: "feature/x", AgentVersion: "2.2.0"}, {From: 3, Cwd: "/w/p", AgentVersion: "2.2.0"}}
	if fmt.Sprint(s.Spans) != fmt.Sprint(spans) || s.GitBranch != "feature/x" || s.AgentVersion != "2.2.0" || s.Commit != "" || s.Repository != "" {
		t.Errorf("%+v of %s %s", s.Spans, s.GitBranch, s.AgentVersion)
	}
	for by, want := range map[session.GroupBy]map[string]string{
		session.GroupByGitBranch: {"main": "5", "feature/x": "10", "tree": "5", "": "10"},
		session.GroupByVersion:   {"2.1.9": "15", "2.2.0": "15"}, session.GroupByRepo: {"": "30"},
	} {
		total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: by})
		if err != nil || total.TotalUSD.String() != "30" || len(total.Breakdowns) != len(want) {
			t.Fatalf("%s: %s, %v", by, total.AppendJSON(nil), err)
		}
		for key, usd := range want {
			if g := total.Breakdowns[key]; g.TotalUSD.String() != usd || g.SessionCount != 1 {
				t.Errorf("%s %q: %s of %d sessions, want %s", by, key, g.TotalUSD, g.SessionCount, usd)
			}
		}
	}
	for usd, req := range map[string]session.CostRequest{
		"10": {GitBranches: []string{"feature/x"}}, "15": {GitBranches: []string{"main", "feature/x"}}, "20": {GitBranches: []string{"feature/x", "-"}},
		"5": {GitBranches: []string{"tree"}, Repositories: []string{"/w"}}, "0": {Repositories: []string{"/w/q", "p"}}, "30": {Repositories: []string{"/w"}},
		"15.0": {AgentVersions: []string{"2.1"}},
	} {
		total, err := h.catalog().TotalCost(req)
		if sessions := int64(1); err != nil || total.TotalUSD.String() != usd && total.TotalUSD.String()+".0" != usd || total.SessionCount != sessions && usd != "0" {
			t.Errorf("%+v: %s, want %s, %v", req, total.AppendJSON(nil), usd, err)
		}
	}
	for want, req := range map[int]session.ListRequest{1: {GitBranches: []string{"main"}}, 0: {GitBranches: []string{"tree", "mai"}}} {
		if list, err := h.catalog().List(req); err != nil || len(list) != want {
			t.Errorf("%+v: %d sessions, %v", req, len(list), err)
		}
	}
}
