package redact

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/heddle-dev/heddle/core/internal/redact/rules/ending"
)

// twin finds secrets as gitleaks describes them: its own data, the standard library's expressions, no
// keyword positions and no table. It differs on purpose only where the generator says so: rules look
// at texts without a file name, two rules redact the whole match, one is lazy, a secret ends as package ending says, and after a match the
// search continues at the end of its secret.
type twin struct {
	rules []twinRule
	all   twinList
}

type twinRule struct {
	id       string
	re, next *regexp.Regexp
	keywords []string
	entropy  float64
	group    int
	rank     int
	number   int
	lists    []twinList
}

type twinList struct {
	target  string
	regexes []*regexp.Regexp
	stop    []string
}

type tomlList struct {
	Condition, RegexTarget    string
	Paths, Regexes, StopWords []string
}

func readTwin(t testing.TB) *twin {
	t.Helper()
	var data struct {
		Allowlist tomlList
		Rules     []struct {
			ID, Regex   string
			Path        string
			Keywords    []string
			Entropy     float64
			SecretGroup int
			Allowlists  []tomlList
		}
	}
	text, err := os.ReadFile(filepath.Join("rules", "gitleaks", "gitleaks.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := toml.Decode(string(text), &data); err != nil {
		t.Fatal(err)
	}
	list := func(l tomlList) (out twinList) {
		if l.Condition == "AND" {
			return out
		}
		out.target, out.stop = l.RegexTarget, l.StopWords
		for _, r := range l.Regexes {
			out.regexes = append(out.regexes, regexp.MustCompile(r))
		}
		return out
	}
	w := &twin{all: list(data.Allowlist)}
	for _, r := range data.Rules {
		if r.Regex == "" {
			continue
		}
		if r.ID == "curl-auth-user" {
			r.Regex = strings.Replace(r.Regex, `(?:.*|.*(?:[\r\n]{1,2}.*){1,5})`, `(?:.*?|.*?(?:[\r\n]{1,2}.*?){1,5})`, 1)
		}
		r.Regex = ending.Open(r.ID, r.Regex)
		out := twinRule{id: r.ID, re: regexp.MustCompile(r.Regex), next: regexp.MustCompile(`\A(?s:.)(?s:.*?)(` + r.Regex + `)`),
			keywords: r.Keywords, entropy: r.Entropy, group: r.SecretGroup}
		switch {
		case r.ID == "generic-api-key":
			out.rank = rankGeneric
		case r.Path != "":
			out.rank = rankAnyFile
		}
		if r.ID == "jwt-base64" || r.ID == "microsoft-teams-webhook" {
			out.group = -1
		}
		for _, l := range r.Allowlists {
			out.lists = append(out.lists, list(l))
		}
		out.number = len(w.rules)
		w.rules = append(w.rules, out)
	}
	return w
}

// spans returns the secrets in s, those of each rule in order.
func (w *twin) spans(s string) (out []span) {
	folded := strings.ToLower(s)
	for _, r := range w.rules {
		if !slices.ContainsFunc(r.keywords, func(k string) bool { return strings.Contains(folded, k) }) {
			continue
		}
		for from := 0; from <= len(s); {
			m := r.match(s, from)
			if m == nil {
				break
			}
			low, high := r.secret(m)
			if low < high && r.accepts(w, s, m, low, high) {
				start, end := withoutQuotes(s, low, high)
				out = append(out, span{start, end, r.number, r.rank})
			}
			from = max(high, from+1)
		}
	}
	return out
}

// match returns the places of the leftmost match from a position, with the text before in view.
func (r *twinRule) match(s string, from int) []int {
	if from == 0 {
		return r.re.FindStringSubmatchIndex(s)
	}
	before := from - 1
	for before > 0 && s[before]&0xc0 == 0x80 {
		before--
	}
	m := r.next.FindStringSubmatchIndex(s[before:])
	if m == nil {
		return nil
	}
	for i := range m {
		if m[i] >= 0 {
			m[i] += before
		}
	}
	return m[2:]
}

func (r *twinRule) secret(m []int) (low, high int) {
	if r.group > 0 {
		return m[2*r.group], m[2*r.group+1]
	}
	if r.group == 0 {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 && m[i] < m[i+1] {
				return m[i], m[i+1]
			}
		}
	}
	return m[0], m[1]
}

func (r *twinRule) accepts(w *twin, s string, m []int, low, high int) bool {
	secret := s[low:high]
	if r.entropy != 0 && entropy(secret) <= r.entropy {
		return false
	}
	for _, l := range append([]twinList{w.all}, r.lists...) {
		target := secret
		switch l.target {
		case "match":
			target = s[m[0]:m[1]]
		case "line":
			start, end := strings.LastIndexByte(s[:m[0]], '\n')+1, len(s)
			if i := strings.IndexByte(s[m[1]:], '\n'); i >= 0 {
				end = m[1] + i
			}
			target = s[start:end]
		}
		if slices.ContainsFunc(l.regexes, func(re *regexp.Regexp) bool { return re.MatchString(target) }) ||
			slices.ContainsFunc(l.stop, func(word string) bool { return strings.Contains(strings.ToLower(secret), word) }) {
			return false
		}
	}
	return true
}

func entropy(s string) (out float64) {
	counts := map[rune]int{}
	for _, c := range s {
		counts[c]++
	}
	for _, n := range counts {
		f := float64(n) / float64(len(s))
		out -= f * math.Log2(f)
	}
	return out
}
