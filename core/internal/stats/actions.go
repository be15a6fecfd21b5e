package stats

import (
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/transcript"
)

// isCurrent reports whether a message is on the current branch, or a subagent's
// inside the session.
func isCurrent(t *transcript.Transcript, message int32) bool {
	return t.Tree.Shown[message] || t.Builder.Messages[message].Aside
}

// Edited reports whether the session that was walked into the sink edited a file.
func (s *CallSink) Edited(t *transcript.Transcript, file *edits.Pattern) bool {
	s.linkResults()
	for i := range s.calls {
		c := &s.calls[i]
		if c.failed || len(c.paths) == 0 || !isCurrent(t, c.message) {
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
// failed, or the session ends with an error.
func (s *CallSink) Failed(t *transcript.Transcript) bool {
	for _, r := range s.results {
		if r.failed && isCurrent(t, r.message) {
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
