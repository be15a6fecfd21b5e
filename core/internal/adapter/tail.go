package adapter

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// ReadTail returns the last scan.TailBytes of a file, from the start of a line
// where there is one.
func ReadTail(env *Env, path string, size int64) ([]byte, error) {
	return tailInto(make([]byte, min(size, scan.TailBytes)), env, path, size)
}

func tailInto(buf []byte, env *Env, path string, size int64) ([]byte, error) {
	off := max(size-scan.TailBytes, 0)
	buf = buf[:size-off]
	n, err := env.ReadAt(path, buf, off)
	if err != nil {
		return nil, err
	}
	buf = buf[:n]
	if i := bytes.IndexByte(buf, '\n'); off > 0 && i >= 0 {
		return buf[i+1:], nil
	}
	return buf, nil
}

// LookAtTail shows a file's Tail to look. The bytes are valid during the call
// only.
func LookAtTail(env *Env, path string, size int64, look func(tail []byte)) error {
	buf := tailPool.Get()
	defer tailPool.Put(buf)
	tail, err := tailInto(buf, env, path, size)
	if err == nil {
		look(tail)
	}
	return err
}

// LookAtHead shows the first scan.TailBytes of a file to look. The bytes are
// valid during the call only.
func LookAtHead(env *Env, path string, size int64, look func(head []byte)) error {
	buf := tailPool.Get()
	defer tailPool.Put(buf)
	n, err := env.ReadAt(path, buf[:min(size, scan.TailBytes)], 0)
	if err == nil {
		look(buf[:n])
	}
	return err
}

// tailPool keeps a few buffers of scan.TailBytes between files.
var tailPool = pool.New(func() []byte { return make([]byte, scan.TailBytes) })

// TailTime returns the LatestTime of a file's tail; absent when it has none. A
// line longer than the tail is not seen: the caller then walks the file.
func TailTime(env *Env, path string, size int64) (last session.Time, err error) {
	err = LookAtTail(env, path, size, func(tail []byte) { last = LatestTime(tail) })
	return last, err
}
