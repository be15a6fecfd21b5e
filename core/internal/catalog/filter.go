package catalog

import "github.com/heddle-dev/heddle/core/session"

// filter is what list, search and cost alike keep sessions by.
type filter struct {
	created    bounds // of createdAt
	active     bounds // some record of the session's own lies within
	model, cwd string
	tags       []string // any of them
}

// bounds is a stretch of time with both its ends; 0 is no end.
type bounds struct{ since, until session.Time }

// given reports whether there is a bound at all.
func (b bounds) given() bool { return b != bounds{} }

// hold reports whether a time lies within; an absent one only lies within no
// bounds.
func (b bounds) hold(t session.Time) bool {
	return (b.since == 0 || t != 0 && t >= b.since) && (b.until == 0 || t != 0 && t <= b.until)
}

func (r *filter) matches(w *walked, s *session.SessionSummary) bool {
	return r.created.hold(s.CreatedAt) && w.activeWithin(r.active) &&
		(r.cwd == "" || trimSlash(s.Cwd) == trimSlash(r.cwd)) &&
		(r.model == "" || w.fold.answered(r.model)) &&
		(len(r.tags) == 0 || anyTag(s.Tags, r.tags))
}

// activeWithin reports whether a session that was walked with these bounds has
// a record of its own within them: one with a time, or what the agent notes as
// its beginning and its last change. What it copied from another session, and
// what a subagent wrote, is not its own. Where nothing has a time, the file's
// time is all there is.
func (w *walked) activeWithin(b bounds) bool {
	f := &w.fold.facts
	switch {
	case !b.given() || f.active || f.created != 0 && b.hold(f.created) || f.updated != 0 && b.hold(f.updated):
		return true
	case f.first != 0 || f.created != 0 || f.updated != 0:
		return false
	case w.ref.Created != 0 || w.ref.Updated != 0:
		return w.ref.Created != 0 && b.hold(w.ref.Created) || w.ref.Updated != 0 && b.hold(w.ref.Updated)
	}
	return f.firstAny == 0 && (b.hold(w.summary.CreatedAt) || b.hold(w.summary.UpdatedAt))
}

// trimSlash makes one folder of the two ways to write it.
func trimSlash(p string) string {
	for len(p) > 1 && (p[len(p)-1] == '/' || p[len(p)-1] == '\\') {
		p = p[:len(p)-1]
	}
	return p
}

func anyTag(have, want []string) bool {
	for _, h := range have {
		for _, w := range want {
			if h == w {
				return true
			}
		}
	}
	return false
}
