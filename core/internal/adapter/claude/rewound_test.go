package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// Rule: what a branch that was rewound away did to files happened: filters look at all branches, and
// search and stats do when asked.
func TestRewoundBranch(t *testing.T) {
	h := openOwn(t, "rewound-edit")
	for name, req := range map[string]session.ListRequest{"edited": {Edited: "main.go"}, "failed": {Failed: true}} {
		if list, err := h.catalog().List(req); err != nil || len(list) != 1 {
			t.Errorf("%s: %d sessions, %v", name, len(list), err)
		}
	}
	for _, all := range []bool{false, true} {
		found, _, err := h.catalog().Search(session.SearchRequest{Text: "zdropped", AllBranches: all})
		if err != nil || len(found) == 1 != all {
			t.Errorf("all branches %v: search finds %d, %v", all, len(found), err)
		}
		stats, err := h.catalog().Stats(session.StatsRequest{AllBranches: all})
		want := int64(0)
		if all {
			want = 2
		}
		if err != nil || stats.CallCount != want || stats.FailureCount != want/2 || stats.FileCount != want/2 {
			t.Errorf("all branches %v: %d calls, %d failures, %d files, %v", all, stats.CallCount, stats.FailureCount, stats.FileCount, err)
		}
	}
}
