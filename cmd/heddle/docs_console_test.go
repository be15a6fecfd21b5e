package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/internal/cli"
)

var (
	ages   = regexp.MustCompile(`\d+[a-z]+ ago|just now`)
	blanks = regexp.MustCompile(` +`)
)

// TestConsoleBlocks runs the commands of the documentation as on a terminal of 100 columns, and
// compares what they print; a line … stands for lines left out. HEDDLE_UPDATE=1 fills in the output
// of commands that show none.
func TestConsoleBlocks(t *testing.T) {
	root := repositoryRoot(t)
	ran := 0
	for _, page := range pages(t, root) {
		list := blocks(t, root, page)
		if !slices.ContainsFunc(list, func(b block) bool { return b.language == "console" && b.notRun == "" }) {
			continue
		}
		t.Run(list[0].page, func(t *testing.T) {
			sampleHome(t)
			t.Chdir(t.TempDir())
			for _, b := range list {
				switch {
				case b.notRun != "":
				case b.language == "csv":
					writeNamed(t, b)
				case b.language == "console":
					ran += runConsole(t, page, b)
				}
			}
		})
	}
	if ran < 20 {
		t.Errorf("only %d commands are shown with their output", ran)
	}
}

// writeNamed writes a block whose first line is # and a file name, for the commands below it.
func writeNamed(t *testing.T, b block) {
	t.Helper()
	first, _, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, "# ")
	if !ok || filepath.Base(name) != name {
		t.Fatalf("%s:%d: the first line does not name a file", b.page, b.line)
	}
	if err := os.WriteFile(name, []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// runConsole compares each command of a block, and returns their number.
func runConsole(t *testing.T, page string, b block) (ran int) {
	t.Helper()
	var whole strings.Builder
	for _, step := range strings.Split("\n"+strings.TrimSuffix(b.text, "\n"), "\n$ ")[1:] {
		ran++
		command, want, _ := strings.Cut(step, "\n")
		got := onTerminal(t, command)
		if want = strings.Trim(want, "\n"); want == "" && os.Getenv("HEDDLE_UPDATE") != "" {
			want = got
		}
		fmt.Fprintf(&whole, "$ %s\n%s\n\n", command, want)
		if got == "" || !matches(want, got) {
			t.Errorf("%s:%d: %s prints\n%s\nthe page shows\n%s", b.page, b.line, command, got, want)
		}
	}
	if os.Getenv("HEDDLE_UPDATE") != "" {
		replaceIn(t, page, b.text, strings.TrimSuffix(whole.String(), "\n"))
	}
	return ran
}

// onTerminal returns what a command prints on a terminal without colours, or the error. Notes, which are
// on stderr too, depend on the day.
func onTerminal(t *testing.T, command string) string {
	t.Helper()
	words, err := splitCommand(command)
	if err != nil || words[0] != "heddle" {
		t.Fatalf("%s: %v: only heddle can be shown", command, err)
	}
	var out, problems bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems, Terminal: true, Width: 100}
	if status := cli.Run(words[1:], streams, map[string]cli.Opener{"native": native.NewEngine}); status != 0 {
		if strings.Contains(problems.String(), "unknown") {
			t.Errorf("%s: %s", command, &problems)
		}
		return strings.Trim(problems.String(), "\n")
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
