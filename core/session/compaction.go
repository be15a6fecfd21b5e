package session

// Compaction is what an agent recorded when it replaced messages by a summary. 0 and "" are
// what it did not record.
type Compaction struct {
	Trigger                   string // auto or manual
	TokensBefore, TokensAfter int64  // of the context
}
