package catalog

import "github.com/heddle-dev/heddle/core/session"

// filter is what list, search and cost alike keep sessions by.
type filter struct {
	since, until session.Time // bounds of createdAt, 0 = none
	model, cwd   string
	tags         []string // any of them
}

func (r filter) matches(w *walked, s *session.SessionSummary) bool {
	return r.created(s.CreatedAt) &&
		(r.cwd == "" || trimSlash(s.Cwd) == trimSlash(r.cwd)) &&
		(r.model == "" || w.fold.answered(r.model)) &&
		(len(r.tags) == 0 || anyTag(s.Tags, r.tags))
}

// created checks the bounds; a session without a time is within none.
func (r filter) created(t session.Time) bool {
	return (r.since == 0 || t != 0 && t >= r.since) && (r.until == 0 || t != 0 && t <= r.until)
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
