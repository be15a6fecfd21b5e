package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: one id in two project folders is one session; the longer file supersedes the other, whose
// requests count once.
func TestOneIDInTwoFolders(t *testing.T) {
	line := func(id string) string {
		return strings.Replace(spent(id, ""), "claude-opus-5", "claude-haiku-4-5", 1) + "\n"
	}
	for _, longer := range []string{"-a", "-z"} {
		m := hosttest.NewMounts()
		for _, folder := range []string{"-a", "-z"} {
			data := userLine("zprompt", "") + "\n" + line("1")
			if folder == longer {
				data += line("2") + line("3")
			} else {
				data += line("4")
			}
			m.File("claude/projects/"+folder+"/own.jsonl", []byte(data)).File("claude/projects/"+folder+"/own/subagents/agent-1.jsonl", spender("s", "sub"))
		}
		h := openMounts(t, m)
		list, err := h.catalog().List(session.ListRequest{Agent: "claude"})
		if err != nil || len(list) != 1 || list[0].SessionID != "own" || list[0].MessageCount != 4 {
			t.Errorf("%s: %+v, %v", longer, list, err)
		}
		all, err := h.catalog().List(session.ListRequest{Agent: "claude", Superseded: true})
		if err != nil || len(all) != 2 {
			t.Errorf("%s: %d with superseded", longer, len(all))
		}
		ids := map[string]bool{}
		for _, s := range all {
			if ids[s.UnifiedID] = true; s.SessionID != "own" && s.SupersededBy != "own" {
				t.Errorf("%s: %s superseded by %q", longer, s.SessionID, s.SupersededBy)
			}
		}
		total, err := h.catalog().TotalCost(session.CostRequest{})
		if err != nil || total.TotalUSD.String() != "5" || total.SessionCount != 1 || len(ids) != 2 {
			t.Errorf("%s: %s, %v", longer, total.AppendJSON(nil), err)
		}
		if s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: "own"}); err != nil || s.MessageCount != 4 || s.Title != "zprompt" || s.ForkedFrom != "" {
			t.Errorf("%s: %d messages", longer, s.MessageCount)
		}
	}
}
