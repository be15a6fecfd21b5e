package catalog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// sampleHomes are the homes that real agents wrote, and those made by hand in their formats.
func sampleHomes(t *testing.T) []string {
	t.Helper()
	var homes []string
	for _, pattern := range []string{"../../../testdata/agents/*/home", "../adapter/*/testdata/*/home"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		homes = append(homes, found...)
	}
	if len(homes) < 55 {
		t.Fatalf("only %d sample homes", len(homes))
	}
	return homes
}

// damagedHomes were harmed for other tests: what is unknown in them was put there.
var damagedHomes = []string{"claude-damaged"}

// ask runs fn on a catalog over a home, and returns the diagnostics.
func ask(t *testing.T, home string, fn func(c *catalog.Catalog) error) (notes []fault.Diagnostic) {
	t.Helper()
	native, err := hostfns.Open(hostfns.Options{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	call := native.Call(context.Background(), nil)
	defer call.Release()
	if err := fn(catalog.New(&call.Host, func(n fault.Diagnostic) { notes = append(notes, n) })); err != nil {
		t.Fatal(err)
	}
	return notes
}

// doctorAt returns what the doctor reports of a home.
func doctorAt(t *testing.T, home string) (report *session.DoctorReport) {
	t.Helper()
	ask(t, home, func(c *catalog.Catalog) (err error) {
		report, err = c.Doctor(session.DoctorRequest{})
		return err
	})
	return report
}

// TestNoFalseAlarm: no sample home has anything that a rule should know.
func TestNoFalseAlarm(t *testing.T) {
	for _, home := range sampleHomes(t) {
		name := filepath.Base(filepath.Dir(home))
		if slices.Contains(damagedHomes, name) {
			continue
		}
		for _, a := range doctorAt(t, home).Agents {
			for _, d := range a.Drift {
				t.Errorf("%s: %s: %+v", name, a.Agent, d)
			}
		}
	}
}

// TestUnreachableTexts: a record that repeats another one's id with other words is on no branch,
// and the doctor says so; one that repeats it as it was is one message.
func TestUnreachableTexts(t *testing.T) {
	const line = `{"type":"user","uuid":"u","parentUuid":null,"sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:00.000Z","message":{"role":"user","content":"%s"}}` + "\n"
	for words, want := range map[string]int64{"one": 0, "two": 1} {
		home := t.TempDir()
		folder := filepath.Join(home, ".claude/projects/-p")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "own.jsonl"), []byte(fmt.Sprintf(line, "one")+fmt.Sprintf(line, words)), 0o600); err != nil {
			t.Fatal(err)
		}
		got := int64(0)
		for _, d := range doctorAt(t, home).Agents[0].Drift {
			if d.Kind == "unreachableTexts" {
				got += d.Count
			}
		}
		if got != want {
			t.Errorf("%s: %d texts on no branch, want %d", words, got, want)
		}
	}
}

// TestDriftIsSaid: list, cost and stats say in one line what is missing from their figures, and a
// session's report has its counts. A newer version alone is not said.
func TestDriftIsSaid(t *testing.T) {
	for name, change := range map[string]mutation{"": rewrite(`"version":"2\.1\.329"`, `"version":"2.2.0"`), "2.2.0": rewrite(`"usage":\{`, `"token_usage":{`)} {
		home := t.TempDir()
		if err := os.CopyFS(home, os.DirFS("../../../testdata/agents/claude/home")); err != nil {
			t.Fatal(err)
		}
		rewrite(`"version":"2\.1\.329"`, `"version":"2.2.0"`)(t, home)
		if name != "" {
			change(t, home)
		}
		_, notes := figures(t, home)
		said := 0
		for _, n := range notes {
			if strings.HasPrefix(n, "claude 2.2.0 is newer than this Heddle knows: ") && strings.Contains(n, "answers without tokens") {
				said++
			}
		}
		if want := map[string]int{"": 0, "2.2.0": 3}[name]; said != want {
			t.Errorf("said %d times, want %d: %q", said, want, notes)
		}
		ask(t, home, func(c *catalog.Catalog) error {
			_, report, err := c.Get(session.GetRequest{Agent: "claude", SessionID: "a0000001-0000-4000-8000-000000000001"})
			if err == nil && (len(report.Drift) > 0) != (name != "") {
				t.Errorf("the report says %+v", report.Drift)
			}
			return err
		})
	}
}
