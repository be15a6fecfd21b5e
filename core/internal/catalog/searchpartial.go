package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	// maxPartial is how many sessions that have only some of the words are returned.
	maxPartial = 10
	// maxCandidates is how many of those that may have the rarest words are read for it.
	maxCandidates = 3 * maxPartial
	// minIDBytes is how long the beginning of an id must be to be searched for as one.
	minIDBytes = 8
)

// idOf returns the beginning of an id that a search text may be; empty when it cannot be one.
func idOf(typed string) string {
	typed = strings.TrimSpace(typed)
	if i := strings.IndexByte(typed, ':'); i >= 0 {
		typed = typed[i+1:]
	}
	if len(typed) < minIDBytes || strings.IndexByte(typed, ' ') >= 0 {
		return ""
	}
	for i := range len(typed) {
		if typed[i] >= '0' && typed[i] <= '9' {
			return typed
		}
	}
	return ""
}

// isNamed reports whether the search text is the id of a session, or the beginning of it.
func (s *sessionSearch) isNamed(ref *adapter.Ref) bool {
	return s.id != "" && len(ref.ID) >= len(s.id) && strings.EqualFold(ref.ID[:len(s.id)], s.id)
}

// findPartial returns the best of the sessions that have some of the words, when none has all, and
// says how many have each.
func (s *sessionSearch) findPartial() ([]searchMatch, error) {
	words := s.q.TermTexts()
	if len(words) == 0 || !s.req.Partial {
		return nil, nil
	}
	s.c.runParallel(len(s.others), func(i int) { s.others[i].searchSession(s) })
	s.jobs = append(s.jobs, s.others...)
	s.partial = true
	df := make([]int64, len(words))
	for i := range s.jobs {
		for t := range df {
			if s.jobs[i].mayHold(t) {
				df[t]++
			}
		}
	}
	s.noteWords(words, df)
	if len(words) < 2 {
		return nil, nil
	}
	best := s.bestCandidates(df)
	s.c.runParallel(len(best), func(i int) { best[i].searchTexts(s) })
	for _, j := range best {
		if fault.CodeOf(j.err) == fault.Timeout {
			return nil, j.err
		}
	}
	all := s.rankMatches()
	for i := range all {
		all[i].summary.Partial = true
	}
	return all[:min(len(all), maxPartial)], nil
}

// bestCandidates returns the sessions that may have the rarest words, the newest of equal ones first.
func (s *sessionSearch) bestCandidates(df []int64) []*searchJob {
	type candidate struct {
		job    *searchJob
		rarity int64
	}
	var list []candidate
	for i := range s.jobs {
		c := candidate{job: &s.jobs[i]}
		for t := range df {
			if c.job.mayHold(t) {
				c.rarity += search.Rarity(int64(len(s.jobs)), df[t])
			}
		}
		if c.rarity > 0 && c.job.err == nil {
			list = append(list, c)
		}
	}
	order.SortStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return a.rarity > b.rarity || a.rarity == b.rarity && a.job.ref.ModTime > b.job.ref.ModTime
	})
	var out []*searchJob
	for _, c := range list[:min(len(list), maxCandidates)] {
		out = append(out, c.job)
	}
	return out
}

// mayHold reports whether the session has a term, or may have it where that was not counted.
func (j *searchJob) mayHold(term int) bool {
	if j.tf != nil {
		return j.tf[term] > 0
	}
	return j.may[term]
}

// noteWords says how many sessions have each word.
func (s *sessionSearch) noteWords(words []string, df []int64) {
	var parts []string
	for i, w := range words {
		parts = append(parts, string(session.TextJSON(w))+" in "+text.FormatInt(df[i]))
	}
	s.c.env("", false).Diagnose(fault.Diagnostic{Code: fault.SessionNotFound,
		Message: "no session has all of the words; of " + text.FormatInt(int64(len(s.jobs))) + " sessions may have: " + text.Join(parts, ", ")})
}
