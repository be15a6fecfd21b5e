package live

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/text"
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
	limits  LineLimits
	pieces  [][]byte // the beginning of a line, before rest
	rest    []byte   // the beginning of a line
	length  int      // of pieces and rest
	number  int64    // of the line that was last taken, from 1
	offset  int64    // where it began
	next    int64    // where the next one begins
	skipped int64    // bytes of a line that is not kept
	crowded bool     // it is skipped to make room for lines of other sessions
	refused error    // why the line that was last taken was skipped; nil if it was not
}

// LineLimits bound the memory that a line takes.
type LineLimits struct {
	// Longest is the greatest length of a line in bytes. A line whose structure or
	// invalid text takes more memory than a plain one of this length counts as
	// longer. 0 is 128 MiB, without regard to what the line contains.
	Longest int
	// Free, if set, is called when memory can be released, before a line of many
	// megabytes is read.
	Free func()
}

// longest returns the greatest length of a line.
func (l *LineLimits) longest() int {
	if l.Longest > 0 {
		return l.Longest
	}
	return maxLine
}

func (l *LineLimits) text() string { return text.FormatInt(int64(l.longest()>>20)) + " MiB" }

// takeLine takes the first line of data; whole is false when its end has not
// come. The line is valid until the next call.
func (b *lineBuffer) takeLine(data []byte) (line, more []byte, whole bool) {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		b.keepPart(data)
		return nil, nil, false
	}
	line, more = data[:end], data[end+1:]
	if !b.atLineEnd() || len(line) > b.limits.longest() {
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
	if b.skipped > 0 || b.length+len(part) > b.limits.longest() {
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
	if len(line) > longLine && b.limits.Free != nil {
		b.limits.Free()
	}
	return line
}

// closeLine counts a line.
func (b *lineBuffer) closeLine(line []byte) {
	b.refused = b.refusal(line)
	b.number++
	b.offset = b.next
	b.next += int64(len(line)) + b.skipped + 1
	b.skipped, b.crowded, b.length, b.rest = 0, false, 0, b.rest[:0]
}

// refusal says why a line is skipped; nil if it is not.
func (b *lineBuffer) refusal(line []byte) error {
	why := ""
	switch {
	case b.crowded:
		why = " was skipped: the unfinished lines of all sessions took too much memory"
	case b.skipped > 0:
		why = " is longer than " + b.limits.text() + "; it was skipped"
	case b.limits.Longest > 0 && len(line) > longLine && roomFor(line) > b.limits.Longest:
		why = " takes more memory than one of " + b.limits.text() + "; it was skipped"
	default:
		return nil
	}
	return fault.New(fault.LimitExceeded, "a line of the agent"+why)
}

// atLineEnd reports whether no line has begun.
func (b *lineBuffer) atLineEnd() bool { return b.length == 0 && b.skipped == 0 }

func trimSpace(line []byte) []byte { return bytes.Trim(line, " \t\r") }
