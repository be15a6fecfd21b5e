package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// sampleHomes are the homes that the documentation's commands run on.
var sampleHomes = []string{"claude", "codex", "opencode", "pi"}

// block is a fenced block of a page.
type block struct {
	page, language, text string
	line                 int    // of the first line of text, from 1
	notRun               string // why, from the line above the block: <!-- not run: … -->
}

// pages lists the pages that people write and read, by their path in the repository.
func pages(t *testing.T, root string) (list []string) {
	t.Helper()
	skipped := map[string]bool{".git": true, "build": true, "dist": true, "node_modules": true, "testdata": true}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && skipped[d.Name()] {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".md" {
			list = append(list, path)
		}
		return err
	})
	if err != nil || len(list) < 30 {
		t.Fatal(len(list), "pages", err)
	}
	return list
}

// blocks reads the fenced blocks of a page, also those without a language.
func blocks(t *testing.T, root, page string) (list []block) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	name, err := filepath.Rel(root, page)
	if err != nil {
		t.Fatal(err)
	}
	var open *block
	above := ""
	for i, line := range strings.SplitAfter(string(text), "\n") {
		fence, ok := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case ok && open == nil:
			reason, _ := strings.CutPrefix(above, "<!-- not run: ")
			reason, found := strings.CutSuffix(reason, " -->")
			if !found {
				reason = ""
			}
			open = &block{page: filepath.ToSlash(name), language: fence, line: i + 2, notRun: reason}
		case ok:
			list = append(list, *open)
			open = nil
		case open != nil:
			open.text += line
		}
		above = strings.TrimSpace(line)
	}
	if open != nil {
		t.Errorf("%s:%d: the block has no end", name, open.line)
	}
	return list
}

// allBlocks are the blocks of all pages in one language.
func allBlocks(t *testing.T, language string) (list []block) {
	t.Helper()
	root := repositoryRoot(t)
	for _, page := range pages(t, root) {
		for _, b := range blocks(t, root, page) {
			if b.language == language && b.notRun == "" {
				list = append(list, b)
			}
		}
	}
	return list
}

// TestLanguages: every block is run, or read as what it says it is, or says why not.
func TestLanguages(t *testing.T) {
	for _, page := range pages(t, repositoryRoot(t)) {
		shown := false // an example came before: text may be its output
		for _, b := range blocks(t, repositoryRoot(t), page) {
			if err := checkBlock(b, shown); err != nil && b.notRun == "" {
				t.Errorf("%s:%d: %v", b.page, b.line, err)
			}
			shown = b.language == "go" || b.language == "js" || b.language == "python"
		}
	}
}

func checkBlock(b block, afterExample bool) error {
	switch b.language {
	case "console", "sh", "go", "mermaid": // other tests here run all of them; mermaid is a drawing
		return nil
	case "js", "python": // the tests of the packages run those of these pages
		if b.page == "README.md" || b.page == b.language+"/README.md" || strings.HasPrefix(b.page, "docs/") {
			return nil
		}
		return errors.New("nobody runs a block on this page")
	case "json":
		d := json.NewDecoder(strings.NewReader(b.text))
		for {
			if err := d.Decode(new(any)); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	case "toml":
		_, err := toml.Decode(b.text, new(any))
		return err
	case "csv":
		r := csv.NewReader(strings.NewReader(b.text))
		r.Comment = '#'
		_, err := r.ReadAll()
		return err
	case "text":
		if afterExample || strings.HasSuffix(b.page, "FORMAT.md") || strings.HasSuffix(b.page, "ABI.md") {
			return nil // output, which is compared, or the form of a file
		}
		return errors.New("text is the output of the example above it, and there is none")
	}
	return fmt.Errorf("nobody runs a block of %q", b.language)
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

func repositoryRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}
