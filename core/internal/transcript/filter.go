package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// SessionFilter says which sessions list, search, cost and import keep. Its
// zero value keeps all.
type SessionFilter struct {
	Created    TimeRange // createdAt lies within
	Active     TimeRange // some record of the session's own lies within
	Model, Cwd string
	Under      string   // the folder in which the session ran, or one above it
	Tags       []string // any of them
	// Machine is one that the session comes from, or text.NoName.
	Machine string
	Source  SourceFilter // some part of it passes
}

// TimeRange is a range of time that includes both its ends; 0 is no end.
type TimeRange struct{ Since, Until session.Time }

// Given reports whether the range has an end.
func (r TimeRange) Given() bool { return r != TimeRange{} }

// Contains reports whether a time lies within the range. An absent time lies
// only within a range without ends.
func (r TimeRange) Contains(t session.Time) bool {
	return (r.Since == 0 || t != 0 && t >= r.Since) && (r.Until == 0 || t != 0 && t <= r.Until)
}

// Matches reports whether a session passes the filter. Its builder must have
// been asked for the range f.Active.
func (f *SessionFilter) Matches(t *Transcript) bool {
	s := &t.Summary
	return f.Created.Contains(s.CreatedAt) && t.activeWithin(f.Active) &&
		f.matchesFolder(s) && f.matchesSource(s) &&
		(f.Model == "" || t.hasAnswerOf(f.Model)) &&
		f.matchesTags(s.Tags) && f.matchesMachine(t.Machines)
}

// matchesFolder reports whether the session ran in the folder at any time.
func (f *SessionFilter) matchesFolder(s *session.SessionSummary) bool {
	is := func(cwd string) bool {
		return (f.Cwd == "" || anyLine(f.Cwd, cwd, isFolder)) && (f.Under == "" || anyLine(f.Under, cwd, isBelow))
	}
	for i := range s.Spans {
		if is(s.Spans[i].Cwd) {
			return true
		}
	}
	return is(s.Cwd)
}

// matchesSource reports whether any part of the session passes the filter of sources.
func (f *SessionFilter) matchesSource(s *session.SessionSummary) bool {
	for i := range s.Spans {
		if f.Source.Matches(&s.Spans[i], "") {
			return true
		}
	}
	return s.Spans == nil && f.Source.Matches(&session.Span{GitBranch: s.GitBranch, Repository: s.Repository, AgentVersion: s.AgentVersion}, s.Cwd)
}

func (f *SessionFilter) matchesMachine(machines []string) bool {
	for _, m := range machines {
		if m == f.Machine {
			return true
		}
	}
	return f.Machine == "" || f.Machine == text.NoName && len(machines) == 0
}

// Shows reports whether a list shows a session that a longer copy repeats: the
// longer one may come from another machine than the filter's.
func (f *SessionFilter) Shows(t *Transcript) bool {
	return f.Machine != "" && t.Builder.Facts.RepeatedElsewhere
}

// MatchesRun reports whether a session passes the filter when only its runs are
// known: when the first run began, its model, and the tags of all runs.
func (f *SessionFilter) MatchesRun(created session.Time, model string, tags []string) bool {
	return f.Created.Contains(created) && f.Cwd == "" && f.Under == "" && f.matchesMachine(nil) && (f.Model == "" || f.Model == model) && f.matchesTags(tags)
}

func (f *SessionFilter) matchesTags(tags []string) bool {
	for _, want := range f.Tags {
		for _, tag := range tags {
			if tag == want {
				return true
			}
		}
	}
	return len(f.Tags) == 0
}

// activeWithin reports whether a session whose builder was asked for this range
// has a record of its own within it: one with a time, or what the agent notes as
// its beginning and its last change. Records that it copied from another
// session, and those of subagents, are not its own. Where no record has a time,
// the file's time decides.
func (t *Transcript) activeWithin(r TimeRange) bool {
	f := &t.Builder.Facts
	switch {
	case !r.Given() || f.Active || f.Created != 0 && r.Contains(f.Created) || f.Updated != 0 && r.Contains(f.Updated):
		return true
	case f.First != 0 || f.Created != 0 || f.Updated != 0:
		return false
	case t.Ref.Created != 0 || t.Ref.Updated != 0:
		return t.Ref.Created != 0 && r.Contains(t.Ref.Created) || t.Ref.Updated != 0 && r.Contains(t.Ref.Updated)
	}
	return f.FirstAny == 0 && (r.Contains(t.Summary.CreatedAt) || r.Contains(t.Summary.UpdatedAt))
}

// anyLine reports whether a folder is what one of a filter's lines means: a folder with two names has two.
func anyLine(filter, folder string, is func(filter, folder string) bool) bool {
	for more := true; more; {
		var line string
		if line, filter, more = text.Cut(filter, "\n"); line != "" && is(line, folder) {
			return true
		}
	}
	return false
}

// isFolder reports whether a folder is the one that a filter names: the same, or one whose
// path ends in the filter's word. Paths of Windows are compared without their case.
func isFolder(filter, folder string) bool {
	if isName(filter) {
		p, ok := edits.NewPattern(filter)
		return ok && p.Matches(folder)
	}
	return TrimSlashes(filter) == TrimSlashes(folder) || edits.IsUnder(filter, folder) && edits.IsUnder(folder, filter)
}

// isBelow reports whether a folder is the one that a filter names, or below it.
func isBelow(filter, folder string) bool {
	if !isName(filter) {
		return edits.IsUnder(filter, folder)
	}
	p, ok := edits.NewPattern(filter + "/")
	return ok && p.Matches(folder+"/x")
}

// isName reports whether a filter is a word: a path has a slash, or a colon on Windows.
func isName(filter string) bool {
	for i := 0; i < len(filter); i++ {
		if c := filter[i]; c == '/' || c == '\\' || c == ':' {
			return false
		}
	}
	return filter != ""
}

// TrimSlashes returns a folder without the slashes at its end: both ways to
// write it are one folder.
func TrimSlashes(folder string) string {
	for len(folder) > 1 && (folder[len(folder)-1] == '/' || folder[len(folder)-1] == '\\') {
		folder = folder[:len(folder)-1]
	}
	return folder
}
