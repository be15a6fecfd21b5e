package adapter

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

const (
	// SiftBytes is how many bytes SiftFile shows at most at once: several passes over
	// them find them in the processor's cache.
	SiftBytes = 256 << 10
	// SiftOverlap is how many bytes of a chunk it shows again with the next
	// where a line is longer than that: what is looked for must be shorter.
	SiftOverlap = 8 << 10
)

// SiftFile shows the first size bytes of a file to look, in chunks that end
// after a line where there is one, until look returns false. It is what a
// Sifter does with every file of a session.
func SiftFile(env *Env, path string, size int64, look func(raw []byte) bool) error {
	cache := env.Cache
	if cache == nil || cache.busy {
		cache = NewReadCache() // its buffer alone is used
		defer cache.Release()
	}
	cache.busy = true
	defer func() { cache.busy = false }()
	buf := cache.buf
	kept := 0 // bytes at the start of buf that go with what follows
	var holes scan.Holes
	jumped := false
	for off := int64(0); off < size; {
		room := buf[kept:min(int64(len(buf)), int64(kept)+size-off)]
		n, err := cache.fill(env, path, room, off)
		if err != nil {
			return err
		}
		if n < len(room) { // the file is shorter now
			size = off + int64(n)
		}
		off += int64(n)
		if !jumped && holes.AddChunk(room[:n]) { // a sparse file: its last data is shown too, as the line reader reads it
			jumped = true
			if off, err = LastData(env, path, off, size); err != nil {
				return err
			}
		}
		raw := buf[:kept+n]
		end, rest := len(raw), len(raw)
		if off < size {
			end, rest = chunkEnd(raw)
		}
		if !look(raw[:end]) {
			return nil
		}
		kept = copy(buf, raw[rest:])
		if poll := env.Host.Poll; poll != nil {
			if err := poll.Poll(off, size); err != nil {
				return err
			}
		}
	}
	return nil
}

// LastData is scan.LastData of a host's file: where to continue after a hole.
func LastData(env *Env, path string, from, size int64) (int64, error) {
	return scan.LastData(source{env, path}, make([]byte, scan.ChunkBytes), from, size)
}

// chunkEnd returns how much of raw is shown, and where the next chunk
// begins.
func chunkEnd(raw []byte) (end, rest int) {
	if i := bytes.LastIndexByte(raw, '\n'); i >= SiftOverlap {
		return i + 1, i + 1
	}
	return len(raw), len(raw) - SiftOverlap
}

// chunkPool keeps a few buffers of SiftFile between files.
var chunkPool = pool.New(func() []byte { return make([]byte, SiftBytes) })
