// Package syntax has functions that replace those of regexp/syntax: Unicode's
// categories and scripts are unpacked when a pattern names one.
package syntax

import "unicode"

// tables reads packed tables: of each its name and its ranges. A range has its
// distance from the last one, and twice its length in strides; an odd number is
// followed by a stride other than 1.
type tables struct{ rest string }

func (t *tables) number() uint32 {
	v := uint32(0)
	for shift := 0; ; shift += 7 {
		c := t.rest[0]
		t.rest = t.rest[1:]
		v |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
}

func (t *tables) name() string {
	n := t.number()
	s := t.rest[:n]
	t.rest = t.rest[n:]
	return s
}

// unpack returns the ranges of all wanted tables, one table after the other.
func (t tables) unpack(wanted func(name string) bool) []unicode.Range32 {
	var found []unicode.Range32
	for t.rest != "" {
		take, at := wanted(t.name()), uint32(0)
		for n := t.number(); n > 0; n-- {
			low, twice, stride := at+t.number(), t.number(), uint32(1)
			if twice%2 != 0 {
				stride = t.number()
			}
			at = low + twice/2*stride
			if take {
				found = append(found, unicode.Range32{Lo: low, Hi: at, Stride: stride})
			}
		}
	}
	return found
}

// TableOf returns the table of a category or a script; nil for another name.
// Categories of one letter, LC and Cn are made of the packed ones: join sorts
// ranges, which are pairs of runes, and joins those that touch.
func TableOf(packed, name string, join func([]rune) []rune) *unicode.RangeTable {
	isCategory := func(n string) bool { return len(n) == 2 }
	switch {
	case name == "C": // with what has no category
		return union(tables{packed}.unpack(func(n string) bool { return isCategory(n) && n[0] != 'C' }), join, true)
	case name == "Cn":
		return union(tables{packed}.unpack(isCategory), join, true)
	case name == "LC":
		return union(tables{packed}.unpack(func(n string) bool { return n == "Lu" || n == "Ll" || n == "Lt" }), join, false)
	case len(name) == 1:
		return union(tables{packed}.unpack(func(n string) bool { return isCategory(n) && n[0] == name[0] }), join, false)
	}
	if ranges := (tables{packed}).unpack(func(n string) bool { return n == name }); ranges != nil {
		return &unicode.RangeTable{R32: ranges}
	}
	return nil
}

// union is the table of everything that is in a range, or of everything else.
func union(ranges []unicode.Range32, join func([]rune) []rune, inverted bool) *unicode.RangeTable {
	if ranges == nil {
		return nil
	}
	var pairs []rune
	for _, r := range ranges {
		if r.Stride == 1 {
			pairs = append(pairs, rune(r.Lo), rune(r.Hi))
			continue
		}
		for c := r.Lo; c <= r.Hi; c += r.Stride {
			pairs = append(pairs, rune(c), rune(c))
		}
	}
	pairs = join(pairs)
	if inverted {
		pairs = append(append([]rune{-1}, pairs...), unicode.MaxRune+1)
		for i := 0; i < len(pairs); i += 2 {
			pairs[i]++
			pairs[i+1]--
		}
	}
	table := &unicode.RangeTable{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] <= pairs[i+1] {
			table.R32 = append(table.R32, unicode.Range32{Lo: uint32(pairs[i]), Hi: uint32(pairs[i+1]), Stride: 1})
		}
	}
	return table
}
