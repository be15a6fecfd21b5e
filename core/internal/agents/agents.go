// Package agents lists the agents, each as a row of plain data. How an agent's files are
// read is no part of it, so what links this package links no reader.
package agents

import (
	claude "github.com/heddle-dev/heddle/core/internal/adapter/claude/facts"
	codex "github.com/heddle-dev/heddle/core/internal/adapter/codex/facts"
	copilot "github.com/heddle-dev/heddle/core/internal/adapter/copilot/facts"
	cursor "github.com/heddle-dev/heddle/core/internal/adapter/cursor/facts"
	gemini "github.com/heddle-dev/heddle/core/internal/adapter/gemini/facts"
	heddle "github.com/heddle-dev/heddle/core/internal/adapter/heddle/facts"
	hermes "github.com/heddle-dev/heddle/core/internal/adapter/hermes/facts"
	omp "github.com/heddle-dev/heddle/core/internal/adapter/omp/facts"
	openclaw "github.com/heddle-dev/heddle/core/internal/adapter/openclaw/facts"
	opencode "github.com/heddle-dev/heddle/core/internal/adapter/opencode/facts"
	pi "github.com/heddle-dev/heddle/core/internal/adapter/pi/facts"
	"github.com/heddle-dev/heddle/core/internal/agent"
)

// All lists the agents in the order in which they are shown, then the store, then the
// agents that can only be run.
var All = [...]*agent.Row{&claude.Row, &codex.Row, &gemini.Row, &copilot.Row, &cursor.Row, &opencode.Row, &pi.Row, &omp.Row, &openclaw.Row, &hermes.Row, &heddle.Row, &qwen, &goose}

// Find returns the row of an agent; for an unknown name it is a row without anything.
func Find(name string) *agent.Row {
	for _, row := range All {
		if row.Name == name {
			return row
		}
	}
	return &agent.Row{Name: name, Title: name}
}

var qwen = agent.Row{Name: "qwen", Title: "Qwen Code", Live: &agent.Live{
	Engine:  "acp",
	Dialect: "qwen",
	Program: "qwen",
	Args:    []string{"--acp"},
	Install: agent.ReadDocs,
	Can:     agent.ACP,
}}

var goose = agent.Row{Name: "goose", Title: "Goose", Live: &agent.Live{
	Engine:  "acp",
	Dialect: "goose",
	Program: "goose",
	Args:    []string{"acp"},
	Install: agent.ReadDocs,
	Can:     agent.ACP,
}}
