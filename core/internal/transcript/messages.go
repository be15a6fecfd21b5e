package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// MessageDraft is one message under construction: what every projection needs
// of it. Its texts are the sink's.
type MessageDraft struct {
	ID         string
	Role       session.Role
	Kind       string
	Model      string
	Timestamp  session.Time
	PromptText string // of prompts only
	UsageKey   string
	Prompt     bool
	Aside      bool
	Copied     bool

	branch bool
	node   int32 // first fragment's node, -1 = none
	until  int32 // with branch: how many messages there were when it left the current branch, 0 = not known
	place  int64
}

// MessageOfMerge returns the index of the message whose fragments have a merge key.
func (b *Builder) MessageOfMerge(merge string) (index int32, ok bool) {
	index, ok = b.byMerge[merge]
	return index, ok
}

func (b *Builder) addMessage(r *adapter.Record, nodeAt int32) {
	if r.Merge != "" {
		i, ok := b.lastMerged, r.Merge == b.lastMerge // mostly the one before, again
		if !ok {
			i, ok = b.byMerge[r.Merge]
		}
		if ok {
			b.lastMerge, b.lastMerged = r.Merge, i
			b.extendMessage(int(i), r)
			b.linkNode(nodeAt, i)
			return
		}
		b.lastMerge, b.lastMerged = r.Merge, int32(len(b.Messages))
		b.byMerge[r.Merge] = b.lastMerged
	}
	m := MessageDraft{ID: r.ID, Role: r.Role, Kind: r.Special, Model: r.Model, Timestamp: r.Time, UsageKey: r.UsageKey, node: nodeAt,
		Prompt: r.Prompt, Aside: r.Aside, branch: r.Branch, Copied: r.Copied, place: r.Place}
	if r.Prompt {
		m.PromptText = b.options.Sink.KeepText(r.Text)
	}
	b.Messages = append(b.Messages, m)
	at := len(b.Messages) - 1
	b.options.Sink.AddFragment(at, r, true)
	b.linkNode(nodeAt, int32(at))
}

func (b *Builder) linkNode(nodeAt, msg int32) {
	if nodeAt >= 0 {
		b.nodes[nodeAt].msg = msg
	}
}

// extendMessage adds a fragment to a message that began earlier.
func (b *Builder) extendMessage(at int, r *adapter.Record) {
	m := &b.Messages[at]
	m.Timestamp = session.Earliest(m.Timestamp, r.Time)
	if r.Prompt && !m.Prompt {
		m.Prompt, m.PromptText = true, b.options.Sink.PriorText(at)
	}
	if m.Model == "" {
		m.Model = r.Model
	}
	if m.Kind == "" {
		m.Kind = r.Special
	}
	if m.UsageKey == "" {
		m.UsageKey = r.UsageKey
	}
	if m.Prompt {
		m.PromptText = joinBlocks(m.PromptText, b.options.Sink.KeepText(r.Text))
	}
	b.options.Sink.AddFragment(at, r, false)
}

// joinBlocks joins two texts by a blank line, unless one is empty.
func joinBlocks(a, b string) string {
	if a == "" {
		return b
	}
	if b == "" {
		return a
	}
	return a + "\n\n" + b
}

// dropTurns removes the last n turns, each from its prompt on, from the current
// branch.
func (b *Builder) dropTurns(n int64) {
	at := len(b.Messages)
	for i := at - 1; i >= 0 && n > 0; i-- {
		if m := &b.Messages[i]; m.Prompt && !m.branch && !m.Aside {
			n--
			at = i
		}
	}
	for i := at; i < len(b.Messages); i++ {
		b.dropMessage(&b.Messages[i])
	}
}

// dropFrom removes the messages from a place on from the current branch.
func (b *Builder) dropFrom(place int64) {
	for i := range b.Messages {
		if m := &b.Messages[i]; m.place >= place {
			b.dropMessage(m)
		}
	}
}

func (b *Builder) dropMessage(m *MessageDraft) {
	if !m.branch {
		m.branch, m.until = true, int32(len(b.Messages))
	}
}
