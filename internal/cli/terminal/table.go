package terminal

import (
	"bufio"
	"strings"

	"github.com/mattn/go-runewidth"
)

// Column is one column of a table.
type Column struct {
	Name  string
	Right bool // numbers
	Drop  int  // left out where the terminal is too narrow, the highest first; 0 = never
	Soft  int  // longer cells push the rest of their row aside; 0 = the column is as wide as they are
	Most  int  // longer cells are cut; 0 = never
}

// Table is a list of rows for a terminal. The last column takes what is left
// of the width.
type Table struct {
	Columns []Column
	Rows    [][]string
	Whole   bool // the last column is never cut: what does not fit wraps
	// Last draws the last column's cell of a row into the room that is left; nil:
	// the row's own cell is cut to it.
	Last func(row, room int) string
	Room int // what the last column should have, at least; 0 = minRoom
}

const (
	MinRoom = 16 // columns of the last column before others are left out for it
	Gap     = 2  // columns between columns
)

// Print writes the table.
func (t *Table) Print(s Streams) error {
	for _, row := range t.Rows {
		for i := range row {
			row[i] = Line(row[i])
			if most := t.Columns[i].Most; most > 0 {
				row[i] = runewidth.Truncate(row[i], most, "…")
			}
		}
	}
	shown, widths := t.Fit(s.Width)
	w := bufio.NewWriter(s.Out)
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.Name
	}
	if s.Color {
		w.WriteString("\x1b[1m")
	}
	w.WriteString(t.line(s, head, shown, widths, -1))
	if s.Color {
		w.WriteString("\x1b[0m")
	}
	w.WriteByte('\n')
	for i, row := range t.Rows {
		w.WriteString(t.line(s, row, shown, widths, i))
		w.WriteByte('\n')
	}
	return w.Flush()
}

// Fit says which columns are shown, and how wide each is.
func (t *Table) Fit(width int) (shown []bool, widths []int) {
	shown, widths = make([]bool, len(t.Columns)), make([]int, len(t.Columns))
	for i, c := range t.Columns {
		shown[i] = true
		widths[i] = runewidth.StringWidth(c.Name)
		for _, row := range t.Rows {
			n := runewidth.StringWidth(row[i])
			if limit := max(c.Soft, c.Most); limit > 0 {
				n = min(n, limit)
			}
			widths[i] = max(widths[i], n)
		}
	}
	for width > 0 && t.Left(width, shown, widths) < max(t.Room, MinRoom) {
		worst := -1
		for i, c := range t.Columns {
			if shown[i] && c.Drop > 0 && (worst < 0 || c.Drop > t.Columns[worst].Drop) {
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

// Left is the room that the last column has.
func (t *Table) Left(width int, shown []bool, widths []int) int {
	for i := range t.Columns[:len(t.Columns)-1] {
		if shown[i] {
			width -= widths[i] + Gap
		}
	}
	return width
}

// line renders one row; row -1 is the header.
func (t *Table) line(s Streams, cells []string, shown []bool, widths []int, row int) string {
	var b strings.Builder
	used := 0
	for i, cell := range cells[:len(cells)-1] {
		if !shown[i] {
			continue
		}
		pad := strings.Repeat(" ", max(widths[i]-runewidth.StringWidth(cell), 0))
		if t.Columns[i].Right {
			cell = pad + cell
		} else {
			cell += pad
		}
		b.WriteString(cell + strings.Repeat(" ", Gap))
		used += runewidth.StringWidth(cell) + Gap
	}
	end := len(cells) - 1
	if !shown[end] {
		return strings.TrimRight(b.String(), " ")
	}
	cell, room := cells[end], s.Width-used
	switch {
	case t.Last != nil && row >= 0:
		cell = t.Last(row, room)
	case s.Width > 0 && !t.Whole:
		cell = runewidth.Truncate(cell, max(room, 4), "…")
	}
	b.WriteString(cell)
	return strings.TrimRight(b.String(), " ")
}
