package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// Rule: subagents' files are sessions of their own below their parent: in the
// parent's folder (from 2.1.30), beside it (2.0.60), whose first line names
// the parent, or inside its file (to 2.0.10).
func TestSubagents(t *testing.T) {
	for _, x := range []struct {
		fixture, id, parent, title string
		total                      int64
	}{
		{"claude", "d0c0308c-9f39-4637-83a7-815cd195b3e0/agent-a166cc1382993409a", "d0c0308c-9f39-4637-83a7-815cd195b3e0", "Scan date formats", 10445},
		{"claude-2.1.30", "ef6427d8-71f3-4e25-a543-6d4fd749a4a0/agent-a046f9a", "ef6427d8-71f3-4e25-a543-6d4fd749a4a0", "HELPER-SCAN: list the date formats used under src/.", 2744},
		{"claude-2.0.60", "agent-254effb3", "252fe39b-2c50-4346-be52-85d57e136c31", "", 2672},
		{"claude-2.0.60", "agent-1c5088e1", "3bff785a-79a5-451b-9cb5-43af846c59f9", "", 832},  // warm-up
		{"claude-2.0.60", "agent-0a8e56e5", "1f98ec4a-9e7b-4fc6-a627-f602ac199b68", "", 1014}, // of a session with 0 bytes
	} {
		h := openHome(t, x.fixture)
		s := h.get(t, x.id)
		if s.SessionID != x.id || !s.IsSubagent || s.ParentSessionID != x.parent || s.Title != x.title {
			t.Errorf("%s: %v below %q, title %q", s.SessionID, s.IsSubagent, s.ParentSessionID, s.Title)
		}
		if got := total(s.Cost); got != x.total {
			t.Errorf("%s: %d tokens, want %d", x.id, got, x.total)
		}
		if s.Cost.Inherited != nil {
			t.Errorf("%s: its lines are taken for copies", x.id)
		}
	}
}

func total(c *session.CostRecord) int64 {
	return c.InputTokens + c.OutputTokens + c.CachedTokens + c.CacheWriteTokens
}

// Rule: a session's spend includes its subagents', which are no sessions of
// the list.
func TestSubagentSpend(t *testing.T) {
	for _, x := range []struct {
		fixture, id     string
		tokens, of      int64 // all, and of subagents
		agents, visible int
	}{
		{"claude", "d0c0308c", 30349, 10445, 1, 8},
		{"claude-2.1.30", "ef6427d8", 9473, 2744, 1, 4},
		{"claude-2.0.60", "252fe39b", 11213, 4443, 3, 4}, // one real, two warm-ups
		{"claude-2.0.60", "3bff785a", 1771, 1771, 2, 2},  // the only tokens of a failed session
		{"claude-1.0.120", "5a3d502f", 10934, 3275, 0, 4},
		{"claude-1.0.24", "62cd4ad8", 9796, 2304, 0, 4},
		{"claude-0.2.126", "430d1ba9", 8946, 1935, 0, 4},
	} {
		h := openHome(t, x.fixture)
		s := h.get(t, x.id)
		if total(s.Cost) != x.tokens || s.Cost.Subagents == nil || len(s.Messages) != x.visible {
			t.Errorf("%s %s: %d tokens, %d messages, %s", x.fixture, x.id, total(s.Cost), len(s.Messages), s.Cost.AppendJSON(nil))
			continue
		}
		sub := s.Cost.Subagents
		if got := sub.InputTokens + sub.OutputTokens + sub.CachedTokens + sub.CacheWriteTokens; got != x.of {
			t.Errorf("%s %s: subagents %d tokens, want %d", x.fixture, x.id, got, x.of)
		}
		n := 0
		for _, sum := range h.list(t) {
			if sum.IsSubagent && sum.ParentSessionID == s.SessionID {
				n++
			}
		}
		if n != x.agents {
			t.Errorf("%s %s: %d subagents, want %d", x.fixture, x.id, n, x.agents)
		}
	}
}

// Rule: lines of a subagent inside the main file are neither prompts nor a
// branch of it.
func TestSidechainInTheMainFile(t *testing.T) {
	for fixture, id := range map[string]string{"claude-0.2.126": "430d1ba9", "claude-1.0.24": "62cd4ad8", "claude-1.0.120": "5a3d502f"} {
		same(t, fixture, script(openHome(t, fixture).get(t, id)), `
			user Find every date format …
			assistant I will ask a … +Task
			tool Task
			assistant The helper found two …
		`)
	}
}

// Finding the agents beside a session reads the heads of those files only.
func TestLooseAgentsAreReadOnce(t *testing.T) {
	h := openHome(t, "claude-2.0.60")
	read := map[string]int{}
	h.host.Files = spy{h.host.Files, func(path string) { read[path]++ }}
	if _, err := h.catalog().List(listAll); err != nil {
		t.Fatal(err)
	}
	heads := 0
	for path, n := range read {
		if strings.Contains(path, "/agent-") {
			heads++
			// its tail or its walk, as a child of its session, and its head
			if n > 4 {
				t.Errorf("%s was read %d times", path, n)
			}
		}
	}
	if heads != 31 {
		t.Errorf("%d agents were looked at, want 31", heads)
	}
}
