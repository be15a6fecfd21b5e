package search

// Sieve rules a session out by its stored bytes, without decoding them. It
// never rules out one that matches. It belongs to one session and one
// goroutine.
type Sieve struct {
	q     *Query
	found []bool // by positive term
	open  int    // how many are not found yet
}

// NewSieve makes a sieve for one session.
func NewSieve(q *Query) *Sieve {
	s := &Sieve{q: q, found: make([]bool, q.want), open: q.want}
	for i := range s.found {
		if q.terms[i].needle.units == nil {
			s.take(i)
		}
	}
	return s
}

func (s *Sieve) take(i int) {
	s.found[i] = true
	s.open--
}

// Look takes a stretch of a session's stored bytes, cut between records or
// overlapping the one before by MaxStored, and reports whether further
// stretches can tell anything.
func (s *Sieve) Look(raw []byte) (more bool) {
	for i, found := range s.found {
		if !found && s.q.terms[i].needle.occurs(raw) {
			s.take(i)
		}
	}
	if s.open > 0 {
		eachEscape(raw, func(at int, e escape) bool {
			for i, found := range s.found {
				if !found && s.q.terms[i].needle.maybe(raw, at, e) {
					s.take(i)
				}
			}
			return s.open > 0
		})
	}
	return s.open > 0
}

// Possible reports whether what was shown may hold all positive terms.
func (s *Sieve) Possible() bool { return s.open == 0 }

// May reports whether what was shown may hold positive term i. After a Look
// that returned false it holds for all of them.
func (s *Sieve) May(i int) bool { return s.found[i] }

// Line reports whether a record's stored bytes may hold any term, a negative
// one included: the visible text of a record that fails it matters to no
// match. It always holds for an empty query.
func (q *Query) Line(raw []byte) bool {
	if q.anyLine {
		return true
	}
	for i := range q.terms {
		if q.terms[i].needle.occurs(raw) {
			return true
		}
	}
	found := false
	eachEscape(raw, func(at int, e escape) bool {
		for i := range q.terms {
			if found = q.terms[i].needle.maybe(raw, at, e); found {
				break
			}
		}
		return !found
	})
	return found
}

// escapes finds every \u.
var escapes = pair{'\\', 0, 'u', 0}.probe(0, 0)

// eachEscape visits the escapes of b, with the index of the first backslash,
// until visit returns false.
func eachEscape(b []byte, visit func(at int, e escape) bool) {
	for i := escapes.next(b, 0); i < len(b); i = escapes.next(b, i+1) {
		at := i
		for at > 0 && b[at-1] == '\\' && i-at < maxSlashes {
			at--
		}
		e := escapeAt(b, at)
		e.tooLong = e.tooLong || at > 0 && b[at-1] == '\\'
		if (e.end > 0 || e.tooLong) && !visit(at, e) {
			return
		}
	}
}

// maybe is escaped, and true as well for escapes that may make others when the
// text is JSON itself: a backslash, an n, a hexadecimal digit. No writer
// escapes these.
func (n *needle) maybe(b []byte, at int, e escape) bool {
	if e.tooLong {
		return true
	}
	if e.r < 0x80 {
		switch c := byte(e.r); {
		case c == '\\', c == 'u', c == 'n', c == 'r', c == 't',
			c-'0' <= 9, c|0x20-'a' <= 5:
			return true
		}
	}
	return n.escaped(b, at, e)
}
