package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/internal/cli"
)

// guest is heddle-command.wasm in a WASI runtime that knows nothing of Heddle.
type guest struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// output is what a run printed, and its exit code.
type output struct {
	out, err string
	code     int
}

// openGuest compiles the module that HEDDLE_COMMAND names; make test sets it.
func openGuest(t *testing.T) *guest {
	t.Helper()
	file := os.Getenv("HEDDLE_COMMAND")
	if file == "" {
		t.Skip("HEDDLE_COMMAND names no heddle-command.wasm; make plugins builds it")
	}
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(filepath.Dir(file), "wazero-cache"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	g := &guest{runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))}
	t.Cleanup(func() { g.runtime.Close(ctx); cache.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, g.runtime)
	if g.module, err = g.runtime.CompileModule(ctx, code); err != nil {
		t.Fatal(err)
	}
	return g
}

// run runs the module with folders, each under a name in the guest.
func (g *guest) run(t *testing.T, folders map[string]string, stdin string, args ...string) output {
	t.Helper()
	files := wazero.NewFSConfig()
	for folder, name := range folders {
		files = files.WithReadOnlyDirMount(folder, name)
	}
	var out, problems bytes.Buffer
	config := wazero.NewModuleConfig().WithName("").WithArgs(append([]string{"heddle-command.wasm"}, args...)...).WithFSConfig(files).
		WithStdin(strings.NewReader(stdin)).WithStdout(&out).WithStderr(&problems).WithSysWalltime().WithSysNanotime().WithRandSource(rand.Reader)
	_, err := g.runtime.InstantiateModule(context.Background(), g.module, config)
	var exit *sys.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v\n%s", args, err, problems.String())
	}
	result := output{out: out.String(), err: problems.String()}
	if exit != nil {
		result.code = int(exit.ExitCode())
	}
	return result
}

// runOnHome runs the command line itself on a home.
func runOnHome(home string, args ...string) output {
	var out, problems bytes.Buffer
	code := cli.Run(append(args, "--home", home, "--store", "-"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems},
		map[string]cli.Opener{"native": native.NewEngine})
	return output{out.String(), problems.String(), code}
}

// hasDatabase reports whether a home has a SQLite file.
func hasDatabase(t *testing.T, home string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		found = found || bytes.HasPrefix(data, []byte("SQLite format 3")) || filepath.Ext(path) == ".db" // a damaged one
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// fileHomes are the fixture homes without databases.
func fileHomes(t *testing.T) (homes []string) {
	t.Helper()
	all, err := filepath.Glob("../../testdata/agents/*/home")
	if err != nil || len(all) == 0 {
		t.Fatal("no homes", err)
	}
	for _, home := range all {
		if home, err = filepath.Abs(home); err != nil {
			t.Fatal(err)
		}
		if !hasDatabase(t, home) {
			homes = append(homes, home)
		}
	}
	return homes
}

// The module prints the bytes of the command line's --json on every home of agents that keep files.
func TestGuestPrintsTheSame(t *testing.T) {
	t.Setenv("TZ", "UTC")
	g := openGuest(t)
	homes, compared, sessions := fileHomes(t), 0, 0
	for i, home := range homes {
		if testing.Short() && i%8 != 0 {
			continue
		}
		compare := func(args ...string) {
			t.Helper()
			want := runOnHome(home, args...)
			got := g.run(t, map[string]string{home: "/home"}, "", args...)
			if compared++; got.out != want.out || got.code != want.code || want.out == "" && want.code == 0 {
				t.Errorf("%s: %v: exit %d, %d bytes; want exit %d, %d bytes\n%s%s", home, args, got.code, len(got.out), want.code, len(want.out), got.err, want.err)
			}
		}
		for _, args := range [][]string{
			{"sessions", "list", "--limit", "0", "--subagents", "--superseded", "--json"}, {"search", "hello", "--json"}, {"stats", "--json"},
			{"cost", "--group-by", "session", "--json"}, {"doctor", "--json"}, {"show", "last", "--json"}, {"show", "claude:none", "--json"},
			{"list", "--since", "2026-11-20", "--until", "2026-11-21", "--sort", "cost", "--tag", "a", "--tag", "b", "--json"},
		} {
			compare(args...)
		}
		var list []struct{ UnifiedID string }
		if err := json.Unmarshal([]byte(runOnHome(home, "list", "--limit", "2", "--json").out), &list); err != nil {
			t.Fatal(err)
		}
		for n, s := range list {
			sessions++
			compare("export", s.UnifiedID, "--format", []string{"markdown", "jsonl"}[n%2])
			compare("sessions", "diff", list[0].UnifiedID, s.UnifiedID, "--json")
		}
	}
	if len(homes) < 20 || sessions < 5 {
		t.Errorf("%d homes, %d sessions: too few", len(homes), sessions)
	}
	t.Logf("%d answers of %d homes compared", compared, len(homes))
}

// A folder is found by the name that the runtime gives it.
func TestGuestFolders(t *testing.T) {
	t.Setenv("TZ", "UTC")
	g := openGuest(t)
	home, err := filepath.Abs("../../testdata/agents/claude/home")
	if err != nil {
		t.Fatal(err)
	}
	want := runOnHome(home, "list", "claude", "--json").out
	for _, folders := range []map[string]string{
		{home: "/"}, {home: "/somebody/else"}, {home + "/.claude": "/claude"}, {home + "/.claude": home + "/.claude"}, {home + "/.claude": "/x/.config/claude"},
		{home: "/somebody/"}, {home + "/.claude": "/claude/"}, {home + "/.claude": "/x/.claude/"},
	} {
		if got := g.run(t, folders, "", "list", "claude"); got.out != want || got.err != "" || got.code != 0 {
			t.Errorf("%v: exit %d, %d bytes of %d\n%s", folders, got.code, len(got.out), len(want), got.err)
		}
	}
	for _, folders := range []map[string]string{{}, {home + "/.claude/projects": "/projects"}} {
		got := g.run(t, folders, "", "list", "claude")
		if got.out != "[]\n" || !strings.Contains(got.err, "no folder of an agent is granted") {
			t.Errorf("%v: %s%s", folders, got.out, got.err)
		}
	}
}

// What the module cannot do ends with the command line's exit codes, and says what to do.
func TestGuestRefusals(t *testing.T) {
	g := openGuest(t)
	home, err := filepath.Abs("../../testdata/agents/claude/home")
	if err != nil {
		t.Fatal(err)
	}
	databases, err := filepath.Abs("../../testdata/agents/opencode/home")
	if err != nil {
		t.Fatal(err)
	}
	late, err := filepath.Abs("../../testdata/agents/copilot/home") // has sessions in files and in a database
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder, stdin, args, out, err string
		code                          int
	}{
		{home, "", "list --no-such", "", "unknown flag --no-such", 2},
		{home, "", "list --limit", "", "--limit needs a value", 2},
		{home, "", "list --limit -1", "", "--limit must be a number", 2},
		{home, "", "list --since yesterday", "", "--since must be a date", 2},
		{home, "", "list nobody", "", "AGENT_NOT_FOUND", 3},
		{home, "", "show", "", "name one session", 2},
		{home, "", "show claude:none", "", "SESSION_NOT_FOUND", 3},
		{home, "", "show last-999999", "", "there are fewer sessions", 3},
		{home, "", "weave", "", `unknown command "weave"`, 2},
		{home, "", "call store.record {}", "", "UNSUPPORTED", 1},
		{home, "", "call no.such", "", "no operation", 2},
		{home, `{"unifiedId":"claude:a1"}`, "call ids.resolveNativeId -", `"nativeSessionId":"a1"`, "", 0},
		{home, "{", "call sessions.list -", "", "INVALID_ARGUMENT", 2},
		{databases, "", "list opencode", "", "UNSUPPORTED", 1},
		{late, "", "show copilot:none", "", "note: UNSUPPORTED: copilot/session-store.db: this host has no SQLite driver", 3},
		{late, "", "show last-999999", "", "note: UNSUPPORTED: copilot/session-store.db", 3},
		{late, "", "show last", `"agent":"copilot"`, "note: UNSUPPORTED: copilot/session-store.db", 0},
		{late, "", "show last --quiet", `"agent":"copilot"`, "", 0},
		{home, "", "", "sessions list [agent]", "", 0},
		{home, "", "cost --help", "--group-by", "", 0},
	} {
		got := g.run(t, map[string]string{c.folder: "/home"}, c.stdin, strings.Fields(c.args)...)
		if got.code != c.code || !strings.Contains(got.out, c.out) || c.out == "" && got.out != "" || !strings.Contains(got.err, c.err) || c.err == "" && got.err != "" {
			t.Errorf("%s: exit %d\n%s%s", c.args, got.code, got.out, got.err)
		}
	}
}

// A link that leaves its mount is not followed, also where the runtime would.
func TestGuestStaysInItsMount(t *testing.T) {
	g := openGuest(t)
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS("../../testdata/agents/claude/home")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(home, ".claude", "projects"), filepath.Join(home, "outside")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../outside", filepath.Join(home, ".claude", "projects")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if got := g.run(t, map[string]string{home: "/home"}, "", "list", "claude"); got.out != "" || !strings.Contains(got.err, "symbolic link leaves its mount") {
		t.Errorf("exit %d, %d bytes\n%s", got.code, len(got.out), got.err)
	}
}
