package live

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMatrixIsDocumented holds the matrix of docs/live.md to the table of agents.
func TestMatrixIsDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/live.md")
	if err != nil {
		t.Fatal(err)
	}
	page, agents := string(data), Agents()
	var names, capabilities []string
	for _, a := range agents {
		names = append(names, a.Agent)
		capabilities = append(capabilities, a.Capabilities...)
		if row := "| " + a.Agent + " | " + a.Engine + " | `" + strings.Join(append([]string{a.Program}, a.Args...), " ") + "` | " + a.MinVersion + " |"; !strings.Contains(page, row) {
			t.Errorf("missing: %s", row)
		}
	}
	if head := "| capability | " + strings.Join(names, " | ") + " |"; !strings.Contains(page, head) {
		t.Errorf("missing: %s", head)
	}
	slices.Sort(capabilities)
	for _, c := range slices.Compact(capabilities) {
		row := "| `" + c + "` |"
		for _, a := range agents {
			if slices.Contains(a.Capabilities, c) {
				row += " ✓ |"
			} else {
				row += "  |"
			}
		}
		if !strings.Contains(page, row) {
			t.Errorf("missing: %s", row)
		}
	}
}
