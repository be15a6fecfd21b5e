package transcript

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// MessageDraft is one message under construction: what every projection needs
// of it. Its texts are the sink's.
type MessageDraft struct {
	Timestamp session.Time
	model     int32 // in Builder.models, plus one
	style     int32 // in Builder.styles
	title     int32 // of a prompt: in Builder.titles, plus one; or noTitle
	Prompt    bool
	Aside     bool
	Copied    bool

	branch bool
}

// noTitle is the title of a prompt that is shown below another one only.
const noTitle = -1

// messageStyle is what many messages have in common.
type messageStyle struct {
	role session.Role
	kind string
}

// messageSpan is where a message begins and ends in its walk.
type messageSpan struct {
	key  uint64 // hash of its usage key, 0 = none
	node int32  // of its first fragment, -1 = none
	last int32  // number of its last fragment
}

// RoleOf returns the role of message i.
func (b *Builder) RoleOf(i int) session.Role { return b.styles[b.Messages.At(i).style].role }

// KindOf returns the kind of message i, "" for an ordinary one.
func (b *Builder) KindOf(i int) string { return b.styles[b.Messages.At(i).style].kind }

// ModelOf returns the model that made message i, "" for none.
func (b *Builder) ModelOf(i int) string {
	if m := b.Messages.At(i).model; m > 0 {
		return b.models[m-1]
	}
	return ""
}

// UsageKeyOf returns the usage key of message i; the builder must have a TextSink.
func (b *Builder) UsageKeyOf(i int) string { return b.usageKeys[i] }

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

// RequestOfMessage returns the index of the request that has the usage key of
// message i; keyed says that the message has one. The builder must keep spans.
func (b *Builder) RequestOfMessage(i int) (request int32, keyed, ok bool) {
	key := b.spans.At(i).key
	request, ok = b.requestOfKey(key)
	return request, key != 0, ok
}

// usageHash returns the hash of a usage key, 0 for none.
func usageHash(key string) uint64 {
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

// modelNumber returns the number of a model in MessageDraft.
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
func (b *Builder) styleNumber(role session.Role, kind string) int32 {
	style := messageStyle{role, kind}
	n, known := b.styleNumbers[style]
	if !known {
		style = messageStyle{session.Role(strings.Clone(string(role))), strings.Clone(kind)}
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
	b.Messages.Append(MessageDraft{model: b.modelNumber(r.Model), style: b.styleNumber(r.Role, r.Special), Timestamp: r.Time,
		Prompt: r.Prompt, Aside: r.Aside, branch: r.Branch, Copied: r.Copied})
	if r.Place != 0 || len(b.places) > 0 {
		b.places = append(append(b.places, make([]int64, at-len(b.places))...), r.Place)
	}
	if b.fragments++; b.options.Spans {
		b.spans.Append(messageSpan{usageHash(r.UsageKey), nodeAt, b.fragments})
		if _, whole := b.options.Sink.(*TextSink); whole {
			b.usageKeys = append(b.usageKeys, r.UsageKey)
		}
	}
	if r.Prompt {
		b.openTitle(at, nodeAt)
		b.addTitle(at, r.Text)
	}
	b.options.Sink.AddFragment(at, r, true)
	b.linkNode(nodeAt, int32(at))
	if nodeAt >= 0 {
		b.nodes.At(int(nodeAt)).begins = true
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
	if b.options.Names || b.dropped || len(b.places) > 0 || m.branch { // branches have titles too
		return
	}
	later := b.opened
	if node >= 0 {
		n := b.nodes.At(int(node))
		later = n.parent >= 0 && b.nodes.At(int(n.parent)).opened
	}
	if later {
		m.title = noTitle
	}
}

// noteOpening notes, of a message that was just added, what openTitle asks for.
func (b *Builder) noteOpening(at int, node int32) {
	m := b.Messages.At(at)
	opens := m.title != 0 && !m.Aside && !m.branch
	if node < 0 {
		b.opened = b.opened || opens
		return
	}
	n := b.nodes.At(int(node))
	n.opened = n.opened || opens
}

// addTitle adds the title of a prompt's text, or of what it has had so far and
// more text.
func (b *Builder) addTitle(at int, text string) {
	m := b.Messages.At(at)
	if m.title == noTitle {
		return
	}
	if m.title > 0 {
		text = joinBlocks(b.titles.At(int(m.title)-1), text)
	}
	title := session.Title(text)
	if title == "" {
		return
	}
	b.titles.Add(title)
	b.prompts.Append(int32(at))
	m.title = int32(b.prompts.Len())
}

// titleOf returns the title that message i, a prompt, would give a session; "" for others.
func (b *Builder) titleOf(i int) string {
	if at := b.Messages.At(i).title; at > 0 {
		return b.titles.At(int(at) - 1)
	}
	return ""
}

func (b *Builder) linkNode(nodeAt, msg int32) {
	if nodeAt >= 0 {
		b.nodes.At(int(nodeAt)).msg = msg
	}
}

// extendMessage adds a fragment to a message that began earlier.
func (b *Builder) extendMessage(at int, r *adapter.Record) {
	m := b.Messages.At(at)
	m.Timestamp = session.Earliest(m.Timestamp, r.Time)
	if r.Prompt && !m.Prompt {
		m.Prompt = true
		b.addTitle(at, b.options.Sink.PriorText(at))
	}
	if m.model == 0 {
		m.model = b.modelNumber(r.Model)
	}
	if r.Special != "" && b.KindOf(at) == "" {
		m.style = b.styleNumber(b.RoleOf(at), r.Special)
	}
	if b.fragments++; b.options.Spans {
		span := b.spans.At(at)
		if span.last = b.fragments; span.key == 0 {
			span.key = usageHash(r.UsageKey)
		}
		if at < len(b.usageKeys) && b.usageKeys[at] == "" {
			b.usageKeys[at] = r.UsageKey
		}
	}
	if m.Prompt && r.Text != "" {
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
		if m := b.Messages.At(i); m.Prompt && !m.branch && !m.Aside {
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
	if m := b.Messages.At(i); !m.branch {
		m.branch, b.dropped = true, true
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
