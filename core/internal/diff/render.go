package diff

import (
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// RenderOptions say how Render shows a comparison.
type RenderOptions struct {
	// Format is unified when empty.
	Format session.DiffFormat
	// Width is the length of a line of the side-by-side format in columns of
	// a terminal; 0 means 120. It is held between 40 and 1,000.
	Width int64
	// Context is how many unchanged messages are shown, each on one line,
	// before and after a difference; 0 means 3, less than 0 none.
	Context int64
}

// The defaults and bounds of RenderOptions.
const (
	defaultWidth   = 120
	minWidth       = 40
	maxWidth       = 1000
	defaultContext = 3
)

// summaryColumns is the length of the one line of an unchanged message.
const summaryColumns = 72

// Render renders a comparison as text; every line ends in a newline. Two
// sessions without a difference give one line that says so. An unknown format
// gives nil.
//
// Messages are numbered as in the comparison, from 0. What would steer a
// terminal is shown as \xNN or \u{NN}. A comparison that Compare did not make
// is rendered as far as it makes sense.
func Render(d *session.SessionDiff, opts RenderOptions) []byte {
	v := newView(d, opts)
	switch opts.Format {
	case session.DiffFormatUnified, "":
		v.writeUnified()
	case session.DiffFormatSideBySide:
		v.sideBySide()
	case session.DiffFormatMarkdown:
		v.writeMarkdown()
	default:
		return nil
	}
	return v.out
}

// view is what all formats need to know of a comparison.
type view struct {
	a, b       string // the sessions' names
	ops        []session.DiffOperation
	stats      session.DiffStats
	lenA, lenB int64
	width      int
	context    int
	budget     *budget
	out        []byte
}

func newView(d *session.SessionDiff, opts RenderOptions) *view {
	v := &view{width: defaultWidth, context: defaultContext, budget: newBudget()}
	if opts.Width > 0 {
		v.width = int(min(max(opts.Width, minWidth), maxWidth))
	}
	if opts.Context != 0 {
		v.context = int(min(max(opts.Context, 0), 1<<30))
	}
	if d == nil {
		d = &session.SessionDiff{}
	}
	v.a, v.b, v.ops = sideName(d.A), sideName(d.B), d.Operations
	for i := range v.ops {
		switch operationType(&v.ops[i]) {
		case session.DiffTypeRemoval:
			v.stats.Removals++
		case session.DiffTypeAddition:
			v.stats.Additions++
		case session.DiffTypeModification:
			v.stats.Modifications++
		case session.DiffTypeUnchanged:
			v.stats.Unchanged++
		}
	}
	both := v.stats.Unchanged + v.stats.Modifications
	v.lenA, v.lenB = both+v.stats.Removals, both+v.stats.Additions
	return v
}

func sideName(s *session.DiffSide) string {
	switch {
	case s == nil || s.UnifiedID == "" && s.SessionID == "":
		return "?"
	case s.UnifiedID == "":
		return cleanText(session.UnifiedID(s.Agent, s.SessionID), true)
	}
	return cleanText(s.UnifiedID, true)
}

// operationType returns the type of an operation, "" when it has not got what its type
// needs.
//
//go:noinline
func operationType(op *session.DiffOperation) session.DiffType {
	a, b := op.IndexA != nil && op.MessageA != nil, op.IndexB != nil && op.MessageB != nil
	switch op.Type {
	case session.DiffTypeRemoval:
		b = a
	case session.DiffTypeAddition:
		a = b
	case session.DiffTypeModification, session.DiffTypeUnchanged:
	default:
		return ""
	}
	if !a || !b {
		return ""
	}
	return op.Type
}

// writeLine appends a line. Like other small functions that many places call, it
// is kept from being inlined: each copy is code in the module.
//
//go:noinline
func (v *view) writeLine(parts ...string) {
	for _, p := range parts {
		v.out = append(v.out, p...)
	}
	v.out = append(v.out, '\n')
}

// reportIdentical reports whether there is no difference, and says so.
func (v *view) reportIdentical(a, b string) bool {
	if v.lenA != v.stats.Unchanged || v.lenB != v.stats.Unchanged {
		return false
	}
	if v.lenA == 0 {
		v.writeLine(a, " and ", b, " are the same: neither has messages")
	} else {
		v.writeLine(a, " and ", b, " are the same: ", formatMessageCount(v.lenA))
	}
	return true
}

func formatMessageCount(n int64) string {
	if n == 1 {
		return "1 message"
	}
	return formatNumber(n) + " messages"
}

func (v *view) statsLine() string {
	s := &v.stats
	return formatNumber(s.Unchanged) + " unchanged, " + formatNumber(s.Modifications) + " modified, " +
		formatNumber(s.Removals) + " removed, " + formatNumber(s.Additions) + " added"
}

// writeHunks writes every run of operations to show, those that differ and the unchanged
// ones around them: a headline with their places, and each with write.
func (v *view) writeHunks(before, after string, write func(op *session.DiffOperation)) {
	f := func(ops []session.DiffOperation) {
		v.writeLine()
		v.writeLine(before, formatPlaces(ops), after)
		for i := range ops {
			write(&ops[i])
		}
	}
	from, until := -1, 0
	for i := range v.ops {
		if k := operationType(&v.ops[i]); k == session.DiffTypeUnchanged || k == "" {
			continue
		}
		if from >= 0 && i-v.context > until {
			f(v.ops[from:until])
			from = -1
		}
		if from < 0 {
			from = max(i-v.context, until)
		}
		until = min(i+1+v.context, len(v.ops))
	}
	if from >= 0 {
		f(v.ops[from:until])
	}
}

// formatPlaces names the messages of both sessions that operations cover, as in
// "a 3..5, b 3..6".
func formatPlaces(ops []session.DiffOperation) string {
	a := formatIndexRange(ops, func(op *session.DiffOperation) *int64 { return op.IndexA })
	b := formatIndexRange(ops, func(op *session.DiffOperation) *int64 { return op.IndexB })
	return "a " + a + ", b " + b
}

func formatIndexRange(ops []session.DiffOperation, index func(op *session.DiffOperation) *int64) string {
	var first, last *int64
	for i := range ops {
		if n := index(&ops[i]); n != nil {
			if first == nil {
				first = n
			}
			last = n
		}
	}
	switch {
	case first == nil:
		return "none"
	case *first == *last:
		return formatNumber(*first)
	}
	return formatNumber(*first) + ".." + formatNumber(*last)
}

// speakerNames names who speaks on both sides of a modification, and whether they
// are the same.
func speakerNames(op *session.DiffOperation) (a, b string, alike bool) {
	a, b = cleanText(speakerName(op.MessageA), true), cleanText(speakerName(op.MessageB), true)
	return a, b, a == b
}

// changedLines returns the lines of a modification.
func (v *view) changedLines(op *session.DiffOperation) []line {
	a, b := bodyText(op.MessageA), bodyText(op.MessageB)
	if a == b {
		return []line{{left, "the same text, stored in another form"}}
	}
	return compareLines(a, b, v.budget)
}

// formatNumber renders n in decimal.
//
//go:noinline
func formatNumber(n int64) string { return text.FormatInt(n) }
