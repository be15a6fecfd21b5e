package diff_test

import (
	"bytes"
	"math"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/session"
)

// comparedText makes a comparison of two lists.
func comparedText(t *testing.T, a, b []session.Message) *session.SessionDiff {
	t.Helper()
	ops, stats, err := diff.Compare(a, b, diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &session.SessionDiff{A: &session.DiffSide{Agent: "claude", SessionID: "8f2c", UnifiedID: "claude:8f2c"},
		B: &session.DiffSide{Agent: "codex", SessionID: "0199", UnifiedID: "codex:0199"}, Operations: ops, Stats: &stats}
}

// sample is a comparison with something of everything.
func sample(t *testing.T) *session.SessionDiff {
	said := func(role session.Role, content string) session.Message {
		return session.Message{Role: role, Content: content}
	}
	call := func(input string) session.Message {
		return session.Message{Role: session.RoleAssistant, ToolCalls: []session.ToolCall{{ToolCallID: "t", ToolName: "Edit", Input: session.JSON(input)}}}
	}
	result := func(tool, output string) session.Message {
		return session.Message{Role: session.RoleTool, ToolResult: &session.ToolResult{ToolName: tool, Output: session.JSON(output)}}
	}
	user, assistant := session.RoleUser, session.RoleAssistant
	long := "Here is the file:\n\n```go\nfunc main() {\n\tfmt.Println(\"one\")\n\tfmt.Println(\"two\")\n\tfmt.Println(\"three\")\n\tfmt.Println(\"four\")\n\tfmt.Println(\"five\")\n\tfmt.Println(\"six\")\n\tfmt.Println(\"seven\")\n}\n```\nDone."
	summary := session.Message{Role: session.RoleSystem, Kind: "compaction", Content: "Summary of | the above"}
	a := []session.Message{
		said(user, "Hello"), said(assistant, "Hi."), said(user, "Read\nthe   file and tell me what stands in it, please, in as many words as the line can hold"),
		{Role: assistant, Content: "An answer with a call", ToolCalls: call(`{"file":"main.go"}`).ToolCalls},
		said(user, "Fix the parser.\nThen run the tests."),
		said(assistant, long),
		call(`{"file":"main.go","new":"a","old":"b"}`),
		result("Bash", `"ok\n\u001b[31mred\u001b[0m\tx\r\n"`),
		said(user, "1"), said(user, "2"), said(user, "3"), said(user, "4"), said(user, "5"), said(user, "6"), said(user, "7"), said(user, "8"),
		said(assistant, "日本語のテキストは幅が二倍なので、列を揃えるには幅を数える必要があります。"),
		result("Bash", `"1"`),
		said(user, "ends with a line break\n"),
		summary,
		{Role: assistant},
		{Role: assistant, ToolCalls: []session.ToolCall{{ToolName: "apply_patch", Input: session.TextJSON("*** Begin Patch\n+x\n")}}},
		said(user, "bye"),
	}
	b := append([]session.Message(nil), a[:4]...)
	b[3].ToolCalls = call(`{"file":"lib.go"}`).ToolCalls // with content, calls do not count
	b = append(b, said(user, "Fix the lexer.\nThen run the tests."),
		said(assistant, strings.Replace(strings.Replace(long, "one", "uno", 1), "Done.", "Done, cafe\u0301!", 1)),
		call(`{"all":[],"file":"main.go","new":"c","old":"b"}`),
		result("shell", `"ok\n\u001b[32mgreen\u001b[0m\tx\r\n"`),
		said(assistant, "An addition with ```` quotes and a line of more than a hundred columns, so that it is continued below in two columns: "+strings.Repeat("word ", 12)))
	b = append(b, a[8:16]...)
	b = append(b, said(assistant, "日本語のテキストは幅が二倍なので、\u202e列を揃えるには文字の幅を数える必要があります。"),
		result("Bash", `1`), said(user, "ends with a line break"), said(user, "bye"))
	return comparedText(t, a, b)
}

// TestGolden compares with testdata; HEDDLE_UPDATE writes it.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file string
		opts diff.RenderOptions
	}{
		{"unified.txt", diff.RenderOptions{}},
		{"unified-context-1.txt", diff.RenderOptions{Format: session.DiffFormatUnified, Context: 1}},
		{"side-by-side.txt", diff.RenderOptions{Format: session.DiffFormatSideBySide}},
		{"side-by-side-60.txt", diff.RenderOptions{Format: session.DiffFormatSideBySide, Width: 60, Context: -1}},
		{"markdown.md", diff.RenderOptions{Format: session.DiffFormatMarkdown, Context: 2}},
	} {
		got := diff.Render(sample(t), c.opts)
		file := "testdata/" + c.file
		if os.Getenv("HEDDLE_UPDATE") != "" {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: run with HEDDLE_UPDATE=1 and read the difference; got\n%s", file, got)
		}
	}
}

func TestIdenticalSessionsTakeOneLine(t *testing.T) {
	for _, c := range []struct {
		format session.DiffFormat
		words  string
		want   string
	}{
		{"", "u:x a:y", "claude:8f2c and codex:0199 are the same: 2 messages\n"},
		{session.DiffFormatSideBySide, "u:x", "claude:8f2c and codex:0199 are the same: 1 message\n"},
		{session.DiffFormatMarkdown, "u:x a:y", "`claude:8f2c` and `codex:0199` are the same: 2 messages\n"},
		{"", "", "claude:8f2c and codex:0199 are the same: neither has messages\n"},
	} {
		l := list(strings.Fields(c.words)...)
		if got := string(diff.Render(comparedText(t, l, l), diff.RenderOptions{Format: c.format})); got != c.want {
			t.Errorf("%s: %q", c.format, got)
		}
	}
}

var formats = []session.DiffFormat{session.DiffFormatUnified, session.DiffFormatSideBySide, session.DiffFormatMarkdown}

// checkRendered checks what is true of the rendering of every comparison.
func checkRendered(t *testing.T, d *session.SessionDiff) {
	t.Helper()
	for _, format := range formats {
		for _, width := range []int64{0, -5, 1, 41, math.MaxInt64} {
			out := string(diff.Render(d, diff.RenderOptions{Format: format, Width: width, Context: width}))
			if !strings.HasSuffix(out, "\n") {
				t.Fatalf("%s does not end in a line break", format)
			}
			for _, r := range out {
				if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == '\t' && format == session.DiffFormatSideBySide {
					t.Fatalf("%s has %U: %q", format, r, out)
				}
			}
			if format != session.DiffFormatSideBySide || width != 41 {
				continue
			}
			for _, l := range strings.Split(out, "\n") {
				if n := runewidth.StringWidth(l); n > 41 && !strings.HasPrefix(l, "@@") && !strings.Contains(l, "unchanged,") && !strings.Contains(l, "are the same") {
					t.Errorf("%d columns: %q", n, l)
				}
			}
		}
	}
}

func TestRenderTakesAnything(t *testing.T) {
	n, m := int64(3), &session.Message{Role: "\x1b", Content: "x\x00y"}
	broken := session.Message{Role: session.RoleTool, ToolResult: &session.ToolResult{ToolName: "\x07", Output: session.JSON("\"\\u00\\\x1b}]][,")}}
	calls := session.Message{ToolCalls: []session.ToolCall{{Input: session.JSON(`"`)}, {Input: session.JSON("{[\\")}, {}, {Input: session.JSON(`{"a":{},"b":[{"c":"\"}"}]}`)}}}
	files := session.Message{Attachments: []session.Attachment{{Name: "a\nb"}}}
	for _, d := range []*session.SessionDiff{
		nil, {}, {A: &session.DiffSide{}, Operations: make([]session.DiffOperation, 3)},
		{Operations: []session.DiffOperation{{Type: "odd", MessageA: m}, {Type: session.DiffTypeRemoval, MessageA: m}, {Type: session.DiffTypeRemoval, IndexA: &n, MessageA: m},
			{Type: session.DiffTypeModification, IndexA: &n, MessageA: m}, {Type: session.DiffTypeModification, IndexA: &n, IndexB: &n, MessageA: m, MessageB: m},
			{Type: session.DiffTypeModification, IndexA: &n, IndexB: &n, MessageA: &broken, MessageB: &calls},
			{Type: session.DiffTypeAddition, IndexA: &n, IndexB: &n, MessageA: m, MessageB: &broken}, {Type: session.DiffTypeAddition, IndexB: &n, MessageB: &files},
			{Type: session.DiffTypeUnchanged, IndexA: &n, IndexB: &n, MessageA: &calls, MessageB: m}, {Type: session.DiffTypeUnchanged, IndexB: &n, MessageB: m}}},
	} {
		checkRendered(t, d)
	}
	if diff.Render(sample(t), diff.RenderOptions{Format: "html"}) != nil {
		t.Error("an unknown format is rendered")
	}
}

// TestRandomRendered renders random comparisons of random texts.
func TestRandomRendered(t *testing.T) {
	seed := rand.Int63()
	r := rand.New(rand.NewSource(seed))
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	pieces := []string{"word ", "\n", "\t", "語", "e\u0301", "\x1b[1m", "\xff", "`", "```\n", "\u202e", "🧵", "\r", "|", "- ", "+ ", "@@", "\u0301"}
	for range 300 {
		a, b := randomPair(r, 12)
		for _, l := range [][]session.Message{a, b} {
			for i := range l {
				var s strings.Builder
				for range r.Intn(30) {
					s.WriteString(pieces[r.Intn(len(pieces))])
				}
				if r.Intn(2) == 0 {
					l[i].Content += s.String()
				}
			}
		}
		checkRendered(t, comparedText(t, a, b))
	}
}

// TestFencesHold checks that no line inside a fenced block closes it.
func TestFencesHold(t *testing.T) {
	a := list("u:x", "a:y")
	a[1].Content = "text\n```\ncode\n```\n``````````\n   ```` x"
	b := list("u:x", "a:z")
	out := string(diff.Render(comparedText(t, a, b), diff.RenderOptions{Format: session.DiffFormatMarkdown}))
	if n := strings.Count(out, "\n```````````"); n != 2 || !strings.Contains(out, "\n```````````diff\n") {
		t.Errorf("%d fences in\n%s", n, out)
	}
}
