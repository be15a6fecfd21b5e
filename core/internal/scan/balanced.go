package scan

// BalancedEnd returns the index after the object or array that starts at
// b[start]. It counts brackets outside of strings and checks nothing else, so
// that the end of a damaged value is found as well; it is -1 when the value
// does not end.
func BalancedEnd(b []byte, start int) int {
	if end, ok := balancedEnd(b, start, false); ok {
		return end
	}
	return -1
}

// BalancedEndInLines is BalancedEnd for text whose lines may be torn: a string
// that reaches a line feed, which JSON does not allow, ends the search. ok is
// false when the value does not end; end is then where the search stopped.
func BalancedEndInLines(b []byte, start int) (end int, ok bool) {
	return balancedEnd(b, start, true)
}

func balancedEnd(b []byte, i int, lines bool) (end int, ok bool) {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1, true
			}
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if lines && b[i] == '\n' {
					return i, false
				}
				if b[i] == '\\' {
					i++
				}
			}
		}
	}
	return len(b), false
}
