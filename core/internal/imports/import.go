package imports

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// ImportRun is one import: it writes copies into the store and reports what it
// did. It is incremental: a session that was copied before is compared, and only
// what is new is written.
type ImportRun struct {
	// Report counts the sessions so far.
	Report *session.ImportReport

	store  *store.Store
	finish func() error
	dryRun bool
	again  bool
	erased bool
	redact bool                         // copy without secrets; else copies that have none get none
	hide   func(*session.Session) error // makes a session one without secrets
	// machine is where the sessions come from, "" when the caller does not say.
	machine string
}

// ImportOptions says how sessions are imported.
type ImportOptions struct {
	Machine string // where they come from, "" when the caller does not say
	Redact  bool   // copy without secrets, as the store's policy may demand too
	Again   bool   // bring back what was deleted from the store
	DryRun  bool   // write nothing
}

// StartImport opens the store of a host; a dry run changes nothing. The caller
// must call Close.
func StartImport(h *host.Host, o ImportOptions) (*ImportRun, error) {
	st, finish, err := heddle.OpenStore(h, !o.DryRun)
	if err != nil {
		return nil, err
	}
	policy, err := st.Policy()
	if err != nil {
		_ = finish()
		return nil, err
	}
	im := &ImportRun{Report: &session.ImportReport{Sessions: []session.ImportedSession{}}, store: st, finish: finish, dryRun: o.DryRun, machine: o.Machine, redact: o.Redact || policy.Redact, again: o.Again}
	im.hide = func(s *session.Session) error {
		return redact.New(s.Cwd).Session(s, func() error { return h.Poll.Poll(0, 0) })
	}
	return im, nil
}

// Close closes the store.
// No write is pending: every copy is durable when CopySession returns.
func (im *ImportRun) Close() error {
	var err error
	if im.erased {
		err = im.store.Tidy()
	}
	_ = im.finish()
	return err
}

// CopySession brings the copy of a session up to date.
func (im *ImportRun) CopySession(t *transcript.Transcript, texts *transcript.TextSink, rest *usage.Remainder) error {
	id, done, err := im.copySession(t, texts, rest)
	if err != nil {
		return err
	}
	im.erased = im.erased || done.Erased && !im.dryRun
	im.countSession(id, &t.Summary, done)
	return nil
}

// CountFailed reports a session that was not imported, by its unified id.
func (im *ImportRun) CountFailed(unifiedID string) {
	im.Report.Failed++
	im.Report.Sessions = append(im.Report.Sessions,
		session.ImportedSession{UnifiedID: unifiedID, StoreID: heddle.CopyID(unifiedID, im.machine), Status: session.ImportStatusFailed})
}

// countSession counts a session that was brought up to date.
func (im *ImportRun) countSession(id string, s *session.SessionSummary, done store.Copied) {
	e := session.ImportedSession{UnifiedID: s.UnifiedID, StoreID: id, Messages: s.MessageCount, Added: done.Added}
	switch {
	case done.Deleted:
		e.Status = session.ImportStatusDeleted
		im.Report.Deleted++
	case done.New:
		e.Status = session.ImportStatusNew
		im.Report.Imported++
	case done.Rewritten:
		e.Status = session.ImportStatusRewritten
		im.Report.Updated++
	case done.Changed:
		e.Status = session.ImportStatusUpdated
		im.Report.Updated++
	default:
		e.Status = session.ImportStatusUnchanged
		im.Report.Unchanged++
	}
	im.Report.Sessions = append(im.Report.Sessions, e)
}

// copySession brings the copy from the run's machine up to date, and returns its id.
// A copy for which no machine was named gets this one, when the session still begins
// like it. Else each machine has a copy of its own.
func (im *ImportRun) copySession(t *transcript.Transcript, texts *transcript.TextSink, rest *usage.Remainder) (id string, done store.Copied, err error) {
	unified := t.Summary.UnifiedID
	id = heddle.CopyID(unified, im.machine)
	now, err := heddle.OriginOf(im.store, id)
	if err != nil {
		return id, done, err
	}
	if im.machine != "" && now == nil {
		adopted, err := heddle.OriginOf(im.store, unified)
		if err != nil {
			return id, done, err
		}
		if adopted != nil && (adopted.Machine == "" || adopted.Machine == im.machine) {
			done, err = im.bringUpTo(unified, adopted, t, texts, rest)
			if fault.CodeOf(err) != fault.Conflict {
				return unified, done, err
			}
		}
		if adopted == nil && !im.again { // whose copy it was is not known any more
			if begin, err := im.store.LifeStart(unified); begin > 0 || err != nil {
				return unified, store.Copied{Deleted: true}, err
			}
		}
	}
	done, err = im.bringUpTo(id, now, t, texts, rest)
	return id, done, err
}

// bringUpTo copies a session into one of the store, which is a copy already unless now is nil. What
// has no secrets gets none.
func (im *ImportRun) bringUpTo(id string, now *heddle.Origin, t *transcript.Transcript, texts *transcript.TextSink, rest *usage.Remainder) (done store.Copied, err error) {
	machine, hide := im.machine, im.hide
	if machine == "" && now != nil { // without one it stays what it is
		machine = now.Machine
	}
	if !im.redact && (now == nil || !now.Redacted) {
		hide = nil
	}
	payload, err := NewPayload(t, texts, rest, machine, hide)
	if err != nil {
		return done, err
	}
	payload.Again = im.again
	return im.store.Copy(id, *payload, im.dryRun)
}
