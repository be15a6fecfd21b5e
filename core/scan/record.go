package scan

import "math/bits"

// Scan walks a record, one JSON object with nothing but white space around
// it, once, and sets out[i] to the value of path i, Missing when it is
// absent. A repeated key counts with its last value, as in a map. The values
// alias rec. It allocates nothing.
//
// The whole record is checked: structure, literals and numbers, but not the
// inside of strings. The error is a *Defect, Glued when another object
// follows (see Split); out is then of no use. It panics when out is shorter
// than the list of paths.
func (p *Paths) Scan(rec []byte, out []Value) error {
	out = out[:p.count]
	clear(out)
	i, c := next(rec, 0)
	if c != '{' {
		if _, err := Parse(rec); err != nil {
			return err
		}
		return &Defect{Offset: i, Reason: NotObject}
	}
	end, s := p.walk(rec, i, out)
	if s != done {
		return defectAt(rec, end, s)
	}
	if end == len(rec) {
		return nil
	}
	return trailing(rec, end)
}

// frame is an object on a wanted path that is being walked.
type frame struct {
	node  *node
	start int
}

// walk scans the object at b[i]. Objects on a path are walked key by key
// here; everything else is skipped as a whole.
func (p *Paths) walk(b []byte, i int, out []Value) (int, state) {
	var (
		stack [MaxPathKeys + 1]frame
		n     = p.root
		depth int
		met   uint64 // nodes met before, by bit
		c     byte
		kid   *node
		start int
		s     state
	)
open:
	stack[depth] = frame{node: n, start: i}
	if i, c = next(b, i+1); c == '}' {
		goto closed
	}
key:
	if c != '"' {
		return i, bad
	}
	start = i + 1
	if i, kid = n.key(b, start); i < 0 {
		return len(b), bad
	}
	if i, c = next(b, i); c != ':' {
		return i, bad
	}
	i, c = next(b, i+1)
	if kid != nil {
		met = kid.meet(met, out)
		if c == '{' && kid.kids != nil {
			depth++
			n = kid
			goto open
		}
	}
	start = i
	if c == '"' {
		if i = skipString(b, i+1); i < 0 {
			return len(b), bad
		}
	} else if i, s = skipValue(b, i, depth+1); s != done {
		return i, s
	}
	if kid != nil && kid.slot >= 0 {
		out[kid.slot] = view(b, start, i)
	}
after:
	if i, c = next(b, i); c == ',' {
		i, c = next(b, i+1)
		goto key
	}
	if c != '}' {
		return i, bad
	}
closed:
	i++
	if depth == 0 {
		return i, done
	}
	if n.slot >= 0 {
		out[n.slot] = view(b, stack[depth].start, i)
	}
	depth--
	n = stack[depth].node
	goto after
}

// meet clears what an earlier member of the same name left in out, and adds n
// to the mask of nodes met.
func (n *node) meet(met uint64, out []Value) uint64 {
	if met&n.bit != 0 || n.bit == 0 {
		for _, slot := range n.slots {
			out[slot] = Value{}
		}
	}
	return met | n.bit
}

// key returns the index behind the key whose first character is b[i], -1 when
// it does not end, and the wanted node of that name.
func (n *node) key(b []byte, i int) (int, *node) {
	w := b[i:]
	for len(w) >= 16 {
		x, y := load(w), load(w[8:])
		p, q := x^backslashes, y^backslashes
		if ((p-lows)&^p|(q-lows)&^q)&highs != 0 {
			break // behind the quote, perhaps; in a key, escapes are rare
		}
		x, y = x^quotes, y^quotes
		x, y = (x-lows)&^x&highs, (y-lows)&^y&highs
		if x|y != 0 {
			k := len(b) - len(w)
			if x == 0 {
				k += 8
				x = y
			}
			k += bits.TrailingZeros64(x) >> 3
			return k + 1, n.find(b[i:k])
		}
		w = w[16:]
	}
	return n.slowKey(b, i)
}

// slowKey is key for keys with escapes and at the end of the record.
func (n *node) slowKey(b []byte, i int) (int, *node) {
	end := skipString(b, i)
	if end < 0 {
		return -1, nil
	}
	name := view(b, i-1, end)
	for _, kid := range n.kids {
		if name.EqualString(kid.name) {
			return end, kid
		}
	}
	return end, nil
}
