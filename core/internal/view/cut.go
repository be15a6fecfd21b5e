package view

import (
	"strings"
	"unicode/utf8"
)

// cutText returns what the page has room for of a text, and how many bytes are
// left out.
func (b *Builder) cutText(s string) (kept string, omitted int64) {
	room := int(min(b.o.MaxText, int64(max(b.page.room, 0))))
	if len(s) <= room {
		b.page.room -= len(s)
		return s, 0
	}
	end := runeStart(s, room)
	b.page.room -= end
	return strings.Clone(s[:end]), int64(len(s) - end)
}

// runeStart returns the greatest place at or before i where a character begins.
func runeStart(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// firstLine returns the first line of a text that has one, white space folded,
// at most titleBytes long.
func firstLine(s string) string {
	s = s[:runeStart(s, 16<<10)]
	for s != "" {
		line := s
		if end := strings.IndexByte(s, '\n'); end >= 0 {
			line, s = s[:end], s[end+1:]
		} else {
			s = ""
		}
		if line = foldLine(line); line != "" {
			return line
		}
	}
	return ""
}

// foldLine returns a line with white space folded and without control
// characters, at most titleBytes long.
func foldLine(s string) string {
	out := make([]byte, 0, min(len(s), titleBytes))
	blank := false
	for _, r := range s {
		if r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			blank = len(out) > 0
			continue
		}
		if blank {
			out = append(out, ' ')
			blank = false
		}
		if len(out)+utf8.RuneLen(r) > titleBytes-len("…") {
			return string(append(out, "…"...))
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}
