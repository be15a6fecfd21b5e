package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// shown runs a command on an engine with one answer, on a terminal.
func shown(t *testing.T, s terminal.Streams, body string, args ...string) (out, err string) {
	t.Helper()
	if code := run(context.Background(), args, s, (&said{body: body, header: "{}"}).engines()); code != app.ExitOK {
		t.Fatalf("heddle %q: exit status %d: %s", args, code, s.Err)
	}
	return s.Out.(*clitest.Buffer).String(), s.Err.(*clitest.Buffer).String()
}

// golden compares with testdata/NAME; HEDDLE_UPDATE=1 rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("HEDDLE_UPDATE") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\n%s\nwant:\n%s", name, got, want)
	}
}

const costAnswer = `{"breakdowns":{
 "claude":{"key":"claude","totalUsd":12.5,"source":"computed","sessionCount":17,"inputTokens":1234567,"outputTokens":2356,"thinkingTokens":0,"cachedTokens":208176,"cacheWriteTokens":67479},
 "codex":{"key":"codex","totalUsd":6.25,"source":"mixed","sessionCount":3,"inputTokens":8509,"outputTokens":532,"thinkingTokens":9,"cachedTokens":59484,"cacheWriteTokens":0},
 "hermes":{"key":"hermes","totalUsd":0.0001,"source":"recorded","sessionCount":1,"inputTokens":9,"outputTokens":1,"thinkingTokens":0,"cachedTokens":0,"cacheWriteTokens":0},
 "":{"key":"","source":"unpriced","sessionCount":1,"inputTokens":100,"outputTokens":5,"thinkingTokens":0,"cachedTokens":0,"cacheWriteTokens":0}},
 "totalUsd":18.7501,"source":"mixed","sessionCount":22,"runCount":0,"inputTokens":1243185,"outputTokens":2894,"thinkingTokens":9,"cachedTokens":267660,"cacheWriteTokens":67479,
 "priceTable":"2026-09-23","subagents":{"totalUsd":0.04,"source":"computed","inputTokens":20000,"outputTokens":890,"thinkingTokens":0,"cachedTokens":0,"cacheWriteTokens":0},
 "inherited":{"source":"unpriced","inputTokens":67788,"outputTokens":0,"thinkingTokens":0,"cachedTokens":0,"cacheWriteTokens":0},
 "unpriced":[{"model":"gpt-x\u001b[2J","inputTokens":100,"outputTokens":5,"cachedTokens":0,"cacheWriteTokens":0}]}`

// TestCostChart: the chart on a wide, a usual and a narrow terminal.
func TestCostChart(t *testing.T) {
	for _, width := range []int{0, 120, 80, 40} {
		out, _ := shown(t, clitest.Screen(width), costAnswer, "cost", "report")
		golden(t, fmt.Sprintf("cost-%d.txt", width), out)
	}
	color := clitest.Screen(80)
	color.Color = true
	if out, _ := shown(t, color, costAnswer, "cost", "report"); !strings.HasPrefix(out, "\x1b[1mAGENT ") {
		t.Errorf("no colour: %q", out)
	}
}

// TestCostChartOfTokens: where nothing has a price the bars show tokens.
func TestCostChartOfTokens(t *testing.T) {
	out, _ := shown(t, clitest.Screen(100), `{"breakdowns":{
	 "a":{"key":"a","source":"unpriced","sessionCount":1,"inputTokens":400,"outputTokens":0,"cachedTokens":0,"cacheWriteTokens":0},
	 "b":{"key":"b","source":"unpriced","sessionCount":1,"inputTokens":100,"outputTokens":0,"cachedTokens":0,"cacheWriteTokens":0}},
	 "source":"unpriced","sessionCount":2,"runCount":0,"inputTokens":500,"outputTokens":0,"cachedTokens":0,"cacheWriteTokens":0,"priceTable":"2026-09-23"}`,
		"cost", "report", "--group-by", "model")
	golden(t, "cost-tokens.txt", out)
}

// TestCostIsGroupedOnATerminal: a chart needs bars; in a pipe and with --json
// nothing is grouped unasked.
func TestCostIsGroupedOnATerminal(t *testing.T) {
	for _, c := range []struct {
		s    terminal.Streams
		args []string
		want string
	}{
		{clitest.Screen(80), nil, "AGENT"}, {clitest.Screen(80), []string{"--agent", "claude"}, "MODEL"}, {clitest.Screen(80), []string{"--group-by", "day"}, "DAY"},
	} {
		out := printed(t, c.s, append([]string{"--home", clitest.Home(t, "claude"), "cost", "report"}, c.args...)...)
		if !strings.HasPrefix(out, c.want+" ") {
			t.Errorf("%q: %q", c.args, out)
		}
	}
	if out := printed(t, clitest.Pipe(), "--home", clitest.Home(t, "claude"), "cost", "report"); strings.Count(out, "\n") != 1 {
		t.Errorf("in a pipe: %q", out)
	}
	if out := printed(t, clitest.Screen(80), "--home", clitest.Home(t, "claude"), "cost", "report", "--json"); strings.Contains(out, "breakdowns") {
		t.Errorf("--json: %q", out)
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		value, most float64
		width       int
		want        string
	}{
		{1, 1, 4, "████"}, {0.5, 1, 4, "██"}, {0.53125, 1, 4, "██▏"}, {0, 1, 4, ""}, {1e-9, 1, 4, "▏"}, {1, 0, 4, ""}, {-1, 1, 4, ""}, {1, 1, 0, ""}, {1, 1, -3, ""},
	} {
		if got := bar(c.value, c.most, c.width); got != c.want {
			t.Errorf("bar(%v, %v, %d) = %q, want %q", c.value, c.most, c.width, got, c.want)
		}
	}
	for _, width := range []int{1, 7, 24} {
		last := 0
		for i := range 1001 {
			n := runewidth.StringWidth(bar(float64(i), 1000, width))
			if n < last || n > width {
				t.Fatalf("width %d, %d/1000: %d columns after %d", width, i, n, last)
			}
			last = n
		}
	}
}

const listAnswer = `[{"unifiedId":"claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e","title":"日本語のとても長い表題がここにありますから端末の幅に合わせて切らなければなりません","updatedAt":"2026-08-10T09:15:25.000Z","turnCount":12,"model":"claude-opus-5-5","cost":{"totalUsd":1234.5}},
 {"unifiedId":"pi:a","title":"\u001b]0;owned\u0007 tab\there \u202etxet","updatedAt":"2026-08-09T09:15:25.000Z","turnCount":1,"model":"","cost":{"source":"unpriced"}},
 {"unifiedId":"gemini:ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63/checkpoint-halfway","title":"An id that is longer than others","turnCount":0,"model":"a-model-with-a-name-that-is-longer-than-any-column","cost":{"totalUsd":0.001}}]`

func TestListOnATerminal(t *testing.T) {
	for _, width := range []int{0, 160, 100, 80, 60, 40} {
		out, _ := shown(t, clitest.Screen(width), listAnswer, "sessions", "list")
		golden(t, fmt.Sprintf("list-%d.txt", width), out)
	}
}

func TestListSaysWhatItDoesNotShow(t *testing.T) {
	if _, err := shown(t, clitest.Screen(80), `[]`, "sessions", "list"); err != "no sessions found; run heddle agents to see which folders were searched\n" {
		t.Errorf("stderr %q", err)
	}
	s := clitest.Screen(80)
	cut := (&said{body: listAnswer, header: `{"page":{"atMost":9}}`}).engines()
	if code := run(context.Background(), []string{"sessions", "list", "--limit", "3"}, s, cut); code != app.ExitOK || fmt.Sprint(s.Err) != "showing only 3; --limit shows more\n" {
		t.Errorf("exit status %d, stderr %q", code, s.Err)
	}
	if _, err := shown(t, clitest.Screen(80), listAnswer, "sessions", "list", "--limit", "3"); err != "" {
		t.Errorf("a list of all says %q", err)
	}
	if _, err := shown(t, clitest.Pipe(), listAnswer, "sessions", "list", "--limit", "3"); err != "" {
		t.Errorf("stderr %q", err)
	}
}

const searchAnswer = `[{"unifiedId":"claude:1","title":"Fix the parser","updatedAt":"2026-08-10T09:15:25.000Z","relevanceScore":1,"hitCount":9,"cost":{"totalUsd":0.05},"hits":[
  {"field":"title","snippet":"Fix the parser","ranges":[{"start":8,"end":14}]},
  {"field":"content","role":"user","messageIndex":0,"snippet":"The parser is wrong, and the parser knows it; there is more text here than a narrow terminal can show","ranges":[{"start":4,"end":10},{"start":29,"end":35}]},
  {"field":"toolResult","messageIndex":12,"snippet":"…日本語の文字がここにあって、そのあとに parser という語がある","ranges":[{"start":21,"end":27}]}]},
 {"unifiedId":"hermes:memory:1","kind":"memory","title":"","relevanceScore":0.5,"hitCount":1,"hits":[{"field":"content","snippet":"\u001b[31mred\u001b[0m parser","ranges":[{"start":13,"end":19},{"start":90,"end":99}]}]}]`

// TestSearchOnATerminal: matches in colour, and not when colours are off;
// snippets are cut around the first match.
func TestSearchOnATerminal(t *testing.T) {
	for _, width := range []int{120, 40} {
		s := clitest.Screen(width)
		s.Color = true
		out, _ := shown(t, s, searchAnswer, "sessions", "search", "parser")
		golden(t, fmt.Sprintf("search-color-%d.txt", width), strings.ReplaceAll(out, "\x1b", "<ESC>"))
		plain, _ := shown(t, clitest.Screen(width), searchAnswer, "sessions", "search", "parser")
		golden(t, fmt.Sprintf("search-%d.txt", width), plain)
		if strings.Contains(plain, "\x1b") {
			t.Errorf("colours without leave, or from a file: %q", plain)
		}
		if width == 40 {
			for _, line := range strings.Split(plain, "\n") {
				if runewidth.StringWidth(line) > width {
					t.Errorf("wider than %d columns: %s", width, line)
				}
			}
		}
	}
}

func TestSearchTellsThePage(t *testing.T) {
	for header, want := range map[string]string{
		`{"page":{"total":0}}`:                 "nothing found\n",
		`{"page":{"total":16,"nextOffset":2}}`: "showing 2 of 16 sessions; --offset 2 shows the next\n",
		`{"page":{"total":2}}`:                 "",
	} {
		s := clitest.Screen(80)
		if code := run(context.Background(), []string{"sessions", "search", "x", "--limit", "2"}, s, (&said{body: searchAnswer, header: header}).engines()); code != app.ExitOK {
			t.Fatal(code)
		}
		if got := s.Err.(*clitest.Buffer).String(); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}

const diffAnswer = "--- a:1 (2 messages)\n+++ b:2 (2 messages)\n1 unchanged\n\n@@ a 0, b 0 @@\n  [0 = 0] user: hi\n- [1] assistant\n-   gone\x1b[2J\n+ [1] assistant\n+   new"

func TestDiffOnATerminal(t *testing.T) {
	s := clitest.Screen(80)
	s.Color = true
	out, _ := shown(t, s, diffAnswer, "sessions", "diff", "a:1", "b:2")
	golden(t, "diff-color.txt", strings.ReplaceAll(out, "\x1b", "<ESC>"))
	out, _ = shown(t, clitest.Screen(80), diffAnswer, "sessions", "diff", "a:1", "b:2")
	if want := strings.ReplaceAll(diffAnswer, "\x1b", "\uFFFD"); out != want {
		t.Errorf("%q, want %q", out, want)
	}
	s = clitest.Screen(80)
	s.Color = true
	if out, _ = shown(t, s, "# Differences\x1b\n", "sessions", "diff", "a:1", "b:2", "--format", "markdown"); out != "# Differences\uFFFD\n" {
		t.Errorf("markdown: %q", out)
	}
	if out, _ = shown(t, clitest.Pipe(), diffAnswer, "sessions", "diff", "a:1", "b:2"); out != strings.ReplaceAll(diffAnswer, "\x1b", "\uFFFD") {
		t.Errorf("in a pipe: %q", out)
	}
}

const doctorAnswer = `{"agents":[{"agent":"claude","found":true,"files":1300,"bytes":31363000,"records":27,"skippedCount":10,"unreadable":2,"unknownTypes":{"":1,"from-the-future":2},"formatVersions":{"2.1.329":10,"2.1.300":4}},
 {"agent":"codex","found":false},{"agent":"pi","found":false}],
 "files":[{"agent":"claude","sessionId":"a","path":"nowhere/a.jsonl","report":{"bytes":2000,"records":2,"skipped":[{"path":"nowhere/a.jsonl","line":2,"offset":196,"reason":"depth"},{"path":"nowhere/b.json","offset":7,"reason":"truncated"}],"skippedCount":102,"unknownTypes":{"x\u001b":1},"formatVersion":"2.1.329"}},
 {"agent":"claude","sessionId":"b","path":"nowhere/b.jsonl","error":{"code":"PARSE_ERROR","message":"nothing in the file can be read: nul"}}]}`

func TestDoctorOnATerminal(t *testing.T) {
	for _, width := range []int{100, 40} {
		out, _ := shown(t, clitest.Screen(width), doctorAnswer, "doctor")
		golden(t, fmt.Sprintf("doctor-%d.txt", width), out)
	}
	if out, _ := shown(t, clitest.Screen(80), `{"agents":[{"agent":"codex","found":false}],"files":[]}`, "doctor"); out != "not found: codex\n" {
		t.Errorf("an empty home: %q", out)
	}
}

// TestEveryWidth: no terminal is too narrow, and no row of a table of real
// sessions wraps where it could be cut.
func TestEveryWidth(t *testing.T) {
	commands := [][]string{{"sessions", "list"}, {"cost", "report", "--group-by", "cwd"}, {"cost", "report", "--group-by", "session"},
		{"sessions", "search", "retry"}, {"doctor"}, {"agents"}, {"sessions", "diff", "claude:a0000004-0000-4000-8000-000000000004", "claude:e9491ba4-0335-4bd6-953a-43e655ac0b4e"}}
	step := 7
	if testing.Short() {
		step = 33
	}
	for _, args := range commands {
		for width := 1; width < 200; width += step {
			out := printed(t, clitest.Screen(width), append([]string{"-q", "--home", clitest.Home(t, "claude")}, args...)...)
			if !utf8.ValidString(out) {
				t.Errorf("%q at width %d is not UTF-8", args, width)
			}
			for _, line := range strings.Split(out, "\n") {
				if strings.HasSuffix(line, " ") && args[0] != "sessions" {
					t.Errorf("%q at width %d: blanks at the end of %q", args, width, line)
				}
				if width > 70 && args[1%len(args)] == "list" && runewidth.StringWidth(line) > width {
					t.Errorf("%q at width %d: %q", args, width, line)
				}
			}
		}
	}
}

// TestNothingSteersTheTerminal: control characters from files are escaped;
// and JSON stays the same JSON.
func TestNothingSteersTheTerminal(t *testing.T) {
	evil := "a\x1b]0;x\x07\x1b[2J\u009b31m\r\n\x7f\u202eb\u2066 \tc"
	if got, want := terminal.Printable(evil), "a\uFFFD]0;x\uFFFD\uFFFD[2J\uFFFD31m\n\uFFFD\uFFFDb\uFFFD \tc"; got != want {
		t.Errorf("printable: %q, want %q", got, want)
	}
	// Canonical JSON escapes C0 itself; DEL, C1 and the marks are unchanged.
	text := "\"a\u009b31m\x7f\u202eb\u00e9\""
	got := terminal.PrintableJSON(text)
	if strings.IndexFunc(got, terminal.Steers) >= 0 {
		t.Errorf("printableJSON: %q", got)
	}
	var a, b string
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(got), &b); err != nil || a != b {
		t.Errorf("%q is not %q: %v", b, a, err)
	}
	s := clitest.Screen(80)
	out, _ := shown(t, s, "# "+evil, "sessions", "show", "a:b", "--format", "markdown")
	if strings.IndexFunc(out, terminal.Steers) >= 0 {
		t.Errorf("show: %q", out)
	}
	for _, args := range [][]string{{"sessions", "show", "a:b", "--json"}, {"sessions", "export", "a:b"}, {"sessions", "export", "a:b", "--format", "jsonl"}} {
		if out, _ := shown(t, clitest.Screen(80), text, args...); strings.IndexFunc(out, terminal.Steers) >= 0 {
			t.Errorf("%q: %q", args, out)
		}
		if out, _ := shown(t, clitest.Pipe(), text, args...); strings.TrimSuffix(out, "\n") != text {
			t.Errorf("%q in a pipe: %q", args, out)
		}
	}
}

// TestQuoted: a shell reads back what was quoted.
func TestQuoted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no POSIX shell")
	}
	for _, arg := range []string{"", "a", "a b", "it's", "$HOME `x` \\ \"", "*?[~", "a\nb", "日本", "-x", "#", "!", "a;b&c|d", "''", "=x", "~", "=ls", "~root", "a=~", "-",
		"\x1b[2J", "a\u202eb'c", "\r", "\x7f", "\u200b", "a\xffb", "a\u009b", "%s", "\\033", "{a,b}", "a\x1b\n"} {
		line := quoted(arg)
		if strings.IndexFunc(line, terminal.Steers) >= 0 {
			t.Errorf("%q quoted is %q", arg, line)
		}
		for _, shell := range []string{"sh", "bash", "zsh"} {
			if _, err := exec.LookPath(shell); err != nil {
				t.Logf("SKIPPED: %s is not installed", shell)
				continue
			}
			out, err := exec.Command(shell, "-c", "printf %s "+line).Output()
			if err != nil || string(out) != arg {
				t.Errorf("%s: %q quoted is %s, read back as %q: %v", shell, arg, line, out, err)
			}
		}
	}
}

// TestPipesHideNothing: what reorders or hides text is escaped in tables, pipes, notes and shown
// sessions alike, and an exported file keeps its bytes.
func TestPipesHideNothing(t *testing.T) {
	hidden := "a\u202eb\u2066c\u200bd\u200de\u2060f\ufeffg\u00adh\u061ci\U000e0041j\u2028k\x1bl\u009bm"
	quoted, _ := json.Marshal(hidden)
	list := `[{"unifiedId":X,"sessionId":X,"threadId":X,"name":X,"status":X,"title":X,"model":X,"cwd":X,"updatedAt":"2026-08-10T09:15:25.000Z","adapter":X,"type":X,"content":X,` +
		`"agent":X,"path":X,"message":X,"hits":[{"snippet":X}]}]`
	list = strings.ReplaceAll(list, "X", string(quoted))
	note := `{"diagnostics":[{"code":"IO_ERROR","path":` + string(quoted) + `,"message":` + string(quoted) + `,"hint":` + string(quoted) + `}]}`
	for _, args := range [][]string{{"sessions", "list"}, {"sessions", "search", "x"}, {"store", "list"}, {"store", "native-sessions"}, {"store", "messages", "s"},
		{"threads", "list", "s"}, {"store", "check"}, {"sessions", "show", "a:b", "--format", "markdown"}, {"sessions", "diff", "a:b", "a:c"}, {"sessions", "diff", "a:b", "a:c", "--format", "markdown"}} {
		for _, s := range []terminal.Streams{clitest.Pipe(), clitest.Screen(200)} {
			e := &said{body: list, header: note}
			if args[1] == "show" || args[1] == "diff" {
				e.body = hidden
			}
			run(context.Background(), args, s, e.engines())
			if out := s.Out.(*clitest.Buffer).String(); out == "" || strings.IndexFunc(out, terminal.Steers) >= 0 {
				t.Errorf("%q, terminal %v: %q", args, s.Terminal, out)
			}
			if err := s.Err.(*clitest.Buffer).String(); err == "" || strings.IndexFunc(err, terminal.Steers) >= 0 {
				t.Errorf("%q, terminal %v: %q on stderr", args, s.Terminal, err)
			}
		}
	}
	s := clitest.Pipe()
	e := &said{err: fault.New(fault.BadRef, hidden).WithHint(hidden)}
	run(context.Background(), []string{"sessions", "list"}, s, e.engines())
	if err := s.Err.(*clitest.Buffer).String(); err == "" || strings.IndexFunc(err, terminal.Steers) >= 0 {
		t.Errorf("error: %q", err)
	}
	if out, _ := shown(t, clitest.Pipe(), hidden, "sessions", "export", "a:b", "--format", "markdown"); out != hidden {
		t.Errorf("export: %q", out)
	}
}

// TestFolder: cd goes to the session's folder for every folder name.
func TestFolder(t *testing.T) {
	for in, want := range map[string]string{"/w/x": "/w/x", "-": "./-", "-P": "./-P", `C:\w`: `C:\w`, "a": "a"} {
		if got := folder(in); got != want {
			t.Errorf("folder(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzMarked(f *testing.F) {
	f.Add("The parser is wrong", int64(4), int64(10), 12)
	f.Add("日本語の文字", int64(2), int64(4), 5)
	f.Add("", int64(0), int64(0), 0)
	f.Fuzz(func(t *testing.T, snippet string, start, end int64, room int) {
		h := &heddle.SearchHit{Snippet: snippet, Ranges: []heddle.MatchRange{{Start: start, End: end}, {Start: end, End: start}, {Start: 0, End: 1}}}
		for _, color := range []bool{false, true} {
			a := &app.App{Streams: terminal.Streams{Color: color}}
			out := marked(a, h, room%1000)
			plain := strings.NewReplacer("\x1b[33m", "", "\x1b[0m", "").Replace(out)
			if strings.Contains(plain, "\x1b") {
				t.Fatalf("%q", out)
			}
			if r := room % 1000; r > 4 && runewidth.StringWidth(plain) > r {
				t.Fatalf("%q is wider than %d", plain, r)
			}
		}
	})
}
