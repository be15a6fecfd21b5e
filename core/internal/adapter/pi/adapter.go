// Package pi reads the sessions of pi: one JSONL file per session, below a
// folder per working directory, in which entries form a tree. FORMAT.md describes
// the files; core/internal/adapter/jsonltree reads it.
package pi

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/adapter/pi/facts"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and that of its mount.
const Name = facts.Name

// sessionsMount is where sessions lie that PI_CODING_AGENT_SESSION_DIR sent
// elsewhere.
const sessionsMount = "pi-sessions"

type agent struct{}

// New returns the adapter.
func New() adapter.Adapter { return agent{} }

// Name implements adapter.Adapter.
func (agent) Name() string { return Name }

// Mounts implements adapter.Mounted.
func (agent) Mounts() []string { return []string{Name, sessionsMount} }

// Discover implements adapter.Adapter. It opens no file.
func (agent) Discover(env *adapter.Env) (*adapter.Index, error) {
	return jsonltree.Discover(env, Name+"/sessions", sessionsMount)
}

// Updated implements adapter.Adapter.
func (agent) Updated(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	return jsonltree.LastUpdate(env, ref)
}

// Sift implements adapter.Sifter.
func (agent) Sift(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	return jsonltree.SiftFiles(env, ref, look)
}
