package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: a session's file of nothing but a subagent's lines shows them; with one line of its own it does not.
func TestOnlySidechain(t *testing.T) {
	h := openMounts(t, hosttest.NewMounts().File("claude/projects/-p/own.jsonl", spender("1", "zbegin")))
	s := h.get(t, "own")
	if s.Title != "zbegin" || len(s.Messages) != 2 || s.TurnCount != 1 || s.Cost.TotalUSD.String() != "1" || s.Cost.Subagents != nil {
		t.Errorf("%q, %d messages, cost %s", s.Title, len(s.Messages), s.Cost.AppendJSON(nil))
	}
	if total, err := h.catalog().TotalCost(session.CostRequest{}); err != nil || total.TotalUSD.String() != "1" || total.Subagents != nil {
		t.Errorf("%s, %v", total.AppendJSON(nil), err)
	}
	if found, _, err := h.catalog().Search(session.SearchRequest{Text: "zworkflow"}); err != nil || len(found) != 1 {
		t.Errorf("search finds %d", len(found))
	}
	h = openMounts(t, hosttest.NewMounts().File("claude/projects/-p/own.jsonl", append(spender("1", "zbegin"), userLine("own", "")+"\n"...)))
	if s := h.get(t, "own"); s.Title != "own" || len(s.Messages) != 1 || s.Cost.Subagents == nil {
		t.Errorf("%q, %d messages", s.Title, len(s.Messages))
	}
}
