package adapter

import "sync"

// Index is what Discover found. Its refs must not change once one was looked
// for. It is safe for concurrent use.
type Index struct {
	Refs []Ref // sessions and subagents' files, in byte order of Path, then ID
	Side any   // the adapter's own side data; nil without any

	// What is looked up is found once for the whole operation: a list of all
	// sessions looks for the subagents of each.
	idsOnce, parentsOnce sync.Once
	byID                 map[string]int32
	byParent             map[string][]int32
}

// countSteps, if set, is called for every ref that a lookup visits. Tests set it
// to prove that lookups are linear.
var countSteps func(refs int)

// FindRef returns the ref of a native id, the first of several; nil without one.
func (ix *Index) FindRef(id string) *Ref {
	ix.idsOnce.Do(func() {
		ix.byID = make(map[string]int32, len(ix.Refs))
		ix.eachRef(func(i int32, r *Ref) {
			if _, repeated := ix.byID[r.ID]; !repeated {
				ix.byID[r.ID] = i
			}
		})
	})
	at, ok := ix.byID[id]
	if !ok {
		return nil
	}
	visitSteps(1)
	return &ix.Refs[at]
}

// EachSubagent calls fn for the subagents' refs whose place names the session id
// as their parent, in the order of the index.
func (ix *Index) EachSubagent(id string, fn func(*Ref)) {
	ix.parentsOnce.Do(func() {
		ix.byParent = map[string][]int32{}
		ix.eachRef(func(i int32, r *Ref) {
			if r.Subagent {
				ix.byParent[r.Parent] = append(ix.byParent[r.Parent], i)
			}
		})
	})
	places := ix.byParent[id]
	visitSteps(len(places))
	for _, at := range places {
		fn(&ix.Refs[at])
	}
}

func (ix *Index) eachRef(fn func(i int32, r *Ref)) {
	visitSteps(len(ix.Refs))
	for i := range ix.Refs {
		fn(int32(i), &ix.Refs[i])
	}
}

func visitSteps(refs int) {
	if countSteps != nil {
		countSteps(refs)
	}
}
