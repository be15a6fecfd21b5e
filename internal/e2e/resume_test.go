package e2e

import (
	"errors"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// testSecondWriter resumes a session that another process of the agent has open, and
// one that does not exist: a refusal says which of the two it is, and leaves no
// session in the store.
func testSecondWriter(t *testing.T, w *world) {
	s := w.start(t, w.options())
	w.turn(t, s, modelserver.SceneText)
	o := w.options()
	o.Resume = s.NativeSessionID()
	second, err := heddle.StartAgent(t.Context(), o)
	switch {
	case err == nil:
		w.stop(t, second)
		if w.agent.name == "codex" {
			t.Error("a second writer is not refused")
		}
	case w.agent.name == "codex" && !errors.Is(err, heddle.ErrConflict):
		t.Errorf("a second writer: %v", err)
	default:
		t.Logf("a second writer: %v", err)
	}
	w.stop(t, s)
	o.Resume = "0b6c3c3a-915d-4e63-8dc0-f1c6c9caa406"
	if unknown, err := heddle.StartAgent(t.Context(), o); !errors.Is(err, heddle.ErrSessionNotFound) {
		t.Errorf("an unknown session: %v", err)
		if err == nil {
			w.stop(t, unknown)
		}
	}
	list, err := w.client.Store.List(t.Context())
	if err != nil || len(list.Items) != 1 || list.Items[0].SessionID != s.SessionID() {
		t.Errorf("the store has %v, %v", list.Items, err)
	}
	all, err := w.client.Sessions.List(t.Context())
	if err != nil || len(all.Items) != 1 || !slices.Contains([]string{s.NativeSessionID(), s.SessionID()}, all.Items[0].SessionID) {
		t.Errorf("the list has %v, %v", all.Items, err)
	}
}
