package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// plainText is a text as a reader sees it: without colours, invisible characters and marks of bold type,
// and with escapes of JSON, HTML and addresses read. Rules look at it, because what is inside a key and
// is not seen would hide the key.
type plainText struct {
	text   string
	places []place // where it differs from the original, in order
}

// place is where a plain text differs from the original: what begins at at is at from in the original,
// after wide more bytes there than here.
type place struct{ at, from, wide int32 }

// marks are the bytes with which something may begin that a plain text has not.
var marks = func() (set [256]bool) {
	for c := range 0x20 {
		set[c] = c != '\t' && c != '\n' && c != '\r'
	}
	for _, c := range "\n\\%&*" {
		set[c] = true
	}
	for _, c := range []byte{0x7f, 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xef, 0xf3} {
		set[c] = true
	}
	return set
}()

// newPlainText returns nil when a text is plain.
func newPlainText(s string) *plainText {
	w := plainWriter{src: s}
	for i := 0; i < len(s); {
		if !marks[s[i]] {
			i++
			continue
		}
		n, shown := 1, int('\n')
		if s[i] != '\n' {
			n, shown = w.readMark(i)
		}
		switch {
		case n == 0:
			i += markRun(s, i)
			continue
		case shown == '\n' && w.endsFullLine(i, i+n):
			shown = -1
		case s[i] == '\n':
			i++
			continue
		}
		w.replace(i, n, shown)
		i += n
	}
	if w.places == nil {
		return nil
	}
	return &plainText{string(append(w.out, s[w.copied:]...)), w.places}
}

// plainWriter writes a plain text.
type plainWriter struct {
	src    string
	copied int // how much of src is written or left out
	out    []byte
	places []place
	line   int // where the line begins
	inner  int // where an address ends whose separators are encoded, see encodedAddress
}

// replace writes one character, or none, for n bytes at i.
func (w *plainWriter) replace(i, n, shown int) {
	if w.out == nil {
		w.out = make([]byte, 0, len(w.src))
	}
	w.out = append(w.out, w.src[w.copied:i]...)
	w.copied = i + n
	at := int32(len(w.out))
	if shown >= 0 {
		w.places = append(w.places, place{at, int32(i), int32(n - 1)})
		w.out = append(w.out, byte(shown))
	} else if last := len(w.places) - 1; last >= 0 && w.places[last].at == at {
		w.places[last].from = int32(i + n)
	} else {
		w.places = append(w.places, place{at, int32(i + n), 0})
	}
}

// endsFullLine reports whether the line that ends at i is as long as terminals are wide, so that a word
// may continue in the next one, at next. Redaction changes the length of a line: one with a replacement
// is not full.
func (w *plainWriter) endsFullLine(i, next int) bool {
	end := len(w.out) + i - w.copied
	start := w.line
	w.line = end + 1
	if end-start < minColumns || end-start > 4*maxColumns || next == len(w.src) || w.src[next] <= ' ' {
		return false
	}
	line := w.src[max(i-(end-start), w.copied):i]
	if start < len(w.out) {
		line = string(w.out[start:]) + line
	}
	switch utf8.RuneCountInString(line) {
	case minColumns, 100, 120, 132, 160, maxColumns:
		w.line = end
		return text.Index(line, opening) < 0
	}
	return false
}

// The least and the greatest usual width of a terminal.
const minColumns, maxColumns = 80, 200

// markRun is how many bytes at i a reader of marks need not look at again.
func markRun(s string, i int) int {
	n := 1
	for c := s[i]; c == '\\' && i+n < len(s) && s[i+n] == c; n++ {
	}
	return n
}

// find returns the place that a position is at or after, -1 without one.
//
//go:noinline
func (p *plainText) find(at int) int {
	low, high := 0, len(p.places)
	for low < high {
		if mid := (low + high) / 2; int(p.places[mid].at) <= at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low - 1
}

// original returns where in the original the character at a position begins and ends.
func (p *plainText) original(at int) (start, end int) {
	i := p.find(at)
	if i < 0 {
		return at, at + 1
	}
	switch q := p.places[i]; {
	case int(q.at) == at:
		return int(q.from), int(q.from + q.wide + 1)
	default:
		start = int(q.from+q.wide) + at - int(q.at)
		return start, start + 1
	}
}

// isJoint reports whether something invisible was between two characters.
func (p *plainText) isJoint(at int) bool {
	i := p.find(at)
	return i >= 0 && int(p.places[i].at) == at && p.places[i].wide == 0
}

// readMark reads what a plain text shows in another way: how many bytes it is, 0 for none, and the
// character that it stands for, -1 for none.
func (w *plainWriter) readMark(i int) (n, shown int) {
	s := w.src
	switch c := s[i]; {
	case c == 0x1b:
		return 1 + escapeLength(s[i+1:]), -1
	case c < 0x20 || c == 0x7f:
		return 1, -1
	case c == '*':
		for n = 1; i+n < len(s) && s[i+n] == '*'; n++ {
		}
		if n == 1 {
			n = 0
		}
		return n, -1
	case c == '\\':
		return readEscape(s, i)
	case c == '%':
		w.inner = max(w.inner, i+encodedAddress(s[i:]))
		return readPercent(s[i:], i < w.inner || dividesText(s, i))
	case c == '&':
		return readEntity(s[i:])
	}
	return invisibleLength(s[i:]), -1
}

// Bounds of what is read at once, so that the work is linear.
const (
	maxSequence = 64
	maxTitle    = 256
	maxEncoded  = 512
)

// escapeLength returns how long the control sequence is whose ESC is before s.
//
//go:noinline
func escapeLength(s string) int {
	if s == "" {
		return 0
	}
	i := 1
	switch s[0] {
	case '[':
		for i < len(s) && i < maxSequence && s[i] >= 0x20 && s[i] < 0x40 {
			i++
		}
		if i < len(s) && s[i] >= 0x40 && s[i] < 0x7f {
			i++
		}
		return i
	case ']', 'P', '_', '^': // text for the terminal, such as a title, up to BEL or ESC \
		for ; i < len(s) && i < maxTitle && s[i] != '\n'; i++ {
			if s[i] == 7 {
				return i + 1
			}
			if s[i] == 0x1b {
				return min(i+2, len(s))
			}
		}
		return 0
	case '(', ')', '#', '%':
		return min(2, len(s))
	case '=', '>', '7', '8', 'c', 'M', 'D', 'E', 'H', '\\':
		return 1
	}
	return 0
}

// readEscape reads an escape of a quoted text, with back slashes as often as quoting doubled them.
func readEscape(s string, i int) (n, shown int) {
	j := i
	for j < len(s) && s[j] == '\\' {
		j++
	}
	if j == len(s) {
		return 0, 0
	}
	rest := s[j+1:]
	switch s[j] {
	case '"', '\'', '/', '`':
		return j - i, -1
	case 'n', 'r':
		return j + 1 - i, '\n'
	case 't':
		return j + 1 - i, '\t'
	case 'u':
		if len(rest) >= 4 && isHex(rest[:4]) {
			return readCode(s, i, j+5, rest[:4], 16)
		}
	case 'x':
		if len(rest) >= 2 && isHex(rest[:2]) {
			return readCode(s, i, j+3, rest[:2], 16)
		}
	case '0':
		if strings.HasPrefix(rest, "33") {
			return readCode(s, i, j+3, "33", 8)
		}
	case 'e', 'E':
		if strings.HasPrefix(rest, "[") {
			return readCode(s, i, j+1, "33", 8)
		}
	}
	return 0, 0
}

// readCode reads the number of a character, which begins at start and ends at end.
func readCode(s string, start, end int, digits string, base int) (n, shown int) {
	c := numberOf(digits, base)
	switch {
	case c == 0x1b:
		return end - start + escapeLength(s[end:]), -1
	case c == '\t', c == '\n', c >= 0x20 && c < 0x7f:
		return end - start, c
	case c == '\r':
		return end - start, '\n'
	case c < 0x20, c == 0x7f, isInvisible(rune(c)):
		return end - start, -1
	}
	return 0, 0
}

// numberOf returns the number that some digits are, which are letters too; of few it does not overflow.
//
//go:noinline
func numberOf(digits string, base int) (n int) {
	for i := range len(digits) {
		c := int(lower(digits[i]))
		if c -= '0'; c > 9 {
			c -= 'a' - '0' - 10
		}
		n = n*base + c
	}
	return n
}

// readPercent reads %3D, and %253D. What divides the parts of an address stays encoded, unless that
// is asked for: the password of an address may have it.
func readPercent(s string, dividers bool) (n, shown int) {
	i := 1
	for i+2 < len(s) && i < maxSequence && s[i:i+2] == "25" && isHex(s[i+2:i+3]) {
		i += 2
	}
	if i+2 > len(s) || !isHex(s[i:i+2]) {
		return 0, 0
	}
	c := numberOf(s[i:i+2], 16)
	if c == '\r' {
		c = '\n'
	}
	if c == '\n' || c == '\t' || c < 0x7f && strings.IndexByte(" \"'&=;,<>{}[]()|`", byte(c)) >= 0 || dividers && (c == ':' || c == '/' || c == '@') {
		return i + 2, c
	}
	return 0, 0
}

// encodedAddress returns how long an address is that begins before s with its scheme and has all of its
// separators encoded, 0 without one.
func encodedAddress(s string) int {
	const after = "%3a%2f%2f"
	if !hasFoldedPrefix(s, after) {
		return 0
	}
	n := len(after)
	for n < len(s) && n < maxEncoded && (isAlnum(s[n]) || strings.IndexByte("%._~+-", s[n]) >= 0) {
		n++
	}
	return n
}

// dividesText reports whether %3A at i is beside an encoded quote or space: it is the colon of JSON or
// of a sentence then.
func dividesText(s string, i int) bool {
	if !hasFoldedPrefix(s[i:], "%3a") {
		return false
	}
	for _, quote := range []string{"%20", "%22", "%27", "+"} {
		if strings.HasPrefix(s[i+3:], quote) || quote != "+" && strings.HasSuffix(s[:i], quote) {
			return true
		}
	}
	return false
}

// entities are the names of characters in HTML.
var entities = []struct {
	name  string
	shown int
}{{"quot;", '"'}, {"apos;", '\''}, {"lt;", '<'}, {"gt;", '>'}, {"nbsp;", ' '}, {"shy;", -1}, {"zwnj;", -1}, {"zwj;", -1}, {"ZeroWidthSpace;", -1}}

// readEntity reads &quot; and &#34;, also where the & is written as &amp; itself.
func readEntity(s string) (n, shown int) {
	i := 1
	for i < maxSequence && strings.HasPrefix(s[i:], "amp;") {
		i += len("amp;")
	}
	for _, e := range entities {
		if strings.HasPrefix(s[i:], e.name) {
			return i + len(e.name), e.shown
		}
	}
	if strings.HasPrefix(s[i:], "#") {
		base, j := 10, i+1
		if hasFoldedPrefix(s[j:], "x") {
			base, j = 16, j+1
		}
		end := j
		for end < len(s) && end < j+8 && isHex(s[end:end+1]) {
			end++
		}
		if end > j && end < len(s) && s[end] == ';' {
			if n, shown := readCode(s, 0, end+1, s[j:end], base); n > 0 {
				return n, shown
			}
		}
	}
	if i > 1 {
		return i, '&'
	}
	return 0, 0
}

// isInvisible reports whether a character has no width.
//
//go:noinline
func isInvisible(c rune) bool {
	switch {
	case c == 0xad, c == 0x34f, c == 0x61c, c == 0x180e, c == 0xfeff:
	case c >= 0x200b && c <= 0x200f, c >= 0x202a && c <= 0x202e, c >= 0x2060 && c <= 0x206f, c >= 0xfe00 && c <= 0xfe0f, c >= 0xe0000 && c <= 0xe007f:
	default:
		return false
	}
	return true
}

// invisibleLength returns how many bytes the invisible character at the start of s has, 0 without one.
func invisibleLength(s string) int {
	c, n := utf8.DecodeRuneInString(s)
	switch {
	case c == 0x9b: // ESC [ in one character
		return n + escapeLength("["+s[n:min(len(s), maxSequence)]) - 1
	case isInvisible(c):
		return n
	}
	return 0
}
