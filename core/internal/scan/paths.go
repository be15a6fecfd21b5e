package scan

import (
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Paths is a compiled set of wanted paths. It is immutable and safe for
// concurrent use.
type Paths struct {
	root  *node
	count int
}

// node is one key of the wanted paths; the root has none.
type node struct {
	name  string
	depth int     // keys on the way here
	slot  int     // index of the path that ends here, -1 if none does
	kids  []*node // wanted keys below
	slots []int   // every slot at or below this node
	bit   uint64  // this node's bit in the mask of encountered nodes; 0 when there are too many nodes

	// Short names are looked up by their bytes as two words: most keys of a
	// record are unwanted and end at an empty index entry.
	low, high uint64
	index     [keyHashes]uint16 // first kid with the hash, 1-based
	chain     uint16            // next kid of the parent with the same hash, 1-based
}

const (
	keyHashBits = 6
	keyHashes   = 1 << keyHashBits
	shortKey    = 16 // keys of fewer bytes are short
)

// keyHash multiplies by the golden ratio, which spreads all bytes to the top.
func keyHash(low, high uint64) uint64 {
	return (low ^ high<<7) * 0x9E3779B97F4A7C15 >> (64 - keyHashBits)
}

// CompilePaths prepares dotted paths of object keys ("message.usage.output_tokens")
// for Scan. A path may be a prefix of another. It panics on an empty key, on
// a repeated path and beyond MaxPathKeys keys: paths are part of the program.
func CompilePaths(paths ...string) *Paths {
	p := &Paths{root: &node{slot: -1}, count: len(paths)}
	nodes := 0
	for slot, path := range paths {
		n := p.root
		for rest, more, depth := path, true, 0; more; depth++ {
			var key string
			key, rest, more = text.Cut(rest, ".")
			if depth == MaxPathKeys {
				panic("scan: path too long: " + path)
			}
			if key == "" {
				panic("scan: empty key in path: " + path)
			}
			kid := n.findChild([]byte(key))
			if kid == nil {
				kid = n.addChild(key)
				if nodes < 64 {
					kid.bit = 1 << nodes
				}
				nodes++
			}
			kid.slots = append(kid.slots, slot)
			n = kid
		}
		if n.slot >= 0 {
			panic("scan: repeated path: " + path)
		}
		n.slot = slot
	}
	return p
}

func (n *node) addChild(key string) *node {
	var words [shortKey]byte
	copy(words[:], key)
	kid := &node{name: key, depth: n.depth + 1, slot: -1, low: loadWord(words[:]), high: loadWord(words[8:])}
	n.kids = append(n.kids, kid)
	if len(key) < shortKey {
		h := keyHash(kid.low, kid.high)
		kid.chain = n.index[h]
		n.index[h] = uint16(len(n.kids))
	}
	return kid
}

// findChild returns the kid called key, nil if that key is not wanted.
func (n *node) findChild(key []byte) *node {
	for _, kid := range n.kids {
		if string(key) == kid.name {
			return kid
		}
	}
	return nil
}

// findShort is find for a key of size bytes, fewer than shortKey, in two
// words that are zero after it.
func (n *node) findShort(low, high uint64, size int) *node {
	for k := n.index[keyHash(low, high)]; k != 0; {
		kid := n.kids[k-1]
		if kid.low == low && kid.high == high && len(kid.name) == size {
			return kid
		}
		k = kid.chain
	}
	return nil
}

// Len returns the number of paths, the length Scan needs of its out slice.
func (p *Paths) Len() int { return p.count }
