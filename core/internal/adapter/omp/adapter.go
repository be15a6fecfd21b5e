// Package omp reads the sessions of omp: one JSONL file per session, below a
// folder per working directory, with its subagents' files in a folder beside
// it, in which entries form a tree as in pi. FORMAT.md describes the files;
// core/internal/adapter/jsonltree reads it.
package omp

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/adapter/omp/facts"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and that of its mount.
const Name = facts.Name

type agent struct{}

// New returns the adapter.
func New() adapter.Adapter { return agent{} }

// Name implements adapter.Adapter.
func (agent) Name() string { return Name }

// Discover implements adapter.Adapter. It opens no file.
func (agent) Discover(env *adapter.Env) (*adapter.Index, error) {
	return jsonltree.Discover(env, Name+"/sessions")
}

// Updated implements adapter.Adapter.
func (agent) Updated(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	return jsonltree.LastUpdate(env, ref)
}

// Sift implements adapter.Sifter. A subagent's name is in the name of its
// file only, which is the last part of its id.
func (agent) Sift(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	if name := ref.ID[strings.LastIndexByte(ref.ID, '/')+1:]; ref.Subagent && !look(session.TextJSON(name)) {
		return nil
	}
	return jsonltree.SiftFiles(env, ref, look)
}
