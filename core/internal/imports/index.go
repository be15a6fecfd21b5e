// Package imports makes one session of a copy in the store and its original:
// an index of the copies and their origins, the payload that a copy keeps, and
// the writing of it.
package imports

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// ImportIndex knows the copies of agents' sessions in the store and their
// originals, so that the two count as one. Where sessions of all agents are
// listed, the original hides the copy as long as its agent has it; then the copy
// is listed. A copy that was continued in the store is a conversation of its
// own, like a fork. The zero value is empty.
type ImportIndex struct {
	byCopy     map[string]*importOrigin            // by session id in the store
	byOriginal map[string]map[string]*importOrigin // by agent and its session id
}

// importOrigin is the original of a copy.
type importOrigin struct {
	*heddle.Origin
	copyID     string // unified
	continued  bool   // the copy was continued in the store
	present    bool   // its agent has the original
	unreadable bool   // the agent has it, but it cannot be read any more
	unknown    bool   // the agent's sessions could not be listed
}

// Load replaces the index by the copies in a list of the store's sessions; nil
// has none.
func (x *ImportIndex) Load(stored *adapter.Index) {
	*x = ImportIndex{}
	if stored != nil {
		heddle.EachOrigin(stored, x.addCopy)
	}
}

// LoadOne replaces the index by one copy, which may be continued or not; a nil
// origin says that there is no copy.
func (x *ImportIndex) LoadOne(id string, o *heddle.Origin) {
	*x = ImportIndex{}
	if o != nil {
		x.addCopy(id, o, false)
	}
}

func (x *ImportIndex) addCopy(id string, o *heddle.Origin, continued bool) {
	if x.byCopy == nil {
		x.byCopy, x.byOriginal = map[string]*importOrigin{}, map[string]map[string]*importOrigin{}
	}
	at := &importOrigin{Origin: o, copyID: session.UnifiedID(heddle.Name, id), continued: continued}
	x.byCopy[id] = at
	if x.byOriginal[o.Agent] == nil {
		x.byOriginal[o.Agent] = map[string]*importOrigin{}
	}
	x.byOriginal[o.Agent][o.SessionID] = at
}

// HasCopiesOf reports whether the store has copies of an agent's sessions.
func (x *ImportIndex) HasCopiesOf(agent string) bool { return x.byOriginal[agent] != nil }

// CopyOf returns the unified id of the copy of an agent's session, "" without a
// copy.
func (x *ImportIndex) CopyOf(agent, id string) string {
	if o := x.byOriginal[agent][id]; o != nil {
		return o.copyID
	}
	return ""
}

// CopiesOf returns the part of a list of the store's sessions that are copies of
// an agent's sessions. A copy that was continued while its original is present
// is not one of them.
func (x *ImportIndex) CopiesOf(agent string, stored *adapter.Index) *adapter.Index {
	out := &adapter.Index{Side: stored.Side}
	for i := range stored.Refs {
		o := x.byCopy[stored.Refs[i].ID]
		if o != nil && o.Agent == agent && !(o.continued && o.present) {
			out.Refs = append(out.Refs, stored.Refs[i])
		}
	}
	return out
}

// MarkPresent notes which originals an agent still has: found lists its
// sessions, and failed says that the list may not be complete.
func (x *ImportIndex) MarkPresent(agent string, found *adapter.Index, failed bool) {
	copied := x.byOriginal[agent]
	if len(copied) == 0 {
		return
	}
	if found != nil {
		for i := range found.Refs {
			if o := copied[found.Refs[i].ID]; o != nil {
				o.present = true
			}
		}
	}
	if failed {
		for _, o := range copied {
			o.unknown = !o.present
		}
	}
}

// MarkUnreadable notes that an original cannot be read: it no longer hides its
// copy.
func (x *ImportIndex) MarkUnreadable(agent, id string) {
	if o := x.byOriginal[agent][id]; o != nil {
		o.unreadable = true
	}
}

// HiddenByOriginal reports whether a session is a copy in the store that is not
// listed because its original is.
func (x *ImportIndex) HiddenByOriginal(agent, id string) bool {
	if agent != heddle.Name {
		return false
	}
	o := x.byCopy[id]
	return o != nil && o.present && !o.unreadable && !o.continued
}

// Annotate returns what the index says of a session: its own name or, of a copy,
// its original's, and where else the session is.
func (x *ImportIndex) Annotate(agent, id string) transcript.Annotations {
	out := transcript.Annotations{Agent: agent, SessionID: id}
	if agent != heddle.Name {
		out.ImportedAs = x.CopyOf(agent, id)
		return out
	}
	o := x.byCopy[id]
	if o == nil {
		return out
	}
	out.Agent, out.SessionID = o.Agent, o.SessionID
	out.OriginalUnifiedID = o.UnifiedID
	out.OriginalGone = !o.unknown && (!o.present || o.unreadable)
	return out
}
