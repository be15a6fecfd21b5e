package jetstream

// A stream's name is one token of a subject. Letters, digits, '-' and '_' are
// themselves. Any other byte is a lead and two hexadecimal digits. The lead
// sorts where the byte sorts among the bytes that are themselves, so that
// tokens are in the order of the names.

// maxTokenBytes is the longest token: that of a name of 1,024 bytes. A subject
// must fit into the 4,096 bytes of a line of the server's protocol.
const maxTokenBytes = 3 * 1024

const upperHex = "0123456789ABCDEF"

// leadOf returns the lead of a byte, 0 for a byte that is itself.
func leadOf(c byte) byte {
	switch {
	case c < '-':
		return '!'
	case c == '.' || c == '/':
		return '/'
	case c >= ':' && c <= '@':
		return ':'
	case c >= '[' && c <= '^':
		return '^'
	case c == '`':
		return '`'
	case c > 'z':
		return '~'
	}
	return 0
}

// encodeName returns the token of a name.
func encodeName(name string) string {
	b := make([]byte, 0, len(name)+8)
	for i := range len(name) {
		c := name[i]
		if lead := leadOf(c); lead != 0 {
			b = append(b, lead, upperHex[c>>4], upperHex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

// decodeName returns the name of a token, and whether it is one.
func decodeName(token string) (string, bool) {
	b := make([]byte, 0, len(token))
	for i := 0; i < len(token); i++ {
		c := token[i]
		if lead := leadOf(c); lead == 0 {
			b = append(b, c)
			continue
		}
		if i+2 >= len(token) {
			return "", false
		}
		high, low := hexDigit(token[i+1]), hexDigit(token[i+2])
		if high < 0 || low < 0 || leadOf(byte(high<<4|low)) != c {
			return "", false
		}
		b = append(b, byte(high<<4|low))
		i += 2
	}
	return string(b), len(b) > 0
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
