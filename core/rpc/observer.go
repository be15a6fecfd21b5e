package rpc

import (
	"github.com/heddle-dev/heddle/core/internal/live"
	"github.com/heddle-dev/heddle/core/session"
)

// Observer makes messages of a conversation between a client and an agent that
// it only watches, as messages.normalizeText does of a whole output. It must not
// be used by two goroutines at once.
type Observer struct{ *observer }

type observer = live.Observer

// NewObserver starts an observer of an agent; empty when it is unknown which one.
func NewObserver(agent string) *Observer { return &Observer{live.NewObserver(agent)} }

// Feed takes bytes of one direction, cut anywhere; fromAgent says which. It keeps
// none of them.
func (o *Observer) Feed(now session.Time, fromAgent bool, data []byte) {
	o.observer.Feed(now, fromAgent, data)
}

// Take returns the messages since the last call.
func (o *Observer) Take() []session.JSON { return o.observer.Take() }

// End says that nothing follows: what was begun becomes a partial message.
func (o *Observer) End() { o.observer.End() }

// SessionID is the agent's own id of its session; empty until it was seen.
func (o *Observer) SessionID() string { return o.observer.SessionID() }

// Skipped reports lines that were no records; nil without any.
func (o *Observer) Skipped() error { return o.observer.Skipped() }
