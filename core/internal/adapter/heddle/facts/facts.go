// Package facts says what is known of the store, which is read like an agent.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "heddle"

// Row describes the agent.
var Row = agent.Row{
	Name:     Name,
	Title:    "the store",
	Database: true,
	Commands: agent.Commands{
		Without: "store.record continues a session of the store; to resume a copy, name the agent's own session",
	},
}
