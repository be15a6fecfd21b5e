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

// WholeTitle returns the title of n messages, redacted as RedactedTitle says.
func (r *Redactor) WholeTitle(title string, n int, content func(i int) string) string {
	t := r.NewTitle(title)
	for i := 0; i < n && !t.done; i++ {
		t.Message(content(i))
	}
	return t.Redacted()
}

// RedactedTitle is the title of a session whose messages it receives. It does not end in
// the middle of a secret: one that may be cut is made again of the redacted prompt, or
// else loses its last word.
type RedactedTitle struct {
	r     *Redactor
	title string
	done  bool
}

// NewTitle returns the title of a session.
func (r *Redactor) NewTitle(title string) *RedactedTitle {
	return &RedactedTitle{r, title, utf8.RuneCountInString(title) < session.TitleLimit-1} // a space at the end is not kept
}

// Message receives the next message.
func (t *RedactedTitle) Message(text string) {
	if !t.done && session.Title(text) == t.title {
		t.title, t.done = session.Title(t.r.uncounted(text)), true
	}
}

// Redacted returns the title.
func (t *RedactedTitle) Redacted() string {
	if t.done {
		return t.title
	}
	if i := strings.LastIndexByte(t.title, ' '); i > 0 {
		return t.title[:i]
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
