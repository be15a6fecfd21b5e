package cli

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// elsewhere are the operations of the store that a command of another kind
// runs: import, whose request is the filters' as well.
var elsewhere = map[string]bool{"sessions.import": true}

// listensAll is an engine that keeps the members of all requests, by operation.
type listensAll struct{ members map[string]map[string]bool }

func (e *listensAll) Call(_ context.Context, op string, request []byte) (bindings.Response, error) {
	var members map[string]any
	if err := json.Unmarshal(request, &members); err != nil {
		return bindings.Response{}, err
	}
	if e.members[op] == nil {
		e.members[op] = map[string]bool{}
	}
	for name := range members {
		e.members[op][name] = true
	}
	body := "null"
	if op == "store.events" {
		body = "{}"
	}
	return bindings.Response{Header: []byte("{}"), Body: []byte(body)}, nil
}

func (e *listensAll) Close() error { return nil }

// flagValues are values that flags accept which do not accept any text.
var flagValues = map[string]string{"extra": `{"a":1}`, "metadata": `{"a":1}`, "set": `{"a":1}`, "message": `{"type":"user"}`,
	"created-at": "2026-11-01", "updated-at": "2026-11-01", "since": "2026-11-01", "timezone": "Asia/Tokyo"}

// everyFlag is a command line with all flags of a command but those left out.
func everyFlag(c *cobra.Command, leftOut ...string) []string {
	args := strings.Fields(c.CommandPath())[1:]
	for _, word := range strings.Fields(c.Use)[1:] {
		if !strings.Contains(word, "file") {
			args = append(args, strings.Trim(word, "<>[]."))
		}
	}
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		value := flagValues[f.Name]
		switch {
		case slices.Contains(leftOut, f.Name):
			return
		case f.Value.Type() == "bool":
			value = "true"
		case f.Value.Type() == "int64":
			value = "1"
		case value == "":
			value = "x"
		}
		args = append(args, "--"+f.Name+"="+value)
	})
	return append(args, "--json")
}

// TestEveryStoreOperationHasACommand holds the requests that the commands make
// against the table of operations: each operation has a command, and each
// member of its request is an argument or a flag.
func TestEveryStoreOperationHasACommand(t *testing.T) {
	e := &listensAll{members: map[string]map[string]bool{}}
	engines := map[string]app.Opener{"native": func(bindings.Options) (bindings.Engine, error) { return e, nil }}
	runs := func(args ...string) {
		if code := run(context.Background(), args, clitest.Pipe(), engines); code != app.ExitOK {
			t.Errorf("heddle %q: exit status %d", args, code)
		}
	}
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	printed, packed := file("printed.jsonl", `{"type":"user"}`), file("packed.zst", "\x28\xb5\x2f\xfd")
	leave := []string{"follow", "normalize", "output", "zstd", "help", "older-than"}
	every(newRoot(&app.App{Engines: clitest.OnNative}), func(c *cobra.Command) {
		switch path := c.CommandPath(); {
		case c.HasSubCommands() || !strings.HasPrefix(path, "heddle store ") && !strings.HasPrefix(path, "heddle threads "):
		case path == "heddle store init", path == "heddle store pull", path == "heddle store push", path == "heddle store sync",
			path == "heddle store policy", path == "heddle store erase": // run no operation
		case c.Name() == "normalize":
			for _, args := range [][]string{{printed}, {"--stop-reason", "x"}, {"--permission-mode", "x"}} {
				runs(append([]string{"store", "normalize"}, args...)...)
			}
		case c.Name() == "record":
			runs(everyFlag(c, leave...)...)
			runs(append(everyFlag(c, leave...), "--normalize")...)
		case path == "heddle store import":
			runs(append(everyFlag(c, leave...), printed)...)
			runs(append(everyFlag(c, leave...), packed)...)
		default:
			runs(everyFlag(c, leave...)...)
		}
	})
	runs("store", "count", "--json")
	compare := loadOperations(t)
	fields := map[string][]string{}
	for _, typ := range compare.Requests {
		for _, f := range typ.Fields {
			// The command line finds the beginning of a day itself, and has a flag for each member of a selector.
			if f.Name != "zone" && f.Name != "selector" {
				fields[typ.Name] = append(fields[typ.Name], f.Name)
			}
		}
	}
	for _, op := range compare.Ops {
		if op.ID < 14 || op.ID > 67 || elsewhere[op.Name] {
			continue
		}
		made, ok := e.members[op.Name]
		if !ok {
			t.Errorf("no command runs %s", op.Name)
		}
		have, want := slices.Sorted(maps.Keys(made)), slices.Sorted(slices.Values(fields[op.Request]))
		if !slices.Equal(have, want) {
			t.Errorf("%s: arguments and flags for %q, the request has %q", op.Name, have, want)
		}
	}
}

// inStore runs a command on a store of its own.
func inStore(t *testing.T, file string, s terminal.Streams, args ...string) string {
	t.Helper()
	return printed(t, s, append([]string{"--store", file}, args...)...)
}

// filled makes a store with a session and a thread.
func filled(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "heddle.db")
	inStore(t, file, clitest.Pipe(), "store", "register", "s1", "--adapter", "claude", "--model", "claude-opus-4-6", "--cwd", "/home/dev/projects/fetch-kit", "--extra", `{"team":"core"}`)
	inStore(t, file, clitest.Pipe(), "store", "record", "s1", "--user", "Why is the\nsky blue?", "--message", `{"type":"tool_use","toolName":"Bash","toolInput":{"command":"ls"}}`, "--assistant", "Sunlight is scattered by the air, and blue light more than red light.")
	inStore(t, file, clitest.Pipe(), "threads", "start", "s1", "--id", "plan-b", "--name", "Another way")
	inStore(t, file, clitest.Pipe(), "threads", "record", "s1", "plan-b", "--user", "Try it without the cache.", "--assistant", "Done.")
	return file
}

// TestStoreScreens is what a terminal of 60 columns shows.
func TestStoreScreens(t *testing.T) {
	file := filled(t)
	for _, c := range []struct{ line, want string }{
		{"store list", "UPDATED   MESSAGES  ADAPTER  ID  CWD\njust now         5  claude   s1  /home/dev/projects/fetch-k…\n"},
		{"store get s1", "session     s1\nmessages    5\ncreated     just now\nupdated     just now\nadapter     claude\nmodel       claude-opus-4-6\n" +
			"cwd         /home/dev/projects/fetch-kit\nposition    7\nextra       {\"team\":\"core\"}\n"},
		{"store messages s1", "user       Why is the sky blue?\ntool_use   Bash {\"command\":\"ls\"}\nassistant  Sunlight is scattered by the air, and blue light…\n" +
			"user       [plan-b] Try it without the cache.\nassistant  [plan-b] Done.\n"},
		{"threads list s1", "UPDATED   MESSAGES  STATUS  ACTIVE  ID      NAME\njust now         2  active  active  plan-b  Another way\n"},
		{"threads rollback s1 plan-b --count 1", "plan-b: active, 1 of 2 messages shown, the active thread\n"},
		{"threads read s1 plan-b --messages", "thread      plan-b\nsession     s1\nname        Another way\nstatus      active, the session's active thread\n" +
			"messages    1 of 2\ncreated     just now\nupdated     just now\n\nuser  [plan-b] Try it without the cache.\n"},
		{"store events s1 --limit 1", "    1  just now    session.registered  {\"adapter\":\"claude\",…\n"},
		{"store share s1 --id x", "x: active, made just now\n"},
		{"store unshare s1", ""},
		{"store get-share s1", "x: revoked just now\n"},
		{"store summarize s1 --content Short. --generated-by me", "Short.\n(just now, by me, of 5 messages)\n"},
		{"store fork s1 --new-id s2", "s2: 5 messages, position 1\n"},
		{"store check", ""},
		{"store count", "2\n"},
		{"threads archive s1 plan-b", "plan-b: archived, 1 of 2 messages shown\n"},
		{"threads active s1", ""},
		{"store delete s2", ""},
		{"store list --adapter codex", ""},
		{"threads list nowhere", ""},
	} {
		if got := inStore(t, file, clitest.Screen(60), strings.Fields(c.line)...); got != c.want {
			t.Errorf("%s:\n%s", c.line, got)
		}
	}
	if got := inStore(t, file, clitest.Screen(60), "store", "stats"); !strings.Contains(got, "messages    5\n") || !strings.Contains(got, "file        ") {
		t.Errorf("stats:\n%s", got)
	}
}

// TestRemovingAsks: what a person types does not remove several sessions
// without --yes, and nothing clears the store without it.
func TestRemovingAsks(t *testing.T) {
	for _, c := range []struct {
		line   string
		person bool
		code   int
	}{
		{"store delete a b", true, app.ExitUsage},
		{"store delete a b --yes", true, app.ExitOK},
		{"store delete a b", false, app.ExitOK},
		{"store delete a", true, app.ExitOK},
		{"store delete a b --expect 1", false, app.ExitUsage},
		{"store delete", false, app.ExitUsage},
		{"store clear", true, app.ExitUsage},
		{"store clear", false, app.ExitUsage},
		{"store clear --yes", false, app.ExitOK},
		{"threads clear", false, app.ExitUsage},
		{"threads clear --yes", true, app.ExitOK},
	} {
		s := clitest.Pipe()
		s.InTerm = c.person
		args := append([]string{"--store", filepath.Join(t.TempDir(), "heddle.db")}, strings.Fields(c.line)...)
		if code := run(context.Background(), args, s, clitest.OnNative); code != c.code {
			t.Errorf("%s, person %v: exit status %d, want %d: %s", c.line, c.person, code, c.code, s.Err)
		}
	}
}

// TestImpossibleStore names a store that cannot be created before anything is read.
func TestImpossibleStore(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for store, want := range map[string]string{
		folder:                           "is a folder",
		filepath.Join(file, "heddle.db"): file + " is a file",
	} {
		for _, line := range []string{"sessions list", "store list", "store record s1 --user hi"} {
			s := clitest.Pipe()
			args := append([]string{"--home", folder, "--store", store}, strings.Fields(line)...)
			code := run(context.Background(), args, s, clitest.OnNative)
			got := s.Err.(*clitest.Buffer).String()
			if code != app.ExitUsage || !strings.Contains(got, "the store "+store) || !strings.Contains(got, want) || !strings.Contains(got, "hint: ") {
				t.Errorf("%s: exit status %d, %s", line, code, got)
			}
		}
	}
	s := clitest.Pipe()
	missing := filepath.Join(folder, "a", "b", "heddle.db")
	if code := run(context.Background(), []string{"--home", folder, "--store", missing, "sessions", "list"}, s, clitest.OnNative); code != app.ExitOK {
		t.Errorf("a store in a missing folder: exit status %d, %s", code, s.Err)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) != 1 {
		t.Errorf("reading has created %v, %v", list, err)
	}
}

// TestFollow: events of others appear while --follow looks, and a result ends
// it; so does Ctrl-C.
func TestFollow(t *testing.T) {
	file := filled(t)
	s := clitest.Pipe()
	var wait sync.WaitGroup
	wait.Go(func() {
		if code := run(context.Background(), []string{"--store", file, "store", "events", "s1", "--after", "6", "--follow"}, s, clitest.OnNative); code != app.ExitOK {
			t.Errorf("exit status %d: %s", code, s.Err)
		}
	})
	for !strings.Contains(s.Out.(*clitest.Buffer).String(), "Done.") {
		time.Sleep(5 * time.Millisecond)
	}
	inStore(t, file, clitest.Pipe(), "store", "record", "s1", "--result", "That is all.")
	wait.Wait()
	if got := s.Out.(*clitest.Buffer).String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "That is all.") {
		t.Errorf("%q", got)
	}

	inStore(t, file, clitest.Pipe(), "store", "record", "s1", "--user", "One more thing.")
	ctx, cancel := context.WithCancel(context.Background())
	s = clitest.Pipe()
	out := s.Out.(*clitest.Buffer)
	go func() { // while it waits for more
		for !strings.Contains(out.String(), "\n") {
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond)
		cancel()
	}()
	if code := run(ctx, []string{"--store", file, "store", "events", "s1", "--follow", "--json"}, s, clitest.OnNative); code != app.ExitInterrupted {
		t.Errorf("interrupted: exit status %d: %s", code, s.Err)
	}
	if got := out.String(); strings.Count(got, "\n") != 1 {
		t.Errorf("interrupted: %q, %q", got, s.Err)
	}
}

// TestFollowFromTheEnd: a session that does not exist yet is waited for, and
// after the end of a turn --follow waits for the next one.
func TestFollowFromTheEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	for i, after := range []string{"0", "2"} {
		s := clitest.Pipe()
		var wait sync.WaitGroup
		wait.Go(func() {
			if code := run(context.Background(), []string{"--store", file, "store", "events", "s1", "--after", after, "--follow"}, s, clitest.OnNative); code != app.ExitOK {
				t.Errorf("exit status %d: %s", code, s.Err)
			}
		})
		if i == 0 {
			for !strings.Contains(s.Err.(*clitest.Buffer).String(), `session "s1" does not exist yet`) {
				time.Sleep(5 * time.Millisecond)
			}
		} else {
			time.Sleep(100 * time.Millisecond)
		}
		inStore(t, file, clitest.Pipe(), "store", "record", "s1", "--user", "Turn "+after, "--result", "Done.")
		wait.Wait()
		if got := s.Out.(*clitest.Buffer).String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "Turn "+after) {
			t.Errorf("after %s: %q", after, got)
		}
	}
}

// TestTimeoutWhileWaiting: --timeout ends what waits for others too.
func TestTimeoutWhileWaiting(t *testing.T) {
	file := filled(t)
	r, w := io.Pipe()
	defer w.Close()
	for _, line := range []string{"events s1 --after 6 --follow", "events none --follow", "record s1 -"} {
		s := clitest.Pipe()
		s.In = r
		args := append([]string{"--store", file, "--timeout", "200ms", "store"}, strings.Fields(line)...)
		if code := run(context.Background(), args, s, clitest.OnNative); code != app.ExitFailure || !strings.Contains(s.Err.(*clitest.Buffer).String(), "TIMEOUT") {
			t.Errorf("%s: exit status %d: %s", line, code, s.Err)
		}
	}
}

// TestInterruptedInput: Ctrl-C ends a command that waits for stdin, and
// nothing is recorded.
func TestInterruptedInput(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	s := clitest.Pipe()
	s.In = r
	file := filepath.Join(t.TempDir(), "heddle.db")
	if code := run(ctx, []string{"--store", file, "store", "record", "s1", "-", "--user", "hi"}, s, clitest.OnNative); code != app.ExitInterrupted {
		t.Errorf("exit status %d: %s", code, s.Err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the store was made")
	}
}

// TestForeignStore: --store on another program's database changes nothing in
// it.
func TestForeignStore(t *testing.T) {
	folder := t.TempDir()
	mine := filled(t)
	data, err := os.ReadFile(mine)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, change func([]byte) []byte) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, change(slices.Clone(data)), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, c := range []struct {
		file string
		code int
	}{
		{write("same", func(b []byte) []byte { return b }), app.ExitOK},
		{write("empty", func(b []byte) []byte { return nil }), app.ExitOK},
		{write("unnamed", func(b []byte) []byte { clear(b[68:72]); return b }), app.ExitParse},
		{write("other", func(b []byte) []byte { b[68] = 1; return b }), app.ExitParse},
		{write("text", func(b []byte) []byte { return []byte("hello") }), app.ExitParse},
		{folder, app.ExitUsage},
	} {
		before, _ := os.ReadFile(c.file)
		s := clitest.Pipe()
		if code := run(context.Background(), []string{"--store", c.file, "store", "list"}, s, clitest.OnNative); code != c.code {
			t.Errorf("%s: exit status %d, want %d: %s", filepath.Base(c.file), code, c.code, s.Err)
		}
		if after, _ := os.ReadFile(c.file); c.code != app.ExitOK && string(after) != string(before) {
			t.Errorf("%s was changed", filepath.Base(c.file))
		}
	}
}

// TestImportReport prints what sessions.import answers.
func TestImportReport(t *testing.T) {
	const body = `{"failed":1,"imported":1,"sessions":[{"added":4,"messages":4,"status":"new","storeId":"claude:a","unifiedId":"claude:a"},` +
		`{"added":0,"messages":0,"status":"failed","storeId":"","unifiedId":"codex:b"}],"unchanged":0,"updated":0}`
	e := &said{body: body, header: "{}"}
	s := clitest.Pipe()
	if code := run(context.Background(), []string{"import", "--all"}, s, e.engines()); code != app.ExitFailure {
		t.Errorf("exit status %d", code)
	}
	if got := s.Out.(*clitest.Buffer).String(); got != "new\t4\t4\tclaude:a\tclaude:a\nfailed\t0\t0\tcodex:b\t\n" {
		t.Errorf("%q", got)
	}
	s = clitest.Screen(60)
	run(context.Background(), []string{"import", "claude:a", "codex:b", "--dry-run"}, s, e.engines())
	if got := s.Out.(*clitest.Buffer).String(); !strings.Contains(got, "STATUS  ADDED  MESSAGES  ID\nnew         4         4  claude:a\n") ||
		!strings.HasSuffix(got, "2 new, 0 updated, 0 unchanged, 2 failed (dry run: nothing was copied)\n") {
		t.Errorf("%s", got)
	}
	s = clitest.Pipe()
	run(context.Background(), []string{"import", "claude:a", "codex:b", "--json"}, s, e.engines())
	if got := s.Out.(*clitest.Buffer).String(); got != body+"\n"+body+"\n" {
		t.Errorf("%s", got)
	}
}
