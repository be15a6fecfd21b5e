package scan

import "bytes"

// ObjectUnder reports whether anywhere in b an object follows a key:
// the quoted key, a colon and an opening brace, with the white space that JSON
// allows. It looks at bytes only, so that it may also find what is text inside
// a string; it never misses one. It goes from brace to brace: they are rare,
// and a search for one byte is much faster than for several.
func ObjectUnder(b, quotedKey []byte) bool {
	for at := 0; ; at++ {
		i := bytes.IndexByte(b[at:], '{')
		if i < 0 {
			return false
		}
		at += i
		k := spaceBefore(b, at)
		if k > 0 && b[k-1] == ':' && bytes.HasSuffix(b[:spaceBefore(b, k-1)], quotedKey) {
			return true
		}
	}
}

// spaceBefore returns where the white space in front of b[i] begins.
func spaceBefore(b []byte, i int) int {
	for i > 0 && (b[i-1] == ' ' || b[i-1] == '\t' || b[i-1] == '\r' || b[i-1] == '\n') {
		i--
	}
	return i
}

// ObjectBefore reports whether anywhere in b a brace is followed at once by
// start. Like ObjectUnder it goes from brace to brace.
func ObjectBefore(b, start []byte) bool {
	for {
		i := bytes.IndexByte(b, '{')
		if i < 0 {
			return false
		}
		if b = b[i+1:]; bytes.HasPrefix(b, start) {
			return true
		}
	}
}

// ContainsAtRareByte reports whether needle occurs in b: see IndexAtRareByte.
func ContainsAtRareByte(b, needle []byte, rare int) bool {
	return IndexAtRareByte(b, needle, rare) >= 0
}

// IndexAtRareByte returns the index of needle in b, -1 without it, by a search for
// needle[rare]: with a byte that seldom occurs in b it is several times faster than
// bytes.Index.
func IndexAtRareByte(b, needle []byte, rare int) int {
	for at := rare; at < len(b); at++ {
		i := bytes.IndexByte(b[at:], needle[rare])
		if i < 0 {
			break
		}
		if at += i; bytes.HasPrefix(b[at-rare:], needle) {
			return at - rare
		}
	}
	return -1
}
