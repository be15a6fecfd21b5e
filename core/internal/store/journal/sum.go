package journal

import (
	"hash/crc32"

	"github.com/heddle-dev/heddle/core/host"
)

// Sums are CRC-32 (IEEE) over the little-endian numbers and the bytes of a
// row: a flipped bit never goes unnoticed.

func appendInt64(b []byte, v int64) []byte {
	u := uint64(v)
	return append(b, byte(u), byte(u>>8), byte(u>>16), byte(u>>24), byte(u>>32), byte(u>>40), byte(u>>48), byte(u>>56))
}

// eventSum covers all columns of an event's row.
func eventSum(pos int64, e *host.Event) int64 {
	var room [304]byte
	b := appendInt64(room[:0], pos)
	b = append(b, e.ID[:]...)
	b = appendInt64(b, e.Time)
	b = append(b, byte(len(e.Kind)))
	b = append(b, e.Kind...)
	b = appendInt64(b, int64(len(e.Payload)))
	return int64(crc32.Update(crc32.ChecksumIEEE(b), crc32.IEEETable, e.Payload))
}

// rowSum covers two numbers and some bytes.
func rowSum(a, b int64, rest []byte) int64 {
	var room [16]byte
	return int64(crc32.Update(crc32.ChecksumIEEE(appendInt64(appendInt64(room[:0], a), b)), crc32.IEEETable, rest))
}
