package search

import "math/bits"

// probe looks for two neighbouring bytes, eight places at a time. A byte is
// compared after the bits of its mask are set, so that forms which differ in
// these bits are found in one go: in ASCII and in most alphabets the two cases
// of a letter do. What a mask lets through besides, the caller tells apart.
type probe struct {
	first, firstMask   uint64 // the same byte eight times
	second, secondMask uint64
	at                 int // unit of the term whose start is found
	shift              int // bytes from the first of the pair to that start
}

// Eight bytes at a time: x^first is zero in the bytes that match, and
// (x-lows)&^x&highs has the high bit of the lowest zero byte set (bits above
// it may be wrong, which does not matter to the lowest).
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// anyByte is the mask of a byte that may be anything.
const anyByte = 0xFF

// pair is two neighbouring bytes with the bits in which their forms differ.
type pair struct{ first, firstMask, second, secondMask byte }

func (p pair) probe(at, shift int) probe {
	return probe{uint64(p.first|p.firstMask) * lows, uint64(p.firstMask) * lows,
		uint64(p.second|p.secondMask) * lows, uint64(p.secondMask) * lows, at, shift}
}

// cost estimates how often a pair occurs, in 2^-32 of all places.
func (p pair) cost() int64 {
	return common(p.first, p.firstMask) * common(p.second, p.secondMask)
}

// common estimates how many of 65,536 bytes are c but for the bits of mask.
func common(c, mask byte) int64 {
	var n int64
	for b := range 256 {
		if byte(b)|mask == c|mask {
			if b < len(shares) {
				n += 1 << (shares[b] - 'a')
			} else {
				n += 1 << 3
			}
		}
	}
	return min(n, 1<<16)
}

// shares has a letter for every ASCII byte: the logarithm (a = 0) of how many
// of 65,536 bytes it is, counted in session files of several agents.
const shares = "aaaaaaaaaagaaaaaaaaaaaaaaaaaaaaamfmdeefeiigflkjjlkkjjjjjjjlffhfccihhhigggiefhhhhhfiiihhgffgilicjfljllmkjjlhikkllkgllmkjijjfjejaa"

func load(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// next returns the first place at or behind b[i] where the pair stands, len(b)
// when there is none.
func (p *probe) next(b []byte, i int) int {
	first, firstMask, second, secondMask := p.first, p.firstMask, p.second, p.secondMask
	w := b[i:]
	for len(w) >= 17 {
		x := ((load(w) | firstMask) ^ first) | ((load(w[1:]) | secondMask) ^ second)
		y := ((load(w[8:]) | firstMask) ^ first) | ((load(w[9:]) | secondMask) ^ second)
		x = (x - lows) &^ x & highs
		y = (y - lows) &^ y & highs
		if x|y != 0 {
			i = len(b) - len(w)
			if x == 0 {
				i += 8
				x = y
			}
			return i + bits.TrailingZeros64(x)>>3
		}
		w = w[16:]
	}
	for i = len(b) - len(w); i < len(b); i++ {
		if b[i]|byte(firstMask) != byte(first) {
			continue
		}
		if secondMask == anyByte*lows || i+1 < len(b) && b[i+1]|byte(secondMask) == byte(second) {
			return i
		}
	}
	return len(b)
}

// probes find every place where a stretch of a term stands.
type probes struct {
	list []probe
	cost int64
}

// maxProbes bounds the probes of a stretch: two units with two lengths each.
const maxProbes = 4

// probesFor returns the probes for the two neighbouring bytes of the units
// that are expected to be rarest. There is at least one unit and no gap.
func probesFor(units []unit) probes {
	var best probes
	keep := func(p probes) {
		if len(p.list) <= maxProbes && (best.list == nil || p.cost < best.cost) {
			best = p
		}
	}
	for i := range units {
		keep(inside(units, i))
		if i > 0 {
			keep(across(units, i))
		}
	}
	return best
}

// inside probes the bytes of units[i] alone.
func inside(units []unit, i int) probes {
	var p probes
	for _, g := range formsByLength(&units[i]) {
		best, shift := pair{g[0].c, g[0].mask, anyByte, anyByte}, 0
		for k := 1; k < len(g); k++ {
			if two := (pair{g[k-1].c, g[k-1].mask, g[k].c, g[k].mask}); k == 1 || two.cost() < best.cost() {
				best, shift = two, 1-k
			}
		}
		p.add(best, i, shift)
	}
	return p
}

// across probes the last byte of units[i-1] and the first of units[i].
func across(units []unit, i int) probes {
	var p probes
	for _, a := range formsByLength(&units[i-1]) {
		for _, b := range formsByLength(&units[i]) {
			last := a[len(a)-1]
			p.add(pair{last.c, last.mask, b[0].c, b[0].mask}, i, 1)
		}
	}
	return p
}

// passCost is what it costs to go over the bytes once: as much as checking
// every 64th place.
const passCost = 1 << (32 - 6)

func (p *probes) add(two pair, at, shift int) {
	p.list = append(p.list, two.probe(at, shift))
	p.cost += passCost + two.cost()
}

// masked is a byte of several forms with the bits in which they differ.
type masked struct{ c, mask byte }

// formsByLength merges the forms of a unit that are equally long.
func formsByLength(u *unit) [][]masked {
	var out [][]masked
next:
	for _, f := range u.forms {
		for _, g := range out {
			if len(g) == len(f) {
				for k := range g {
					g[k].mask |= g[k].c ^ f[k]
				}
				continue next
			}
		}
		g := make([]masked, len(f))
		for k := range g {
			g[k].c = f[k]
		}
		out = append(out, g)
	}
	return out
}

// hunt visits, in ascending order, the places where the probes strike.
type hunt struct {
	list []probe
	b    []byte
	next [maxProbes]int
	last int // probe that struck last and has to move on, -1 at first
}

func (p *probes) hunt(b []byte, from int) hunt {
	h := hunt{list: p.list, b: b, last: -1}
	for i := range h.list {
		h.next[i] = h.list[i].next(b, from)
	}
	return h
}

// step returns the next probe that strikes, and where; nil at the end.
func (h *hunt) step() (p *probe, at int) {
	if h.last >= 0 {
		h.next[h.last] = h.list[h.last].next(h.b, h.next[h.last]+1)
	}
	h.last = 0
	for i := 1; i < len(h.list); i++ {
		if h.next[i] < h.next[h.last] {
			h.last = i
		}
	}
	if at = h.next[h.last]; at >= len(h.b) {
		h.last = -1
		return nil, at
	}
	return &h.list[h.last], at
}
