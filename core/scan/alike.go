package scan

import "math/bits"

// Scanner is Paths.Scan with a memory. The records of one file repeat each
// other in long stretches: working directory, ids, version, the names of
// members. Where a record has the same bytes at the same place of the grammar
// as one that was walked before, the walk goes the same way, so Scanner passes
// over them by comparing words, and takes the values that stood there. What it
// finds, and what it refuses, is exactly what Scan finds and refuses.
//
// A Scanner belongs to one goroutine; the zero value needs Reset.
type Scanner struct {
	paths    *Paths
	memories [memoryCount]memory
}

const (
	// memoryCount is how many records are remembered: kinds of record follow
	// each other by turns.
	memoryCount = 4
	// kindAt is where the bytes stand that choose a memory. It only matters
	// that they tell some kinds of record apart.
	kindAt = 48
	// rememberedBytes is the longest record that is remembered.
	rememberedBytes = 16 << 10
	// marksAhead is how many members a record may lack of the remembered one
	// in a row before the two are taken for different.
	marksAhead = 4
	// looksApart is how often it is looked, where records parted, whether the
	// next one goes on.
	looksApart = 16
)

// Reset makes s scan for paths; records remembered for the same paths stay.
func (s *Scanner) Reset(paths *Paths) {
	if s.paths == paths {
		return
	}
	s.paths = paths
	for i := range s.memories {
		s.memories[i].known = false
	}
}

// Scan is Paths.Scan.
func (s *Scanner) Scan(rec []byte, out []Value) error {
	m := &s.memories[0]
	if len(rec) >= kindAt+8 {
		m = &s.memories[load(rec[kindAt:])*0x9E3779B97F4A7C15>>32%memoryCount]
	}
	m.begin(rec)
	err := s.paths.scan(rec, out, m)
	m.finish(err == nil)
	return err
}

// memory is one record that was walked: its bytes, the members of objects on a
// path, and the values that were found, in the order in which it happened.
type memory struct {
	rec       []byte
	marks     []mark
	finds     []found
	known     bool // there is something to compare with
	recording bool // this walk is being remembered

	looks  int    // made at places where records parted
	next   int    // the mark that the walk should meet next
	jumps  int    // made in this walk
	by     int    // how far behind its place in rec the last jump led
	gained uint64 // nodes met by the last jump
}

// mark is the state of the walk in front of a member's key.
type mark struct {
	node  *node  // of the object that the member stands in
	kid   *node  // of the member, nil when it is not wanted
	pos   int    // of the key's quote
	colon int    // behind the key
	reach int    // the mark up to which another record was the same, last time
	start int    // of the object that the member stands in
	finds int    // made so far
	met   uint64 // nodes met so far

	// The key with its colon as two words, which overlap when it is short.
	head, tail, mask uint64
}

// found is the value rec[start:end] for a slot; none when end is 0.
type found struct{ slot, start, end int }

// begin prepares for a walk over rec: to be compared, or to be remembered.
func (m *memory) begin(rec []byte) {
	m.next, m.jumps = 0, 0
	if m.recording = !m.known && len(rec) <= rememberedBytes; m.recording {
		m.rec = append(m.rec[:0], rec...)
		m.marks, m.finds = m.marks[:0], m.finds[:0]
	}
}

// finish keeps what was remembered when the record is whole, and lets go of a
// record with which the one just walked has nothing in common.
func (m *memory) finish(whole bool) {
	m.known = whole && (m.recording || m.jumps > 0)
	m.recording = false
}

// key is asked in front of the key at b[i], in an object of node n. It returns
// the farthest mark up to whose colon the record repeats the remembered one,
// with out and stack as the walk would leave them; nil when there is none, and
// when the walk itself is remembered.
func (m *memory) key(b []byte, i int, n *node, met uint64, out []Value, stack *[MaxPathKeys + 1]frame) *mark {
	if m.recording {
		m.note(mark{node: n, pos: i, start: stack[n.depth].start, finds: len(m.finds), met: met})
		return nil
	}
	for at := m.next; at < min(m.next+marksAhead, len(m.marks)); at++ {
		from := &m.marks[at]
		if from.node != n {
			continue
		}
		last := m.same(b[i:], at)
		if last < 0 {
			continue
		}
		m.next = last + 1
		m.by = i - from.pos
		to := &m.marks[last]
		if m.gained = to.met &^ from.met; met&m.gained != 0 {
			return nil
		}
		if last > at {
			m.jumps++
			m.repeat(b, at, last, out, stack)
		}
		return to
	}
	return nil
}

// note remembers the state in front of a key.
func (m *memory) note(k mark) {
	end, kid := k.node.key(m.rec, k.pos+1)
	if end < 0 {
		return
	}
	if colon, c := next(m.rec, end); c == ':' {
		k.colon, k.kid, k.reach = colon, kid, -1
		k.setWords(m.rec[k.pos : colon+1])
		m.marks = append(m.marks, k)
	}
}

// meet remembers that a node is met. A name that repeats makes earlier values
// void; that is left to records that are walked whole.
func (m *memory) meet(n *node, met uint64) {
	if m == nil || !m.recording {
		return
	}
	if met&n.bit != 0 {
		m.recording = false
	} else if n.bit == 0 {
		for _, slot := range n.slots {
			m.finds = append(m.finds, found{slot: slot})
		}
	}
}

// find sets the value of a slot, and remembers it.
func (m *memory) find(out []Value, slot int, b []byte, start, end int) {
	out[slot] = view(b, start, end)
	if m != nil && m.recording {
		m.finds = append(m.finds, found{slot, start, end})
	}
}

// setWords takes a key with its colon.
func (k *mark) setWords(key []byte) {
	var words [16]byte
	n := copy(words[:], key)
	k.head, k.mask = load(words[:]), ^uint64(0)
	if n < 8 {
		k.mask >>= 64 - 8*n
	}
	k.tail = load(words[max(n-8, 0):])
}

// begins reports whether b starts with the key and its colon.
func (k *mark) begins(b []byte, rec []byte) bool {
	n := k.colon + 1 - k.pos
	if len(b) < 16 || n > 16 {
		return len(b) >= n && string(b[:n]) == string(rec[k.pos:k.colon+1])
	}
	return (load(b)^k.head)&k.mask == 0 && (n <= 8 || load(b[n-8:]) == k.tail)
}

// same returns the farthest mark up to whose colon b repeats what stands at a
// mark, without leaving its object; -1 when it is another key. Where the two
// parted last time they mostly part again.
func (m *memory) same(b []byte, at int) int {
	from := &m.marks[at]
	if !from.begins(b, m.rec) {
		return -1
	}
	if from.reach == at {
		if m.looks++; m.looks%looksApart != 0 {
			return at
		}
	} else if from.reach > at && m.again(b, from.pos, m.marks[from.reach].colon) {
		return from.reach
	}
	end := from.pos + alike(m.rec[from.pos:], b)
	last := at
	for last+1 < len(m.marks) && m.marks[last+1].colon < end && m.marks[last+1].node.depth >= from.node.depth {
		last++
	}
	from.reach = last
	return last
}

// again reports whether b starts with rec[from:to+1].
func (m *memory) again(b []byte, from, to int) bool {
	n := to + 1 - from
	return len(b) >= n && string(b[:n]) == string(m.rec[from:to+1])
}

// repeat does what the walk did between two marks.
func (m *memory) repeat(b []byte, from, to int, out []Value, stack *[MaxPathKeys + 1]frame) {
	for k := from + 1; k <= to; k++ {
		if x := &m.marks[k]; x.node.depth > m.marks[k-1].node.depth {
			stack[x.node.depth] = frame{node: x.node, start: x.start + m.by}
		}
	}
	for _, f := range m.finds[m.marks[from].finds:m.marks[to].finds] {
		if f.end == 0 {
			out[f.slot] = Value{}
		} else {
			out[f.slot] = view(b, f.start+m.by, f.end+m.by)
		}
	}
}

// alike returns how many bytes at the start of a and b are the same.
func alike(a, b []byte) int {
	n := 0
	for len(a) >= 8 && len(b) >= 8 {
		if x := load(a) ^ load(b); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
		a, b = a[8:], b[8:]
		n += 8
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
		n++
	}
	return n
}
