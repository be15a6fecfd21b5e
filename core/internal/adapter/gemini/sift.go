package gemini

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// siftBytes is how much of a log is shown at a time.
const siftBytes = 1 << 20

// Sift implements adapter.Sifter: logs in chunks of whole lines, documents
// whole.
func (agent) Sift(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	for _, path := range pathsOf(ref) {
		if !strings.HasSuffix(path, extLines) {
			b, err := adapter.ReadFile(env, path, MaxDocumentBytes)
			if err != nil {
				return err
			}
			if !look(b) {
				return nil
			}
			continue
		}
		size, err := sizeOf(env, ref, path)
		if err != nil {
			return err
		}
		more, err := siftLines(env, path, size, look)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// siftLines shows a log; a line longer than a chunk grows it.
func siftLines(env *adapter.Env, path string, size int64, look func([]byte) bool) (more bool, err error) {
	buf := make([]byte, 0, min(size, siftBytes))
	var holes scan.Holes
	jumped := false
	for at := int64(0); at < size; {
		if len(buf) == cap(buf) && len(buf) >= scan.MaxLineBytes { // no reader holds such a line
			buf = buf[:0]
		}
		if len(buf) == cap(buf) { // one line fills it
			buf = append(make([]byte, 0, min(size, int64(2*cap(buf)))), buf...)
		}
		n, err := env.ReadAt(path, buf[len(buf):min(int64(cap(buf)), int64(len(buf))+size-at)], at)
		if err != nil {
			return false, err
		}
		if poll := env.Host.Poll; poll != nil {
			if err := poll.Poll(at, size); err != nil {
				return false, err
			}
		}
		sparse := !jumped && holes.AddChunk(buf[len(buf):len(buf)+n])
		buf = buf[:len(buf)+n]
		at += int64(n)
		if sparse { // continues with the last data of the file, as the reader of lines does
			jumped = true
			if at, err = adapter.LastData(env, path, at, size); err != nil {
				return false, err
			}
		}
		end := bytes.LastIndexByte(buf, '\n') + 1
		if n == 0 || at >= size {
			end, at = len(buf), size
		}
		if end > 0 && !look(buf[:end]) {
			return false, nil
		}
		buf = buf[:copy(buf, buf[end:])]
	}
	return true, nil
}
