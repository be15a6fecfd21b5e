package adapter

import "bytes"

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
	buf := takeStretch()
	defer giveStretch(buf)
	kept := 0 // bytes at the start of buf that go with what follows
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

// stretchEnd returns how much of raw is shown, and where the next stretch
// begins.
func stretchEnd(raw []byte) (end, rest int) {
	if i := bytes.LastIndexByte(raw, '\n'); i >= SiftOverlap {
		return i + 1, i + 1
	}
	return len(raw), len(raw) - SiftOverlap
}

// stretches keeps a few buffers between files, as idle keeps line readers.
var stretches = make(chan []byte, 8)

func takeStretch() []byte {
	select {
	case b := <-stretches:
		return b
	default:
		return make([]byte, SiftBytes)
	}
}

func giveStretch(b []byte) {
	select {
	case stretches <- b:
	default:
	}
}
