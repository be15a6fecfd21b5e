package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// TestSubagentsInsideFiles: what a subagent wrote into its parent's file is a branch by name, and a
// search of all branches finds it. The current branch is without it.
func TestSubagentsInsideFiles(t *testing.T) {
	for _, x := range []struct {
		home, id, text string
		messages       int // of the subagent
	}{
		{"claude-0.2.126", "claude:430d1ba9-3e70-4048-9592-7dbdcd8293a3", "HELPER-SCAN", 6},
		{"claude-1.0.24", "claude:62cd4ad8-cb62-49d5-ad01-771aa020c104", "HELPER-SCAN", 6},
		{"claude-1.0.120", "claude:5a3d502f-f94d-4a23-9d86-4571c770d7ec", "HELPER-SCAN", 6},
		{"copilot", "copilot:fcb430ec-2341-425c-a34f-78d0d84aa2b9", "SUBTASK", 4},
	} {
		home := "../../../testdata/agents/" + x.home + "/home"
		get := func(branch string) (s *session.Session) {
			ask(t, home, func(c *catalog.Catalog) (err error) {
				s, _, err = c.Get(session.GetRequest{UnifiedID: x.id, Branch: branch})
				return err
			})
			return s
		}
		holds := func(s *session.Session) bool {
			return slices.ContainsFunc(s.Messages, func(m session.Message) bool { return strings.Contains(m.Content, x.text) })
		}
		whole := get("")
		t.Log(x.home, len(whole.Messages), whole.Branches)
		if holds(whole) {
			t.Errorf("%s: the current branch has the subagent's texts", x.home)
		}
		found := 0
		for _, b := range whole.Branches {
			if s := get(b.LeafID); holds(s) {
				found++
				if len(s.Messages) != x.messages || b.MessageCount != int64(x.messages) {
					t.Errorf("%s: %d messages of %d, want %d", x.home, len(s.Messages), b.MessageCount, x.messages)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s: %d branches have the subagent's texts", x.home, found)
		}
	}
}
