package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// noLimit is a limit that no list reaches.
const noLimit = 1 << 40

// NativeSessions lists the sessions that an agent, or every agent, keeps
// itself, in the form of the store's lists and in their order. ok is false
// when no agent keeps any: there is no such agent, or it has nothing on disk.
func (c *Catalog) NativeSessions(o store.ListOptions) (out []session.StoredSession, ok bool, err error) {
	if o.Adapter != "" && (o.Adapter == heddle.Name || CheckAgent(o.Adapter) != nil) {
		return nil, false, nil
	}
	list, err := c.List(session.ListRequest{Agent: o.Adapter, Cwd: o.CWD, Model: o.Model, Origin: o.Origin, Limit: noLimit})
	if err != nil {
		return nil, false, err
	}
	out = []session.StoredSession{}
	for i := range list {
		s := &list[i]
		if s.Agent == heddle.Name {
			continue // the store's own
		}
		ok = true
		if s.UpdatedAt >= o.Since && (o.Limit == 0 || int64(len(out)) < o.Limit) {
			out = append(out, *nativeMeta(s))
		}
	}
	if !ok && o.CWD+o.Model+o.Origin != "" { // nothing matches, but is there anything?
		_, ok, err = c.NativeSessions(store.ListOptions{Adapter: o.Adapter, Limit: 1})
	}
	return out, ok, err
}

// nativeMeta gives a summary the form that the store's sessions have.
func nativeMeta(s *session.SessionSummary) *session.StoredSession {
	m := canon.Object([]byte(`{"native":`))
	m.OptStr("title", s.Title)
	m.Str("unifiedId", s.UnifiedID)
	return &session.StoredSession{SessionID: s.SessionID, Adapter: s.Agent, Model: s.Model, CWD: s.Cwd, CreatedAt: s.CreatedAt,
		UpdatedAt: s.UpdatedAt, MessageCount: s.MessageCount, Extra: append(m.End(), '}')}
}

// NativeMessages returns the visible messages of a session as its agent keeps
// them, in the store's form. id is the agent's own id, or a unified one; agent
// may be empty, then every agent is asked. ok is false when no agent has it.
func (c *Catalog) NativeMessages(agent, id string, o store.MessageOptions) (out []session.JSON, ok bool, err error) {
	if a, n, unified := session.SplitUnifiedID(id); unified && CheckAgent(a) == nil && (agent == "" || agent == a) {
		agent, id = a, n
	}
	if err := c.loadPrices(c.env("", false)); err != nil { // it would hide every agent's session
		return nil, false, err
	}
	var s *session.Session
	for _, a := range Adapters() {
		if a.Name() == heddle.Name || agent != "" && agent != a.Name() {
			continue
		}
		s, _, err = c.Get(session.GetRequest{Agent: a.Name(), SessionID: id})
		if err == nil {
			break
		}
		if code := fault.CodeOf(err); code != fault.SessionNotFound && (agent != "" || code == fault.Timeout) {
			return nil, false, err
		}
		s = nil
	}
	if s == nil {
		return nil, false, nil
	}
	out = []session.JSON{}
	for i := range s.Messages {
		if m := &s.Messages[i]; o.Takes(string(m.Type)) {
			if o.Offset--; o.Offset < 0 && (o.Limit == 0 || int64(len(out)) < o.Limit) {
				b, err := store.CanonicalMessage(heddle.AppendMessage(nil, m))
				if err != nil {
					return nil, false, err
				}
				out = append(out, b)
			}
		}
	}
	return out, true, nil
}
