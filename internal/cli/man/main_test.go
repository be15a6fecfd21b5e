package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cli"
)

// TestEveryCommandHasAPage: with its flags and its examples, and the same bytes each time.
func TestEveryCommandHasAPage(t *testing.T) {
	dir, again := t.TempDir(), t.TempDir()
	for _, d := range []string{dir, again} {
		if err := write(d); err != nil {
			t.Fatal(err)
		}
	}
	pages := 0
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			return
		}
		if other, err := os.ReadFile(filepath.Join(again, name)); err != nil || string(other) != string(page) {
			t.Errorf("%s is not the same again: %v", name, err)
		}
		for _, part := range []string{".SH NAME", "heddle"} {
			if !strings.Contains(string(page), part) {
				t.Errorf("%s has no %s", name, part)
			}
		}
		if strings.Contains(c.Use, "<session-id>") && !strings.Contains(string(page), "session-id>") {
			t.Errorf("%s has lost its arguments", name)
		}
		if c.Example != "" && !strings.Contains(string(page), ".SH EXAMPLE") {
			t.Errorf("%s has no examples", name)
		}
		pages++
		for _, sub := range c.Commands() {
			if sub.Name() != "help" && !sub.Hidden {
				visit(sub)
			}
		}
	}
	visit(cli.Commands())
	if pages < 80 {
		t.Errorf("only %d pages", pages)
	}
}
