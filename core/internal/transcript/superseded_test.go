package transcript

import (
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// copyOf returns a session of an agent that resumes by copying, with keys.
func copyOf(agent, id string, keys ...uint64) *Transcript {
	b := NewBuilder(BuilderOptions{Agent: agent})
	b.Facts.Resumable = true
	b.keys = keys
	return &Transcript{Ref: &adapter.Ref{ID: id}, Builder: b, Summary: session.SessionSummary{Agent: agent, SessionID: id}}
}

func TestLongestCopy(t *testing.T) {
	var x SupersededIndex
	a, ab, abc := copyOf("claude", "a", 1), copyOf("claude", "ab", 1, 2), copyOf("claude", "abc", 1, 2, 3)
	ax, other, empty := copyOf("claude", "ax", 1, 9), copyOf("pi", "other", 1, 2, 3, 4), copyOf("claude", "empty")
	x.Add(ab, nil, a, ax, abc, other, empty)
	for of, want := range map[*Transcript]string{a: "abc", ab: "abc", abc: "", ax: "", other: "", empty: ""} {
		if got := x.LongestCopy(of); got != want {
			t.Errorf("the longest copy of %s is %q, want %q", of.Ref.ID, got, want)
		}
	}
}

// TestManyCopies: sessions that begin alike and continue differently. A look through
// all others for each of them would take billions of steps.
func TestManyCopies(t *testing.T) {
	const n = 100_000
	var x SupersededIndex
	all := make([]*Transcript, n)
	for i := range all {
		all[i] = copyOf("claude", strconv.Itoa(i), 1, uint64(i/2)+2, 7)
		if i%2 == 1 {
			all[i].Builder.keys = append(all[i].Builder.keys, 8)
		}
	}
	x.Add(all...)
	for i := range all {
		want := ""
		if i%2 == 0 {
			want = strconv.Itoa(i + 1)
		}
		if got := x.LongestCopy(all[i]); got != want {
			t.Fatalf("the longest copy of %d is %q, want %q", i, got, want)
		}
	}
}
