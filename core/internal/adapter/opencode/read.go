package opencode

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// Walk implements adapter.Adapter.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	s, ok := ix.Side.(*side)
	if !ok {
		return fault.New(fault.Internal, "not an index of this adapter").At(ref.Path, 0, 0)
	}
	w := walker{env: env, want: want, out: out, log: out.Log(), info: s.infos[ref.ID]}
	if w.info == nil {
		return fault.New(fault.BadRef, "not a session of this index").At(ref.Path, 0, 0)
	}
	if w.info.db == nil {
		return newFileWalk(w, ref).walkFiles()
	}
	db := w.info.db.borrowHandle()
	defer db.Close()
	if db.described {
		return (&describedWalk{walker: w, db: db, id: ref.ID}).walkTables()
	}
	return (&rowWalk{walker: w, db: db, id: ref.ID}).walkRows()
}
