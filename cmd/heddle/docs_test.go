package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/cmd/heddle/internal/cli"
)

// sampleHomes are the homes that the documentation's commands run on.
var sampleHomes = []string{"claude", "codex", "opencode", "pi"}

// block is a fenced block of a page.
type block struct {
	page, language, text string
	line                 int  // of the first line of text, from 1
	notRun               bool // the line above the block says why: <!-- not run: … -->
}

var (
	fence = regexp.MustCompile("(?ms)^(<!-- not run: [^\n]+ -->\n)?```(\\w+)\n(.*?)^```$")
	// ofTheCheckout matches blocks of commands that run the project's own tests.
	ofTheCheckout = regexp.MustCompile(`^(HEDDLE_\w+=\S+ )*(go test|make) `)

	ages   = regexp.MustCompile(`\d+[a-z]+ ago|just now`)
	blanks = regexp.MustCompile(` +`)
)

// pages lists the pages that people write; operations.md is generated.
func pages(t *testing.T, root string) (list []string) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(list) == 0 {
		t.Fatal("no pages", err)
	}
	return append([]string{filepath.Join(root, "README.md")}, list...)
}

func blocks(t *testing.T, page string) (list []block) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllSubmatchIndex(text, -1) {
		list = append(list, block{page: filepath.Base(page), notRun: m[2] >= 0, language: string(text[m[4]:m[5]]), text: string(text[m[6]:m[7]]),
			line: 1 + bytes.Count(text[:m[6]], []byte("\n"))})
	}
	return list
}

// sampleHome copies the sample homes into one, which is the user's while the test runs.
func sampleHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range sampleHomes {
		if err := os.CopyFS(home, os.DirFS(filepath.Join("../../testdata/agents", name, "home"))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "PI_CODING_AGENT_DIR", "HEDDLE_STORE", "HEDDLE_PRICES"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("TZ", "UTC")
	return home
}

// TestConsoleBlocks runs the commands of the documentation as on a terminal of 100 columns, and
// compares what they print; a line … stands for lines left out. HEDDLE_UPDATE=1 fills in the output
// of commands that show none.
func TestConsoleBlocks(t *testing.T) {
	root := repositoryRoot(t)
	sampleHome(t)
	t.Chdir(t.TempDir())
	ran := 0
	for _, page := range pages(t, root) {
		for _, b := range blocks(t, page) {
			if b.language != "console" || b.notRun {
				continue
			}
			shown := strings.Split("\n"+strings.TrimSuffix(b.text, "\n"), "\n$ ")[1:]
			var whole strings.Builder
			for _, step := range shown {
				ran++
				command, want, _ := strings.Cut(step, "\n")
				got := onTerminal(t, command)
				if want = strings.Trim(want, "\n"); want == "" && os.Getenv("HEDDLE_UPDATE") != "" {
					want = got
				}
				fmt.Fprintf(&whole, "$ %s\n%s\n\n", command, want)
				if !matches(want, got) {
					t.Errorf("%s:%d: %s prints\n%s\nthe page shows\n%s", b.page, b.line, command, got, want)
				}
			}
			if os.Getenv("HEDDLE_UPDATE") != "" {
				replaceIn(t, page, b.text, strings.TrimSuffix(whole.String(), "\n"))
			}
		}
	}
	if ran < 10 {
		t.Errorf("only %d commands are shown with their output", ran)
	}
}

// onTerminal returns what a command prints on a terminal without colours. Notes, which are on stderr,
// depend on the day.
func onTerminal(t *testing.T, command string) string {
	t.Helper()
	words, err := splitCommand(command)
	if err != nil || words[0] != "heddle" {
		t.Fatalf("%s: %v: only heddle can be shown", command, err)
	}
	var out, notes bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &notes, Terminal: true, Width: 100}
	if status := cli.Run(words[1:], streams, map[string]cli.Opener{"native": native.NewEngine}); status != 0 {
		t.Errorf("%s: exit status %d: %s", command, status, &notes)
	}
	return strings.Trim(out.String(), "\n")
}

// splitCommand splits a line as a shell does, with the shell.
func splitCommand(line string) ([]string, error) {
	out, err := exec.Command("sh", "-c", `printf '%s\n' `+line).Output()
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"), err
}

// matches compares what a page shows with what was printed. Ages and the width of columns, which
// depends on them, do not count.
func matches(shown, printed string) bool {
	plain := func(s string) []string {
		var lines []string
		for _, l := range strings.Split(s, "\n") {
			lines = append(lines, strings.TrimSpace(blanks.ReplaceAllString(ages.ReplaceAllString(l, "AGE"), " ")))
		}
		return lines
	}
	want, got := plain(shown), plain(printed)
	for len(want) > 0 {
		if want[0] == "…" {
			want = want[1:]
			for len(got) > 0 && (len(want) == 0 || got[0] != want[0]) {
				got = got[1:]
			}
			continue
		}
		if len(got) == 0 || got[0] != want[0] {
			return false
		}
		want, got = want[1:], got[1:]
	}
	return len(got) == 0
}

func replaceIn(t *testing.T, page, old, text string) {
	t.Helper()
	whole, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, bytes.Replace(whole, []byte(old), []byte(text), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestShellBlocks runs every other block for a shell, in a folder and a home of its own, and no
// command may fail. What cannot be run says why in the page; make test runs what is of the checkout.
func TestShellBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts many processes")
	}
	root := repositoryRoot(t)
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "heddle"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := 0
	for _, page := range pages(t, root) {
		for _, b := range blocks(t, page) {
			if b.language != "sh" || b.notRun || ofTheCheckout.MatchString(b.text) {
				continue
			}
			ran++
			t.Run(fmt.Sprintf("%s:%d", b.page, b.line), func(t *testing.T) {
				home := sampleHome(t)
				cmd := exec.Command("bash", "-euo", "pipefail", "-c", b.text)
				cmd.Dir = t.TempDir()
				cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+home, "PAGER=cat")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s\n%s", err, b.text, out)
				}
			})
		}
	}
	if ran < 7 {
		t.Errorf("only %d blocks were run", ran)
	}
}

// TestLanguages: every block says what it is, so that somebody runs it: other tests run js, python
// and go.
func TestLanguages(t *testing.T) {
	known := map[string]bool{"console": true, "sh": true, "js": true, "python": true, "go": true, "mermaid": true, "json": true, "toml": true, "text": true, "csv": true, "html": true, "sql": true, "java": true}
	for _, page := range pages(t, repositoryRoot(t)) {
		for _, b := range blocks(t, page) {
			if !known[b.language] {
				t.Errorf("%s:%d: nobody runs a block of %s", b.page, b.line, b.language)
			}
		}
	}
}

func repositoryRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}
