package adapter

import "github.com/heddle-dev/heddle/core/internal/scan"

// longBytes is the size in bytes above which a line's buffer is shared. A file
// that needs such a buffer is longer than keptBytes, so that its tools, which
// still know the buffer, are not used again.
const longBytes = keptBytes + scan.ChunkBytes

// LongLines lets walks that run at once take turns with long lines, so that
// one of them is in memory at a time. It is made for one operation.
type LongLines struct {
	buf chan []byte // the buffer that all of them use, while nobody does
}

// NewLongLines returns LongLines that no walk uses yet.
func NewLongLines() *LongLines {
	l := &LongLines{buf: make(chan []byte, 1)}
	l.buf <- nil
	return l
}

// NewTurn returns what one walk takes its turns with, for Env.Long. Without
// LongLines it is nil: the walk waits for no other.
func (l *LongLines) NewTurn() *Turn {
	if l == nil {
		return nil
	}
	return &Turn{lines: l}
}

// Turn is one walk's part in LongLines.
type Turn struct {
	lines *LongLines
	taken bool
}

// turn is the part of a Turn in reading one file.
type turn struct {
	of  *Turn // nil while it is not taken
	buf []byte
}

// acquireBuffer returns a buffer of n bytes for a line and what follows it. For a long
// line it waits until no other walk reads one; a walk that reads a file while it
// reads another does not wait for itself.
func (t *turn) acquireBuffer(of *Turn, n int) []byte {
	if t.of == nil {
		if n <= longBytes || of == nil || of.taken {
			return make([]byte, n)
		}
		t.buf = <-of.lines.buf
		t.of, of.taken = of, true
	}
	if len(t.buf) < n {
		size := 2 * keptBytes // grows in large steps: the old buffers are garbage
		for size < n {
			size *= 2
		}
		t.buf = nil
		t.buf = make([]byte, size)
	}
	return t.buf[:n]
}

// releaseBuffer lets the next walk take its turn.
func (t *turn) releaseBuffer() {
	if t.of != nil {
		t.of.taken = false
		t.of.lines.buf <- t.buf
		t.of, t.buf = nil, nil
	}
}
