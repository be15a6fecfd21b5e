package wazero

import "testing"

// TestLinearMemory grows a memory to its limit: it keeps its content, is zero
// after it and ends at the limit.
func TestLinearMemory(t *testing.T) {
	const limit = 5*leastCapacity + pageBytes
	m := &linearMemory{max: limit}
	length := uint64(0)
	for _, size := range []uint64{pageBytes, pageBytes, leastCapacity, leastCapacity + pageBytes, 4 * leastCapacity, limit} {
		b := m.Reallocate(size)
		if uint64(len(b)) != size {
			t.Fatalf("%d bytes, asked for %d", len(b), size)
		}
		for at := uint64(0); at < size; at += pageBytes {
			if want := byte(at / pageBytes % 251); at < length && b[at] != want || at >= length && b[at] != 0 {
				t.Fatalf("byte %d of %d is %d after it had %d", at, size, b[at], length)
			}
			b[at] = byte(at / pageBytes % 251)
		}
		length = size
	}
	if m.Reallocate(limit+1) != nil {
		t.Error("it grows beyond its limit")
	}
	if m.Free(); m.bytes != nil {
		t.Error("it is kept")
	}
}
