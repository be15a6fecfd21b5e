package transcript

import "github.com/heddle-dev/heddle/core/internal/pages"

// slots find numbers by hashes that somebody else keeps. They take 5 to 11 bytes for each.
type slots struct {
	at   []int32 // a number, plus one; at least a quarter is empty
	used int
}

// find returns the number that a hash was added with.
func (s *slots) find(hash uint64, hashOf func(int32) uint64) (number int32, ok bool) {
	if len(s.at) == 0 {
		return 0, false
	}
	n := s.at[s.slotOf(hash, hashOf)]
	return n - 1, n > 0
}

// add adds a number whose hash the slots do not have yet.
func (s *slots) add(number int32, hash uint64, hashOf func(int32) uint64) {
	if s.used++; 4*s.used > 3*len(s.at) {
		old := s.at
		s.at = make([]int32, max(64, 2*len(old)))
		for _, n := range old {
			if n > 0 {
				s.at[s.slotOf(hashOf(n-1), hashOf)] = n
			}
		}
	}
	s.at[s.slotOf(hash, hashOf)] = number + 1
}

// slotOf returns where a hash is, or would be. The number of slots is a
// power of two: the upper bits of the mixed hash choose one.
func (s *slots) slotOf(hash uint64, hashOf func(int32) uint64) int {
	mask := len(s.at) - 1
	slot := int((hash*0x9E3779B97F4A7C15)>>32) & mask
	for n := s.at[slot]; n > 0 && hashOf(n-1) != hash; n = s.at[slot] {
		slot = (slot + 1) & mask
	}
	return slot
}

// reset empties the slots and keeps their memory.
func (s *slots) reset() {
	clear(s.at)
	s.used = 0
}

// hashIndex numbers hashes in the order in which they are added. It holds no
// pointers and takes about 16 bytes for each, however long what was hashed is.
type hashIndex struct {
	hashes pages.List[uint64]
	slots  slots
}

// find returns the number of a hash.
func (x *hashIndex) find(hash uint64) (at int32, ok bool) {
	return x.slots.find(hash, func(n int32) uint64 { return *x.hashes.At(int(n)) })
}

// add adds a hash that the index does not have yet.
func (x *hashIndex) add(hash uint64) {
	x.hashes.Append(hash)
	x.slots.add(int32(x.hashes.Len()-1), hash, func(n int32) uint64 { return *x.hashes.At(int(n)) })
}

// reset empties the index and keeps its memory.
func (x *hashIndex) reset() {
	x.slots.reset()
	x.hashes.Reset()
}
