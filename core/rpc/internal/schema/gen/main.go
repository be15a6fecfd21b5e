// Command gen writes everything that is derived from the operation table:
// the Go model and codec, abi.json, the TypeScript types, the Python types
// and methods, and the operation reference. Run it through `make generate`;
// with -check it writes nothing and fails when a file on disk differs.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// output is one generated file.
type output struct {
	path string // relative to the repository's root
	data []byte
}

var root = flag.String("root", ".", "repository root")

func main() {
	check := flag.Bool("check", false, "fail on drift instead of writing")
	flag.Parse()
	validateTable()
	drift := 0
	for _, o := range generatedFiles() {
		path := filepath.Join(*root, filepath.FromSlash(o.path))
		old, err := os.ReadFile(path)
		if err == nil && bytes.Equal(old, o.data) {
			continue
		}
		if *check {
			fmt.Fprintf(os.Stderr, "drift: %s differs from the operation table; run make generate\n", o.path)
			drift++
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			exitWithError(err)
		}
		if err := os.WriteFile(path, o.data, 0o644); err != nil {
			exitWithError(err)
		}
		fmt.Println("wrote", o.path)
	}
	if drift > 0 {
		os.Exit(1)
	}
}

// validateTable fails on mistakes in the table, before anything is written.
func validateTable() {
	var codes []string
	for _, c := range fault.Codes() {
		codes = append(codes, string(c))
	}
	if problems := schema.ValidateProtocol(codes); len(problems) > 0 {
		exitWithError(errors.Join(problems...))
	}
}

func generatedFiles() []output {
	return []output{
		{"core/session/model_gen.go", goModel()},
		{"core/session/request_gen.go", goRequests()},
		{"core/session/live_gen.go", goLive()},
		{"core/rpc/codec_gen.go", goCodec()},
		{"core/rpc/run_gen.go", goDispatch()},
		{"model_gen.go", goClientTypes()},
		{"client_gen.go", goClient()},
		{"wasm/abi/abi.json", abiJSON()},
		{pricesGo, pricesSource()},
		{"js/src/wire/types.gen.ts", typescriptTypes()},
		{"js/src/api/client.gen.ts", tsClient()},
		{"python/src/heddle/_types.py", pythonTypes()},
		{"python/src/heddle/_api/methods.py", pythonMethods()},
		{"docs/operations.md", operationReference()},
		{"internal/liveserve/protocol_gen.go", goProtocol()},
		{"js/src/live/protocol.gen.ts", typescriptProtocol()},
		{"python/src/heddle/_live/protocol.py", pythonProtocol()},
		{"docs/live-methods.md", protocolReference()},
	}
}

// agentNames lists the names that an agent field may have: those of the table
// of places, in its order. The catalog's own table cannot be asked, because it
// does not compile before the request types are written.
func agentNames() []string {
	data, err := os.ReadFile(filepath.Join(*root, "hostfns", "places", "places.json"))
	if err != nil {
		exitWithError(err)
	}
	var table struct{ Places []struct{ Agent string } }
	if err := json.Unmarshal(data, &table); err != nil {
		exitWithError(err)
	}
	var names []string
	for _, p := range table.Places {
		if p.Agent != "" && !slices.Contains(names, p.Agent) {
			names = append(names, p.Agent)
		}
	}
	return names
}

// isAgent reports whether a field names an agent.
func isAgent(f schema.Field) bool { return f.Name == "agent" && f.Type == "string" }

func exitWithError(err error) {
	fmt.Fprintln(os.Stderr, "gen:", err)
	os.Exit(1)
}
