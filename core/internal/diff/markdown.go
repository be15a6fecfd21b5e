package diff

import (
	"github.com/heddle-dev/heddle/core/session"
)

// markdown writes a table of figures, then a heading for every operation that
// is shown, with the lines that differ in a fenced block.
func (v *view) markdown() {
	a, b := code(v.a), code(v.b)
	if v.identical(a, b) {
		return
	}
	v.line("# Differences between ", a, " and ", b)
	v.line()
	v.line("| | ", cell(a), " (a) | ", cell(b), " (b) |")
	v.line("|---|---:|---:|")
	row := func(name string, a, b int64) { v.line("| ", name, " | ", number(a), " | ", number(b), " |") }
	row("Messages", v.lenA, v.lenB)
	row("Unchanged", v.stats.Unchanged, v.stats.Unchanged)
	row("Modified", v.stats.Modifications, v.stats.Modifications)
	row("Only here", v.stats.Removals, v.stats.Additions)
	v.hunks(func(ops []session.DiffOperation) {
		v.line()
		v.line("## Messages ", place(ops))
		for i := range ops {
			v.markdownOp(&ops[i])
		}
	})
}

func (v *view) markdownOp(op *session.DiffOperation) {
	switch kind(op) {
	case session.DiffTypeUnchanged:
		v.heading("Unchanged", op, "a "+number(*op.IndexA)+", b "+number(*op.IndexB))
		v.line(code(oneLine(compared(op.MessageA), summaryColumns)))
	case session.DiffTypeRemoval:
		v.heading("Removed", op, "a "+number(*op.IndexA))
		v.fence(appendLines(nil, removed, bodyLines(op.MessageA)))
	case session.DiffTypeAddition:
		v.heading("Added", op, "b "+number(*op.IndexB))
		v.fence(appendLines(nil, added, bodyLines(op.MessageB)))
	case session.DiffTypeModification:
		v.heading("Modified", op, "a "+number(*op.IndexA)+", b "+number(*op.IndexB))
		v.fence(v.changes(op))
	}
}

func (v *view) heading(what string, op *session.DiffOperation, where string) {
	m, who := op.MessageA, ""
	if m == nil || op.Type == session.DiffTypeAddition {
		m = op.MessageB
	}
	who = code(clean(speaker(m), true))
	if kind(op) == session.DiffTypeModification {
		if _, b, alike := speakers(op); !alike {
			who += " > " + code(b)
		}
	}
	v.line()
	v.line("### ", what, ": ", who, ", ", where)
	v.line()
}

// fence writes lines in a block whose fence is longer than any run of back
// quotes inside.
func (v *view) fence(lines []line) {
	longest := 2
	for i := range lines {
		lines[i].text = clean(lines[i].text, false)
		longest = max(longest, backQuotes(lines[i].text))
	}
	mark := quotes(longest + 1)
	v.line(mark, "diff")
	for _, l := range lines {
		switch {
		case l.mark == left:
			v.line("@@ ", l.text, " @@")
		case l.text == "" && l.mark == kept:
			v.line()
		default:
			v.line(string(rune(l.mark)), l.text)
		}
	}
	v.line(mark)
}

// backQuotes returns the length of the longest run of back quotes.
func backQuotes(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// code renders clean text as a code span.
func code(s string) string {
	n := backQuotes(s)
	mark := quotes(n + 1)
	if n == 0 && s != "" {
		return mark + s + mark
	}
	return mark + " " + s + " " + mark
}

// quotes returns n back quotes.
func quotes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '`'
	}
	return string(b)
}

// cell makes text safe for a table cell.
func cell(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == '|' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(b)
}
