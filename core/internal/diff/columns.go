package diff

import (
	"github.com/heddle-dev/heddle/core/session"
)

// sideBySide writes two columns with a mark between them: | where both sides
// have something different, < what only a has, > what only b has. Lines that
// do not fit are continued below.
func (v *view) sideBySide() {
	if v.identical(v.a, v.b) {
		return
	}
	v.row(v.a+" ("+messages(v.lenA)+")", "|", v.b+" ("+messages(v.lenB)+")", "")
	v.line(v.statsLine())
	v.hunks(func(ops []session.DiffOperation) {
		v.line()
		v.line("@@ ", place(ops), " @@")
		for i := range ops {
			v.besideOp(&ops[i])
		}
	})
}

func (v *view) besideOp(op *session.DiffOperation) {
	switch kind(op) {
	case session.DiffTypeUnchanged:
		a, b := label(op.IndexA), label(op.IndexB)
		v.row(a+summary(op.MessageA, max(v.column()-len(a), 1)), " ", b+summary(op.MessageB, max(v.column()-len(b), 1)), "")
	case session.DiffTypeRemoval:
		v.row(label(op.IndexA)+clean(speaker(op.MessageA), true), "<", "", "")
		for _, s := range bodyLines(op.MessageA) {
			v.row(clean(s, true), "<", "", indent)
		}
	case session.DiffTypeAddition:
		v.row("", ">", label(op.IndexB)+clean(speaker(op.MessageB), true), "")
		for _, s := range bodyLines(op.MessageB) {
			v.row("", ">", clean(s, true), indent)
		}
	case session.DiffTypeModification:
		a, b, _ := speakers(op)
		v.row(label(op.IndexA)+a, "|", label(op.IndexB)+b, "")
		v.besideLines(v.changes(op))
	}
}

// besideLines writes the lines of a modification: of those that differ, the
// first on the left stands beside the first on the right.
func (v *view) besideLines(lines []line) {
	for i := 0; i < len(lines); {
		l := lines[i]
		switch l.mark {
		case kept:
			s := clean(l.text, true)
			v.row(s, " ", s, indent)
			i++
			continue
		case left:
			v.row("... "+l.text, " ", "... "+l.text, indent)
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
				v.row("", ">", clean(lines[middle+k].text, true), indent)
			case middle+k >= end:
				v.row(clean(lines[i+k].text, true), "<", "", indent)
			default:
				v.row(clean(lines[i+k].text, true), "|", clean(lines[middle+k].text, true), indent)
			}
		}
		i = end
	}
}

// indent stands before what is said, below who says it.
const indent = "  "

func label(index *int64) string { return "[" + number(*index) + "] " }

// column is the width of one column; between them stand the mark and a space
// on both sides of it.
func (v *view) column() int { return (v.width - 3) / 2 }

// row writes clean text in both columns, on as many lines as it takes, each
// with the mark.
func (v *view) row(a, mark, b, indent string) {
	room := v.column() - len(indent)
	for first := true; first || a != "" || b != ""; first = false {
		var l, r string
		l, a = wrap(a, room)
		r, b = wrap(b, room)
		begin := len(v.out)
		used := 0
		if l != "" {
			v.out = append(append(v.out, indent...), l...)
			used = len(indent) + textWidth(l)
		}
		for ; used < v.column()+1; used++ {
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
