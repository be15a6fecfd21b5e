package transcript

import "testing"

// TestSlots: every number is found by its hash and by no other, also where many hashes
// share a chain, and where some numbers were never added.
func TestSlots(t *testing.T) {
	const n = 5000
	var hashes [n]uint64
	hashOf := func(i int32) uint64 { return hashes[i] }
	var s slots
	for round := range 2 {
		for i := range hashes {
			hashes[i] = uint64(i/2)<<40 + uint64(i%2) + uint64(round)<<60
		}
		for i := 0; i < n; i += 3 {
			if _, ok := s.find(hashes[i], hashOf); ok {
				t.Fatalf("round %d: %d is found before it was added", round, i)
			}
			s.add(int32(i), hashes[i], hashOf)
		}
		for i := range hashes {
			if at, ok := s.find(hashes[i], hashOf); ok != (i%3 == 0) || ok && int(at) != i {
				t.Fatalf("round %d: %d is found at %d, %v", round, i, at, ok)
			}
		}
		s.reset()
	}
}

// TestFragmentsAreBounded: a message of more fragments than are counted keeps its flags, and
// is whole only when there is nothing more.
func TestFragmentsAreBounded(t *testing.T) {
	m := MessageDraft{bits: draftKeyed | (1<<25-3)*draftFragment}
	m.countFragment()
	if m.isWhole(1<<25-3) || !m.isWhole(1<<25-2) {
		t.Errorf("%x after one", m.bits)
	}
	for range 5 {
		m.countFragment()
	}
	if m.isWhole(1<<32-1) || m.bits&(draftFragment-1) != draftKeyed {
		t.Errorf("%x after six", m.bits)
	}
}
