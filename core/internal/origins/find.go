package origins

import (
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Found are the edits of one session.
type Found struct {
	edits   []session.FoundEdit
	lines   []edit         // of each what it did to the lines
	created []session.Time // of its session
}

// Finish returns what a session that was walked into the sink did to the files. Edits of
// abandoned branches count: what was done to a file stays. Edits that failed do not.
func (s *Sink) Finish(t *transcript.Transcript) (out Found) {
	sum := &t.Summary
	shown, message := int64(0), 0
	for i := range s.edits {
		x := &s.edits[i]
		for ; message < int(x.message); message++ {
			if t.Tree.Shown[message] {
				shown++
			}
		}
		path := edits.Join(sum.Cwd, x.path)
		if s.failed[x.call] || !s.q.matches(path) {
			continue
		}
		e := session.FoundEdit{Agent: sum.Agent, SessionID: sum.SessionID, UnifiedID: sum.UnifiedID, Path: path, Tool: x.tool, ToolCallID: x.call,
			Whole: x.whole, Time: x.time, Model: x.model, MessageID: s.ids[x.message], Cwd: sum.Cwd, Repository: sum.Repository, GitBranch: sum.GitBranch,
			IsSubagent: sum.IsSubagent, ParentSessionID: sum.ParentSessionID}
		if t.Tree.Shown[x.message] {
			at := shown
			e.MessageIndex = &at
		}
		if span := spanAt(sum.Spans, shown); span != nil {
			e.Cwd, e.Repository, e.GitBranch, e.Commit = span.Cwd, span.Repository, span.GitBranch, span.Commit
		}
		x.copied = x.copied || sum.OriginalUnifiedID != ""
		out.edits, out.lines, out.created = append(out.edits, e), append(out.lines, *x), append(out.created, sum.CreatedAt)
	}
	return out
}

func spanAt(spans []session.Span, message int64) *session.Span {
	for i := len(spans) - 1; i >= 0; i-- {
		if spans[i].From <= message {
			return &spans[i]
		}
	}
	return nil
}

func (q *Query) matches(path string) bool {
	for i := range q.files {
		if q.files[i].Matches(path) {
			return true
		}
	}
	return false
}

// Result returns the edits that wrote each line, newest first, of those that all sessions made.
// An edit that several sessions repeat is the oldest session's. What a later edit of the same file
// removed before the line's time was written by none of the earlier ones.
func (q *Query) Result(all []Found) *session.FoundEdits {
	var x Found
	for _, f := range all {
		x.edits, x.lines, x.created = append(x.edits, f.edits...), append(x.lines, f.lines...), append(x.created, f.created...)
	}
	places := make([]int, len(x.edits))
	for i := range places {
		places[i] = i
	}
	order.SortStable(places, func(i, j int) bool { return x.isBefore(places[i], places[j]) })
	out := &session.FoundEdits{Edits: []session.FoundEdit{}, Lines: make([]session.FoundLine, len(q.until))}
	exact, near := make([][]int64, len(q.until)), make([][]int64, len(q.until))
	seen := map[string]bool{}
	for _, at := range places {
		e, did := &x.edits[at], &x.lines[at]
		key := e.Time.String() + e.ToolCallID + "\x00" + did.path
		if e.ToolCallID != "" || e.Time != 0 {
			if last := key + e.UnifiedID; seen[key] && !seen[last] {
				continue
			}
			seen[key], seen[key+e.UnifiedID] = true, true
		}
		number := int64(len(out.Edits))
		within := func(line int32) bool {
			until := q.until[line]
			return until == 0 || e.Time != 0 && e.Time <= until
		}
		forget := func(line int32) {
			if within(line) {
				exact[line], near[line] = keepOthers(exact[line], out.Edits, e.Path), keepOthers(near[line], out.Edits, e.Path)
			}
		}
		for _, line := range did.removed {
			forget(line)
		}
		if did.whole {
			kept := make([]bool, len(q.until))
			for _, line := range did.kept {
				kept[line] = true
			}
			for line := range kept {
				if !kept[line] {
					forget(int32(line))
				}
			}
		}
		added := false
		for i, list := range [...][]int32{did.wrote, did.near} {
			for _, line := range list {
				if within(line) {
					to := &exact[line]
					if i > 0 {
						to = &near[line]
					}
					*to, added = append(*to, number), true
				}
			}
		}
		if added {
			out.Edits = append(out.Edits, *e)
		}
	}
	for i := range out.Lines {
		out.Lines[i] = lineOf(exact[i], near[i])
	}
	return out
}

// lineOf returns what is known of a line that edits wrote exactly, or with other white space.
func lineOf(exact, near []int64) session.FoundLine {
	switch {
	case len(exact) > 0:
		return session.FoundLine{Edits: newestFirst(exact), Confidence: "exact"}
	case len(near) > 0:
		return session.FoundLine{Edits: newestFirst(near), Confidence: "reformatted"}
	}
	return session.FoundLine{Edits: []int64{}}
}

// isBefore orders edits by time, and copies after what they copy.
func (x *Found) isBefore(i, j int) bool {
	a, b := &x.edits[i], &x.edits[j]
	switch {
	case a.Time != b.Time:
		return a.Time < b.Time
	case x.lines[i].copied != x.lines[j].copied:
		return x.lines[j].copied
	case x.created[i] != x.created[j]:
		return x.created[i] < x.created[j]
	}
	return a.UnifiedID < b.UnifiedID
}

// keepOthers leaves out the edits of a file.
func keepOthers(list []int64, all []session.FoundEdit, path string) (out []int64) {
	for _, i := range list {
		if all[i].Path != path {
			out = append(out, i)
		}
	}
	return out
}

// mostEdits is how many edits a line has at most.
const mostEdits = 100

// newestFirst turns a list about, without what it repeats.
func newestFirst(list []int64) []int64 {
	out := []int64{}
	for i := len(list) - 1; i >= 0 && len(out) < mostEdits; i-- {
		if n := len(out); n == 0 || out[n-1] != list[i] {
			out = append(out, list[i])
		}
	}
	return out
}
