package catalog

import (
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/agents"
)

// TestRows: the agents that are read are the rows of the agents, in their order; the rows
// after them can only be run.
func TestRows(t *testing.T) {
	read := Adapters()
	for i, row := range agents.All {
		switch {
		case i < len(read) && read[i].Name() != row.Name:
			t.Errorf("%s is read where the row of %s is", read[i].Name(), row.Name)
		case i >= len(read) && row.Live == nil:
			t.Errorf("%s is neither read nor run", row.Name)
		}
		if row.Name == "" || row.Title == "" {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	if len(read) > len(agents.All) {
		t.Errorf("%d agents are read, and %d have rows", len(read), len(agents.All))
	}
}

// TestDocumented compares the table of docs/agents.md with what agents.list answers.
// HEDDLE_UPDATE=1 writes the table.
func TestDocumented(t *testing.T) {
	const page, begin, end = "../../../docs/agents.md", "| agent | `sessionPersistence` |", "\n\n* `canResume`"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(string(text), end)
	if !found || !ended {
		t.Fatalf("%s has no table that begins with %q", page, begin)
	}
	table := begin + " `canResume` | `canFork` | `canRun` | `hasMemories` |\n|---|---|---|---|---|---|"
	cell := func(yes bool) string {
		if yes {
			return " yes |"
		}
		return " |"
	}
	for _, a := range Adapters() {
		row, info := agents.Find(a.Name()), agentInfo(a)
		if a.Name() == "heddle" {
			continue
		}
		resume := cell(info.CanResume)
		if info.CanResume && row.Commands.Resume == "" {
			resume = " with a prompt |"
		}
		table += "\n| " + row.Title + " | " + string(info.SessionPersistence) + " |" + resume + cell(info.CanFork) + cell(info.CanRun) + cell(info.HasMemories)
	}
	want := before + table + end + after
	if want == string(text) {
		return
	}
	if os.Getenv("HEDDLE_UPDATE") == "" {
		t.Fatalf("the table of %s differs; HEDDLE_UPDATE=1 writes it:\n%s", page, table)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
