package e2e

import (
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// testSecondWriter resumes a session that another process of the agent has open, and
// one that does not exist.
func testSecondWriter(t *testing.T, w *world) {
	s := w.start(t, w.options())
	w.turn(t, s, modelserver.SceneText)
	o := w.options()
	o.Resume = s.NativeSessionID()
	second, err := heddle.StartAgent(t.Context(), o)
	t.Logf("second: %v", err)
	if err == nil {
		r, err := second.Query(t.Context(), promptOf(modelserver.SceneText))
		t.Logf("second's turn: %+v %v", r, err)
		second.Stop(t.Context())
	}
	w.stop(t, s)
	o.Resume = "0b6c3c3a-915d-4e63-8dc0-f1c6c9caa406"
	third, err := heddle.StartAgent(t.Context(), o)
	t.Logf("unknown: %v", err)
	if err == nil {
		r, err := third.Query(t.Context(), promptOf(modelserver.SceneText))
		t.Logf("unknown's turn: %+v %v", r, err)
		third.Stop(t.Context())
	}
	list, err := w.client.Store.List(t.Context())
	for _, x := range list.Items {
		t.Logf("stored %s %s %d %s", x.SessionID, x.Extra, x.Position, err)
	}
	all, err := w.client.Sessions.List(t.Context())
	for _, x := range all.Items {
		t.Logf("listed %s %v", x.UnifiedID, err)
	}
}
