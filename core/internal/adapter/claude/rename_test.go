package claude_test

import "testing"

// Rule: /rename, written as a local command of the program, titles the session.
func TestRename(t *testing.T) {
	h := oneSession(t, userLine("begin", ""),
		`{"type":"system","subtype":"local_command","uuid":"r","parentUuid":"u","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:03.000Z","content":"<command-name>/rename</command-name>\n            <command-message>rename</command-message>\n            <command-args>znew name</command-args>"}`,
		`{"type":"system","subtype":"local_command","uuid":"f","parentUuid":"r","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:04.000Z","content":"<command-name>/fork</command-name>\n<command-args>zfork</command-args>"}`)
	if s := h.get(t, "own"); s.Title != "znew name" || len(s.Messages) != 1 {
		t.Errorf("title %q, %d messages", s.Title, len(s.Messages))
	}
}
