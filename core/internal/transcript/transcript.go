package transcript

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Transcript is one session after its walk.
type Transcript struct {
	Ref     *adapter.Ref
	Builder *Builder
	Tree    *Tree // nil once the messages are released
	Summary session.SessionSummary
	Empty   bool // no record says that the file holds a session
	// Machines are where the session comes from: its own, else those of its copies.
	Machines []string
	// Excluded says that what the messages hold excludes the session from a
	// result. It may still supersede others.
	Excluded bool
}

// Annotations are what others than the session's own records say about it.
type Annotations struct {
	// Agent and SessionID name the agent's own session: of a copy in the store,
	// its original.
	Agent, SessionID string
	// Tags are those of the session's runs, sorted.
	Tags []string
	// ImportedAs is the unified id of the copy in the store, "" without a copy.
	ImportedAs string
	// RecordedAs are the unified ids of its recordings in the store, sorted.
	RecordedAs []string
	// OriginalUnifiedID is the unified id of a copy's or recording's original, ""
	// when the session is neither; OriginalGone says that its agent no longer has
	// it.
	OriginalUnifiedID string
	OriginalGone      bool
	// Hidden says that lists show the original in its place.
	Hidden bool
	// Machines are where the copies and recordings of the session come from, in
	// byte order.
	Machines []string
}

// New returns the session that a builder has walked at ref, with its summary
// but for the money. branch names the leaf to show, "" for the current one; an
// unknown one is MESSAGE_NOT_FOUND.
func New(b *Builder, ref *adapter.Ref, branch string, more *Annotations) (*Transcript, error) {
	tree, ok := b.ResolveTree(branch)
	if !ok {
		return nil, fault.New(fault.MessageNotFound, "no branch of this session ends in "+string(session.TextJSON(branch))).
			At(ref.Path, 0, 0).WithHint("sessions.get lists the branches")
	}
	t := &Transcript{Ref: ref, Builder: b, Tree: tree}
	if t.Machines = more.Machines; b.Facts.Machine != "" {
		t.Machines = []string{b.Facts.Machine}
	}
	t.Summary = t.summarize(more)
	t.Empty = b.IsEmpty(ref)
	return t, nil
}

// ReleaseMessages drops all that a list no longer needs once the summary is
// made: lists may hold thousands of transcripts. It keeps the facts, the models
// and, where copies can supersede the session, the keys.
func (t *Transcript) ReleaseMessages() {
	b := t.Builder
	t.Tree = nil
	t.Builder = &Builder{Facts: b.Facts, answers: b.answers}
	if b.Facts.Resumable {
		t.Builder.keys = b.StableKeys()
	}
}
