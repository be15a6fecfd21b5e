package cli

import (
	"bufio"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// column is one column of a table.
type column struct {
	name  string
	right bool // numbers
	drop  int  // left out where the terminal is too narrow, the highest first; 0 = never
	soft  int  // longer cells push the rest of their row aside; 0 = the column is as wide as they are
	most  int  // longer cells are cut; 0 = never
}

// table is a list of rows for a terminal. The last column takes what is left
// of the width.
type table struct {
	columns []column
	rows    [][]string
	whole   bool // the last column is never cut: what does not fit wraps
	// last draws the last column's cell of a row into the room that is left; nil:
	// the row's own cell is cut to it.
	last func(row, room int) string
	room int // what the last column should have, at least; 0 = minRoom
}

const (
	minRoom = 16 // columns of the last column before others are left out for it
	gap     = 2  // columns between columns
)

// print writes the table.
func (t *table) print(s Streams) error {
	for _, row := range t.rows {
		for i := range row {
			row[i] = printable(oneField(row[i]))
			if most := t.columns[i].most; most > 0 {
				row[i] = runewidth.Truncate(row[i], most, "…")
			}
		}
	}
	shown, widths := t.fit(s.Width)
	w := bufio.NewWriter(s.Out)
	head := make([]string, len(t.columns))
	for i, c := range t.columns {
		head[i] = c.name
	}
	if s.Color {
		w.WriteString("\x1b[1m")
	}
	w.WriteString(t.line(s, head, shown, widths, -1))
	if s.Color {
		w.WriteString("\x1b[0m")
	}
	w.WriteByte('\n')
	for i, row := range t.rows {
		w.WriteString(t.line(s, row, shown, widths, i))
		w.WriteByte('\n')
	}
	return w.Flush()
}

// fit says which columns are shown, and how wide each is.
func (t *table) fit(width int) (shown []bool, widths []int) {
	shown, widths = make([]bool, len(t.columns)), make([]int, len(t.columns))
	for i, c := range t.columns {
		shown[i] = true
		widths[i] = runewidth.StringWidth(c.name)
		for _, row := range t.rows {
			n := runewidth.StringWidth(row[i])
			if limit := max(c.soft, c.most); limit > 0 {
				n = min(n, limit)
			}
			widths[i] = max(widths[i], n)
		}
	}
	for width > 0 && t.left(width, shown, widths) < max(t.room, minRoom) {
		worst := -1
		for i, c := range t.columns {
			if shown[i] && c.drop > 0 && (worst < 0 || c.drop > t.columns[worst].drop) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		shown[worst] = false
	}
	return shown, widths
}

// left is the room that the last column has.
func (t *table) left(width int, shown []bool, widths []int) int {
	for i := range t.columns[:len(t.columns)-1] {
		if shown[i] {
			width -= widths[i] + gap
		}
	}
	return width
}

// line renders one row; row -1 is the header.
func (t *table) line(s Streams, cells []string, shown []bool, widths []int, row int) string {
	var b strings.Builder
	used := 0
	for i, cell := range cells[:len(cells)-1] {
		if !shown[i] {
			continue
		}
		pad := strings.Repeat(" ", max(widths[i]-runewidth.StringWidth(cell), 0))
		if t.columns[i].right {
			cell = pad + cell
		} else {
			cell += pad
		}
		b.WriteString(cell + strings.Repeat(" ", gap))
		used += runewidth.StringWidth(cell) + gap
	}
	end := len(cells) - 1
	if !shown[end] {
		return strings.TrimRight(b.String(), " ")
	}
	cell, room := cells[end], s.Width-used
	switch {
	case t.last != nil && row >= 0:
		cell = t.last(row, room)
	case s.Width > 0 && !t.whole:
		cell = runewidth.Truncate(cell, max(room, 4), "…")
	}
	b.WriteString(cell)
	return strings.TrimRight(b.String(), " ")
}

// printTable prints a table on a terminal, and else its rows with tabs between the
// fields.
func (a *app) printTable(t *table) error {
	if a.streams.Terminal {
		return t.print(a.streams)
	}
	var b strings.Builder
	for _, row := range t.rows {
		b.WriteString(fields(row...))
	}
	_, err := io.WriteString(a.streams.Out, b.String())
	return err
}
