package scan

// Holes counts what of a file is NUL bytes, to end the reading of a sparse file
// whose holes are larger than any disk. It looks at a few bytes of each chunk:
// who wants to fool it has to write a block to the disk for each of them.
type Holes struct {
	nul, other int64
}

// samples is how many bytes of a chunk are looked at.
const samples = 16

// AddChunk counts a chunk and reports whether the file has more NUL bytes by now
// than are read.
func (h *Holes) AddChunk(b []byte) (tooMany bool) {
	if len(b) == 0 {
		return false
	}
	nul := 0
	for i := 0; i < samples; i++ {
		if b[i*(len(b)-1)/(samples-1)] == 0 {
			nul++
		}
	}
	part := int64(len(b)) * int64(nul) / samples
	h.nul += part
	h.other += int64(len(b)) - part
	return h.nul > MaxNulBytes+h.other
}

// LastData returns where the last part of a file begins that is not a hole:
// the place to continue after holes that are too large. It looks backwards from
// the end, in chunks, until a chunk of NUL bytes; buf is what it reads into.
func LastData(src Source, buf []byte, from, size int64) (int64, error) {
	for size > from {
		n := min(int64(len(buf)), size-from)
		got, err := src.ReadAt(buf[:n], size-n)
		if err != nil {
			return size, err
		}
		for i := range buf[:got] {
			if buf[i] != 0 {
				got = 0
				break
			}
		}
		if got > 0 || n == 0 { // a hole
			return size, nil
		}
		size -= n
	}
	return size, nil
}
