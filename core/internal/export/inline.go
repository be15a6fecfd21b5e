package export

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// neutralizeLine makes one line of Markdown harmless: what would be HTML, an image, a definition or a link
// that leads out of the web is shown as text. A code span keeps its text where its ends are sure:
// on this line, and where a table is possible not across its cells.
func neutralizeLine(s string, table bool) string {
	spans := codeSpans(s)
	if table && !validInTable(s, spans) {
		spans = nil
	}
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		if len(spans) > 0 && spans[0][0] == i {
			out = append(out, s[i:spans[0][1]]...)
			i, spans = spans[0][1], spans[1:]
			continue
		}
		n := 1
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && isPunctuation(s[i+1]):
			n = 2
		case c == '\\' && i+1 < len(s) && s[i+1] <= ' ', c == '`', c == '!' && strings.HasPrefix(s[i+1:], "["):
			out = append(out, '\\')
		case c == '<' && tagStart(s[i+1:]): // not \<: some renderers lose count of backslashes
			out = append(out, "&lt;"...)
			i++
			continue
		case c == ']' && strings.HasPrefix(s[i+1:], ":"), c == ']' && strings.HasPrefix(s[i+1:], "(") && webTarget(s[i+2:]) == 0:
			out = append(out, ']', '\\')
			i++
		case c == ']' && strings.HasPrefix(s[i+1:], "("):
			n = 2 + webTarget(s[i+2:])
		}
		out = append(out, s[i:i+n]...)
		i += n
	}
	return string(out)
}

// codeSpans finds the code spans of a line, from the first back quote to the end of the last. A run of
// back quotes that none of the same length follows is no span.
func codeSpans(s string) (spans [][2]int) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunctuation(s[i+1]):
			i++
		case s[i] == ']' && strings.HasPrefix(s[i+1:], "("):
			i += 1 + webTarget(s[i+2:]) // a target that stays holds no back quote
		case s[i] == '`':
			n := runOf(s[i:], '`')
			end := closingRunEnd(s, i+n, n)
			if end == 0 {
				i += n - 1
				continue
			}
			spans = append(spans, [2]int{i, end})
			i = end - 1
		}
	}
	return spans
}

// closingRunEnd returns where the next run of exactly n back quotes ends, 0 without one.
func closingRunEnd(s string, from, n int) int {
	for from < len(s) {
		run := runOf(s[from:], '`')
		if run == n {
			return from + n
		}
		from += max(run, 1)
	}
	return 0
}

// validInTable reports whether the spans of a line are spans in a table as well: its cells end at every
// bar, also inside of code. Where no span holds anything that acts, it does not matter.
func validInTable(s string, spans [][2]int) bool {
	bar, acts := false, false
	for _, p := range spans {
		code := s[p[0]:p[1]]
		bar = bar || strings.IndexByte(code, '|') >= 0
		acts = acts || strings.IndexByte(code, '<') >= 0 || text.Index(code, "![") >= 0 || text.Index(code, "](") >= 0 || text.Index(code, "]:") >= 0
	}
	return !bar || !acts
}

// tagStart reports whether what follows "<" could begin a tag, a comment, a declaration, an
// instruction or an address between angle brackets.
func tagStart(s string) bool {
	return s != "" && (isLetter(s[0]) || s[0] == '/' || s[0] == '!' || s[0] == '?')
}

// webTarget returns the length of a link's target and its closing bracket: an address of the web
// or of mail, or a place in the same document. It is 0 for any other, and for those with a title.
func webTarget(s string) int {
	end := strings.IndexByte(s, ')')
	if end < 0 {
		return 0
	}
	target, allowed := s[:end], false
	for _, scheme := range []string{"https://", "http://", "mailto:", "#"} {
		allowed = allowed || strings.HasPrefix(target, scheme) && len(target) > len(scheme)
	}
	if !allowed && !isRelativePath(target) {
		return 0
	}
	for i := range len(target) {
		c := target[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("<>\"'`\\()[]{}|^*", c) >= 0 {
			return 0
		}
	}
	return end + 1
}

// isRelativePath reports whether a target is the path of a file: nothing in it could be read as a scheme.
func isRelativePath(target string) bool {
	return target != "" && strings.IndexByte(target, ':') < 0 && strings.IndexByte(target, '&') < 0 && !strings.HasPrefix(target, "//")
}

func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !isLetter(c) && (c < '0' || c > '9')
}

// visibleText is a text with one kind of line ends and with U+FFFD for what steers a terminal,
// reorders text or shows nothing.
func visibleText(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] == '\n' || s[i] == '\t' || s[i] >= ' ' && s[i] < 0x7f
	}
	if clean {
		return s
	}
	out := make([]byte, 0, len(s))
	for i, r := range s {
		switch {
		case r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
		case r == '\r':
			out = append(out, '\n')
		case r == '\n' || r == '\t':
			out = append(out, byte(r))
		case text.HiddenAt(s, i):
			out = append(out, "\uFFFD"...)
		default:
			out = append(out, string(r)...)
		}
	}
	return string(out)
}

// inlineText makes text safe for one line of its own: names and titles have no form to keep.
func inlineText(s string) string {
	s = visibleText(s)
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\n' || c == '\t':
			c = ' '
		case c == '_' && i > 0 && i+1 < len(s) && wordByte(s[i-1]) && wordByte(s[i+1]): // no emphasis inside a word
		case strings.IndexByte("\\`*_[]<>~", c) >= 0, c == '#' && isHeading(s, i), c == '&' && i+1 < len(s) && (isLetter(s[i+1]) || s[i+1] == '#'):
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return string(out)
}

// isHeading reports whether "#" at i could begin a heading, as the text of a list item for example,
// or end one.
func isHeading(s string, i int) bool {
	after := i + runOf(s[i:], '#')
	return (i == 0 || s[i-1] <= ' ') && (after == len(s) || s[after] <= ' ')
}

func wordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c >= 0x80 }
