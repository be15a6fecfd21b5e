package live

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
)

const (
	// maxLine is the greatest length of a line in bytes.
	maxLine = 128 << 20
	// pieceBytes is how much of a line is kept in one piece: a buffer that grows
	// with the line would be copied again and again, and its copies would stay.
	pieceBytes = 1 << 20
	// longLine is the length of a line whose pieces are worth releasing before it
	// is read.
	longLine = 8 << 20
)

// lineBuffer cuts what a process prints into lines. Lines end at LF only: U+2028
// may be inside a string.
type lineBuffer struct {
	free    func()   // called before a long line is read; nil for nothing
	pieces  [][]byte // the beginning of a line, before rest
	rest    []byte   // the beginning of a line
	length  int      // of pieces and rest
	number  int64    // of the line that was last taken, from 1
	offset  int64    // where it began
	next    int64    // where the next one begins
	skipped int64    // bytes of a line that is not kept
	refused error    // why the line that was last taken was skipped; nil if it was not
}

// takeLine takes the first line of data; whole is false when its end has not
// come. The line is valid until the next call.
func (b *lineBuffer) takeLine(data []byte) (line, more []byte, whole bool) {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		b.keepPart(data)
		return nil, nil, false
	}
	line, more = data[:end], data[end+1:]
	if !b.atLineEnd() || len(line) > maxLine {
		b.keepPart(line)
		line = b.joinPieces()
	}
	b.closeLine(line)
	return line, more, true
}

// takeRest takes what follows the last line's end; whole is false without any.
func (b *lineBuffer) takeRest() (line []byte, whole bool) {
	if b.atLineEnd() {
		return nil, false
	}
	line = b.joinPieces()
	b.closeLine(line)
	return line, true
}

func (b *lineBuffer) keepPart(part []byte) {
	if b.skipped > 0 || b.length+len(part) > maxLine {
		b.skipLine()
		b.skipped += int64(len(part))
		return
	}
	b.length += len(part)
	for len(b.rest)+len(part) > pieceBytes {
		n := pieceBytes - len(b.rest)
		b.pieces = append(b.pieces, append(b.rest, part[:n]...))
		b.rest, part = make([]byte, 0, pieceBytes), part[n:]
	}
	b.rest = append(b.rest, part...)
}

// skipLine forgets what was kept of a line. The rest of it will be skipped too.
func (b *lineBuffer) skipLine() {
	b.skipped += int64(b.length)
	b.pieces, b.rest, b.length = nil, nil, 0
}

// joinPieces returns what was kept.
func (b *lineBuffer) joinPieces() []byte {
	if len(b.pieces) == 0 {
		return b.rest
	}
	line := make([]byte, 0, b.length)
	for _, piece := range b.pieces {
		line = append(line, piece...)
	}
	line = append(line, b.rest...)
	b.pieces, b.rest = nil, nil
	if len(line) > longLine && b.free != nil {
		b.free()
	}
	return line
}

// closeLine counts a line.
func (b *lineBuffer) closeLine(line []byte) {
	b.refused = nil
	if b.skipped > 0 {
		b.refused = fault.New(fault.LimitExceeded, "a line of the agent is longer than 128 MiB; it was skipped")
	}
	b.number++
	b.offset = b.next
	b.next += int64(len(line)) + b.skipped + 1
	b.skipped, b.length, b.rest = 0, 0, b.rest[:0]
}

// atLineEnd reports whether no line has begun.
func (b *lineBuffer) atLineEnd() bool { return b.length == 0 && b.skipped == 0 }

func trimSpace(line []byte) []byte { return bytes.Trim(line, " \t\r") }
