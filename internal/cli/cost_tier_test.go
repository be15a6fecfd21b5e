package cli

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// TestCostByTier: groups by tier, and a tier without a factor is said on a terminal and in a pipe.
func TestCostByTier(t *testing.T) {
	out := printed(t, clitest.Pipe(), "--home", clitest.Home(t, "codex"), "cost", "codex", "--by", "tier")
	if !strings.Contains(out, "standard\t1.025757425\t") || !strings.Contains(out, "priority\t0.057156\t") || !strings.Contains(out, "total\t1.082913425\t") {
		t.Errorf("%q", out)
	}
	out = printed(t, clitest.Screen(120), "--home", clitest.Home(t, "codex"), "cost", "codex")
	if !strings.Contains(out, "including priority: $0.06, 28,178 tokens; some of it at the standard price, since no factor is known\n") {
		t.Errorf("%q", out)
	}
	if out := printed(t, clitest.Screen(120), "--home", clitest.Home(t, "codex"), "stats"); !strings.Contains(out, "TIER") || !strings.Contains(out, "priority") {
		t.Errorf("%q", out)
	}
}

// TestFolderFilters: a word is the end of a path.
func TestFolderFilters(t *testing.T) {
	for filter, found := range map[string]bool{"fetch-kit": true, "/home/dev/projects/fetch-kit/": true, "etch-kit": false, "projects": false} {
		out := printed(t, clitest.Pipe(), "--home", clitest.Home(t, "claude"), "list", "--cwd", filter)
		if (out != "") != found {
			t.Errorf("--cwd %s: %q", filter, out)
		}
	}
	if out := printed(t, clitest.Pipe(), "--home", clitest.Home(t, "claude"), "list", "--under", "projects"); out == "" {
		t.Error("--under projects finds nothing")
	}
}
