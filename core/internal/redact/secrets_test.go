package redact

import (
	"fmt"
	"math/rand"
	"regexp/syntax"
	"strings"
	"testing"
)

// sample writes a text that an expression matches, with random choices.
func sample(r *rand.Rand, re *syntax.Regexp, b *strings.Builder) {
	times := func(least, most int) {
		if most < 0 {
			most = least + 20
		}
		for range least + r.Intn(most-least+1) {
			sample(r, re.Sub[0], b)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		var choices []rune
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1] && c < 127; c++ {
				if c >= 32 || c == '\n' || c == '\t' {
					choices = append(choices, c)
				}
			}
		}
		if choices == nil {
			choices = re.Rune[:1]
		}
		b.WriteRune(choices[r.Intn(len(choices))])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte(32 + r.Intn(95)))
	case syntax.OpCapture:
		sample(r, re.Sub[0], b)
	case syntax.OpStar:
		times(0, 4)
	case syntax.OpPlus:
		times(1, 5)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			sample(r, sub, b)
		}
	case syntax.OpAlternate:
		sample(r, re.Sub[r.Intn(len(re.Sub))], b)
	}
}

// secretFor returns a text that matches a rule of the table.
func secretFor(r *rand.Rand, u *rule) string {
	tree, err := syntax.Parse(unpacked(u.expression), syntax.Perl)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	sample(r, tree, &b)
	return b.String()
}

func secretSpans(r *Redactor, w *twin, s string) string {
	r.spans = r.spans[:0]
	eachWindow(window{text: s}, r.searchSecrets)
	var kept []span
	for _, p := range r.spans {
		if p.rule < len(w.rules) {
			kept = append(kept, p)
		}
	}
	return fmt.Sprint(kept)
}

// TestTwin compares with the twin on texts full of secrets: each rule's own, broken ones, and many of
// them side by side.
func TestTwin(t *testing.T) {
	w, r := readTwin(t), New()
	for i, u := range w.rules {
		if u.id != r.rules[i].id {
			t.Fatalf("rule %d is %s; the twin has %s", i, r.rules[i].id, u.id)
		}
	}
	random := rand.New(rand.NewSource(1))
	found := map[int]int{}
	for round := range 4 {
		for i := range r.rules {
			s := randomText(random, r, i)
			got, want := secretSpans(r, w, s), fmt.Sprint(w.spans(s))
			if got != want {
				t.Errorf("round %d, %s: %q\n got %s\nwant %s", round, r.rules[i].id, s, got, want)
			}
			for _, p := range r.spans {
				found[p.rule]++
			}
		}
	}
	missing := 0
	for i := range r.rules {
		if found[i] == 0 {
			missing++
			t.Logf("no secret of %s was found", r.rules[i].id)
		}
	}
	if missing > 12 {
		t.Errorf("%d rules found nothing: the samples are not what they should be", missing)
	}
}

// randomText has secrets of a rule and of others, between separators of all kinds.
func randomText(random *rand.Rand, r *Redactor, i int) string {
	between := []string{" ", "\n", "", "x", `"`, `\n`, "=", "é", ": ", "curl -u ", "key=", " // "}
	var b strings.Builder
	for n := range 4 {
		u := &r.rules[i]
		if n%2 == 1 {
			u = &r.rules[random.Intn(len(r.rules))]
		}
		s := secretFor(random, u)
		if random.Intn(4) == 0 {
			cut := random.Intn(len(s) + 1)
			s = s[:cut] + between[random.Intn(len(between))] + s[cut:]
		}
		b.WriteString(between[random.Intn(len(between))] + s + between[random.Intn(len(between))])
	}
	return b.String()
}
