package scan

import "bytes"

// Scanner is Paths.Scan with a memory. The records of one file are of a few
// shapes: the same members in the same order, and many of the same values. So
// Scanner remembers what stands between the values that differ, compares it in
// one go, and takes the values from their places. What it finds, and what it
// refuses, is exactly what Scan finds and refuses.
//
// A Scanner belongs to one goroutine; the zero value needs Reset. Whoever gives
// it the same slice twice in a row must not have written to it.
type Scanner struct {
	paths  *Paths
	out    *Value // filled last from the shape before; nil when it was walked
	shapes []shape
	last   int                         // the shape of the record before
	before int                         // the shape of the one before that
	next   [maxShapes][maxShapes]uint8 // the shape that came behind two others
	oldest int                         // the shape to be forgotten next
	missed int                         // records in a row that had none
	walked sketch
}

const (
	// maxShapes is how many shapes are remembered.
	maxShapes = 16
	// maxSteps is how many values of a shape may differ, less one.
	maxSteps = 48
	// rememberedBytes is the longest record whose shape is remembered.
	rememberedBytes = 8 << 10
	// sameBytes is the longest value, in bytes, that is expected again.
	sameBytes = 64
	// After patience records without a shape, only every patience-th one is
	// remembered until one has a shape again.
	patience = 32
)

// Reset makes s scan for paths; shapes remembered for the same paths stay.
func (s *Scanner) Reset(paths *Paths) {
	if s.paths != paths {
		s.paths, s.out = paths, nil
		s.shapes, s.last, s.before, s.oldest, s.missed = s.shapes[:0], 0, 0, 0, 0
	}
}

// Scan is Paths.Scan.
func (s *Scanner) Scan(rec []byte, out []Value) error {
	out = out[:s.paths.count]
	if s.match(rec, out) {
		s.missed = 0
		return nil
	}
	s.missed++
	s.out = nil
	if len(rec) > rememberedBytes || s.missed > patience && s.missed%patience != 0 {
		return s.paths.scan(rec, out, nil)
	}
	k := &s.walked
	k.values, k.objects, k.met, k.void = k.values[:0], k.objects[:0], k.met[:0], false
	err := s.paths.scan(rec, out, k)
	if err == nil && !k.void {
		s.learn(rec, k)
	}
	return err
}

// match takes the values of a record that has one of the shapes. Kinds of
// record take turns: what came behind the last two comes again.
func (s *Scanner) match(rec []byte, out []Value) bool {
	if len(s.shapes) == 0 {
		return false
	}
	var at [maxSteps]int
	next := &s.next[s.before][s.last]
	k := int(*next)
	if k >= len(s.shapes) {
		k = 0
	}
	for range s.shapes {
		if x := &s.shapes[k]; x.fits(rec, &at) {
			s.clear(out)
			*next, s.before, s.last = uint8(k), s.last, k
			for i := range x.takes {
				t := &x.takes[i]
				out[t.slot] = view(rec, at[t.step]+int(t.off), at[t.endStep]+int(t.endOff))
			}
			return true
		}
		if k++; k == len(s.shapes) {
			k = 0
		}
	}
	return false
}

// clear makes all values of out Missing: of a long list few are not.
func (s *Scanner) clear(out []Value) {
	if len(out) == 0 {
		return
	}
	if s.out == &out[0] {
		for _, t := range s.shapes[s.last].takes {
			out[t.slot] = Value{}
		}
		return
	}
	clear(out)
	s.out = &out[0]
}

// learn remembers the shape of a record that was walked: as a new one, or, of
// one that differs in values only, which ones these are.
func (s *Scanner) learn(rec []byte, k *sketch) {
	for i := range s.shapes {
		if x := &s.shapes[i]; x.same(rec, k.values) {
			x.widen(rec, k)
			return
		}
	}
	if len(s.shapes) < maxShapes {
		s.shapes = append(s.shapes, shape{})
		s.oldest = len(s.shapes) - 1
	}
	x := &s.shapes[s.oldest]
	s.oldest = (s.oldest + 1) % maxShapes
	x.vary = x.vary[:0]
	for _, v := range k.values {
		x.vary = append(x.vary, v.end-v.start > sameBytes)
	}
	x.remember(rec, k)
}

// sketch is what a walk met.
type sketch struct {
	values  []extent // the values of the objects on a path, in order
	objects []extent // the objects that were walked and have a slot
	met     []*node
	void    bool // a name repeats, which makes earlier values void: too rare to be remembered
}

// extent is where a value stands.
type extent struct {
	slot       int // -1 = not wanted
	depth      int // objects around it
	start, end int
	within     bool // if it were an object, it would be walked
}

// meet takes a wanted member.
func (k *sketch) meet(n *node) {
	for _, old := range k.met {
		k.void = k.void || old == n
	}
	k.met = append(k.met, n)
}

// value takes a value that was passed over, of the member kid if that is
// wanted.
func (k *sketch) value(kid *node, depth, start, end int) {
	v := extent{slot: -1, depth: depth, start: start, end: end}
	if kid != nil {
		v.slot, v.within = kid.slot, kid.kids != nil
	}
	k.values = append(k.values, v)
}

// object takes an object that was walked.
func (k *sketch) object(slot, start, end int) {
	k.objects = append(k.objects, extent{slot: slot, start: start, end: end})
}

// shape is what records have in common.
type shape struct {
	rec    []byte // the record met last that did not fit
	values []extent
	vary   []bool // by value: it is not always the same
	steps  []step
	takes  []take
}

// step is a stretch that is always the same, and the value behind it.
type step struct {
	same   []byte
	start  int // of it, in the remembered record
	depth  int
	within bool
}

// take says where a value stands: from a place to another, each an offset in a
// step.
type take struct {
	slot, off, endOff int32
	step, endStep     uint8
}

// fits reports whether a record has the shape, and sets where its steps begin.
func (x *shape) fits(b []byte, at *[maxSteps]int) bool {
	i := 0
	for k := range x.steps {
		p := &x.steps[k]
		end := i + len(p.same)
		if end > len(b) || !bytes.Equal(b[i:end], p.same) {
			return false
		}
		at[k] = i
		if i = end; i == len(b) {
			return k == len(x.steps)-1
		}
		if b[i] == '"' {
			if i = skipString(b, i+1); i < 0 {
				return false
			}
			continue
		}
		s := done
		if i, s = skipValue(b, i, p.depth); s != done || p.within && b[end] == '{' {
			return false
		}
	}
	return false
}

// same reports whether a record differs from the remembered one in values
// only.
func (x *shape) same(rec []byte, values []extent) bool {
	if len(values) != len(x.values) {
		return false
	}
	i, k := 0, 0
	for n := range values {
		v, old := &values[n], &x.values[n]
		if !bytes.Equal(rec[i:v.start], x.rec[k:old.start]) {
			return false
		}
		i, k = v.end, old.end
	}
	return bytes.Equal(rec[i:], x.rec[k:])
}

// widen makes a shape fit a record that is the same as the remembered one but
// for values.
func (x *shape) widen(rec []byte, k *sketch) {
	for n := range k.values {
		v, old := &k.values[n], &x.values[n]
		x.vary[n] = x.vary[n] || !bytes.Equal(rec[v.start:v.end], x.rec[old.start:old.end])
	}
	x.remember(rec, k)
}

// remember takes a record of the shape and lays out the steps.
func (x *shape) remember(rec []byte, k *sketch) {
	x.rec = append(x.rec[:0], rec...)
	x.values = append(x.values[:0], k.values...)
	x.steps, x.takes = x.steps[:0], x.takes[:0]
	from := 0
	for n := range x.values {
		v := &x.values[n]
		if !x.vary[n] {
			continue
		}
		x.steps = append(x.steps, step{x.rec[from:v.start], from, v.depth, v.within})
		from = v.end
	}
	x.steps = append(x.steps, step{same: x.rec[from:], start: from})
	if len(x.steps) > maxSteps {
		x.steps = x.steps[:0] // fits nothing
		return
	}
	for n := range x.values {
		x.take(&x.values[n])
	}
	for n := range k.objects {
		x.take(&k.objects[n])
	}
}

// take lays out where a wanted value stands.
func (x *shape) take(v *extent) {
	if v.slot < 0 {
		return
	}
	step, off := x.place(v.start)
	endStep, endOff := x.place(v.end)
	x.takes = append(x.takes, take{int32(v.slot), int32(off), int32(endOff), uint8(step), uint8(endStep)})
}

// place returns the step that holds a place of the remembered record. The end
// of a value that differs is the start of the step behind it.
func (x *shape) place(i int) (step, off int) {
	for step+1 < len(x.steps) && x.steps[step+1].start <= i {
		step++
	}
	return step, i - x.steps[step].start
}
