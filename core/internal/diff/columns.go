package diff

import (
	"github.com/heddle-dev/heddle/core/session"
)

// sideBySide writes two columns with a mark between them: | where both sides
// have something different, < what only a has, > what only b has. Lines that
// do not fit are continued below.
func (v *view) sideBySide() {
	if v.reportIdentical(v.a, v.b) {
		return
	}
	v.writeRow(v.a+" ("+formatMessageCount(v.lenA)+")", "|", v.b+" ("+formatMessageCount(v.lenB)+")", "")
	v.writeLine(v.statsLine())
	v.writeHunks("@@ ", " @@", v.besideOp)
}

func (v *view) besideOp(op *session.DiffOperation) {
	switch operationType(op) {
	case session.DiffTypeUnchanged:
		a, b := indexLabel(op.IndexA), indexLabel(op.IndexB)
		v.writeRow(a+summaryLine(op.MessageA, max(v.columnWidth()-len(a), 1)), " ", b+summaryLine(op.MessageB, max(v.columnWidth()-len(b), 1)), "")
	case session.DiffTypeRemoval:
		v.writeRow(indexLabel(op.IndexA)+cleanText(speakerName(op.MessageA), true), "<", "", "")
		for _, s := range bodyLines(op.MessageA) {
			v.writeRow(cleanText(s, true), "<", "", indent)
		}
	case session.DiffTypeAddition:
		v.writeRow("", ">", indexLabel(op.IndexB)+cleanText(speakerName(op.MessageB), true), "")
		for _, s := range bodyLines(op.MessageB) {
			v.writeRow("", ">", cleanText(s, true), indent)
		}
	case session.DiffTypeModification:
		a, b, _ := speakerNames(op)
		v.writeRow(indexLabel(op.IndexA)+a, "|", indexLabel(op.IndexB)+b, "")
		v.besideLines(v.changedLines(op))
	}
}

// besideLines writes the lines of a modification: of those that differ, the
// first on the left is beside the first on the right.
func (v *view) besideLines(lines []line) {
	for i := 0; i < len(lines); {
		l := lines[i]
		switch l.mark {
		case kept:
			s := cleanText(l.text, true)
			v.writeRow(s, " ", s, indent)
			i++
			continue
		case left:
			v.writeRow("... "+l.text, " ", "... "+l.text, indent)
			i++
			continue
		}
		middle := i
		for middle < len(lines) && lines[middle].mark == removed {
			middle++
		}
		end := middle
		for end < len(lines) && lines[end].mark == added {
			end++
		}
		for k := range max(middle-i, end-middle) {
			switch {
			case i+k >= middle:
				v.writeRow("", ">", cleanText(lines[middle+k].text, true), indent)
			case middle+k >= end:
				v.writeRow(cleanText(lines[i+k].text, true), "<", "", indent)
			default:
				v.writeRow(cleanText(lines[i+k].text, true), "|", cleanText(lines[middle+k].text, true), indent)
			}
		}
		i = end
	}
}

// indent precedes the text of a message, below the line of its role.
const indent = "  "

func indexLabel(index *int64) string { return "[" + formatNumber(*index) + "] " }

// columnWidth is the width of one column; between them are the mark and a space
// on both sides of it.
func (v *view) columnWidth() int { return (v.width - 3) / 2 }

// writeRow writes clean text in both columns, on as many lines as it takes, each
// with the mark.
func (v *view) writeRow(a, mark, b, indent string) {
	room := v.columnWidth() - len(indent)
	for first := true; first || a != "" || b != ""; first = false {
		var l, r string
		l, a = wrapToWidth(a, room)
		r, b = wrapToWidth(b, room)
		begin := len(v.out)
		used := 0
		if l != "" {
			v.out = append(append(v.out, indent...), l...)
			used = len(indent) + textWidth(l)
		}
		for ; used < v.columnWidth()+1; used++ {
			v.out = append(v.out, ' ')
		}
		v.out = append(v.out, mark...)
		if r != "" {
			v.out = append(append(append(v.out, ' '), indent...), r...)
		}
		for len(v.out) > begin && v.out[len(v.out)-1] == ' ' {
			v.out = v.out[:len(v.out)-1]
		}
		v.out = append(v.out, '\n')
	}
}
