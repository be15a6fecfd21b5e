// Package edits says which files a tool call edits, and with which texts: by the agents' tools
// (package agents), the files that a patch names, and paths as text. It never looks at a file: what a
// session recorded may be another system's, or a lie.
package edits

import (
	"github.com/heddle-dev/heddle/core/internal/agent"
	"github.com/heddle-dev/heddle/core/internal/agents"
)

// store is the name of the store as an agent: its sessions have the tools of all
// agents.
const store = "heddle"

// find returns an agent's tool; nil for one that edits nothing. at is where to begin, in
// the list of all tools of all agents.
func find(of, name string, at int) (row *agent.Tool, next int) {
	for _, a := range agents.All {
		for i := range a.Tools {
			if next++; next > at && a.Tools[i].Name == name && (a.Name == of || of == store) {
				return &a.Tools[i], next
			}
		}
	}
	return nil, next
}

// MayEdit reports whether an agent's tool can edit files.
func MayEdit(agent, name string) bool {
	row, _ := find(agent, name, 0)
	return row != nil
}
