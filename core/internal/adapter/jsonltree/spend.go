package jsonltree

import "bytes"

// The heads of entries that matter to spend by their usage only.
var (
	messageHead = []byte(`{"type":"message"`)
	customHead  = []byte(`{"type":"custom`)
)

// keepLine reports whether a line may matter to spend. It refuses only what it
// recognises by its first bytes, once the header and the entry after it were
// read.
func (w *Walker) keepLine(line []byte) bool {
	if w.header == "" || !w.decided || !bytes.HasPrefix(line, messageHead) && !bytes.HasPrefix(line, customHead) {
		return true
	}
	return maySpend(line)
}

// The bytes after the brace of an answer, and before that of a usage.
var (
	answerMark = []byte(`"role":"assistant"`)
	usageMark  = []byte(`"usage"`)
)

// maySpend searches a line for an answer or a usage. It goes from brace to
// brace: they are rare, and a search for one byte is much faster than for
// several.
func maySpend(line []byte) bool {
	for at := 0; ; at++ {
		i := bytes.IndexByte(line[at:], '{')
		if i < 0 {
			return false
		}
		at += i
		if bytes.HasPrefix(line[at+1:], answerMark) {
			return true
		}
		before := trimSpace(line[:at])
		if n := len(before) - 1; n > 0 && before[n] == ':' && bytes.HasSuffix(trimSpace(before[:n]), usageMark) {
			return true
		}
	}
}

// trimSpace cuts off the white space at the end that JSON allows.
func trimSpace(b []byte) []byte {
	for len(b) > 0 {
		switch b[len(b)-1] {
		case ' ', '\t', '\r', '\n':
			b = b[:len(b)-1]
		default:
			return b
		}
	}
	return b
}
