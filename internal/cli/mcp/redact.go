package mcp

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

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
