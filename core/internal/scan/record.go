package scan

import (
	"bytes"
	"math/bits"
)

// Scan walks a record, one JSON object with nothing but white space around
// it, once, and sets out[i] to the value of path i, Missing when it is
// absent. A repeated key counts with its last value, as in a map. The values
// alias rec. It allocates nothing.
//
// The whole record is checked: structure, literals and numbers, but not the
// inside of strings. The error is a *Defect, Glued when another object
// follows (see Split); out is then of no use. It panics when out is shorter
// than the list of paths.
func (p *Paths) Scan(rec []byte, out []Value) error { return p.scanRecord(rec, out, nil) }

// scanRecord is Scan; t notes the way, unless it is nil.
func (p *Paths) scanRecord(rec []byte, out []Value, t *trail) error {
	out = out[:p.count]
	clear(out)
	i, c := nextByte(rec, 0)
	if c != '{' {
		if _, err := Parse(rec); err != nil {
			return err
		}
		return &Defect{Offset: i, Reason: NotObject}
	}
	end, s := p.walkObject(rec, i, out, t)
	if s != done {
		return defectAt(rec, end, s)
	}
	if end == len(rec) {
		return nil
	}
	return checkTrailing(rec, end)
}

// frame is an object on a wanted path that is being walked.
type frame struct {
	node  *node
	start int
}

// walkObject scans the object at b[i]. Objects on a path are walked key by key
// here; everything else is skipped as a whole.
func (p *Paths) walkObject(b []byte, i int, out []Value, t *trail) (int, state) {
	var (
		stack [MaxPathKeys + 1]frame
		n     = p.root
		kid   *node
		start int
		met   uint64 // nodes encountered before, by bit
		c     byte
		s     state
	)
open:
	stack[n.depth] = frame{node: n, start: i}
	if i, c = nextByte(b, i+1); c == '}' {
		goto closed
	}
key:
	if c != '"' {
		return i, bad
	}
	if i, kid = n.matchKey(b, i+1); i < 0 {
		return len(b), bad
	}
	if i, c = nextByte(b, i); c != ':' {
		return i, bad
	}
	i, c = nextByte(b, i+1)
	if kid != nil {
		t.addNode(kid)
		met = kid.markSeen(met, out)
		if c == '{' && kid.kids != nil {
			n = kid
			goto open
		}
	}
	start = i
	if c == '"' {
		if i = skipString(b, i+1); i < 0 {
			return len(b), bad
		}
	} else if i, s = skipValue(b, i, n.depth+1); s != done {
		return i, s
	}
	if t != nil {
		t.addValue(start, i, n.depth+1, kid)
	}
	if kid != nil && kid.slot >= 0 {
		out[kid.slot] = viewValue(b, start, i)
	}
after:
	if i, c = nextByte(b, i); c == ',' {
		i, c = nextByte(b, i+1)
		goto key
	}
	if c != '}' {
		return i, bad
	}
closed:
	if i++; n.depth == 0 {
		return i, done
	}
	if n.slot >= 0 {
		out[n.slot] = viewValue(b, stack[n.depth].start, i)
		t.addObject(n.slot, stack[n.depth].start, i)
	}
	n = stack[n.depth-1].node
	goto after
}

// markSeen clears what an earlier member of the same name left in out, and adds n
// to the mask of encountered nodes.
func (n *node) markSeen(met uint64, out []Value) uint64 {
	if met&n.bit != 0 || n.bit == 0 {
		for _, slot := range n.slots {
			out[slot] = Value{}
		}
	}
	return met | n.bit
}

// matchKey returns the index after the key whose first character is b[i], -1 when
// it does not end, and the wanted node of that name.
func (n *node) matchKey(b []byte, i int) (int, *node) {
	w := b[i:]
	if len(w) < shortKey {
		return n.longKey(b, i)
	}
	x, y := loadWord(w), loadWord(w[8:])
	p, q := x^backslashes, y^backslashes
	if ((p-lows)&^p|(q-lows)&^q)&highs != 0 {
		return n.longKey(b, i) // the backslash may be after the key
	}
	p, q = x^quotes, y^quotes
	if p = (p - lows) &^ p & highs; p != 0 {
		size := bits.TrailingZeros64(p) >> 3
		return i + size + 1, n.findShort(x&maskBelow(p), 0, size)
	}
	if q = (q - lows) &^ q & highs; q != 0 {
		size := 8 + bits.TrailingZeros64(q)>>3
		return i + size + 1, n.findShort(x, y&maskBelow(q), size)
	}
	return n.longKey(b, i)
}

// maskBelow returns a mask of the bytes below the lowest one marked in m.
func maskBelow(m uint64) uint64 { return m&-m>>7 - 1 }

// longKey is key for long keys, keys with escapes and the end of the record.
func (n *node) longKey(b []byte, i int) (int, *node) {
	end := skipString(b, i)
	if end < 0 {
		return -1, nil
	}
	if bytes.IndexByte(b[i:end], '\\') < 0 {
		return end, n.findChild(b[i : end-1])
	}
	name := viewValue(b, i-1, end)
	for _, kid := range n.kids {
		if name.EqualString(kid.name) {
			return end, kid
		}
	}
	return end, nil
}
