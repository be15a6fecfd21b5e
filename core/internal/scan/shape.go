package scan

import "bytes"

// shape is what records have in common that were walked before: the bytes
// between the values of the objects on a path, and those values that were the
// same in all of them.
type shape struct {
	text    string  // what is common, in order
	pieces  []piece // the last one stands for the end of the record
	parts   []part  // the same, as it is compared
	objects []object
	vals    []Value // found in the record matched last; those that are common, in a copy
	again   bool    // it was encountered more than once
	time    int64   // when it was encountered last, 0 = never
	heir    int     // number of the shape that followed last time
}

// piece is a value, and the bytes in front of it. A value that varies has no
// size.
type piece struct {
	gap, size int
	varies    bool
}

// part is a part of text, and the value that varies after it. After the
// last one is the end of the record.
type part struct {
	text  string
	slot  int // of the value, -1 when it is not wanted
	depth int // containers around the value
	at    int // where the text is in the record being matched
	inner bool
}

// object is a wanted object into which paths lead, too: where it starts and
// ends, in the text of two parts.
type object struct{ slot, first, start, last, end int }

// Limits of what is remembered of a shape. Records beyond them are walked.
const (
	maxPieces    = 96
	maxGaps      = 4 << 10 // bytes between the values
	maxSameValue = 128     // bytes; longer values are taken to vary
)

// matchRecord sets the values of a record of this shape; false for any other one.
func (x *shape) matchRecord(b []byte) bool {
	rec := UnsafeString(b)
	i := 0
	for k := range x.parts {
		p := &x.parts[k]
		p.at = i
		start := i + len(p.text)
		if start >= len(rec) {
			return k == len(x.parts)-1 && rec[i:] == p.text && x.setObjects(rec)
		}
		if rec[i:start] != p.text {
			return false
		}
		switch c := rec[start]; {
		case c == '"':
			n := bytes.IndexByte(b[start+1:], '"')
			if n < 0 {
				return false
			}
			if i = start + n + 2; rec[i-2] == '\\' { // the quote may be escaped
				if i = skipString(b, start+1); i < 0 {
					return false
				}
			}
		case c == '{' && p.inner:
			return false
		case c-'1' <= 8:
			i = skipDigits(b, start+1)
			if c = rec[min(i, len(rec)-1)]; c == ',' || c == '}' {
				break
			}
			fallthrough // more than digits, or damaged
		default:
			var s state
			if i, s = skipValue(b, start, p.depth); s != done {
				return false
			}
		}
		if p.slot >= 0 {
			x.vals[p.slot].text = rec[start:i]
		}
	}
	return false
}

// setObjects sets the objects of the record that was matched.
func (x *shape) setObjects(rec string) bool {
	for k := range x.objects {
		o := &x.objects[k]
		x.vals[o.slot].text = rec[x.parts[o.first].at+o.start : x.parts[o.last].at+o.end]
	}
	return true
}

// releaseRecord releases the record matched last.
func (x *shape) releaseRecord() {
	for k := range x.parts {
		if slot := x.parts[k].slot; slot >= 0 {
			x.vals[slot] = Value{}
		}
	}
	for k := range x.objects {
		x.vals[x.objects[k].slot] = Value{}
	}
}

// clearShape makes x match nothing.
func (x *shape) clearShape() {
	*x = shape{pieces: x.pieces[:0], parts: x.parts[:0], objects: x.objects[:0], vals: x.vals[:0], heir: x.heir}
}

// canGeneralize reports whether a record that was walked is of this shape but for
// values that vary. It notes in the trail all that do.
func (x *shape) canGeneralize(rec []byte, t *trail) bool {
	if len(x.pieces) != len(t.values) {
		return false
	}
	at, end := 0, 0
	for k, p := range x.pieces {
		v := &t.values[k]
		if x.text[at:at+p.gap] != string(rec[end:v.start]) {
			return false
		}
		at += p.gap + p.size
		end = v.end
	}
	at = 0
	for k, p := range x.pieces {
		v := &t.values[k]
		at += p.gap
		v.varies = v.varies || p.varies || x.text[at:at+p.size] != string(rec[v.start:v.end])
		at += p.size
	}
	return true
}

// learnRecord makes x match the record that was walked and gave vals, regardless of the
// values that vary.
func (x *shape) learnRecord(rec []byte, t *trail, vals []Value) {
	x.clearShape()
	var text []byte
	end, from := 0, 0
	for k := range t.values {
		v := &t.values[k]
		v.part, v.at = len(x.parts), len(text)-from
		text = append(text, rec[end:v.start]...)
		p := piece{gap: v.start - end, varies: v.varies}
		if !v.varies {
			p.size = v.end - v.start
			text = append(text, rec[v.start:v.end]...)
		}
		if v.varies || k == len(t.values)-1 {
			x.parts = append(x.parts, part{at: len(text), slot: v.slot, depth: v.depth, inner: v.inner})
			from = len(text)
		}
		x.pieces = append(x.pieces, p)
		end = v.end
	}
	x.text = string(text)
	x.vals = append(x.vals, vals...)
	from = 0
	for k := range x.parts {
		p := &x.parts[k]
		p.text = x.text[from:p.at]
		from = p.at
	}
	at := 0
	for k, p := range x.pieces {
		at += p.gap
		if slot := t.values[k].slot; slot >= 0 && !p.varies {
			x.vals[slot].text = x.text[at : at+p.size]
		}
		at += p.size
	}
	for _, o := range t.objects {
		o.first, o.start = t.shapePosition(o.start)
		o.last, o.end = t.shapePosition(o.end)
		x.objects = append(x.objects, o)
	}
}
