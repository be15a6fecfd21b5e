package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// nativeSession is the session that an agent wrote itself while it was recorded
// into the store: the member "native" of a stored session's extra.
type nativeSession struct{ agent, id string }

// readNative reads the members "native" and "tags" of extra. A copy that an
// import made is no recording.
func (in *stored) readNative(agent, id, tags scan.Value) {
	n := nativeSession{agent.String(), id.String()}
	if in.copied || n.agent == "" || n.id == "" || n.agent == Name {
		return
	}
	in.native, in.recorded = n, true
	seen := map[string]bool{}
	tags.EachElement(func(_ int, t scan.Value) bool {
		if s := t.String(); t.Kind() == scan.String && !seen[s] {
			seen[s] = true
			in.tags = append(in.tags, s)
		}
		return true
	})
	order.SortStrings(in.tags)
}

// settleNative decides whether a session is a recording. A fork has its parent's
// extra: it is one only when it names another session of the agent than its
// parent, which is nil when the store does not have it.
func (in *stored) settleNative(parent *stored) {
	if parent != nil && parent != in && in.native == parent.native {
		in.recorded = false
	}
}

// isConversation reports whether messages of a type belong to the conversation,
// as opposed to notices and records of the protocol.
func isConversation(t scan.Value) bool {
	switch shapeOf(t) {
	case isPrompt, isAnswer, isThinking, isCall, isToolResult, isResult:
		return true
	}
	return false
}

// Copy is a session of the store that an agent has too: an import made it, or it
// was recorded while the agent ran.
type Copy struct {
	ID string // in the store
	// Origin is the agent's own session. Of a recording it has the ids only.
	Origin *Origin
	// Recorded says that it is a recording.
	Recorded bool
	// Continued says that it has messages that the agent's session lacks.
	Continued bool
	// Tags are those of a recording's runs, sorted.
	Tags []string
	// Machine is where it comes from, "" when it has no name.
	Machine string
}

// asCopy returns what a session is a copy of; nil when there is no original.
func (in *stored) asCopy() *Copy {
	switch id := in.meta.SessionID; {
	case in.copied:
		return &Copy{ID: id, Origin: &in.origin, Continued: in.continued, Machine: in.machine}
	case in.recorded:
		n := in.native
		return &Copy{ID: id, Origin: &Origin{UnifiedID: session.UnifiedID(n.agent, n.id), Agent: n.agent, SessionID: n.id},
			Recorded: true, Continued: in.continued, Tags: in.tags, Machine: in.machine}
	}
	return nil
}

// EachCopy calls fn for every session of an index of this adapter that is a copy
// or a recording, in the order of the index.
func EachCopy(ix *adapter.Index, fn func(*Copy)) {
	s, ok := ix.Side.(*side)
	if !ok {
		return
	}
	for i := range ix.Refs {
		if c := s.sessions[ix.Refs[i].ID].asCopy(); c != nil {
			fn(c)
		}
	}
}

// NamesNative reports whether messages of a session of an index of this adapter
// may be those of a session that an agent wrote itself: a recording and its forks.
func NamesNative(ix *adapter.Index, id string) bool {
	s, ok := ix.Side.(*side)
	return ok && s.sessions[id] != nil && s.sessions[id].native.agent != ""
}

// CountAgents makes walks of an index of this adapter leave out what agents spent
// in sessions of their own that are counted themselves. The walks call counted,
// also several at once, with an agent and its session id.
func CountAgents(ix *adapter.Index, counted func(agent, id string) bool) {
	if s, ok := ix.Side.(*side); ok {
		s.counted = counted
	}
}

// LookupCopy returns what a session of the store is a copy of, and all tags; nil
// when it is no copy, or there is no such session. It does not say whether it was
// continued.
func LookupCopy(h *host.Host, id string) (found *Copy, tags Tags, err error) {
	err = readStore(h, func(s *store.Store) error {
		var in *stored
		tags, err = readTags(s)
		if err == nil {
			in, err = lookup(s, id)
		}
		if in == nil || err != nil {
			return err
		}
		if in.fork != "" && in.recorded {
			parent, err := lookup(s, in.fork)
			if err != nil {
				return err
			}
			in.settleNative(parent)
		}
		found = in.asCopy()
		return nil
	})
	return found, tags, err
}

// CopiesOf returns the copies and the recordings of an agent's session, without
// saying whether they were continued, and all tags.
func CopiesOf(h *host.Host, agent, id string) (out []*Copy, tags Tags, err error) {
	err = readStore(h, func(s *store.Store) error {
		of, all := nativeSession{agent, id}, map[string]*stored{}
		var list []*stored
		err := s.SessionsNaming(id, func(state *store.State) error {
			in := readStored(state.Meta())
			switch {
			case in.copied && in.origin.Agent == agent && in.origin.SessionID == id:
				list = append(list, in)
			case in.native == of:
				all[state.ID] = in
				list = append(list, in)
			}
			return nil
		})
		order.SortStable(list, func(i, j int) bool { return list[i].meta.SessionID < list[j].meta.SessionID })
		for _, in := range list {
			in.settleNative(all[in.fork])
			if c := in.asCopy(); c != nil {
				out = append(out, c)
			}
		}
		found, failed := readTags(s)
		if tags = found; err == nil {
			err = failed
		}
		return err
	})
	return out, tags, err
}

// OriginOf returns what a session in the store is a copy of; nil for any other.
func OriginOf(s *store.Store, id string) (*Origin, error) {
	in, err := lookup(s, id)
	if in == nil || !in.copied || err != nil {
		return nil, err
	}
	return &in.origin, nil
}

// lookup returns what the store's state says of a session; nil without one.
func lookup(s *store.Store, id string) (*stored, error) {
	m, err := s.Get(id, 0)
	if code := fault.CodeOf(err); code == fault.SessionNotFound || code == fault.InvalidArgument {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readStored(m), nil
}

// readStore runs fn on the store of a host; without one it does nothing.
func readStore(h *host.Host, fn func(s *store.Store) error) error {
	if !GrantsStore(h) {
		return nil
	}
	s, done, err := OpenStore(h, false)
	if err != nil {
		return err
	}
	defer func() { _ = done() }() // nothing was written
	return withStorePath(fn(s))
}

// codexAgent is the agent whose protocol has no ids of responses, but
// reports the tokens of each. geminiAgent numbers the calls of a response in their ids.
const (
	codexAgent  = "codex"
	geminiAgent = "gemini"
)

// sendsParts reports whether the session is the recording of an agent whose
// protocol sends the parts of a response one by one, without an id.
func (w *walker) sendsParts() bool {
	switch w.in.native.agent {
	case codexAgent, geminiAgent, "copilot", "opencode":
		return true
	}
	return false
}

// beginsResponse reports whether a part that an agent sent begins a response: what
// follows a result does, unless it is another call of the response before.
func (w *walker) beginsResponse(is shape, v *members) bool {
	if is != isCall {
		return w.afterResult || w.afterDecision && w.in.native.agent == geminiAgent // a denied call has no message
	}
	switch w.in.native.agent {
	case codexAgent:
		return false
	case geminiAgent:
		return w.afterResult && !isLaterCall(v[atToolUseID].String())
	}
	return w.afterResult && !v[atParallel].Bool()
}

// isLaterCall reports whether an id of Gemini is that of a call after the first one of
// its response. They end in the time and the number of the call: "_1795376422465_1".
func isLaterCall(id string) bool {
	end := len(id)
	for end > 0 && id[end-1] >= '0' && id[end-1] <= '9' {
		end--
	}
	number, at := id[end:], end-1
	for at > 0 && id[at-1] >= '0' && id[at-1] <= '9' {
		at--
	}
	const timeDigits = 13 // milliseconds
	return end > 0 && id[end-1] == '_' && end-1-at >= timeDigits && at > 0 && id[at-1] == '_' && number != "" && number != "0"
}

// isProtocolNotice reports whether a notice of a recording is one that agents
// print while they run, but do not write into their own sessions. A new title is
// a fact of the session.
func (w *walker) isProtocolNotice(v *members, r *adapter.Record) bool {
	if subtype := v[atSubtype].String(); w.in.native.agent == "" || subtype == "" || subtype == "interrupted" {
		return false
	}
	if v[atSubtype].EqualString("session_title_changed") {
		r.Facts = &adapter.Facts{AgentTitle: contentOf(v)}
	}
	return true
}

// isCounted reports whether what a message spent is counted for the session of
// the agent that it names.
func (w *walker) isCounted(v *members) bool {
	agent := w.in.native.agent
	return w.counted != nil && agent != "" && w.counted(agent, v[atSessionID].String())
}

// endRun reports the run that a result ends: a query of a recording.
func (w *walker) endRun(v *members, r *adapter.Record) {
	id := v[atQueryID].String()
	if id == "" || w.in.native.agent == "" {
		return
	}
	run := &adapter.Run{ID: id, SessionID: v[atSessionID].String(), Agent: w.in.native.agent, Model: w.model, Began: r.Time, Copied: r.Copied}
	if began, asked := w.asked[id]; asked {
		run.Began = began
		delete(w.asked, id)
	}
	if run.Model == "" {
		run.Model = w.in.meta.Model
	}
	r.Facts = &adapter.Facts{Run: run}
}
