// Package export renders a session as text: canonical JSON indented by two
// spaces, JSON lines after a header line, or a markdown transcript. It is a
// pure function of the session.
package export

import "github.com/heddle-dev/heddle/core/session"

// The formats.
const (
	JSON     = "json"
	JSONL    = "jsonl"
	Markdown = "markdown"
	HTML     = "html" // a page, which Page frames
)

// IsKnownFormat reports whether Render takes the format.
func IsKnownFormat(format string) bool {
	return format == JSON || format == JSONL || format == Markdown
}

// Render renders s in a known format; an unknown one gives nil. Every format
// ends in a newline.
func Render(s *session.Session, format string) []byte {
	if !IsKnownFormat(format) {
		return nil
	}
	var out []byte
	x := NewStream(format, func(b []byte) error { out = append(out, b...); return nil })
	_ = x.Begin(s)
	for i := range s.Messages {
		_ = x.Message(&s.Messages[i])
	}
	_ = x.End()
	return out
}
