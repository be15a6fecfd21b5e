package sessions

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// Headline is the title, the tags, and where else the session is.
func Headline(s *heddle.SessionSummary) string {
	title := terminal.Or(s.Title, "-") + TagWords(s.Tags)
	var where []string
	switch {
	case s.OriginalGone && s.Origin == "":
		where = append(where, "only in the store")
	case s.OriginalGone:
	case s.OriginalUnifiedID != "":
		where = append(where, "copy of "+s.OriginalUnifiedID)
	case s.ImportedAs != "" || len(s.RecordedAs) > 0:
		where = append(where, "also in the store")
	}
	if s.Origin != "" {
		where = append(where, "from "+s.Origin)
	}
	if len(where) == 0 {
		return title
	}
	return title + " (" + strings.Join(where, ", ") + ")"
}

// LongID is the greatest width of an id that is aligned in a column.
const LongID = 48

// Print prints a table, or where it does not fit three lines for each
// session.
func Print(a *app.App, list []heddle.SessionSummary, now time.Time) error {
	if len(list) == 0 {
		return nil
	}
	t := terminal.Table{Room: titleRoom, Columns: []terminal.Column{{Name: "UPDATED"}, {Name: "TURNS", Right: true, Drop: 3}, {Name: "COST", Right: true, Drop: 2},
		{Name: "MODEL", Drop: 4, Most: 28}, {Name: "ID", Soft: LongID}, {Name: "PROJECT", Drop: 1, Most: 24}}}
	branches := slices.ContainsFunc(list, func(s heddle.SessionSummary) bool { return s.GitBranch != "" })
	if branches {
		t.Columns = append(t.Columns, terminal.Column{Name: "BRANCH", Drop: 5, Most: 24})
	}
	t.Columns = append(t.Columns, terminal.Column{Name: "TITLE"})
	short := shortIDs(a, list)
	for i := range list {
		s := &list[i]
		row := []string{terminal.Ago(s.UpdatedAt, now), strconv.FormatInt(s.TurnCount, 10), terminal.CostOf(s.Cost),
			terminal.Or(s.Model, "-"), terminal.Or(short[s.UnifiedID], s.UnifiedID), terminal.Project(s.Cwd)}
		if branches {
			row = append(row, terminal.Or(s.GitBranch, "-"))
		}
		t.Rows = append(t.Rows, append(row, Headline(s)))
	}
	shown, widths := t.Fit(a.Streams.Width)
	if a.Streams.Width == 0 || t.Left(a.Streams.Width, shown, widths) >= terminal.MinRoom {
		return t.Print(a.Streams)
	}
	w := bufio.NewWriter(a.Streams.Out)
	for i := range list {
		s := &list[i]
		fmt.Fprintf(w, "%s\n  %s · %s · %s\n  %s\n", a.Bold(runewidth.Truncate(terminal.Line(Headline(s)), max(a.Streams.Width, 4), "…")),
			terminal.Ago(s.UpdatedAt, now), terminal.CostOf(s.Cost), terminal.Turns(s.TurnCount), terminal.Line(terminal.Or(short[s.UnifiedID], s.UnifiedID)))
	}
	return w.Flush()
}

// titleRoom is what titles have, at least, before other columns are left out.
const titleRoom = 32

// TagWords are the tags of a session as a part of its headline.
func TagWords(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return " #" + strings.Join(tags, " #")
}

// HitPlace renders where a hit is: "#12 user" or "title".
func HitPlace(h *heddle.SearchHit) string {
	s := string(h.Field)
	switch {
	case s == "content" && h.Role != "":
		s = string(h.Role)
	case s == "toolCall":
		s = "tool call"
	case s == "toolResult":
		s = "tool result"
	}
	if h.MessageIndex != nil {
		s = "#" + strconv.FormatInt(*h.MessageIndex, 10) + " " + s
	}
	return s
}
