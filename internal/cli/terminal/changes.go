package terminal

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle"
)

// mostChanges is how many changes of folder, branch, commit and version a head has.
const mostChanges = 20

// Changes says from which message on a session had another folder, branch, commit or version of the
// agent.
func Changes(spans []heddle.Span) (out []string) {
	for i := 1; i < len(spans); i++ {
		if len(out) == mostChanges {
			return append(out, fmt.Sprintf("and %d more changes", len(spans)-i))
		}
		var parts []string
		a, b := &spans[i-1], &spans[i]
		for _, p := range []struct{ what, before, after string }{{"folder ", Homely(a.Cwd), Homely(b.Cwd)}, {"repository ", a.Repository, b.Repository},
			{"branch ", a.GitBranch, b.GitBranch}, {"commit ", shortHash(a.Commit), shortHash(b.Commit)}, {"version ", a.AgentVersion, b.AgentVersion}} {
			if p.before != p.after {
				parts = append(parts, p.what+Or(p.after, "unknown"))
			}
		}
		out = append(out, fmt.Sprintf("from #%d: %s", b.From, strings.Join(parts, ", ")))
	}
	return out
}

// shortHash is the beginning of a commit's hash.
func shortHash(commit string) string { return commit[:min(len(commit), 10)] }
