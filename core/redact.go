package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// redactSession redacts a session, and what was noted while it was read.
func (e *Engine) redactSession(s *session.Session) error {
	r := redact.New(s.Cwd)
	err := r.Session(s, e.check)
	e.redactNotes(r)
	return err
}

// redactedPasses redacts a session that is passed on while it is read. What the session
// is called and how often something was replaced is known after a pass of its own.
type redactedPasses struct {
	e     *Engine
	hide  *redact.Redactor
	begin func(head *session.Session, pass func(func(*session.Message) error) error) error
	each  func(*session.Message) error
}

func (p *redactedPasses) start(head *session.Session, pass func(func(*session.Message) error) error) error {
	p.hide = redact.New(head.Cwd)
	title := p.hide.NewTitle(head.Title)
	counter := redact.New(head.Cwd)
	err := pass(func(m *session.Message) error {
		title.Message(m.Content)
		m.MapTexts(counter)
		return p.e.check()
	})
	if err != nil {
		return err
	}
	head.Title = title.Redacted()
	head.MapTexts(counter)
	head.Redactions = counter.Counts()
	return p.begin(head, func(each func(*session.Message) error) error {
		return pass(p.redacting(each))
	})
}

func (p *redactedPasses) message(m *session.Message) error { return p.redacting(p.each)(m) }

func (p *redactedPasses) redacting(each func(*session.Message) error) func(*session.Message) error {
	return func(m *session.Message) error {
		if err := p.e.check(); err != nil {
			return err
		}
		m.MapTexts(p.hide)
		return each(m)
	}
}

// check returns TIMEOUT once the caller has no more time.
func (e *Engine) check() error { return e.host.Poll.Poll(0, 0) }

// redactNotes redacts what the operation noted.
func (e *Engine) redactNotes(r *redact.Redactor) {
	for i := range e.notes.Diagnostics {
		d := &e.notes.Diagnostics[i]
		d.Path, d.Message, d.Hint = r.Text(d.Path), r.Text(d.Message), r.Text(d.Hint)
	}
	if e.notes.Report == nil {
		return
	}
	for i := range e.notes.Report.Skipped {
		p := &e.notes.Report.Skipped[i].Path
		*p = r.Text(*p)
	}
}

// redactFailure redacts the error of an operation, with its cause, and what was noted before it, when
// that is asked for: paths and damaged records name homes and may hold secrets.
func (e *Engine) redactFailure(wanted bool, err error) error {
	if !wanted || err == nil && len(e.notes.Diagnostics) == 0 {
		return err
	}
	r := redact.New()
	e.redactNotes(r)
	if err == nil {
		return nil
	}
	f := *fault.From(err)
	f.Message, f.Err = fault.DiagnosticOf("", err).Message, nil
	f.Message, f.Path, f.Hint = r.Text(f.Message), r.Text(f.Path), r.Text(f.Hint)
	return &f
}

// readRedacted is readStore for what may be redacted.
func readRedacted[T any](e *Engine, wanted bool, fn func(*store.Store) (T, error)) (T, error) {
	out, err := readStore(e, fn)
	return out, e.redactFailure(wanted, err)
}

// redactMessages redacts messages of a session in place when that is asked for. s has the session; it
// is nil for an agent's own.
func redactMessages(s *store.Store, id string, list []session.JSON, wanted bool) []session.JSON {
	if !wanted {
		return list
	}
	r := redact.New()
	if s != nil {
		if m, err := s.Get(id, 0); err == nil {
			r.Learn(m.CWD)
		}
	}
	for i := range list {
		list[i] = r.Message(list[i])
	}
	return list
}

// NewRedactor returns what replaces secrets, home folders and e-mail addresses in texts, as the
// option redact of operations does. The owners of the folders given are known in all texts. It is
// for one goroutine at a time.
func NewRedactor(folders ...string) func(text string) string { return redact.New(folders...).Text }
