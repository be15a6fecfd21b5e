package session

// ImportStatus: What an import did with a session.
type ImportStatus string

// The values of ImportStatus.
const (
	ImportStatusNew       ImportStatus = "new"       // It was not in the store.
	ImportStatusUpdated   ImportStatus = "updated"   // Messages were added.
	ImportStatusRewritten ImportStatus = "rewritten" // The agent changed its past: what differs is hidden, and what stands there now was added.
	ImportStatusUnchanged ImportStatus = "unchanged" // There was nothing to do.
	ImportStatusFailed    ImportStatus = "failed"    // It could not be read.
)

// ImportReport: What an import did.
type ImportReport struct {
	// Each session looked at, in the order of the list.
	Sessions []ImportedSession
	// Sessions that are new in the store.
	Imported int64
	// Sessions that grew or changed.
	Updated int64
	// Sessions that were there already, whole.
	Unchanged int64
	// Sessions that could not be read; the diagnostics say why.
	Failed int64
}

// ImportedSession: What an import did with a session.
type ImportedSession struct {
	// The agent's session.
	UnifiedID string
	// Its id in the store.
	StoreID string
	// What happened.
	Status ImportStatus
	// Its visible messages.
	Messages int64
	// Messages that were added now.
	Added int64
}
