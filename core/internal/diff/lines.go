package diff

import "strings"

// A line is one line of the merge of two texts.
type line struct {
	mark byte // one of the marks
	text string
}

// The marks of lines.
const (
	kept    = ' '
	removed = '-'
	added   = '+'
	left    = '.' // equal lines left out; the text says how many
)

// lineContext is how many equal lines are shown around a line that differs.
const lineContext = 3

// compareLines lays b over a: where they differ, the lines of a come before
// those of b. When one of them ends in a line break and the other does not,
// it has an empty line more. Beyond the bounds at maxTextCells all lines
// between the equal ends differ.
func compareLines(a, b string, bound *budget) []line {
	return leaveOut(mergeLines(a, b, bound))
}

// mergeLines is compareLines with all equal lines.
func mergeLines(a, b string, bound *budget) []line {
	if s, t := trimLineBreak(a), trimLineBreak(b); len(s) < len(a) && len(t) < len(b) {
		a, b = s, t
	}
	x, y := splitLines(a), splitLines(b)
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	out := appendLines(nil, kept, x[:head])
	midX, midY := x[head:len(x)-tail], y[head:len(y)-tail]
	i, j := 0, 0
	if len(midX) > 0 && len(midY) > 0 {
		pairs, _ := matchTexts(midX, midY, bound, &work{})
		for _, p := range pairs {
			out = appendLines(out, removed, midX[i:p.row])
			out = appendLines(out, added, midY[j:p.col])
			out = append(out, line{kept, midX[p.row]})
			i, j = int(p.row)+1, int(p.col)+1
		}
	}
	out = appendLines(out, removed, midX[i:])
	out = appendLines(out, added, midY[j:])
	return appendLines(out, kept, x[len(x)-tail:])
}

//go:noinline
func appendLines(out []line, mark byte, list []string) []line {
	for _, s := range list {
		out = append(out, line{mark, s})
	}
	return out
}

// trimLineBreak returns a text without the line break at its end.
func trimLineBreak(s string) string {
	if s != "" && s[len(s)-1] == '\n' {
		return s[:len(s)-1]
	}
	return s
}

// splitLines returns the lines of a text: at least one, and one after the last
// line break.
func splitLines(text string) []string {
	var out []string
	for {
		n := strings.IndexByte(text, '\n')
		if n < 0 {
			return append(out, text)
		}
		out = append(out, text[:n])
		text = text[n+1:]
	}
}

// leaveOut replaces equal lines far from any that differ by one that counts
// them, unless there is only one.
func leaveOut(lines []line) []line {
	out := lines[:0]
	for i := 0; i < len(lines); {
		if lines[i].mark != kept {
			out = append(out, lines[i])
			i++
			continue
		}
		end := i
		for end < len(lines) && lines[end].mark == kept {
			end++
		}
		from, to := i+lineContext, end-lineContext
		if i == 0 {
			from = 0
		}
		if end == len(lines) {
			to = end
		}
		if to-from < 2 {
			from, to = end, end
		}
		out = append(out, lines[i:from]...)
		if to > from {
			out = append(out, line{left, formatNumber(int64(to-from)) + " equal lines"})
		}
		out = append(out, lines[to:end]...)
		i = end
	}
	return out
}

// oneLine shortens text to one line of at most the given columns: white space
// folds to a space, and three dots say that there was more.
func oneLine(s string, columns int) string {
	b := make([]byte, 0, 128)
	gap, more := false, false
	for i := range len(s) {
		if c := s[i]; c == ' ' || c >= '\t' && c <= '\r' {
			gap = len(b) > 0
			continue
		}
		if len(b) > 8*columns { // enough bytes for any characters but long runs of marks
			more = true
			break
		}
		if gap {
			b = append(b, ' ')
		}
		gap = false
		b = append(b, s[i])
	}
	head, rest := cutToWidth(cleanText(string(b), true), columns)
	if rest == "" && !more {
		return head
	}
	head, _ = cutToWidth(head, max(columns-3, 1))
	return head + "..."
}
