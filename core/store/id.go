package store

import "github.com/heddle-dev/heddle/core/text"

// UUID renders 16 bytes in the usual form.
func UUID(id [16]byte) string {
	s := text.Hex(id[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

// ParseUUID reads the usual form, in either case.
func ParseUUID(s string) (id [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, false
	}
	b, ok := text.Unhex(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	if !ok || len(b) != len(id) {
		return id, false
	}
	copy(id[:], b)
	return id, true
}

// MakeRequestID draws an id for a request, as text.
func (s *Store) MakeRequestID() string { return UUID(s.entropy.ID()) }

// offset returns the id of event n of the request with this id: the last
// eight bytes count up, the version and variant bits stay.
func offset(id [16]byte, n int) [16]byte {
	carry := uint64(n)
	for i := 15; i > 8 && carry > 0; i-- {
		carry += uint64(id[i])
		id[i] = byte(carry)
		carry >>= 8
	}
	return id
}
