package bindingstest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/hostfns"
)

// Open opens an engine on what a case needs: a prepared home and, for a
// sequence, a store, a clock and entropy.
type Open func(grant hostfns.Options) (bindings.Engine, error)

// Difference is a case that an engine answers differently.
type Difference struct {
	Case string `json:"case"`
	What string `json:"what"`
}

// Result is what one engine made of all vectors.
type Result struct {
	Engine      string       `json:"engine"`
	Cases       int          `json:"cases"`
	Differences []Difference `json:"differences"`
}

// Run answers every case with engines from open, one per home, and compares.
// homes is the folder of prepared homes.
func Run(name string, cases []Case, homes string, open Open) (Result, error) {
	res := Result{Engine: name, Differences: []Difference{}}
	engines := map[string]bindings.Engine{}
	defer func() {
		for _, e := range engines {
			e.Close()
		}
	}()
	for i := range cases {
		c := &cases[i]
		e := engines[c.Home]
		if e == nil {
			var err error
			if e, err = open(hostfns.Options{Home: homeDir(homes, c.Home)}); err != nil {
				return res, fmt.Errorf("%s: open %q: %w", name, c.Home, err)
			}
			engines[c.Home] = e
		}
		got := Answer(e, c)
		res.Cases++
		if !bytes.Equal(got, c.Response) {
			res.Differences = append(res.Differences, Difference{c.ID(), DescribeDifference(c.Response, got)})
		}
	}
	return res, nil
}

func homeDir(homes, home string) string {
	if home == "" {
		home = "empty"
	}
	return filepath.Join(homes, home)
}

// Answer is an engine's response to a case in the form vectors store it.
func Answer(e bindings.Engine, c *Case) []byte {
	r, err := e.Call(context.Background(), c.Op, c.Request)
	if len(r.Header) == 0 {
		return []byte(fmt.Sprintf("no response: %v", err))
	}
	out := append(bytes.Clone(r.Header), '\n')
	return append(out, r.Body...)
}

// DescribeDifference shows where two responses part.
func DescribeDifference(want, got []byte) string {
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	cut := func(b []byte) string {
		return string(b[max(0, min(len(b), i-20)):min(len(b), i+60)])
	}
	return fmt.Sprintf("at byte %d of %d and %d: want %q, got %q", i, len(want), len(got), cut(want), cut(got))
}

// Save writes a result where the total is taken from.
func (r Result) Save(dir string) error {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, r.Engine+".json"), data, 0o644)
}

// notLite are the operations that core-lite.wasm does without. The runners in other
// languages have the same list.
var notLite = []string{"sessions.view", "sessions.story", "attachments.get", "edits.find"}

// IsNotLite reports whether core-lite.wasm does without what a case asks for: an operation
// of these, or a page.
func IsNotLite(c *Case) bool {
	return slices.Contains(notLite, c.Op) || strings.HasSuffix(c.File, "-html")
}

// RunAndSave loads the vectors and the sequences, runs every nth of them on one engine,
// saves the result and prints a line; differences are an error.
func RunAndSave(name, testdata, homes, results string, every int, open Open) error {
	cases, err := Load(filepath.Join(testdata, "vectors"))
	if err != nil {
		return err
	}
	sequences, err := LoadSequences(filepath.Join(testdata, "sequences"))
	if err != nil {
		return err
	}
	if len(cases) == 0 || len(sequences) == 0 {
		return fmt.Errorf("no vectors or no sequences in %s", testdata)
	}
	if strings.HasSuffix(name, "-lite") {
		cases = slices.DeleteFunc(cases, func(c Case) bool { return IsNotLite(&c) })
	}
	r, err := Run(name, everyNth(cases, every), homes, open)
	if err != nil {
		return err
	}
	if err := r.RunSequences(everyNth(sequences, every), homes, open); err != nil {
		return err
	}
	if err := r.Save(results); err != nil {
		return err
	}
	return r.Report()
}

// everyNth returns the first of each n.
func everyNth[T any](all []T, n int) []T {
	var out []T
	for i := 0; i < len(all); i += n {
		out = append(out, all[i])
	}
	return out
}

// Report prints a line, and the first differences; any is an error.
func (r *Result) Report() error {
	fmt.Printf("vectors: %s: %d cases, %d differences\n", r.Engine, r.Cases, len(r.Differences))
	for i, d := range r.Differences {
		if i == 20 {
			break
		}
		fmt.Printf("  %s: %s\n", d.Case, d.What)
	}
	if len(r.Differences) > 0 {
		return fmt.Errorf("%s differs in %d cases", r.Engine, len(r.Differences))
	}
	return nil
}
