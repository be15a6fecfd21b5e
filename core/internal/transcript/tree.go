package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Tree decides which messages are visible. Where the format is a tree it
// shows, in every connected part of it, the path from the leaf to the root; a
// part's leaf is the one the agent names (or the caller asks for), else its
// last message. A tool result whose parent is a shown message is shown as well:
// parallel calls fork the tree without being branches. Messages keep the
// order in which they were recorded.
type Tree struct {
	Shown []bool // per message of the builder

	b      *Builder
	root   []int32 // per node, while paths are looked for: the root of its part of the tree; of a root, see leafOf
	onPath []bool  // per node
}

// treeNode is a record's place in the tree.
type treeNode struct {
	parentBits uint32 // index into nodes plus one, 0 = none; and two bits
	msgBits    uint32 // index into messages plus one, 0 = not a message; and two bits
}

// The bits of a treeNode.
const (
	nodeBits = 3 << 30 // of both its numbers

	nodeBegins   = 1 << 30 // of parentBits: its message begins with it
	nodeHasAbove = 2 << 30 // it names a parent, be it there or not
	nodeAside    = 1 << 30 // of msgBits
	nodeOpened   = 2 << 30 // it or a node above it has a prompt with a title, see Builder.openTitle
)

// treePlace is what a treeNode says.
type treePlace struct {
	parent, msg int32 // -1 = none

	aside, begins, hasAbove bool
}

// node returns what a node says. The module pays for every call: this is one for all.
func (b *Builder) node(i int) treePlace {
	n := b.nodes.At(i)
	return treePlace{int32(n.parentBits&^nodeBits) - 1, int32(n.msgBits&^nodeBits) - 1,
		n.msgBits&nodeAside != 0, n.parentBits&nodeBegins != 0, n.parentBits&nodeHasAbove != 0}
}

// setParent sets the parent of a node.
func (b *Builder) setParent(node, parent int32) {
	n := b.nodes.At(int(node))
	n.parentBits = n.parentBits&nodeBits | uint32(parent+1)
}

// orphanNode is a node whose parent was not recorded before it.
type orphanNode struct {
	node   int32
	parent uint64 // hash of its id
}

// addNode adds a record to the tree. A second record with the same id repeats
// the first and is not shown again.
func (b *Builder) addNode(r *adapter.Record) (at int32, repeated bool) {
	id := hashName(r.ID)
	if i, ok := b.ids.find(id); ok {
		return i, b.node(int(i)).msg >= 0 || r.Kind != adapter.Message
	}
	var n treeNode
	if r.Aside {
		n.msgBits = nodeAside
	}
	if r.Parent != "" {
		n.parentBits = nodeHasAbove
	}
	i := int32(b.nodes.Len())
	if parent := hashName(r.Parent); parent != 0 && parent != id {
		if at, ok := b.ids.find(parent); ok {
			n.parentBits |= uint32(at + 1)
			n.msgBits |= b.nodes.At(int(at)).msgBits & nodeOpened
		} else {
			b.orphans = append(b.orphans, orphanNode{i, parent})
		}
	}
	b.ids.add(id)
	b.nodes.Append(n)
	if b.options.Names {
		b.nodeNames.Add(r.ID)
	}
	return i, false
}

// nameOf returns the id of a node; "" where the builder keeps none.
func (b *Builder) nameOf(node int32) string {
	if !b.options.Names || node < 0 {
		return ""
	}
	return b.nodeNames.At(int(node))
}

// idOf returns the id of a message; "" where the builder keeps none.
func (b *Builder) idOf(i int) string {
	if !b.options.Names {
		return ""
	}
	return b.nameOf(*b.firstNodes.At(i))
}

// ResolveTree computes the visible messages; branch names another leaf to show,
// "" for the current one. ok is false when branch is not an id of this session.
func (b *Builder) ResolveTree(branch string) (t *Tree, ok bool) {
	t = &Tree{b: b, Shown: make([]bool, b.Messages.Len())}
	if !b.Facts.Tree {
		return t, t.showFlat(branch)
	}
	leaf := b.Facts.Leaf
	if branch != "" {
		leaf = branch
	}
	at, known := b.ids.find(hashName(leaf))
	known = known && leaf != ""
	if branch != "" && !known {
		return t, false
	}
	if !known {
		at = -1
	}
	t.findRoots()
	t.markPaths(at)
	aside := known && b.node(int(at)).aside // what a subagent wrote, alone
	visible := func(i int) bool { m := b.Messages.At(i); return m.IsAside() == aside && m.bits&draftBranch == 0 }
	for i := range t.Shown {
		t.Shown[i] = !aside && visible(i)
	}
	for i := range b.nodes.Len() {
		if n := b.node(i); n.begins {
			t.Shown[n.msg] = false
		}
	}
	for i := range b.nodes.Len() {
		if msg := b.node(i).msg; t.onPath[i] && msg >= 0 {
			t.Shown[msg] = visible(int(msg))
		}
	}
	t.attachResults()
	return t, true
}

// showFlat shows all messages that were not removed; with a branch, those that
// were there when the message with that id was the last one.
func (t *Tree) showFlat(branch string) bool {
	messages := &t.b.Messages
	t.completeRemovals()
	at, found, aside := messages.Len(), branch == "", false
	for i := range messages.Len() {
		if m := messages.At(i); m.bits&(draftBranch|draftAside) != 0 && branch != "" && t.b.idOf(i) == branch {
			at, found, aside = i, true, m.IsAside()
			break
		}
	}
	for i := range messages.Len() {
		m := messages.At(i)
		t.Shown[i] = m.IsAside() == aside && (m.bits&draftBranch == 0 || at < messages.Len()) && t.isBefore(i, at)
	}
	return found
}

// isBefore reports whether message i was in the conversation when message to was
// recorded.
func (t *Tree) isBefore(i, to int) bool {
	m := t.b.Messages.At(i)
	return i <= to && (m.bits&draftBranch == 0 || int(t.b.untilOf(i)) > to || to == t.b.Messages.Len())
}

// completeRemovals sets when a message was removed where the adapter says only
// that it was: a run of such messages was removed together.
func (t *Tree) completeRemovals() {
	until := int32(t.b.Messages.Len())
	for i := t.b.Messages.Len() - 1; i >= 0; i-- {
		switch m := t.b.Messages.At(i); {
		case m.bits&draftAside != 0:
		case m.bits&draftBranch == 0 || t.b.untilOf(i) != 0:
			until = int32(i)
		default:
			t.b.setUntil(i, until)
		}
	}
}

// findRoots resolves parent links and finds the root of every node's part. Only
// a damaged file has a loop of parents; the loop is cut where it closes.
func (t *Tree) findRoots() {
	nodes := &t.b.nodes
	for _, o := range t.b.orphans {
		if at, ok := t.b.ids.find(o.parent); ok {
			t.b.setParent(o.node, at)
		}
	}
	t.root = make([]int32, nodes.Len())
	for i := range t.root {
		t.root[i] = -1
	}
	const busy = -2
	var path []int32
	for i := range nodes.Len() {
		if p := t.b.node(i).parent; p >= 0 && t.root[p] >= 0 {
			t.root[i] = t.root[p]
			continue
		}
		path = path[:0]
		at := int32(i)
		for t.root[at] == -1 {
			t.root[at] = busy
			path = append(path, at)
			if t.b.node(int(at)).parent < 0 {
				break
			}
			at = t.b.node(int(at)).parent
		}
		r := t.root[at]
		if r == busy {
			r = t.cutLoop(at)
		}
		for _, n := range path {
			t.root[n] = r
		}
	}
}

// cutLoop returns the root for a walk up that ended at a node: the node itself
// or, when its parents form a loop, the first record of the loop.
func (t *Tree) cutLoop(at int32) int32 {
	first := at
	for n := t.b.node(int(at)).parent; n >= 0 && n != at; n = t.b.node(int(n)).parent {
		first = min(first, n)
	}
	t.b.setParent(first, -1)
	return first
}

// markPaths walks from every part's leaf to its root.
func (t *Tree) markPaths(leaf int32) {
	nodes := &t.b.nodes
	for i := range t.root {
		if t.root[i] == int32(i) {
			t.root[i] = noLeaf
		}
	}
	for i := range nodes.Len() {
		if n := t.b.node(i); n.msg >= 0 && !n.aside && t.b.Messages.At(int(n.msg)).bits&draftBranch == 0 {
			t.root[t.rootOf(int32(i))] = noLeaf - 1 - int32(i)
		}
	}
	if leaf >= 0 {
		t.root[t.rootOf(leaf)] = noLeaf - 1 - leaf
	}
	if t.b.Facts.OneRoot {
		t.dropRewound(leaf)
	}
	t.onPath = make([]bool, nodes.Len())
	for i := range t.root {
		for at := t.leafOf(int32(i)); at >= 0 && !t.onPath[at]; at = t.b.node(int(at)).parent {
			t.onPath[at] = true
		}
	}
	t.root = nil
}

// noLeaf is in Tree.root for a root without a leaf. What is less means a leaf.
const noLeaf = -1

// rootOf returns the root of a node's part, once markPaths keeps leaves in its place.
func (t *Tree) rootOf(node int32) int32 {
	if r := t.root[node]; r > noLeaf {
		return r
	}
	return node
}

// leafOf returns the leaf of the part with a root, -1 for none and for other nodes.
func (t *Tree) leafOf(root int32) int32 {
	if r := t.root[root]; r < noLeaf {
		return noLeaf - 1 - r
	}
	return -1
}

// dropRewound keeps one of the parts that begin with a prompt without a parent:
// the part with the named leaf, else the one with the latest leaf. The others
// were rewound away. A prompt that no record follows is no such part: a file in
// which no line names another is a plain list, not a tree of rewinds.
func (t *Tree) dropRewound(leaf int32) {
	main, newest := int32(-1), int32(-1)
	for root := range t.root {
		if at := t.leafOf(int32(root)); at > newest {
			main, newest = int32(root), at
		}
	}
	if leaf >= 0 {
		main = t.rootOf(leaf)
	}
	for i := range t.root {
		root := int32(i)
		if at := t.leafOf(root); at >= 0 && root != main && at != root && t.isOpeningPrompt(main) && t.isOpeningPrompt(root) {
			t.root[root] = noLeaf
		}
	}
}

// isOpeningPrompt reports whether a node is a prompt without a parent.
func (t *Tree) isOpeningPrompt(node int32) bool {
	if node < 0 {
		return false
	}
	n := t.b.node(int(node))
	return !n.hasAbove && n.msg >= 0 && t.b.Messages.At(int(n.msg)).IsPrompt()
}

// attachResults shows tool results whose parent record belongs to a shown
// message.
func (t *Tree) attachResults() {
	for i := range t.b.nodes.Len() {
		n := t.b.node(i)
		msg := n.msg
		if msg < 0 || t.Shown[msg] || n.parent < 0 || n.aside {
			continue
		}
		p := t.b.node(int(n.parent)).msg
		if t.b.RoleOf(int(msg)) == session.RoleTool && t.b.Messages.At(int(msg)).bits&draftBranch == 0 && n.begins && p >= 0 && t.Shown[p] &&
			t.b.RoleOf(int(p)) == session.RoleAssistant {
			t.Shown[msg] = true
		}
	}
}

// Branches lists the branches that are not shown, newest leaf first. The builder must keep
// names where there are any.
func (t *Tree) Branches() []session.Branch {
	var out []session.Branch
	if !t.Hides() {
		return nil
	}
	if t.b.Facts.Tree {
		out = t.treeBranches()
	} else {
		out = t.flatBranches()
	}
	order.SortStable(out, func(i, j int) bool { return out[i].UpdatedAt > out[j].UpdatedAt })
	return out
}

// Hides reports whether some message of the session is not shown: on a branch, removed,
// or a subagent's.
func (t *Tree) Hides() bool {
	for _, shown := range t.Shown {
		if !shown {
			return true
		}
	}
	return false
}

func (t *Tree) isHidden(node int) bool {
	msg := t.b.node(node).msg
	return msg >= 0 && !t.Shown[msg]
}

func (t *Tree) treeBranches() []session.Branch {
	nodes := &t.b.nodes
	inner := make([]bool, nodes.Len()) // has a hidden message below it
	for i := range inner {
		if !t.isHidden(i) {
			continue
		}
		for p := t.b.node(i).parent; p >= 0 && !t.onPath[p] && !inner[p]; p = t.b.node(int(p)).parent {
			inner[p] = true
		}
	}
	var out []session.Branch
	for i := range inner {
		if !t.isHidden(i) || inner[i] {
			continue
		}
		b := session.Branch{}
		seen := int32(-1)
		for at := int32(i); at >= 0; at = t.b.node(int(at)).parent {
			if t.onPath[at] {
				b.ForkID = t.b.nameOf(at)
				break
			}
			if m := t.b.node(int(at)).msg; m >= 0 && m != seen && !t.Shown[m] {
				seen = m
				b.MessageCount++
				if title := t.b.titleOf(int(m)); title != "" {
					b.Title = title // the one before it is nearer to the fork
				}
			}
		}
		b.LeafID = t.b.nameOf(int32(i))
		b.UpdatedAt = t.b.TimeOf(int(t.b.node(i).msg))
		out = append(out, b)
	}
	return out
}

// flatBranches follows the messages with the conversation as it was at each of
// them: a branch ends where the next message does not continue it.
func (t *Tree) flatBranches() []session.Branch {
	messages := &t.b.Messages
	type pathStep struct {
		msg int
		b   session.Branch // that would end here; no messages where one is shown
	}
	var out []session.Branch
	var path []pathStep
	var inner session.Branch // what subagents wrote into this file
	end := func() {
		if n := len(path); n > 0 && path[n-1].b.MessageCount > 0 {
			out = append(out, path[n-1].b)
		}
	}
	for i := range messages.Len() {
		if messages.At(i).IsAside() {
			if id := t.b.idOf(i); id != "" && !t.Shown[i] {
				inner.LeafID = id
				inner.MessageCount++
				inner.UpdatedAt = session.Latest(inner.UpdatedAt, t.b.TimeOf(i))
			}
			continue
		}
		if n := len(path); n > 0 && !t.isBefore(path[n-1].msg, i) {
			end()
			for n > 0 && !t.isBefore(path[n-1].msg, i) {
				n--
			}
			path = path[:n]
		}
		s := pathStep{i, session.Branch{ForkID: t.b.idOf(i)}}
		if !t.Shown[i] {
			s.b = session.Branch{}
			if n := len(path); n > 0 {
				s.b = path[n-1].b
			}
			s.b.MessageCount++
			if s.b.Title == "" {
				s.b.Title = t.b.titleOf(i)
			}
			s.b.LeafID = t.b.idOf(i)
			s.b.UpdatedAt = session.Latest(s.b.UpdatedAt, t.b.TimeOf(i))
		}
		path = append(path, s)
	}
	end()
	if inner.LeafID != "" {
		out = append(out, inner)
	}
	return out
}
