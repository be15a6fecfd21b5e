package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"golang.org/x/net/html"
)

// hostile are texts that do something in a page which shows them as they are.
var hostile = []string{
	`<script>document.title = "owned"</script>`, `<img src=x onerror="document.title = 'owned'">`, `<svg/onload=alert(1)>`,
	`[a](javascript:alert(1)) ![b](http://tracker.invalid/x.png) ![c](javascript:alert(2)) <javascript:alert(3)>`,
	`</style><style>body{display:none}</style>`, `</pre></details></main><h1>x</h1>`, `"><b onmouseover=alert(4)>`, "`${alert(5)}` {{.}} {{define \"x\"}}",
	"a\u202Eb\u0000c\x1b[31mred\x1b[0m\x1b]0;title\x07", "<!-- x --> <![CDATA[x]]> <?x ?>", `[d]: javascript:alert(6)` + "\n\n[d]", "<iframe src=http://tracker.invalid></iframe>",
	`<a href="http://tracker.invalid" ping="http://tracker.invalid">e</a>`, "![f](data:text/html;base64,PHNjcmlwdD4=)", "![g](data:image/svg+xml;base64,PHN2Zz4=)", `<meta http-equiv="refresh" content="0;url=http://tracker.invalid">`,
	"| a | b |\n|:-:|---|\n| <b>1</b> | x |", "~~~js\" onclick=alert(7)\n</code></pre><script>alert(8)</script>\n~~~",
}

// tiny is a picture of one pixel.
const tiny = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// sampleSession has every part that a page shows, each with a hostile text.
func sampleSession() *heddle.Session {
	all := strings.Join(hostile, "\n\n")
	quoted := func(v any) heddle.JSON {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return b
	}
	at := time.Date(2026, 11, 20, 17, 15, 52, 107e6, time.UTC)
	usd := heddle.Money(12_301_500_000)
	cost := &heddle.CostRecord{InputTokens: 1234, OutputTokens: 56, TotalUSD: &usd, Source: "computed", PriceTable: "2026-09-23"}
	s := &heddle.Session{Agent: "claude", SessionID: hostile[0], UnifiedID: "claude:" + hostile[0], Title: "Fix " + hostile[4], Model: hostile[6], Cwd: hostile[1],
		CreatedAt: at, UpdatedAt: at, TurnCount: 2, MessageCount: 7, Cost: cost, Tags: []string{hostile[2]}, Redactions: []heddle.Redaction{{Rule: hostile[0], Count: 2}}}
	s.Messages = []heddle.Message{
		{Role: heddle.RoleUser, Type: "user", Content: "# Fix the parser\n\n- [x] one\n- two\n\n```go\nfunc main() { println(\"</pre>\") }\n```\n\nsee https://example.org/a?b=c&d", Timestamp: at},
		{Role: heddle.RoleAssistant, Type: "assistant", Content: "I **look**.\n\n![pixel](data:image/png;base64," + tiny + ")", Thinking: all, Model: hostile[0], Timestamp: at,
			TokenUsage: &heddle.TokenUsage{InputTokens: 1234, OutputTokens: 56}, Cost: cost,
			ToolCalls: []heddle.ToolCall{
				{ToolCallID: "1", ToolName: "Bash", Input: quoted(map[string]string{"command": "echo '" + all + "'", "description": hostile[0]})},
				{ToolCallID: "2", ToolName: "Edit", Input: quoted(map[string]string{"file_path": "src/" + hostile[1] + ".go", "old_string": "a\nb\nc\n", "new_string": "a\n" + all + "\nc"})},
				{ToolCallID: "3", ToolName: hostile[0], Input: quoted(map[string]string{hostile[0]: all}), DurationMS: 1500},
				{ToolCallID: "4", ToolName: "apply_patch", Input: quoted("*** Begin Patch\n*** Update File: a.go\n@@\n-old\n+new " + hostile[0] + "\n*** Add File: b.go\n+b\n*** End Patch\n")},
			}},
		{Role: heddle.RoleTool, Type: "tool_result", ToolResult: &heddle.ToolResult{ToolCallID: "1", ToolName: "Bash", Output: quoted(all), ExitCode: 3}},
		{Role: heddle.RoleTool, Type: "tool_result", ToolResult: &heddle.ToolResult{ToolCallID: "3", ToolName: hostile[0], IsError: true,
			Output: quoted([]any{map[string]string{"type": "text", "text": all}, map[string]any{"type": "image", "source": map[string]string{"type": "base64", "media_type": "image/png", "data": tiny}},
				map[string]any{"type": "image", "source": map[string]string{"media_type": "image/svg+xml", "data": "PHN2Zz4="}}})}},
		{Role: heddle.RoleTool, Type: "tool_result", ToolResult: &heddle.ToolResult{ToolCallID: "none", Output: quoted("alone " + all)}},
		{Role: heddle.RoleUser, Type: "user", Content: all, Attachments: []heddle.Attachment{{Name: hostile[0], MediaType: hostile[1], Bytes: 12345}}},
		{Role: heddle.RoleSystem, Type: "system", Kind: "compaction", Content: all},
	}
	return s
}

func rendered(t *testing.T, s *heddle.Session) string {
	t.Helper()
	var b bytes.Buffer
	if err := Render(&b, s, always); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSample writes the page that the browser's test opens.
func TestSample(t *testing.T) {
	if name := os.Getenv("HEDDLE_PAGE_SAMPLE"); name != "" {
		if err := os.WriteFile(name, []byte(rendered(t, sampleSession())), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestElements reads the page as a browser does: it has no element and no attribute but those that the
// page itself and Markdown make.
func TestElements(t *testing.T) {
	allowed := map[string]bool{}
	for _, name := range strings.Fields("html head meta title style body a header h1 h2 h3 h4 h5 h6 dl div dt dd code span time nav ol ul li main section article small details summary pre p b strong em del figure figcaption table thead tbody tr th td footer input img br hr blockquote") {
		allowed[name] = true
	}
	attributes := map[string]bool{}
	for _, name := range strings.Fields("lang charset http-equiv content name class href id dir aria-label aria-labelledby tabindex datetime open rel scope src alt type disabled checked start align") {
		attributes[name] = true
	}
	doc, err := html.Parse(strings.NewReader(rendered(t, sampleSession())))
	if err != nil {
		t.Fatal(err)
	}
	styles := 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			if n.Type == html.CommentNode {
				t.Errorf("a comment: %q", n.Data)
			}
			continue
		}
		if n.Data == "style" {
			styles++
		}
		if !allowed[n.Data] {
			t.Errorf("an element %s", n.Data)
		}
		for _, a := range n.Attr {
			checkAttribute(t, n.Data, a, attributes)
		}
	}
	if styles != 1 {
		t.Errorf("%d style sheets", styles)
	}
}

func checkAttribute(t *testing.T, element string, a html.Attribute, known map[string]bool) {
	t.Helper()
	switch {
	case !known[a.Key]:
		t.Errorf("<%s> has an attribute %s=%q", element, a.Key, a.Val)
	case a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/png;base64,"):
		t.Errorf("an image from %q", a.Val)
	case a.Key == "href" && !strings.HasPrefix(a.Val, "#") && !isSafeTarget(a.Val):
		t.Errorf("a link to %q", a.Val)
	}
}

// TestNothingIsLost looks for every hostile text in what the page shows.
func TestNothingIsLost(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(rendered(t, sampleSession())))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "style" {
			b.WriteString(n.Data)
		}
	}
	for _, h := range hostile {
		if strings.Contains(h, "\n") {
			continue // it is lines of Markdown
		}
		if n := strings.Count(b.String(), visible(h)); n < 4 { // thinking, input, edit, results
			t.Errorf("%q is shown %d times", h, n)
		}
	}
}

func TestPageIsTheSameTwice(t *testing.T) {
	s := sampleSession()
	if first, second := rendered(t, s), rendered(t, s); first != second {
		t.Error("two renderings differ")
	}
}

func TestParts(t *testing.T) {
	out := rendered(t, sampleSession())
	for _, want := range []string{
		`<a href="#prompt-1" dir="auto"># Fix the parser`, `<section class="turn" id="prompt-2" aria-label="Turn 2">`, `<p class="spend">Turn 1: 1,234 tokens in, 56 out, $0.0123015</p>`,
		`<span class="del">-b` + "\n</span>", `<small class="stat"><span class="plus">+1</span> <span class="minus">−1</span></small>`, `<small class="failed">failed, exit code 3</small>`,
		`<figcaption><code>b.go</code></figcaption>`, `⟨U+202E⟩`, `<small>1,500 ms</small>`, `<span class="kd">func</span>`, `<a rel="noopener noreferrer" href="https://example.org/a?b=c&amp;d">`,
		`<time datetime="2026-11-20T17:15:52.107Z">2026-11-20 17:15:52 UTC</time>`, `<th scope="row">Total</th><td>$0.0123015 (computed)</td>`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s", want)
		}
	}
	if n := strings.Count(out, tiny); n != 2 {
		t.Errorf("%d pictures", n)
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{`{"path":"x","old_str":"a","new_str":"b"}`, "x +1-1"},
		{`{"filePath":"x","content":"a\nb\n"}`, "x +2-0"},
		{`{"file_path":"x","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":""}]}`, "x +1-1; x +0-1"},
		{`{"command":["apply_patch","*** Begin Patch\n*** Delete File: x\n*** Update File: y\n*** Move to: z\n@@\n-a\n*** End Patch"]}`, "x +0-0; y +0-1"},
		{`{"diff":"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"}`, " +0-0; x +1-1"},
		{`{"command":"ls"}`, ""}, {`{"path":"x"}`, ""}, {`"text"`, ""}, {`null`, ""}, {`[1]`, ""}, {`{"path":7,"content":1}`, ""},
	} {
		var got []string
		for _, e := range editsOf([]byte(c.input)) {
			got = append(got, fmt.Sprintf("%s +%d-%d", e.Path, e.Added, e.Removed))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.input, s, c.want)
		}
	}
}

func TestEmptySession(t *testing.T) {
	out := rendered(t, &heddle.Session{UnifiedID: "claude:x"})
	if !strings.Contains(out, "<h1 dir=\"auto\">claude:x</h1>") || !strings.Contains(out, "No usage is recorded") || strings.Contains(out, "<nav") {
		t.Error(out)
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestFullDisk(t *testing.T) {
	if err := Render(full{}, sampleSession(), always); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, h := range hostile {
		f.Add(h)
	}
	f.Fuzz(func(t *testing.T, s string) {
		nodes, err := html.ParseFragment(strings.NewReader(string(markdown(s))), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, root := range nodes {
			for n := range root.Descendants() {
				switch n.Data {
				case "script", "style", "iframe", "svg", "object", "embed", "form", "meta", "base", "link":
					if n.Type == html.ElementNode {
						t.Errorf("%q: an element %s", s, n.Data)
					}
				}
				for _, a := range n.Attr {
					if strings.HasPrefix(a.Key, "on") || a.Key == "href" && !isSafeTarget(a.Val) {
						t.Errorf("%q: %s=%q", s, a.Key, a.Val)
					}
				}
			}
		}
	})
}

// always is a check that never ends the work.
func always() error { return nil }

// marks are texts that reading as Markdown, or colouring, takes long for when they are repeated.
var marks = []string{"[a](", "[", "![", "*a_", "*_", "![a](", "[*a](", "[a](()", "[[a]](", "[a]\n", "[a]:\n", "`a", "~~a", "_a ", "a\n|-\n", "[a](<b",
	"> ", ">", "- ", "1. ", "> - ", "|a", "<a ", "<", "\n \n", "- a\n  "}

// TestBoundsOfMarkdown: a long text of marks is shown as it is, said so, and what people write is read.
func TestBoundsOfMarkdown(t *testing.T) {
	const plain = "could take too long"
	for _, mark := range marks[:16] {
		for _, n := range []int{320_000, 1 << 20} {
			text := strings.Repeat(mark, n/len(mark))
			if isReadable(text) || !strings.Contains(string(markdown(text)), plain) {
				t.Errorf("%q, %d bytes: read as Markdown", mark, n)
			}
		}
	}
	for _, deep := range []string{strings.Repeat(">", 200), strings.Repeat("> - ", 100), strings.Repeat("  ", 300) + "- a"} {
		if isReadable(deep + " a") {
			t.Errorf("%.20q… is read as Markdown", deep)
		}
	}
	for _, hidden := range []string{"<!--\n```\n-->\n", "```a`\n", "- a\n\n  ```\nb\n", "    ```\n\n", "> ```\n\n", "```\n```\n"} {
		if isReadable(hidden + strings.Repeat("[a](", 50_000)) {
			t.Errorf("%q makes marks look like code", hidden)
		}
	}
	table := strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + "\n" + strings.Repeat("|b\n", 1000)
	if isReadable(table) {
		t.Error("a table of a million cells is read as Markdown")
	}
	for _, text := range []string{
		strings.Repeat("* see [the page](https://example.org/a_b) and `code`\n", 500), strings.Repeat("| a | b | c | d |\n", 300), strings.Repeat("-", 300),
		strings.Repeat("# Title\n\nA **bold** word, `code` and [a link](b).\n\n> quoted\n\n", 5000), "```go\n" + strings.Repeat("\tx[i] = f(a, *b)\n", 2000) + "```\n", strings.Repeat("a ", 400_000),
	} {
		if strings.Contains(string(markdown(text)), plain) {
			t.Errorf("%.40q… is not read as Markdown", text)
		}
	}
}

// TestHostileTexts renders all of them as messages, commands and values: the work ends, and nothing fails.
func TestHostileTexts(t *testing.T) {
	s := &heddle.Session{UnifiedID: "claude:x"}
	for _, mark := range marks {
		text := strings.Repeat(mark, 100_000/len(mark))
		input, err := json.Marshal(map[string]string{"command": text})
		if err != nil {
			t.Fatal(err)
		}
		s.Messages = append(s.Messages, heddle.Message{Role: heddle.RoleAssistant, Content: text, ToolCalls: []heddle.ToolCall{{ToolName: "Bash", Input: input}}})
	}
	deep := heddle.JSON(strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000))
	s.Messages = append(s.Messages, heddle.Message{Role: heddle.RoleAssistant, Content: "~~~" + strings.Repeat("x\n~~~\n~~~", 20_000), ToolCalls: []heddle.ToolCall{{ToolName: "deep", Input: deep}}})
	var b bytes.Buffer
	if err := Render(&b, s, always); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 60_000_000 {
		t.Errorf("a page of %d bytes", b.Len())
	}
}

// TestRenderEnds: the page ends with the error of its check, before the next message.
func TestRenderEnds(t *testing.T) {
	calls, over := 0, errors.New("no more time")
	err := Render(&bytes.Buffer{}, sampleSession(), func() error {
		if calls++; calls == 3 {
			return over
		}
		return nil
	})
	if err != over || calls != 3 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// TestMail: a link may name an address, but no headers of the mail, which can attach a file of the reader.
func TestMail(t *testing.T) {
	for text, linked := range map[string]bool{
		"[a](mailto:ann@example.org)": true, "<ann@example.org>": true, "[a](mailto:ann@example.org?attach=/etc/passwd)": false, "[a](MAILTO:x@y.org?subject=a&attachment=b)": false,
		"<mailto:ann@example.org?attach=/etc/passwd>": false, "![a](mailto:ann@example.org?attach=b)": false, "[a]\n\n[a]: mailto:x@y.org&#63;attach=b": false,
	} {
		if got := strings.Contains(string(markdown(text)), "href="); got != linked {
			t.Errorf("%s: a link %v, want %v: %s", text, got, linked, markdown(text))
		}
	}
}
