// Package opencode reads the sessions of its agent.
package opencode

import (
	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// PLACEHOLDER so that the tree compiles: the adapter's author replaces this file.
type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

func (reader) Name() string { return "opencode" }

func (reader) Discover(*adapter.Env) (*adapter.Index, error) { return &adapter.Index{}, nil }

func (reader) Updated(*adapter.Env, *adapter.Index, *adapter.Ref) (session.Time, error) { return 0, nil }

func (reader) Walk(*adapter.Env, *adapter.Index, *adapter.Ref, adapter.Want, func(*adapter.Record) error) error {
	return nil
}
