// Package search matches words against sessions: it parses what a user types,
// rules sessions out by a search of their stored bytes, finds the words in the
// visible text of the rest, and ranks what matches. It is mechanism only: it
// knows no agent, no file and no list of sessions.
package search

// Query is a parsed search. It is immutable and safe for concurrent use.
type Query struct {
	terms []term // the positive ones first
	want  int    // how many are positive
}

// Empty reports whether the query asks for no text at all: every session
// matches it.
func (q *Query) Empty() bool { return len(q.terms) == 0 }

// Terms returns the number of positive terms: words, phrases, or the one
// expression. Sieve.May, Stat.TF and Rank number them in the order they were
// typed.
func (q *Query) Terms() int { return q.want }

// Words returns the texts of the positive terms, as an agent's own index may
// look them up; none for an expression.
func (q *Query) Words() []string {
	var out []string
	for i := range q.terms[:q.want] {
		if t := q.terms[i].text; t != "" {
			out = append(out, t)
		}
	}
	return out
}

// Line reports whether a record's stored bytes may hold any term, a negative
// one included: the visible text of a record that fails it matters to no
// match. It always holds for an empty query.
func (q *Query) Line(raw []byte) bool { return true }

// Parse reads a query. Words are separated by white space, "words in quotes"
// are one phrase, and - before either excludes it; a quote that is not closed
// runs to the end, and \" is a quote inside one. With regex the whole text is
// one expression in RE2 syntax, in any case unless it says (?-i).
//
// A text of nothing but white space is the empty query. Nothing positive, a
// bad expression and what exceeds the limits are INVALID_ARGUMENT.
func Parse(text string, regex bool) (*Query, error) { return &Query{}, nil }

// term is one word, phrase or expression.
type term struct {
	text string
}
