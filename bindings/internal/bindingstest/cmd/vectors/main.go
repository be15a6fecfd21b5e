// Command vectors prepares, writes, runs and totals the golden vectors. It
// runs at the repository's root.
//
//	vectors prepare         copy the fixture homes to build/homes, with their times
//	vectors write           let the native engine write testdata/vectors and testdata/sequences
//	vectors run ENGINE [N]  compare native, wazero or wazero-lite with them, or with every Nth
//	vectors runner NAME MODULE COMMAND…   compare a host in another language with them
//	vectors total [ENGINE…] print the one line over these engines, or the six of core.wasm
//	vectors texts A B       show that the files differ only in messages and hints between two git revisions
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/hostfns"
)

const (
	testdata  = "testdata"
	agents    = "testdata/agents"
	streams   = "testdata/streams"
	vectors   = "testdata/vectors"
	sequences = "testdata/sequences"
	homes     = "build/homes"
	results   = "build/vectors"
)

// engines that must agree, in the order they are reported.
var engines = []string{"native", "wazero", "wasmtime", "node", "chromium", "python"}

func main() {
	if err := runCommand(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}

func runCommand(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "prepare":
		if err := bindingstest.Mtimes(agents); err != nil {
			return err
		}
		return bindingstest.Prepare(agents, homes)
	case len(args) == 1 && args[0] == "write":
		if err := errors.Join(os.RemoveAll(vectors), os.RemoveAll(sequences)); err != nil {
			return err
		}
		if err := bindingstest.Generate(vectors, agents, homes, openNative); err != nil {
			return err
		}
		return bindingstest.GenerateSequences(sequences, homes, streams, openNative)
	case (len(args) == 2 || len(args) == 3) && args[0] == "run":
		every, err := 1, error(nil)
		if len(args) == 3 {
			every, err = strconv.Atoi(args[2])
		}
		if err != nil || every < 1 {
			return fmt.Errorf("%q is no number of cases", args[2])
		}
		open := map[string]bindingstest.Open{"native": openNative, "wazero": openWazero("core.wasm"), "wazero-lite": openWazero("core-lite.wasm")}[args[1]]
		if open == nil {
			return fmt.Errorf("this program has no engine %q", args[1])
		}
		return bindingstest.RunAndSave(args[1], testdata, homes, results, every, open)
	case len(args) > 3 && args[0] == "runner":
		return runRunner(args[1], args[2], args[3:])
	case len(args) > 0 && args[0] == "total":
		if len(args) > 1 {
			return sumResults(args[1:])
		}
		return sumResults(engines)
	case len(args) == 3 && args[0] == "texts":
		return compareTexts(args[1], args[2])
	}
	return fmt.Errorf("usage: vectors prepare | write | run native|wazero|wazero-lite [N] | runner NAME MODULE COMMAND… | total [ENGINE…] | texts A B")
}

func openNative(grant hostfns.Options) (bindings.Engine, error) {
	return native.Open(bindings.Options{Host: grant})
}

// openWazero runs the module of that name in build.
func openWazero(module string) bindingstest.Open {
	return func(grant hostfns.Options) (bindings.Engine, error) {
		return wazero.Open(bindings.Options{Host: grant, ModulePath: filepath.Join("build", module)})
	}
}

// compareTexts prints how the golden files of two revisions differ, and fails when
// anything but the text of an error or diagnostic does.
func compareTexts(before, after string) error {
	changes, err := bindingstest.CompareTexts(before, after, vectors, sequences)
	if err != nil {
		return err
	}
	fmt.Println("vectors texts:", changes)
	if len(changes.Other) > 0 {
		return fmt.Errorf("other differences: %s", strings.Join(changes.Other, ", "))
	}
	return nil
}

// sumResults adds up the engines' results. An engine without a result counts as a
// failure: nothing is skipped silently.
func sumResults(engines []string) error {
	cases, differences, failed := -1, 0, 0
	for _, name := range engines {
		var r bindingstest.Result
		data, err := os.ReadFile(filepath.Join(results, name+".json"))
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			fmt.Printf("vectors: %s: no result: %v\n", name, err)
			failed++
			continue
		}
		if cases >= 0 && r.Cases != cases {
			fmt.Printf("vectors: %s ran %d cases, others %d\n", name, r.Cases, cases)
			failed++
		}
		cases = max(cases, r.Cases)
		differences += len(r.Differences)
		for i, d := range r.Differences {
			if i == 20 {
				fmt.Printf("vectors: %s: … and %d more\n", name, len(r.Differences)-i)
				break
			}
			fmt.Printf("vectors: %s: %s: %s\n", name, d.Case, d.What)
		}
	}
	fmt.Printf("vectors: %d cases × %d engines, %d differences\n", max(cases, 0), len(engines)-failed, differences)
	if failed > 0 || differences > 0 || cases <= 0 {
		return fmt.Errorf("%d engines failed, %d differences", failed, differences)
	}
	return nil
}
