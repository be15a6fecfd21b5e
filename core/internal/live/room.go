package live

import "unicode/utf8"

// How much memory a message takes beside its text, as bytes of text: a text is
// held six times at most while its message is made and passed on.
const (
	containerRoom = 6  // of a list or an object
	memberRoom    = 15 // of a member of an open object
	badTextRoom   = 2  // of a byte of invalid UTF-8, which becomes three
)

// roomFor returns the length of a plain line that takes as much memory as this
// one.
func roomFor(line []byte) int {
	room, open, most := len(line), 0, 0
	var members []int // of the open objects and lists
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			room += containerRoom
			members = append(members, 0)
		case ':':
			if n := len(members); n > 0 {
				members[n-1]++
				open++
				most = max(most, open)
			}
		case '}', ']':
			if n := len(members); n > 0 {
				open -= members[n-1]
				members = members[:n-1]
			}
		}
	}
	return room + most*memberRoom + countBadText(line)*badTextRoom
}

// countBadText counts the bytes that are no UTF-8.
func countBadText(b []byte) int {
	if utf8.Valid(b) {
		return 0
	}
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			n++
		}
		b = b[size:]
	}
	return n
}
