// Package copilot reads the sessions of one agent. FORMAT.md beside it describes the files.
package copilot

import (
	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and that of its mount.
const Name = "copilot"

type agent struct{}

// New returns the adapter.
func New() adapter.Adapter { return agent{} }

func (agent) Name() string { return Name }

func (agent) Discover(*adapter.Env) (*adapter.Index, error) { return &adapter.Index{}, nil }

func (agent) Updated(*adapter.Env, *adapter.Index, *adapter.Ref) (session.Time, error) { return 0, nil }

func (agent) Walk(*adapter.Env, *adapter.Index, *adapter.Ref, adapter.Want, func(*adapter.Record) error) error {
	return nil
}
