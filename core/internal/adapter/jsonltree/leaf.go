package jsonltree

import "github.com/heddle-dev/heddle/core/session"

// node is an entry's place, kept for LeafNewest.
type node struct {
	id, parent string
	time       session.Time
}

// currentLeaf returns the last entry of the current branch.
func (w *Walker) currentLeaf() string {
	switch {
	case w.opt.Leaf != "":
		return w.opt.Leaf
	case w.leaf != "":
		return w.leaf
	case w.opt.Rule == LeafNewest:
		return newestLeaf(w.nodes)
	}
	return w.last
}

// newestLeaf goes down from the newest root to the newest child at every fork.
// An entry whose parent is not there is a root.
func newestLeaf(nodes []node) string {
	known := make(map[string]int, len(nodes))
	for i := range nodes {
		if _, ok := known[nodes[i].id]; !ok {
			known[nodes[i].id] = i
		}
	}
	best := make([]int, len(nodes)+1) // newest child by place of the parent, 0 = none, else place + 1; the roots' is last
	for i := range nodes {
		if known[nodes[i].id] != i {
			continue // a repeated id
		}
		at, ok := known[nodes[i].parent]
		if !ok {
			at = len(nodes)
		}
		if b := best[at]; b == 0 || nodes[i].time >= nodes[b-1].time {
			best[at] = i + 1
		}
	}
	leaf := ""
	at := len(nodes)
	for range nodes { // a loop, which only a damaged file has, ends here
		if best[at] == 0 {
			break
		}
		at = best[at] - 1
		leaf = nodes[at].id
	}
	return leaf
}
