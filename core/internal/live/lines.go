package live

import "bytes"

// maxLine is the greatest length of a line in bytes.
const maxLine = 128 << 20

// lineBuffer cuts what a process prints into lines. Lines end at LF only: U+2028
// may be inside a string.
type lineBuffer struct {
	rest    []byte // the beginning of a line
	number  int64  // of the line that was last taken, from 1
	offset  int64  // where it began
	next    int64  // where the next one begins
	skipped int64  // bytes of a line that is too long
	tooLong bool   // the line that was last taken is
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
	if len(b.rest) > 0 || b.skipped > 0 || len(line) > maxLine {
		b.keepPart(line)
		line = b.rest
	}
	b.closeLine(int64(len(line)))
	return line, more, true
}

// takeRest takes what follows the last line's end; whole is false without any.
func (b *lineBuffer) takeRest() (line []byte, whole bool) {
	if line = b.rest; len(line) == 0 && b.skipped == 0 {
		return nil, false
	}
	b.closeLine(int64(len(line)))
	return line, true
}

func (b *lineBuffer) keepPart(part []byte) {
	if b.skipped > 0 || len(b.rest)+len(part) > maxLine {
		b.skipped += int64(len(b.rest) + len(part))
		b.rest = nil
		return
	}
	b.rest = append(b.rest, part...)
}

// closeLine counts a line. What held a long one is given back.
func (b *lineBuffer) closeLine(length int64) {
	b.number++
	b.tooLong = b.skipped > 0
	b.offset = b.next
	b.next += length + b.skipped + 1
	b.skipped = 0
	if cap(b.rest) > 1<<20 {
		b.rest = nil
	} else {
		b.rest = b.rest[:0]
	}
}

// atLineEnd reports whether no line has begun.
func (b *lineBuffer) atLineEnd() bool { return len(b.rest) == 0 && b.skipped == 0 }

func trimSpace(line []byte) []byte { return bytes.Trim(line, " \t\r") }
