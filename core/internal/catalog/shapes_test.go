package catalog_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// shapes is the table: files of a home, and in "want" what a person sees of it. The comment says
// what the shape is. HEDDLE_UPDATE=1 writes "want": read it before you accept it.
const shapes = "testdata/shapes/*.txtar"

// TestShapes: each shape that an agent is known to write is shown as a person would expect.
func TestShapes(t *testing.T) {
	files, err := filepath.Glob(shapes)
	if err != nil || len(files) < 20 {
		t.Fatalf("%d shapes: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			row, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			home, want, at := t.TempDir(), "", -1
			for i, f := range row.Files {
				if f.Name == "want" {
					want, at = string(f.Data), i
					continue
				}
				path := filepath.Join(home, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got := seen(t, home)
			if os.Getenv("HEDDLE_UPDATE") != "" && at >= 0 {
				row.Files[at].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(row), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if diff := firstDifference(got, want); diff != "" {
				t.Errorf("%s\n%s", diff, got)
			}
		})
	}
}

// seen is what a person sees of a home: each session with its words and its money, the total, and
// what the doctor says.
func seen(t *testing.T, home string) string {
	var b strings.Builder
	var list []session.SessionSummary
	ask(t, home, func(c *catalog.Catalog) (err error) {
		list, err = c.List(session.ListRequest{Subagents: true, Superseded: true, Limit: 100})
		return err
	})
	for i := range list {
		ask(t, home, func(c *catalog.Catalog) error {
			s, _, err := c.Get(session.GetRequest{UnifiedID: list[i].UnifiedID, ToolOutput: true})
			if err != nil {
				fmt.Fprintf(&b, "%s: %v\n", list[i].UnifiedID, err)
				return nil
			}
			writeSeen(&b, s)
			return nil
		})
	}
	ask(t, home, func(c *catalog.Catalog) error {
		total, err := c.TotalCost(session.CostRequest{GroupBy: session.GroupByTier})
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "total $%s", usdText(total.TotalUSD))
		for _, tier := range slices.Sorted(maps.Keys(total.Breakdowns)) {
			fmt.Fprintf(&b, ", %s $%s", tier, usdText(total.Breakdowns[tier].TotalUSD))
		}
		if total.WebSearches > 0 {
			fmt.Fprintf(&b, ", %d searches", total.WebSearches)
		}
		b.WriteString("\n")
		return nil
	})
	counts, _ := said(t, home)
	for _, c := range counts {
		b.WriteString("doctor: " + c + "\n")
	}
	return b.String()
}

func usdText(m *session.Money) string {
	if m == nil {
		return "-"
	}
	return m.String()
}

// writeSeen writes what a person sees of a session.
func writeSeen(b *strings.Builder, s *session.Session) {
	fmt.Fprintf(b, "%s %q in %s", s.UnifiedID, s.Title, s.Cwd)
	for _, x := range []struct{ word, value string }{{"fork of", s.ForkedFrom}, {"of", s.ParentSessionID}, {"superseded by", s.SupersededBy}} {
		if x.value != "" {
			fmt.Fprintf(b, ", %s %s", x.word, x.value)
		}
	}
	for _, span := range s.Spans {
		fmt.Fprintf(b, ", from %d in %s", span.From, span.Cwd)
	}
	if s.Cost != nil {
		fmt.Fprintf(b, ", $%s %s", usdText(s.Cost.TotalUSD), s.Cost.Source)
	}
	b.WriteString("\n")
	for i := range s.Messages {
		m := &s.Messages[i]
		fmt.Fprintf(b, "\t%s", m.Role)
		if m.Kind != "" {
			fmt.Fprintf(b, " (%s)", m.Kind)
		}
		fmt.Fprintf(b, ": %q", m.Content)
		if m.ToolResult != nil {
			fmt.Fprintf(b, " returns %s", m.ToolResult.Output)
		}
		for j := range m.ToolCalls {
			fmt.Fprintf(b, " calls %s", m.ToolCalls[j].ToolName)
		}
		b.WriteString("\n")
	}
	for _, branch := range s.Branches {
		fmt.Fprintf(b, "\tbranch %s, %d messages, %q\n", branch.LeafID, branch.MessageCount, branch.Title)
	}
}
