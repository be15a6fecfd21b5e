package transcript

// hashIndex numbers hashes in the order in which they are added. It holds no
// pointers and takes about 16 bytes for each, however long what was hashed is.
type hashIndex struct {
	hashes []uint64
	slots  []int32 // number of the hash, plus one; at least a quarter is empty
}

// find returns the number of a hash.
func (x *hashIndex) find(hash uint64) (at int32, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	n := x.slots[x.slotOf(hash)]
	return n - 1, n > 0
}

// add adds a hash that the index does not have yet.
func (x *hashIndex) add(hash uint64) {
	if 4*(len(x.hashes)+1) > 3*len(x.slots) {
		x.slots = make([]int32, max(64, 2*len(x.slots)))
		for i, h := range x.hashes {
			x.slots[x.slotOf(h)] = int32(i) + 1
		}
	}
	x.hashes = append(x.hashes, hash)
	x.slots[x.slotOf(hash)] = int32(len(x.hashes))
}

// slotOf returns where a hash is, or would be. The number of slots is a
// power of two: the upper bits of the mixed hash choose one.
func (x *hashIndex) slotOf(hash uint64) int {
	mask := len(x.slots) - 1
	slot := int((hash*0x9E3779B97F4A7C15)>>32) & mask
	for n := x.slots[slot]; n > 0 && x.hashes[n-1] != hash; n = x.slots[slot] {
		slot = (slot + 1) & mask
	}
	return slot
}

// reset empties the index and keeps its memory.
func (x *hashIndex) reset() {
	clear(x.slots)
	x.hashes = x.hashes[:0]
}
