package mcp

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// encodedBytes is how many bytes a character has as JSON that encoding/json wrote.
func encodedBytes(r rune) int {
	switch r {
	case '"', '\\', '\n', '\t', '\r', '\b', '\f':
		return 2
	case '<', '>', '&', '\u2028', '\u2029':
		return 6
	}
	if r < ' ' {
		return 6
	}
	return utf8.RuneLen(r)
}

// cutJSON returns the beginning of a text that has at most room bytes as JSON, and how many bytes of
// the text are left out. A character is never cut.
func cutJSON(text string, room int) (kept string, left int) {
	for i, r := range text {
		if room -= encodedBytes(r); room < 0 {
			return text[:i], len(text) - i
		}
	}
	return text, 0
}

// skipBytes returns a text without its first n bytes, from the next whole character on.
func skipBytes(text string, n int) string {
	if n >= len(text) {
		return ""
	}
	for n < len(text) && !utf8.RuneStart(text[n]) {
		n++
	}
	return text[n:]
}

// jsonBytes is how many bytes a value has as JSON.
func jsonBytes(v any) int {
	text, err := json.Marshal(v)
	usage.Must(err)
	return len(text)
}

// newCleaner returns what makes a text of a session fit for an answer: without characters that a
// reader cannot see, and without secrets unless those are wanted. cwd is the session's folder, whose
// owner is then known.
func (s *mcpServer) newCleaner(cwd string) func(string) string {
	if !s.redact {
		return terminal.Printable
	}
	redact := core.NewRedactor(cwd)
	return func(text string) string { return terminal.Printable(redact(text)) }
}

// wholeTitle returns a title that does not end in the middle of a secret.
func (s *mcpServer) wholeTitle(title string) string {
	if !s.redact || utf8.RuneCountInString(title) < session.TitleLimit-1 { // a space at the end is not kept
		return title
	}
	return title[:max(strings.LastIndexByte(title, ' '), 0)]
}
