package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// Rule: files as older descriptions state them (spec 4.2.1): an event per
// line, cost events summed, the fork's origin in the first line's metadata.
func TestDescribedLayout(t *testing.T) {
	h := oneSession(t,
		`{"type":"metadata","metadata":{"forkedFrom":"a1b2","cwd":"/w"},"timestamp":"2025-01-15T10:00:00Z"}`,
		`{"type":"message","role":"user","content":"Refactor auth","timestamp":"2025-01-15T10:00:01Z"}`,
		`{"type":"message","role":"assistant","id":"m1","model":"claude-x","content":[{"type":"text","text":"On it."}],"timestamp":"2025-01-15T10:00:02Z"}`,
		`{"type":"tool_call","id":"t1","name":"Bash","input":{"command":"ls"},"timestamp":"2025-01-15T10:00:03Z"}`,
		`{"type":"tool_result","tool_use_id":"t1","content":"a.go","timestamp":"2025-01-15T10:00:04Z"}`,
		`{"type":"cost","costUSD":0.01,"model":"claude-x","usage":{"input_tokens":10,"output_tokens":5},"timestamp":"2025-01-15T10:00:05Z"}`,
		`{"type":"message","role":"user","content":"Thanks","timestamp":"2025-01-15T10:00:06Z"}`,
		`{"type":"message","role":"assistant","id":"m2","model":"claude-x","content":"Welcome.","timestamp":"2025-01-15T10:00:07Z"}`,
		`{"type":"cost","costUSD":0.0025,"model":"claude-x","timestamp":"2025-01-15T10:00:08Z"}`)
	s := h.get(t, "own")
	same(t, "script", script(s), `
		user Refactor auth
		assistant On it.
		assistant +Bash
		tool Bash
		user Thanks
		assistant Welcome.
	`)
	if s.ForkedFrom != "a1b2" || s.Cwd != "/w" || s.Title != "Refactor auth" || s.TurnCount != 2 || s.Model != "claude-x" {
		t.Errorf("forked %q cwd %q title %q turns %d model %q", s.ForkedFrom, s.Cwd, s.Title, s.TurnCount, s.Model)
	}
	if s.CreatedAt.String() != "2025-01-15T10:00:01.000Z" || s.UpdatedAt.String() != "2025-01-15T10:00:08.000Z" {
		t.Errorf("%s to %s", s.CreatedAt, s.UpdatedAt)
	}
	if c := s.Cost; c.TotalUSD == nil || c.TotalUSD.String() != "0.0125" || c.Source != "recorded" || c.InputTokens != 10 || c.OutputTokens != 5 {
		t.Errorf("cost %s", c.AppendJSON(nil))
	}
	n := 0
	for _, r := range h.walk(t, "own", adapter.Want{Usage: true}) {
		if r.USD != nil {
			n++
		}
	}
	if n != 2 {
		t.Errorf("reading only usage finds %d cost events, want 2", n)
	}
}

// The reference may be on a first line of any type, as a string or as an
// object.
func TestDescribedFork(t *testing.T) {
	for _, line := range []string{
		`{"metadata":{"forkedFrom":"p"}}`,
		`{"type":"session_start","forkedFrom":"p"}`,
		`{"type":"user","uuid":"u","forkedFrom":{"sessionId":"p","messageUuid":"x"},"message":{"role":"user","content":"hi"}}`,
	} {
		h := oneSession(t, line, `{"type":"user","uuid":"v","message":{"role":"user","content":"hi"}}`)
		if s := h.get(t, "own"); s.ForkedFrom != "p" {
			t.Errorf("%s: forked from %q", line, s.ForkedFrom)
		}
	}
}
