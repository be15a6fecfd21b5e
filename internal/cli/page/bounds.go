package page

import "strings"

// The bounds of a text that is read as Markdown. Reading is quadratic in the marks of a block and in the
// columns of a table, and it calls itself as deep as quotes and lists are nested.
const (
	maxNesting = 100
	spareWork  = 1 << 20 // for any text
	workByte   = 1000    // for each of its bytes, in pairs of marks
)

// isReadable reports whether reading a text as Markdown takes time in proportion to its length.
func isReadable(text string) bool {
	room := spareWork + workByte*len(text)
	var b block
	var f fence
	for line := range strings.Lines(text) {
		if f.holds(line) {
			continue
		}
		rest, depth := withoutMarkers(line)
		if depth > maxNesting {
			return false
		}
		if strings.Trim(rest, " \t\r\n") == "" {
			room -= b.work()
			b = block{}
			continue
		}
		b.add(rest)
	}
	return room >= b.work()
}

// fence follows blocks of code at the margin, whose marks are not read. It trusts no fence after a line that
// may begin HTML, which has no fences.
type fence struct {
	open string // the signs that began it; empty outside
	html bool
}

// holds reports whether a line is code or begins or ends it.
func (f *fence) holds(line string) bool {
	line = strings.TrimRight(line, " \t\r\n")
	signs := len(line) - len(strings.TrimLeft(line, "`"))
	if signs == 0 {
		signs = len(line) - len(strings.TrimLeft(line, "~"))
	}
	if f.open != "" {
		if signs == len(line) && strings.HasPrefix(line, f.open) {
			f.open = ""
		}
		return true
	}
	rest, _ := withoutMarkers(line)
	f.html = f.html || strings.HasPrefix(strings.TrimLeft(rest, " \t"), "<")
	if signs < 3 || f.html || strings.Contains(line[signs:], "`") {
		return false
	}
	f.open = line[:signs]
	return true
}

// block is lines without a blank one between them.
type block struct{ lines, marks, columns int }

func (b *block) add(line string) {
	columns := strings.Count(line, "|")
	b.lines, b.columns, b.marks = b.lines+1, max(b.columns, columns), b.marks+columns
	for i := range len(line) {
		if strings.IndexByte("[]()*_~`<!", line[i]) >= 0 {
			b.marks++
		}
	}
}

func (b *block) work() int { return b.marks*b.marks + b.lines*b.columns*100 }

// withoutMarkers returns a line without the markers of quotes and lists at its beginning, and how deep they
// may nest.
func withoutMarkers(line string) (rest string, depth int) {
	blanks, i := 0, 0
	for ; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			blanks++
		case c == '\t':
			blanks += 4
		case c == '>' || strings.IndexByte("-*+.)", c) >= 0 && (i+1 == len(line) || strings.IndexByte(" \t\r\n", line[i+1]) >= 0):
			depth++
		case c < '0' || c > '9':
			if depth > 0 {
				depth += blanks / 2
			}
			return line[i:], depth
		}
	}
	return "", depth
}
