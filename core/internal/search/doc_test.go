package search

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/session"
)

// talk is a session with a text in every place that is searched.
var talk = []session.Message{
	{ID: "m0", Role: session.RoleUser, Content: "Please fix the Auth module"},
	{ID: "m1", Role: session.RoleAssistant, Thinking: "auth is in login.go", Content: "Looking",
		ToolCalls: []session.ToolCall{
			{ToolCallID: "c1", ToolName: "Bash", Input: session.JSON(`{"auth":"key","command":"grep -r login .","id":"login"}`)},
			{ToolCallID: "c2", ToolName: "Read", Input: session.JSON(`{"file_path":"/src/login.go"}`)},
		}},
	{ID: "m2", Role: session.RoleTool, ToolResult: &session.ToolResult{ToolCallID: "c1", Output: session.TextJSON("login.go: \"Auth\"\nlogin_test.go")}},
	{ID: "m3", Role: session.RoleTool, ToolResult: &session.ToolResult{ToolCallID: "c2", ToolName: "read", Output: session.JSON(`[{"text":"package login","type":"text"},{"bytes":9,"mediaType":"image/png","type":"image"}]`)}},
	{ID: "m4", Role: session.RoleAssistant, Content: "Fixed: AUTH works."},
}

func matchTalk(t testing.TB, query string, regex bool, o Options) *Doc {
	t.Helper()
	q, err := Parse(query, regex)
	if err != nil {
		t.Fatal(err)
	}
	d := NewDoc(q, o)
	d.AddTitle("Auth module")
	for i := range talk {
		d.AddMessage(int64(i), &talk[i])
	}
	d.SetLength(1000)
	return d
}

// where lists a document's hits as "title" or "index field".
func where(d *Doc) []string {
	var out []string
	for _, h := range d.Hits() {
		if h.MessageIndex == nil {
			out = append(out, string(h.Field))
		} else {
			out = append(out, strconv.FormatInt(*h.MessageIndex, 10)+" "+string(h.Field))
		}
	}
	return out
}

func TestDoc(t *testing.T) {
	const w = TitleWeight
	for _, c := range []struct {
		query   string
		o       Options
		matched bool
		tf      []int64
		hits    []string
	}{
		{"auth", Options{}, true, []int64{w + 4}, []string{"title", "0 content", "1 thinking", "2 toolResult", "4 content"}},
		{"auth nowhere", Options{}, false, []int64{w + 4, 0}, []string{"title", "0 content", "1 thinking", "2 toolResult", "4 content"}},
		{"grep fixed", Options{}, true, []int64{1, 1}, []string{"1 toolCall", "4 content"}},
		{"grep -fixed", Options{}, false, []int64{1}, nil},
		{"grep -absent", Options{}, true, []int64{1}, []string{"1 toolCall"}},
		{"login", Options{}, true, []int64{1 + 2 + 2 + 1}, []string{"1 thinking", "2 toolResult", "3 toolResult"}},
		{"file_path", Options{}, false, []int64{0}, nil}, // a key
		{"c1", Options{}, false, []int64{0}, nil},        // an id
		{"image", Options{}, false, []int64{0}, nil},     // a name
		{"key", Options{}, true, []int64{1}, []string{"1 toolCall"}},
		{`"auth module"`, Options{}, true, []int64{w + 1}, []string{"title", "0 content"}},
		{`"\"auth\" login_test"`, Options{}, true, []int64{1}, []string{"2 toolResult"}},
		{"auth", Options{Role: session.RoleUser}, true, []int64{1}, []string{"0 content"}},
		{"fix auth", Options{Role: session.RoleTool}, false, []int64{0, 1}, []string{"2 toolResult"}},
		{"login", Options{Tool: "BASH"}, true, []int64{1 + 2}, []string{"1 toolCall", "2 toolResult"}},
		{"login", Options{Tool: "read"}, true, []int64{1 + 1}, []string{"1 toolCall", "3 toolResult"}},
		{"login", Options{Tool: "read", Role: session.RoleTool}, true, []int64{1}, []string{"3 toolResult"}},
		{"login", Options{Tool: "bash", Role: session.RoleTool}, true, []int64{2}, []string{"2 toolResult"}},
		{"login", Options{Tool: "Write"}, false, []int64{0}, nil},
		{"", Options{Tool: "read"}, true, nil, []string{"1 toolCall", "3 toolResult"}},
		{"", Options{Tool: "Write"}, false, nil, nil},
		{"", Options{Role: session.RoleUser}, true, nil, []string{"0 content"}},
	} {
		c.o.MaxHits = 100
		d := matchTalk(t, c.query, false, c.o)
		if d.IsMatch() != c.matched || !slices.Equal(d.RankStat().TF, c.tf) {
			t.Errorf("%s %+v: %v %v, want %v %v", c.query, c.o, d.IsMatch(), d.RankStat().TF, c.matched, c.tf)
		}
		if (c.matched || c.hits != nil) && !slices.Equal(where(d), c.hits) {
			t.Errorf("%s %+v: hits %q, want %q", c.query, c.o, where(d), c.hits)
		}
		if d.IsMatch() && d.HitCount() != int64(len(c.hits)) || d.RankStat().Length != 1000 {
			t.Errorf("%s %+v: %d hits", c.query, c.o, d.HitCount())
		}
	}
}

func TestDocExpressions(t *testing.T) {
	for _, c := range []struct {
		expr string
		tf   int64
		hits []string
	}{
		{`log(in|out)\.go`, 1 + 1 + 1, []string{"1 thinking", "2 toolResult"}},
		{`(?-i)AUTH`, 1, []string{"4 content"}},
		{`^fix`, 1, []string{"4 content"}},
		{`auth"\s+login`, 1, []string{"2 toolResult"}},
		{`q*`, 0, nil}, // what is empty is no match
	} {
		d := matchTalk(t, c.expr, true, Options{MaxHits: 9})
		if d.RankStat().TF[0] != c.tf || !slices.Equal(where(d), c.hits) {
			t.Errorf("%s: %v %q, want %d %q", c.expr, d.RankStat().TF, where(d), c.tf, c.hits)
		}
	}
}

func TestDocKeepsTheFirstHits(t *testing.T) {
	d := matchTalk(t, "auth", false, Options{MaxHits: 2})
	if !slices.Equal(where(d), []string{"title", "0 content"}) || d.HitCount() != 5 {
		t.Error(where(d), d.HitCount())
	}
	h := d.Hits()[1]
	if h.MessageID != "m0" || h.Role != session.RoleUser || h.Snippet != "Please fix the Auth module" ||
		!reflect.DeepEqual(h.Ranges, []session.MatchRange{{Start: 15, End: 19}}) {
		t.Errorf("%+v", h)
	}
	if d = matchTalk(t, "auth", false, Options{}); d.Hits() != nil || d.HitCount() != 5 {
		t.Error(where(d), d.HitCount())
	}
}

func TestEncodedDataDoesNotCount(t *testing.T) {
	data := strings.Repeat("QUJDREVG", 40)
	for _, c := range []struct {
		name, text string
		want       int64
	}{
		{"data", data, 0},
		{"in a sentence", "image: " + data + " end", 0},
		{"behind words", "qujd and " + data + " qujd", 2},
		{"short", data[:encodedBytes-1], encodedBytes / 8},
		{"just long enough", data[:encodedBytes], 0},
		{"broken by a blank", data[:160] + " " + data[:160], 40},
		{"url alphabet", data[:160] + "-_" + data[:160], 0},
		{"two", data + "." + data, 0},
	} {
		d := NewDoc(parse(t, "qujd"), Options{MaxHits: 1})
		d.AddMessage(0, &session.Message{Content: c.text})
		if got := d.RankStat().TF[0]; got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	d := NewDoc(parse(t, `"ab x" "=." `), Options{})
	d.AddMessage(0, &session.Message{Content: strings.Repeat("ab", 150) + " x" + strings.Repeat("=", 300) + "."})
	if tf := d.RankStat().TF; tf[0] != 1 || tf[1] != 1 {
		t.Error("what only begins in data counts", tf)
	}
}

func TestEachText(t *testing.T) {
	for _, c := range []struct {
		json string
		want []string
	}{
		{`"a"`, []string{"a"}},
		{`{"k":"a","l":["b",{"m":"c"}],"n":1}`, []string{"a", "b", "c"}},
		{`{"id":"a","data":"b","x":"c"}`, []string{"c"}},
		{`{"id":["a"],"data":{"x":"b"}}`, []string{"a", "b"}},
		{`{"id":1,"x":"b"}`, []string{"b"}},
		{`{ "id" : "a" , "x" : "b" }`, []string{"b"}},
		{`{"signature":"a","thoughtSignature":"b","encrypted_content":"c","tool_use_id":"d","type":"text","text":"e"}`, []string{"e"}},
		{`{"a":"\"id\":","b":"\\","c":"x:"}`, []string{`"id":`, `\`, "x:"}},
		{`{"":"a"}`, []string{"a"}},
		{`["\u00e9\n"]`, []string{"é\n"}},
		{`[]`, nil},
		{`null`, nil},
		{`"torn`, nil},
		{``, nil},
	} {
		var got []string
		eachText([]byte(c.json), nil, func(s string) bool { got = append(got, s); return true })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.json, got, c.want)
		}
	}
}

// FuzzEachText holds the texts of any JSON against the standard library's.
func FuzzEachText(f *testing.F) {
	f.Add([]byte(`{"k":"a","l":["b",{"m":"c\u00e9"}],"n":1}`))
	f.Add([]byte(`[{"x":"\\\""},"\ud83d"]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			eachText(data, nil, func(string) bool { return true })
			return
		}
		d := json.NewDecoder(strings.NewReader(string(data)))
		var want []string
		var walk func(skip bool)
		walk = func(skip bool) {
			switch tok, _ := d.Token(); tok := tok.(type) {
			case string:
				if !skip {
					want = append(want, tok)
				}
			case json.Delim:
				for d.More() {
					skip := false
					if tok == '{' {
						key, _ := d.Token()
						skip = noText([]byte(key.(string)))
					}
					walk(skip)
				}
				d.Token()
			}
		}
		walk(false)
		if strings.Contains(string(data), `\u`) { // keys may be escaped, which no writer does
			return
		}
		var got []string
		eachText(data, nil, func(s string) bool { got = append(got, s); return true })
		if utf8.Valid(data) && !slices.Equal(got, want) {
			t.Fatalf("%s: %q, want %q", data, got, want)
		}
	})
}

func TestDocIsLinear(t *testing.T) {
	long := strings.Repeat("a", 1<<20) + " " + strings.Repeat("s", 1<<20) + " " + strings.Repeat("ab", 1<<19) + strings.Repeat(" ", 1<<20) + "."
	for _, query := range []string{strings.Repeat("a", 1000) + "b", "s", "a", "abababababac", `"a a"`, `"b ."`, "ſ"} {
		d := NewDoc(parse(t, query), Options{MaxHits: 1})
		d.AddMessage(0, &session.Message{Content: long})
		d.AddMessage(1, &session.Message{ToolResult: &session.ToolResult{Output: session.TextJSON(long)}})
	}
}
