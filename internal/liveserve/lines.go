package liveserve

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

// maxLine is the greatest length of a line in bytes, without its newline.
const maxLine = 128 << 20

// errLongLine is the error for a line that was skipped.
var errLongLine = errors.New("the line is longer than 128 MiB")

// lineReader reads lines of bounded length.
type lineReader struct {
	in    *bufio.Reader
	limit int
}

func newLineReader(in io.Reader, limit int) *lineReader {
	return &lineReader{bufio.NewReaderSize(in, 64<<10), limit}
}

// next returns the next line that is not empty, without its end. errLongLine: it was skipped. Any other
// error is the end of the input; a line without a newline before it is dropped.
func (r *lineReader) next() ([]byte, error) {
	for {
		line, err := r.read()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			return line, nil
		}
	}
}

// read returns the next line with its end, in memory of its own. Its parts are joined once: a slice that
// grows with a line leaves copies of itself in memory.
func (r *lineReader) read() ([]byte, error) {
	var parts pieces
	for skip, size := false, 0; ; {
		part, err := r.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if size += len(part); size > r.limit+len("\r\n") {
			skip, parts = true, nil
		}
		if !skip {
			parts = append(parts, bytes.Clone(part))
		}
		if err != nil {
			continue
		}
		line := bytes.Join(parts, nil)
		if skip || len(bytes.TrimRight(line, "\r\n")) > r.limit {
			return nil, errLongLine
		}
		return line, nil
	}
}

// pieces are a line in several parts: long messages are written without being copied.
type pieces [][]byte

func (p pieces) size() (n int) {
	for _, part := range p {
		n += len(part)
	}
	return n
}

// lineWriter writes whole lines, those of one goroutine at a time.
type lineWriter struct {
	mu      sync.Mutex
	waiting atomic.Int64 // goroutines that have a line
	out     *bufio.Writer
	closed  atomic.Bool // write does nothing any more
	failed  func()      // called when there is no reader any more
}

func newLineWriter(out io.Writer) *lineWriter {
	return &lineWriter{out: bufio.NewWriterSize(out, 64<<10)}
}

// write writes a line, unless unwanted says that it has become so meanwhile. It blocks while the reader is slow. Lines of
// goroutines that wait for each other go out together.
func (w *lineWriter) write(line pieces, unwanted func() bool) {
	w.waiting.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	last := w.waiting.Add(-1) == 0
	if w.closed.Load() {
		return
	}
	if unwanted == nil || !unwanted() {
		for _, part := range line {
			w.out.Write(part) // Flush returns the error
		}
		w.out.WriteByte('\n')
	}
	if last && w.out.Flush() != nil {
		w.closed.Store(true)
		w.failed()
	}
}
