package stats

import (
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Report adds up what the matching sessions did. sessions must be all sessions of
// the agents concerned, matching or not: a subagent counts for the session that
// started it.
func Report(sessions []SessionCounts, req *session.StatsRequest) *session.SessionStats {
	roots := rootsOf(sessions)
	sums := make([]*counts, len(sessions))
	for i := range sessions {
		at := roots[i]
		if at < 0 || !sessions[at].matches {
			continue
		}
		if sums[at] == nil {
			sums[at] = &counts{}
		}
		sums[at].addSession(&sessions[i].counts, int(at) == i && sessions[i].isListed())
	}
	total := &counts{}
	out := &session.SessionStats{}
	bounded := req.Since != 0 || req.Until != 0
	for i, sum := range sums {
		if sum == nil {
			continue
		}
		total.merge(sum)
		if sessions[i].isListed() && (sum.any || !bounded) {
			out.SessionCount++
		}
	}
	total.fill(out, req.Limit)
	return out
}

func (s *SessionCounts) isRead() bool { return s.Transcript != nil && !s.Transcript.Empty }

// isListed reports whether it is a session of its own, as a list shows it: not a
// subagent whose parent is gone.
func (s *SessionCounts) isListed() bool { return !s.Transcript.Summary.IsSubagent }

// lineage says which session each one counts for.
type lineage struct {
	sessions []SessionCounts
	byID     map[string]int32
	parents  []int32 // the session that started a subagent, -1 = none
	copies   []int32 // the longer copy that repeats a session, -1 = none
}

// rootsOf returns the session that each one counts for: a subagent for the
// session that started it. It is -1 for what does not count: a session that is
// empty or unreadable, and one that a longer copy repeats.
func rootsOf(sessions []SessionCounts) []int32 {
	l := lineage{sessions: sessions, byID: map[string]int32{}, parents: make([]int32, len(sessions)), copies: make([]int32, len(sessions))}
	var superseded transcript.SupersededIndex
	for i := range sessions {
		l.parents[i], l.copies[i] = -1, -1
		if sessions[i].isRead() {
			l.byID[sessions[i].Transcript.Summary.UnifiedID] = int32(i)
			superseded.Add(sessions[i].Transcript)
		}
	}
	for i := range sessions {
		if sessions[i].isRead() {
			l.linkSession(int32(i), superseded.LongestCopy(sessions[i].Transcript))
		}
	}
	roots := make([]int32, len(sessions))
	for i := range sessions {
		roots[i] = -1
		if sessions[i].isRead() && l.copies[i] < 0 {
			roots[i] = l.rootOf(int32(i))
		}
	}
	return roots
}

// linkSession finds the parent, the longer copy and the subagents of session i.
func (l *lineage) linkSession(i int32, longest string) {
	t := l.sessions[i].Transcript
	s := &t.Summary
	if s.IsSubagent {
		l.parents[i] = l.find(i, s.ParentSessionID)
	}
	if longest == "" {
		longest = s.SupersededBy
	}
	l.copies[i] = l.find(i, longest)
	for _, child := range t.Builder.Facts.Children {
		if at := l.find(i, child); at >= 0 && l.parents[at] < 0 {
			l.parents[at] = i
		}
	}
}

// find returns another session of the agent of session i by its native id, -1
// without one.
func (l *lineage) find(i int32, id string) int32 {
	if at, ok := l.byID[session.UnifiedID(l.sessions[i].Transcript.Summary.Agent, id)]; ok && at != i {
		return at
	}
	return -1
}

// rootOf follows a session to the one it counts for. Only damaged files have a
// loop of parents; it ends where it began.
func (l *lineage) rootOf(at int32) int32 {
	for range l.parents {
		next := l.parents[at]
		if next < 0 {
			next = l.copies[at]
		}
		if next < 0 {
			break
		}
		at = next
	}
	return at
}

// addSession adds what a session did, or a subagent, whose messages and times do
// not count.
func (c *counts) addSession(s *counts, own bool) {
	if own {
		c.messages, c.turns = c.messages+s.messages, c.turns+s.turns
		c.duration, c.active = c.duration+s.duration, c.active+s.active
		c.first, c.last = session.Earliest(c.first, s.first), session.Latest(c.last, s.last)
		for i, n := range s.hours {
			c.hours[i] += n
		}
		for i, n := range s.weekdays {
			c.weekdays[i] += n
		}
	}
	c.any = c.any || s.any
	c.calls, c.failures = c.calls+s.calls, c.failures+s.failures
	mergeGroups(&c.tools, s.tools, false)
	mergeGroups(&c.models, s.models, false)
	mergeGroups(&c.files, s.files, false)
	mergeGroups(&c.tiers, s.tiers, false)
}

// merge adds one whole session.
func (c *counts) merge(s *counts) {
	tools, models, files, tiers := s.tools, s.models, s.files, s.tiers
	s.tools, s.models, s.files, s.tiers = nil, nil, nil, nil
	c.addSession(s, true)
	mergeGroups(&c.tools, tools, true)
	mergeGroups(&c.models, models, true)
	mergeGroups(&c.files, files, true)
	mergeGroups(&c.tiers, tiers, true)
}

func mergeGroups(to *map[string]*group, from map[string]*group, session bool) {
	for key, g := range from {
		sum := add(to, key, g.n)
		sum.failures, sum.duration = sum.failures+g.failures, sum.duration+g.duration
		if session {
			sum.sessions++
		}
	}
}

func (c *counts) fill(out *session.SessionStats, limit int64) {
	out.MessageCount, out.TurnCount = c.messages, c.turns
	out.CallCount, out.FailureCount, out.FileCount = c.calls, c.failures, int64(len(c.files))
	out.DurationMS, out.ActiveMS = c.duration, c.active
	out.FirstAt, out.LastAt = c.first, c.last
	out.Hours, out.Weekdays = c.hours[:], c.weekdays[:]
	var names []string
	names, out.OtherTools = topGroups(c.tools, limit)
	out.Tools = make([]session.ToolStats, len(names))
	for i, name := range names {
		g := c.tools[name]
		out.Tools[i] = session.ToolStats{Name: name, Calls: g.n, Failures: g.failures, SessionCount: g.sessions, DurationMS: g.duration}
	}
	names, out.OtherModels = topGroups(c.models, limit)
	out.Models = make([]session.ModelStats, len(names))
	for i, name := range names {
		out.Models[i] = session.ModelStats{Name: name, Answers: c.models[name].n, SessionCount: c.models[name].sessions}
	}
	if len(c.tiers) > 1 || len(c.tiers) == 1 && c.tiers[terms.Standard] == nil {
		names, _ = topGroups(c.tiers, int64(len(c.tiers)))
		for _, name := range names {
			out.Tiers = append(out.Tiers, session.TierStats{Name: name, Requests: c.tiers[name].n, SessionCount: c.tiers[name].sessions})
		}
	}
	names, out.OtherFiles = topGroups(c.files, limit)
	out.Files = make([]session.FileStats, len(names))
	for i, name := range names {
		out.Files[i] = session.FileStats{Path: name, Edits: c.files[name].n, SessionCount: c.files[name].sessions}
	}
}

// topGroups returns the keys of the greatest groups, and what the others hold
// together; nil without others.
func topGroups(groups map[string]*group, limit int64) (keys []string, other *session.OtherStats) {
	for key := range groups {
		keys = append(keys, key)
	}
	order.SortStrings(keys)
	order.SortStable(keys, func(i, j int) bool { return groups[keys[i]].n > groups[keys[j]].n })
	if int64(len(keys)) > limit {
		other = &session.OtherStats{Groups: int64(len(keys)) - limit}
		for _, key := range keys[limit:] {
			other.Count += groups[key].n
		}
		keys = keys[:limit]
	}
	return keys, other
}
