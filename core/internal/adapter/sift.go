package adapter

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

const (
	// SiftBytes is how many bytes SiftFile shows at most at once.
	SiftBytes = 1 << 20
	// SiftOverlap is how many bytes of a stretch it shows again with the next
	// where a line is longer than that: what is looked for must be shorter.
	SiftOverlap = 8 << 10
)

// SiftFile shows the first size bytes of a file to look, in stretches that end
// behind a line where there is one, until look returns false. It is what a
// Sifter does with every file of a session.
func SiftFile(env *Env, path string, size int64, look func(raw []byte) bool) error {
	held, ok := env.Host.Files.(*Held)
	if ok = ok && !held.busy; ok {
		held.busy = true
		defer func() { held.busy = false }()
	} else {
		held = &Held{buf: chunkPool.Get()}
		defer chunkPool.Put(held.buf)
	}
	buf := held.buf
	kept := 0 // bytes at the start of buf that go with what follows
	var holes scan.Holes
	jumped := false
	for off := int64(0); off < size; {
		room := buf[kept:min(int64(len(buf)), int64(kept)+size-off)]
		n, err := env.Host.Files.ReadAt(path, room, off)
		if err != nil {
			return err
		}
		if n < len(room) { // the file is shorter now
			size = off + int64(n)
		}
		off += int64(n)
		if !jumped && holes.Chunk(room[:n]) { // a sparse file: its last data is shown too, as the line reader reads it
			jumped = true
			if off, err = LastData(env, path, off, size); err != nil {
				return err
			}
		}
		raw := buf[:kept+n]
		end, rest := len(raw), len(raw)
		if off < size {
			end, rest = stretchEnd(raw)
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

// LastData is scan.LastData of a host's file: where to go on behind a hole.
func LastData(env *Env, path string, from, size int64) (int64, error) {
	return scan.LastData(source{env.Host.Files, path}, make([]byte, scan.ChunkBytes), from, size)
}

// Held are files of which the one that SiftFile showed last, if it showed it in
// one stretch, is not read again by the Walk that follows. It is for one
// session at a time.
type Held struct {
	host.Files
	buf  []byte
	busy bool   // SiftFile is at work, and may call itself
	path string // of the file held
	data []byte // from its start, a part of buf
}

// Hold returns files that hold; Release must be called when they are no
// longer used.
func Hold(files host.Files) *Held { return &Held{Files: files, buf: chunkPool.Get()} }

// Release gives the memory back.
func (h *Held) Release() {
	chunkPool.Put(h.buf)
	h.buf, h.data, h.path = nil, nil, ""
}

// ReadAt implements host.Files.
func (h *Held) ReadAt(path string, p []byte, off int64) (int, error) {
	if path == h.path && off >= 0 && off+int64(len(p)) <= int64(len(h.data)) && len(p) > 0 {
		return copy(p, h.data[off:]), nil
	}
	n, err := h.Files.ReadAt(path, p, off)
	if n > 0 && len(h.buf) > 0 && &p[0] == &h.buf[0] {
		h.path, h.data = "", nil
		if off == 0 && err == nil && n == len(p) && n < len(h.buf) {
			h.path, h.data = path, p
		}
	}
	return n, err
}

// stretchEnd returns how much of raw is shown, and where the next stretch
// begins.
func stretchEnd(raw []byte) (end, rest int) {
	if i := bytes.LastIndexByte(raw, '\n'); i >= SiftOverlap {
		return i + 1, i + 1
	}
	return len(raw), len(raw) - SiftOverlap
}

// chunkPool keeps a few buffers of SiftFile between files.
var chunkPool = pool.New(func() []byte { return make([]byte, SiftBytes) })
