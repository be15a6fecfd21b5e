// Package terminal renders a session's view for a terminal: Markdown, coloured
// diffs, calls in a line each. Nothing of a session can steer the terminal: what
// could is replaced before it is rendered.
package terminal

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// The widths between which text is laid out.
const (
	leastWidth = 40
	mostWidth  = 200
	plainWidth = 100 // where the width is not known
)

// Writer lays out text in columns.
type Writer struct {
	strings.Builder
	width int
	color bool
	clean func(string) string
}

// NewWriter returns a Writer for a terminal of this width, 0 for an unknown one.
// clean replaces what steers a terminal.
func NewWriter(width int, color bool, clean func(string) string) *Writer {
	if width <= 0 {
		width = plainWidth
	}
	return &Writer{width: min(max(width, leastWidth), mostWidth), color: color, clean: clean}
}

// The styles of text, as SGR codes.
const (
	plain   = ""
	bold    = "1"
	dim     = "2"
	italic  = "3"
	under   = "4"
	strike  = "9"
	user    = "1;36"
	green   = "32"
	red     = "31"
	yellow  = "33"
	magenta = "35"
	cyan    = "36"
)

// style marks text with an SGR code where colours may be used.
func (w *Writer) style(code, text string) string {
	if !w.color || text == "" || code == plain {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// run is text of one style, without line breaks.
type run struct{ code, text string }

// layout writes runs as lines that are no wider than the terminal, and breaks
// them between words; a word that is wider than a line is cut.
type layout struct {
	w      *Writer
	first  string // before the first line
	rest   string // before the others
	used   int    // columns of the line under way, without what is before it
	room   int
	began  bool
	blank  bool
	word   []run // the word under way: it may change its style
	length int   // of the word
	line   []run
}

func (w *Writer) newLayout(first, rest string) *layout {
	return &layout{w: w, first: first, rest: rest, room: max(w.width-columns(rest), 8)}
}

// columns returns how wide text is, without its styles.
func columns(s string) int {
	n := 0
	for s != "" {
		at := strings.IndexByte(s, 0x1b)
		if at < 0 {
			return n + runewidth.StringWidth(s)
		}
		n += runewidth.StringWidth(s[:at])
		if end := strings.IndexByte(s[at:], 'm'); end >= 0 {
			s = s[at+end+1:]
		} else {
			return n
		}
	}
	return n
}

// add adds text of one style; blanks are where lines may break.
func (l *layout) add(code, text string) {
	for text != "" {
		at := strings.IndexAny(text, " \t\n")
		if at < 0 {
			l.append(code, text)
			return
		}
		l.append(code, text[:at])
		l.endWord()
		l.blank = true
		text = text[at+1:]
	}
}

func (l *layout) append(code, text string) {
	if text == "" {
		return
	}
	n := runewidth.StringWidth(text)
	for l.length+n > l.room { // a word wider than a line
		head := runewidth.Truncate(text, l.room-l.length, "")
		if head == "" && l.length == 0 {
			break
		}
		l.word = append(l.word, run{code, head})
		l.length += runewidth.StringWidth(head)
		l.endWord()
		text = text[len(head):]
		n = runewidth.StringWidth(text)
	}
	if text != "" {
		l.word = append(l.word, run{code, text})
		l.length += n
	}
}

func (l *layout) endWord() {
	if l.length == 0 {
		return
	}
	gap := 0
	if l.blank && l.used > 0 {
		gap = 1
	}
	if l.used+gap+l.length > l.room && l.used > 0 {
		l.endLine()
		gap = 0
	}
	for i, r := range l.word {
		if i == 0 && gap > 0 {
			r.text = " " + r.text
			if n := len(l.line); n == 0 || l.line[n-1].code != r.code { // the blank between two styles has none
				l.join(run{plain, " "})
				r.text = r.text[1:]
			}
		}
		l.join(r)
	}
	l.used += gap + l.length
	l.word, l.length, l.blank = l.word[:0], 0, false
}

// join adds text to the line under way.
func (l *layout) join(r run) {
	if n := len(l.line); n > 0 && l.line[n-1].code == r.code {
		l.line[n-1].text += r.text
		return
	}
	l.line = append(l.line, r)
}

// endLine ends the line under way.
func (l *layout) endLine() {
	prefix := l.rest
	if !l.began {
		prefix = l.first
	}
	var b strings.Builder
	for _, r := range l.line {
		b.WriteString(l.w.style(r.code, r.text))
	}
	l.w.WriteString(strings.TrimRight(prefix+b.String(), " ") + "\n")
	l.line = l.line[:0]
	l.used, l.began, l.blank = 0, true, false
}

// finish ends the last word and the last line.
func (l *layout) finish() {
	l.endWord()
	if l.used > 0 || !l.began {
		l.endLine()
	}
}

// wrapLine writes one line of text that keeps its blanks, as of code: it is
// broken at a blank where there is one near the margin.
func (w *Writer) wrapLine(prefix, code, text string) {
	text = strings.ReplaceAll(text, "\t", "    ")
	room := max(w.width-columns(prefix), 8)
	for runewidth.StringWidth(text) > room {
		head := runewidth.Truncate(text, room, "")
		if head == "" {
			break
		}
		if at := strings.LastIndexByte(head, ' '); at > len(head)/2 {
			head = head[:at+1]
		}
		w.WriteString(prefix + w.style(code, strings.TrimRight(head, " ")) + "\n")
		text = text[len(head):]
	}
	w.WriteString(strings.TrimRight(prefix+w.style(code, text), " ") + "\n")
}
