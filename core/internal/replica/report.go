// Package replica brings a store up to date with another one: it copies the
// events that are missing, with their ids, sequences and bytes.
//
// A stream is only added to when it is a prefix of the other one. That is shown
// by one event: the last that both could have. Ids are drawn once, events
// never change, and an event is only ever copied after all events before it, so
// two streams with the same event at the same sequence have the same events
// before it. Ids of imports are hashes of all that was imported until then, and a caller may
// choose ids, so the time, kind and payload are compared as well.
//
// Imports of one session are the exception: they are values, and where two differ, one takes
// the other one's place (copies.go).
package replica

// Options says how a store is brought up to date.
type Options struct {
	// KeepBoth makes a session that grew differently in both stores a fork in
	// the store that is written; the other one's takes its place.
	KeepBoth bool
	// Progress is called after every append, nil for never.
	Progress func(Report)
	// Known is what an earlier call has compared, nil for nothing. Calls between the
	// same two stores may share one.
	Known *Known
	// Only are the sessions to copy; nil for all. See isSelected.
	Only map[string]bool
	// DryRun lists what would be copied, and writes nothing.
	DryRun bool
	// SourcePath is the path of the store that is read, for errors.
	SourcePath string
}

// Known is which streams are known to be the same. It belongs to one goroutine.
type Known struct{ heads map[string]heads }

type heads struct{ from, into int64 }

// Learn takes over what is known of the opposite direction: streams that are equal
// are equal in both.
func (k *Known) Learn(opposite *Known) {
	if k.heads == nil {
		k.heads = map[string]heads{}
	}
	for name, h := range opposite.heads {
		if h.from == h.into {
			k.heads[name] = h
		}
	}
}

// Report says what was copied.
type Report struct {
	Compared int64 // streams of the store that was read
	Sessions int64 // streams that got events
	Events   int64
	Bytes    int64 // of payloads
	Diverged []Divergence
	Problems []Problem
	Listed   []Listed // of a dry run
}

// Divergence is a session that grew differently in both stores.
type Divergence struct {
	SessionID string
	Position  int64  // of the last event that both have
	From      int64  // the last position of the store that was read
	Into      int64  // that of the written one
	Kept      bool   // the written store has both now
	KeptAs    string // the fork with what it had; "" when that was deleted
	Why       string // what to know about it, and what to do; or why both could not be kept
}

// Problem is something that could not be copied.
type Problem struct {
	SessionID string // "" for the whole store
	Position  int64  // 0 when unknown
	Message   string
}
