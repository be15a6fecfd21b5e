package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/threads"
	"github.com/heddle-dev/heddle/core/session"
)

// StorePath is the mount path of the store's file.
const StorePath = heddle.StorePath

// Store calls fn with the store that the host grants: its own journal, or the
// SQLite file at StorePath. It is open until fn returns. Opened for writing it
// is made when it does not exist; for reading, one that does not exist is
// empty.
func (e *Engine) Store(writable bool, fn func(*store.Store) error) error {
	s, closeStore, err := heddle.OpenStore(e.host, writable)
	if err != nil {
		return err
	}
	err = fn(s)
	if closeErr := closeStore(); err == nil {
		err = closeErr
	}
	return err
}

// Threads calls fn with the threads of the store, as Store does.
func (e *Engine) Threads(writable bool, fn func(*threads.Threads) error) error {
	return e.Store(writable, func(s *store.Store) error { return fn(threads.New(s)) })
}

// MakeRequestID draws an id for a request to the store, a UUID. Without
// entropy it is UNSUPPORTED.
func (e *Engine) MakeRequestID() (string, error) {
	if e.host.Entropy == nil {
		return "", fault.New(fault.Unsupported, "the host grants no entropy: no id can be drawn").WithHint("grant entropy, or make a UUID version 7 yourself")
	}
	id := e.host.Entropy.ID()
	if id == [16]byte{} {
		return "", fault.New(fault.IO, "the host drew no id")
	}
	return store.UUID(id), nil
}

// NativeSessions lists sessions as the agent itself keeps them, in the
// store's form; where it keeps none, the store's. A name that neither an agent
// nor a session of the store has is an error.
func (e *Engine) NativeSessions(o store.ListOptions) (out []*store.Meta, err error) {
	out, ok, err := catalog.New(e.host, e.diagnose).NativeSessions(o)
	if ok || err != nil {
		return out, err
	}
	err = e.Store(false, func(s *store.Store) (err error) {
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

// NativeMessages returns a session's messages as its agent keeps them, in the
// store's form; where it keeps none, the store's. Without an agent it is that
// of the stored session, and without one all are asked.
func (e *Engine) NativeMessages(agent, id string, o store.MessageOptions) (out []session.JSON, err error) {
	asked := agent
	if agent == "" && heddle.Granted(e.host) {
		err := e.Store(false, func(s *store.Store) error {
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
		return out, err
	}
	err = e.Store(false, func(s *store.Store) (err error) {
		if asked != "" && catalog.CheckAgent(asked) != nil {
			if m, err := s.Get(id, 0); err != nil || m.Adapter != asked {
				return catalog.CheckAgent(asked)
			}
		}
		out, err = s.Messages(id, o)
		return err
	})
	return out, err
}
