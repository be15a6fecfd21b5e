package redact

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestOwnRules reads the true and the false cases of our own rules.
func TestOwnRules(t *testing.T) {
	var set struct {
		Rules []struct {
			ID, Regex, Source string
			Found, Ignored    []string
		}
	}
	if _, err := toml.DecodeFile("rules/own.toml", &set); err != nil {
		t.Fatal(err)
	}
	if len(set.Rules) < 100 {
		t.Fatalf("only %d rules", len(set.Rules))
	}
	r := New()
	own := r.rules[len(r.rules)-len(set.Rules):]
	random := rand.New(rand.NewSource(4))
	for i, c := range set.Rules {
		if own[i].id != c.ID {
			t.Fatalf("rule %d is %s, not %s", i, own[i].id, c.ID)
		}
		if !strings.HasPrefix(c.Source, "https://") {
			t.Errorf("%s: its source is %q", c.ID, c.Source)
		}
		for _, text := range c.Found {
			text = expand(random, text)
			before, rest, _ := strings.Cut(text, "«")
			secret, after, ok := strings.Cut(rest, "»")
			if !ok {
				t.Errorf("%s: no secret in %q", c.ID, text)
			}
			spans := ruleSpans(r, len(r.rules)-len(set.Rules)+i, before+secret+after)
			if len(spans) != 1 || spans[0].start != len(before) || spans[0].end != len(before)+len(secret) {
				t.Errorf("%s: in %q it finds %v, not %d to %d", c.ID, before+secret+after, spans, len(before), len(before)+len(secret))
			}
			if shown := r.Text(before + secret + after); strings.Contains(shown, secret) {
				t.Errorf("%s: %q stays", c.ID, shown)
			}
		}
		for _, text := range c.Ignored {
			text = expand(random, text)
			if shown := r.Text(text); strings.Contains(shown, opening) {
				t.Errorf("%s: %q becomes %q", c.ID, text, shown)
			}
		}
	}
}

// ruleSpans returns what one rule finds.
func ruleSpans(r *Redactor, number int, s string) (out []span) {
	r.spans = r.spans[:0]
	eachWindow(window{text: s}, r.searchSecrets)
	for _, p := range r.spans {
		if p.rule == number {
			out = append(out, p)
		}
	}
	return out
}
