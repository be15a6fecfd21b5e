package gemini

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// Over the Agent Client Protocol the CLI writes all calls of a session into one
// message, which it records anew with each call. What it has at first is shown
// with that message, later calls as messages of their own where they were made.

// isGathering reports whether an answer is recorded for its calls alone.
func isGathering(v []scan.Value) bool {
	counted := v[fTokens].Kind() == scan.Object || v[fMetadata].Exists() || v[fUsage].Exists()
	return !counted && !hasWords(v) && v[fCalls].Get("0").Exists()
}

// hasWords reports whether an answer has content or thoughts.
func hasWords(v []scan.Value) bool {
	body := bodyOf(v)
	return body.Kind() == scan.String && !body.EqualString("") || body.Get("0").Exists() || v[fThoughts].Get("0").Exists()
}

// placeOf returns the entry that a recorded call of an entry belongs to. A call
// that comes new to an entry that gathers calls gets an entry at the end.
func (r *replay) placeOf(at int32, x *call) int32 {
	if own, ok := r.placed[x.id]; ok {
		if e := &r.entries[own]; e.file != r.file { // a further file has it, too
			e.file = r.file
			r.appendEntry(own)
		}
		return own
	}
	first := &r.entries[at]
	if _, known := r.byCall[x.id]; known || x.id == "" || !first.gathers {
		return at
	}
	if !first.listed { // it is recorded for the first time
		first.file, r.placed[x.id] = r.file, at
		return at
	}
	return r.splitCall(at, x)
}

// splitCall gives a call of an entry an entry of its own at the end.
func (r *replay) splitCall(at int32, x *call) int32 {
	if last := r.lastEntry(); last >= 0 {
		if e := &r.entries[last]; e.kind == model && !e.worded && len(e.calls) == 0 {
			e.silent = true
		}
	}
	first := r.entries[at]
	own, fresh := r.entryFor(first.id + "/" + x.id)
	if !fresh {
		return at // a message of that id is in the file
	}
	e := &r.entries[own]
	e.position, e.copied = r.here, first.copied
	e.kind, e.model, e.gathers, e.file = model, first.model, true, r.file
	if e.time, e.naive = x.time, x.naive; e.time == 0 {
		e.time, e.naive = first.time, first.naive
	}
	r.placed[x.id] = own
	r.appendEntry(own)
	return own
}

// withGathered keeps gathered calls in a new list, which has them elsewhere: those
// whose neighbours, prompts and answers, are still there.
func (r *replay) withGathered(list, old []int32) []int32 {
	if len(r.placed) == 0 {
		return list
	}
	follow := map[int32][]int32{} // the calls after an entry
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
		case e.gathers && e.mark != r.op:
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
