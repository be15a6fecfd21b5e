package catalog_test

import (
	"context"
	"path/filepath"
	"slices"
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
