package search

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Counter counts terms in texts that are not kept: what ranking needs of a
// session, without the snippets. It belongs to one goroutine.
type Counter struct {
	q    *Query
	room scan.Room
}

// NewCounter returns a counter for a query, which must be Countable.
func NewCounter(q *Query) *Counter { return &Counter{q: q} }

// IsCountable reports whether the parts of a text may be counted one by one,
// where blank lines part them. A match of some expressions may reach over them.
func (q *Query) IsCountable() bool {
	for i := range q.terms {
		if x := q.terms[i].regex; x != nil && (x.literals == nil || !x.bounds['\n']) {
			return false
		}
	}
	return !q.IsEmpty()
}

// CountText adds the occurrences of each positive term in a text to n, and reports
// whether a negative term occurs.
func (c *Counter) CountText(s string, n []int64) (excluded bool) {
	if s == "" {
		return false
	}
	for i := range c.q.terms {
		t := &c.q.terms[i]
		if t.regex != nil {
			n[i] += t.regex.countMatches(s)
		} else if i < c.q.want {
			n[i] += t.finder.countOccurrences(s, maxCount)
		} else if t.finder.countOccurrences(s, 1) > 0 {
			return true
		}
	}
	return false
}

const maxCount = 1<<63 - 1

// countOccurrences counts the occurrences in a text, encoded data left out, up to limit.
func (f *finder) countOccurrences(s string, limit int64) (n int64) {
	data := encoded{s: s}
	if f.word != nil && len(f.probes.list) == 1 {
		return f.countWord(s, limit)
	}
	for o := f.occurrencesIn(s); n < limit; {
		start, end := o.nextOccurrence()
		if start < 0 {
			break
		}
		if !data.coversRange(start, end) {
			n++
		}
	}
	return n
}

// countWord is count for a word that one probe finds, as it does most words.
func (f *finder) countWord(s string, limit int64) (n int64) {
	data := encoded{s: s}
	b, p := f.textBytes(s), &f.probes.list[0]
	from := 0
	for at := p.nextIndex(b, 0); at < len(b) && n < limit; {
		hunted := at + 1
		start := at - p.shift - p.at
		end := start + len(f.word)
		if !plainWord(f.word, b, start) {
			start, end = wordBounds(f.word, b, at-p.shift, p.at)
		}
		if start >= from {
			from, hunted = end, max(end, hunted)
			if !data.coversRange(start, end) {
				n++
			}
		}
		at = p.nextIndex(b, hunted)
	}
	return n
}

// plainWord reports whether a word is at b[i], all of it in ASCII.
func plainWord(word []unit, b []byte, i int) bool {
	if i < 0 || len(b)-i < len(word) {
		return false
	}
	b = b[i:]
	for k := range word {
		if u := &word[k]; b[k]|u.mask != u.c {
			return false
		}
	}
	return true
}

// CountJSON is Text for all texts of a JSON value, which need not be canonical.
func (c *Counter) CountJSON(value []byte, n []int64) (excluded bool) {
	if len(value) == 0 {
		return false
	}
	if value[0] == '"' { // one text, as most are
		if plain, ok := scan.PlainText(value); ok { // an answer of ours has quotes
			return c.CountText(plain, n)
		}
		if excluded, ok := c.countStored(value, n); ok {
			return excluded
		}
		if v, err := scan.Parse(value); err == nil {
			if s := c.room.DecodeText(v); !isOwnAnswer(s) {
				excluded = c.CountText(s, n)
			}
			c.room.Reset()
		}
		return excluded
	}
	if !c.q.MayMatchRecord(value) {
		return false
	}
	eachText(value, &c.room, func(s string) bool {
		if !isOwnAnswer(s) {
			excluded = c.CountText(s, n)
		}
		c.room.Reset()
		return !excluded
	})
	c.room.Reset()
	return excluded
}

// ownAnswerBytes is how many stored bytes isOwnAnswer may look at.
const ownAnswerBytes = 6 * 512

// countStored is CountJSON for a JSON string whose stored bytes have as much as its text:
// ok is false when they may not.
func (c *Counter) countStored(value []byte, n []int64) (excluded, ok bool) {
	body := c.q.terms[0].finder.textBytes(scan.UnsafeString(value[1 : len(value)-1]))
	head := body[:min(len(body), ownAnswerBytes)]
	if scan.IndexEscape(head, 0) < len(head) || bytes.Contains(head, []byte(ownMember)) {
		return false, false
	}
	ok = true
	c.q.odd.eachEscape(body, func(int, escape) bool {
		ok = false
		return false
	})
	var found [MaxTerms]int64
	for i := 0; i < len(c.q.terms) && ok; i++ {
		limit := int64(maxCount)
		if i >= c.q.want {
			limit = 1
		}
		if found[i], ok = c.q.terms[i].finder.countStored(scan.UnsafeString(body), limit); ok && i >= c.q.want && found[i] > 0 {
			return true, true
		}
	}
	for i := 0; i < len(n) && ok; i++ {
		n[i] += found[i]
	}
	return false, ok
}

// countStored counts the occurrences of a word in what is between the quotes of a JSON
// string without odd escapes. An occurrence that begins with the letter of an escape
// does not count, and what may be encoded data depends on its escapes: ok is false then.
func (f *finder) countStored(s string, limit int64) (n int64, ok bool) {
	if !f.stored {
		return 0, false
	}
	end := 0 // of the letters of base64 and backslashes around the occurrence before
	for o := f.occurrencesIn(s); n < limit; n++ {
		start, _ := o.nextOccurrence()
		if start < 0 {
			break
		}
		if start > 0 && s[start-1] == '\\' {
			return 0, false
		}
		if start < end {
			continue
		}
		from := start
		for from > end && (base64[s[from-1]] || s[from-1] == '\\') {
			from--
		}
		for end = start; end < len(s) && (base64[s[end]] || s[end] == '\\'); {
			end++
		}
		if end-from >= encodedBytes {
			return 0, false
		}
	}
	return n, true
}

// AddCounts takes a visible message by what a Counter found in all its texts.
func (d *Doc) AddCounts(role session.Role, n []int64, excluded bool) {
	if d.excluded || d.o.Role != "" && role != d.o.Role {
		return
	}
	if excluded {
		d.excluded = true
		return
	}
	found := int64(0)
	for i := range n {
		d.stat.TF[i] += n[i]
		found |= n[i]
	}
	if found != 0 {
		d.hitCount++
	}
}
