package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// ForkOptions says how a session is forked.
type ForkOptions struct {
	SessionID  string       // of the fork; "" draws one
	OmitHidden bool         // leave hidden messages out instead of keeping them hidden
	Extra      session.JSON // merged into the copied extra
	At         int64        // position to fork from; 0 = now
}

// Fork makes a session that begins with another one's messages and metadata.
// The messages are shared, not copied: a fork is one event, regardless of their
// number. Those of an agent's session that was imported are copied, because another
// store's import may take its place.
// An active share is not inherited, threads stay with the parent, and
// deleting the parent removes nothing from the fork.
func (s *Store) Fork(parent string, o ForkOptions, req Request) (*session.StoredSession, error) {
	extra, err := Object("extra", o.Extra)
	if err != nil {
		return nil, err
	}
	if req.ID == [16]byte{} {
		req.ID = s.entropy.ID()
	}
	child := o.SessionID
	if child == "" {
		child = "sess_" + UUID(req.ID)
	}
	if child == parent {
		return nil, sessionExists(child)
	}
	return s.metaOrError(s.changeSession(child, req, func(st *State, _ stamp) (changePlan, error) {
		if st.isComplete() {
			return changePlan{}, sessionExists(child)
		}
		from, err := s.findSession(parent, o.At)
		if err != nil {
			return changePlan{}, err
		}
		now := from
		if o.At != 0 {
			if now, err = s.findSession(parent, 0); err != nil {
				return changePlan{}, err
			}
			if o.At <= now.lifeStart {
				return changePlan{}, fault.New(fault.BadRef, "the position lies before a deletion of the session")
			}
		}
		p, err := s.planFork(from, o.OmitHidden, withoutMembers(extra, reserved...))
		if err != nil {
			return changePlan{}, err
		}
		p.guards = []host.Write{{Stream: parent, Expect: now.seq}} // not deleted and compacted meanwhile
		return p, nil
	}))
}

// maxCopied is how many messages of an import a fork copies; of a longer one it shares them.
const maxCopied = 1 << 16

// planFork returns the events that begin a fork.
func (s *Store) planFork(from *State, omitHidden bool, extra []byte) (changePlan, error) {
	imported := from.fork == nil && memberOf(from.extra, CopyMember) != nil && from.Count() <= maxCopied
	p := singleEvent(kindForked, from.forkPayload(omitHidden, imported, extra))
	if !imported {
		return p, nil
	}
	var all revert.Places
	all.AddRun(0, from.Count())
	view := &revert.Window{}
	if omitHidden {
		view = &from.window
	}
	err := s.walkVisible(from, &all, view, 0, 0, false, func(e *host.Event) (bool, error) {
		p.drafts = append(p.drafts, draft{kind: kindMessage, payload: e.Payload})
		return true, nil
	})
	if !omitHidden {
		for _, h := range from.window.HiddenIntervals() {
			p.drafts = append(p.drafts, draft{kind: kindReverted, payload: intervalPayload("", h.From, h.To)})
		}
	}
	if from.model != "" { // that of the session, and not of its last message
		m := canon.Object(nil)
		m.Str("model", from.model)
		p.drafts = append(p.drafts, draft{kind: kindUpdated, payload: m.End()})
	}
	return p, err
}

func sessionExists(id string) error {
	return fault.New(fault.Conflict, "the store already has a session \""+id+"\"").WithHint("give another session id")
}

// forkPayload describes the prefix that a fork shares, or that it has itself.
func (st *State) forkPayload(omitHidden, own bool, extra []byte) []byte {
	m := canon.Object(nil)
	m.OptStr("adapter", st.adapter)
	m.OptStr("cwd", st.cwd)
	if all := mergeObjects(st.extra, extra); len(all) > 0 {
		m.Key("extra")
		m.B = all.AppendJSON(m.B)
	}
	if !omitHidden && !own && !st.window.IsWhole() {
		m.Key("hidden")
		m.B = appendIntervals(m.B, &st.window)
	}
	if st.limit > 0 {
		m.Num("messageLimit", st.limit)
	}
	m.OptStr("model", st.model)
	m.Key("parent")
	o := canon.Object(m.B)
	o.Num("position", st.seq)
	o.Str("sessionId", st.ID)
	m.B = o.End()
	if !own {
		m.Key("parts")
		m.B = st.appendParts(m.B, omitHidden)
	}
	if st.summary != nil {
		m.Key("summary")
		m.B = st.summary.AppendJSON(m.B)
	}
	return m.End()
}

// appendParts appends the messages as [stream, first sequence, number].
func (st *State) appendParts(b []byte, omitHidden bool) []byte {
	view := &st.window
	if !omitHidden {
		view = &revert.Window{}
	}
	b = append(b, '[')
	first := true
	for _, p := range st.parts {
		name := p.stream
		if name == "" {
			name = st.ID
		}
		view.EachVisible(p.index, p.index+p.n, func(v revert.Interval) bool {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = canon.AppendString(append(b, '['), name)
			b = canon.AppendInt(append(b, ','), p.seq+v.From-p.index)
			b = append(canon.AppendInt(append(b, ','), v.To-v.From), ']')
			return true
		})
	}
	return append(b, ']')
}
