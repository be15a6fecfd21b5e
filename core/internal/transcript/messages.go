package transcript

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// MessageDraft is one message under construction: what every projection needs
// of it, in eight bytes. Its texts are the sink's.
type MessageDraft struct {
	style int32 // in Builder.styles
	bits  uint32
}

// The bits of a MessageDraft, above which the fragments of the message are counted.
const (
	draftPrompt = 1 << iota
	draftAside
	draftCopied
	draftBranch   // it has left the current branch
	draftTitled   // of a prompt: it has a title
	draftUntitled // of a prompt: it is shown below another one only, and needs no title
	draftKeyed    // it has a usage key
	draftFragment
)

func (m *MessageDraft) set(bit uint32, on bool) {
	if on {
		m.bits |= bit
	}
}

// countFragment counts one more fragment; the greatest number of them stands for all above.
func (m *MessageDraft) countFragment() {
	if m.bits < 1<<32-draftFragment {
		m.bits += draftFragment
	}
}

// isWhole reports whether a message has so many fragments and no more.
func (m *MessageDraft) isWhole(fragments uint32) bool {
	return m.bits < 1<<32-draftFragment && m.bits/draftFragment <= fragments
}

// IsPrompt reports whether a person or an SDK caller wrote the message.
func (m *MessageDraft) IsPrompt() bool { return m.bits&draftPrompt != 0 }

// IsAside reports whether the message is a subagent's inside the file.
func (m *MessageDraft) IsAside() bool { return m.bits&draftAside != 0 }

// IsCopied reports whether the message was copied from another session.
func (m *MessageDraft) IsCopied() bool { return m.bits&draftCopied != 0 }

// messageStyle is what many messages have in common.
type messageStyle struct {
	role  session.Role
	kind  string
	model int32 // in Builder.models, plus one
}

// RoleOf returns the role of message i.
func (b *Builder) RoleOf(i int) session.Role { return b.styles[b.Messages.At(i).style].role }

// KindOf returns the kind of message i, "" for an ordinary one.
func (b *Builder) KindOf(i int) string { return b.styles[b.Messages.At(i).style].kind }

// ModelOf returns the model that made message i, "" for none.
func (b *Builder) ModelOf(i int) string {
	if m := b.styles[b.Messages.At(i).style].model; m > 0 {
		return b.models[m-1]
	}
	return ""
}

// TimeOf returns the time of message i. The builder must have been asked for Times.
func (b *Builder) TimeOf(i int) session.Time { return session.Time(*b.times.At(i)) }

// UsageKeyOf returns the usage key of message i; the builder must have a TextSink.
func (b *Builder) UsageKeyOf(i int) string { return b.usageKeys[i] }

// IsKeyed reports whether message i has a usage key.
func (b *Builder) IsKeyed(i int) bool { return b.Messages.At(i).bits&draftKeyed != 0 }

// MessageOfMerge returns the index of the message whose fragments have the merge
// key with a hash; 0 is no key.
func (b *Builder) MessageOfMerge(hash uint64) (index int32, ok bool) {
	if hash == 0 {
		return 0, false
	}
	at, ok := b.merges.find(hash)
	if !ok {
		return 0, false
	}
	return *b.merged.At(int(at)), true
}

// UsageHash returns the hash of a usage key, 0 for none.
func UsageHash(key string) uint64 {
	if key == "" {
		return 0
	}
	return HashKey(key)
}

// hashName returns the hash of a name, 0 for none.
func hashName(name string) uint64 {
	if name == "" {
		return 0
	}
	return HashKey(name) | 1
}

// modelNumber returns the number of a model in messageStyle.
func (b *Builder) modelNumber(model string) int32 {
	if model == "" {
		return 0
	}
	if b.lastModel > 0 && b.models[b.lastModel-1] == model { // as mostly
		return b.lastModel
	}
	n, known := b.modelNumbers[model]
	if !known {
		model = strings.Clone(model)
		b.models = append(b.models, model)
		if n = int32(len(b.models)); b.modelNumbers == nil {
			b.modelNumbers = map[string]int32{}
		}
		b.modelNumbers[model] = n
	}
	b.lastModel = n
	return n
}

// styleNumber returns the number of a style in MessageDraft.
func (b *Builder) styleNumber(style messageStyle) int32 {
	n, known := b.styleNumbers[style]
	if !known {
		style.role, style.kind = session.Role(strings.Clone(string(style.role))), strings.Clone(style.kind)
		n = int32(len(b.styles))
		if b.styles = append(b.styles, style); b.styleNumbers == nil {
			b.styleNumbers = map[messageStyle]int32{}
		}
		b.styleNumbers[style] = n
	}
	return n
}

func (b *Builder) addMessage(r *adapter.Record, nodeAt int32) {
	if merge := hashName(r.Merge); merge != 0 {
		i, ok := b.lastMerged, merge == b.lastMerge // mostly the one before, again
		if !ok {
			i, ok = b.MessageOfMerge(merge)
		}
		if ok {
			b.lastMerge, b.lastMerged = merge, i
			b.extendMessage(int(i), r)
			b.linkNode(nodeAt, i)
			return
		}
		b.lastMerge, b.lastMerged = merge, int32(b.Messages.Len())
		b.merges.add(merge)
		b.merged.Append(b.lastMerged)
	}
	at := b.Messages.Len()
	m := MessageDraft{b.styleNumber(messageStyle{r.Role, r.Special, b.modelNumber(r.Model)}), draftFragment}
	m.set(draftPrompt, r.Prompt)
	m.set(draftAside, r.Aside)
	m.set(draftBranch, r.Branch)
	m.set(draftCopied, r.Copied)
	m.set(draftKeyed, r.UsageKey != "")
	b.Messages.Append(m)
	if b.options.Times {
		b.times.Append(uint64(r.Time))
	}
	if r.Place != 0 || len(b.places) > 0 {
		b.places = append(append(b.places, make([]int64, at-len(b.places))...), r.Place)
	}
	if b.options.Names {
		b.firstNodes.Append(nodeAt)
	}
	if _, whole := b.options.Sink.(*TextSink); whole {
		b.usageKeys = append(b.usageKeys, r.UsageKey)
	}
	if r.Prompt {
		b.openTitle(at, nodeAt)
		b.addTitle(at, r.Text)
	}
	b.options.Sink.AddFragment(at, r, true)
	b.linkNode(nodeAt, int32(at))
	if nodeAt >= 0 {
		b.nodes.At(int(nodeAt)).parentBits |= nodeBegins
	}
	b.noteOpening(at, nodeAt)
}

// openTitle decides whether the title of a prompt may be the session's: not when it is
// shown only where a prompt with a title before it is shown too. Sessions have hundreds
// of thousands of prompts.
//
// That is so when the other prompt is on the way to the root of the tree (a parent
// that was recorded before its child stays its parent), or in a session without a
// tree; as long as nothing was dropped: what drops the earlier one later drops this one as
// well, unless places decide, or the agent says only that it did.
func (b *Builder) openTitle(at int, node int32) {
	m := b.Messages.At(at)
	if b.options.Names || b.dropped || len(b.places) > 0 || m.bits&draftBranch != 0 { // branches have titles too
		return
	}
	later := b.opened
	if node >= 0 {
		parent := b.node(int(node)).parent
		later = parent >= 0 && b.nodes.At(int(parent)).msgBits&nodeOpened != 0
	}
	m.set(draftUntitled, later)
}

// noteOpening notes, of a message that was just added, what openTitle asks for.
func (b *Builder) noteOpening(at int, node int32) {
	m := b.Messages.At(at)
	opens := m.bits&(draftTitled|draftUntitled) != 0 && m.bits&(draftAside|draftBranch) == 0
	switch {
	case !opens:
	case node < 0:
		b.opened = true
	default:
		b.nodes.At(int(node)).msgBits |= nodeOpened
	}
}

// addTitle adds the title of a prompt's text, or of what it has had so far and
// more text.
func (b *Builder) addTitle(at int, text string) {
	m := b.Messages.At(at)
	if m.bits&draftUntitled != 0 {
		return
	}
	if m.bits&draftTitled != 0 {
		text = joinBlocks(b.titleOf(at), text)
	}
	title := session.Title(text)
	if title == "" {
		return
	}
	b.titles.Add(title)
	b.prompts.Append(int32(at))
	m.set(draftTitled, true)
	if b.titleNumbers == nil {
		b.titleNumbers = map[int32]int32{}
	}
	b.titleNumbers[int32(at)] = int32(b.prompts.Len() - 1)
}

// titleOf returns the title that message i, a prompt, would give a session; "" for others.
func (b *Builder) titleOf(i int) string {
	if at, ok := b.titleNumbers[int32(i)]; ok {
		return b.titles.At(int(at))
	}
	return ""
}

func (b *Builder) linkNode(nodeAt, msg int32) {
	if nodeAt >= 0 {
		n := b.nodes.At(int(nodeAt))
		n.msgBits = n.msgBits&nodeBits | uint32(msg+1)
	}
}

// extendMessage adds a fragment to a message that began earlier.
func (b *Builder) extendMessage(at int, r *adapter.Record) {
	m := b.Messages.At(at)
	if b.options.Times {
		time := b.times.At(at)
		*time = uint64(session.Earliest(session.Time(*time), r.Time))
	}
	if r.Prompt && m.bits&draftPrompt == 0 {
		m.set(draftPrompt, true)
		b.addTitle(at, b.options.Sink.PriorText(at))
	}
	style := b.styles[m.style]
	if style.model == 0 {
		style.model = b.modelNumber(r.Model)
	}
	if style.kind == "" {
		style.kind = r.Special
	}
	if style != b.styles[m.style] {
		m.style = b.styleNumber(style)
	}
	m.countFragment()
	m.set(draftKeyed, r.UsageKey != "")
	if at < len(b.usageKeys) && b.usageKeys[at] == "" {
		b.usageKeys[at] = r.UsageKey
	}
	if m.bits&draftPrompt != 0 && r.Text != "" {
		b.addTitle(at, r.Text)
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
	at := b.Messages.Len()
	for i := at - 1; i >= 0 && n > 0; i-- {
		if m := b.Messages.At(i); m.bits&draftPrompt != 0 && m.bits&(draftBranch|draftAside) == 0 {
			n--
			at = i
		}
	}
	for i := at; i < b.Messages.Len(); i++ {
		b.dropMessage(i)
	}
}

// dropFrom removes the messages from a place on from the current branch.
func (b *Builder) dropFrom(place int64) {
	for i := range b.places {
		if b.places[i] >= place {
			b.dropMessage(i)
		}
	}
}

func (b *Builder) dropMessage(i int) {
	if m := b.Messages.At(i); m.bits&draftBranch == 0 {
		m.set(draftBranch, true)
		b.dropped = true
		b.setUntil(i, int32(b.Messages.Len()))
	}
}

// untilOf returns, of a message that left the current branch, how many messages
// there were when it did; 0 when that is not known.
func (b *Builder) untilOf(i int) int32 {
	if i < len(b.until) {
		return b.until[i]
	}
	return 0
}

func (b *Builder) setUntil(i int, n int32) {
	if missing := b.Messages.Len() - len(b.until); missing > 0 {
		b.until = append(b.until, make([]int32, missing)...)
	}
	b.until[i] = n
}
