// Package heddle reads the sessions of Heddle's own store as one more agent:
// those that were recorded into it, and those that were imported into it from
// other agents. See FORMAT.md for what an import adds to messages.
package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	// Name is the agent's name.
	Name = "heddle"
	// Mount is the mount that holds the store.
	Mount = "store"
	// StorePath is where the store is.
	StorePath = Mount + "/heddle.db"
)

type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return Name }

// Mounts implements adapter.Mounted.
func (reader) Mounts() []string { return []string{Mount} }

// Found implements adapter.Finder: whether there is a store.
func (reader) Found(h *host.Host) (bool, error) {
	src, err := findSource(h)
	if src == nil || err != nil {
		return false, err
	}
	src.closeFile()
	return true, nil
}

// side is what Discover found out for Walk.
type side struct {
	src      *source
	sessions map[string]*stored
}

// stored is what the store's state says of a session.
type stored struct {
	state  *store.State
	meta   *session.StoredSession
	title  string // given by the user
	fork   string // session it was forked from
	origin Origin // what it is, or was forked from, a copy of
	copied bool   // it is the copy itself
	// continued: of a copy, it shows something that was recorded here.
	continued bool
}

// Discover implements adapter.Adapter. It reads the folded states only.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	s := &side{sessions: map[string]*stored{}}
	ix := &adapter.Index{Side: s}
	src, err := findSource(env.Host)
	if src == nil || err != nil {
		return ix, err
	}
	s.src = src
	st, done, err := src.openReader(env.Host)
	if err != nil {
		return ix, withStorePath(err)
	}
	defer done()
	err = st.Sessions(func(state *store.State) (err error) {
		in := readStored(state.Meta())
		in.state = state
		s.sessions[state.ID] = in
		ref := adapter.Ref{ID: state.ID, Path: StorePath, Created: in.meta.CreatedAt, Updated: in.meta.UpdatedAt}
		if in.copied {
			ref.Created, ref.Updated = in.sessionTimes()
			ref.Archived = in.origin.Archived
			ref.Subagent = in.origin.IsSubagent
			ref.Parent = in.origin.unifiedID(in.origin.ParentSessionID)
			if in.continued, err = isContinued(st, in); err != nil {
				return err
			}
		}
		ix.Refs = append(ix.Refs, ref)
		return nil
	})
	return ix, withStorePath(err)
}

// extraPaths are the members of extra that are read.
var extraPaths = scan.CompilePaths("title", "fork.parentSessionId", store.CopyMember)

func readStored(m *session.StoredSession) *stored {
	in := &stored{meta: m}
	var v [3]scan.Value
	if len(m.Extra) == 0 || extraPaths.Scan(m.Extra, v[:]) != nil {
		return in
	}
	in.title, in.fork = v[0].String(), v[1].String()
	in.origin = readOrigin(v[2])
	in.copied = in.origin.UnifiedID != "" && in.origin.UnifiedID == m.SessionID
	return in
}

// copyMember is where a message says that an import made it.
var copyMember = scan.CompilePaths(store.CopyMember)

// isContinued reports whether a copy was continued in the store: whether its
// last visible message was recorded here. An import keeps the time of the
// original, so that hardly any copy has to be looked at.
func isContinued(s *store.Store, in *stored) (bool, error) {
	shown := in.state.VisibleCount()
	if shown == 0 || in.origin.Updated != 0 && in.meta.UpdatedAt == in.origin.Updated {
		return false, nil
	}
	last, err := s.Messages(in.state.ID, store.MessageOptions{Offset: shown - 1, Limit: 1})
	if code := fault.CodeOf(err); code == fault.SessionNotFound || code == fault.BadRef || err == nil && len(last) == 0 {
		return false, nil // deleted or reverted this moment
	}
	if err != nil {
		return false, err
	}
	var v [1]scan.Value
	return copyMember.Scan(last[0], v[:]) == nil && !v[0].Exists(), nil
}

// Updated implements adapter.Adapter: Discover knows it.
func (reader) Updated(_ *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	return ref.Updated, nil
}

// EachOrigin calls fn for every session of an index of this adapter that is a
// copy, with what it is a copy of and whether it was continued in the store,
// in no order.
func EachOrigin(ix *adapter.Index, fn func(id string, o *Origin, continued bool)) {
	s, ok := ix.Side.(*side)
	if !ok {
		return
	}
	for id, in := range s.sessions {
		if in.copied {
			fn(id, &in.origin, in.continued)
		}
	}
}

// LookupOrigin returns what a session of the store is a copy of; nil when it is no copy,
// or there is no such session.
func LookupOrigin(h *host.Host, id string) (*Origin, error) {
	if !GrantsStore(h) {
		return nil, nil
	}
	s, done, err := OpenStore(h, false)
	if err != nil {
		return nil, err
	}
	defer func() { _ = done() }() // nothing was written
	m, err := s.Get(id, 0)
	if code := fault.CodeOf(err); code == fault.SessionNotFound || code == fault.InvalidArgument {
		return nil, nil
	}
	if err != nil {
		return nil, withStorePath(err)
	}
	if in := readStored(m); in.copied {
		return &in.origin, nil
	}
	return nil, nil
}

// withStorePath completes an error that does not say which file it is about.
func withStorePath(err error) error {
	if err == nil {
		return nil
	}
	e := *fault.From(err)
	if e.Path == "" {
		e.At(StorePath, 0, 0)
	}
	return &e
}
