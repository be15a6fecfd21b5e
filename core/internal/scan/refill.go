package scan

import "bytes"

// doubledBytes is the buffer size up to which growing doubles it. Above, it
// grows to what the line needs: a line of 80 MB must not cost 128 MB.
const doubledBytes = 4 << 20

// fillBuffer reads after the unfinished line buf[pos:end]. It moves that line to
// the start of the buffer, or, when it fills the buffer, makes room for it.
func (l *Lines) fillBuffer() {
	if l.sparse {
		l.skipHole(l.base + int64(l.pos))
		return
	}
	if l.pos > 0 {
		copy(l.buf, l.buf[l.pos:l.end])
		l.base += int64(l.pos)
		l.end -= l.pos
		l.pos = 0
	}
	l.searched = l.end
	if want := min(int64(ChunkBytes), l.size-l.base); l.end == 0 && int64(len(l.buf)) < want {
		l.buf = make([]byte, want)
	}
	if l.end == len(l.buf) {
		l.readLongLine()
		return
	}
	room := l.buf[l.end:min(len(l.buf), l.end+ChunkBytes)]
	l.end += l.readChunks(room, l.base+int64(l.end))
}

// readChunks fills p from off, as far as the file goes, in steps of ChunkBytes.
func (l *Lines) readChunks(p []byte, off int64) int {
	p = p[:min(int64(len(p)), l.size-off)]
	got := 0
	for got < len(p) && l.err == nil {
		step := p[got:min(len(p), got+ChunkBytes)]
		n, err := l.src.ReadAt(step, off+int64(got))
		if at := off + int64(got); at >= l.high && !l.jumped && l.holes.AddChunk(step[:n]) {
			l.sparse = true
		}
		got += n
		l.high = max(l.high, off+int64(got))
		if err != nil {
			l.err = err
			break
		}
		if n < len(step) { // the file is shorter than the snapshot
			l.size = off + int64(got)
		}
		if l.progress != nil {
			l.err = l.progress(l.BytesRead(), l.size-l.start)
		}
		if n < len(step) {
			break
		}
	}
	return got
}

// readLongLine deals with a line that fills the whole buffer. It looks for the line's
// end first, reading over the buffer, and then reads the line again into a
// buffer of the right size: reading twice is cheaper than holding twice.
func (l *Lines) readLongLine() {
	first := l.base
	length := int64(l.end)
	for l.err == nil {
		l.base += int64(l.end)
		l.end = l.readChunks(l.buf[:min(len(l.buf), ChunkBytes)], l.base)
		n := bytes.IndexByte(l.buf[:l.end], '\n')
		if n < 0 && l.sparse && l.err == nil {
			l.skipHole(first)
			return
		}
		if n < 0 && l.end > 0 {
			length += int64(l.end)
			continue
		}
		length += int64(max(n, 0))
		if length <= MaxLineBytes {
			l.rereadLine(first, int(length))
			return
		}
		l.pos = n + 1
		l.searched = l.pos
		if l.numbered {
			l.line++
		}
		l.partial = false
		l.skipped = append(l.skipped, Skipped{Line: l.line, Offset: first, Length: length, Reason: LineTooLong})
		return
	}
	l.pos, l.end, l.searched = 0, 0, 0
}

// skipHole leaves out what follows offset from up to the last data of the file: the
// file has more NUL bytes than are read. Lines after it have no number.
func (l *Lines) skipHole(from int64) {
	l.sparse, l.jumped = false, true
	buf := l.buf[:min(len(l.buf), ChunkBytes)]
	to, err := LastData(l.src, buf, l.base+int64(l.end), l.size)
	if err != nil {
		l.err = err
		return
	}
	l.skipped = append(l.skipped, Skipped{Line: l.line + 1, Offset: from, Length: to - from, Reason: Sparse})
	l.base, l.pos, l.end, l.searched = to, 0, 0, 0
	l.numbered, l.partial = false, false
}

// rereadLine reads the line of length bytes at off into a buffer with room for it
// and for the reads that follow.
func (l *Lines) rereadLine(off int64, length int) {
	want := length + ChunkBytes
	if len(l.buf) < doubledBytes {
		want = max(want, min(2*len(l.buf), doubledBytes))
	}
	l.buf = nil // free before the larger one is made
	if l.room != nil {
		l.buf = l.room(want)
	} else {
		l.buf = make([]byte, want)
	}
	l.base, l.pos, l.searched = off, 0, 0
	l.end = l.readChunks(l.buf[:length+1], off)
}
