package search

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// checkCount checks that messages which are counted text by text make the same
// of a session as messages which are matched whole.
func checkCount(t *testing.T, q *Query, list []session.Message, o Options) {
	t.Helper()
	whole, counted := NewDoc(q, o), NewDoc(q, o)
	c := NewCounter(q)
	for i := range list {
		m := &list[i]
		whole.AddMessage(int64(i), m)
		n := make([]int64, q.TermCount())
		out := c.CountText(m.Content, n)
		out = c.CountText(m.Thinking, n) || out
		for k := range m.ToolCalls {
			out = c.CountJSON(m.ToolCalls[k].Input, n) || out
		}
		if m.ToolResult != nil {
			out = c.CountJSON(m.ToolResult.Output, n) || out
		}
		counted.AddCounts(m.Role, n, out)
	}
	if whole.IsMatch() != counted.IsMatch() {
		t.Fatalf("%v in %+v: whole %v, counted %v", q.TermTexts(), list, whole.IsMatch(), counted.IsMatch())
	}
	if !whole.IsMatch() {
		return
	}
	if a, b := whole.RankStat(), counted.RankStat(); !slices.Equal(a.TF, b.TF) || whole.HitCount() != counted.HitCount() {
		t.Fatalf("%v in %+v: whole %v %d, counted %v %d", q.TermTexts(), list, a.TF, whole.HitCount(), b.TF, counted.HitCount())
	}
}

// someTalk makes messages of texts.
func someTalk(r *rand.Rand, text func() string) []session.Message {
	list := make([]session.Message, 1+r.Intn(3))
	for i := range list {
		list[i] = session.Message{Role: []session.Role{session.RoleUser, session.RoleAssistant}[r.Intn(2)], Content: text(), Thinking: text(),
			ToolCalls: []session.ToolCall{{Input: session.JSON(`{"type":` + string(session.TextJSON(text())) + `,"x":` + string(session.TextJSON(text())) + `}`)}}}
		if r.Intn(2) == 0 {
			output := text()
			if r.Intn(4) == 0 {
				output += strings.Repeat("AbC/9+-_"[:4+r.Intn(4)], 20+r.Intn(40)) + []string{"", "/", "\n", " "}[r.Intn(4)] + text()
			}
			list[i].ToolResult = &session.ToolResult{Output: session.JSON(encodings[r.Intn(len(encodings))](r, output))}
		}
	}
	return list
}

func TestCounterAgreesWithDoc(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range rounds(3000) {
		list := someTalk(r, func() string { return randomText(r, 1+r.Intn(60)) })
		query, regex := randomQuery(r, list[0].Content), r.Intn(3) == 0
		if regex {
			query = randomExpression(r, list[0].Content)
		}
		q, err := Parse(query, regex)
		if err != nil || !q.IsCountable() {
			continue
		}
		o := Options{}
		if r.Intn(3) == 0 {
			o.Role = session.RoleUser
		}
		checkCount(t, q, list, o)
	}
}

func TestCountable(t *testing.T) {
	for query, want := range map[string]bool{"a": true, `"a b" -c`: true, "": false} {
		if q := parse(t, query); q.IsCountable() != want {
			t.Errorf("%q: %v", query, q.IsCountable())
		}
	}
	for expr, want := range map[string]bool{`a.b`: true, `a\wb|c`: true, `\w`: false, `a\sb`: false, `^ab`: false, `(?m)^ab$`: true, `\bab`: true} {
		if q, err := Parse(expr, true); err != nil || q.IsCountable() != want {
			t.Errorf("%s: %v, %v", expr, q.IsCountable(), err)
		}
	}
}

// TestCountStored: texts whose stored bytes look like words and are not; and the reverse.
func TestCountStored(t *testing.T) {
	data := strings.Repeat("Ab", 98)
	for _, c := range []struct {
		query, json string
		want        int64
		stored      bool
	}{
		{"new", `"a new\nnew\"new"`, 3, true}, {"nnew", `"a\nnew"`, 0, false}, {"anew", `"anew\nanew \"anew\""`, 3, true},
		{"uuid", `"\u0075uid uuid"`, 2, false}, {"quid", `"\u001b[1mquid\u001b"`, 1, false}, {"abab", `"` + data + ` abab"`, 50, true},
		{"abab", `"` + data + `\/ab12 abab"`, 1, false}, {"abab", `"` + data + `\nab"`, 49, false}, {"abab", `"` + data + `\nab12345"`, 49, false}, {"answer", `"\"_answer_of\":\"heddle answer"`, 0, false},
		{"k", "\"\u212a k\"", 2, true},
	} {
		n := []int64{0}
		NewCounter(parse(t, c.query)).CountJSON([]byte(c.json), n)
		_, stored := NewCounter(parse(t, c.query)).countStored([]byte(c.json), []int64{0})
		if n[0] != c.want || stored != c.stored {
			t.Errorf("%s in %.40s: %d, by stored bytes %v", c.query, c.json, n[0], stored)
		}
		checkCount(t, parse(t, c.query), []session.Message{{Role: session.RoleUser, ToolResult: &session.ToolResult{Output: session.JSON(c.json)}}}, Options{})
	}
}

// checkLeaps checks that probes which leap lead to the same places.
func checkLeaps(t *testing.T, q *Query, raw []byte) {
	t.Helper()
	for i := range q.terms {
		if a, b := q.terms[i].isStoredIn(raw, false), q.terms[i].isStoredIn(raw, true); a != b {
			t.Fatalf("%q in %q: %v, by leaps %v", q.terms[i].text, raw, a, b)
		}
	}
}

func TestLeaps(t *testing.T) {
	if !parse(t, "quokka").terms[0].needles[0].leaps.list[0].leap.on {
		t.Error("a rare byte is not gone after")
	}
	r := rand.New(rand.NewSource(4))
	for range rounds(5000) {
		text := randomText(r, 1+r.Intn(80))
		if q, err := Parse(randomQuery(r, text), false); err == nil {
			raw := record(r, text)
			checkLeaps(t, q, []byte(raw))
			checkLeaps(t, q, []byte(raw[:r.Intn(len(raw)+1)]))
		}
	}
}

func FuzzCounter(f *testing.F) {
	f.Add("fix -auth", "Fix it\n\nfix", `{"a":"FIX"}`)
	f.Add(`"a b"`, "a\nb a b", `"a b"`)
	f.Add("ask", "a\u017f\u212a", `["ask"]`)
	f.Fuzz(func(t *testing.T, query, text, raw string) {
		q, err := Parse(query, false)
		if err != nil {
			return
		}
		checkLeaps(t, q, []byte(raw))
		checkLeaps(t, q, []byte(fmt.Sprintf(`{"text":%s}`, session.TextJSON(text))))
		if q.IsCountable() {
			text = string([]rune(text))
			checkCount(t, q, []session.Message{{Role: session.RoleUser, Content: text},
				{Role: session.RoleTool, Thinking: text, ToolResult: &session.ToolResult{Output: session.TextJSON(raw)}}}, Options{})
		}
	})
}
