package hosttest

import (
	"encoding/binary"
	"sync"

	"github.com/heddle-dev/heddle/core/host"
)

// Entropy is a host.Entropy that always draws the same ids for one seed. The
// ids are well-formed UUIDs of version 7 in ascending order. It is safe for
// concurrent use.
type Entropy struct {
	mu    sync.Mutex
	state uint64
	drawn int64
}

var _ host.Entropy = (*Entropy)(nil)

// NewEntropy returns an Entropy for a seed.
func NewEntropy(seed uint64) *Entropy { return &Entropy{state: seed} }

// ID implements host.Entropy. The nth id carries the time DefaultModTime+n.
func (e *Entropy) ID() [16]byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	var id [16]byte
	binary.BigEndian.PutUint64(id[:8], uint64(DefaultModTime+e.drawn)<<16|e.nextRandom()&0xfff)
	binary.BigEndian.PutUint64(id[8:], e.nextRandom())
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	e.drawn++
	return id
}

// nextRandom is one step of splitmix64.
func (e *Entropy) nextRandom() uint64 {
	e.state += 0x9e3779b97f4a7c15
	z := e.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
