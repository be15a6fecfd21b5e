// Package opencode reads the sessions of OpenCode: the SQLite database of 1.2
// and later, and the three layouts of JSON files before it, which stay on the
// disk when a newer version copies them. One home may hold a session in all
// of them; the newest store is the one that counts. See FORMAT.md.
package opencode

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return Name }

// side is what Discover found out for Walk.
type side struct {
	infos map[string]*info // by session id, of the store that counts
}

// Discover implements adapter.Adapter. It reads the rows of the session table
// and the session files, which are both small; what is in the database is
// not looked up in the files.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	s := &side{infos: map[string]*info{}}
	ix := &adapter.Index{Side: s}
	f := &finder{env: env, ix: ix, side: s}
	dbErr := f.addDatabases()
	if fault.CodeOf(dbErr) == fault.Timeout {
		return nil, dbErr
	}
	if err := f.addStorage(); err != nil {
		return nil, err
	}
	if err := f.addProjects(); err != nil {
		return nil, err
	}
	if dbErr != nil {
		if env.Strict || len(ix.Refs) == 0 {
			return nil, dbErr
		}
		env.Diagnose(fault.DiagnosticOf(env.Agent, dbErr))
	}
	order.SortStable(ix.Refs, func(i, j int) bool {
		a, b := &ix.Refs[i], &ix.Refs[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.ID < b.ID
	})
	return ix, nil
}

// Updated implements adapter.Adapter. The session's own record has it, before
// 1.0 together with its last message; where they cannot be read, nothing but a
// walk does.
func (reader) Updated(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	s, ok := ix.Side.(*side)
	if !ok || ref.Updated != 0 || s.infos[ref.ID] == nil || s.infos[ref.ID].db != nil || s.infos[ref.ID].updated == 0 {
		return ref.Updated, nil
	}
	return lastTime(env, s.infos[ref.ID], ref)
}
