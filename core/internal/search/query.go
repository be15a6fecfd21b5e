// Package search matches words against sessions: it parses what a user types,
// rules sessions out by a search of their stored bytes, finds the words in the
// visible text of the rest, and ranks what matches. It is mechanism only: it
// knows no agent, no file and no list of sessions.
package search

import (
	"unicode"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Limits of a query.
const (
	// MaxQueryBytes is the longest text of a query, in bytes.
	MaxQueryBytes = 4096
	// MaxTerms is the greatest number of words and phrases in it.
	MaxTerms = 32
)

// Query is a parsed search. It is immutable and safe for concurrent use.
type Query struct {
	terms   []term // the positive ones first
	want    int    // how many are positive
	anyLine bool   // no stored bytes can be ruled out
	odd     oddities
}

// term is one word, phrase or expression.
type term struct {
	text    string   // words joined by one blank; "" for an expression
	needles []needle // where it is stored, one of them is; none: unknown
	finder  finder
	regex   *regex
}

// IsEmpty reports whether the query asks for no text at all: every session
// matches it.
func (q *Query) IsEmpty() bool { return len(q.terms) == 0 }

// TermCount returns the number of positive terms: words, phrases, or the one
// expression. Sieve.May, Stat.TF and Rank number them in the order they were
// typed.
func (q *Query) TermCount() int { return q.want }

// TermTexts returns the texts of the positive terms, as an agent's own index may
// look them up, the words of a phrase parted by one blank; none for an
// expression.
func (q *Query) TermTexts() []string {
	var out []string
	for i := range q.terms[:q.want] {
		if t := q.terms[i].text; t != "" {
			out = append(out, t)
		}
	}
	return out
}

// Parse reads a query. Words are separated by white space, "words in quotes"
// are one phrase, and - before either excludes it; a quote that is not closed
// runs to the end, \" is a quote inside one, and a word that begins with --
// stands for itself. Each is found as a part of the text, in any case. A phrase
// is found over any white space but a blank line. With regex the whole text is
// one expression in RE2 syntax, in any case unless it says (?-i).
//
// A text of nothing but white space is the empty query. Nothing positive, a
// bad expression and what exceeds the limits are INVALID_ARGUMENT.
func Parse(s string, regex bool) (*Query, error) {
	if len(s) > MaxQueryBytes {
		return nil, fault.New(fault.InvalidArgument, "the search text is longer than "+text.FormatInt(MaxQueryBytes)+" bytes").
			WithHint("search for a few words of it")
	}
	if isBlank(s) {
		return &Query{anyLine: true}, nil
	}
	q := &Query{}
	var err error
	if regex {
		err = q.addRegex(s)
	} else {
		err = q.addWords(s)
	}
	if err != nil {
		return nil, err
	}
	for i := range q.terms {
		q.anyLine = q.anyLine || q.terms[i].needles == nil
		for k := range q.terms[i].needles {
			q.odd.addNeedle(&q.terms[i].needles[k])
		}
	}
	return q, nil
}

func isBlank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

func (q *Query) addWords(s string) error {
	var out []string
	for s != "" {
		var word string
		var minus bool
		if word, minus, s = cutTerm(s); word == "" {
			continue
		}
		if minus {
			out = appendNew(out, word)
		} else {
			q.addText(word)
		}
	}
	if len(q.terms) == 0 {
		return fault.New(fault.InvalidArgument, "the search text has no word to search for").
			WithHint("add a word that must occur, not only ones that must not")
	}
	q.want = len(q.terms)
	for _, word := range out {
		q.addText(word)
	}
	if len(q.terms) > MaxTerms {
		return fault.New(fault.InvalidArgument, "the search text has more than "+text.FormatInt(MaxTerms)+" words").
			WithHint(`put words that belong together in quotes: "one phrase"`)
	}
	return nil
}

func appendNew(list []string, s string) []string {
	for _, old := range list {
		if old == s {
			return list
		}
	}
	return append(list, s)
}

// addText adds a word or phrase, unless it is there already.
func (q *Query) addText(s string) {
	for i := q.want; i < len(q.terms); i++ {
		if q.terms[i].text == s {
			return
		}
	}
	t := term{text: s, finder: finderOf(s)}
	if n := needleOf(s); n.units != nil {
		t.needles = []needle{n}
	}
	q.terms = append(q.terms, t)
}

// cutTerm cuts the first term off s. Its words are parted by one blank each;
// it is empty where s has no term.
func cutTerm(s string) (word string, minus bool, rest string) {
	r, n := utf8.DecodeRuneInString(s)
	if unicode.IsSpace(r) {
		return "", false, s[n:]
	}
	if len(s) > 1 && s[0] == '-' && s[1] != '-' {
		if r, _ := utf8.DecodeRuneInString(s[1:]); !unicode.IsSpace(r) {
			minus, s = true, s[1:]
		}
	}
	if s[0] == '"' {
		word, rest = cutPhrase(s[1:])
		return word, minus, rest
	}
	end := 0
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if unicode.IsSpace(r) {
			break
		}
		end += n
	}
	return normalizeSpace(s[:end]), minus, s[end:]
}

// cutPhrase cuts s after its first quote, or at its end.
func cutPhrase(s string) (phrase, rest string) {
	var b []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return normalizeSpace(string(b)), s[i+1:]
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '"':
			i++
		}
		b = append(b, s[i])
	}
	return normalizeSpace(string(b)), ""
}

// normalizeSpace separates words by one blank, and replaces invalid text, as sessions'
// texts are made.
func normalizeSpace(s string) string {
	var b []byte
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = len(b) > 0
			continue
		}
		if space {
			b = append(b, ' ')
			space = false
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}
