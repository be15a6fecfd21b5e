package gemini

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// kind says what an entry of the replay is.
type kind uint8

const (
	user     kind = iota
	model         // an answer
	notice        // a line of the CLI's own: never part of the history that the model sees
	injected      // context that the user did not type
	carrier       // brings results of calls; not shown itself
	replaced      // a copy of another entry, see again
)

// summary is what special says of the summary that a compression leaves.
const summary = "compaction"

// entry is one message with the richest of what all its records say: a later
// copy replaces text, but loses neither tokens nor model, calls or time.
type entry struct {
	position
	id       string
	time     session.Time
	naive    bool
	copied   bool // repeated from an imported session
	listed   bool // in the current list
	worded   bool // it has a text or thoughts
	thought  bool // its thinking is the recorded thoughts, not a copy's parts
	ack      bool // its text is the canned reply to context
	gathers  bool // it was recorded for the calls of other answers
	shown    bool // its text is what the record says was shown
	keeps    bool // an answer without words whose calls another entry gathered
	kind     kind
	parent   int32 // entry it followed when it was first recorded, -1 = none
	again    int32 // replaced: the entry it repeats
	mark     int32 // operation that listed it last
	taken    int32 // operation that took it into a new list last
	sign     uint64
	special  string
	failure  bool // a notice that something failed
	text     string
	thinking string
	model    string
	usage    *session.TokenUsage
	calls    []call
	media    []session.Attachment
}

// position is where a record is.
type position struct {
	path         string
	line, offset int64
}

// isSaid reports whether an entry is a prompt or an answer that is shown.
func (e *entry) isSaid() bool { return e.kind <= model && !e.isEmpty() }

// isEmpty reports whether an entry only gathered the calls of others.
func (e *entry) isEmpty() bool { return e.gathers && len(e.calls) == 0 && !e.worded }

// replay is the operation log played back: all entries ever recorded, and the
// list that the log says the conversation is now.
type replay struct {
	entries []entry
	byID    map[string]int32
	byCall  map[string]int32 // entry that makes a call
	placed  map[string]int32 // entry of a gathered call
	open    []openCall       // calls recorded without an id, unanswered
	list    []int32
	here    position // the record that is played back
	spare   int32    // last message of the list before one without messages took its place, -1 = none
	op      int32
}

// openCall locates a call that has no id of its own.
type openCall struct{ entry, call int32 }

func newReplay() replay {
	return replay{byID: map[string]int32{}, byCall: map[string]int32{}, placed: map[string]int32{}, spare: -1}
}

// entryFor returns the entry of an id; fresh when it was not recorded before.
func (r *replay) entryFor(id string) (at int32, fresh bool) {
	at, known := r.byID[id]
	if !known {
		at = int32(len(r.entries))
		r.byID[id] = at
		r.entries = append(r.entries, entry{id: id, parent: -1, again: -1})
	}
	return at, !known
}

func (r *replay) lastEntry() int32 {
	if n := len(r.list); n > 0 {
		return r.list[n-1]
	}
	return -1
}

// appendEntry appends an entry to the list, unless it is in it.
func (r *replay) appendEntry(at int32) {
	e := &r.entries[at]
	if e.listed {
		return
	}
	if e.mark == 0 && e.parent < 0 {
		e.parent = r.lastEntry()
	}
	r.op++
	e.listed, e.mark = true, r.op
	r.list = append(r.list, at)
	if e.kind <= model {
		r.spare = -1
	}
}

// beginFile starts another file of the session.
func (r *replay) beginFile() {
	r.replaceBy(nil)
	r.spare = -1
}

func (r *replay) replaceBy(list []int32) {
	for _, i := range r.list {
		r.entries[i].listed = false
	}
	r.list = list
	for _, i := range list {
		r.entries[i].listed = true
	}
}

// rewindTo drops a message and all after it; all when there is no such
// message.
func (r *replay) rewindTo(id string) {
	cut := 0
	if at, ok := r.byID[id]; ok {
		at = r.followReplaced(at)
		for i, x := range r.list {
			if x == at {
				cut = i
				break
			}
		}
	}
	r.spare = -1
	r.replaceBy(append([]int32(nil), r.list[:cut]...))
}

// followReplaced follows replaced entries to the one they repeat.
func (r *replay) followReplaced(at int32) int32 {
	for at >= 0 && r.entries[at].kind == replaced {
		at = r.entries[at].again
	}
	return at
}

// anchorOf returns the prompt or answer at or above an entry, -1 without
// one.
func (r *replay) anchorOf(at int32) int32 {
	for steps := len(r.entries); steps >= 0; steps-- {
		if at = r.followReplaced(at); at < 0 || r.entries[at].isSaid() {
			return at
		}
		at = r.entries[at].parent
	}
	return -1
}

// leafEntry returns the last prompt or answer of the list.
func (r *replay) leafEntry() int32 {
	for i := len(r.list) - 1; i >= 0; i-- {
		if at := r.list[i]; r.entries[at].isSaid() {
			return at
		}
	}
	return -1
}

// setMessages makes list the conversation; known is how many entries there
// were before the operation that brings it.
//
// What it does not hold any more leaves the current branch. It may hold
// copies under new ids of what it drops (after a cancelled turn, and after
// the summary of a compression): those are the old messages again. A summary
// follows what it sums up.
func (r *replay) setMessages(list []int32, known int32) {
	r.op++
	old := r.list
	for i, at := range list {
		list[i] = r.followReplaced(at)
		r.entries[list[i]].mark = r.op
	}
	r.matchRepeats(list, old)
	list = r.withGathered(list, old)
	base := int32(-1)
	if r.markCompaction(list, known) {
		base = r.lastDropped(old)
	}
	prev := base
	kept := list[:0]
	for _, at := range list {
		e := &r.entries[at]
		if e.taken == r.op { // listed twice
			continue
		}
		e.taken = r.op
		switch {
		case at >= known:
			e.parent = prev
		case e.kind == injected, e.special == summary: // follow what they followed first
		case at != prev && r.anchorOf(e.parent) != r.anchorOf(prev):
			e.parent = prev
		}
		kept = append(kept, at)
		if e.kind != injected {
			prev = at
		}
	}
	before := r.leafEntry()
	if before < 0 {
		before = r.spare
	}
	kept = r.withNotices(kept, old)
	r.replaceBy(kept)
	if r.spare = -1; r.leafEntry() < 0 {
		r.spare = before
	}
}

// maxCompared bounds how many pairs one operation compares.
const maxCompared = 1 << 16

// matchRepeats finds, in order, the entries of list that repeat what old had and
// list drops, and puts the old ones in their place.
func (r *replay) matchRepeats(list, old []int32) {
	var dropped []int32
	for _, at := range old {
		if e := &r.entries[at]; e.mark != r.op && e.kind <= model && e.sign != 0 {
			dropped = append(dropped, at)
		}
	}
	steps := 0
	for i, at := range list {
		x := &r.entries[at]
		if x.kind > model || x.sign == 0 || x.usage != nil {
			continue
		}
		for k := 0; k < len(dropped) && dropped[k] < at && steps < maxCompared; k++ {
			steps++
			if d := &r.entries[dropped[k]]; d.sign == x.sign && d.kind == x.kind {
				x.kind, x.again, x.listed = replaced, dropped[k], false
				list[i] = dropped[k]
				d.mark = r.op
				dropped = dropped[k+1:]
				break
			}
		}
	}
}

// markCompaction reports whether list begins with a summary: a message followed
// by the canned reply, both new.
func (r *replay) markCompaction(list []int32, known int32) bool {
	for i := 1; i < len(list); i++ {
		reply, about := &r.entries[list[i]], &r.entries[list[i-1]]
		if reply.ack && list[i] >= known && list[i-1] >= known && about.kind == user {
			reply.kind, about.special = injected, summary
			return true
		}
	}
	return false
}

// lastDropped returns the last message of old before the first that is still
// there.
func (r *replay) lastDropped(old []int32) int32 {
	last := int32(-1)
	for _, at := range old {
		e := &r.entries[at]
		if e.kind > model {
			continue
		}
		if e.mark == r.op {
			break
		}
		last = at
	}
	return last
}

// withNotices keeps the notices after the last message where they are: the
// list never holds notices.
func (r *replay) withNotices(list, old []int32) []int32 {
	n := len(old)
	for n > 0 && r.entries[old[n-1]].kind == notice {
		n--
	}
	if len(list) == 0 {
		return list
	}
	last := r.anchorOf(list[len(list)-1])
	for _, at := range old[n:] {
		if e := &r.entries[at]; e.mark != r.op && last >= 0 && r.anchorOf(e.parent) == last {
			list = append(list, at)
		}
	}
	return list
}

// signatures are FNV-1a over the raw bytes of a message's texts: enough to
// know a copy that the same program wrote.
const fnv = uint64(14695981039346656037)

// signBytes is how much of either end of a text is signed.
const signBytes = 256

func mixSignature(h uint64, v scan.Value) uint64 {
	b := v.Raw()
	mix := func(part []byte) {
		for _, c := range part {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	if len(b) <= 2*signBytes {
		mix(b)
		return h
	}
	mix(b[:signBytes])
	mix(b[len(b)-signBytes:])
	return (h ^ uint64(len(b))) * 1099511628211
}
