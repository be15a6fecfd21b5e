package search

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

func parse(t testing.TB, text string) *Query {
	t.Helper()
	q, err := Parse(text, false)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return q
}

func possible(q *Query, raw string) bool {
	s := NewSieve(q)
	s.ScanChunk([]byte(raw))
	return s.MayMatch()
}

func TestSieve(t *testing.T) {
	for _, c := range []struct {
		query, raw string
		want       bool
	}{
		{"fix", `{"text":"Prefix"}`, true},
		{"fix", `{"text":"fi x"}`, false},
		{"fix auth", `{"a":"AUTH","b":"fix"}`, true},
		{"fix auth", `{"a":"fix"}`, false},
		{"fix -auth", `{"a":"fix auth"}`, true},
		{"kelvin", "{\"a\":\"\u212aELVIN\"}", true},
		{"kelvin", `{"a":"\u212aELVIN"}`, true},
		{"kelvin", `{"a":"\u212AELVIN"}`, true},
		{"kelvin", `{"a":"\u212BELVIN"}`, false},
		{"\u212aelvin", `{"a":"kelvin"}`, true},
		{"sos", "{\"a\":\"\u017fO\u017f\"}", true},
		{"sos", `{"a":"\u017fo\u017F"}`, true},
		{"ΣΊΣΥΦΟΣ", `{"a":"σίσυφος"}`, true},
		{"сон", `{"a":"\u0441\u043e\u043d"}`, true},
		{"сон", `{"a":"\u0421\u041E\u041d"}`, true},
		{"сон", `{"a":"\u0441\u043e\u043c"}`, false},
		{"ı", `{"a":"iI"}`, false},
		{"straße", `{"a":"strasse"}`, false},
		{"straße", `{"a":"STRA\u1e9eE"}`, true},
		{"🙂x", `{"a":"\ud83d\ude42X"}`, true},
		{"🙂x", `{"a":"\ud83d\ude43X"}`, false},
		{"🙂x", `{"a":"\ud83d🙂X"}`, true},
		{"x🙂", `{"a":"x\uD83D\uDE42"}`, true},
		{"日本", `{"a":"日\u672c"}`, true},
		{"é", `{"a":"e\u0301"}`, false},
		// What an escape holds matters only where it is part of the word.
		{"error", `{"a":"\u001b[31merro"}`, false},
		{"error", `{"a":"\u001b[31merror\u001b[0m"}`, true},
		{"error", `{"a":"err\u006fr"}`, true},
		{"error", `{"a":"\u0065rror"}`, true},
		{"héllo", `{"a":"h\u00e9llo"}`, true},
		{"héllo", `{"a":"h\u00c9LLO"}`, true},
		{"héllo", `{"a":"hello \u00e9"}`, false},
		{"héllo", `{"a":"h\\u00e9llo"}`, true}, // may be JSON in JSON
		{"naïve", `{"a":"na\\u00\u0065fve"}`, true},
		{"naïve", `{"a":"na\\\u007500efve"}`, true},
		{"naïve", `{"a":"na\u005cu00efve"}`, true},
		{"error", `{"a":"\\u0041 \u0042 \\u0075 \\\\u006e"}`, false},
		{"error", `{"a":"\\\u006e"}`, true},
		// A slash may be escaped.
		{"core/search", `{"a":"core\/search"}`, true},
		{"core/search", `{"a":"core/search"}`, true},
		{"core/search", `{"a":"core\u002fsearch"}`, true},
		{"core/search", `{"a":"core search"}`, false},
		{"/etc/", `{"a":"x/etc/y"}`, true},
		{"/etc/", `{"a":"x/etcy"}`, false},
		// Quotes, backslashes and controls are not looked for.
		{`"\""`, `{}`, true},
		{`/`, `{}`, true},
		{"\ufffd", `{}`, true},
		{`"say \"hi\" now"`, `{"a":"say \"hi\" now"}`, true},
		{`"say \"hi\" now"`, `{"a":"say it now"}`, true},
		{`"say \"hi\" now"`, `{"a":"so"}`, false},
		{`c:\dir`, `{"a":"C:\\DIR"}`, true},
		{"a\ufffdlong", "{\"a\":\"a\xfflong\"}", true},
		{"a\ufffdlong", `{"a":"a\ud800long"}`, true},
		// Phrases.
		{`"fix auth"`, `{"a":"fix auth"}`, true},
		{`"fix auth"`, `{"a":"fix\n\tauth"}`, true},
		{`"fix auth"`, `{"a":"fix\r\nauth"}`, true},
		{`"fix auth"`, `{"a":"fix\\n auth"}`, true},
		{`"fix auth"`, `{"a":"fix\u00a0\u2003auth"}`, true},
		{`"fix auth"`, "{\"a\":\"fix\u3000\u00a0auth\"}", true},
		{`"fix auth"`, `{"a":"fix","b":"auth"}`, false},
		{`"fix auth"`, `{"a":"fixauth"}`, false},
		{`"fix auth"`, `{"a":"fix the auth"}`, false},
		{`"new n"`, `{"a":"\\new\nn"}`, true},
		{`"zebra crossing here"`, `{"a":"zebra crossing there"}`, false},
		// Names are no text.
		{"message", `{"message":{"content":"x"},"a_message" : 1}`, false},
		{"message", "{\n  \"message\" : 1\n}", false},
		{"message", `{"type":"message","role": "message"}`, false},
		{"message", `{"type":"message","text":"Message"}`, true},
		{"message", `{"kind":"message"}`, true},
		{"message", `{"a":["message"]}`, true},
		{"message", `{"a":"{\"message\":1}"}`, true},
		{"message", `{"a":"{\"type\":\"message\"}"}`, true},
		{"message", `{"a":"x,\"message\":1}"}`, true},
		{"message", `"message"`, true},
		{"message", `message`, true},
		{"message", `{"a message":"message"}`, true},
		{"age", `{"message":"sage"}`, true},
		{"age", `{"message":"saga"}`, false},
		{`"type message"`, `{"type":"message"}`, false},
		// JSON in a string of JSON.
		{"naïve", `{"a":"{\"b\":\"na\\u00efve\"}"}`, true},
		{"naïve", `{"a":"{\"b\":\"na\u005cu00efve\"}"}`, true},
		{"🙂", `{"a":"{\"b\":\"\\ud83d\\ude42\"}"}`, true},
		{`"fix auth"`, `{"a":"{\"b\":\"fix\\u00a0\\nauth\"}"}`, true},
	} {
		q := parse(t, c.query)
		if got := possible(q, c.raw); got != c.want {
			t.Errorf("%s in %s: %v", c.query, c.raw, got)
		}
		for cut := range c.raw { // no chunk is too short to be looked at
			possible(q, c.raw[:cut])
			possible(q, c.raw[cut:])
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		query, raw string
		want       bool
	}{
		{"", `{}`, true},
		{"fix auth", `{"a":"auth"}`, true},
		{"fix auth", `{"a":"aut h"}`, false},
		{"fix -auth", `{"a":"auth"}`, true},
		{`fix -"\""`, `{}`, true},
		{"fix -é", `{"a":"\u00c9"}`, true},
		{`"fix auth"`, `{"a":"fix it"}`, false},
	} {
		if got := parse(t, c.query).MayMatchRecord([]byte(c.raw)); got != c.want {
			t.Errorf("%s in %s: %v", c.query, c.raw, got)
		}
	}
}

func TestMay(t *testing.T) {
	s := NewSieve(parse(t, `alpha beta \`))
	if s.MayMatch() || s.MayContain(0) || !s.MayContain(2) {
		t.Error("nothing was shown yet")
	}
	if !s.ScanChunk([]byte(`{"a":"beta"}`)) || s.MayMatch() || s.MayContain(0) || !s.MayContain(1) {
		t.Error("half of it was shown")
	}
	if s.ScanChunk([]byte(`{"a":"Alpha"}`)) || !s.MayMatch() || !s.MayContain(0) {
		t.Error("all of it was shown")
	}
	if s := NewSieve(parse(t, "")); s.ScanChunk(nil) || !s.MayMatch() {
		t.Error("an empty query rules nothing out")
	}
}

// encodings of a text as JSON. r draws where there is a choice.
var encodings = []func(r *rand.Rand, s string) string{
	plainJSON,
	func(_ *rand.Rand, s string) string { return asciiJSON(s, func(rune) bool { return true }) },
	func(r *rand.Rand, s string) string {
		return asciiJSON(s, func(c rune) bool { return c > 0x7e || r.Intn(3) == 0 })
	},
	func(r *rand.Rand, s string) string { // a slash may be escaped, and what is no text may be any bytes
		s = strings.ReplaceAll(plainJSON(r, s), "/", `\/`)
		return strings.ReplaceAll(s, "\ufffd", []string{"\xff", "\xe2\x84", `\udc00`, `\ud83d`}[r.Intn(4)])
	},
}

// plainJSON escapes what must be escaped.
func plainJSON(_ *rand.Rand, s string) string { return string(session.TextJSON(s)) }

// asciiJSON escapes the code points that choose says, and what must be.
func asciiJSON(s string, choose func(rune) bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case choose(c) && c > 0xffff:
			hi, lo := utf16.EncodeRune(c)
			fmt.Fprintf(&b, `\u%04x\u%04X`, hi, lo)
		case choose(c), c < ' ', c == '"', c == '\\':
			fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[c>>1&1], c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// record puts an encoded text into a record of some form.
func record(r *rand.Rand, text string) string {
	switch r.Intn(3) {
	case 0:
		return `{"type":"user","message":{"content":` + text + `}}`
	case 1:
		return "{\n  \"type\" : \"user\",\n  \"message\" : [\n    " + text + "\n  ]\n}"
	}
	return text
}

// checkSieve fails when a text that matches is ruled out by its bytes.
func checkSieve(t *testing.T, q *Query, text string, raw []byte) (matched bool) {
	t.Helper()
	d := NewDoc(q, Options{MaxHits: 1})
	d.AddMessage(0, &session.Message{Content: text})
	s := NewSieve(q)
	s.ScanChunk(raw)
	if d.IsMatch() && !s.MayMatch() {
		t.Fatalf("%q matches %q and is ruled out by %q", terms(q), text, raw)
	}
	for i, n := range d.RankStat().TF {
		if n > 0 && !s.MayContain(i) {
			t.Fatalf("%q occurs in %q and is ruled out by %q", q.terms[i].text, text, raw)
		}
	}
	if (d.HitCount() > 0 || d.excluded) && !q.MayMatchRecord(raw) {
		t.Fatalf("%q matters to %q and is ruled out by %q", terms(q), text, raw)
	}
	return d.IsMatch()
}

// decode reads the text back: encodings of the tests, not of the sieve, may be
// wrong.
func decode(t *testing.T, raw string) string {
	v, err := scan.Parse([]byte(raw))
	if err != nil {
		t.Fatalf("%q: %v", raw, err)
	}
	return v.String()
}

func randomQuery(r *rand.Rand, text string) string {
	var out []string
	for range 1 + r.Intn(3) {
		term := cutOf(r, text)
		if r.Intn(5) == 0 {
			term = randomText(r, 1+r.Intn(5))
		}
		term = `"` + strings.ReplaceAll(term, `"`, `\"`) + `"`
		if r.Intn(6) == 0 {
			term = "-" + term
		}
		out = append(out, term)
	}
	return strings.Join(out, " ")
}

func TestSieveRulesOutNothingThatMatches(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	matched, cleared := 0, 0
	n := rounds(4_000)
	for range n {
		text := randomText(r, r.Intn(60))
		q, err := Parse(randomQuery(r, text), false)
		if err != nil {
			continue
		}
		for _, encode := range encodings {
			raw := encode(r, text)
			if checkSieve(t, q, decode(t, raw), []byte(record(r, raw))) {
				matched++
			}
			if !possible(q, raw) {
				cleared++
			}
			// The same as JSON in a string of JSON.
			checkSieve(t, q, decode(t, raw), []byte(record(r, encode(r, raw))))
		}
	}
	if matched < n*3/4 || cleared < n*3/8 {
		t.Error("matched", matched, "ruled out", cleared)
	}
}

// TestSieveIsLinear counts the bytes that a sieve reads: eight times the text
// takes eight times the steps, for any text.
func TestSieveIsLinear(t *testing.T) {
	const n = 1 << 18
	var steps int
	countSteps = func(bytes int) { steps += bytes }
	defer func() { countSteps = nil }()
	for _, c := range []struct{ name, query, unit string }{
		{"same letter", `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa b"`, "a"},
		{"same letter escaped", `"ñaaaaaaaaaaaaaaaaaaaaaaaaaaaa b"`, `\u0061`},
		{"backslashes", "añb", `\`},
		{"backslashes before u", "añb", `\\u`},
		{"escapes", "añañañañb", `a\u00f1`},
		{"spaces", `"a b c d e f"`, "a "},
		{"wide spaces", `"a b c"`, "a" + strings.Repeat(" ", 200)},
		{"newlines", `"a b c"`, `a\n`},
		{"probes", "ſſſſſſſſſk", "s"},
		{"invalid", "日日日日日本", "\xe6\x97"},
		{"several probes", "kss strasse", "k"},
	} {
		raw := []byte(strings.Repeat(c.unit, n/len(c.unit)+1))
		q := parse(t, c.query)
		count := func(raw []byte) int {
			steps = 0
			NewSieve(q).ScanChunk(raw)
			return steps
		}
		short, long := count(raw[:n/8]), count(raw)
		t.Logf("%s: %.1f steps per byte", c.name, float64(long)/float64(len(raw)))
		if short < n/8 {
			t.Errorf("%s: only %d steps for %d bytes were counted", c.name, short, n/8)
		}
		if long > 9*short {
			t.Errorf("%s: 8 times the bytes take %.1f times the steps", c.name, float64(long)/float64(short))
		}
	}
}

func FuzzSieve(f *testing.F) {
	f.Add("kelvin", "The \u212aelvin scale", int64(1))
	f.Add(`"foo bar" -"x y"`, "foo\n bar", int64(2))
	f.Add("a/b", "A/B \u0001", int64(3))
	f.Add("ſ\ufffd🙂", "S\ufffd🙂 \u2028", int64(4))
	f.Add(`\"`, `\"\u`, int64(5))
	f.Fuzz(func(t *testing.T, query, text string, seed int64) {
		q, err := Parse(query, false)
		if err != nil || len(text) > 1<<16 {
			return
		}
		r := rand.New(rand.NewSource(seed))
		// Any bytes as they are, as they may be between quotes.
		if v, err := scan.Parse([]byte(`"` + text + `"`)); err == nil {
			checkSieve(t, q, v.String(), v.Raw())
		}
		text = strings.ToValidUTF8(text, string(utf8.RuneError))
		for _, encode := range encodings {
			raw := encode(r, text)
			checkSieve(t, q, decode(t, raw), []byte(record(r, raw)))
			checkSieve(t, q, decode(t, raw), []byte(record(r, encode(r, raw))))
		}
	})
}
