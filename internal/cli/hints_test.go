package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/app"
)

func TestHintsNameCommands(t *testing.T) {
	for hint, want := range map[string]string{
		`sessions.list("claude") shows the ids`:                                          "heddle sessions list claude shows the ids",
		"sessions.get lists the branches":                                                "heddle sessions show lists the branches",
		"store.check names every defect":                                                 "heddle store check names every defect",
		"name the thread, or make one active: threads.setActive":                         "name the thread, or make one active: heddle threads set-active",
		"agents.list shows which folders are granted":                                    "heddle agents shows which folders are granted",
		"grant the store to the engine":                                                  "name the store's file: --store FILE",
		"name the home folder":                                                           "name the home folder: --home DIR",
		"name a core.wasm file with HEDDLE_WASM; in a checkout":                          "name a core.wasm file with --wasm or HEDDLE_WASM; in a checkout",
		"name a core.wasm file with HEDDLE_WASM or the option ModulePath; in a checkout": "name a core.wasm file with --wasm or HEDDLE_WASM; in a checkout",
		"the file is damaged or not of this format":                                      "the file is damaged or not of this format",
		"messages.normalize makes a message of what an agent wrote":                      "messages.normalize makes a message of what an agent wrote",
		"Codex reads its own rollouts: sessions.export gives this one":                   "Codex reads its own rollouts: heddle sessions export gives this one",
	} {
		if got := app.HintText(hint); got != want {
			t.Errorf("%s\n got %s\nwant %s", hint, got, want)
		}
	}
}

// TestHintsSpeakToNobody holds the hints of the engine and of the Go hosts to
// operations and powers: who calls is known only to its caller.
func TestHintsSpeakToNobody(t *testing.T) {
	known := map[string]bool{"live.agents": true} // a method of heddle live serve, which clients have as a function
	for _, o := range loadOperations(t).Ops {
		known[o.Name] = true
	}
	dialect := regexp.MustCompile(`\bheddle (agents|sessions|store|threads|cost|import|doctor|help)\b|(^|[ (])--[a-z]|grant SQL\b|\bnpm |\bpip |open\(`)
	hints := regexp.MustCompile(`(?i)hint|unknown:|without:|sqlwal\.Open`)
	texts := regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")
	found := 0
	for _, root := range []string{"core", "hostfns"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "schema") {
				return err
			}
			data, err := os.ReadFile(path)
			for _, line := range strings.Split(string(data), "\n") {
				if !hints.MatchString(line) {
					continue
				}
				found++
				for _, text := range texts.FindAllString(line, -1) {
					if dialect.MatchString(strings.Trim(text, "\"`")) {
						t.Errorf("%s speaks to one kind of caller: %s", path, text)
					}
					for _, name := range app.OperationName.FindAllString(strings.ReplaceAll(text, `\"`, ""), -1) {
						if name, _, _ = strings.Cut(name, "("); !known[name] {
							t.Errorf("%s: no operation %s in %s", path, name, text)
						}
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 60 {
		t.Errorf("only %d lines with hints were seen", found)
	}
}
