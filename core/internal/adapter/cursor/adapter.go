// Package cursor reads the sessions of Cursor: the command line agent's
// store.db files, the transcripts that it and the IDE's agent write, the
// composers and tabs of the IDE's state.vscdb, and the sessions.db of an
// older description. The same session may be in several of them; it is
// one session, read from the richest place. See FORMAT.md.
package cursor

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return Name }

// Mounts implements adapter.Mounted.
func (reader) Mounts() []string { return []string{Name, serverMount, userMount} }

// side is what Discover found out for Walk.
type side struct {
	sessions   map[string]*found
	workspaces map[string]string // composer id to the folder of its workspace
	folders    map[string]string // munged name to folder; "" when two folders have it
	global     *database         // the IDE's own; nil without a readable one
}

// found is what the places of one session say about it from outside.
type found struct {
	places           []place // the richest first
	title            string
	hint             string // a title that counts when nothing else gives one
	cwd              string
	model            string
	parent           string
	created, updated session.Time
	modified         session.Time // of the files
	subagent         bool
	archived         bool
}

// kind is what a place of a session is; the smaller the richer.
type kind uint8

const (
	composer  kind = iota // composerData and bubbles of the IDE
	store                 // store.db of the command line agent
	lines                 // transcript, JSON by line
	plain                 // transcript, text
	tab                   // chat tab of 2024
	described             // sessions.db
)

// place is one of the places that hold a session.
type place struct {
	kind kind
	path string
	size int64
}

// Discover implements adapter.Adapter. It opens no session's own file: names,
// side files and one query of each database that holds many sessions suffice.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	f := &finder{env: env, side: &side{sessions: map[string]*found{}, workspaces: map[string]string{}, folders: map[string]string{}}}
	for _, look := range []func() error{f.findChats, f.findProjects, f.workspaceDatabases, f.globalDatabase, f.readTracking, f.describedDatabase} {
		if err := look(); err != nil {
			return nil, err
		}
	}
	ix := &adapter.Index{Side: f.side}
	for id, s := range f.side.sessions {
		if len(s.places) > 0 {
			ix.Refs = append(ix.Refs, f.buildRef(id, s))
		}
	}
	order.SortStable(ix.Refs, func(i, j int) bool {
		a, b := &ix.Refs[i], &ix.Refs[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.ID < b.ID
	})
	if f.failure != nil {
		if env.Strict || len(ix.Refs) == 0 {
			return nil, f.failure
		}
		env.Diagnose(fault.DiagnosticOf(env.Agent, f.failure))
	}
	return ix, nil
}

// buildRef makes a session's ref.
func (f *finder) buildRef(id string, s *found) adapter.Ref {
	order.SortStable(s.places, func(i, j int) bool { return s.places[i].kind < s.places[j].kind })
	ref := adapter.Ref{ID: id, Path: s.places[0].path, Size: s.places[0].size, ModTime: s.modified,
		Updated: s.updated, Subagent: s.subagent, Parent: s.parent, Archived: s.archived}
	for _, p := range s.places[1:] {
		if p.path != ref.Path {
			ref.Alternates = append(ref.Alternates, p.path)
		}
	}
	for _, p := range s.places {
		if p.kind != composer && p.kind != tab { // those may be empty drafts
			ref.Created = s.created
		}
		if s.cwd == "" && (p.kind == lines || p.kind == plain) {
			s.cwd = f.side.folders[projectName(p.path)]
		}
	}
	return ref
}

var updatedPaths = scan.CompilePaths("lastUpdatedAt")

// Updated implements adapter.Adapter. Transcripts of some builds say when a
// prompt was typed, a composer says when it was changed; for the rest only a
// walk finds it.
func (reader) Updated(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	s, ok := ix.Side.(*side)
	if !ok || ref.Updated != 0 || s.sessions[ref.ID] == nil {
		return ref.Updated, nil
	}
	p := s.sessions[ref.ID].places[0]
	switch p.kind {
	case lines, plain:
		tail, err := adapter.ReadTail(env, p.path, p.size)
		if err != nil {
			return 0, err
		}
		i := strings.LastIndex(string(tail), timestampOpen)
		if i < 0 {
			return 0, nil
		}
		return stampOf(string(tail[i:])), nil
	case composer:
		if s.global == nil {
			return 0, nil
		}
		db := s.global.borrowHandle()
		defer db.Close()
		vals := [1]scan.Value{}
		data, err := db.readValue("cursorDiskKV", composerPrefix+ref.ID)
		if err != nil || updatedPaths.Scan(data, vals[:]) != nil {
			return 0, err
		}
		return parseMoment(vals[0]), nil
	}
	return 0, nil
}
