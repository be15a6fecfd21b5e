package diff

import "github.com/heddle-dev/heddle/core/session"

// LineDiffer compares texts by lines. All its comparisons together are bounded.
type LineDiffer struct{ bound *budget }

// NewLineDiffer returns a LineDiffer.
func NewLineDiffer() *LineDiffer { return &LineDiffer{newBudget()} }

// Hunks says where the lines of two texts differ, with up to three equal lines
// around, and how many lines were added and removed. oldLine and newLine are the
// numbers of the texts' first lines, 0 when they are not known. A text without a
// line has none: its other is added or removed as a whole.
func (d *LineDiffer) Hunks(a, b string, oldLine, newLine int) (hunks []session.ViewHunk, addedLines, removedLines int64) {
	var lines []line
	switch {
	case a == b:
		return nil, 0, 0
	case a == "":
		lines = appendLines(nil, added, splitLines(trimLineBreak(b)))
	case b == "":
		lines = appendLines(nil, removed, splitLines(trimLineBreak(a)))
	default:
		lines = mergeLines(a, b, d.bound)
	}
	for i := 0; i < len(lines); {
		if lines[i].mark == kept {
			i++
			continue
		}
		i, hunks = appendHunk(hunks, lines, i)
	}
	old, other := int64(oldLine), int64(newLine)
	at := 0
	for _, l := range lines {
		switch l.mark {
		case added:
			addedLines++
		case removed:
			removedLines++
		}
	}
	for i := range hunks {
		for ; at < int(hunks[i].Old); at++ { // Old holds the index of its first line until here
			old, other = step(lines[at].mark, old, other)
		}
		hunks[i].Old, hunks[i].New = known(oldLine, old), known(newLine, other)
	}
	return hunks, addedLines, removedLines
}

// appendHunk appends the hunk around the differing line i, and returns where it ends.
func appendHunk(hunks []session.ViewHunk, lines []line, i int) (end int, _ []session.ViewHunk) {
	first := max(i-lineContext, 0)
	last := i // of those that differ
	for end = i; end < len(lines) && end-last <= 2*lineContext+1; end++ {
		if lines[end].mark != kept {
			last = end
		}
	}
	end = min(last+1+lineContext, len(lines))
	h := session.ViewHunk{Old: int64(first), Lines: make([]session.ViewLine, 0, end-first)}
	for _, l := range lines[first:end] {
		h.Lines = append(h.Lines, session.ViewLine{Op: string([]byte{l.mark}), Text: l.text})
	}
	return end, append(hunks, h)
}

func step(mark byte, old, other int64) (oldAfter, otherAfter int64) {
	if mark != added {
		old++
	}
	if mark != removed {
		other++
	}
	return old, other
}

// known returns a line's number, 0 where that of the first line is not known.
func known(first int, n int64) int64 {
	if first == 0 {
		return 0
	}
	return n
}
