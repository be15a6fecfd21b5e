package main

import (
	"encoding/binary"
	"errors"
	"sort"
)

// segment is a range of initialized memory; data aliases the module.
type segment struct {
	at   uint64
	data []byte
}

// memory is a module's initialized memory, to be changed in place. Addresses
// that no segment covers hold zero.
type memory struct {
	segments []segment // in ascending order
	bad      bool      // a table led to an address outside the tables
}

// readMemory finds the data segments of a module.
func readMemory(module []byte) (*memory, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	for _, s := range sections {
		if s.id == dataSection {
			r.b = s.content
		}
	}
	mem := &memory{}
	for n := r.readNumber(); n > 0 && !r.bad; n-- {
		if r.readNumber() != 0 || r.readByte() != opI32Const {
			return nil, mismatch("a data segment is not at a constant address")
		}
		at := r.readNumber() // a small positive signed number reads the same
		r.readByte()         // end of the expression
		mem.segments = append(mem.segments, segment{uint64(at), r.takeBytes(r.readNumber())})
	}
	if r.bad || len(mem.segments) == 0 {
		return nil, errors.New("the module's data cannot be read")
	}
	sort.Slice(mem.segments, func(i, j int) bool { return mem.segments[i].at < mem.segments[j].at })
	return mem, nil
}

// findSegment returns the segment that covers an address, nil when none does.
func (m *memory) findSegment(at uint64) *segment {
	lo, hi := 0, len(m.segments)
	for lo < hi {
		mid := (lo + hi) / 2
		if s := &m.segments[mid]; at < s.at {
			hi = mid
		} else if at >= s.at+uint64(len(s.data)) {
			lo = mid + 1
		} else {
			return s
		}
	}
	return nil
}

func (m *memory) byteAt(at uint64) byte {
	if s := m.findSegment(at); s != nil {
		return s.data[at-s.at]
	}
	return 0
}

func (m *memory) readU32(at uint64) uint32 { return uint32(m.readU64(at)) }

func (m *memory) readU64(at uint64) uint64 {
	var b [8]byte
	for i := range b {
		b[i] = m.byteAt(at + uint64(i))
	}
	return binary.LittleEndian.Uint64(b[:])
}

// covers reports whether segments cover n bytes, so that they can be changed.
func (m *memory) covers(at, n uint64) bool {
	for i := range n {
		if m.findSegment(at+i) == nil {
			return false
		}
	}
	return true
}

// fillBytes fills n bytes, those that segments cover, with a value.
func (m *memory) fillBytes(at, n uint64, value byte) {
	for i := at; i < at+n; i++ {
		if s := m.findSegment(i); s != nil {
			s.data[i-s.at] = value
		}
	}
}
