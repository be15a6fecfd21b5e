package search

import "github.com/heddle-dev/heddle/core/session"

// MayTouch reports whether a term may be found in or at one of the texts that replace others, which
// begin with [ and end with ], or are one character. No other term is found in a text with such
// replacements unless it is found in the text without them.
func (q *Query) MayTouch(replacements []string) bool {
	if q.anyLine {
		return true
	}
	for i := range q.terms {
		if q.terms[i].mayTouch(replacements) {
			return true
		}
	}
	return false
}

func (t *term) mayTouch(replacements []string) bool {
	needles := t.needles // of an expression: texts, one of them in every match
	if t.regex == nil {
		var units []unit
		for _, r := range t.text {
			units = append(units, unit{fold: foldRune(r)})
		}
		needles = []needle{{units: units}}
	}
	for k := range needles {
		for _, text := range replacements {
			if touches(needles[k].units, []rune(text)) {
				return true
			}
		}
	}
	return false
}

// touches reports whether a word has an end of a text or is a part of it.
func touches(word []unit, text []rune) bool {
	for i := range word {
		if f := word[i].fold; f == foldRune(text[0]) || f == foldRune(text[len(text)-1]) {
			return true
		}
	}
	for at := 0; at+len(word) <= len(text); at++ {
		k := 0
		for k < len(word) && word[k].fold == foldRune(text[at+k]) {
			k++
		}
		if k == len(word) {
			return true
		}
	}
	return false
}

// MayHit reports whether a message holds a term, a negative one included, or may hold one when parts
// of its texts are replaced.
func (q *Query) MayHit(msg *session.Message) bool {
	if q.IsEmpty() || q.terms[0].regex != nil {
		return true
	}
	d := NewDoc(q, Options{})
	d.AddMessage(0, msg)
	return d.excluded || d.hitCount > 0
}
