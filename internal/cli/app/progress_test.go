package app

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// TestProgressText: progress is at most 100 % for every report.
func TestProgressText(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		term        bool
		want        string
	}{
		{0, 0, true, "working…"},
		{3 << 20, 0, true, "reading: 3 MB"},
		{3 << 10, 0, false, "reading: 3 kB"},
		{0, 100 << 20, true, "[                ]   0% of 100 MB"},
		{50 << 20, 100 << 20, true, "[████████        ]  50% of 100 MB"},
		{100 << 20, 100 << 20, true, "[████████████████] 100% of 100 MB"},
		{200 << 20, 100 << 20, true, "[████████████████] 100% of 100 MB"},
		{1 << 61, 1 << 62, true, "[████████        ]  50% of 4398046511104 MB"},
	} {
		p := &Progress{streams: terminal.Streams{ErrTerm: c.term}}
		p.Report(c.done, c.total)
		if got := p.text(); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.done, c.total, got, c.want)
		}
	}
}
