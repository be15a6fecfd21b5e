package search

import "bytes"

// leap is the byte of a probe that is looked for with bytes.IndexByte: where
// that is much faster than the probe's own search and the byte is rare, it
// goes over most of the text at the speed of memory.
type leap struct {
	c  byte
	at int // in the triple
	on bool
}

// leapShare is how many of 65,536 bytes may be what is looked for: a stop takes as long
// as going over 100 bytes with a probe.
const leapShare = 1 << 8

// withAnchors returns the probes with one for each byte that may be at the rarest
// place of each; as they are when that is not rare enough.
func (p probes) withAnchors() probes {
	if !quickIndex {
		return p
	}
	out := probes{cost: p.cost}
	total := int64(0)
	for _, x := range p.list {
		at, least := -1, int64(leapShare)
		for k := range x.bytes {
			m := masked{byte(x.bytes[k]), byte(x.masks[k])}
			if s := m.estimateShare(); s < least && m.mask&(m.mask-1) == 0 {
				at, least = k, s
			}
		}
		if at < 0 {
			return p
		}
		total += least
		c, mask := byte(x.bytes[at]), byte(x.masks[at])
		x.leap = leap{c, at, true}
		out.list = append(out.list, x)
		if mask != 0 {
			x.leap.c = c &^ mask
			out.list = append(out.list, x)
		}
	}
	if total > leapShare || len(out.list) > maxProbes {
		return p
	}
	return out
}

// leapTo is next for a probe that leaps.
func (p *probe) leapTo(b []byte, i int) int {
	for at := i + p.leap.at; at < len(b); at++ {
		n := bytes.IndexByte(b[at:], p.leap.c)
		if n < 0 {
			break
		}
		at += n
		if p.matchesBytes(b[at-p.leap.at:]) {
			return at - p.leap.at
		}
	}
	return len(b)
}

// matchesBytes reports whether the three bytes begin w; any bytes may follow
// the end of w.
func (p *probe) matchesBytes(w []byte) bool {
	for k := range p.bytes {
		if k < len(w) && w[k]|byte(p.masks[k]) != byte(p.bytes[k]) {
			return false
		}
	}
	return true
}
