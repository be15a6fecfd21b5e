package terminal

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// isTableRule reports whether a line separates the head of a table from its rows.
func isTableRule(line string) bool {
	line = strings.TrimSpace(line)
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|:- \t") == ""
}

// cells splits a row at its bars; one after a backslash is text.
func cells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	var out []string
	from := 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) && line[i] == '\\' {
			i++
			continue
		}
		if i >= len(line) || line[i] == '|' {
			out = append(out, strings.TrimSpace(strings.ReplaceAll(line[from:min(i, len(line))], `\|`, "|")))
			from = i + 1
		}
	}
	return out
}

// table writes a table in columns. One with too many, or too wide for the
// terminal even with short columns, is written row by row.
func (b *blocks) table(i int) int {
	b.begin()
	rows := [][]string{cells(b.lines[i])}
	for i += 2; i < len(b.lines) && strings.Contains(b.lines[i], "|"); i++ {
		rows = append(rows, cells(b.lines[i]))
	}
	head := rows[0]
	widths := make([]int, len(head))
	for _, row := range rows {
		for k := range min(len(row), len(head)) {
			widths[k] = max(widths[k], runewidth.StringWidth(plainText(row[k])))
		}
	}
	room := b.w.width - columns(b.indent) - 3*(len(head)-1)
	if len(head) > mostColumns || len(rows) > mostRows || room < 6*len(head) {
		for _, row := range rows {
			b.w.wrapLine(b.indent, plain, strings.Join(row, " | "))
		}
		return i
	}
	shrink(widths, room)
	for k, row := range rows {
		code := plain
		if k == 0 {
			code = bold
		}
		b.row(row, widths, code)
		if k == 0 {
			parts := make([]string, len(widths))
			for c, n := range widths {
				parts[c] = strings.Repeat("─", n)
			}
			b.w.WriteString(b.indent + b.w.style(dim, strings.Join(parts, "─┼─")) + "\n")
		}
	}
	return i
}

// shrink makes the widest columns narrower until all have room.
func shrink(widths []int, room int) {
	for {
		sum, widest := 0, 0
		for k, n := range widths {
			sum += n
			if n > widths[widest] {
				widest = k
			}
		}
		if sum <= room {
			return
		}
		second := 6
		for k, n := range widths {
			if k != widest && n < widths[widest] {
				second = max(second, n)
			}
		}
		widths[widest] = max(second, widths[widest]-(sum-room), 6)
		if widths[widest] == second && sum-room > 0 && second == 6 {
			return
		}
		if widths[widest] == second {
			widths[widest]--
		}
	}
}

// row writes one row; cells that are wider than their column are broken between words.
func (b *blocks) row(row []string, widths []int, code string) {
	lines := make([][]string, len(widths))
	most := 1
	for k := range widths {
		if k >= len(row) {
			continue
		}
		cell := &Writer{width: widths[k], color: b.w.color, clean: b.w.clean}
		l := &layout{w: cell, room: widths[k]}
		l.inline(code, row[k])
		l.finish()
		lines[k] = strings.Split(strings.TrimSuffix(cell.String(), "\n"), "\n")
		most = max(most, len(lines[k]))
	}
	for n := range most {
		var out strings.Builder
		for k := range widths {
			s := ""
			if n < len(lines[k]) {
				s = lines[k][n]
			}
			out.WriteString(s + strings.Repeat(" ", max(widths[k]-columns(s), 0)))
			if k+1 < len(widths) {
				out.WriteString(" " + b.w.style(dim, "│") + " ")
			}
		}
		b.w.WriteString(b.indent + strings.TrimRight(out.String(), " ") + "\n")
	}
}

// plainText returns a cell's text about as wide as it is shown.
func plainText(s string) string { return strings.NewReplacer("**", "", "`", "").Replace(s) }
