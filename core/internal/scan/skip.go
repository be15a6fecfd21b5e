package scan

// state is how a scanner function ended. With any state but done, the index
// it returns is where the bytes are wrong; len(b) means they end too early.
type state uint8

const (
	done state = iota
	bad
	tooDeep
	needStack // nested deeper than the stack handed in; try again with more
)

// kindOf maps a value's first byte to its kind; Missing starts no value.
var kindOf = [256]Kind{
	'n': Null, 'f': False, 't': True, '"': String, '[': Array, '{': Object,
	'-': Number, '0': Number, '1': Number, '2': Number, '3': Number, '4': Number,
	'5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}

// nextByte returns the index of the first byte at or after i that is not white
// space, and that byte; at the end it returns len(b) and 0, which no grammar
// rule accepts, so the end needs no check of its own.
func nextByte(b []byte, i int) (int, byte) {
	if uint(i) < uint(len(b)) && b[i] > ' ' {
		return i, b[i]
	}
	return nextSlow(b, i)
}

func nextSlow(b []byte, i int) (int, byte) {
	for ; i < len(b); i++ {
		switch b[i] {
		case ' ', '\t', '\n', '\r':
		default:
			return i, b[i]
		}
	}
	return len(b), 0
}

// A word of the nesting stack holds 64 levels, one bit each: 1 is an object.
const (
	levelsPerWord = 64
	smallStack    = 2
	fullStack     = MaxDepth/levelsPerWord + 1
)

// skipValue returns the index after the value that starts at b[i] inside
// depth open containers.
func skipValue(b []byte, i, depth int) (int, state) {
	if i >= len(b) {
		return len(b), bad
	}
	switch kindOf[b[i]] {
	case String:
		if i = skipString(b, i+1); i < 0 {
			return len(b), bad
		}
		return i, done
	case Number:
		return skipNumber(b, i)
	case Array, Object:
		var small [smallStack]uint64
		end, s := skipContainer(b, i, depth, small[:])
		if s == needStack {
			return skipDeep(b, i, depth)
		}
		return end, s
	}
	return skipLiteral(b, i)
}

// skipDeep has its own frame so that only deep values pay for clearing it.
//
//go:noinline
func skipDeep(b []byte, i, depth int) (int, state) {
	var full [fullStack]uint64
	return skipContainer(b, i, depth, full[:])
}

// skipContainer is skipValue for b[i] == '{' or '['. It walks the structure
// with one bit per open level: the newest levels in a register, the rest in
// stack.
func skipContainer(b []byte, i, depth int, stack []uint64) (int, state) {
	var (
		bits uint64 // the innermost levels, the lowest bit is the current one
		c    = b[i]
		n    int // levels opened here
		s    state
	)
open:
	if depth+n >= MaxDepth {
		return i, tooDeep
	}
	if bits, s = pushLevel(bits, n, c, stack); s != done {
		return i, s
	}
	n++
	if i, c = nextByte(b, i+1); c == closers[bits&1] {
		goto closed
	}
	if bits&1 == 0 {
		goto value
	}
key:
	if c != '"' {
		return i, bad
	}
	if i = skipString(b, i+1); i < 0 {
		return len(b), bad
	}
	if i, c = nextByte(b, i); c != ':' {
		return i, bad
	}
	i, c = nextByte(b, i+1)
value:
	switch kindOf[c] {
	case String:
		if i = skipString(b, i+1); i < 0 {
			return len(b), bad
		}
	case Array, Object:
		goto open
	case Number:
		i, s = skipNumber(b, i)
	default:
		i, s = skipLiteral(b, i)
	}
	if s != done {
		return i, s
	}
after:
	if i, c = nextByte(b, i); c == ',' {
		i, c = nextByte(b, i+1)
		if bits&1 != 0 {
			goto key
		}
		goto value
	}
	if c != closers[bits&1] {
		return i, bad
	}
closed:
	i++
	if n--; n == 0 {
		return i, done
	}
	bits = popLevel(bits, n, stack)
	goto after
}

// pushLevel adds the level that c opens to n levels, whose newest are in bits, and
// moves a full word to the stack.
func pushLevel(bits uint64, n int, c byte, stack []uint64) (uint64, state) {
	if n%levelsPerWord == 0 && n > 0 {
		w := n/levelsPerWord - 1
		if w >= len(stack) {
			return 0, needStack
		}
		stack[w] = bits
	}
	bits <<= 1
	if c == '{' {
		bits |= 1
	}
	return bits, done
}

// popLevel removes the newest level and leaves n.
func popLevel(bits uint64, n int, stack []uint64) uint64 {
	if n%levelsPerWord == 0 {
		return stack[n/levelsPerWord-1]
	}
	return bits >> 1
}

// closers holds the closing byte of an array and of an object.
var closers = [2]byte{']', '}'}

// skipLiteral returns the index after true, false or null at b[i].
func skipLiteral(b []byte, i int) (int, state) {
	word := ""
	if i < len(b) {
		switch b[i] {
		case 't':
			word = "true"
		case 'f':
			word = "false"
		case 'n':
			word = "null"
		}
	}
	if word == "" {
		return i, bad
	}
	for k := 0; k < len(word); k++ {
		if i+k >= len(b) || b[i+k] != word[k] {
			return i + k, bad
		}
	}
	return i + len(word), done
}

// skipNumber returns the index after the number at b[i]. Numbers are always
// checked in full: they are short, and every kept one is copied literally.
func skipNumber(b []byte, i int) (int, state) {
	if b[i] == '-' {
		i++
	}
	from := i
	i = skipDigits(b, i)
	if i == from || b[from] == '0' && i > from+1 {
		return min(i, from+1), bad
	}
	if i < len(b) && b[i] == '.' {
		from = i + 1
		if i = skipDigits(b, from); i == from {
			return i, bad
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		from = i
		if i = skipDigits(b, from); i == from {
			return i, bad
		}
	}
	return i, done
}

func skipDigits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}
