package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage: the page says which versions were tested last.
func TestPage(t *testing.T) {
	versions, err := readTested("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(versions) != len(titles) {
		t.Errorf("%d agents were tested, %d are known", len(versions), len(titles))
	}
	text, err := os.ReadFile(filepath.Join("../..", page))
	if err != nil {
		t.Fatal(err)
	}
	for agent, version := range versions {
		if !bytes.Contains(text, pageRow(agent, version)) {
			t.Errorf("%s does not say %s", page, pageRow(agent, version))
		}
	}
}

// TestRun: a run is clean only when tests passed and the doctor counted nothing, and then its
// versions are written down.
func TestRun(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"pi/package.json":                       `{"dependencies":{"pi-agent":"latest"}}`,
		"pi/node_modules/pi-agent/package.json": `{"version":"9.9.9"}`,
		"log.txt":                               "    --- FAIL: TestAgents/pi (0.1s)\nFAIL\n",
		"doctor.jsonl":                          `{"agent":"pi","agents":[{"skippedCount":1,"drift":[{"kind":"unknownBlocks","name":"song","count":2},{"kind":"newerVersions","name":"9","count":1}]}]}` + "\n",
		tested:                                  `{"pi", "1.5.0"},` + "\n", page: "| Pi | 1.5.0 | rest |\n",
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	r, err := readRun(".", []string{"pi"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.render(), "| pi | 9.9.9 | 1.5.0 | skipped records ×1, unknownBlocks song ×2 |"; r.isClean() || !strings.Contains(got, want) || !strings.Contains(got, "TestAgents/pi") {
		t.Errorf("clean: %v\n%s", r.isClean(), got)
	}
	r.passed, r.counted = true, nil
	if !r.isClean() {
		t.Error("nothing was counted, and the run is not clean")
	}
	if err := r.writeTested("."); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{tested: `{"pi", "9.9.9"},` + "\n", page: "| Pi | 9.9.9 | rest |\n"} {
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
