// Package redact replaces what should not leave a machine in the texts of a session: secrets, by the
// rules of gitleaks, home folders and e-mail addresses.
//
// A secret becomes [redacted:RULE], an address [redacted:email], a home folder ~. The same text gives
// the same bytes everywhere, a redacted text stays as it is, and the work is linear in the text.
package redact

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The names of what is replaced beside secrets.
const (
	ruleEmail = "email"
	ruleHome  = "home-path"
	ruleKey   = "private-key" // of gitleaks, and for parts of a key
)

// Redactor redacts the texts of one session and counts what it replaces.
type Redactor struct {
	rules   []rule
	lists   []*allowlist
	words   *wordSet // the keywords of all rules
	places  *wordSet // home and users
	users   [][]uint16
	names   []string // of the owners of home folders that are known
	matcher matcher
	counts  []int64 // of the rules, then of home paths and addresses

	hits      []hits // of each rule: the keywords in the window
	spans     []span
	broken    []brokenKey
	embedding int // how deep the JSON is nested that is being redacted
}

// span is a part of a text to replace.
type span struct {
	start, end int
	rule       int // its number; then those of home paths and addresses
	rank       int // of two that overlap, the lower one names the whole
}

// The ranks of what a span may be.
const (
	rankSecret  = iota
	rankGeneric // the rule for anything beside a word such as token
	rankAnyFile // a rule for some files, which a session does not name
	rankOwn     // a rule that gitleaks does not have
	rankHome
	rankEmail
)

// New returns a redactor. The owners of the folders given are known in all texts.
func New(folders ...string) *Redactor {
	r := &Redactor{}
	r.rules, r.lists = readTable()
	var words []string
	numbers := make(map[string]int, 1<<10)
	for i := range r.rules {
		for _, k := range r.rules[i].keywords {
			n, ok := numbers[k]
			if !ok {
				n = len(words)
				numbers[k] = n
				words, r.users = append(words, k), append(r.users, nil)
			}
			r.users[n] = append(r.users[n], uint16(i))
		}
	}
	r.places = newWordSet([]string{"home", "users"})
	r.words = newWordSet(words)
	r.hits = make([]hits, len(r.rules))
	r.counts = make([]int64, len(r.rules)+2)
	for _, f := range folders {
		r.Learn(f)
	}
	return r
}

// Forget makes the redactor fit for another session: it knows no owners and has counted nothing.
func (r *Redactor) Forget() { r.names, r.counts = nil, make([]int64, len(r.counts)) }

// Replacements returns all texts that can replace another.
func (r *Redactor) Replacements() []string {
	out := make([]string, 0, len(r.counts))
	for i := range r.counts {
		out = append(out, r.shownFor(i))
	}
	return out
}

// shownFor returns what replaces what a rule finds.
func (r *Redactor) shownFor(rule int) string {
	if name := r.nameOf(rule); name != ruleHome {
		return opening + name + "]"
	}
	return "~"
}

// indexOf returns the place of s in a list, -1 without it.
func indexOf(list []string, s string) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return -1
}

// nameOf returns the name of a rule by its number.
func (r *Redactor) nameOf(number int) string {
	switch number - len(r.rules) {
	case 0:
		return ruleHome
	case 1:
		return ruleEmail
	}
	return r.rules[number].id
}

// Counts returns how often each rule replaced something, by the names of the rules.
func (r *Redactor) Counts() []session.Redaction {
	counts := map[string]int64{}
	names := []string{}
	for i, n := range r.counts {
		if name := r.nameOf(i); n > 0 {
			if counts[name] == 0 {
				names = append(names, name)
			}
			counts[name] += n
		}
	}
	order.SortStrings(names)
	out := make([]session.Redaction, 0, len(names))
	for _, name := range names {
		out = append(out, session.Redaction{Rule: name, Count: counts[name]})
	}
	return out
}

// Steps returns how much work was done so far; it grows with the bytes of the texts.
func (r *Redactor) Steps() int { return r.matcher.steps }

// Text returns s redacted.
func (r *Redactor) Text(s string) string { return r.redacted("", r.embedded(s), "") }

// Value returns the value of a member redacted: what a rule needs to know about it may be its name.
func (r *Redactor) Value(name, value string) string {
	lead := name + `": "`
	known := false
	if name != "" {
		r.matcher.steps += r.words.scan(lead, 0, len(lead), func(int, int) bool {
			known = true
			return false
		})
	}
	if !known {
		return r.Text(value)
	}
	return r.redacted(lead, r.embedded(value), `"`)
}

// maxRounds bounds how often a text is searched again.
const maxRounds = 4

// redacted returns a text redacted, which is between two others. Where a secret was replaced another one
// may begin that overlapped it, so the text is searched again.
func (r *Redactor) redacted(before, s, after string) string {
	for range maxRounds {
		whole, end := before+s+after, len(before)+len(s)
		r.findAll(whole, len(before), end)
		again := false
		for _, p := range r.spans {
			again = again || p.rule < len(r.rules)
		}
		if s = r.replace(whole, len(before), end); !again {
			break
		}
	}
	return s
}

// replace writes s[start:end] with its spans replaced, and counts them.
func (r *Redactor) replace(s string, start, end int) string {
	if len(r.spans) == 0 {
		return s[start:end]
	}
	r.mergeSpans()
	parts := make([]string, 0, 2*len(r.spans)+1)
	at := start
	for _, p := range r.spans {
		r.counts[p.rule]++
		parts = append(parts, s[at:p.start], r.shownFor(p.rule))
		at = p.end
	}
	return text.Join(append(parts, s[at:end]), "")
}

// mergeSpans sorts the spans and makes one of those that overlap.
func (r *Redactor) mergeSpans() {
	order.SortStable(r.spans, func(i, j int) bool {
		a, b := &r.spans[i], &r.spans[j]
		return a.start < b.start || a.start == b.start && a.rank < b.rank
	})
	out := r.spans[:1]
	for _, p := range r.spans[1:] {
		last := &out[len(out)-1]
		if p.start >= last.end {
			out = append(out, p)
			continue
		}
		last.end = max(last.end, p.end)
		if p.rank < last.rank {
			last.rule, last.rank = p.rule, p.rank
		}
	}
	r.spans = out
}

// opening is how a replacement begins.
const opening = "[redacted:"

// placeholderEnd returns where a replacement that begins at i ends, 0 when none does.
func placeholderEnd(s string, i int) int {
	if !strings.HasPrefix(s[i:], opening) {
		return 0
	}
	for j := i + len(opening); j < len(s) && j < i+len(opening)+64; j++ {
		switch c := s[j]; {
		case c == ']' && j > i+len(opening):
			return j + 1
		case c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// findAll finds what is to be replaced of s[low:high]: secrets in what a reader sees of it, addresses and
// homes in the text itself.
func (r *Redactor) findAll(s string, low, high int) {
	r.spans = r.spans[:0]
	r.matcher.steps += len(s)
	seen := window{text: s, plain: newPlainText(s)}
	if seen.plain != nil {
		seen.text = seen.plain.text
	}
	eachWindow(seen, func(w window) {
		r.searchSecrets(w)
		r.searchBroken(w)
	})
	for i := range r.spans {
		if q := &r.spans[i]; seen.plain != nil {
			q.start, _ = seen.plain.original(q.start)
			_, q.end = seen.plain.original(q.end - 1)
		}
	}
	eachWindow(window{text: s}, r.searchAddresses)
	kept := r.spans[:0]
	for _, p := range r.spans {
		if p.start, p.end = max(p.start, low), min(p.end, high); p.start < p.end {
			kept = append(kept, p)
		}
	}
	r.spans = kept
}

// eachWindow visits the windows into which a text is divided by what was redacted before: nothing is
// looked for across it.
func eachWindow(w window, visit func(window)) {
	s := w.text
	for i := 0; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '[')
		if n < 0 {
			break
		}
		i += n
		if end := placeholderEnd(s, i); end > 0 {
			w.end, w.cutEnd = i, true
			visit(w)
			w.start, w.cutStart = end, true
			i = end - 1
		}
	}
	w.end, w.cutEnd = len(s), false
	visit(w)
}

// searchAddresses finds home folders and addresses of a window.
func (r *Redactor) searchAddresses(w window) {
	if w.end-w.start < 4 {
		return
	}
	r.matcher.steps += r.places.scan(w.text, w.start, w.end, func(word, at int) bool {
		r.findHome(w, at, word > 0)
		return true
	})
	r.findEmails(w)
}

// searchSecrets looks for keywords in one pass, and then runs the rules that have one.
func (r *Redactor) searchSecrets(w window) {
	r.broken = r.broken[:0]
	if w.end-w.start < 4 {
		return
	}
	found := false
	r.matcher.steps += r.words.scan(w.text, w.start, w.end, func(word, at int) bool {
		found = true
		for _, i := range r.users[word] {
			r.hits[i].add(at)
			r.noteBroken(w, int(i), at)
		}
		return true
	})
	for i := 0; found && i < len(r.hits); i++ {
		if len(r.hits[i].at) > 0 {
			r.searchRule(i, w)
			r.hits[i].at = r.hits[i].at[:0]
		}
	}
}

// searchRule finds the secrets of one rule.
func (r *Redactor) searchRule(number int, w window) {
	u := &r.rules[number]
	p := u.compiled()
	h := &r.hits[number]
	starts := &startFinder{rule: u, text: w.text[:w.end], hits: h, hit: int(h.at[0]), search: int(h.at[0]), matcher: &r.matcher}
	from := w.start
	for {
		found, ok := r.matcher.find(p, w, from, starts)
		if !ok {
			return
		}
		for n := 0; n < u.prefix && found.start > from && isPrefixByte(w.text[found.start-1]); n++ {
			found.start--
		}
		if r.isSecret(u, w, found) {
			start, end := withoutQuotes(w.text, found.secret, found.secretEnd)
			r.spans = append(r.spans, span{start, end, number, u.rank})
		}
		from = max(found.secretEnd, from+1)
		starts.reset(from)
	}
}

// withoutQuotes leaves the quotes around a secret in place, so that what is quoted stays quoted.
func withoutQuotes(s string, start, end int) (int, int) {
	if end-start > 2 && s[start] == s[end-1] && (s[start] == '"' || s[start] == '\'') {
		return start + 1, end - 1
	}
	return start, end
}

// isPrefixByte reports whether the prefix that the table leaves out can have a byte.
func isPrefixByte(c byte) bool { return isAlnum(c) || c == '_' || c == '.' || c == '-' }

// isSecret reports whether a match passes the rule's entropy and allowlists.
func (r *Redactor) isSecret(u *rule, w window, found match) bool {
	secret := w.text[found.secret:found.secretEnd]
	if secret == "" || u.entropy > 0 && !exceedsEntropy(secret, u.entropy) {
		return false
	}
	for _, a := range u.allow {
		if a.allows(&r.matcher, w.text[w.start:w.end], match{found.start - w.start, found.end - w.start, found.secret - w.start, found.secretEnd - w.start}) {
			return false
		}
	}
	return true
}
