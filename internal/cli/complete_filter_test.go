package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/complete"
)

// hostile are values that session files may hold. None of them may be offered.
var hostile = []string{
	"/w\u0001'$(touch pwned)'", "$(touch pwned)", "`touch pwned`", "a;touch pwned", "a|touch pwned", "a&touch", "a>pwned", "<pwned", "a'b", `a"b`,
	`a\b`, "a b", "a\tb", "a\nb", "a\rb", "a*", "a?", "[a]", "{a,b}", "(a)", "a!b", "!1", "^a^b", "~", "~root", "=ls", "#a", "a%b", "%n", "-rf", "--run",
	"--engine=x", "+x", "@a", "@{a}", ",a", ":0", ":4", "", " ", "a\x1b[2Jb", "a\x1b]0;t\ab", "a\u009b31m", "a\x7fb", "a\u202eb", "a\u2066b", "a\u200bb", "a\u200db",
	"a\u2060b", "a\ufeffb", "a\u00adb", "a\u2028b", "a\U000e0041b", "a\ue000b", "a\U000f0000b", "a\u0378b", "a\ufffeb", "a\u00a0b", "a\u3000b", "a\u2018b", "a\u2019b",
	"a\u201cb", "a\u201db", "a\u2013b", "a\uff04b", "$'\\x41'", "_activeHelp_ pwned", "a$", "${x}", "a\\\nb", "\u2800", "a\u3164b", "a\ufe00b",
}

// harmless are values that must be offered.
var harmless = []string{"plain", "a-b_c.d/e:f=g+h@i,j", "/home/dev/projects/été", "日本語", "claude-opus-4-6", "6cb0dd90-7a16-47c0-88bc-417625d288a3", "C:/x"}

// hostileEngine answers every operation with hostile and harmless values in every member.
type hostileEngine struct{}

func (hostileEngine) Call(_ context.Context, op string, _ []byte) (bindings.Response, error) {
	var list []map[string]any
	for i, v := range append(append([]string{}, hostile...), harmless...) {
		e := map[string]any{"agent": v, "title": hostile[i%len(hostile)] + " tail", "name": hostile[i%len(hostile)], "updatedAt": "2026-08-09T09:15:25.000Z"}
		for _, member := range []string{"unifiedId", "sessionId", "threadId", "leafId", "model", "cwd"} {
			e[member] = v
		}
		e["tags"] = []string{v}
		list = append(list, e)
	}
	var body any = list
	if op == "sessions.get" {
		body = map[string]any{"branches": list}
	}
	b, err := json.Marshal(body)
	return bindings.Response{Header: []byte(`{"diagnostics":[{"code":"IO_ERROR","message":"\u001b[2J"}]}`), Body: b}, err
}

func (hostileEngine) Close() error { return nil }

var onHostile = map[string]app.Opener{
	"native": func(bindings.Options) (bindings.Engine, error) { return hostileEngine{}, nil },
}

// completed runs the completion command, under both of its names, and checks every byte it prints.
func completed(t *testing.T, words ...string) string {
	t.Helper()
	both := ""
	for _, name := range []string{cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd} {
		s := clitest.Pipe()
		run(context.Background(), append([]string{name}, words...), s, onHostile)
		if said := s.Err.(*clitest.Buffer).String(); said != "" {
			t.Errorf("%s %q says %q on stderr", name, words, said)
		}
		out := s.Out.(*clitest.Buffer).String()
		both += out
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if last := lines[len(lines)-1]; len(last) < 2 || last[0] != ':' {
			t.Errorf("%s %q ends with %q", name, words, last)
		}
		for _, line := range lines[:len(lines)-1] {
			candidate, description, _ := strings.Cut(line, "\t")
			if bad := unsafe(candidate, false); bad != "" || strings.HasPrefix(candidate, "-") && !strings.HasPrefix(words[len(words)-1], "-") {
				t.Errorf("%s %q offers %q: %s", name, words, candidate, bad)
			}
			if bad := unsafe(description, true); bad != "" {
				t.Errorf("%s %q describes %q: %s", name, words, line, bad)
			}
		}
	}
	return both
}

// unsafe names a character that must not be printed.
func unsafe(s string, blanks bool) string {
	if !utf8.ValidString(s) {
		return "bytes that are not UTF-8"
	}
	for i, r := range s {
		switch {
		case r == ' ' && blanks, unicode.In(r, unicode.L, unicode.M, unicode.N) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		case !strings.ContainsRune("-_./:=+@,", r) || i == 0 && strings.ContainsRune("=:@+,", r) && !blanks:
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

// TestNoCompleterOffersWhatAShellExpands asks every completer of every command, flags and
// arguments alike, while every engine answer is hostile.
func TestNoCompleterOffersWhatAShellExpands(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	root := newRoot(&app.App{Engines: onHostile})
	root.InitDefaultHelpCmd()
	asked, offered := 0, map[string]bool{}
	ask := func(words ...string) {
		asked++
		for _, line := range strings.Split(completed(t, words...), "\n") {
			candidate, _, _ := strings.Cut(line, "\t")
			offered[candidate] = true
		}
	}
	flags := 0
	var visit func(c *cobra.Command, path []string)
	visit = func(c *cobra.Command, path []string) {
		for i, args := range [][]string{nil, {"claude"}, {"s1", "x"}} {
			for j, typed := range []string{"", "-", "claude:"} {
				if testing.Short() && (i != j || i == 1) {
					continue
				}
				ask(append(append(append([]string{}, path...), args...), typed)...)
			}
		}
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if flags++; testing.Short() && flags%3 > 0 {
				return
			}
			if f.Value.Type() != "bool" {
				ask(append(append([]string{}, path...), "claude", "--"+f.Name, "")...)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub, append(append([]string{}, path...), sub.Name()))
		}
	}
	visit(root, nil)
	for _, want := range harmless {
		if !offered[want] {
			t.Errorf("%q is not offered any more", want)
		}
	}
	enough := 500
	if testing.Short() {
		enough = 150
	}
	if asked < enough {
		t.Errorf("only %d completions were asked for", asked)
	}
}

// TestCompletionEchoesNothingTyped: neither stream repeats what steers a terminal.
func TestCompletionEchoesNothingTyped(t *testing.T) {
	stderr := os.Stderr // cobra writes its errors there directly
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stderr = w
	for _, typed := range []string{"\x1b]0;x\a", "\x1b[2J", "\u202e", "a\xff", "\u200b", "a\nb"} {
		for _, words := range [][]string{{typed}, {typed, ""}, {"sessions", "list", "--limit", typed, ""}, {"--nosuch" + typed, ""}, {"sessions", typed}, {"store", "get", "--at=" + typed}} {
			if out := completed(t, words...); out != complete.NoFiles+complete.NoFiles {
				t.Errorf("%q: %q", words, out)
			}
		}
	}
	completed(t, "no", "such", "$(touch pwned)")
	os.Stderr = stderr
	w.Close()
	b := make([]byte, 1<<16)
	n, _ := r.Read(b)
	if said := string(b[:n]); unsafe(strings.NewReplacer("\n", "", "[", "", "]", "", "$", "", "(", "", ")", "", "\"", "").Replace(said), true) != "" {
		t.Errorf("stderr: %q", said)
	}
}

// TestCompletionInABytewiseLocale: there bash quotes every other character with $'…', which
// compgen reads as a parameter.
func TestCompletionInABytewiseLocale(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	out := completed(t, "sessions", "list", "--cwd", "")
	if strings.IndexFunc(out, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 || !strings.Contains(out, "plain\n") {
		t.Errorf("%q", out)
	}
}

// TestCompletionOffersNothingTwice: bash inserts the common beginning of its candidates, which
// for two equal ones would be their description too.
func TestCompletionOffersNothingTwice(t *testing.T) {
	f := complete.CompletionFilter{To: &clitest.Buffer{}, Flags: map[string]struct{}{}}
	f.Printed.WriteString("a\tone\na\tone\nb\n:36\n")
	if err := f.Flush(false); err != nil {
		t.Fatal(err)
	}
	if got := f.To.(*clitest.Buffer).String(); got != "a\tone\nb\n:36\n" {
		t.Errorf("%q", got)
	}
}
