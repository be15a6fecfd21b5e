package search

import (
	"unicode"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Sizes of a snippet in code points.
const (
	snippetRunes = 160 // in all, but for the signs of a cut
	snippetLead  = 40  // before the first match
)

// cut marks where a snippet leaves something out.
const cut = "…"

// span is a part of a text, in bytes.
type span struct{ start, end int }

// makeSnippet shows the first of the spans with its context on one line,
// white space as one blank and control characters left out, and where all
// spans are in it. Without spans it shows the start of the text.
func makeSnippet(s string, spans []span) (string, []session.MatchRange) {
	order.SortStable(spans, func(i, j int) bool { return spans[i].start < spans[j].start })
	from := 0
	if len(spans) > 0 {
		from = leadStart(s, spans[0].start)
	}
	var w window
	if from > 0 {
		w.out = append(w.out, cut...)
	}
	if end := w.fillText(s, from); end < len(s) {
		w.out = append(w.out, cut...)
	}
	ranges := w.matchRanges(spans)
	if from > 0 {
		for i := range ranges {
			ranges[i].Start++
			ranges[i].End++
		}
	}
	return string(w.out), ranges
}

// leadStart returns where a snippet begins whose first match is at s[first]:
// at the start of a word if one is near.
func leadStart(s string, first int) int {
	i, word, space := first, -1, false
	for n := 0; i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		switch {
		case !unicode.IsSpace(r):
			space = false
		case space:
			i -= size // a run counts once
			continue
		default:
			if space = true; i < first {
				word = i
			}
		}
		if n++; n > snippetLead {
			break
		}
		i -= size
	}
	if i > 0 && word >= 0 {
		return word
	}
	return i
}

// window is the text of a snippet under construction.
type window struct {
	out []byte
	at  []int // where in the text each code point is, in bytes
}

// fillText takes the text from s[i] on and returns where it ends.
func (w *window) fillText(s string, i int) int {
	space := false
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			space = len(w.at) > 0
		case unicode.IsControl(r):
		default:
			if space && len(w.at)+1 < snippetRunes {
				w.out = append(w.out, ' ')
				w.at = append(w.at, i-1)
				space = false
			}
			if space || len(w.at) == snippetRunes {
				return i
			}
			w.out = utf8.AppendRune(w.out, r)
			w.at = append(w.at, i)
		}
		i += size
	}
	return i
}

// matchRanges translates spans, in order of their starts, into ranges of the code
// points taken, and merges those that touch.
func (w *window) matchRanges(spans []span) []session.MatchRange {
	out := []session.MatchRange{}
	k := 0
	for _, x := range spans {
		for k < len(w.at) && w.at[k] < x.start {
			k++
		}
		end := k
		for end < len(w.at) && w.at[end] < x.end {
			end++
		}
		if end == k {
			continue
		}
		r := session.MatchRange{Start: int64(k), End: int64(end)}
		if n := len(out); n > 0 && r.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, r.End)
		} else {
			out = append(out, r)
		}
	}
	return out
}
