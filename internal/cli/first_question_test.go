package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// mustFail runs a command line that must fail and returns what it says on standard error.
func mustFail(t *testing.T, code int, args ...string) string {
	t.Helper()
	s := clitest.Pipe()
	if got := run(context.Background(), args, s, clitest.OnNative); got != code {
		t.Errorf("heddle %q: exit status %d, want %d: %s", args, got, code, s.Err)
	}
	if out := s.Out.(*clitest.Buffer).String(); out != "" {
		t.Errorf("heddle %q prints %q", args, out)
	}
	return s.Err.(*clitest.Buffer).String()
}

// TestShortForms: what compares and copies sessions has a short form, as what lists them.
func TestShortForms(t *testing.T) {
	dir := clitest.Home(t, "claude")
	const one, two = "claude:3b067d2e", "claude:d0c0308c"
	for _, words := range [][]string{{"diff", one, two}, {"fork", one}} {
		short := printed(t, clitest.Pipe(), append([]string{"--home", dir}, words...)...)
		long := printed(t, clitest.Pipe(), append([]string{"--home", dir, "sessions"}, words...)...)
		if short != long || short == "" {
			t.Errorf("%q: %q, and below sessions %q", words, short, long)
		}
	}
}

// TestFlagSuggestions: a flag that is nearly one of the command's names that one.
func TestFlagSuggestions(t *testing.T) {
	for line, want := range map[string]string{
		"list --sincee 3d": "--since", "list --sinse=3d": "--since", "search x --sincee 3d": "--since", "cost --group_by day": "--group-by",
		"list --quite": "--quiet", "show last --josn": "--json", "store record s --usr x": "--user", "sessions list --jsn": "--json", "cost --groupby day": "--group-by",
	} {
		if text := mustFail(t, app.ExitUsage, strings.Fields(line)...); !strings.Contains(text, "did you mean "+want+"?") {
			t.Errorf("heddle %s: %s", line, text)
		}
	}
	for _, line := range []string{"list --zebra", "list -Z"} {
		if text := mustFail(t, app.ExitUsage, strings.Fields(line)...); strings.Contains(text, "did you mean") {
			t.Errorf("heddle %s: %s", line, text)
		}
	}
	if text := mustFail(t, app.ExitUsage, "search", "-draft", "parser"); !strings.Contains(text, "search -- -draft") {
		t.Errorf("a word that begins with -: %s", text)
	}
}

// TestListOfAFolder: a project's name in place of an agent's gets a hint that finds it.
func TestListOfAFolder(t *testing.T) {
	dir := clitest.Home(t, "claude")
	for words, want := range map[string]string{
		"list fetch-kit": "heddle list --under /home/dev/projects/fetch-kit", "list FETCH-kit": "heddle list --under /home/dev/projects/fetch-kit", "list clude": "heddle list claude",
		"list nowhere": "heddle search nowhere", "list its;evil": "heddle search 'its;evil'", "doctor clude": "heddle doctor claude",
		"sessions list clude": "heddle sessions list claude",
	} {
		if text := mustFail(t, app.ExitNotFound, append([]string{"--home", dir, "--store", "-"}, strings.Fields(words)...)...); !strings.Contains(text, "hint: ") || !strings.Contains(text, want) {
			t.Errorf("heddle %s: %s", words, text)
		}
	}
}

// TestErrorsAsJSON: with --json standard error has the error as one line of JSON.
func TestErrorsAsJSON(t *testing.T) {
	for line, want := range map[string]string{
		"show claude:nothing --json": "SESSION_NOT_FOUND", "list nobody --json": "AGENT_NOT_FOUND", "list --json --limit -1": "INVALID_ARGUMENT",
		"list --json --sincee 3": "INVALID_ARGUMENT", "list --sincee 3 --json": "INVALID_ARGUMENT", "list --json=true --since x": "INVALID_ARGUMENT", "nonsense --json": "INVALID_ARGUMENT",
		"--engine none list --json": "INVALID_ARGUMENT", "store get nothing --json": "SESSION_NOT_FOUND",
	} {
		s := clitest.Pipe()
		code := run(context.Background(), append([]string{"--home", clitest.Home(t, "claude")}, strings.Fields(line)...), s, clitest.OnNative)
		text := s.Err.(*clitest.Buffer).String()
		var e struct{ Code, Message, Hint string }
		if err := json.Unmarshal([]byte(text), &e); err != nil || strings.Count(text, "\n") != 1 || e.Code != want || e.Message == "" || code == app.ExitOK {
			t.Errorf("heddle %s: exit status %d, %v: %s", line, code, err, text)
		}
	}
	for _, line := range []string{"list --json=false --limit -1", "search --limit -1 -- --json"} {
		if text := mustFail(t, app.ExitUsage, strings.Fields(line)...); !strings.HasPrefix(text, "heddle: ") {
			t.Errorf("heddle %s: %s", line, text)
		}
	}
}

// TestShortIDs: a terminal shows the shortest beginning of an id that names one session, pipes the whole one.
func TestShortIDs(t *testing.T) {
	dir := t.TempDir()
	ids := []string{"5e551000-0000-4000-8000-000000000001", "5e551000-0000-4000-8000-000000000002", "77777777-0000-4000-8000-000000000001"}
	for _, id := range ids {
		clitest.WriteClaudeSession(t, dir, id, "a title", "words")
	}
	// A session that the list does not show makes a beginning no less ambiguous.
	for i := range 30 {
		clitest.WriteClaudeSession(t, dir, fmt.Sprintf("8888888%d-0000-4000-8000-%012d", i%10, i), "another", "words")
	}
	args := []string{"--home", dir, "--store", "-", "list", "--limit", "5"}
	out := printed(t, clitest.Screen(100), args...)
	for _, word := range strings.Fields(out) {
		if id, ok := strings.CutPrefix(word, "claude:"); ok {
			if len(id) > 36 {
				t.Errorf("%s", id)
			}
			shown := printed(t, clitest.Pipe(), "--home", dir, "--store", "-", "show", word, "--json")
			if !strings.Contains(shown, `"sessionId":"`+id) {
				t.Errorf("%s shows %.200s", word, shown)
			}
		}
	}
	all := printed(t, clitest.Screen(100), "--home", dir, "--store", "-", "list", "--limit", "0")
	for _, want := range []string{"claude:777777 ", "claude:" + ids[0] + " ", "PROJECT", " w "} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	if piped := printed(t, clitest.Pipe(), args...); strings.Count(piped, "-4000-8000-") != 5 {
		t.Errorf("in a pipe: %s", piped)
	}
}

// TestUnpricedTotal: where nothing has a price every column of the total still says something.
func TestUnpricedTotal(t *testing.T) {
	const answer = `{"source":"unpriced","sessionCount":2,"runCount":0,"inputTokens":500,"outputTokens":0,"cachedTokens":0,"cacheWriteTokens":0,"priceTable":"2026-09-23",
	 "unpriced":[{"model":"house-model","inputTokens":500,"outputTokens":0,"cachedTokens":0,"cacheWriteTokens":0}]}`
	out, text := shown(t, clitest.Pipe(), answer, "cost")
	if row := strings.Split(strings.TrimSuffix(out, "\n"), "\t"); len(row) != 9 || slices.Contains(row, "") || row[1] != "-" {
		t.Errorf("%q", out)
	}
	if !strings.Contains(text, "no price known: house-model, 500 tokens") {
		t.Errorf("%q", text)
	}
}

// TestShortIDsOfTheHomes: every id that a terminal shows names the session of its row.
func TestShortIDsOfTheHomes(t *testing.T) {
	for _, name := range []string{"claude", "codex", "opencode", "hermes-v22", "pi", "gemini", "claude-damaged"} {
		dir := clitest.Home(t, name)
		whole := strings.Split(printed(t, clitest.Pipe(), "--home", dir, "--store", "-", "list", "--limit", "8"), "\n")
		rows := strings.Split(printed(t, clitest.Screen(300), "--home", dir, "--store", "-", "list", "--limit", "8"), "\n")[1:]
		for i, row := range rows[:len(rows)-1] {
			at := strings.Index(row, strings.SplitN(name, "-", 2)[0]+":")
			short := strings.Fields(row[at:])[0]
			id, _, _ := strings.Cut(whole[i], "\t")
			s := clitest.Pipe()
			if code := run(context.Background(), []string{"--home", dir, "--store", "-", "show", short, "--json"}, s, clitest.OnNative); code != app.ExitOK || !strings.Contains(s.Out.(*clitest.Buffer).String(), `"unifiedId":"`+id+`"`) {
				t.Errorf("%s of %s: exit status %d: %s", short, id, code, s.Err)
			}
		}
	}
}
