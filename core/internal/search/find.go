package search

import (
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// finder finds a term in decoded text. It goes from place to place where the
// rarest bytes of its first word are and compares from there on with the
// automaton of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings",
// 1977), so that no text and no term make it more than linear.
type finder struct {
	folded []rune // blank for the white space between words
	fail   []int  // length of the longest border of folded[:i]
	probes probes
	before int // most bytes that may precede the unit where a probe strikes

	// word has the units of a term that is one word, short enough for them to
	// be compared one by one; the automaton finds all others.
	word   []unit
	stored bool // it is a word that JSON stores as it is, but for escapes of letters
}

// paragraph is the folded form of white space with an empty line in it.
const paragraph = -1

func finderOf(s string) finder {
	f := finder{folded: make([]rune, 0, len(s))}
	var word []unit
	f.stored = true
	for _, r := range s {
		f.stored = f.stored && isStoredRaw(r) && r != '/'
		f.folded = append(f.folded, foldRune(r))
		if len(word) == len(f.folded)-1 && r != ' ' {
			word = append(word, unitOf(r))
		}
	}
	f.fail = make([]int, len(f.folded)+1)
	f.fail[0] = -1
	for i, k := 0, -1; i < len(f.folded); {
		for k >= 0 && f.folded[i] != f.folded[k] {
			k = f.fail[k]
		}
		i++
		k++
		f.fail[i] = k
	}
	f.probes = probesFor(word[:min(len(word), maxNeedle)])
	if len(word) == len(f.folded) && len(word) <= maxNeedle && !containsRune(word, utf8.RuneError) {
		f.word = word
	}
	f.stored = f.stored && f.word != nil
	for i := range word[:f.probes.list[0].at] {
		longest := 0
		for _, form := range word[i].forms {
			longest = max(longest, len(form))
		}
		f.before += longest
	}
	return f
}

// containsRune reports whether a code point is among units. The replacement
// character also stands for bytes that are no text.
func containsRune(units []unit, r rune) bool {
	for i := range units {
		if units[i].fold == r {
			return true
		}
	}
	return false
}

// occurrences finds a term in one text, from place to place.
type occurrences struct {
	f    *finder
	b    []byte
	hunt hunt
	from int
}

// textBytes returns a text as bytes, which must not be written to.
func (f *finder) textBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func (f *finder) occurrencesIn(s string) occurrences {
	b := f.textBytes(s)
	return occurrences{f: f, b: b, hunt: f.probes.findCandidates(b)}
}

// nextOccurrence returns where the term is next, after the previous occurrence; start
// is -1 without one.
func (o *occurrences) nextOccurrence() (start, end int) {
	if o.f.word != nil {
		return o.nextWord()
	}
	for o.from < len(o.b) {
		p, at := o.hunt.nextCandidate(o.from)
		if p == nil {
			break
		}
		i := max(o.from, wholeRune(o.b, at-p.shift)-o.f.before)
		if start, end, o.from = o.f.runAutomaton(o.b, wholeRune(o.b, i), at); start >= 0 {
			return start, end
		}
	}
	return -1, -1
}

// nextWord is next for one word: it compares the units on both sides of the
// one that a probe struck.
func (o *occurrences) nextWord() (start, end int) {
	word := o.f.word
	for hunted := o.from; hunted < len(o.b); {
		p, at := o.hunt.nextCandidate(hunted)
		if p == nil {
			break
		}
		hunted = at + 1
		if start, end = wordBounds(word, o.b, at-p.shift, p.at); start >= o.from {
			o.from = end
			return start, end
		}
	}
	o.from = len(o.b)
	return -1, -1
}

// wordBounds returns the bounds of the word whose unit u begins at b[i]; start is -1
// without one.
func wordBounds(word []unit, b []byte, i, u int) (start, end int) {
	start, end = i, i
	for k := u - 1; k >= 0 && start >= 0; k-- {
		start = word[k].matchBefore(b, start)
	}
	for k := u; k < len(word) && start >= 0; k++ {
		if end = word[k].matchAfter(b, end); end < 0 {
			return -1, -1
		}
	}
	return start, end
}

// wholeRune returns the start of the code point that b[i] is in.
func wholeRune(b []byte, i int) int {
	for i = max(i, 0); i > 0 && i < len(b) && !utf8.RuneStart(b[i]); {
		i--
	}
	return i
}

// runAutomaton lets the automaton run from b[i] until the term is found, or, after
// b[past], no part of it matches any more. The caller continues at rest.
func (f *finder) runAutomaton(b []byte, i, past int) (start, end, rest int) {
	k := 0
	for i < len(b) {
		r, n := foldedRuneAt(b, i)
		for k >= 0 && (k == len(f.folded) || f.folded[k] != r) {
			k = f.fail[k]
		}
		i += n
		if k++; k == len(f.folded) {
			return f.startOf(b, i), i, i
		}
		if k == 0 && i > past {
			break
		}
	}
	return -1, -1, i
}

// foldedRuneAt returns the folded code point at b[i] and its length in bytes; a run
// of white space is one.
func foldedRuneAt(b []byte, i int) (rune, int) {
	if c := b[i]; c > ' ' && c < utf8.RuneSelf {
		return foldRune(rune(c)), 1
	}
	r, n := utf8.DecodeRune(b[i:])
	if !unicode.IsSpace(r) {
		return foldRune(r), n
	}
	lines := 0
	start := i
	for unicode.IsSpace(r) {
		if r == '\n' {
			lines++
		}
		i += n
		r, n = utf8.DecodeRune(b[i:])
	}
	if lines > 1 {
		return paragraph, i - start
	}
	return ' ', i - start
}

// startOf goes back from the end of an occurrence to its start.
func (f *finder) startOf(b []byte, i int) int {
	for range f.folded {
		r, n := utf8.DecodeLastRune(b[:i])
		i -= n
		for unicode.IsSpace(r) {
			if r, n = utf8.DecodeLastRune(b[:i]); unicode.IsSpace(r) {
				i -= n
			}
		}
	}
	return i
}
