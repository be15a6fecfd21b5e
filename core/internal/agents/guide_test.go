package agents_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const root = "../../../"

// sampleFile is a session of pi's fixture, which the toy agent's home has too.
const (
	piFile  = "testdata/agents/pi/home/.pi/agent/sessions/--home-dev-projects-bird-feeder--/2026-11-20T17-26-03-059Z_01a1f9fe-6c32-744a-b64a-25b3ca37720c.jsonl"
	toyFile = "testdata/agents/toy/home/.toy/sessions/--w--/2026-11-20T17-26-03-059Z_01a1f9fe-6c32-744a-b64a-25b3ca37720c.jsonl"
)

// byHand are all changes that an agent needs beside its own folder.
var byHand = map[string][]string{ // the file, then pairs of a text and what replaces it
	"core/internal/agents/agents.go": {
		"\t\"github.com/heddle-dev/heddle/core/internal/agent\"\n", "\ttoy \"github.com/heddle-dev/heddle/core/internal/adapter/toy/facts\"\n\t\"github.com/heddle-dev/heddle/core/internal/agent\"\n",
		"&heddle.Row,", "&toy.Row, &heddle.Row,",
	},
	"core/internal/catalog/agents.go": {
		"\t\"github.com/heddle-dev/heddle/core/internal/agents\"\n", "\t\"github.com/heddle-dev/heddle/core/internal/adapter/toy\"\n\t\"github.com/heddle-dev/heddle/core/internal/agents\"\n",
		"heddle.New()}", "toy.New(), heddle.New()}",
	},
	"hostfns/places/places.json": {
		"\n    {\n      \"mount\": \"hermes\",", "\n    {\n      \"mount\": \"toy\",\n      \"agent\": \"toy\",\n      \"linux\": [\"${HOME}/.toy\"],\n      \"darwin\": [\"${HOME}/.toy\"],\n      \"windows\": [\"${HOME}/.toy\"]\n    },\n    {\n      \"mount\": \"hermes\",",
	},
}

// TestGuide adds a toy agent to a copy of the repository by the steps of CONTRIBUTING.md,
// and runs what tests agents.
func TestGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("copies the repository and compiles it; it runs without -short")
	}
	copied := copyRepository(t)
	toy, err := txtar.ParseFile("testdata/toy.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range toy.Files {
		if !strings.HasPrefix(f.Name, "core/internal/adapter/toy/") {
			t.Errorf("%s is outside the agent's folder", f.Name)
		}
		write(t, filepath.Join(copied, f.Name), f.Data)
	}
	sample, err := os.ReadFile(root + piFile)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(copied, toyFile), sample)
	for name, pairs := range byHand {
		text, err := os.ReadFile(root + name)
		if err != nil {
			t.Fatal(err)
		}
		out := string(text)
		for i := 0; i < len(pairs); i += 2 {
			if strings.Count(out, pairs[i]) != 1 {
				t.Fatalf("%s has %q %d times", name, pairs[i], strings.Count(out, pairs[i]))
			}
			out = strings.Replace(out, pairs[i], pairs[i+1], 1)
		}
		write(t, filepath.Join(copied, name), []byte(out))
	}
	run := func(env string, args ...string) {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = copied
		cmd.Env = append(os.Environ(), "PWD="+copied, env)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run("", "run", "./core/rpc/internal/schema/gen")
	run("", "run", "./core/internal/live/clients")
	run("HEDDLE_UPDATE=1", "test", "-run", "TestDocumented", "./core/internal/catalog")
	run("", "vet", "./core/internal/...", ".")
	run("", "test", "./core", "./core/internal/adapter/toy", "./hostfns/places", "./core/rpc/...")
	run("", "test", "-run", "Rows|Documented|Agents|Command", "./core/internal/catalog", "./core/internal/live", "./core/internal/edits")
}

// copyRepository copies the files that git tracks, without the golden answers.
func copyRepository(t *testing.T) string {
	t.Helper()
	list, err := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("this is no clone: %v", err)
	}
	to := t.TempDir()
	for _, name := range strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if strings.HasPrefix(name, "testdata/vectors/") {
			continue
		}
		if info, err := os.Lstat(root + name); err != nil || !info.Mode().IsRegular() {
			continue // deleted and not committed yet, or a link
		}
		data, err := os.ReadFile(root + name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(to, name), data)
	}
	return to
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
