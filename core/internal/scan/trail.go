package scan

// trail is the way of one walk over a record, which makes a shape. A nil trail
// notes nothing.
type trail struct {
	values  []passed
	objects []object // with start and end in the record
	met     []*node
	twice   bool // a wanted name repeats: earlier values are void
}

// passed is a value that the walk passed over, rec[start:end].
type passed struct {
	start, end int
	slot       int  // -1 when it is not wanted
	depth      int  // of the containers around it
	inner      bool // paths lead into it, were it an object
	varies     bool

	part, at int // where the bytes before it are, in the text of a shape
}

func (t *trail) beginRecord() {
	t.values, t.objects, t.met, t.twice = t.values[:0], t.objects[:0], t.met[:0], false
}

// addNode notes that the record has a wanted name.
func (t *trail) addNode(n *node) {
	if t == nil {
		return
	}
	for _, other := range t.met {
		t.twice = t.twice || n == other
	}
	t.met = append(t.met, n)
}

// addValue notes a value inside depth containers; kid is nil when it is not wanted.
func (t *trail) addValue(start, end, depth int, kid *node) {
	v := passed{start: start, end: end, slot: -1, depth: depth, varies: end-start > maxSameValue}
	if kid != nil {
		v.slot, v.inner = kid.slot, kid.kids != nil
	}
	t.values = append(t.values, v)
}

// addObject notes a wanted object that the walk went through.
func (t *trail) addObject(slot, start, end int) {
	if t != nil {
		t.objects = append(t.objects, object{slot: slot, start: start, end: end})
	}
}

// finishRecord ends the trail of a record; false when it makes no shape.
func (t *trail) finishRecord(rec []byte) bool {
	t.addValue(len(rec), len(rec), 0, nil)
	gaps := len(rec)
	for i := range t.values {
		gaps -= t.values[i].end - t.values[i].start
	}
	return !t.twice && len(t.values) <= maxPieces && gaps <= maxGaps
}

// shapePosition returns where rec[pos], an end of an object, is in a shape: in
// which part, and where in its text.
func (t *trail) shapePosition(pos int) (part, at int) {
	k := 0
	for k < len(t.values)-1 && t.values[k].end <= pos {
		k++
	}
	v := &t.values[k]
	if k > 0 {
		pos -= t.values[k-1].end
	}
	return v.part, v.at + pos
}
