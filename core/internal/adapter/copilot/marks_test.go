package copilot_test

import "testing"

// Rule: the context of a skill is no part of a prompt, in events and in the index.
func TestMarks(t *testing.T) {
	for in, want := range map[string]string{
		`<skill-context name=\"x\">zhidden</skill-context>\n\nztyped it`: "ztyped it", `<skill-context name=\"x\"> what is that`: `<skill-context name="x"> what is that`,
		`what is <skill-context>x</skill-context>`: "what is <skill-context>x</skill-context>",
	} {
		h := made(t, start(1, "1.0.102", ""), user(2, in), answer(3, "ok", ""))
		if s, _ := h.get(uuid(1)); s.Title != want || s.Messages[0].Content != want {
			t.Errorf("%s: title %q", in, s.Title)
		}
	}
	h := made(t, start(1, "1.0.102", ""), user(2, "ztyped"), user(3, `<skill-context name=\"x\">zhidden</skill-context>`), answer(4, "ok", ""))
	if s, _ := h.get(uuid(1)); len(s.Messages) != 2 {
		t.Errorf("%d messages", len(s.Messages))
	}
}
