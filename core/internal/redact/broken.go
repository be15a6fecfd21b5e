package redact

import "strings"

// brokenKey is where a key may begin that continues in the next line: a terminal breaks a long line where
// it is full.
type brokenKey struct{ rule, at, end int }

// Bounds of what is looked at of a broken key.
const (
	maxKeyLine    = 256
	maxKeyLines   = 8
	maxKeysOfLine = 8
)

// noteBroken notes a keyword when the characters of a key follow it up to the end of the line, and its
// rule says how a key begins.
func (r *Redactor) noteBroken(w window, rule, at int) {
	u := &r.rules[rule]
	if u.near != 0 || u.far != 0 || u.rank != rankSecret {
		return
	}
	end := keyEnd(w, at)
	if _, ok := nextLine(w, end); !ok {
		return
	}
	if n := len(r.broken); n >= maxKeysOfLine && r.broken[n-maxKeysOfLine].end == end {
		return
	}
	r.broken = append(r.broken, brokenKey{rule, at, end})
}

// keyEnd returns where the characters of a key end that begin at i.
func keyEnd(w window, i int) int {
	end := min(w.end, i+maxKeyLine)
	for i < end && (isAlnum(w.text[i]) || strings.IndexByte("_-./+=~:%", w.text[i]) >= 0) {
		i++
	}
	return i
}

// bar is the line at the sides of a box.
const bar = "│"

// nextLine returns where a line that ends at i continues, after what boxes and indentation put there.
func nextLine(w window, i int) (next int, ok bool) {
	s := w.text[:w.end]
	j := side(s, i)
	if j < len(s) && s[j] == '\r' {
		j++
	}
	if j == len(s) || s[j] != '\n' {
		return 0, false
	}
	j++
	next = side(s, j)
	if next == j && next < len(s) && (s[next] == '+' || s[next] == '>') { // a diff, or a quotation
		next = side(s, next+1)
	}
	return next, next < len(s) && (isAlnum(s[next]) || s[next] == '_' || s[next] == '-')
}

// side returns the end of the blanks and of one side of a box at i.
//
//go:noinline
func side(s string, i int) int {
	blanks := func() {
		for end := i + 8; i < len(s) && i < end && (s[i] == ' ' || s[i] == '\t'); {
			i++
		}
	}
	blanks()
	if strings.HasPrefix(s[i:], bar) {
		i += len(bar)
		blanks()
	}
	return i
}

// searchBroken finds the keys of a window that continue in other lines.
func (r *Redactor) searchBroken(w window) {
	for _, c := range r.broken {
		r.findBroken(w, c)
	}
}

// findBroken finds a key that continues in the next lines. One that is whole in its line ends there: a
// plain text has no breaks where a line is as long as a terminal is wide.
func (r *Redactor) findBroken(w window, c brokenKey) {
	low := max(c.at-1, w.start)
	whole := &plainText{places: []place{{0, int32(low), 0}}}
	text := append(make([]byte, 0, 4*(c.end-low)), w.text[low:c.end]...)
	first, end := len(text), c.end
	for range maxKeyLines {
		next, ok := nextLine(w, end)
		if !ok {
			break
		}
		end = keyEnd(w, next)
		whole.places = append(whole.places, place{int32(len(text)), int32(next), 0})
		text = append(text, w.text[next:end]...)
	}
	if end < w.end {
		text = append(text, w.text[end])
	}
	whole.text = string(text)
	cut := w.cutStart && low == w.start
	found, ok := r.keyAt(c, window{text: whole.text, end: len(text), cutStart: cut}, c.at-low)
	if !ok || found.secretEnd <= first {
		return
	}
	if _, ok := r.keyAt(c, window{text: whole.text[:first], end: first, cutStart: cut}, c.at-low); ok {
		return
	}
	start, _ := whole.original(found.secret)
	_, end = whole.original(found.secretEnd - 1)
	r.spans = append(r.spans, span{start, end, c.rule, rankSecret})
}

// keyAt returns the key that begins at a position.
func (r *Redactor) keyAt(c brokenKey, w window, at int) (match, bool) {
	u := &r.rules[c.rule]
	found, ok := r.matcher.find(u.compiled(), w, at, nil)
	return found, ok && found.start == at && r.isSecret(u, w, found)
}
