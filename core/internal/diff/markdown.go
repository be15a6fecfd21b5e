package diff

import (
	"github.com/heddle-dev/heddle/core/session"
)

// writeMarkdown writes a table of figures, then a heading for every operation that
// is shown, with the lines that differ in a fenced block.
func (v *view) writeMarkdown() {
	a, b := formatCode(v.a), formatCode(v.b)
	if v.reportIdentical(a, b) {
		return
	}
	v.writeLine("# Differences between ", a, " and ", b)
	v.writeLine()
	v.writeLine("| | ", escapeCell(a), " (a) | ", escapeCell(b), " (b) |")
	v.writeLine("|---|---:|---:|")
	row := func(name string, a, b int64) {
		v.writeLine("| ", name, " | ", formatNumber(a), " | ", formatNumber(b), " |")
	}
	row("Messages", v.lenA, v.lenB)
	row("Unchanged", v.stats.Unchanged, v.stats.Unchanged)
	row("Modified", v.stats.Modifications, v.stats.Modifications)
	row("Only here", v.stats.Removals, v.stats.Additions)
	v.writeHunks("## Messages ", "", v.markdownOp)
}

func (v *view) markdownOp(op *session.DiffOperation) {
	switch operationType(op) {
	case session.DiffTypeUnchanged:
		v.writeHeading("Unchanged", op, "a "+formatNumber(*op.IndexA)+", b "+formatNumber(*op.IndexB))
		v.writeLine(formatCode(oneLine(comparedText(op.MessageA), summaryColumns)))
	case session.DiffTypeRemoval:
		v.writeHeading("Removed", op, "a "+formatNumber(*op.IndexA))
		v.writeFence(appendLines(nil, removed, bodyLines(op.MessageA)))
	case session.DiffTypeAddition:
		v.writeHeading("Added", op, "b "+formatNumber(*op.IndexB))
		v.writeFence(appendLines(nil, added, bodyLines(op.MessageB)))
	case session.DiffTypeModification:
		v.writeHeading("Modified", op, "a "+formatNumber(*op.IndexA)+", b "+formatNumber(*op.IndexB))
		v.writeFence(v.changedLines(op))
	}
}

func (v *view) writeHeading(what string, op *session.DiffOperation, where string) {
	m, who := op.MessageA, ""
	if m == nil || op.Type == session.DiffTypeAddition {
		m = op.MessageB
	}
	who = formatCode(cleanText(speakerName(m), true))
	if operationType(op) == session.DiffTypeModification {
		if _, b, alike := speakerNames(op); !alike {
			who += " > " + formatCode(b)
		}
	}
	v.writeLine()
	v.writeLine("### ", what, ": ", who, ", ", where)
	v.writeLine()
}

// writeFence writes lines in a block whose fence is longer than any run of back
// quotes inside.
func (v *view) writeFence(lines []line) {
	longest := 2
	for i := range lines {
		lines[i].text = cleanText(lines[i].text, false)
		longest = max(longest, backQuotes(lines[i].text))
	}
	mark := repeatBackQuotes(longest + 1)
	v.writeLine(mark, "diff")
	for _, l := range lines {
		switch {
		case l.mark == left:
			v.writeLine("@@ ", l.text, " @@")
		case l.text == "" && l.mark == kept:
			v.writeLine()
		default:
			v.writeLine(string(rune(l.mark)), l.text)
		}
	}
	v.writeLine(mark)
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

// formatCode renders clean text as a code span.
func formatCode(s string) string {
	n := backQuotes(s)
	mark := repeatBackQuotes(n + 1)
	if n == 0 && s != "" {
		return mark + s + mark
	}
	return mark + " " + s + " " + mark
}

// repeatBackQuotes returns n back quotes.
func repeatBackQuotes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '`'
	}
	return string(b)
}

// escapeCell makes text safe for a table cell.
func escapeCell(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == '|' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(b)
}
