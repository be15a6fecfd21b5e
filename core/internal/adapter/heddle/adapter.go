// Package heddle reads the sessions of Heddle's own store as one more agent:
// those that were recorded into it, and those that were imported into it from
// other agents. See FORMAT.md for what an import adds to messages.
package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle/facts"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	// Name is the agent's name.
	Name = facts.Name
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
	counted  func(agent, id string) bool // see CountAgents
	tags     Tags
}

// stored is what the store's state says of a session.
type stored struct {
	state  *store.State
	meta   *session.StoredSession
	title  string // given by the user
	fork   string // session it was forked from
	origin Origin // what it is, or was forked from, a copy of
	copied bool   // it is the copy itself
	// continued: of a copy, it shows something that was recorded here; of a
	// recording, something that its agent has no part in.
	continued bool
	native    nativeSession // what it, or what it was forked from, is a recording of
	recorded  bool          // it is the recording itself
	tags      []string      // of a recording's runs
	machine   string        // that it comes from; "" when it has no name
	// repeatedBy is the copy from another machine that has all of this one, "" = none.
	repeatedBy string
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
	st.OnUnreadable(func(err error) error {
		if err = withStorePath(err); !env.Strict {
			env.Diagnose(fault.DiagnosticOf(Name, err))
			return nil
		}
		return err
	})
	err = st.Sessions(func(state *store.State) (err error) {
		in := readStored(state.Meta())
		in.state = state
		s.sessions[state.ID] = in
		ref := adapter.Ref{ID: state.ID, Path: StorePath, Created: in.meta.CreatedAt, Updated: in.meta.UpdatedAt}
		if in.copied {
			ref.Created, ref.Updated = in.sessionTimes()
			ref.Archived = in.origin.Archived
			ref.Subagent = in.origin.IsSubagent
		}
		if in.continued, err = isContinued(st, in); err != nil {
			return err
		}
		ix.Refs = append(ix.Refs, ref)
		return nil
	})
	for _, in := range s.sessions {
		in.settleNative(s.sessions[in.fork])
	}
	for i := range ix.Refs {
		if in := s.sessions[ix.Refs[i].ID]; in.copied {
			ix.Refs[i].Parent = s.idOf(in, in.origin.ParentSessionID)
		}
	}
	if err == nil {
		err = s.findRepeated(ix, st)
	}
	if err == nil {
		s.tags, err = readTags(st)
	}
	return ix, withStorePath(err)
}

// extraPaths are the members of extra that are read.
var extraPaths = scan.CompilePaths("title", "fork.parentSessionId", store.CopyMember, "native.agent", "native.sessionId", "tags")

func readStored(m *session.StoredSession) *stored {
	in := &stored{meta: m}
	var v [6]scan.Value
	if len(m.Extra) == 0 || extraPaths.Scan(m.Extra, v[:]) != nil {
		return in
	}
	in.title, in.fork = v[0].String(), v[1].String()
	in.origin = readOrigin(v[2])
	in.copied = in.origin.UnifiedID != "" && (in.origin.UnifiedID == m.SessionID || CopyID(in.origin.UnifiedID, in.origin.Machine) == m.SessionID)
	in.machine = store.MachineIn(m.Extra)
	in.readNative(v[3], v[4], v[5])
	return in
}

// lastPaths say who made a message: an import, or an agent (its session).
var lastPaths = scan.CompilePaths(store.CopyMember, "sessionId", "type")

// isContinued reports whether a copy was continued in the store: whether its
// last visible message was recorded here. An import keeps the time of the
// original, so that hardly any copy has to be looked at. A recording was
// continued when its last visible message is one of a conversation but of no
// session of an agent.
func isContinued(s *store.Store, in *stored) (bool, error) {
	shown := in.state.VisibleCount()
	switch {
	case shown == 0 || !in.copied && in.native.agent == "":
		return false, nil
	case in.copied && in.origin.Updated != 0 && in.meta.UpdatedAt == in.origin.Updated:
		return false, nil
	}
	last, err := s.Messages(in.state.ID, store.MessageOptions{Offset: shown - 1, Limit: 1})
	if code := fault.CodeOf(err); code == fault.SessionNotFound || code == fault.BadRef || err == nil && len(last) == 0 {
		return false, nil // deleted or reverted this moment
	}
	if err != nil {
		return false, err
	}
	var v [3]scan.Value
	if lastPaths.Scan(last[0], v[:]) != nil {
		return false, nil
	}
	if in.copied {
		return !v[0].Exists(), nil
	}
	return v[1].String() == "" && isConversation(v[2]), nil
}

// Updated implements adapter.Adapter: Discover knows it.
func (reader) Updated(_ *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	return ref.Updated, nil
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
