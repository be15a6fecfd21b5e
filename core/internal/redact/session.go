package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/session"
)

// Session redacts every text of a session but ids, and sets what was replaced. The owner of its
// working directory is known in all of its texts. check is called before each message and ends the work.
func (r *Redactor) Session(s *session.Session, check func() error) error {
	s.Title = r.WholeTitle(s.Title, len(s.Messages), func(i int) string { return s.Messages[i].Content })
	list := s.Messages
	s.Messages = nil
	s.MapTexts(r)
	s.Messages = list
	for i := range list {
		if err := check(); err != nil {
			return err
		}
		list[i].MapTexts(r)
	}
	s.Redactions = r.Counts()
	return nil
}

// WholeTitle returns the title of n messages such that it does not end in the middle of a secret: one
// that may be cut is made again of the redacted prompt, or else loses its last word.
func (r *Redactor) WholeTitle(title string, n int, content func(i int) string) string {
	if utf8.RuneCountInString(title) < session.TitleLimit-1 { // a space at the end is not kept
		return title
	}
	for i := range n {
		if text := content(i); session.Title(text) == title {
			return session.Title(r.uncounted(text))
		}
	}
	if i := strings.LastIndexByte(title, ' '); i > 0 {
		return title[:i]
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
