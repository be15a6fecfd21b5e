package app

import (
	"regexp"
	"strings"
)

// The engine's hints name operations (`sessions.list("claude")`) and powers
// of the host, because it does not know who calls it. Here they become
// commands and flags.

// powers are the phrases for what a caller grants.
var powers = strings.NewReplacer(
	"grant the store to the engine", "name the store's file: --store FILE",
	`import _ "github.com/heddle-dev/heddle/hostfns/jetstream", or name a file`,
	"the heddle of a release's archives has it, and the one of hostfns/jetstream/cmd/heddle in a checkout",
	"first: docs/nats.md", "first: heddle store init ADDRESS",
	"use the native engine, or name a file as the store", "leave out --engine, or name a file: --store FILE",
	"name the home folder", "name the home folder: --home DIR",
	"with HEDDLE_WASM or the option ModulePath", "with --wasm or HEDDLE_WASM",
	"name a core.wasm file with HEDDLE_WASM;", "name a core.wasm file with --wasm or HEDDLE_WASM;",
	"name a file with prices", "name a file with --prices or HEDDLE_PRICES",
	"only with a prompt", "only with a prompt (--prompt)",
	"since selects sessions by their creation", "--created-since selects sessions by their creation",
	"activeSince selects by activity", "--since selects by activity",
)

// commands are the operations whose command is called otherwise.
var commands = map[string]string{
	"agents.list":        "agents",
	"live.agents":        "agents --live",
	"sessions.get":       "sessions show",
	"sessions.import":    "import",
	"sessions.totalCost": "cost report",
	"sessions.stats":     "stats",
	"sessions.view":      "sessions show",
	"sessions.story":     "sessions show --story",
	"attachments.get":    "sessions show --save",
	"edits.find":         "blame",
	"sessions.doctor":    "doctor",
	"sessions.command":   "sessions resume",
	"sessions.tag":       "tag",
	"sessions.tags":      "tags",
}

var (
	OperationName = regexp.MustCompile(`\b(agents|sessions|attachments|edits|store|threads|live)\.([a-z][A-Za-z]*)(?:\("([^"]*)"\))?`)
	upper         = regexp.MustCompile(`[A-Z]`)
)

// HintText is a hint as the command line says it.
func HintText(hint string) string {
	return OperationName.ReplaceAllStringFunc(powers.Replace(hint), func(name string) string {
		m := OperationName.FindStringSubmatch(name)
		command, ok := commands[m[1]+"."+m[2]]
		if !ok {
			command = m[1] + " " + upper.ReplaceAllStringFunc(m[2], func(c string) string { return "-" + strings.ToLower(c) })
		}
		if m[3] != "" {
			command += " " + m[3]
		}
		return "heddle " + command
	})
}
