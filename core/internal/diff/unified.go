package diff

import "github.com/heddle-dev/heddle/core/session"

// writeUnified writes one column: a line per message that says who speaks, and
// below it what was said, two spaces further in, with - or + in front of what
// only one session has. ~ marks a message that both have, differently.
func (v *view) writeUnified() {
	if v.reportIdentical(v.a, v.b) {
		return
	}
	v.writeLine("--- ", v.a, " (", formatMessageCount(v.lenA), ")")
	v.writeLine("+++ ", v.b, " (", formatMessageCount(v.lenB), ")")
	v.writeLine(v.statsLine())
	v.writeHunks("@@ ", " @@", v.unifiedOp)
}

func (v *view) unifiedOp(op *session.DiffOperation) {
	switch operationType(op) {
	case session.DiffTypeUnchanged:
		v.writeLine("  [", formatNumber(*op.IndexA), " = ", formatNumber(*op.IndexB), "] ", summaryLine(op.MessageA, summaryColumns))
	case session.DiffTypeRemoval:
		v.unifiedMessage("-", *op.IndexA, op.MessageA)
	case session.DiffTypeAddition:
		v.unifiedMessage("+", *op.IndexB, op.MessageB)
	case session.DiffTypeModification:
		head, b, alike := speakerNames(op)
		if !alike {
			head += " > " + b
		}
		v.writeLine("~ [", formatNumber(*op.IndexA), " > ", formatNumber(*op.IndexB), "] ", head)
		for _, l := range v.changedLines(op) {
			switch l.mark {
			case left:
				v.writeLine("    ... ", l.text)
			default:
				v.writeContent(string(rune(l.mark)), l.text)
			}
		}
	}
}

func (v *view) unifiedMessage(mark string, index int64, m *session.Message) {
	v.writeLine(mark, " [", formatNumber(index), "] ", cleanText(speakerName(m), true))
	for _, s := range bodyLines(m) {
		v.writeContent(mark, s)
	}
}

// writeContent writes a line of a message. An empty one has no white space at its
// end.
func (v *view) writeContent(mark, s string) {
	switch {
	case s != "":
		v.writeLine(mark, "   ", cleanText(s, false))
	case mark == " ":
		v.writeLine()
	default:
		v.writeLine(mark)
	}
}

// summaryLine is one line for a message: who speaks and how it begins.
func summaryLine(m *session.Message, columns int) string {
	return oneLine(speakerName(m)+": "+comparedText(m), columns)
}
