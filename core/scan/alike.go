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

	next   int    // the mark that the walk should meet next
	jumps  int    // made in this walk
	by     int    // how far behind its place in rec the last jump led
	gained uint64 // nodes met by the last jump
}

// mark is the state of the walk in front of a member's key.
type mark struct {
	node  *node
	pos   int // of the key's quote
	key   int // length of the key with its quotes
	start int // of the object that the member stands in
	depth int
	finds int    // made so far
	met   uint64 // nodes met so far
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

// note remembers the state in front of a key.
func (m *memory) note(k mark) {
	k.finds = len(m.finds)
	if end := skipString(m.rec, k.pos+1); end > 0 {
		k.key = end - k.pos
		m.marks = append(m.marks, k)
	}
}

// meet remembers that a node is met. A name that repeats makes earlier values
// void; that is left to records that are walked whole.
func (m *memory) meet(n *node, met uint64) {
	if met&n.bit != 0 {
		m.recording = false
	} else if n.bit == 0 {
		for _, slot := range n.slots {
			m.finds = append(m.finds, found{slot: slot})
		}
	}
}

// find remembers a value.
func (m *memory) find(slot, start, end int) {
	if m != nil && m.recording {
		m.finds = append(m.finds, found{slot, start, end})
	}
}

// jump is asked in front of the key at b[i], in an object of node n. It
// returns the farthest mark up to which the record repeats the remembered one,
// with out and stack as the walk would leave them; nil when there is none.
func (m *memory) jump(b []byte, i int, n *node, met uint64, out []Value, stack *[MaxPathKeys + 1]frame) *mark {
	for at := m.next; at < min(m.next+marksAhead, len(m.marks)); at++ {
		from := &m.marks[at]
		if from.node != n {
			continue
		}
		same := alike(m.rec[from.pos:], b[i:])
		if same < from.key {
			continue
		}
		last := at // the quote of the last key is the same as well
		for last+1 < len(m.marks) && m.marks[last+1].pos < from.pos+same && m.marks[last+1].depth >= from.depth {
			last++
		}
		m.next = last + 1
		to := &m.marks[last]
		m.by, m.gained = i-from.pos, to.met&^from.met
		if last == at || met&m.gained != 0 {
			return nil
		}
		m.jumps++
		m.repeat(b, at, last, out, stack)
		return to
	}
	return nil
}

// repeat does what the walk did between two marks.
func (m *memory) repeat(b []byte, from, to int, out []Value, stack *[MaxPathKeys + 1]frame) {
	for k := from + 1; k <= to; k++ {
		if x := &m.marks[k]; x.depth > m.marks[k-1].depth {
			stack[x.depth] = frame{node: x.node, start: x.start + m.by}
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
