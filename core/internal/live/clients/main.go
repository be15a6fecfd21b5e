// Command clients writes the agents that live sessions can run into the packages for
// JavaScript and Python, which list them without a program. Run it through
// `make generate`; with -check it writes nothing and fails when a file differs.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/live"
)

const notice = "Code generated from core/internal/agents by `make generate`. DO NOT EDIT."

// row is what the clients say about an agent.
type row struct {
	Agent        string   `json:"agent"`
	Capabilities []string `json:"capabilities"`
	Engine       string   `json:"engine"`
	Install      string   `json:"install,omitempty"`
	MinVersion   string   `json:"minVersion,omitempty"`
	Program      string   `json:"program"`
	Args         []string `json:"args,omitempty"`
	Tested       bool     `json:"tested"`
}

func main() {
	check := flag.Bool("check", false, "fail on drift instead of writing")
	flag.Parse()
	for path, text := range files() {
		old, err := os.ReadFile(path)
		if err == nil && bytes.Equal(old, text) {
			continue
		}
		if !*check {
			err = os.WriteFile(path, text, 0o644)
		}
		if *check || err != nil {
			fmt.Fprintln(os.Stderr, "clients:", path, "differs from the table of agents; run make generate", err)
			os.Exit(1)
		}
		fmt.Println("wrote", path)
	}
}

// quoted escapes what a text of Python in single quotes cannot have.
var quoted = strings.NewReplacer(`\`, `\\`, `'`, `\'`)

func files() map[string][]byte {
	var js, py bytes.Buffer
	fmt.Fprintf(&js, "// %s\nimport type { LiveAgent } from \"../wire/types.gen.js\";\n\n/** The agents that live sessions can run. */\nexport const liveAgents: readonly LiveAgent[] = [\n", notice)
	fmt.Fprintf(&py, "\"\"\"The agents that live sessions can run.\n\n%s\n\"\"\"\n\nfrom __future__ import annotations\n\nimport json\n\n# A text, because the literal would need a line for each value.\nLIVE_AGENTS = [\n    json.loads(line)\n    for line in (\n", notice)
	for _, a := range live.Agents() {
		line, err := json.Marshal(row{a.Agent, a.Capabilities, a.Engine, a.Install, a.MinVersion, a.Program, a.Args, a.Tested})
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&js, "  %s,\n", line)
		fmt.Fprintf(&py, "        '%s',  # noqa: E501\n", quoted.Replace(string(line)))
	}
	js.WriteString("];\n")
	py.WriteString("    )\n]\n")
	return map[string][]byte{"js/src/live/agents.gen.ts": js.Bytes(), "python/src/heddle/_live/agents.py": py.Bytes()}
}
