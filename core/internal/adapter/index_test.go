package adapter

import (
	"strconv"
	"testing"
)

// someRefs returns an index of n sessions, each with one subagent's.
func someRefs(n int) *Index {
	ix := &Index{}
	for i := range n {
		id := strconv.Itoa(i)
		ix.Refs = append(ix.Refs, Ref{ID: id, Path: "a/" + id}, Ref{ID: "sub" + id, Path: "a/" + id + "/sub", Subagent: true, Parent: id})
	}
	return ix
}

// TestLookupsAreLinear looks up every session and its subagents, as a list of
// all sessions does, and counts the refs that are visited.
func TestLookupsAreLinear(t *testing.T) {
	var steps int
	countSteps = func(refs int) { steps += refs }
	defer func() { countSteps = nil }()
	for _, n := range []int{1000, 4000} {
		steps = 0
		ix := someRefs(n)
		for i := range n {
			id := strconv.Itoa(i)
			if r := ix.FindRef("sub" + id); r == nil || r.Parent != id {
				t.Fatalf("the subagent of %s is not found", id)
			}
			found := 0
			ix.EachSubagent(id, func(r *Ref) { found++ })
			if found != 1 {
				t.Fatalf("session %s has %d subagents", id, found)
			}
		}
		if refs := len(ix.Refs); steps > 4*refs {
			t.Errorf("%d lookups in %d refs visit %d", 2*n, refs, steps)
		}
	}
}

// TestLookupOrder: the first of equal ids is found, and subagents keep the order
// of the index.
func TestLookupOrder(t *testing.T) {
	ix := &Index{Refs: []Ref{{ID: "s", Path: "1"}, {ID: "s", Path: "2"}, {ID: "x", Path: "3", Subagent: true, Parent: "s"},
		{ID: "own", Path: "4", Parent: "s"}, {ID: "w", Path: "5", Subagent: true, Parent: "s"}}}
	if r := ix.FindRef("s"); r == nil || r.Path != "1" {
		t.Errorf("found %v", r)
	}
	if r := ix.FindRef("missing"); r != nil {
		t.Errorf("found %v", r)
	}
	var paths string
	ix.EachSubagent("s", func(r *Ref) { paths += r.Path })
	if paths != "35" {
		t.Errorf("subagents at %s", paths)
	}
}
