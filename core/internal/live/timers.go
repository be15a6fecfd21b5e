package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// The limits that hold unless the options say otherwise, in milliseconds, and
// the steps of ending a process.
const (
	defaultStartMS      = 120_000
	defaultQueryMS      = 300_000
	defaultPermissionMS = 600_000
	defaultQueued       = 16

	interruptMS = 5_000  // an interrupt that is not confirmed becomes a stop
	confirmedMS = 30_000 // so does one after whose confirmation the turn does not end
	requestMS   = 60_000 // a request to the agent that is not answered fails
	measureMS   = 5_000  // a measurement that does not come is given up
	inputMS     = 2_000  // after the end of the input
	terminateMS = 3_000  // after the signal to terminate
)

// noLimit is a time that does not come.
const noLimit = int64(1) << 52

// limitOf returns a limit of the options, or its default.
func limitOf(given, otherwise int64) int64 {
	switch {
	case given == session.NoLimit:
		return noLimit
	case given > 0:
		return given
	}
	return otherwise
}

// timers are the times at which something is due; 0 for none.
type timers struct {
	start     session.Time // the agent must be ready
	interrupt session.Time // the turn must have ended
	measure   session.Time // the measurement must have come
	stop      session.Time // the process must have ended, in the phase closed or terminating
}

// deadline returns when the next Tick is due.
func (s *Session) deadline() session.Time {
	if s.phase == ended {
		return 0
	}
	next := session.Time(0)
	consider := func(t session.Time) {
		if t > 0 && int64(t) < noLimit && (next == 0 || t < next) {
			next = t
		}
	}
	for _, t := range []session.Time{s.timers.start, s.timers.interrupt, s.timers.measure, s.timers.stop} {
		consider(t)
	}
	for _, a := range s.asks {
		consider(a.deadline)
	}
	for _, r := range s.requests {
		consider(r.deadline)
	}
	if t := s.turn; t != nil && !t.timedOut && !t.interrupted && t.result == nil {
		if t.counting != 0 {
			consider(t.counting + t.left)
		}
		consider(s.idleDeadline(t))
	}
	return next
}

// idleDeadline returns when a turn has been idle for too long; 0 for never.
func (s *Session) idleDeadline(t *turn) session.Time {
	if s.options.IdleTimeoutMS <= 0 || len(t.tools) > 0 || len(s.asks) > 0 {
		return 0
	}
	return t.progress + session.Time(s.options.IdleTimeoutMS)
}

// Tick takes the time.
func (s *Session) Tick(now session.Time) {
	s.advance(now)
	if s.phase == ended {
		return
	}
	if due(s.timers.start, s.now) {
		s.refuseStart(fault.New(fault.Timeout, s.agent.name+" was not ready in time").
			WithHint("raise startTimeout, or run " + s.agent.Program + " by hand to see what it waits for"))
	}
	for len(s.asks) > 0 && due(s.asks[0].deadline, s.now) {
		s.decide(s.asks[0], decision{reason: "nobody answered in time"})
	}
	s.expireRequests()
	s.checkTurn()
	s.checkStop()
}

// checkTurn ends a turn whose time is over.
func (s *Session) checkTurn() {
	t := s.turn
	if t == nil {
		return
	}
	switch {
	case due(s.timers.measure, s.now):
		s.timers.measure = 0
		s.finishTurn(t.result)
	case due(s.timers.interrupt, s.now):
		s.timers.interrupt = 0
		s.failure = fault.New(fault.Timeout, s.agent.name+" did not end the turn after the interrupt; the session was stopped").
			WithHint("resume the session to continue")
		s.beginStop("")
	case t.timedOut || t.interrupted || t.result != nil:
	case t.counting != 0 && due(t.counting+t.left, s.now):
		s.expireTurn("the query took longer than its time limit")
	case due(s.idleDeadline(t), s.now):
		s.expireTurn("the agent showed no progress for longer than idleTimeout")
	}
}

// expireTurn reports that a turn's time is over, and interrupts it.
func (s *Session) expireTurn(why string) {
	s.turn.timedOut = true
	if trouble := s.turn.course.trouble; trouble != "" {
		why += "; the agent's last failure: " + trouble
	}
	s.emitError(fault.New(fault.Timeout, why), "timeout")
	s.interruptTurn()
}

// interruptTurn asks the agent to end the turn.
func (s *Session) interruptTurn() {
	s.cancelAsks()
	if s.dropUnsent(s.turn) {
		return
	}
	if s.timers.interrupt == 0 {
		s.timers.interrupt = s.now + interruptMS
		s.protocol.interrupt(s)
	}
}

// confirmInterrupt notes that the agent has accepted the interrupt: ending what
// runs may take it longer than accepting.
func (s *Session) confirmInterrupt() {
	if s.timers.interrupt != 0 {
		s.timers.interrupt = s.now + confirmedMS
	}
}

// expireRequests gives up the requests that the agent does not answer.
func (s *Session) expireRequests() {
	for i := 0; i < len(s.requests); {
		r := s.requests[i]
		if !due(r.deadline, s.now) {
			i++
			continue
		}
		s.requests = append(s.requests[:i:i], s.requests[i+1:]...)
		if r.command != "" {
			s.replyError(r.command, fault.New(fault.Timeout, s.agent.name+" did not answer in time"))
		}
	}
}

// beginStop ends the process, first by the end of its input. The reply to the
// command id, "" for none, comes when the process has ended.
func (s *Session) beginStop(id string) {
	if id != "" {
		s.stopIDs = append(s.stopIDs, id)
	}
	if s.phase != running {
		return
	}
	s.cancelAsks()
	s.protocol.close(s)
	if s.turn != nil && s.turn.result == nil {
		s.turn.interrupted = true
	}
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindCloseInput})
	s.phase = closed
	s.timers.start, s.timers.interrupt = 0, 0
	s.timers.stop = s.now + inputMS
}

// checkStop takes the next step of ending the process.
func (s *Session) checkStop() {
	if !due(s.timers.stop, s.now) {
		return
	}
	if s.phase == closed {
		s.phase, s.timers.stop = terminating, s.now+terminateMS
		s.emit(session.LiveOutput{Kind: session.LiveOutputKindSignal, Signal: session.LiveSignalTerminate})
		return
	}
	s.phase, s.timers.stop = killed, 0
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindSignal, Signal: session.LiveSignalKill})
}

func due(at, now session.Time) bool { return at != 0 && now >= at }

// advance moves the time on. It never goes back.
func (s *Session) advance(now session.Time) {
	s.now = max(s.now, now)
	s.stream.SetTime(s.now)
}

// measure asks the driver for the figures of the turn.
func (s *Session) measure() {
	s.timers.measure = s.now + measureMS
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindMeasure, ID: s.turn.command.ID, NativeSessionID: s.nativeID})
}

// pauseTurn stops counting the turn's time while somebody is asked.
func (s *Session) pauseTurn() {
	if t := s.turn; t != nil && t.counting != 0 {
		t.left -= s.now - t.counting
		t.counting = 0
	}
}

func (s *Session) resumeTurn() {
	if t := s.turn; t != nil && t.counting == 0 {
		t.counting, t.progress = s.now, s.now
	}
}
