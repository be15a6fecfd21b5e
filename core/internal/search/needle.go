package search

import (
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// needle is the part of a term that stored JSON holds as it is: letters,
// digits, most punctuation, and between them white space, which JSON may write
// in many ways, and slashes, which it may escape. Where the term occurs in a session's text, the needle occurs
// in its bytes, also where the text is JSON inside a string of JSON.
//
// Every code point may be escaped all the same. An occurrence begins with
// plain bytes up to its first escape; so it is found by its plain first word,
// or at an escape in that word.
type needle struct {
	units  []unit
	word   int // units before the first that is no letter
	probes probes
	leaps  probes // the same for much text that hardly has the word
}

// Limits of a needle and of how far its parts may lie apart. What exceeds the
// latter is taken for an occurrence.
const (
	// maxNeedle is the greatest length in units.
	maxNeedle = 32
	// maxGap is the longest white space in bytes as stored.
	maxGap = 128
	// maxSlashes is the greatest number of backslashes that begin an escape:
	// each level of JSON inside JSON doubles them.
	maxSlashes = 16

	// MaxStored is the greatest length in bytes in which a Sieve recognises a
	// term. Stretches that do not begin with a record must overlap by as much.
	MaxStored = maxNeedle*(maxGap+maxSlashes+6) + 2*maxName
)

// isStoredRaw reports whether JSON stores r as it is. A replacement character
// may replace bytes that are no text.
func isStoredRaw(r rune) bool {
	return r >= ' ' && r != '"' && r != '\\' && r != utf8.RuneError
}

// needleOf returns the best needle of a text; it has no units without
// one.
func needleOf(text string) needle {
	var best needle
	var units []unit
	take := func() {
		for i := range units {
			if units[i].kind == letter && (i == 0 || units[i-1].kind != letter) {
				n := makeNeedle(units[i:min(len(units), i+maxNeedle)])
				if best.units == nil || n.isBetterThan(&best) {
					best = n
				}
			}
		}
		units = nil
	}
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			if n := len(units); n > 0 && units[n-1].kind != gap {
				units = append(units, unit{kind: gap, mask: 1})
			}
		case r == '/':
			units = append(units, slashUnit())
		case isStoredRaw(r):
			units = append(units, unitOf(r))
		default:
			take()
		}
	}
	take()
	return best
}

func slashUnit() unit {
	u := unitOf('/')
	u.kind = slash
	return u
}

// makeNeedle makes a needle of units that begin with a letter.
func makeNeedle(units []unit) needle {
	for units[len(units)-1].kind == gap {
		units = units[:len(units)-1]
	}
	n := needle{units: units}
	for n.word < len(units) && units[n.word].kind == letter {
		n.word++
	}
	n.probes = probesFor(units[:n.word])
	n.leaps = n.probes.withAnchors()
	return n
}

// isBetterThan reports whether n rules out more at the same effort than o: if its
// first word is about as rare, by the number of units, else by that.
func (n *needle) isBetterThan(o *needle) bool {
	rare, other := n.probes.cost < rareCost, o.probes.cost < rareCost
	if rare != other {
		return rare
	}
	if rare {
		return len(n.units) > len(o.units)
	}
	return n.probes.cost < o.probes.cost
}

// rareCost is what the probes of a word cost that are worth going after.
const rareCost = passCost * 2

// matchesAt reports whether the needle occurs in b, names of JSON left out, where a hunt
// over b leads.
func (n *needle) matchesAt(h hunt, b []byte) bool {
	for p, at := h.nextCandidate(0); p != nil; p, at = h.nextCandidate(at + 1) {
		unit := at - p.shift
		if unit < 0 {
			continue
		}
		start := n.matchBefore(b, unit, p.at)
		if start < 0 {
			continue
		}
		end := n.matchAfter(b, unit, p.at)
		if end >= 0 && (n.word < len(n.units) || !isName(b, start, end)) {
			return true
		}
	}
	return false
}

// matchBefore returns the start of the units before u if they end before b[i], else
// -1.
func (n *needle) matchBefore(b []byte, i, u int) int {
	if countSteps != nil {
		countSteps(u)
	}
	for u--; u >= 0 && i >= 0; u-- {
		i = n.units[u].matchBefore(b, i)
	}
	return i
}

// matchAfter returns the index after the units from u on if they are at b[i],
// escaped or not, or if that cannot be known; else -1.
func (n *needle) matchAfter(b []byte, i, u int) int {
	for ; u < len(n.units); u++ {
		if countSteps != nil {
			countSteps(1)
		}
		x := &n.units[u]
		if i < len(b) && b[i]|x.mask == x.c {
			i++
			continue
		}
		end, sure := x.storedEnd(b, i)
		if !sure {
			return len(b)
		}
		if end < 0 {
			return -1
		}
		i = end
	}
	return i
}

// storedEnd returns the index after the unit if it is stored at b[i], escaped or
// not, else -1; sure is false when that cannot be known.
func (u *unit) storedEnd(b []byte, i int) (end int, sure bool) {
	if u.kind == gap {
		return gapEnd(b, i)
	}
	if end = u.matchAfter(b, i); end >= 0 {
		return end, true
	}
	e := escapeAt(b, i)
	if e.end > 0 && foldRune(e.r) == u.fold {
		return e.end, true
	}
	if u.kind == slash {
		for k := i; k < len(b) && k-i <= maxSlashes; k++ {
			if b[k] != '\\' {
				return u.matchAfter(b, k), true
			}
		}
	}
	return -1, !e.tooLong
}

// matchesEscape reports whether the needle occurs in b such that an escape at b[i]
// is the first of it.
func (n *needle) matchesEscape(b []byte, i int, e escape) bool {
	r := foldRune(e.r)
	for u := range n.word {
		if n.units[u].fold == r && n.matchBefore(b, i, u) >= 0 && n.matchAfter(b, e.end, u+1) >= 0 {
			return true
		}
	}
	return false
}

// escape is a \uXXXX, or two that are one code point, with all backslashes
// before the u.
type escape struct {
	r       rune
	end     int  // index after it; 0 without one
	tooLong bool // there are more backslashes than any format writes
}

// escapeAt reads the escape whose first backslash is b[i].
func escapeAt(b []byte, i int) escape {
	u, end := unitAt(b, i)
	if u < 0 {
		return escape{tooLong: end > 0}
	}
	e := escape{r: u, end: end}
	if utf16.IsSurrogate(u) {
		if low, end := unitAt(b, end); low >= 0 {
			if r := utf16.DecodeRune(u, low); r != utf8.RuneError {
				return escape{r: r, end: end}
			}
		}
		e.r = utf8.RuneError
	}
	return e
}

// unitAt reads one escaped UTF-16 unit, -1 without one. With too many
// backslashes before it, end is not 0.
func unitAt(b []byte, i int) (u rune, end int) {
	start := i
	for i < len(b) && b[i] == '\\' {
		if i++; i-start > maxSlashes {
			return -1, i
		}
	}
	if countSteps != nil {
		countSteps(i - start)
	}
	if i == start || len(b)-i < 5 || b[i] != 'u' {
		return -1, 0
	}
	for _, c := range b[i+1 : i+5] {
		switch {
		case c-'0' <= 9:
			u = u<<4 | rune(c-'0')
		case c|0x20-'a' <= 5:
			u = u<<4 | rune(c|0x20-'a'+10)
		default:
			return -1, 0
		}
	}
	return u, i + 5
}

// gapEnd returns the index after the white space that is stored at b[i], -1
// without one; sure is false when there is more than is looked at.
func gapEnd(b []byte, i int) (end int, sure bool) {
	for end = i; end-i <= maxGap; {
		n := spaceAt(b, end)
		if countSteps != nil {
			countSteps(n)
		}
		if n == 0 {
			if end == i {
				end = -1
			}
			return end, true
		}
		end += n
	}
	return end, false
}

// spaceAt returns the length in bytes of the white space character stored at
// b[i], 0 without one.
func spaceAt(b []byte, i int) int {
	if i >= len(b) {
		return 0
	}
	if b[i] != '\\' {
		r, n := utf8.DecodeRune(b[i:])
		if unicode.IsSpace(r) {
			return n
		}
		return 0
	}
	start := i
	for i < len(b) && b[i] == '\\' && i-start <= maxSlashes {
		i++
	}
	if i == len(b) {
		return 0
	}
	switch b[i] {
	case '\\': // too many of them: let the caller give up
		return maxGap + 1
	case 'n', 't', 'r', 'f':
		return i + 1 - start
	}
	if u, end := unitAt(b, start); u >= 0 && unicode.IsSpace(u) {
		return end - start
	}
	return 0
}
