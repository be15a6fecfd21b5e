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

// read returns the next line with its end, in memory of its own.
func (r *lineReader) read() (line []byte, err error) {
	for skip := false; ; {
		part, err := r.in.ReadSlice('\n')
		if !skip {
			line = append(line, part...)
		}
		if len(line) > r.limit+len("\r\n") || err == nil && len(bytes.TrimRight(line, "\r\n")) > r.limit {
			skip, line = true, nil
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return nil, err
		case skip:
			return nil, errLongLine
		default:
			return line, nil
		}
	}
}

// lineWriter writes whole lines, those of one goroutine at a time.
type lineWriter struct {
	mu     sync.Mutex
	out    io.Writer
	closed atomic.Bool // write does nothing any more
	failed func()      // called when nobody reads any more
}

// write writes a line, unless unwanted says that it has become so meanwhile. It blocks while the reader is slow.
func (w *lineWriter) write(line []byte, unwanted func() bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed.Load() || unwanted != nil && unwanted() {
		return
	}
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		w.closed.Store(true)
		w.failed()
	}
}
