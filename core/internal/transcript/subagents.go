package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
)

// Subagents returns the refs of the subagents that session id started, ordered
// by id: those that the index says are its children, and those that its facts
// name. Refs in seen are left out, and added to it.
func Subagents(ix *adapter.Index, id string, facts *SessionFacts, seen map[string]bool) []*adapter.Ref {
	var out []*adapter.Ref
	add := func(r *adapter.Ref) {
		if r != nil && !seen[r.ID] {
			seen[r.ID] = true
			out = append(out, r)
		}
	}
	ix.EachSubagent(id, add)
	for _, child := range facts.Children {
		add(ix.FindRef(child))
	}
	order.SortStable(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}
