package store

import "github.com/heddle-dev/heddle/core/internal/text"

// UUID renders 16 bytes in the form of RFC 9562.
func UUID(id [16]byte) string {
	s := text.EncodeHex(id[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

// ParseUUID reads the form of RFC 9562, in either case.
func ParseUUID(s string) (id [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, false
	}
	b, ok := text.DecodeHex(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	if !ok || len(b) != len(id) {
		return id, false
	}
	copy(id[:], b)
	return id, true
}

// drawID draws an id for a request.
func (s *Store) drawID() [16]byte { return s.entropy.ID() }

// offsetID returns the id of event n of the request with this id. The first
// eight bytes, which hold the time, do not change; the last eight count up from a
// hash of the id. Two requests therefore share no event ids even when a caller
// counts its request ids up, as some generators of UUIDs do.
func offsetID(id [16]byte, n int) [16]byte {
	if n == 0 {
		return id
	}
	var high, low uint64
	for i := 0; i < 8; i++ {
		high, low = high<<8|uint64(id[i]), low<<8|uint64(id[i+8])
	}
	low = (mixBits(low^mixBits(high))+uint64(n))&(1<<62-1) | 1<<63
	for i := 15; i >= 8; i-- {
		id[i] = byte(low)
		low >>= 8
	}
	return id
}

// mixBits spreads every bit over all others: the last steps of splitmix64.
func mixBits(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
