// Package edits says which files a tool call edits: by the agents' tools (package agents),
// the files that a patch names, and paths as text. It never looks at a file: what a session
// recorded may be another system's, or a lie.
package edits

import "github.com/heddle-dev/heddle/core/internal/agents"

// tool is an agent's tool that edits files; agent.Tool describes the members.
type tool struct {
	name, members    string
	command, several bool
}

// store is the name of the store as an agent: its sessions have the tools of all
// agents.
const store = "heddle"

// find returns an agent's tool; nil for one that edits nothing. at is where to begin, in
// the list of all tools of all agents.
func find(agent, name string, at int) (row *tool, next int) {
	for _, a := range agents.All {
		for _, t := range a.Tools {
			if next++; next > at && t.Name == name && (a.Name == agent || agent == store) {
				return &tool{t.Name, t.Members, t.Command, t.Several}, next
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
