package bindingstest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

// TestNativeEqualsTheSequences runs all sequences natively.
func TestNativeEqualsTheSequences(t *testing.T) {
	homes := preparedHomes(t)
	sequences, err := LoadSequences(filepath.Join(root, "testdata", "sequences"))
	if err != nil || len(sequences) == 0 {
		t.Fatal(len(sequences), err)
	}
	if testing.Short() { // every third
		some := sequences[:0]
		for i := 0; i < len(sequences); i += 3 {
			some = append(some, sequences[i])
		}
		sequences = some
	}
	res := Result{Engine: "native"}
	err = res.RunSequences(sequences, homes, func(grant hostfns.Options) (bindings.Engine, error) {
		return native.Open(bindings.Options{Host: grant})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range res.Differences {
		t.Errorf("%s: %s", d.Case, d.What)
	}
	if len(res.Differences) > 0 {
		t.Fatalf("%d of %d requests differ; make vectors-write rewrites them, then read every difference", len(res.Differences), res.Cases)
	}
}

func TestSequencesRoundTrip(t *testing.T) {
	dir := t.TempDir()
	in := Sequence{File: "x", Home: "h", Clock: 7, Step: 2, Seed: 1 << 63, Cases: []Case{
		{Op: "store.get", Name: "a", Request: []byte(`{}`), Response: []byte("{}\nbody")},
		{Op: "store.list", Name: "b", Request: []byte(``), Response: []byte("{}\n")}}}
	if err := in.Write(dir, "comment\n"); err != nil {
		t.Fatal(err)
	}
	out, err := LoadSequences(dir)
	if err != nil || len(out) != 1 || out[0].Clock != 7 || out[0].Step != 2 || out[0].Seed != 1<<63 || out[0].Home != "h" ||
		len(out[0].Cases) != 2 || out[0].Cases[1].Op != "store.list" || string(out[0].Cases[0].Response) != "{}\nbody" {
		t.Errorf("%+v %v", out, err)
	}
	for name, data := range map[string]string{
		"no store":     "-- request:a store.get --\n{}\n-- response:a --\n{}\n",
		"no operation": "-- store --\nclock: 1 1\nentropy: 1\n-- request:a --\n{}\n",
		"twice":        "-- store --\nclock: 1 1\nentropy: 1\n-- request:a x --\n{}\n-- request:a x --\n{}\n",
		"no request":   "-- store --\nclock: 1 1\nentropy: 1\n-- response:a --\n{}\n",
		"bad store":    "-- store --\nclock: x\n",
		"unknown":      "-- wonder --\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, "x.txtar"), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadSequences(dir); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
