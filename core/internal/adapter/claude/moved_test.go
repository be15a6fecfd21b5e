package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// Rule: where the project was moved between prompts, both folders find the session, and it continues
// in the newer one.
func TestMovedFolder(t *testing.T) {
	const id, before, after = "b0000044-0000-4000-8000-000000000044", "/home/dev/projects/oldplace", "/home/dev/projects/newplace"
	h := openOwn(t, "moved-folder")
	for _, folder := range []string{before, after} {
		for name, req := range map[string]session.ListRequest{"cwd": {Cwd: folder}, "under": {Under: folder}} {
			if list, err := h.catalog().List(req); err != nil || len(list) != 1 {
				t.Errorf("%s %s: %d sessions, %v", name, folder, len(list), err)
			}
		}
		if total, err := h.catalog().TotalCost(session.CostRequest{Cwd: folder}); err != nil || total.SessionCount != 1 || total.TotalUSD == nil {
			t.Errorf("cost in %s: %v, %v", folder, total, err)
		}
		if stats, err := h.catalog().Stats(session.StatsRequest{Under: folder}); err != nil || stats.SessionCount != 1 {
			t.Errorf("stats in %s: %v", folder, err)
		}
		if found, _, err := h.catalog().Search(session.SearchRequest{Text: "the", Cwd: folder}); err != nil || len(found) > 1 {
			t.Errorf("search in %s: %d, %v", folder, len(found), err)
		}
	}
	s := h.get(t, id)
	if len(s.Spans) != 2 || s.Spans[0].From != 0 || s.Spans[0].Cwd != before || s.Spans[1].Cwd != after || s.Messages[s.Spans[1].From].Role != "user" || s.Cwd != before {
		t.Errorf("cwd %s, spans %+v", s.Cwd, s.Spans)
	}
	c, err := h.catalog().Command(session.CommandRequest{Agent: "claude", SessionID: id})
	if err != nil || c.Cwd != after {
		t.Errorf("command in %s, %v", c.Cwd, err)
	}
}

// Rule: a command that changes the directory moves no project.
func TestChangedDirectory(t *testing.T) {
	h := oneSession(t, userLine("one", `,"cwd":"/w/p"`), userLine("two", `,"cwd":"/w/p/sub"`), userLine("three", `,"cwd":"/w"`))
	if s := h.get(t, "own"); s.Spans != nil {
		t.Errorf("%+v", s.Spans)
	}
}
