package wazero

import (
	"context"

	"github.com/tetratelabs/wazero/experimental"
)

// leastCapacity is what an instance's memory may grow to in place, in bytes: a
// third more than it has once Go's runtime has started. All of it is cleared
// when an instance is made, so more would be paid for by those that do little.
const leastCapacity = 8 << 20

// withMemory has instances that are made with the context grow their memory by
// doubling. wazero's own memory grows by what is asked for, which is little and
// often, and is copied nearly each time.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, max uint64) experimental.LinearMemory {
		return &linearMemory{max: max}
	}))
}

// linearMemory is one instance's memory; the bytes after its length are zero.
type linearMemory struct {
	bytes []byte
	max   uint64
}

// Reallocate implements experimental.LinearMemory.
func (m *linearMemory) Reallocate(size uint64) []byte {
	if size > m.max {
		return nil
	}
	if have := uint64(cap(m.bytes)); size > have {
		grown := make([]byte, size, max(size, min(m.max, max(2*have, leastCapacity))))
		copy(grown, m.bytes)
		m.bytes = grown
	}
	m.bytes = m.bytes[:size]
	return m.bytes
}

// Free implements experimental.LinearMemory.
func (m *linearMemory) Free() { m.bytes = nil }
