package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// printed runs a command line that must succeed and returns what it printed.
func printed(t *testing.T, s terminal.Streams, args ...string) string {
	t.Helper()
	if code := run(context.Background(), args, s, clitest.OnNative); code != app.ExitOK {
		t.Fatalf("heddle %q: exit status %d: %s", args, code, s.Err)
	}
	return s.Out.(*clitest.Buffer).String()
}

// said is an engine with one answer, which it gives after a while.
type said struct {
	body, header string
	err          error
	after        time.Duration
	blocks       bool // until the call's context is done
	progress     func(done, total int64)
	steps        int
}

func (e *said) Call(ctx context.Context, _ string, _ []byte) (bindings.Response, error) {
	for i := range e.steps {
		e.progress(int64(i+1)<<20, int64(e.steps)<<20)
		time.Sleep(e.after / time.Duration(e.steps))
	}
	if e.steps == 0 {
		time.Sleep(e.after)
	}
	if e.blocks {
		<-ctx.Done()
		return bindings.Response{}, fault.New(fault.Timeout, "deadline passed")
	}
	return bindings.Response{Header: []byte(e.header), Body: []byte(e.body)}, e.err
}

func (e *said) Close() error { return nil }

func (e *said) engines() map[string]app.Opener {
	return map[string]app.Opener{"native": func(o bindings.Options) (bindings.Engine, error) {
		e.progress = o.Progress
		return e, nil
	}}
}

// every visits every command but those that cobra brings.
func every(root *cobra.Command, visit func(*cobra.Command)) {
	for _, c := range root.Commands() {
		if c.Name() != "help" && c.Name() != "completion" {
			visit(c)
			every(c, visit)
		}
	}
}

func TestEveryCommandSaysWhatItIsFor(t *testing.T) {
	root := newRoot(&app.App{Engines: clitest.OnNative})
	every(root, func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: short text %q", c.CommandPath(), c.Short)
		}
		if !c.HasSubCommands() && c.Runnable() && c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for _, line := range strings.Split(c.Long+"\n"+c.Example, "\n") {
			if runewidth.StringWidth(line) > 120 {
				t.Errorf("%s: a line of the help is wider than 120 columns: %s", c.CommandPath(), line)
			}
		}
		for _, line := range strings.Split(c.Example, "\n") {
			if line != "" && !strings.HasPrefix(line, "  heddle ") {
				t.Errorf("%s: example %q", c.CommandPath(), line)
			}
		}
	})
}

// TestEveryExampleParses takes the examples of the help at their word, but
// for what a shell does with them.
func TestEveryExampleParses(t *testing.T) {
	every(newRoot(&app.App{Engines: clitest.OnNative}), func(c *cobra.Command) {
		for _, line := range strings.Split(c.Example, "\n") {
			if line = strings.TrimPrefix(line, "  heddle "); line == "" {
				continue
			}
			root := newRoot(&app.App{Engines: clitest.OnNative})
			words := shellWords(t, line)
			found, rest, err := root.Find(words)
			if err != nil || found.CommandPath() != c.CommandPath() {
				t.Errorf("example %q is of %s: %v", line, found.CommandPath(), err)
				continue
			}
			if err := found.ParseFlags(rest); err != nil {
				t.Errorf("example %q: %v", line, err)
				continue
			}
			if err := found.ValidateArgs(found.Flags().Args()); err != nil {
				t.Errorf("example %q: %v", line, err)
			}
		}
	})
}

// shellWords splits a line up to its first pipe, redirection or or-list.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var words []string
	word, quote, open := "", rune(0), false
	for i, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == '\'' || quote == '"' && r != '\\':
			word += string(r)
		case r == '\'' || r == '"':
			quote, open = r, true
		case r == ' ':
			if open || word != "" {
				words = append(words, word)
			}
			word, open = "", false
		case r == '|' || r == '>' || r == '<' || strings.HasPrefix(line[i:], "&&"):
			return words
		case r != '\\':
			word += string(r)
		}
	}
	if quote != 0 {
		t.Fatalf("an open quote in %q", line)
	}
	if open || word != "" {
		words = append(words, word)
	}
	return words
}

// TestEveryFlagIsCompleted: a flag with a value offers its values, or says
// that it has no values; file names only for files.
func TestEveryFlagIsCompleted(t *testing.T) {
	root := newRoot(&app.App{Engines: clitest.OnNative})
	check := func(c *cobra.Command, global bool) {
		visit := c.LocalNonPersistentFlags().VisitAll
		if global {
			visit = c.PersistentFlags().VisitAll
		}
		for _, f := range visited(visit) {
			kind := f.Value.Type()
			if kind == "bool" || slices.Contains([]string{"wasm", "home", "store", "prices", "cwd", "program", "dir"}, f.Name) { // files and folders
				continue
			}
			if _, ok := c.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s --%s has no completion", c.CommandPath(), f.Name)
			}
			if kind != "int" && !strings.Contains(f.Usage, "`") {
				t.Errorf("%s --%s does not name its value: %q", c.CommandPath(), f.Name, f.Usage)
			}
		}
	}
	check(root, true)
	every(root, func(c *cobra.Command) { check(c, false) })
}

// visited lists what a visitor visits.
func visited[T any](visit func(func(T))) (out []T) {
	visit(func(x T) { out = append(out, x) })
	return out
}

// TestEveryResultHasJSON: every command that prints a result takes --json.
func TestEveryResultHasJSON(t *testing.T) {
	every(newRoot(&app.App{Engines: clitest.OnNative}), func(c *cobra.Command) {
		// A conversation, a server and what passes through print no result of their own.
		if c.Name() == "chat" || c.Name() == "mcp" || c.Name() == "serve" || c.CommandPath() == "heddle record" {
			return
		}
		if !c.HasSubCommands() && c.Runnable() && c.Flags().Lookup("json") == nil {
			t.Errorf("%s has no --json", c.CommandPath())
		}
	})
}

func TestExitCodes(t *testing.T) {
	for code, want := range map[fault.Code]int{
		fault.AgentNotFound: 3, fault.SessionNotFound: 3, fault.MessageNotFound: 3, fault.ParseError: 4, fault.InvalidArgument: 2,
		fault.InvalidExportFormat: 2, fault.Unsupported: 1, fault.Timeout: 1, fault.IO: 1, fault.Internal: 1, fault.LimitExceeded: 1,
	} {
		s := clitest.Pipe()
		e := &said{err: fault.New(code, "so it is").WithHint("do that")}
		if got := run(context.Background(), []string{"version"}, s, e.engines()); got != want {
			t.Errorf("%s: exit status %d, want %d", code, got, want)
		}
		if text := s.Err.(*clitest.Buffer).String(); !strings.Contains(text, string(code)+": so it is\nhint: do that\n") {
			t.Errorf("%s: %q", code, text)
		}
	}
	s := clitest.Pipe()
	if got := run(context.Background(), []string{"version"}, s, (&said{err: errors.New("no luck")}).engines()); got != app.ExitFailure {
		t.Errorf("another error: exit status %d", got)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	s := clitest.Pipe()
	if got := run(ctx, []string{"cost", "report"}, s, (&said{blocks: true}).engines()); got != app.ExitInterrupted {
		t.Errorf("exit status %d, want %d", got, app.ExitInterrupted)
	}
	if text := s.Err.(*clitest.Buffer).String(); text != "heddle: interrupted\n" {
		t.Errorf("stderr %q", text)
	}
	s = clitest.Pipe()
	if got := run(context.Background(), []string{"cost", "report", "--timeout", "20ms"}, s, (&said{blocks: true}).engines()); got != app.ExitFailure {
		t.Errorf("--timeout: exit status %d, want %d", got, app.ExitFailure)
	}
	if text := s.Err.(*clitest.Buffer).String(); !strings.Contains(text, "TIMEOUT") {
		t.Errorf("--timeout: stderr %q", text)
	}
}

// TestNotesAreFew: a home full of damage does not fill the screen.
func TestNotesAreFew(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(`{"code":"PARSE_ERROR","path":"claude/x","line":1,"message":"torn\u001b[31m"},`, 9), ",")
	skipped := strings.TrimSuffix(strings.Repeat(`{"path":"claude/y","line":2,"offset":7,"reason":"nul"},`, 6), ",")
	e := &said{header: `{"diagnostics":[` + many + `],"report":{"skipped":[` + skipped + `],"skippedCount":60}}`, body: `[]`}
	s := clitest.Pipe()
	if code := run(context.Background(), []string{"sessions", "list"}, s, e.engines()); code != app.ExitOK {
		t.Fatal(code)
	}
	text := s.Err.(*clitest.Buffer).String()
	for _, want := range []string{"note: 4 more like these; heddle doctor lists all\n", "note: 55 more damaged records\n", ": torn\uFFFD[31m\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if n := strings.Count(text, "\n"); n != 12 {
		t.Errorf("%d lines: %s", n, text)
	}
	s = clitest.Pipe()
	if code := run(context.Background(), []string{"sessions", "list", "--quiet"}, s, e.engines()); code != app.ExitOK || s.Err.(*clitest.Buffer).String() != "" {
		t.Errorf("--quiet says %q", s.Err)
	}
}

func TestOSStreams(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	s := terminal.OSStreams()
	if s.Color || s.In != os.Stdin || s.Out != os.Stdout || s.Err != os.Stderr {
		t.Errorf("%+v", s)
	}
}
