package export_test

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/heddle-dev/heddle/core/internal/export"
	"github.com/heddle-dev/heddle/core/session"
)

// renderers are plain CommonMark, with raw HTML passed on, and GitHub's dialect of it.
var renderers = map[string]goldmark.Markdown{
	"CommonMark": goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe())),
	"GitHub":     goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe())),
}

// talk is a session in which every text is hostile.
func talk(text string) *session.Session {
	return &session.Session{Agent: "claude", SessionID: "s", UnifiedID: "claude:" + text, Title: text, Model: text, Cwd: text, Tags: []string{text}, ForkedFrom: text,
		Branches: []session.Branch{{LeafID: text}}, Cost: &session.CostRecord{UnpricedModels: []string{text}},
		Messages: []session.Message{
			{Role: session.RoleUser, Content: text, Attachments: []session.Attachment{{Name: text, MediaType: text}}},
			{Role: session.RoleAssistant, Content: text, Thinking: text, Model: text, Kind: text,
				ToolCalls: []session.ToolCall{{ToolName: text, Input: session.TextJSON(text), Output: session.TextJSON(text)}}},
			{Role: session.RoleTool, ToolResult: &session.ToolResult{ToolName: text, Output: session.TextJSON(text)}},
			{Role: session.RoleSystem, Content: "the last message"},
		}}
}

func rendered(t *testing.T, md goldmark.Markdown, source []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := md.Convert(source, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	element = regexp.MustCompile(`<(/?)([a-zA-Z!?][a-zA-Z0-9]*)([^>]*)>`)
	// What a transcript may hold: the elements of Markdown and of the export itself.
	allowed = map[string]bool{"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "p": true, "ul": true, "ol": true, "li": true, "pre": true,
		"code": true, "em": true, "strong": true, "del": true, "blockquote": true, "hr": true, "br": true, "table": true, "thead": true, "tbody": true, "tr": true,
		"th": true, "td": true, "a": true, "details": true, "summary": true, "input": true}
	target  = regexp.MustCompile(`^ href="(https?://[^"]*|mailto:[^"]*|#[^"]*|[^":&]*)"$`)
	speaker = regexp.MustCompile(`(?s)<h[123][^>]*>(.*?)</h[123]>`)
)

// harmless checks a rendered transcript.
func harmless(t *testing.T, name, source, out string) {
	t.Helper()
	for _, m := range element.FindAllStringSubmatch(out, -1) {
		tag, attributes := strings.ToLower(m[2]), m[3]
		bad := !allowed[tag]
		switch {
		case tag == "a" && m[1] == "":
			bad = !target.MatchString(attributes)
		case tag == "code":
			bad = attributes != "" && !regexp.MustCompile(`^ class="language-[a-zA-Z0-9+#._-]+"$`).MatchString(attributes)
		case tag == "ol" || tag == "th" || tag == "td" || tag == "input":
			bad = bad || strings.Contains(attributes, "on") && !regexp.MustCompile(`^ (start|style|align|checked|disabled|type)=`).MatchString(attributes)
		case attributes != "" && attributes != " /" && !regexp.MustCompile(`^ ?/?$`).MatchString(attributes):
			bad = bad || !regexp.MustCompile(`^h[1-6]$`).MatchString(tag)
		}
		if bad {
			t.Fatalf("%s: %q becomes %s in\n%s", name, source, m[0], out)
		}
	}
	// The title, four speakers, the costs: nobody else speaks.
	if heads := speaker.FindAllString(out, -1); len(heads) != 6 || !strings.Contains(heads[4], "System") || !strings.Contains(heads[5], "Cost") {
		t.Fatalf("%s: %q makes the headings %q of\n%s", name, source, heads, out)
	}
	if !strings.Contains(out, "<p>the last message</p>") {
		t.Fatalf("%s: %q swallows what comes after it:\n%s", name, source, out)
	}
}

var attacks = []string{
	"<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "a <b onclick=x>b</b>", "<!-- a", "<!DOCTYPE x", "<?php", "<![CDATA[ x ]]>", "</details>", "</summary><img src=x>",
	"<javascript:alert(1)>", "<data:text/html,x>", "<http://x>", "<a@b.c>", "![x](http://evil/a.png)", "![x][y]\n\n[y]: http://evil/a.png", "![y]\n\n[y]: http://evil/a.png 'title'",
	"[x](javascript:alert(1))", "[x](java&#115;cript:alert(1))", "[x](javascript&colon;alert(1))", "[x](data:text/html,<script>)", "[x](vbscript:x)", "[x](  javascript:x)", "[x](<javascript:x>)",
	"[x](\njavascript:x)", "[x][y]\n\n[y]: javascript:x", "[y]\n\n[y]:\njavascript:x", "[a\nb]: javascript:x\n\n[a b]", "> [y]: javascript:x\n\n[y]", "- [y]: javascript:x\n\n[y]", "[x](//evil)",
	"[![x](http://evil/a.png)](http://b)", "\\![x](http://evil)", "!\\[x](http://evil)", "\\\\<img src=x>", "\\<img src=x>", "\\\\\\<img src=x>", "\\`<img src=x>`", "\\\\`<img src=x>`",
	"### User\n\nI said so", "# User", "## User\n", "   # User", "> # User", "- # User", "1. # User", "User\n===", "User\n---", "User\n-", "User\n=", "> User\n> ---", "- User\n  ---", "User\n   ===  ",
	"User\r---", "x\r### User\ry", "x\r\n### User", "x\u2028### User", "\f### User", "###\tUser", "a\n\n---\n\nUser\n---", "User\n- ", "User\n- ```\nx\n```\n", "User\n---\t",
	"```\nunclosed", "~~~\nunclosed <img src=x>", "````\n```\n<img src=x>", "- a\n  ```\n<img src=x>", "- a\n  ```\n  x\n\n<img src=x>", "1. ```\n<img src=x>", "> ```\n<img src=x>\n> ```\n<img src=y>",
	"> ~~~\n> x\n<img src=x>", "- ~~~\n  x\n<img src=x>", "    ```\n<img src=x>", "    <img src=x>", "\t<img src=x>", "a\n    <img src=x>", "- a\n\n      <img src=x>", "```\n<img>\n    ```\n<img src=y>",
	"``` a`b\n<img src=x>\n```", "~~~ a`b\n<img src=x>\n~~~\n<img src=y>", "```<img src=x>\ny\n```", "```\"onclick=x\ny\n```", "``` x\" onclick=\"y\nz\n```", "```\n```` \n```\n<img src=x>", "```\n~~~\n```\n<img src=x>",
	"` <img src=x> `", "a ` b\nc ` <img src=x> ` d", "`` ` <img src=x> `` `", "`a`` <img src=x>`", "[x](y \"`\") <img src=x> `", "[x](y '`') <img src=x> `", "[x](`) <img src=x> `", "`[x](`) <img src=x> `",
	"| ` | <img src=x> ` |\n|---|---|\n| ` | <img src=x> ` |\n", "a|b\n-|-\n` | ` <img src=x> `\n", "| a | b |\n|---|---|\n| ` | x ` `<img src=x>` |", "a|b\n-|-\n`\\|` | `<img src=x>`", "<http://a`b> <img src=x> `",
	"[^1]: <img src=x>\n\na[^1]", "a[^1]\n\n[^1]: ### User", "- [ ] <img src=x>", "***\n<img src=x>", "<\nimg src=x>", "&lt;img src=x&gt;", "&#60;img src=x>", "<img\nsrc=x\nonerror=y>", "a<br/>b", "<details open ontoggle=x>",
	"---\ntitle: x\n---\n", "+++\nx\n+++", "x | y\n--- | ---\n### User | <b>", "\x00<img src=x>", "\u202e<img src=x>", "\xff<img src=x>", "<\u200bimg src=x>", "1) a\n   ---\n   b\n   ===", "* a\n\n  User\n  ===\n",
	"```\n" + strings.Repeat("`", 50) + "\n<img src=x>", strings.Repeat(">", 50) + " <img src=x>", strings.Repeat("- ", 30) + "<img src=x>", strings.Repeat("[", 50) + "x](javascript:y)", "`", "``", "```", "~~~", "\\", "<", "!", "[", "]", "]:", "](",
	"- ```\n  x\n- y\n  ```\n<img src=x>", "a\n> b\n---\nUser\n===", ":---\nx", "$$\n<img src=x>\n$$", "```mermaid\n<img src=x>\n```", "[x](http://a/(b)c)<img src=x>", "[x](http://a\"onclick=\"b)", "[a]( http://x )", "[x](#\"y)",
}

// TestMarkdownDoesNothing renders hostile sessions with raw HTML let through: all of it is text.
func TestMarkdownDoesNothing(t *testing.T) {
	for _, attack := range attacks {
		for _, source := range []string{attack, "x " + attack, "- x\n  " + attack, "> " + attack, "a\n\n" + attack + "\n\nb", "`a` " + attack + " `b`", "1. x\n\n   " + attack} {
			b := export.Render(talk(source), export.Markdown)
			for name, md := range renderers {
				harmless(t, name, source, rendered(t, md, b))
			}
		}
	}
}

// TestMarkdownOfPiecesDoesNothing puts the pieces of attacks together at random.
func TestMarkdownOfPiecesDoesNothing(t *testing.T) {
	pieces := []string{"`", "``", "```", "~~~", "\n", "\n\n", "    ", "  ", " ", "\t", "> ", "- ", "1. ", "* ", "<img src=x>", "<b>", "</details>", "<!--", "-->", "![", "[", "](", ")", "]:", "]", " http://e", "javascript:x",
		"(", "\"", "'", "\\", "|", "|---|---|", "---", "===", "#", "### User", "a", "b c", "<", ">", "&lt;", "_", "*", "+", "\r", "^", ":", "!", "=", "-", "x|y\n-|-\n"}
	r := rand.New(rand.NewPCG(7, 11))
	rounds := 5_000
	if testing.Short() {
		rounds = 400
	}
	for range rounds {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		source := b.String()
		s := talk("t")
		s.Messages[0].Content, s.Messages[1].Content = source, source
		s.Title, s.Messages[2].ToolResult.Output = source, session.TextJSON(source)
		transcript := export.Render(s, export.Markdown)
		for name, md := range renderers {
			harmless(t, name, source, rendered(t, md, transcript))
		}
	}
}

func FuzzMarkdownDoesNothing(f *testing.F) {
	for _, attack := range attacks {
		f.Add(attack)
	}
	f.Fuzz(func(t *testing.T, source string) {
		b := export.Render(talk(source), export.Markdown)
		for name, md := range renderers {
			harmless(t, name, source, rendered(t, md, b))
		}
	})
}

// TestMarkdownKeepsItsForm: what an assistant usually writes comes out as it was written.
func TestMarkdownKeepsItsForm(t *testing.T) {
	for source, want := range map[string]string{
		"Use `<div>` and *not* `a | b`, see [docs](https://x.org/a?b=c&d#e).": "Use `<div>` and *not* `a | b`, see [docs](https://x.org/a?b=c&d#e).\n",
		"if a < b && c > d: x_y *= 2":                                         "if a < b && c > d: x_y *= 2\n",
		"1. one\n2. two\n   - three\n\n| a | b |\n|---|---|\n| 1 | 2 |":       "1. one\n2. two\n   - three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
		"# Plan\n## Step":                        "#### Plan\n##### Step\n",
		"a\n\n---\n\nb":                          "a\n\n---\n\nb\n",
		"```go\nfmt.Println(\"<b>\")\n```\ndone": "```go\nfmt.Println(\"<b>\")\n```\n\ndone\n",
		"1. run\n   ```sh\n   cat <<EOF\n     x\n   ```\n2. see": "1. run\n\n```sh\ncat <<EOF\n  x\n```\n\n2. see\n",
		"- ```\n  <b>\n  ```\nx":                                 "-\n\n```\n<b>\n```\n\nx\n",
		"> ```\n> <b>\n> ```\nx":                                 "```\n<b>\n```\n\nx\n",
		"code:\n\n    <b>\n\n    c\n\nx":                         "code:\n\n```\n<b>\n\nc\n```\n\nx\n",
		"~~~~\n```\n~~~\n~~~~":                                   "````\n```\n~~~\n````\n",
		"an image ![x](http://y/z.png)":                          "an image \\![x](http://y/z.png)\n",
		"[a](javascript:b) and ` alone":                          "[a]\\(javascript:b) and \\` alone\n",
		"C:\\Users\\me and \\*this\\*":                           "C:\\Users\\me and \\*this\\*\n",
		"Ein Satz.\nNoch einer – 日本語 🙂.":                         "Ein Satz.\nNoch einer – 日本語 🙂.\n",
	} {
		s := &session.Session{Title: "t", Messages: []session.Message{{Role: session.RoleUser, Content: source}}}
		_, got, _ := strings.Cut(string(export.Render(s, export.Markdown)), "### User\n\n")
		got, _, _ = strings.Cut(got, "\n## Cost")
		if got != want && got != want+"\n" {
			t.Errorf("%q becomes\n%s\nwant\n%s", source, got, want)
		}
	}
}
