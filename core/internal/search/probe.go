package search

import "math/bits"

// probe looks for three neighbouring bytes, many places at a time. A byte is
// compared after the bits of its mask are set, so that forms which differ in
// these bits are found in one go: in ASCII and in most alphabets the two cases
// of a letter do. What a mask lets through besides, the caller tells apart.
type probe struct {
	_ [0]func() // never compared

	bytes, masks [3]uint64 // each byte eight times
	at           int       // unit of the term that is found
	shift        int       // bytes from its start to the place found
	leap         leap
}

// masked is a byte of several forms, with the bits in which they differ.
type masked struct{ c, mask byte }

// anything is a byte that may be any.
var anything = masked{0xFF, 0xFF}

// triple is what a probe looks for. All but the first may be anything.
type triple [3]masked

func (t triple) makeProbe(at, shift int) probe {
	p := probe{at: at, shift: shift}
	for k, m := range t {
		p.bytes[k] = uint64(m.c|m.mask) * lows
		p.masks[k] = uint64(m.mask) * lows
	}
	return p
}

// Eight bytes at a time: x^c is zero in the bytes that match, and
// (x-lows)&^x&highs has the high bit of the lowest zero byte set (bits above
// it may be wrong, which does not matter to the lowest).
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

func loadWord(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// nextIndex returns the first place at or after b[i] where the three bytes are,
// len(b) without one. Any bytes may follow the end of b.
func (p *probe) nextIndex(b []byte, i int) int {
	if p.leap.on {
		return p.leapTo(b, i)
	}
	c0, c1, c2 := p.bytes[0], p.bytes[1], p.bytes[2]
	m0, m1, m2 := p.masks[0], p.masks[1], p.masks[2]
	w := b[i:]
	for len(w) >= 10 {
		// Two bytes at 32 places, which mostly suffices; then three of them at 8.
		for len(w) > 32 {
			q := (*[33]byte)(w)
			x := ((loadWord(q[0:]) | m0) ^ c0) | ((loadWord(q[1:]) | m1) ^ c1)
			y := ((loadWord(q[8:]) | m0) ^ c0) | ((loadWord(q[9:]) | m1) ^ c1)
			found := (x-lows)&^x | (y-lows)&^y
			x = ((loadWord(q[16:]) | m0) ^ c0) | ((loadWord(q[17:]) | m1) ^ c1)
			y = ((loadWord(q[24:]) | m0) ^ c0) | ((loadWord(q[25:]) | m1) ^ c1)
			if (found|(x-lows)&^x|(y-lows)&^y)&highs != 0 {
				break
			}
			w = w[32:]
		}
		for k := 0; k < 4 && len(w) >= 10; k++ {
			x := ((loadWord(w) | m0) ^ c0) | ((loadWord(w[1:]) | m1) ^ c1) | ((loadWord(w[2:]) | m2) ^ c2)
			if x = (x - lows) &^ x & highs; x != 0 {
				return len(b) - len(w) + bits.TrailingZeros64(x)>>3
			}
			w = w[8:]
		}
	}
	for len(w) > 0 && (w[0]|byte(m0) != byte(c0) || len(w) > 1 && w[1]|byte(m1) != byte(c1) || len(w) > 2 && w[2]|byte(m2) != byte(c2)) {
		w = w[1:]
	}
	return len(b) - len(w)
}

// probes find every place where a word may be.
type probes struct {
	list []probe
	cost int64 // 2^-48 of what looking at every byte costs
}

const (
	// maxProbes bounds the probes of a word, twice as many where they leap.
	maxProbes = 8
	// passCost is what it costs to go over the bytes once: as much as looking
	// at every 64th.
	passCost = 1 << (48 - 6)
)

// probesFor returns the probes for those bytes of a word that are expected to
// be rarest. There is at least one unit.
func probesFor(units []unit) probes {
	var best probes
	for i := range units {
		p := probes{}
		for _, g := range units[i].groups {
			p.addProbes(bestTriples(units, i, g))
		}
		if len(p.list) <= maxProbes/2 && (best.list == nil || p.cost < best.cost) {
			best = p
		}
	}
	return best
}

func (p *probes) addProbes(more probes) {
	p.list = append(p.list, more.list...)
	p.cost += more.cost
}

// bestTriples returns the probes for units[i] where it has one of the forms
// g, and what follows it.
func bestTriples(units []unit, i int, g []masked) probes {
	var best probes
	for k := range g {
		for _, stop := range [...]bool{true, false} {
			p := probes{}
			for _, t := range tripleVariants(units[i+1:], g[k:], stop) {
				p.addProbes(probes{[]probe{t.makeProbe(i, k)}, passCost + t.estimateShare()})
			}
			if best.list == nil || p.cost < best.cost {
				best = p
			}
		}
	}
	return best
}

// tripleVariants returns what three bytes may be that begin with some of a form and
// continue with the units after it, up to, if stop is set, the first that has
// forms of several lengths.
func tripleVariants(units []unit, form []masked, stop bool) []triple {
	list := [][]masked{form}
	for i := range units {
		if stop && len(units[i].groups) > 1 {
			break
		}
		var longer [][]masked
		for _, l := range list {
			if len(l) >= 3 {
				longer = append(longer, l)
				continue
			}
			for _, g := range units[i].groups {
				longer = append(longer, append(l[:len(l):len(l)], g...))
			}
		}
		if list = longer; i == 1 {
			break // each unit has a byte at least
		}
	}
	out := make([]triple, len(list))
	for i := range out {
		out[i] = triple{anything, anything, anything}
		copy(out[i][:], list[i])
	}
	return out
}

// estimateShare estimates how often three bytes occur at a place, in 2^-48.
func (t triple) estimateShare() int64 {
	return t[0].estimateShare() * t[1].estimateShare() * t[2].estimateShare()
}

// estimateShare estimates how many of 65,536 bytes are m.
func (m masked) estimateShare() int64 {
	var n int64
	for b := range 256 {
		if byte(b)|m.mask == m.c|m.mask {
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
// of 65,536 bytes it is, counted in session files of several agents: prose, code, ids
// and encoded data.
const shares = "aaaaaaaaaafaaaaaaaaaaaaaaaaaaaaamglddggfjjghljkjkkkjjjjjjjkffifcdihiiihhhighihihigiiihhhgghhmhbjfljllmkjjlhikkmlkhllmkjjjjhjfjaa"

// hunt visits, in ascending order, the places where probes strike.
type hunt struct {
	list []probe
	b    []byte
	next [maxProbes]int
}

func (p *probes) findCandidates(b []byte) hunt {
	h := hunt{list: p.list, b: b}
	for i := range h.list {
		h.advanceProbe(i, 0)
	}
	return h
}

// advanceProbe looks for probe k from b[i] on.
func (h *hunt) advanceProbe(k, i int) {
	h.next[k] = h.list[k].nextIndex(h.b, i)
	if countSteps != nil {
		countSteps(h.next[k] - i + 1)
	}
}

// nextCandidate returns the first probe that strikes at or after b[i], and where; nil
// when none does. i never falls.
func (h *hunt) nextCandidate(i int) (p *probe, at int) {
	at = len(h.b)
	for k := range h.list {
		if h.next[k] < i {
			h.advanceProbe(k, i)
		}
		if h.next[k] < at {
			p, at = &h.list[k], h.next[k]
		}
	}
	return p, at
}
