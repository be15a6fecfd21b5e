package search

// Sieve rules a session out by its stored bytes, without decoding them. It
// never rules out one that matches. It belongs to one session and one
// goroutine.
type Sieve struct {
	q *Query
}

// NewSieve makes a sieve for one session.
func NewSieve(q *Query) *Sieve { return &Sieve{q: q} }

// Look takes a stretch of a session's stored bytes, cut between records, and
// reports whether further stretches can tell anything.
func (s *Sieve) Look(raw []byte) (more bool) { return false }

// Possible reports whether what was shown may hold all positive terms.
func (s *Sieve) Possible() bool { return true }

// May reports whether what was shown may hold positive term i. After a Look
// that returned false it holds for all of them.
func (s *Sieve) May(i int) bool { return true }
