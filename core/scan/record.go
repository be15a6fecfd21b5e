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
	stack[0] = frame{node: n, start: i}
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
		if met&kid.bit != 0 || kid.bit == 0 {
			kid.forget(out)
		}
		met |= kid.bit
		if c == '{' && kid.kids != nil {
			depth++
			n = kid
			stack[depth] = frame{node: n, start: i}
			if i, c = next(b, i+1); c == '}' {
				goto closed
			}
			goto key
		}
	}
	start = i
	if c == '"' {
		if i = skipString(b, i+1); i < 0 {
			return len(b), bad
		}
	} else if i, s = skipValue(b, i, depth+1, false); s != done {
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

// forget clears what an earlier member of the same name left in out.
func (n *node) forget(out []Value) {
	for _, slot := range n.slots {
		out[slot] = Value{}
	}
}

// key returns the index behind the key whose first character is b[i], -1 when
// it does not end, and the wanted node of that name.
func (n *node) key(b []byte, i int) (int, *node) {
	start := i
	for len(b)-i >= 8 {
		w := load(b[i:])
		q, s := w^quotes, w^backslashes
		m := (q-lows)&^q | (s-lows)&^s
		if m &= highs; m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			break
		}
		i += 8
	}
	for ; i < len(b) && b[i] != '\\'; i++ {
		if b[i] == '"' {
			return i + 1, n.find(b[start:i])
		}
	}
	end := skipString(b, i)
	if end < 0 || i >= len(b) {
		return -1, nil
	}
	name := view(b, start-1, end)
	for _, kid := range n.kids {
		if name.EqualString(kid.name) {
			return end, kid
		}
	}
	return end, nil
}
