package claude_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// Rule: CLAUDE_CONFIG_DIR may name several folders, and Claude Desktop has one for each task.
func TestFurtherFolders(t *testing.T) {
	m := hosttest.NewMounts()
	for id, folder := range map[string]string{"a": "claude", "b": "claude-2", "c": "claude-3", "d": "claude-desktop/account/org/local_task/.claude",
		"e": "claude-desktop/x/.claude"} {
		m.File(folder+"/projects/-p/"+id+".jsonl", spender(id, id))
	}
	m.File("claude-desktop/account/org/local_task/audit.jsonl", spender("f", "f")).File("claude-desktop/a/b/c/d/e/f/g/h/.claude/projects/-p/g.jsonl", spender("g", "g"))
	h := openMounts(t, m)
	var ids []string
	for i := range h.ix.Refs {
		ids = append(ids, h.ix.Refs[i].ID)
	}
	slices.Sort(ids)
	if got := strings.Join(ids, " "); got != "a b c d e" || len(h.notes) != 0 {
		t.Errorf("sessions %s, diagnostics %v", got, h.notes)
	}
}
