package scan

// Scanner is Paths.Scan with a memory. The records of one file are of few
// shapes: the same members in the same order, with other values. A record of a
// known shape is scanned by comparing the bytes between its
// values, mostly with one comparison, and passing over those of
// them that vary. What a Scanner finds, and what it refuses, is exactly what
// Scan finds and refuses.
//
// A Scanner belongs to one goroutine; the zero value needs Reset.
type Scanner struct {
	paths  *Paths
	vals   []Value // of a record that was walked
	shapes [shapeCount]shape
	last   int   // the shape encountered last
	clock  int64 // records of known shapes so far
	trail  trail
	rest   int // records that are not to be remembered
	pause  int // how many there were of them last time
}

const (
	// shapeCount is how many shapes are remembered.
	shapeCount = 8
	// maxPause bounds how many records are not remembered between two that are,
	// where remembering does not pay.
	maxPause = 31
)

// Reset makes s scan for paths; shapes remembered for the same paths stay.
func (s *Scanner) Reset(paths *Paths) {
	if s.paths == paths {
		return
	}
	s.paths, s.last, s.rest, s.pause = paths, 0, 0, 0
	s.vals = make([]Value, paths.count)
	for i := range s.shapes {
		s.shapes[i].clearShape()
	}
}

// Release releases the records that were scanned; their shapes stay.
func (s *Scanner) Release() {
	clear(s.vals)
	for i := range s.shapes {
		s.shapes[i].releaseRecord()
	}
}

// Scan returns what Paths.Scan finds. The slice is valid until the next call.
// The values alias rec, or are copies of the bytes there.
func (s *Scanner) Scan(rec []byte) ([]Value, error) {
	if v := s.ScanExpected(rec); v != nil {
		return v, nil
	}
	expected := s.shapes[s.last].heir
	for i := range s.shapes {
		if i == expected {
			continue
		}
		if v := s.matchShape(i, rec); v != nil {
			return v, nil
		}
	}
	if s.rest > 0 {
		s.rest--
		return s.vals, s.paths.scanRecord(rec, s.vals, nil)
	}
	s.trail.beginRecord()
	err := s.paths.scanRecord(rec, s.vals, &s.trail)
	if err == nil && s.trail.finishRecord(rec) {
		s.rememberShape(rec)
	}
	return s.vals, err
}

// ScanExpected is Scan for a record of the shape that is most likely to come next;
// nil when rec is of another shape, or damaged.
func (s *Scanner) ScanExpected(rec []byte) []Value { return s.matchShape(s.shapes[s.last].heir, rec) }

// matchShape is Scan for a record of one shape.
func (s *Scanner) matchShape(i int, rec []byte) []Value {
	x := &s.shapes[i]
	if !x.matchRecord(rec) {
		return nil
	}
	x.again = true
	s.noteShape(i)
	return x.vals
}

// noteShape notes a record of shape i.
func (s *Scanner) noteShape(i int) {
	s.clock++
	s.shapes[i].time = s.clock
	s.shapes[s.last].heir = i
	s.last = i
}

// rememberShape makes the record that was walked widen a shape, or be one instead of
// the one encountered longest ago. Shapes that are dropped before a record of
// theirs appears a second time show that remembering does not pay.
func (s *Scanner) rememberShape(rec []byte) {
	oldest := 0
	for i := range s.shapes {
		x := &s.shapes[i]
		if x.canGeneralize(rec, &s.trail) {
			x.learnRecord(rec, &s.trail, s.vals)
			x.again = true
			s.noteShape(i)
			return
		}
		if x.time < s.shapes[oldest].time {
			oldest = i
		}
	}
	x := &s.shapes[oldest]
	if s.pause = min(2*s.pause+1, maxPause); x.again || x.time == 0 {
		s.pause = 0
	}
	s.rest = s.pause
	x.learnRecord(rec, &s.trail, s.vals)
	x.again = false
	s.noteShape(oldest)
}
