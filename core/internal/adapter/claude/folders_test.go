package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: folders of Windows that differ in case alone are one, for filters and groups.
func TestFoldersOfWindows(t *testing.T) {
	m := hosttest.NewMounts()
	for id, cwd := range map[string]string{"a": `C:\\work\\p`, "b": `c:\\Work\\P`} {
		line := strings.Replace(spent(id, ""), `"sessionId":"own"`, `"sessionId":"`+id+`","cwd":"`+cwd+`"`, 1)
		m.File("claude/projects/-p/"+id+".jsonl", []byte(line+"\n"))
	}
	h := openMounts(t, m)
	total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: session.GroupByCwd})
	if err != nil || len(total.Breakdowns) != 1 {
		t.Errorf("%s, %v", total.AppendJSON(nil), err)
	}
	for _, req := range []session.CostRequest{{Cwd: `C:\WORK\p`}, {Cwd: "p"}, {Under: `c:\work`}} {
		if got, err := h.catalog().TotalCost(req); err != nil || got.SessionCount != 2 {
			t.Errorf("%+v: %d sessions, %v", req, got.SessionCount, err)
		}
	}
}
