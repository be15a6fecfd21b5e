package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// build returns the view of messages.
func build(t *testing.T, o Options, list ...session.Message) *session.SessionView {
	t.Helper()
	b := New(&session.Session{Agent: "claude", Cwd: "/p"}, o)
	for i := range list {
		if err := b.Message(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	return b.Finish()
}

func prompt(text string) session.Message {
	return session.Message{Role: session.RoleUser, Content: text}
}
func says(text, thinking string, calls ...session.ToolCall) session.Message {
	return session.Message{Role: session.RoleAssistant, Content: text, Thinking: thinking, ToolCalls: calls}
}
func calls(id, tool, input string) session.ToolCall {
	return session.ToolCall{ToolCallID: id, ToolName: tool, Input: session.JSON(input)}
}
func returns(id, output string, exit int64, failed bool) session.Message {
	return session.Message{Role: session.RoleTool, ToolResult: &session.ToolResult{ToolCallID: id, Output: session.TextJSON(output), ExitCode: exit, IsError: failed}}
}

// outline renders a turn's items in short.
func outline(t *session.ViewTurn) string {
	var out []string
	for _, it := range t.Items {
		s := fmt.Sprintf("%s@%d", it.Kind, it.N)
		for _, c := range it.Calls {
			s += fmt.Sprintf(" [%s|%s|%s|%d]", c.Tool, c.Summary, c.Outcome, c.ExitCode)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestTurns(t *testing.T) {
	v := build(t, Options{At: -1},
		session.Message{Role: session.RoleSystem, Kind: "notice", Content: "before"},
		prompt("Fix\nit"),
		says("Let me look.", "hm", calls("1", "Bash", `{"command":"npm test\nmore"}`)),
		says("", "again", calls("2", "Read", `{"file_path":"/p/src/a.go","offset":10,"limit":5}`)),
		returns("1", "bad", 2, true), returns("2", "ok", 0, false),
		says("", "", calls("3", "Edit", `{"file_path":"/p/a.go","old_string":"x\ny","new_string":"x\nz\nz"}`), calls("4", "Bash", `{"command":"rm -rf /"}`)),
		returns("4", "The user doesn't want to proceed with this tool use.", 0, true),
		says("Done.", ""),
		session.Message{Role: session.RoleSystem, Kind: "api_error", Content: "API Error: 529 overloaded"},
		session.Message{Role: session.RoleSystem, Kind: "api_error", Content: "API Error: 529 overloaded"},
		session.Message{Role: session.RoleSystem, Kind: "compaction", Content: "the summary"},
		prompt("And?"), returns("gone", "late", 0, false))
	want := []string{"note@0",
		"thinking@2, text@2, calls@2 [Bash|npm test|failed|2] [Read|src/a.go:10-14|ok|0] [Edit|a.go +2 −1|open|0] [Bash|rm -rf /|denied|0], text@8, error@9, seam@11",
		"calls@13 [||ok|0]"}
	for i := range v.Turns {
		if got := outline(&v.Turns[i]); got != want[i] {
			t.Errorf("turn %d:\n%s, not\n%s", i+1, got, want[i])
		}
	}
	items := v.Turns[1].Items
	if it := items[2]; it.Summary != "4 tool calls" || it.Calls[1].Thinking != "again" || it.Calls[0].Input != "npm test\nmore" || it.Calls[2].Input != "" || len(it.Calls[2].Edits) != 1 {
		t.Errorf("calls: %+v", it)
	}
	if it := items[4]; it.Retries != 1 || it.Code != "529" {
		t.Errorf("error: %+v", it)
	}
	if it := items[5]; it.Removed != 11 || it.Summary != "the summary" {
		t.Errorf("seam: %+v", it)
	}
	if p := items[2].Calls[3].Permission; p == nil || p.Answer != "denied" || !strings.HasPrefix(p.Reason, "The user") {
		t.Errorf("permission: %+v", p)
	}
	if x := v.Totals; x.Calls != 4 || x.Failed != 2 || x.Edits != 1 || x.Files != 1 || x.Messages != 14 || x.Turns != 3 {
		t.Errorf("totals: %s", x.AppendJSON(nil))
	}
}

func TestFailedEditsChangeNothing(t *testing.T) {
	edit := `{"file_path":"/p/a.go","old_string":"x","new_string":"y"}`
	v := build(t, Options{At: -1}, prompt("a"), says("", "", calls("1", "Edit", edit)), returns("1", "not found", 0, true))
	if x := v.Totals; x.Edits != 0 || x.Files != 0 || v.Outline[0].Edits != 0 || v.Outline[0].Failed != 1 {
		t.Errorf("%s %s", x.AppendJSON(nil), v.Outline[0].AppendJSON(nil))
	}
}

// TestRewinds: where a branch was left is an item of its own.
func TestRewinds(t *testing.T) {
	b := New(&session.Session{Branches: []session.Branch{{LeafID: "leaf", ForkID: "b", MessageCount: 3, Title: "Another way"}}}, Options{At: -1})
	for _, id := range []string{"a", "b", "c"} {
		m := session.Message{ID: id, Role: session.RoleUser, Content: id}
		if id == "b" {
			m.Role = session.RoleAssistant
		}
		if err := b.Message(&m); err != nil {
			t.Fatal(err)
		}
	}
	v := b.Finish()
	if got := outline(&v.Turns[0]); got != "text@1, rewind@1" || v.Turns[0].Items[1].Branch != "leaf" || v.Turns[0].Items[1].Messages != 3 {
		t.Errorf("%s %+v", got, v.Turns[0].Items)
	}
	if x := v.Branches[0]; x.From == nil || *x.From != 1 || x.Title != "Another way" {
		t.Errorf("%+v", x)
	}
}

func TestCuts(t *testing.T) {
	long := strings.Repeat("é", 100)
	v := build(t, Options{At: -1, MaxText: 11, MaxOutput: 30}, prompt(long), says(long, "", calls("1", "Bash", `{"command":"`+long+`"}`)),
		returns("1", "first\n"+strings.Repeat("line\n", 1000)+"last", 0, false))
	turn := v.Turns[0]
	if turn.Prompt.Text != "ééééé" || turn.Prompt.Omitted != 190 || turn.Items[0].Omitted != 190 {
		t.Errorf("%+v", turn.Prompt)
	}
	c := turn.Items[1].Calls[0]
	text := c.Output.Spans[0].Text
	if !strings.HasPrefix(text, "first\n") || !strings.HasSuffix(text, "last") || len(text) > 30 || c.Output.Omitted+int64(len(text)) != 5010 || c.InputOmitted != 190 {
		t.Errorf("%q, %d and %d left out", text, c.Output.Omitted, c.InputOmitted)
	}
}

// TestHuge: of a result of 50 MB, a prompt of 50 MB and a line of 1 MB a page has what its bounds allow, and says what
// is left out.
func TestHuge(t *testing.T) {
	const size = 50 << 20
	output := strings.Repeat("\x1b[31mred\x1b[0m\r\n", size/14+1)[:size]
	v := build(t, Options{At: -1}, prompt(strings.Repeat("x", 1<<20)), prompt(strings.Repeat("word ", size/5)),
		says("", "", calls("1", "Bash", `{"command":"`+strings.Repeat("x", 1<<20)+`"}`)), returns("1", output, 0, false))
	if got := len(v.Outline[0].Text); got > titleBytes {
		t.Errorf("a title of %d bytes", got)
	}
	if p := v.Turns[1].Prompt; int64(len(p.Text))+p.Omitted != size || len(p.Text) > textBytes {
		t.Errorf("a prompt of %d bytes, %d left out", len(p.Text), p.Omitted)
	}
	c := v.Turns[1].Items[0].Calls[0]
	if c.Output.Omitted < size-outputBytes || len(c.Summary) > titleBytes || c.InputOmitted != 1<<20-textBytes {
		t.Errorf("%d bytes of the output left out, a summary of %d", c.Output.Omitted, len(c.Summary))
	}
	if got := len(v.AppendJSON(nil)); got > 1<<20 {
		t.Errorf("a page of %d bytes", got)
	}
}

// TestBounds: a page is bounded in turns and in bytes, also within one turn.
func TestBounds(t *testing.T) {
	var list []session.Message
	for i := range 20_000 {
		if i == 0 || i > 10_000 && i%100 == 0 {
			list = append(list, prompt("next"))
			continue
		}
		id := fmt.Sprint(i)
		list = append(list, says("", "", calls(id, "Bash", `{"command":"ls"}`)), returns(id, strings.Repeat("x", 1000), 0, false))
	}
	whole := build(t, Options{At: -1, Limit: 1000}, list...)
	turns, bytes := 0, 0
	after := int64(0)
	for pages := 0; ; pages++ {
		v := build(t, Options{At: -1, Limit: 1000, After: after}, list...)
		if a, b := string(v.Totals.AppendJSON(nil)), string(whole.Totals.AppendJSON(nil)); a != b {
			t.Fatalf("totals %s, not %s", a, b)
		}
		page := 0
		for i := range v.Turns {
			turns++
			for _, it := range v.Turns[i].Items {
				for _, c := range it.Calls {
					page += len(c.Output.Spans) * 1000
				}
			}
		}
		if bytes += page; page > pageBytes+1_000_000 {
			t.Errorf("a page of %d bytes", page)
		}
		if after = v.Next; after == 0 || pages > 100 {
			break
		}
	}
	if int64(turns) != whole.Totals.Turns || bytes < 8_000_000 {
		t.Errorf("%d turns of %d, %d bytes", turns, whole.Totals.Turns, bytes)
	}
}

func TestStyles(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain\n", "plain\n"},
		{"\x1b[31mred\x1b[0m \x1b[1;4mbold\x1b[22m under\x1b[m.", "<red>red<> <bu>bold<u> under<>."},
		{"\x1b[38;5;196mx\x1b[48;2;1;2;300my\x1b[39mz", "<#ff0000>x<#ff0000/#0102ff>y</#0102ff>z"},
		{"\x1b[90mgrey\x1b[0m", "<brightBlack>grey"},
		{"10%\r20%\r100%\ndone", "100%\ndone"}, {"a\r\nb\r\n", "a\nb\n"}, {"\x1b[31m10%\r\x1b[32m20%", "<green>20%"}, {"a\x1b[1mb\rc", "<b>c"},
		{"\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b[2J\x1b[Hc\x1b(Bd", "abcd"},
		{"\x00\x07\bx\x7f\u009b31my\x1b", "x\uFFFD31my"}, {"\x1b[", ""}, {"\x1b]never ends\nb", "\nb"}, {"\x1b[3", ""}, {"\x1b[999999999999mx", "x"},
	} {
		var s styler
		s.write(c.in)
		got := ""
		for _, span := range s.appendTo(nil) {
			style := span.Fg
			if span.Bg != "" {
				style += "/" + span.Bg
			}
			if span.Bold {
				style += "b"
			}
			if span.Underline {
				style += "u"
			}
			if got != "" || style != "" {
				got += "<" + style + ">"
			}
			got += span.Text
		}
		if got != c.want {
			t.Errorf("%q: %q, not %q", c.in, got, c.want)
		}
	}
}

func FuzzStyles(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m\r\n\x1b]8;;x\x07")
	f.Fuzz(func(t *testing.T, in string) {
		var s styler
		s.write(in)
		for _, span := range s.appendTo(nil) {
			if i := strings.IndexFunc(span.Text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 }); i >= 0 {
				t.Errorf("%q: %q", in, span.Text)
			}
		}
	})
}

func TestStory(t *testing.T) {
	b := NewStory(&session.Session{Agent: "claude", Cwd: "/p"})
	for _, m := range []session.Message{prompt("Fix it"),
		says("", "", calls("1", "Bash", `{"command":"cd x && npm test"}`)), returns("1", "bad", 1, true),
		says("", "", calls("2", "Edit", `{"file_path":"/p/a.go","old_string":"x","new_string":"y"}`), calls("3", "Edit", `{"file_path":"/p/b.go","old_string":"x","new_string":"y"}`)),
		returns("2", "", 0, false), returns("3", "no", 0, true),
		prompt("Go on"),
		says("", "", calls("4", "Bash", `{"command":"cd x && npm test"}`)), returns("4", "good", 0, false),
		says("", "", calls("5", "Bash", `{"command":"git commit -am 'x'"}`)), returns("5", "[main 1a2b3c4] Fix it\n 1 file changed", 0, false),
	} {
		if err := b.Message(&m); err != nil {
			t.Fatal(err)
		}
	}
	got := b.FinishStory()
	var text []byte
	for i := range got.Steps {
		text = append(got.Steps[i].AppendJSON(text), '\n')
	}
	want := `{"calls":3,"commands":[{"command":"cd x && npm test","n":1,"outcome":"failed","test":true}],"failed":2,"files":[{"added":1,"path":"a.go","removed":1}],"n":0,"prompt":"Fix it","testsFailed":1,"turn":1}
{"calls":2,"commands":[{"command":"cd x && npm test","n":7,"outcome":"ok","test":true},{"command":"git commit -am 'x'","n":9,"outcome":"ok"}],"commits":[{"hash":"1a2b3c4","message":"Fix it","n":9}],"fixed":[{"command":"cd x && npm test","failedN":1,"passedN":7}],"n":6,"prompt":"Go on","testsPassed":1,"turn":2}
`
	if string(text) != want {
		t.Errorf("%s, not\n%s", text, want)
	}
}

func TestIsTest(t *testing.T) {
	for command, want := range map[string]bool{"npm test": true, "CI=1 go test ./...": true, "cat test": false, "pytest -q": true, "cd a && cargo clippy": true,
		"npm run test:unit": true, "echo 'npm test'": false, "git commit -m test": false, "./gradlew check": true, "python3 tests/run.py": true, "make": false} {
		if isTest(command) != want {
			t.Errorf("%s: %v", command, !want)
		}
	}
}
