// Package hermes reads the sessions of Hermes Agent: the SQLite database
// state.db of schemas 1 to 30, and the JSON snapshots and transcripts that
// older builds wrote beside it or instead of it. A conversation that Hermes
// continued in a new session when its context was full is one conversation
// here. See FORMAT.md.
package hermes

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/session"
)

type reader struct{}

// New returns the adapter. It is a Searcher and a MemoryLister as well.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return Name }

// side is what Discover found out for Walk and Propose.
type side struct {
	stores []*store
	infos  map[string]*info       // by session id: of the place that counts
	files  map[string]adapter.Ref // by session id: files of sessions that a database has
}

// store is one database with its sessions.
type store struct {
	db    *sqlwal.DB
	infos map[string]*info
	order []*info // in the order of the table
}

// Discover implements adapter.Adapter. It reads the session rows of every
// database, and of files no more than their names.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	s := &side{infos: map[string]*info{}, files: map[string]adapter.Ref{}}
	f := &finder{env: env, side: s, ix: &adapter.Index{Side: s}}
	if err := f.findSessions(); err != nil {
		return nil, err
	}
	for _, err := range f.failed {
		if env.Strict || len(f.ix.Refs) == 0 {
			return nil, err
		}
		env.Diagnose(fault.DiagnosticOf(env.Agent, err))
	}
	order.SortStable(f.ix.Refs, func(i, j int) bool {
		a, b := &f.ix.Refs[i], &f.ix.Refs[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.ID < b.ID
	})
	return f.ix, nil
}

// Updated implements adapter.Adapter. Rows gave it already; of a snapshot the
// first bytes suffice.
func (reader) Updated(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	if ref.Updated != 0 || !isSnapshot(ref.Path) {
		return ref.Updated, nil
	}
	return snapshotTime(env, ref)
}

// Walk implements adapter.Adapter.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	s, ok := ix.Side.(*side)
	if !ok {
		return fault.New(fault.Internal, "not an index of this adapter").At(ref.Path, 0, 0)
	}
	w := walker{env: env, want: want, out: out, log: out.Log()}
	if isSnapshot(ref.Path) || isTranscript(ref.Path) {
		return (&fileWalk{walker: w, ref: ref}).walkFile()
	}
	in := s.infos[ref.ID]
	if in == nil {
		return fault.New(fault.BadRef, "not a session of this index").At(ref.Path, 0, 0)
	}
	db := in.store.db.Borrow()
	defer db.Close()
	r := &rowWalk{walker: w, db: db, info: in}
	if err := r.walkRows(); err != nil {
		return err
	}
	if file, ok := s.files[ref.ID]; ok && want.Text && w.log.HasReport() {
		return r.compareFile(&file)
	}
	return nil
}
