package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
)

// summary is what the table shows of a session.
type summary struct {
	UnifiedID    string
	Title        string
	UpdatedAt    string
	TurnCount    int64
	MessageCount int64
	Model        string
	Cwd          string
	Cost         *struct{ TotalUSD json.Number }
}

// printSessions prints a table on a terminal, tab-separated lines into a pipe.
func (a *app) printSessions(body []byte, now time.Time) error {
	var list []summary
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	if !a.streams.Terminal {
		return a.printTabs(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(a.streams.Err, "no sessions found")
		return nil
	}
	t := table{header: []string{"UPDATED", "TURNS", "COST", "MODEL", "ID", "TITLE"}, right: map[int]bool{1: true, 2: true}}
	for _, s := range list {
		t.rows = append(t.rows, []string{ago(s.UpdatedAt, now), strconv.FormatInt(s.TurnCount, 10), s.dollars(),
			s.Model, s.UnifiedID, s.Title})
	}
	return t.print(a.streams)
}

// printTabs prints unifiedId, updatedAt, turns, messages, model, USD, cwd and
// title, nothing cut.
func (a *app) printTabs(list []summary) error {
	w := bufio.NewWriter(a.streams.Out)
	for _, s := range list {
		usd := ""
		if s.Cost != nil {
			usd = s.Cost.TotalUSD.String()
		}
		fields := []string{s.UnifiedID, s.UpdatedAt, strconv.FormatInt(s.TurnCount, 10), strconv.FormatInt(s.MessageCount, 10),
			s.Model, usd, s.Cwd, s.Title}
		for i := range fields {
			fields[i] = oneField(fields[i])
		}
		fmt.Fprintln(w, strings.Join(fields, "\t"))
	}
	return w.Flush()
}

// oneField keeps a value inside its tab-separated field.
func oneField(s string) string {
	return strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(s)
}

func (s *summary) dollars() string {
	if s.Cost == nil || s.Cost.TotalUSD == "" {
		return "-"
	}
	f, err := s.Cost.TotalUSD.Float64()
	if err != nil {
		return "-"
	}
	if f > 0 && f < 0.01 {
		return "<$0.01"
	}
	return fmt.Sprintf("$%.2f", f)
}

// ago renders a time as an age: "just now", "5m ago", "2h ago", "3d ago", then
// the date.
func ago(stamp string, now time.Time) string {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return "-"
	}
	switch d := now.Sub(t); {
	case d < 0:
		return t.Format("2006-01-02")
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	case d < 30*24*time.Hour:
		return fmt.Sprintf("%dd ago", int(d.Hours()/24))
	}
	return t.Format("2006-01-02")
}

// table is a list of rows for a terminal; the last column takes what is left
// of the width.
type table struct {
	header []string
	rows   [][]string
	right  map[int]bool // right-aligned columns
}

func (t *table) print(s Streams) error {
	widths := make([]int, len(t.header))
	for i, h := range t.header {
		widths[i] = runewidth.StringWidth(h)
	}
	for _, row := range t.rows {
		for i := range row {
			row[i] = printable(oneField(row[i]))
			widths[i] = max(widths[i], runewidth.StringWidth(row[i]))
		}
	}
	w := bufio.NewWriter(s.Out)
	t.line(w, s, t.header, widths, true)
	for _, row := range t.rows {
		t.line(w, s, row, widths, false)
	}
	return w.Flush()
}

func (t *table) line(w *bufio.Writer, s Streams, row []string, widths []int, head bool) {
	if head && s.Color {
		w.WriteString("\x1b[1m")
	}
	used := 0
	for i, cell := range row {
		last := i == len(row)-1
		if last {
			if room := s.Width - used; s.Width > 0 && room > 3 {
				cell = runewidth.Truncate(cell, room, "…")
			}
			w.WriteString(cell)
			break
		}
		pad := strings.Repeat(" ", widths[i]-runewidth.StringWidth(cell))
		if t.right[i] {
			cell = pad + cell
		} else {
			cell += pad
		}
		w.WriteString(cell + "  ")
		used += widths[i] + 2
	}
	if head && s.Color {
		w.WriteString("\x1b[0m")
	}
	w.WriteByte('\n')
}
