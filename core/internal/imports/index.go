// Package imports makes one session of an agent's session and of what the store
// has of it, copies and recordings: an index of the copies and their originals,
// the payload that a copy keeps, and the writing of it.
package imports

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// ImportIndex knows the copies of agents' sessions in the store and their
// originals, so that the two count as one. A recording of a live session is a
// copy of the session that the agent wrote meanwhile. Where sessions of all
// agents are listed, the original hides the copy as long as its agent has it; then
// the copy is listed. A copy that was continued in the store is a conversation of
// its own, like a fork. The zero value is empty.
type ImportIndex struct {
	byCopy     map[string]*storedCopy          // by session id in the store
	byOriginal map[string]map[string]*original // by agent and its session id
}

// storedCopy is a copy in the store.
type storedCopy struct {
	*heddle.Copy
	of *original
}

// original is a session of an agent that the store has copies of.
type original struct {
	copyID     string       // unified id of the imported copy, "" without one
	recordedAs []string     // unified ids of the recordings, in the order of the index
	tags       []string     // of the recordings, sorted
	machines   []string     // of the copies and recordings, sorted
	copiesFrom []string     // machines of the imported copies, "" for none that is named
	bound      session.Time // the original has no record later than this, 0 = not known
	guessed    bool         // bound is the time of a file, which may be any
	oldest     session.Time // last record of the imported copies: of the first one
	newest     session.Time // of the last one that names a machine
	present    bool         // its agent has the original
	unreadable bool         // the agent has it, but it cannot be read any more
	listed     bool         // all sessions of its agent are known
}

// Load replaces the index by the copies in a list of the store's sessions; nil
// has none.
func (x *ImportIndex) Load(stored *adapter.Index) {
	*x = ImportIndex{}
	if stored != nil {
		heddle.EachCopy(stored, x.addCopy)
	}
}

// LoadSome replaces the index by some copies.
func (x *ImportIndex) LoadSome(copies ...*heddle.Copy) {
	*x = ImportIndex{}
	for _, c := range copies {
		x.addCopy(c)
	}
}

func (x *ImportIndex) addCopy(c *heddle.Copy) {
	if x.byCopy == nil {
		x.byCopy, x.byOriginal = map[string]*storedCopy{}, map[string]map[string]*original{}
	}
	if x.byOriginal[c.Origin.Agent] == nil {
		x.byOriginal[c.Origin.Agent] = map[string]*original{}
	}
	o := x.byOriginal[c.Origin.Agent][c.Origin.SessionID]
	if o == nil {
		o = &original{}
		x.byOriginal[c.Origin.Agent][c.Origin.SessionID] = o
	}
	x.byCopy[c.ID] = &storedCopy{c, o}
	if c.Machine != "" {
		o.machines = order.MergeStrings(o.machines, []string{c.Machine})
	}
	if unified := session.UnifiedID(heddle.Name, c.ID); c.Recorded {
		o.recordedAs = append(o.recordedAs, unified)
		o.tags = order.MergeStrings(o.tags, c.Tags)
	} else {
		o.copiesFrom = append(o.copiesFrom, c.Machine)
		if o.copyID == "" || unified < o.copyID {
			o.copyID = unified
		}
		if o.oldest == 0 || c.Origin.Updated < o.oldest {
			o.oldest = c.Origin.Updated
		}
		if c.Machine != "" {
			o.newest = max(o.newest, c.Origin.Updated)
		}
	}
}

// HasCopiesOf reports whether the store has copies of an agent's sessions.
func (x *ImportIndex) HasCopiesOf(agent string) bool { return x.byOriginal[agent] != nil }

// CopyOf returns the unified id of the copy of an agent's session, else of its
// first recording, "" without either.
func (x *ImportIndex) CopyOf(agent, id string) string {
	switch o := x.byOriginal[agent][id]; {
	case o == nil:
		return ""
	case o.copyID != "":
		return o.copyID
	default:
		return o.recordedAs[0]
	}
}

// EachRecordingTags calls fn for every session of an agent whose recordings have tags.
func (x *ImportIndex) EachRecordingTags(fn func(unified string, tags []string)) {
	for agent, byID := range x.byOriginal {
		for id, o := range byID {
			if len(o.tags) > 0 {
				fn(session.UnifiedID(agent, id), o.tags)
			}
		}
	}
}

// CopiesOf returns the part of a list of the store's sessions that are copies of
// an agent's sessions. A copy that was continued while its original is present
// is not one of them.
func (x *ImportIndex) CopiesOf(agent string, stored *adapter.Index) *adapter.Index {
	out := &adapter.Index{Side: stored.Side}
	for i := range stored.Refs {
		c := x.byCopy[stored.Refs[i].ID]
		if c != nil && c.Origin.Agent == agent && !(c.Continued && c.of.present) {
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
			if o, ref := copied[found.Refs[i].ID], &found.Refs[i]; o != nil {
				o.present = true
				o.bound, o.guessed = ref.Updated, ref.Updated == 0
				if o.guessed {
					o.bound = ref.ModTime
				}
			}
		}
	}
	for _, o := range copied {
		o.listed = o.listed || !failed
	}
}

// NeedsTime reports whether it has to be known when an agent's session, which it
// has, was last written: a copy has records later than its file, or than another
// copy. The file may have been copied or touched.
func (x *ImportIndex) NeedsTime(agent, id string) bool {
	o := x.byOriginal[agent][id]
	return o != nil && o.guessed && (o.newest > o.bound+fileTimeStep || o.newest > o.oldest+fileTimeStep)
}

// SetTime notes the time of an original's last record.
func (x *ImportIndex) SetTime(agent, id string, at session.Time) {
	if o := x.byOriginal[agent][id]; o != nil {
		o.bound, o.guessed = at, false
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
// listed because its original is. Where the agent no longer has the original, its
// imported copy takes its place before recordings.
func (x *ImportIndex) HiddenByOriginal(agent, id string) bool {
	if agent != heddle.Name {
		return false
	}
	c := x.byCopy[id]
	if c == nil || c.Continued {
		return false
	}
	return c.of.present && !c.of.unreadable && !c.isNewer() || c.Recorded && c.of.copyID != ""
}

// HiddenFrom reports whether a list of what comes from a machine, "" for a list of
// all, leaves a session out because its original or a copy is listed. It has the
// recording of a machine whose copy is not imported.
func (x *ImportIndex) HiddenFrom(machine, agent, id string) bool {
	if !x.HiddenByOriginal(agent, id) {
		return false
	}
	c := x.byCopy[id]
	if machine == "" || !c.Recorded || c.of.present && !c.of.unreadable || !text.MatchesName(machine, c.Machine) {
		return true
	}
	for _, from := range c.of.copiesFrom {
		if from == c.Machine {
			return true
		}
	}
	return false
}

// fileTimeStep is how many milliseconds a correct file time may be too early.
const fileTimeStep = 2000

// isNewer reports whether a copy from a machine was continued there after the last
// record of the original here.
func (c *storedCopy) isNewer() bool {
	return !c.Recorded && c.Machine != "" && c.of.bound != 0 && c.Origin.Updated > c.of.bound+fileTimeStep
}

// FromMachine reports whether a session is the copy of one from a named machine.
func (x *ImportIndex) FromMachine(agent, id string) bool {
	return agent == heddle.Name && x.byCopy[id] != nil && !x.byCopy[id].Recorded && x.byCopy[id].Machine != ""
}

// IsRecording reports whether a session is a recording in the store.
func (x *ImportIndex) IsRecording(agent, id string) bool {
	return agent == heddle.Name && x.byCopy[id] != nil && x.byCopy[id].Recorded
}

// Annotate returns what the index says of a session: its own name or, of a copy,
// its original's, and where else the session is.
func (x *ImportIndex) Annotate(agent, id string) transcript.Annotations {
	out := transcript.Annotations{Agent: agent, SessionID: id}
	if agent != heddle.Name {
		if o := x.byOriginal[agent][id]; o != nil {
			out.ImportedAs, out.RecordedAs, out.Tags, out.Machines = o.copyID, o.recordedAs, o.tags, o.machines
		}
		return out
	}
	c := x.byCopy[id]
	if c == nil {
		return out
	}
	out.Agent, out.SessionID = c.Origin.Agent, c.Origin.SessionID
	out.OriginalUnifiedID = c.Origin.UnifiedID
	out.OriginalGone = c.of.unreadable || c.of.listed && !c.of.present
	out.Hidden = x.HiddenByOriginal(agent, id)
	out.Tags = c.Tags
	return out
}
