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
	// before and behind a difference; 0 means 3, less than 0 none.
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
		v.unified()
	case session.DiffFormatSideBySide:
		v.sideBySide()
	case session.DiffFormatMarkdown:
		v.markdown()
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
	v.a, v.b, v.ops = name(d.A), name(d.B), d.Operations
	for i := range v.ops {
		switch kind(&v.ops[i]) {
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

func name(s *session.DiffSide) string {
	switch {
	case s == nil || s.UnifiedID == "" && s.SessionID == "":
		return "?"
	case s.UnifiedID == "":
		return clean(session.UnifiedID(s.Agent, s.SessionID), true)
	}
	return clean(s.UnifiedID, true)
}

// kind returns the type of an operation, "" when it has not got what its type
// needs.
//
//go:noinline
func kind(op *session.DiffOperation) session.DiffType {
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

// line appends a line. Like other small functions that many places call, it
// is kept from being inlined: each copy is code in the module.
//
//go:noinline
func (v *view) line(parts ...string) {
	for _, p := range parts {
		v.out = append(v.out, p...)
	}
	v.out = append(v.out, '\n')
}

// identical reports whether there is no difference, and says so.
func (v *view) identical(a, b string) bool {
	if v.lenA != v.stats.Unchanged || v.lenB != v.stats.Unchanged {
		return false
	}
	if v.lenA == 0 {
		v.line(a, " and ", b, " are the same: neither has messages")
	} else {
		v.line(a, " and ", b, " are the same: ", messages(v.lenA))
	}
	return true
}

func messages(n int64) string {
	if n == 1 {
		return "1 message"
	}
	return number(n) + " messages"
}

func (v *view) statsLine() string {
	s := &v.stats
	return number(s.Unchanged) + " unchanged, " + number(s.Modifications) + " modified, " +
		number(s.Removals) + " removed, " + number(s.Additions) + " added"
}

// hunks calls f for every stretch of operations to show: those that differ
// and the unchanged ones around them.
func (v *view) hunks(f func(ops []session.DiffOperation)) {
	from, until := -1, 0
	for i := range v.ops {
		if k := kind(&v.ops[i]); k == session.DiffTypeUnchanged || k == "" {
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

// place names the messages of both sessions that operations cover, as in
// "a 3..5, b 3..6".
func place(ops []session.DiffOperation) string {
	a := numbers(ops, func(op *session.DiffOperation) *int64 { return op.IndexA })
	b := numbers(ops, func(op *session.DiffOperation) *int64 { return op.IndexB })
	return "a " + a + ", b " + b
}

func numbers(ops []session.DiffOperation, index func(op *session.DiffOperation) *int64) string {
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
		return number(*first)
	}
	return number(*first) + ".." + number(*last)
}

// speakers names who speaks on both sides of a modification, and whether they
// are the same.
func speakers(op *session.DiffOperation) (a, b string, alike bool) {
	a, b = clean(speaker(op.MessageA), true), clean(speaker(op.MessageB), true)
	return a, b, a == b
}

// changes returns the lines of a modification.
func (v *view) changes(op *session.DiffOperation) []line {
	a, b := body(op.MessageA), body(op.MessageB)
	if a == b {
		return []line{{left, "the same text, stored in another form"}}
	}
	return compareLines(a, b, v.budget)
}

// number renders n in decimal.
//
//go:noinline
func number(n int64) string { return text.Int(n) }
