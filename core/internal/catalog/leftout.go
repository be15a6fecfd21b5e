package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/transcript"
)

// noteLeftOut says how many sessions at most were active in a range of creation although they began
// before it: since means the creation, and many expect the activity.
func (c *Catalog) noteLeftOut(n int) {
	if n > 0 {
		c.env("", false).Diagnose(fault.Diagnostic{Code: fault.InvalidArgument,
			Message: "since selects sessions by their creation; at most " + countNoun(int64(n), "session") + " that began before it may have been active since then: activeSince selects by activity"})
	}
}

// countLeftOut counts the sessions of agents that began before a range and may have continued in it, by
// the times of their files; selected are those that began in it.
func countLeftOut(created, active transcript.TimeRange, found []agentDiscovery, subagents bool, selected int) int {
	if created.Since == 0 || active.Given() {
		return 0
	}
	n := -selected
	for i := range found {
		if found[i].ix == nil {
			continue
		}
		for k := range found[i].ix.Refs {
			if ref := &found[i].ix.Refs[k]; (subagents || !ref.Subagent) && mayContinue(ref, created) {
				n++
			}
		}
	}
	return n
}

// noteLeftOut is that of a search: of sessions that have the words.
func (s *sessionSearch) noteLeftOut() {
	n := 0
	for i := range s.jobs {
		if s.jobs[i].leftOut {
			n++
		}
	}
	s.c.noteLeftOut(n)
}

// continuedInto reports whether only its creation keeps a session out, and it has a record in the range.
func (s *sessionSearch) continuedInto(t *transcript.Transcript) bool {
	f, since := s.filter, s.filter.Created.Since
	f.Created = transcript.TimeRange{}
	return since != 0 && !f.Active.Given() && t.Summary.CreatedAt < since && t.Summary.UpdatedAt >= since && f.Matches(t)
}

// mayContinue reports whether a session may have a record in a range: what is known of its beginning
// and its last change does not rule it out.
func mayContinue(ref *adapter.Ref, r transcript.TimeRange) bool {
	last := ref.ModTime
	if ref.Updated != 0 {
		last = ref.Updated
	}
	return last >= r.Since && (r.Until == 0 || ref.Created == 0 || ref.Created <= r.Until)
}
