package imports

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
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
}

// StartImport opens the store of a host; a dry run changes nothing. The caller
// must call Close.
func StartImport(h *host.Host, dryRun bool) (*ImportRun, error) {
	st, finish, err := heddle.OpenStore(h, !dryRun)
	if err != nil {
		return nil, err
	}
	return &ImportRun{Report: &session.ImportReport{Sessions: []session.ImportedSession{}}, store: st, finish: finish, dryRun: dryRun}, nil
}

// Close closes the store.
func (im *ImportRun) Close() { _ = im.finish() } // no write is pending: every copy is durable when CopySession returns

// CopySession brings the copy of a session up to date.
func (im *ImportRun) CopySession(t *transcript.Transcript, texts *transcript.TextSink, rest *usage.Remainder) error {
	payload, err := NewPayload(t, texts, rest)
	if err != nil {
		return err
	}
	done, err := im.store.Copy(t.Summary.UnifiedID, *payload, im.dryRun)
	if err != nil {
		return err
	}
	im.countSession(&t.Summary, done)
	return nil
}

// CountFailed reports a session that was not imported, by its unified id.
func (im *ImportRun) CountFailed(unifiedID string) {
	im.Report.Failed++
	im.Report.Sessions = append(im.Report.Sessions,
		session.ImportedSession{UnifiedID: unifiedID, StoreID: unifiedID, Status: session.ImportStatusFailed})
}

// countSession counts a session that was brought up to date.
func (im *ImportRun) countSession(s *session.SessionSummary, done store.Copied) {
	e := session.ImportedSession{UnifiedID: s.UnifiedID, StoreID: s.UnifiedID, Messages: s.MessageCount, Added: done.Added}
	switch {
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
