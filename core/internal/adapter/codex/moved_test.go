package codex_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: where the project was moved between prompts, both folders find the session, and it continues
// in the newer one.
func TestMovedFolder(t *testing.T) {
	const before, after = "/home/dev/projects/oldplace", "/home/dev/projects/newplace"
	mounts := hosttest.NewMounts().Load(t, "codex", "testdata/moved-folder/home/.codex")
	h := &home{t: t, mounts: mounts, host: adaptertest.HostOver(t, mounts)}
	var found string
	for _, folder := range []string{before, after} {
		list, err := h.catalog().List(session.ListRequest{Under: folder})
		if err != nil || len(list) != 1 {
			t.Fatalf("under %s: %d sessions, %v", folder, len(list), err)
		}
		found = list[0].SessionID
		if total, err := h.catalog().TotalCost(session.CostRequest{Cwd: folder}); err != nil || total.SessionCount != 1 {
			t.Errorf("cost in %s: %v", folder, err)
		}
	}
	s := h.get(found)
	if len(s.Spans) != 2 || s.Spans[0].Cwd != before || s.Spans[1].Cwd != after || s.Messages[s.Spans[1].From].Role != "user" {
		t.Errorf("spans %+v", s.Spans)
	}
	c, err := h.catalog().Command(session.CommandRequest{Agent: "codex", SessionID: found})
	if err != nil || c.Cwd != after {
		t.Errorf("command in %s, %v", c.Cwd, err)
	}
}
