package scan

import "strings"

// Paths is a compiled set of wanted paths. It is immutable and safe for
// concurrent use.
type Paths struct {
	root  *node
	count int
}

// node is one key of the wanted paths; the root has none.
type node struct {
	name  string
	slot  int     // index of the path that ends here, -1 if none does
	kids  []*node // wanted keys below
	slots []int   // every slot at or below this node
	bit   uint64  // this node's bit in the mask of nodes met; 0 when there are too many nodes
	index [keyHashes]uint16
	chain uint16 // next kid of the parent with the same hash, 1-based
}

const keyHashes = 64

// keyHash tells most keys apart by length and outer letters; most keys of a
// record are unwanted and end at an empty index entry.
func keyHash(first, last byte, n int) int {
	return int(first*5+last*3+byte(n)) % keyHashes
}

// Compile prepares dotted paths of object keys ("message.usage.output_tokens")
// for Scan. A path may be a prefix of another. It panics on an empty key, on
// a repeated path and beyond MaxPathKeys keys: paths are part of the program.
func Compile(paths ...string) *Paths {
	p := &Paths{root: &node{slot: -1}, count: len(paths)}
	nodes := 0
	for slot, path := range paths {
		n := p.root
		keys := strings.Split(path, ".")
		if len(keys) > MaxPathKeys {
			panic("scan: path too long: " + path)
		}
		for _, key := range keys {
			if key == "" {
				panic("scan: empty key in path: " + path)
			}
			kid := n.find([]byte(key))
			if kid == nil {
				kid = n.add(key)
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

func (n *node) add(key string) *node {
	h := keyHash(key[0], key[len(key)-1], len(key))
	kid := &node{name: key, slot: -1, chain: n.index[h]}
	n.kids = append(n.kids, kid)
	n.index[h] = uint16(len(n.kids))
	return kid
}

// find returns the kid called key, nil if that key is not wanted.
func (n *node) find(key []byte) *node {
	if len(key) == 0 {
		return nil
	}
	k := n.index[keyHash(key[0], key[len(key)-1], len(key))]
	for k != 0 {
		kid := n.kids[k-1]
		if string(key) == kid.name {
			return kid
		}
		k = kid.chain
	}
	return nil
}

// Len returns the number of paths, the length Scan needs of its out slice.
func (p *Paths) Len() int { return p.count }
