package live

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// checkpoint is what a session keeps of a machine that can trap.
type checkpoint struct {
	state    []byte // what Save returned
	idle     bool   // nothing has begun since
	query    string // that the agent works on
	midLine  bool   // the last byte from the agent is inside a line
	skipLine bool   // the rest of that line is dropped: the machine that had its beginning is gone
	restarts int    // since the last turn
}

// maxRestarts is how often a session continues in a new machine without a turn
// in between, so that a machine that always traps does not run for ever.
const maxRestarts = 3

// hasTrapped reports whether the machine has failed as a whole.
func (s *Session) hasTrapped() bool {
	m, ok := s.machine.(SandboxedMachine)
	return ok && m.Trapped()
}

// feed passes what the agent printed.
func (s *Session) feed(data []byte) {
	c := &s.checkpoint
	if c.skipLine {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			return
		}
		c.skipLine, data = false, data[end+1:]
	}
	if len(data) == 0 || s.broken {
		return
	}
	c.midLine = data[len(data)-1] != '\n'
	s.take(s.machine.Feed(handle, s.now(), rpc.Stdout, data))
}

// noteStep notes the running query, and saves the state of an idle session whose
// machine can trap. The error is a trap.
func (s *Session) noteStep(step session.LiveStep) error {
	if _, ok := s.machine.(SandboxedMachine); !ok {
		return nil
	}
	c := &s.checkpoint
	changed := !c.idle
	for i := range step.Outputs {
		switch o := &step.Outputs[i]; o.Kind {
		case session.LiveOutputKindEvent:
			if o.Query != "" {
				c.query = o.Query
			}
			changed = changed || o.Record
		case session.LiveOutputKindReply:
			if o.ID == c.query {
				c.query, c.restarts = "", 0
			}
			changed = true
		case session.LiveOutputKindState:
			changed = true
		}
	}
	if step.Health != session.LiveHealthReady {
		c.idle = false
		return nil
	}
	if !changed {
		return nil
	}
	state, err := s.machine.Save(handle)
	if c.idle = err == nil; c.idle {
		c.state = state
	} else if s.hasTrapped() {
		return err
	}
	return nil // CONFLICT: something is half done
}

// replaceMachine continues an idle session in a new machine. Any other session
// ends.
func (s *Session) replaceMachine(err error) {
	c := &s.checkpoint
	if s.broken || s.ended || !s.hasTrapped() || !c.idle || c.restarts >= maxRestarts {
		s.loseMachine(err)
		return
	}
	c.restarts++
	c.skipLine = c.midLine
	machine := s.o.NewMachine()
	step, failed := machine.Restore(session.LiveRestoreRequest{Handle: handle, Now: s.now(), State: string(c.state)})
	if failed != nil {
		machine.Close(handle)
		s.loseMachine(err)
		return
	}
	s.machine.Close(handle)
	s.machine = machine
	e := *fault.From(err)
	e.Message = "the session continues in a new machine: " + e.Message
	s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: &e})
	s.take(step, nil)
}

// loseMachine ends a session whose machine has failed. The query that the agent
// works on ends with an error and a result, every other one with the error.
func (s *Session) loseMachine(err error) {
	if s.broken {
		return
	}
	s.broken = true
	s.timer.Stop()
	s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: err})
	s.setFailure(err)
	e := fault.From(err)
	x := session.LiveExitRequest{Handle: handle, Now: s.now(), Error: e.Message, ErrorCode: string(e.Code), Hint: "resume the session to continue"}
	open := s.o.Open
	open.Handle, open.Now = handle, x.Now
	last, failed := rpc.EndLostSession(open, s.Info().NativeID, s.checkpoint.query, x)
	if failed != nil { // the options have been accepted before
		last = nil
	}
	s.keepDeliveries()
	s.pending = append(s.pending, last...)
	for id, waiting := range s.replies {
		if id != s.checkpoint.query && !s.repliesTo(id) {
			delete(s.replies, id)
			waiting <- reply{err: err}
		}
	}
	if s.connection != nil {
		s.connection.Signal(session.LiveSignalKill)
	} else {
		s.ended = true
	}
	s.drain()
}

// keepDeliveries drops the pending outputs that are for the agent. What it said
// before is still delivered and stored.
func (s *Session) keepDeliveries() {
	kept := s.pending[:0]
	for i, o := range s.pending {
		switch o.Kind {
		case session.LiveOutputKindEvent, session.LiveOutputKindReply, session.LiveOutputKindState, session.LiveOutputKindDiagnostic, session.LiveOutputKindCancelAsk:
			kept = append(kept, o)
		default:
			if i == 0 {
				s.added = false
			}
		}
	}
	s.pending = kept
}

// repliesTo reports whether a pending output replies to a command.
func (s *Session) repliesTo(id string) bool {
	for i := range s.pending {
		if s.pending[i].Kind == session.LiveOutputKindReply && s.pending[i].ID == id {
			return true
		}
	}
	return false
}
