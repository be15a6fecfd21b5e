// Package unpack decompresses zstd streams of strangers through the host. It
// reads the structure of the stream first, without decompressing anything, so
// that every host is asked for the same streams with the same limit, and
// refuses the same.
package unpack

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// What a stream may grow to, for any limit of the caller: freeBytes,
// and maxRatio times what it takes compressed. Texts of sessions shrink to a
// tenth; what shrinks to a thousandth is made to fill memory.
const (
	freeBytes = 32 << 20
	maxRatio  = 256
	// maxWindowBytes is the largest history that a frame may make the
	// decompressor keep; encoders stay at or below it even at their highest level.
	maxWindowBytes = 128 << 20
	// maxBlockBytes is the most content that one block of a frame has.
	maxBlockBytes = 128 << 10
)

const (
	frameMagic     = 0xfd2fb528
	skippableMagic = 0x184d2a50 // the low four bits are free
)

// DecodeZstd returns the content of src, which may hold several frames. Damage is
// PARSE_ERROR, and content of more than max bytes, or of more than a stream of
// that length may have, is LIMIT_EXCEEDED.
func DecodeZstd(z host.Zstd, src []byte, max int64) ([]byte, error) {
	max = min(max, freeBytes+maxRatio*int64(len(src)))
	stated, err := statedSize(src)
	if err != nil {
		return nil, err
	}
	if stated > max {
		return nil, tooLarge()
	}
	out, err := z.Decompress(src, max)
	if err == nil && int64(len(out)) > max {
		err = tooLarge()
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

func damagedError() error { return fault.New(fault.ParseError, "damaged zstd stream") }
func tooLarge() error     { return fault.New(fault.LimitExceeded, "zstd content is larger than the limit") }

// statedSize walks the frames of a stream and returns the bytes of content that
// their headers state: a lower bound, as not all do.
func statedSize(src []byte) (stated int64, err error) {
	if len(src) == 0 {
		return 0, fault.New(fault.ParseError, "empty zstd stream")
	}
	for len(src) > 0 {
		r := reader{b: src}
		magic := r.readUint(4)
		if magic&^0xf == skippableMagic {
			r.skipBytes(r.readUint(4))
		} else if magic != frameMagic {
			r.bad = true
		} else {
			n, err := r.walkFrame()
			if err != nil {
				return 0, err
			}
			if stated += n; stated < 0 {
				return 0, tooLarge()
			}
		}
		if r.bad {
			return 0, damagedError()
		}
		src = r.b
	}
	return stated, nil
}

// walkFrame walks a frame after its magic number and returns the size that its
// header states, 0 when it states none.
func (r *reader) walkFrame() (stated int64, err error) {
	descriptor := r.readUint(1)
	single := descriptor&0x20 != 0
	if descriptor&0x08 != 0 { // reserved
		return 0, damagedError()
	}
	if !single {
		if d := r.readUint(1); (8+d&7)<<(7+d>>3) > maxWindowBytes {
			return 0, tooLarge()
		}
	}
	if r.readUint([4]uint64{0, 1, 2, 4}[descriptor&3]) != 0 { // there is no dictionary
		return 0, damagedError()
	}
	wide := [4]uint64{0, 2, 4, 8}[descriptor>>6]
	if single && wide == 0 {
		wide = 1
	}
	size := r.readUint(wide)
	if wide == 2 {
		size += 256
	}
	blocks := uint64(0)
	for last := false; !last && !r.bad; blocks++ {
		header := r.readUint(3)
		last = header&1 != 0
		n := header >> 3
		if kind := header >> 1 & 3; kind == 3 || n > maxBlockBytes {
			return 0, damagedError()
		} else if kind == 1 { // one byte, repeated
			n = 1
		}
		r.skipBytes(n)
	}
	if descriptor&4 != 0 {
		r.skipBytes(4) // checksum
	}
	if r.bad || size > blocks*maxBlockBytes {
		return 0, damagedError()
	}
	return int64(size), nil
}

// reader reads little-endian numbers until the bytes end.
type reader struct {
	b   []byte
	bad bool // they ended too early
}

func (r *reader) readUint(n uint64) (v uint64) {
	if uint64(len(r.b)) < n {
		r.bad, r.b = true, nil
		return 0
	}
	for i := range n {
		v |= uint64(r.b[i]) << (8 * i)
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) skipBytes(n uint64) {
	if uint64(len(r.b)) < n {
		r.bad, r.b = true, nil
		return
	}
	r.b = r.b[n:]
}
