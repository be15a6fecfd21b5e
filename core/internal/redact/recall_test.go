package redact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math/rand"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// invented is a secret of testdata/recall.txt in its context.
type invented struct {
	kind          string
	before, after string
	secret        string
	random        []string // the parts of it that must not stay
}

// alphabets are those of templates such as {36a}.
var alphabets = map[byte]string{
	'a': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	'w': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
	'l': "abcdefghijklmnopqrstuvwxyz0123456789",
	'u': "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	'c': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	'd': "0123456789",
	'h': "0123456789abcdef",
	'H': "0123456789ABCDEF",
	'b': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
	'2': "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	'g': "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

var template = regexp.MustCompile(`\{(\d+)([a-zA-Z2])\}`)

// expand writes out the templates of a text. Characters at the ends of a part are letters or digits.
func expand(random *rand.Rand, s string) string {
	return template.ReplaceAllStringFunc(s, func(t string) string {
		m := template.FindStringSubmatch(t)
		n, _ := strconv.Atoi(m[1])
		if m[2] == "U" {
			return expand(random, "{8h}-{4h}-4{3h}-a{3h}-{12h}")
		}
		set := alphabets[m[2][0]]
		out := make([]byte, n)
		for i := range out {
			for out[i] = set[random.Intn(len(set))]; (i == 0 || i == n-1) && !isAlnum(out[i]); {
				out[i] = set[random.Intn(len(set))]
			}
		}
		return string(out)
	})
}

func readInvented(t testing.TB, seed int64) (out []invented) {
	t.Helper()
	data, err := os.ReadFile(cmp.Or(os.Getenv("RECALL_LIST"), "testdata/recall.txt"))
	if err != nil {
		t.Fatal(err)
	}
	kind, random := "", rand.New(rand.NewSource(seed))
	for _, line := range strings.Split(string(data), "\n") {
		before, rest, ok := strings.Cut(line, "«")
		if !ok || line[0] == '#' {
			if strings.HasPrefix(line, "[") {
				kind = strings.Trim(line, "[]")
			}
			continue
		}
		secret, after, ok := strings.Cut(rest, "»")
		if !ok {
			t.Fatalf("%q has no end", line)
		}
		lead, _, templated := strings.Cut(secret, "{")
		if !templated || kind == "value" {
			lead = ""
		}
		breaks := func(s string) string { return strings.ReplaceAll(expand(random, s), "⏎", "\n") }
		c := invented{kind: kind, before: breaks(before), secret: breaks(secret), after: breaks(after)}
		c.random = strings.Split(strings.TrimPrefix(c.secret, lead), "\n")
		out = append(out, c)
	}
	return out
}

// wrapping is how a tool shows a secret in its context.
type wrapping struct {
	name  string
	show  func(c invented) string
	least int // per cent of the values that must be found
}

// middle puts something into the middle of a secret.
func middle(s, what string) string {
	i := len(s) * 2 / 5
	return s[:i] + what + s[i:]
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func wrappings() []wrapping {
	around := func(name, open, end string) wrapping {
		return wrapping{name, func(c invented) string { return c.before + open + c.secret + end + c.after }, 85}
	}
	inside := func(name, what string) wrapping {
		return wrapping{name, func(c invented) string { return c.before + middle(c.secret, what) + c.after }, 85}
	}
	plain := func(c invented) string { return c.before + c.secret + c.after }
	list := []wrapping{
		{"plain", plain, 85},
		{"JSON", func(c invented) string { return `{"n":1,"text":` + quoted(plain(c)) + `}` }, 85},
		{"part of JSON", func(c invented) string { return `"n":1,"text":` + quoted("x\n"+plain(c)+"\ny") + `,"z":` }, 85},
		{"escaped twice", func(c invented) string { return "log: " + quoted(`{"a":`+quoted(plain(c)+"\n")+`}`) }, 85},
		{"escaped thrice", func(c invented) string { return "log: " + quoted(quoted(`{"a":`+quoted(plain(c)+"\n")+`}`)) }, 85},
		{"diff", func(c invented) string {
			return "@@ -1,2 +1,2 @@\n-old\n+" + strings.ReplaceAll(plain(c), "\n", "\n+") + "\n same"
		}, 85},
		around("colour around", "\x1b[1;32m", "\x1b[0m"),
		inside("colour inside", "\x1b[31m"),
		inside("escaped colour inside", `\u001b[31m`),
		inside("zero-width inside", "\u200b"),
		inside("soft hyphen inside", "\u00ad"),
		{"HTML", func(c invented) string { return "<pre>" + html.EscapeString(plain(c)) + "</pre>" }, 85},
		around("bold", "**", "**"),
		around("backticks", "`", "`"),
		{"80 columns", wrapped, 85},
	}
	// A value in quotes that ends in %0A has a line break in its quotes: it is no setting.
	for _, s := range []string{".", ",", ")", "]", "}", "<", "&", "|", "*", ":", "?", "#", "…", "\x1b[0m", "%0A"} {
		list = append(list, wrapping{"then " + strconv.Quote(s), func(c invented) string { return c.before + c.secret + s + c.after }, 70})
	}
	return list
}

// wrapped shows a text in a terminal of 80 columns that breaks the secret after 24 of its characters.
func wrapped(c invented) string {
	const columns = 80
	first := strings.Split(c.secret, "\n")[0]
	lead := c.before[strings.LastIndexByte(c.before, '\n')+1:]
	if n := columns - min(24, len(first)/2) - len(lead); n > 1 {
		lead = strings.Repeat("x ", n/2) + strings.Repeat(" ", n%2) + lead
	}
	head := c.before[:strings.LastIndexByte(c.before, '\n')+1]
	var b strings.Builder
	b.WriteString(head)
	for _, line := range strings.SplitAfter(lead+c.secret+c.after, "\n") {
		for len(line) > columns+1 || len(line) > columns && !strings.HasSuffix(line, "\n") {
			b.WriteString(line[:columns] + "\n")
			line = line[columns:]
		}
		b.WriteString(line)
	}
	return b.String()
}

var invisible = regexp.MustCompile("\x1b\\[[0-9;]*m|\\\\+u001b\\[[0-9;]*m|\u200b|\u00ad|\\\\|\n|\\*\\*")

// leaks reports whether eight characters of a secret can be read in a text.
func leaks(c invented, shown string) bool {
	shown = invisible.ReplaceAllString(html.UnescapeString(shown), "")
	for _, part := range c.random {
		n := min(8, len(part))
		for i := 0; n > 3 && i+n <= len(part); i++ {
			if strings.Contains(shown, part[i:i+n]) {
				return true
			}
		}
	}
	return false
}

// TestRecall prints how many of the invented secrets are found in each wrapping, and fails below the
// shares that we keep to. With RECALL=missed, or the name of a wrapping, it names those that are not
// found; RECALL_LIST is another list to look at, for which it only prints.
func TestRecall(t *testing.T) {
	list := readInvented(t, 1)
	total := map[string]int{}
	for _, c := range list {
		total[c.kind]++
	}
	other := os.Getenv("RECALL_LIST") != ""
	if !other && (total["vendor"] < 200 || total["value"] < 60 || len(list) < 265) {
		t.Fatalf("only %v", total)
	}
	r := New()
	for _, w := range wrappings() {
		found, missed := map[string]int{}, []string{}
		for _, c := range list {
			if leaks(c, r.Text(w.show(c))) {
				missed = append(missed, c.before+c.secret+c.after)
			} else {
				found[c.kind]++
			}
		}
		line := ""
		for _, k := range slices.Sorted(maps.Keys(total)) {
			line += fmt.Sprintf("  %s %3d of %3d", k, found[k], total[k])
		}
		t.Logf("%-22s%s", w.name, line)
		if asked := os.Getenv("RECALL"); asked == "missed" || asked == w.name {
			t.Log(strings.Join(missed, "\n"))
		}
		if !other && (100*found["vendor"] < 95*total["vendor"] || 100*found["value"] < w.least*total["value"]) {
			t.Errorf("%s: too few are found:\n%s", w.name, strings.Join(missed, "\n"))
		}
	}
}
