package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// manySessions is a home with n sessions of Claude Code.
func manySessions(t *testing.T, n int) string {
	t.Helper()
	home := t.TempDir()
	dir := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		at := fmt.Sprintf("2026-11-20T10:%02d:%02d.000Z", i/60, i%60)
		text := fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s%03d","cwd":"/w","timestamp":"%s","message":{"role":"user","content":"parser"}}`+"\n"+
			`{"type":"assistant","uuid":"v%d","parentUuid":"u%d","sessionId":"s%03d","timestamp":"%s","message":{"id":"m%d","role":"assistant","model":"opus","content":[{"type":"text","text":"yes"}]}}`+"\n",
			i, i, at, i, i, i, at, i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("s%03d.jsonl", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// notes are the notes on stderr, without the progress of a slow machine.
func notes(s terminal.Streams) string {
	var out strings.Builder
	for line := range strings.Lines(s.Err.(*clitest.Buffer).String()) {
		if strings.HasPrefix(line, "note:") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// TestACutListSaysSo: a list that was cut at its default limit names both numbers, in a pipe and
// with --json too; one that was not says nothing, and --limit 0 shows all.
func TestACutListSaysSo(t *testing.T) {
	home, few := manySessions(t, 131), manySessions(t, 100)
	for _, c := range []struct {
		home, args, note string
		n                int
	}{
		{home, "sessions list", "note: showing 100 of at most 131; --limit 0 shows all\n", 100},
		{home, "sessions list claude", "note: showing 100 of at most 131; --limit 0 shows all\n", 100},
		{home, "sessions list --cwd /w --sort turns", "note: showing 100 of at most 131; --limit 0 shows all\n", 100},
		{home, "sessions list --quiet", "", 100},
		{home, "sessions list --limit 0", "", 131},
		{home, "sessions list --limit 100", "", 100},
		{few, "sessions list", "", 100},
		{home, "sessions search parser", "note: showing 50 of 131; --limit 0 shows all, --offset 50 shows the next\n", 50},
		{home, "sessions search parser --limit 0", "", 131},
		{home, "sessions search parser --limit 50", "", 50},
		{home, "store native-sessions", "", 131},
		{home, "store native-sessions --limit 0", "", 131},
	} {
		s := clitest.Pipe()
		args := append([]string{"--home", c.home}, strings.Fields(c.args)...)
		out := printed(t, s, args...)
		if n := strings.Count(out, "\n"); n != c.n || notes(s) != c.note {
			t.Errorf("%s: %d lines, want %d; says %q, want %q", c.args, n, c.n, s.Err, c.note)
		}
		s = clitest.Pipe()
		var list []struct{ UnifiedID string }
		if err := json.Unmarshal([]byte(printed(t, s, append(args, "--json")...)), &list); err != nil || len(list) != c.n || notes(s) != c.note {
			t.Errorf("%s --json: %d sessions, want %d; says %q, want %q; %v", c.args, len(list), c.n, s.Err, c.note, err)
		}
	}
	for _, args := range []string{"sessions list --limit -1", "sessions search x --limit -1", "store list --limit -1"} {
		if code := run(context.Background(), append([]string{"--home", few}, strings.Fields(args)...), clitest.Pipe(), clitest.OnNative); code != app.ExitUsage {
			t.Errorf("%s: exit status %d", args, code)
		}
	}
}

// TestLimitZeroIsAllInTheStore: messages, threads, events and sessions of the store.
func TestLimitZeroIsAllInTheStore(t *testing.T) {
	home := t.TempDir()
	lines := strings.Repeat(`{"type":"user","content":"hi"}`+"\n", 300)
	file := filepath.Join(home, "m.jsonl")
	if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	printed(t, clitest.Pipe(), "--home", home, "store", "record", "s1", file)
	for args, n := range map[string]int{"store list --limit 0": 1, "store messages s1 --limit 0": 300, "threads loaded s1 --limit 0": 0} {
		if out := printed(t, clitest.Pipe(), append([]string{"--home", home}, strings.Fields(args)...)...); strings.Count(out, "\n") != n {
			t.Errorf("%s: %d lines, want %d", args, strings.Count(out, "\n"), n)
		}
	}
	all := strings.Count(printed(t, clitest.Pipe(), "--home", home, "store", "events", "s1", "--limit", "0"), "\n")
	if all < 257 {
		t.Fatalf("%d events", all)
	}
	s := clitest.Pipe()
	printed(t, s, "--home", home, "store", "events", "s1", "--json")
	if note := notes(s); !strings.Contains(note, "note: showing a page of 256 events") {
		t.Errorf("a cut page of events says %q", note)
	}
	s = clitest.Pipe()
	printed(t, s, "--home", home, "store", "events", "s1", "--json", "--after", fmt.Sprint(all-10))
	if note := notes(s); note != "" {
		t.Errorf("the last page says %q", note)
	}
}
