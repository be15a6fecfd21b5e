package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// view decides which messages are visible. Where the format is a tree it
// shows, in every connected part of it, the path from the leaf to the root; a
// part's leaf is the one the agent names (or the caller asks for), else its
// last message. Tool results that hang off a shown message are shown as well:
// parallel calls fork the tree without being branches. Messages keep the
// order in which they were recorded.
type view struct {
	f      *fold
	root   []int32 // per node: its part of the tree
	onPath []bool  // per node
	shown  []bool  // per message
}

// view computes the visible messages; branch names another leaf to show.
// ok is false when branch is not an id of this session.
func (f *fold) view(branch string) (v *view, ok bool) {
	v = &view{f: f, shown: make([]bool, len(f.messages))}
	if !f.facts.tree {
		return v, v.flat(branch)
	}
	leaf := f.facts.leaf
	if branch != "" {
		leaf = branch
	}
	at, known := f.byID[leaf]
	if branch != "" && !known {
		return v, false
	}
	if !known {
		at = -1
	}
	v.findRoots()
	v.markPaths(at)
	for i := range f.messages {
		m := &f.messages[i]
		v.shown[i] = !m.aside && !m.branch && m.node < 0
	}
	for i, n := range f.nodes {
		if v.onPath[i] && n.msg >= 0 {
			m := &f.messages[n.msg]
			v.shown[n.msg] = !m.aside && !m.branch
		}
	}
	v.attachResults()
	return v, true
}

// flat shows everything but what was removed; with a branch, what there was
// when the message with that id was the last one.
func (v *view) flat(branch string) bool {
	messages := v.f.messages
	v.endRuns()
	at, found := len(messages), branch == ""
	for i := range messages {
		if m := &messages[i]; m.branch && m.ID == branch && branch != "" {
			at, found = i, true
			break
		}
	}
	for i := range messages {
		m := &messages[i]
		v.shown[i] = !m.aside && (!m.branch || at < len(messages)) && v.leads(i, at)
	}
	return found
}

// leads reports whether message i was in the conversation when message to was
// recorded.
func (v *view) leads(i, to int) bool {
	m := &v.f.messages[i]
	return i <= to && (!m.branch || int(m.until) > to || to == len(v.f.messages))
}

// endRuns completes messages of which the adapter says no more than that they
// were removed: a run of them was removed together.
func (v *view) endRuns() {
	until := int32(len(v.f.messages))
	for i := len(v.f.messages) - 1; i >= 0; i-- {
		switch m := &v.f.messages[i]; {
		case m.aside:
		case !m.branch || m.until != 0:
			until = int32(i)
		default:
			m.until = until
		}
	}
}

// findRoots resolves parent links and gives every node the root of its part.
// A loop, which only a damaged file has, ends where it closes.
func (v *view) findRoots() {
	nodes := v.f.nodes
	for i := range nodes {
		nodes[i].parent = -1
		if i > 0 && nodes[i].parentID == nodes[i-1].id { // as most are; ids are not empty and not repeated
			nodes[i].parent = int32(i - 1)
			continue
		}
		if p, ok := v.f.byID[nodes[i].parentID]; ok && nodes[i].parentID != "" && p != int32(i) {
			nodes[i].parent = p
		}
	}
	v.root = make([]int32, len(nodes))
	for i := range v.root {
		v.root[i] = -1
	}
	const busy = -2
	var path []int32
	for i := range nodes {
		if p := nodes[i].parent; p >= 0 && v.root[p] >= 0 {
			v.root[i] = v.root[p]
			continue
		}
		path = path[:0]
		at := int32(i)
		for v.root[at] == -1 {
			v.root[at] = busy
			path = append(path, at)
			if nodes[at].parent < 0 {
				break
			}
			at = nodes[at].parent
		}
		r := v.root[at]
		if r == busy {
			r = v.cut(at)
		}
		for _, n := range path {
			v.root[n] = r
		}
	}
}

// cut makes a root of where a walk up from at ended: at itself, or, when its
// parents form a loop, the first record of the loop.
func (v *view) cut(at int32) int32 {
	nodes := v.f.nodes
	first := at
	for n := nodes[at].parent; n >= 0 && n != at; n = nodes[n].parent {
		first = min(first, n)
	}
	nodes[first].parent = -1
	return first
}

// markPaths walks from every part's leaf to its root.
func (v *view) markPaths(leaf int32) {
	nodes := v.f.nodes
	last := make([]int32, len(nodes)) // per root: its leaf
	for i := range last {
		last[i] = -1
	}
	for i, n := range nodes {
		if n.msg >= 0 && !n.aside && !v.f.messages[n.msg].branch {
			last[v.root[i]] = int32(i)
		}
	}
	if leaf >= 0 {
		last[v.root[leaf]] = leaf
	}
	if v.f.facts.oneRoot {
		v.dropRewound(last, leaf)
	}
	v.onPath = make([]bool, len(nodes))
	for _, at := range last {
		for at >= 0 && !v.onPath[at] {
			v.onPath[at] = true
			at = nodes[at].parent
		}
	}
}

// dropRewound keeps, of the parts that begin with a prompt that follows
// nothing, the one with the named leaf, else with the latest: the others were
// rewound away. A prompt that nothing follows is no such part: a file in which
// no line names another is a plain list, not a tree of rewinds.
func (v *view) dropRewound(last []int32, leaf int32) {
	main, newest := int32(-1), int32(-1)
	for root, at := range last {
		if at > newest {
			main, newest = int32(root), at
		}
	}
	if leaf >= 0 {
		main = v.root[leaf]
	}
	for root := range last {
		if int32(root) != main && last[root] != int32(root) && v.opens(main) && v.opens(int32(root)) {
			last[root] = -1
		}
	}
}

// opens reports whether a node is a prompt that follows nothing.
func (v *view) opens(node int32) bool {
	if node < 0 {
		return false
	}
	n := v.f.nodes[node]
	return n.parentID == "" && n.msg >= 0 && v.f.messages[n.msg].prompt
}

// attachResults shows tool results whose parent record belongs to a shown
// message.
func (v *view) attachResults() {
	for i, n := range v.f.nodes {
		if n.msg < 0 || v.shown[n.msg] || n.parent < 0 || n.aside {
			continue
		}
		m := &v.f.messages[n.msg]
		p := v.f.nodes[n.parent].msg
		if m.Role == session.RoleTool && !m.branch && m.node == int32(i) && p >= 0 && v.shown[p] &&
			v.f.messages[p].Role == session.RoleAssistant {
			v.shown[n.msg] = true
		}
	}
}

// branches lists what the view does not show, newest leaf first.
func (v *view) branches() []session.Branch {
	var out []session.Branch
	if v.f.facts.tree {
		out = v.treeBranches()
	} else {
		out = v.flatBranches()
	}
	order.Stable(out, func(i, j int) bool { return out[i].UpdatedAt > out[j].UpdatedAt })
	return out
}

func (v *view) hidden(n *node) bool {
	return n.msg >= 0 && !v.shown[n.msg] && !v.f.messages[n.msg].aside
}

func (v *view) treeBranches() []session.Branch {
	nodes := v.f.nodes
	inner := make([]bool, len(nodes)) // has a hidden message below it
	for i := range nodes {
		if !v.hidden(&nodes[i]) {
			continue
		}
		for p := nodes[i].parent; p >= 0 && !v.onPath[p] && !inner[p]; p = nodes[p].parent {
			inner[p] = true
		}
	}
	var out []session.Branch
	for i := range nodes {
		if !v.hidden(&nodes[i]) || inner[i] {
			continue
		}
		b := session.Branch{}
		seen := int32(-1)
		for at := int32(i); at >= 0; at = nodes[at].parent {
			if v.onPath[at] {
				b.ForkID = nodes[at].id
				break
			}
			if m := nodes[at].msg; m >= 0 && m != seen && !v.shown[m] {
				seen = m
				b.MessageCount++
			}
		}
		b.LeafID = nodes[i].id
		b.UpdatedAt = v.f.messages[nodes[i].msg].Timestamp
		out = append(out, b)
	}
	return out
}

// flatBranches goes along the messages with the conversation as it was at each
// of them: a branch ends where the next message does not continue it.
func (v *view) flatBranches() []session.Branch {
	messages := v.f.messages
	type step struct {
		msg int
		b   session.Branch // that would end here; no messages where one is shown
	}
	var out []session.Branch
	var path []step
	end := func() {
		if n := len(path); n > 0 && path[n-1].b.MessageCount > 0 {
			out = append(out, path[n-1].b)
		}
	}
	for i := range messages {
		m := &messages[i]
		if m.aside {
			continue
		}
		if n := len(path); n > 0 && !v.leads(path[n-1].msg, i) {
			end()
			for n > 0 && !v.leads(path[n-1].msg, i) {
				n--
			}
			path = path[:n]
		}
		s := step{i, session.Branch{ForkID: m.ID}}
		if !v.shown[i] {
			s.b = session.Branch{}
			if n := len(path); n > 0 {
				s.b = path[n-1].b
			}
			s.b.MessageCount++
			s.b.LeafID = m.ID
			s.b.UpdatedAt = session.Latest(s.b.UpdatedAt, m.Timestamp)
		}
		path = append(path, s)
	}
	end()
	return out
}
