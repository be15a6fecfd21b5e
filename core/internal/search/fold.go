package search

import (
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// Case is folded simply, code point by code point (Unicode's CaseFolding.txt,
// status C and S, as text.SimpleFold has it): K is also the Kelvin sign and
// s the long s, σ is ς, but ß is not ss and the dotless ı is not i.

// foldRune returns the least code point that differs from r in case only.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	for {
		next := text.SimpleFold(r)
		if next <= r {
			return next
		}
		r = next
	}
}

// caseVariants returns all code points that differ from r in case only, r among
// them, in ascending order.
func caseVariants(r rune) []rune {
	first := foldRune(r)
	out := []rune{first}
	for r = text.SimpleFold(first); r != first; r = text.SimpleFold(r) {
		out = append(out, r)
	}
	return out
}

// unit is one code point of a term in the forms that text may hold it, or a gap
// between the words of a phrase.
type unit struct {
	kind   kind
	fold   rune
	forms  []string   // in UTF-8
	groups [][]masked // forms of equal length, merged

	// An ASCII character is c after the bits of mask are set; otherwise c
	// cannot be that.
	c, mask byte
}

// kind says in how many ways a unit may be stored.
type kind uint8

const (
	letter kind = iota // as it is, or as \uXXXX
	slash              // as well after a backslash
	gap                // any white space
)

func unitOf(r rune) unit {
	u := unit{fold: foldRune(r), c: 0, mask: 1}
	for _, form := range caseVariants(r) {
		u.addForm(string(form))
	}
	for _, g := range u.groups {
		if len(g) == 1 {
			u.c, u.mask = g[0].c|g[0].mask, g[0].mask
		}
	}
	return u
}

func (u *unit) addForm(form string) {
	u.forms = append(u.forms, form)
	for _, g := range u.groups {
		if len(g) == len(form) {
			for k := range g {
				g[k].mask |= g[k].c ^ form[k]
			}
			return
		}
	}
	g := make([]masked, len(form))
	for k := range g {
		g[k].c = form[k]
	}
	u.groups = append(u.groups, g)
}

// matchAfter returns the index after the unit if it is at b[i], else -1.
func (u *unit) matchAfter(b []byte, i int) int {
	if i < len(b) && b[i]|u.mask == u.c {
		return i + 1
	}
	for _, f := range u.forms {
		if n := i + len(f); n <= len(b) && b[i] == f[0] && string(b[i:n]) == f {
			return n
		}
	}
	return -1
}

// matchBefore returns the index of the unit if it ends before b[i], else -1.
func (u *unit) matchBefore(b []byte, i int) int {
	if i > 0 && b[i-1]|u.mask == u.c {
		return i - 1
	}
	for _, f := range u.forms {
		if n := i - len(f); n >= 0 && b[n] == f[0] && string(b[n:i]) == f {
			return n
		}
	}
	return -1
}
