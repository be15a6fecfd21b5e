package terminal

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
)

// Rule: a change is named by the message that show numbers alike, with what is new; what is no longer known is said.
func TestChanges(t *testing.T) {
	spans := []heddle.Span{{Cwd: "/w/p", GitBranch: "main", AgentVersion: "2.1"}, {From: 6, Cwd: "/w/q", GitBranch: "feature/x", Commit: "0123456789abcdef", AgentVersion: "2.1"},
		{From: 9, Cwd: "/w/q", AgentVersion: "2.2", Commit: "0123456789abcdef"}}
	want := "from #6: folder /w/q, branch feature/x, commit 0123456789|from #9: branch unknown, version 2.2"
	if got := strings.Join(Changes(spans), "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := Changes(append(spans, make([]heddle.Span, 50)...)); len(got) != mostChanges+1 || got[mostChanges] != "and 32 more changes" {
		t.Errorf("%d: %s", len(got), got[len(got)-1])
	}
}
