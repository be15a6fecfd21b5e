package sqlwal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/order"
)

// The format of a log: a header, then frames of a small header and a page.
const (
	headerBytes      = 32
	frameHeaderBytes = 24
	magic            = 0x377f0682 // plus 1 when checksums read big-endian words
	formatVersion    = 3007000
	minPageBytes     = 512
	maxPageBytes     = 65536
	// readBytes is how much of the log is read at once, and how often the
	// host is asked whether to continue.
	readBytes = 1 << 20
)

// log is a write-ahead log with a valid header.
type log struct {
	pageSize int64
	bigWords bool     // byte order of the words that are summed
	salts    string   // 8 bytes that every frame repeats
	sum      checksum // of all that was read so far
}

// readLog fills in what the log adds to the main file.
func (s *Snapshot) readLog(h host.Host) error {
	path := s.Path + "-wal"
	l, err := parseHeader(path, s.mark.walHeader)
	if err != nil || l == nil {
		return err
	}
	scan := frames{log: l, path: path}
	if err := scan.readFrames(h, s.mark.wal.Size); err != nil {
		return err
	}
	s.Torn = scan.torn
	s.mark.end, s.mark.next = headerBytes+scan.committed*l.frameBytes(), scan.next
	if scan.committed == 0 {
		return nil
	}
	overlay := newestFrames(scan.found[:scan.committed], scan.pages)
	if len(overlay) == 0 {
		return nil
	}
	main, known := mainPageSize(s.mark.mainHeader)
	if known && main != l.pageSize && overlay[0].Page != 1 {
		return nil // pages of another size: the log of another database
	}
	s.PageSize, s.Pages, s.Overlay, s.Frames = l.pageSize, scan.pages, overlay, scan.committed
	return nil
}

func (l *log) frameBytes() int64 { return frameHeaderBytes + l.pageSize }

// parseHeader returns nil for a header that SQLite passes over as well.
func parseHeader(path, h string) (*log, error) {
	if len(h) < headerBytes {
		return nil, nil
	}
	b := []byte(h)
	l := &log{pageSize: int64(bigEndianWord(b[8:])), salts: h[16:24]}
	switch bigEndianWord(b) {
	case magic:
	case magic + 1:
		l.bigWords = true
	default:
		return nil, nil
	}
	if l.pageSize < minPageBytes || l.pageSize > maxPageBytes || l.pageSize&(l.pageSize-1) != 0 {
		return nil, nil
	}
	l.sum.addWords(l.bigWords, b[:24])
	if !l.sum.matchesBytes(b[24:]) {
		return nil, nil
	}
	if bigEndianWord(b[4:]) != formatVersion {
		return nil, fault.New(fault.Unsupported, "write-ahead log of an unknown version").At(path, 0, 4)
	}
	return l, nil
}

// mainPageSize returns the page size that a main file states, if it states
// a possible one.
func mainPageSize(header string) (int64, bool) {
	if len(header) < databaseHeaderBytes || header[:16] != "SQLite format 3\x00" {
		return 0, false
	}
	n := int64(header[16])<<8 | int64(header[17])
	if n == 1 {
		n = maxPageBytes
	}
	return n, n >= minPageBytes && n&(n-1) == 0
}

// frames walks the frames of a log.
type frames struct {
	*log
	path      string
	found     []host.Frame // valid frames in file order
	committed int64        // how many of them belong to ended transactions
	pages     int64        // size of the database after the last of those
	torn      int64
	next      string // frame header seen after the committed frames, as far as it was there
}

// readFrames reads frames until one does not fit or the log ends.
func (f *frames) readFrames(h host.Host, size int64) error {
	perRead := max(min(readBytes, size)/f.frameBytes(), 1)
	buf := make([]byte, perRead*f.frameBytes())
	for off := int64(headerBytes); off < size; off += int64(len(buf)) {
		if h.Poll != nil {
			if err := h.Poll.Poll(off, size); err != nil {
				return err
			}
		}
		n, err := h.Files.ReadAt(f.path, buf, off)
		if err != nil {
			return err
		}
		if !f.parseFrames(buf[:n], off) {
			return nil
		}
		if len(f.found) > MaxFrames {
			return fault.New(fault.LimitExceeded, "write-ahead log has more than 4,194,304 frames").At(f.path, 0, off)
		}
	}
	return nil
}

// parseFrames reads the frames in b, which begins at off, and reports whether to
// continue after it.
func (f *frames) parseFrames(b []byte, off int64) bool {
	if f.committed == int64(len(f.found)) {
		f.next = string(b[:min(len(b), frameHeaderBytes)])
	}
	for ; int64(len(b)) >= f.frameBytes(); off += f.frameBytes() {
		frame := b[:f.frameBytes()]
		b = b[f.frameBytes():]
		page := int64(bigEndianWord(frame))
		if page == 0 || string(frame[8:16]) != f.salts {
			return false
		}
		f.sum.addWords(f.bigWords, frame[:8])
		f.sum.addWords(f.bigWords, frame[frameHeaderBytes:])
		if !f.sum.matchesBytes(frame[16:]) {
			f.torn = off
			return false
		}
		f.found = append(f.found, host.Frame{Page: page, Offset: off + frameHeaderBytes})
		if pages := int64(bigEndianWord(frame[4:])); pages > 0 {
			f.committed, f.pages = int64(len(f.found)), pages
			f.next = string(b[:min(len(b), frameHeaderBytes)])
		}
	}
	if len(b) >= 16 && string(b[8:16]) == f.salts {
		f.torn = off
	}
	return len(b) == 0
}

// newestFrames keeps the last frame of each page that the database still has, in
// page order.
func newestFrames(found []host.Frame, pages int64) []host.Frame {
	order.SortStable(found, func(i, j int) bool { return found[i].Page < found[j].Page })
	var kept []host.Frame
	for i, frame := range found {
		last := i+1 == len(found) || found[i+1].Page != frame.Page
		if last && frame.Page <= pages {
			kept = append(kept, frame)
		}
	}
	return kept
}
