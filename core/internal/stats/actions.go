package stats

import (
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/transcript"
)

// Edited reports whether the session that was walked into the sink edited a file, on
// any branch: what was done to a file stays when its branch is left.
func (s *CallSink) Edited(t *transcript.Transcript, file *edits.Pattern) bool {
	s.linkResults()
	for i := range s.calls {
		c := &s.calls[i]
		if c.failed || len(c.paths) == 0 {
			continue
		}
		for _, path := range c.paths {
			if file.Matches(edits.Join(t.Summary.Cwd, path)) {
				return true
			}
		}
	}
	return false
}

// Failed reports whether a tool call of the session that was walked into the sink
// failed, on any branch, or the session ends with an error.
func (s *CallSink) Failed(t *transcript.Transcript) bool {
	for _, r := range s.results {
		if r.failed {
			return true
		}
	}
	last := int32(len(t.Tree.Shown)) - 1
	for last >= 0 && !t.Tree.Shown[last] {
		last--
	}
	n := len(s.errors)
	for n > 0 && s.errors[n-1] > last {
		n--
	}
	return n > 0 && s.errors[n-1] == last
}
