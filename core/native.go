package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// StoreNativeSessions lists sessions as the agent itself keeps them, in the
// store's form; where it keeps none, the store's. A name that neither an agent
// nor a session of the store has is an error.
func (e *Engine) StoreNativeSessions(req session.StoreListRequest) (out []session.StoredSession, err error) {
	o := listOptions(req)
	out, ok, err := catalog.New(e.host, e.diagnose).NativeSessions(o)
	if ok || err != nil {
		return out, err
	}
	err = e.withStore(false, func(s *store.Store) (err error) {
		if out, err = s.List(o); err != nil || len(out) > 0 || o.Adapter == "" {
			return err
		}
		known, err := s.List(store.ListOptions{Adapter: o.Adapter, Limit: 1})
		if err == nil && len(known) == 0 {
			err = catalog.CheckAgent(o.Adapter)
		}
		return err
	})
	return out, err
}

// StoreNativeMessages returns a session's messages as its agent keeps them, in the
// store's form; where it keeps none, the store's. Without an agent it is that
// of the stored session, and without one all are asked.
func (e *Engine) StoreNativeMessages(req session.NativeMessagesRequest) (out []session.JSON, err error) {
	out, err = e.nativeMessages(req)
	return out, e.redactFailure(req.Redact, err)
}

func (e *Engine) nativeMessages(req session.NativeMessagesRequest) (out []session.JSON, err error) {
	agent, asked, id := req.Adapter, req.Adapter, req.SessionID
	o := store.MessageOptions{Limit: req.Limit, Offset: req.Offset, Types: req.Types, IncludeHidden: req.IncludeHidden}
	if agent == "" && heddle.GrantsStore(e.host) {
		err := e.withStore(false, func(s *store.Store) error {
			m, err := s.Get(id, 0)
			if err == nil {
				agent = m.Adapter
			}
			return err
		})
		if err != nil && fault.CodeOf(err) != fault.SessionNotFound {
			return nil, err
		}
	}
	out, ok, err := catalog.New(e.host, e.diagnose).NativeMessages(agent, id, o)
	if ok || err != nil {
		return redactMessages(nil, id, out, req.Redact), err
	}
	err = e.withStore(false, func(s *store.Store) (err error) {
		if asked != "" && catalog.CheckAgent(asked) != nil {
			if m, err := s.Get(id, 0); err != nil || m.Adapter != asked {
				return catalog.CheckAgent(asked)
			}
		}
		out, err = s.Messages(id, o)
		out = redactMessages(s, id, out, req.Redact)
		return err
	})
	return out, err
}
