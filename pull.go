package heddle

import (
	"context"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns"
)

// PullOptions say how Store.Pull and Store.Sync copy.
type PullOptions struct {
	// KeepBoth keeps both versions of a session that grew differently in the two stores: the version of
	// the store that is pulled into becomes a fork with an id of its own, and the other store's version
	// takes its place. Otherwise such a session remains as it is, and is reported. Of tags that grew
	// differently the store gets those that it lacks.
	KeepBoth bool
	// Select copies only sessions of the store that is read that sessions.list would list with these
	// filters; what their forks share of others is copied with them, and so are deletions of what the
	// written store has. nil is all. Sync pulls everything and pushes what is selected.
	Select *ListOptions
	// DryRun lists what would be copied, and copies nothing.
	DryRun bool
	// Progress receives what has been copied so far, after every step.
	Progress func(PullReport)
}

// PullReport says what was copied.
type PullReport struct {
	Compared int64 `json:"compared"` // sessions of the other store, deleted ones too
	Sessions int64 `json:"sessions"` // sessions that got events
	Events   int64 `json:"events"`
	Bytes    int64 `json:"bytes"` // of the events' payloads
	// Diverged are the sessions that grew differently in both stores.
	Diverged []PullDivergence `json:"diverged"`
	// Problems are what could not be copied, such as damaged events.
	Problems []PullProblem `json:"problems"`
	// Listed are the sessions that a dry run would give events to.
	Listed []PullListed `json:"listed,omitempty"`
}

// PullListed is a session that a dry run would give events to.
type PullListed struct {
	SessionID string `json:"sessionId"`
	Events    int64  `json:"events"`
}

// Complete reports whether the store has everything now that the other one has.
func (r *PullReport) Complete() bool {
	for _, d := range r.Diverged {
		if !d.Kept {
			return false
		}
	}
	return len(r.Problems) == 0
}

// PullDivergence is a session that grew differently in both stores.
type PullDivergence struct {
	SessionID string `json:"sessionId"`
	Position  int64  `json:"position"` // of the last event that both have; 0 for none
	From      int64  `json:"from"`     // the last position in the store that was read
	Into      int64  `json:"into"`     // the last position in the store that was pulled into
	Kept      bool   `json:"kept"`     // both are kept now
	// KeptAs is the id of the fork with the version of the store that was pulled into; empty when the
	// session was deleted there.
	KeptAs string `json:"keptAs,omitempty"`
	// Why says what is different and what can be done, or why both could not be kept.
	Why string `json:"why,omitempty"`
}

// PullProblem is something that could not be copied.
type PullProblem struct {
	SessionID string `json:"sessionId,omitempty"`
	Position  int64  `json:"position,omitempty"`
	Message   string `json:"message"`
}

// SyncReport says what Store.Sync copied.
type SyncReport struct {
	Pull *PullReport `json:"pull"`
	Push *PullReport `json:"push"`
}

// Pull copies what this store lacks of another one: sessions, threads, forks, shares, deletions and
// tags, with their ids, positions, times and bytes. The other store is only read. Any number of
// programs may use both stores meanwhile, and pull into them.
//
// Pulling again copies only what is new, and a pull that was interrupted is continued. At every moment
// each session is as the other store had it at some time. A report with Complete() == false is no error.
//
// Both stores need the native engine; other engines are UNSUPPORTED.
func (s *Store) Pull(ctx context.Context, from *Store, options PullOptions) (*PullReport, error) {
	return s.pull(ctx, from, options, &core.PullKnown{})
}

// Sync pulls from another store, and then pulls from this one into the other.
func (s *Store) Sync(ctx context.Context, other *Store, options PullOptions) (*SyncReport, error) {
	return s.sync(ctx, other, options, &core.PullKnown{}, &core.PullKnown{})
}

// opPull is the name of a pull in errors.
const opPull = "store.pull"

func (s *Store) sync(ctx context.Context, other *Store, options PullOptions, pulled, pushed *core.PullKnown) (out *SyncReport, err error) {
	out = &SyncReport{}
	everything := options
	everything.Select = nil
	if out.Pull, err = s.pull(ctx, other, everything, pulled); err != nil {
		return nil, err
	}
	pushed.Learn(pulled)
	if out.Push, err = other.pull(ctx, s, options, pushed); err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Store) pull(ctx context.Context, from *Store, options PullOptions, known *core.PullKnown) (_ *PullReport, err error) {
	if err := differentStores(from.h, s.h); err != nil {
		return nil, fault.From(err).WithOp(opPull)
	}
	source, ok := from.h.engine.(direct)
	target, ok2 := s.h.engine.(direct)
	if !ok || !ok2 {
		return nil, fault.New(fault.Unsupported, "a sandbox has one store, and a pull needs two").WithOp(opPull).
			WithHint("use the native engine")
	}
	o := core.PullOptions{KeepBoth: options.KeepBoth, DryRun: options.DryRun, Known: known}
	if options.Select != nil {
		if o.Only, err = from.selected(ctx, *options.Select); err != nil {
			return nil, err
		}
	}
	if options.Progress != nil {
		o.Progress = func(r core.PullReport) { options.Progress(*toPullReport(r)) }
	}
	var report core.PullReport
	_, err = source.Do(ctx, rpc.OpStoreEvents, func(from *core.Engine) error {
		_, err := target.Do(ctx, rpc.OpStoreImport, func(into *core.Engine) (err error) {
			report, err = core.PullStore(from, into, o)
			return err
		})
		return err
	})
	if err != nil {
		return nil, withContext(ctx, pullError(err, from.h.store, s.h.store))
	}
	return toPullReport(report), nil
}

// selected returns the ids of the store's sessions that match.
func (s *Store) selected(ctx context.Context, o ListOptions) (map[string]bool, error) {
	o.Agent, o.Limit, o.Subagents, o.Superseded = Agent("heddle"), NoLimit, true, true
	list, err := s.h.Sessions.List(ctx, o)
	if err != nil {
		return nil, err
	}
	out := make(map[string]bool, len(list.Items))
	for i := range list.Items {
		out[list.Items[i].SessionID] = true
	}
	return out, nil
}

// pullError names the store that an error is about.
func pullError(err error, from, into string) error {
	e := *fault.From(err)
	e.Op = opPull
	store := ""
	switch e.Path {
	case core.PullSourcePath:
		store = hostfns.StoreName(from)
	case core.StorePath:
		store = hostfns.StoreName(into)
	}
	if store != "" {
		e.Path = store
	}
	return withoutCause(&e)
}

func toPullReport(r core.PullReport) *PullReport {
	out := &PullReport{Compared: r.Compared, Sessions: r.Sessions, Events: r.Events, Bytes: r.Bytes,
		Diverged: []PullDivergence{}, Problems: []PullProblem{}}
	for _, d := range r.Diverged {
		out.Diverged = append(out.Diverged, PullDivergence(d))
	}
	for _, l := range r.Listed {
		out.Listed = append(out.Listed, PullListed(l))
	}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, PullProblem(p))
	}
	return out
}
