package scan

import "bytes"

// Source is a file that can be read at any place.
type Source interface {
	// ReadAt fills p from byte offset off and returns the number of bytes
	// read: fewer than len(p) only at the end, which is not an error.
	ReadAt(p []byte, off int64) (int, error)
}

// Record is one line, or one object inside a line.
type Record struct {
	Bytes  []byte // without the line end; valid until the next call of Next
	Line   int64  // 1-based, 0 when unknown (see From)
	Offset int64  // of Bytes[0] from the start of the file, in bytes
	Torn   bool   // the last line, and no line end follows it
}

// Skipped is a run of bytes that holds no record.
type Skipped struct {
	Line   int64 // as in Record
	Offset int64 // from the start of the file, in bytes
	Length int64 // bytes
	Reason Reason
}

// Lines reads a JSON-lines file line by line through one buffer, which grows
// to the longest line and is used again. Lines belongs to one goroutine.
type Lines struct {
	src  Source
	size int64 // end of the snapshot

	buf      []byte // buf[pos:end] is read and not yet returned
	pos, end int
	searched int   // no line end in buf[pos:searched]
	base     int64 // file offset of buf[0]

	start    int64 // file offset where reading began
	high     int64 // file offset after the last byte read
	line     int64 // of the line returned last
	numbered bool
	partial  bool // the first line may have lost its head: drop it
	err      error
	skipped  []Skipped
	progress func(done, total int64) error
	room     func(n int) []byte

	holes  Holes
	sparse bool // the file has more NUL bytes than are read
	jumped bool // what follows them was left out already
}

// NewLines reads src up to byte offset size, a snapshot of a file that may be
// growing. When the file turns out shorter, it ends there.
func NewLines(src Source, size int64) *Lines {
	l := &Lines{}
	l.Reset(src, size)
	return l
}

// Reset makes l read another file from its start, and keeps the buffer and
// the progress function.
func (l *Lines) Reset(src Source, size int64) {
	*l = Lines{src: src, size: size, buf: l.buf, numbered: true, progress: l.progress}
}

// StartAt makes l start at byte offset off, where line number line begins, and
// returns l. When line is 0, off may lie anywhere: reading starts at the first
// line that begins at or after it, and records carry line number 0. It must
// be called before Next.
func (l *Lines) StartAt(off, line int64) *Lines {
	off = max(0, min(off, l.size))
	l.numbered = line > 0
	l.line = max(0, line-1)
	if l.partial = !l.numbered && off > 0; l.partial {
		off-- // a line end right before off makes the first line whole
	}
	l.base, l.start, l.high = off, off, off
	l.pos, l.end, l.searched = 0, 0, 0
	return l
}

// OnProgress makes l call fn after every read, at most ChunkBytes apart, with
// the bytes read so far and the bytes to read in all. An error ends Next and
// is returned by Err.
func (l *Lines) OnProgress(fn func(done, total int64) error) { l.progress = fn }

// OnLong makes l take the buffers that long lines need from room, which returns
// n bytes: one such buffer is in use at a time.
func (l *Lines) OnLong(room func(n int) []byte) { l.room = room }

// Err returns the error that ended Next, of the source or of the progress
// function; nil at the end of the file.
func (l *Lines) Err() error { return l.err }

// SkippedLines returns the lines that were too long to read, in order.
func (l *Lines) SkippedLines() []Skipped { return l.skipped }

// BytesRead returns how many bytes of the file were read so far. Bytes read
// twice, as those of very long lines are, count once.
func (l *Lines) BytesRead() int64 { return l.high - l.start }

// NextRecord returns the next line that is not blank. The line end (\n or \r\n) and
// a byte order mark at the start of the file are not part of it. False at the
// end and after an error, see Err.
func (l *Lines) NextRecord() (Record, bool) {
	for l.err == nil {
		n := bytes.IndexByte(l.buf[l.searched:l.end], '\n')
		torn := n < 0
		if torn {
			if l.base+int64(l.end) < l.size {
				l.fillBuffer()
				continue
			}
			if l.pos == l.end {
				break
			}
			n = l.end - l.searched
		}
		from, to := l.pos, l.searched+n
		if l.pos = to; !torn {
			l.pos++
		}
		l.searched = l.pos
		if b := l.buf[from:to:to]; len(b) > 1 && b[0] == '{' && b[len(b)-1] == '}' && l.numbered { // as nearly all are
			l.line++
			return Record{Bytes: b, Line: l.line, Offset: l.base + int64(from), Torn: torn}, true
		}
		if r, ok := l.trimRecord(from, to, torn); ok {
			return r, true
		}
	}
	return Record{}, false
}

// trimRecord counts and trims the line buf[from:to]; false when it is to be
// passed over.
func (l *Lines) trimRecord(from, to int, torn bool) (Record, bool) {
	if l.numbered {
		l.line++
	}
	if l.partial {
		l.partial = false
		return Record{}, false
	}
	b := l.buf[from:to:to]
	if len(b) > 0 && b[len(b)-1] == '\r' {
		b = b[:len(b)-1]
	}
	off := l.base + int64(from)
	if off == 0 {
		n := len(b)
		b = TrimBOM(b)
		off += int64(n - len(b))
	}
	if i, _ := nextByte(b, 0); i == len(b) {
		return Record{}, false
	}
	return Record{Bytes: b, Line: l.line, Offset: off, Torn: torn}, true
}
