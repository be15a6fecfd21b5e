package transcript

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/internal/pages"
)

// slots find numbers by hashes that somebody else keeps. They take six bytes for each: chains
// of two numbers on average. One chain is split for two that are added, so that nothing is
// ever copied into a larger table.
type slots struct {
	heads pages.List[int32] // a number plus one; 0 = none
	next  pages.List[int32] // of a number, the same
	used  int
}

// find returns the number that a hash was added with.
func (s *slots) find(hash uint64, hashOf func(int32) uint64) (number int32, ok bool) {
	if s.used == 0 {
		return 0, false
	}
	for n := *s.heads.At(s.chainOf(hash)); n > 0; n = *s.next.At(int(n - 1)) {
		if hashOf(n-1) == hash {
			return n - 1, true
		}
	}
	return 0, false
}

// add adds a number whose hash the slots do not have yet.
func (s *slots) add(number int32, hash uint64, hashOf func(int32) uint64) {
	if s.used++; s.used > 2*s.heads.Len() {
		s.split(hashOf)
	}
	for s.next.Len() <= int(number) {
		s.next.Append(0)
	}
	s.link(s.chainOf(hash), number)
}

func (s *slots) link(chain int, number int32) {
	head := s.heads.At(chain)
	*s.next.At(int(number)), *head = *head, number+1
}

// split adds a chain and moves what belongs to it from the one that had it.
func (s *slots) split(hashOf func(int32) uint64) {
	s.heads.Append(0)
	added := s.heads.Len() - 1
	if added == 0 {
		return
	}
	old := s.heads.At(added &^ (1 << (bits.Len(uint(added)) - 1)))
	n := *old
	*old = 0
	for n > 0 {
		after := *s.next.At(int(n - 1))
		s.link(s.chainOf(hashOf(n-1)), n-1)
		n = after
	}
}

// chainOf returns which chain a hash belongs to: its mixed bits, as many as there are
// chains for, or one less.
func (s *slots) chainOf(hash uint64) int {
	last := uint(s.heads.Len() - 1)
	mask := uint(1)<<bits.Len(last) - 1
	chain := uint((hash*0x9E3779B97F4A7C15)>>32) & mask
	if chain > last {
		chain &= mask >> 1
	}
	return int(chain)
}

// reset empties the slots and keeps the memory of two pages.
func (s *slots) reset() {
	s.heads.Reset()
	s.next.Reset()
	s.used = 0
}

// hashIndex numbers hashes in the order in which they are added. It holds no
// pointers and takes 14 bytes for each, however long what was hashed is.
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
