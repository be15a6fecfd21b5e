package core

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/live"
	"github.com/heddle-dev/heddle/core/session"
)

// LiveSession is the machine of a live session. It does no I/O: a driver starts
// the agent's process, passes what happens, and does what each step asks for. It
// must not be used by two goroutines at once.
//
// Programs use heddle.StartAgent, which has a driver.
type LiveSession struct{ machine *live.Session }

// OpenLive begins a session. The step starts the agent's process. freeMemory, if
// set, is called before a line of many megabytes is read, when the memory of its
// pieces has become free: its message needs as much at once.
func OpenLive(o session.LiveOpenRequest, freeMemory func()) (*LiveSession, session.LiveStep, error) {
	m, err := live.Open(o)
	if err != nil {
		return nil, session.LiveStep{}, err
	}
	m.BeforeLongLine(freeMemory)
	return &LiveSession{m}, m.Step(), nil
}

// UsePrices has results say what a turn cost whose agent does not say it, by the prices of an
// engine; nil means the built-in ones.
func (s *LiveSession) UsePrices(e *Engine) error {
	if e == nil {
		s.machine.UsePrices(cost.BuiltinTable())
		return nil
	}
	prices, err := e.catalog().Prices()
	s.machine.UsePrices(prices)
	return err
}

// Feed passes bytes that the agent printed on standard output, cut anywhere. It
// keeps none of them.
func (s *LiveSession) Feed(now session.Time, data []byte) session.LiveStep {
	s.machine.Feed(now, data)
	return s.machine.Step()
}

// Command passes what the caller wants. A reply with the command's id follows, at
// once or later.
func (s *LiveSession) Command(c session.LiveCommandRequest) session.LiveStep {
	s.machine.Command(c)
	return s.machine.Step()
}

// Tick passes the time. It is due at the deadline of the last step.
func (s *LiveSession) Tick(now session.Time) session.LiveStep {
	s.machine.Tick(now)
	return s.machine.Step()
}

// Exit reports that the process has ended and all its output was fed, or that it
// could not be started.
func (s *LiveSession) Exit(x session.LiveExitRequest) session.LiveStep {
	s.machine.Exit(x)
	return s.machine.Step()
}

// LiveAgents lists the agents that live sessions can run.
func LiveAgents() []session.LiveAgent { return live.Agents() }

// LiveObserver makes messages of a conversation between a client and an agent
// that it only watches, as NormalizeText does of a whole output. It must not be
// used by two goroutines at once.
type LiveObserver struct{ observer *live.Observer }

// NewLiveObserver starts an observer of an agent; empty when it is unknown which one.
func NewLiveObserver(agent string) *LiveObserver { return &LiveObserver{live.NewObserver(agent)} }

// Feed takes bytes of one direction, cut anywhere; fromAgent says which. It keeps
// none of them.
func (o *LiveObserver) Feed(now session.Time, fromAgent bool, data []byte) {
	o.observer.Feed(now, fromAgent, data)
}

// Take returns the messages since the last call.
func (o *LiveObserver) Take() []session.JSON { return o.observer.Take() }

// End says that nothing follows: what was begun becomes a partial message.
func (o *LiveObserver) End() { o.observer.End() }

// SessionID is the agent's own id of its session; empty until it was seen.
func (o *LiveObserver) SessionID() string { return o.observer.SessionID() }

// Skipped reports lines that were no records; nil without any.
func (o *LiveObserver) Skipped() error { return o.observer.Skipped() }
