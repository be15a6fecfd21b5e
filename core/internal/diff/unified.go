package diff

import "github.com/heddle-dev/heddle/core/session"

// unified writes one column: a line per message that says who speaks, and
// below it what was said, two spaces further in, with - or + in front of what
// only one session has. ~ marks a message that both have, differently.
func (v *view) unified() {
	if v.identical(v.a, v.b) {
		return
	}
	v.line("--- ", v.a, " (", messages(v.lenA), ")")
	v.line("+++ ", v.b, " (", messages(v.lenB), ")")
	v.line(v.statsLine())
	v.hunks(func(ops []session.DiffOperation) {
		v.line()
		v.line("@@ ", place(ops), " @@")
		for i := range ops {
			v.unifiedOp(&ops[i])
		}
	})
}

func (v *view) unifiedOp(op *session.DiffOperation) {
	switch kind(op) {
	case session.DiffTypeUnchanged:
		v.line("  [", number(*op.IndexA), " = ", number(*op.IndexB), "] ", summary(op.MessageA, summaryColumns))
	case session.DiffTypeRemoval:
		v.unifiedMessage("-", *op.IndexA, op.MessageA)
	case session.DiffTypeAddition:
		v.unifiedMessage("+", *op.IndexB, op.MessageB)
	case session.DiffTypeModification:
		head, b, alike := speakers(op)
		if !alike {
			head += " > " + b
		}
		v.line("~ [", number(*op.IndexA), " > ", number(*op.IndexB), "] ", head)
		for _, l := range v.changes(op) {
			switch l.mark {
			case left:
				v.line("    ... ", l.text)
			default:
				v.content(string(rune(l.mark)), l.text)
			}
		}
	}
}

func (v *view) unifiedMessage(mark string, index int64, m *session.Message) {
	v.line(mark, " [", number(index), "] ", clean(speaker(m), true))
	for _, s := range bodyLines(m) {
		v.content(mark, s)
	}
}

// content writes a line of a message. An empty one has no white space at its
// end.
func (v *view) content(mark, s string) {
	switch {
	case s != "":
		v.line(mark, "   ", clean(s, false))
	case mark == " ":
		v.line()
	default:
		v.line(mark)
	}
}

// summary is one line for a message: who speaks and how it begins.
func summary(m *session.Message, columns int) string {
	return oneLine(speaker(m)+": "+compared(m), columns)
}
