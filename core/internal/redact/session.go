package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/session"
)

// Session redacts every text of a session but ids, and sets what was replaced. The owner of its
// working directory is known in all of its texts.
func (r *Redactor) Session(s *session.Session) {
	s.Title = r.wholeTitle(s)
	s.MapTexts(r)
	s.Redactions = r.Counts()
}

// wholeTitle returns a title that does not end in the middle of a secret: one that may be cut is made
// again of the redacted prompt, or else loses its last word.
func (r *Redactor) wholeTitle(s *session.Session) string {
	if utf8.RuneCountInString(s.Title) < session.TitleLimit-1 { // a space at the end is not kept
		return s.Title
	}
	for i := range s.Messages {
		if text := s.Messages[i].Content; session.Title(text) == s.Title {
			return session.Title(r.uncounted(text))
		}
	}
	if i := strings.LastIndexByte(s.Title, ' '); i > 0 {
		return s.Title[:i]
	}
	return ""
}

// uncounted is Text for a text that is counted where it is shown.
func (r *Redactor) uncounted(s string) string {
	counts := r.counts
	r.counts = make([]int64, len(counts))
	s = r.Text(s)
	r.counts = counts
	return s
}
