package gemini

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// Over the Agent Client Protocol the CLI writes all calls of a session into one
// message, which it records anew with each call. They are shown with the answers that
// made them.

// isGathering reports whether an answer is recorded for its calls alone.
func isGathering(v []scan.Value) bool {
	counted := v[fTokens].Kind() == scan.Object || v[fMetadata].Exists() || v[fUsage].Exists()
	return !counted && !hasWords(v) && v[fCalls].Get("0").Exists()
}

// hasWords reports whether an answer has content or thoughts.
func hasWords(v []scan.Value) bool {
	body := bodyOf(v)
	return body.Kind() == scan.String && !body.EqualString("") || body.Get("0").Get("text").Exists() || v[fThoughts].Get("0").Exists()
}

// placeOf returns the entry that a recorded call of an entry belongs to. A call that
// comes new to an entry that gathers calls belongs to the last answer, unless a prompt
// follows that.
func (r *replay) placeOf(at int32, x *call) int32 {
	if own, ok := r.placed[x.id]; ok {
		return own
	}
	if _, known := r.byCall[x.id]; known || x.id == "" || !r.entries[at].gathers {
		return at
	}
	own := at
	for i := len(r.list) - 1; i >= 0; i-- {
		e := &r.entries[r.list[i]]
		if e.kind == user {
			break
		}
		if e.kind == model && !e.gathers {
			own = r.list[i]
			e.keeps = e.keeps || !e.worded
			break
		}
	}
	r.placed[x.id] = own
	return own
}

// withGathered keeps answers without words in a new list, which has their calls
// elsewhere: those whose neighbours, prompts and answers, are still there.
func (r *replay) withGathered(list, old []int32) []int32 {
	if len(r.placed) == 0 {
		return list
	}
	follow := map[int32][]int32{} // the answers after an entry
	before := int32(-1)
	var waiting []int32
	settle := func(after int32) {
		if before >= 0 && r.entries[before].mark == r.op && (after < 0 || r.entries[after].mark == r.op) {
			follow[before] = waiting
		}
		before, waiting = after, nil
	}
	for _, at := range old {
		switch e := &r.entries[at]; {
		case e.keeps && e.mark != r.op:
			waiting = append(waiting, at)
		case e.isSaid():
			settle(at)
		}
	}
	settle(-1)
	var out []int32
	for _, at := range list {
		out = append(out, at)
		for _, own := range follow[at] {
			r.entries[own].mark = r.op
			out = append(out, own)
		}
		delete(follow, at)
	}
	return out
}
