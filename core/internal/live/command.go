package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Command takes what the caller wants. Every command is replied to, some later.
func (s *Session) Command(c session.LiveCommandRequest) {
	s.advance(c.Now)
	if err := s.runCommand(&c); err != nil {
		s.replyError(c.ID, err)
	}
}

func (s *Session) runCommand(c *session.LiveCommandRequest) error {
	if c.ID == "" {
		return fault.New(fault.InvalidArgument, "a command needs an id")
	}
	switch c.Kind {
	case session.LiveCommandKindInfo:
		s.reply(c.ID, s.info())
		return nil
	case session.LiveCommandKindStop:
		if s.phase == ended {
			s.reply(c.ID, nil)
			return nil
		}
		s.beginStop(c.ID)
		return nil
	}
	if s.phase != running {
		return fault.New(fault.Complete, "the session has ended").WithHint("resume it: start a session with resume")
	}
	switch c.Kind {
	case session.LiveCommandKindQuery:
		return s.startQuery(c)
	case session.LiveCommandKindAnswer:
		return s.takeAnswer(c)
	case session.LiveCommandKindInterrupt:
		return s.interruptQuery(c)
	case session.LiveCommandKindMeasured:
		return s.takeMeasurement(c)
	case session.LiveCommandKindSetPermissionMode:
		if err := readMode(c); err != nil {
			return err
		}
	}
	return s.control(c)
}

// checkKind refuses a command that the agent cannot carry out.
func (s *Session) checkKind(kind session.LiveCommandKind) error {
	need, ok := neededCapability(kind)
	if !ok {
		return fault.New(fault.InvalidArgument, "unknown command "+string(kind))
	}
	if !s.has(need) {
		return s.unsupported(textOfCapability(need))
	}
	return nil
}

// control passes a command to the protocol, if the agent can carry it out.
func (s *Session) control(c *session.LiveCommandRequest) error {
	if err := s.checkKind(c.Kind); err != nil {
		return err
	}
	if s.health == session.LiveHealthInitializing || s.health == session.LiveHealthConnecting {
		return fault.New(fault.Conflict, "the agent is not ready yet")
	}
	if c.Kind == session.LiveCommandKindClear {
		return s.clear(c)
	}
	if c.Kind == session.LiveCommandKindSteer && s.sentTurn() == nil {
		return fault.New(fault.Conflict, "no turn runs that could be steered").WithHint("send a query")
	}
	return s.protocol.control(s, c)
}

// clear begins a new conversation. Queries wait until it has begun.
func (s *Session) clear(c *session.LiveCommandRequest) error {
	if s.turn != nil || len(s.queue) > 0 || s.clearing != "" {
		return fault.New(fault.Conflict, "the conversation can be cleared when no query runs or waits").WithHint("wait for the result, or interrupt")
	}
	s.clearing = c.ID
	err := s.protocol.control(s, c)
	if err != nil {
		s.clearing = ""
	}
	return err
}

// interruptQuery ends the running turn, or drops a query that waits: the named
// one or, when none runs yet, the first.
func (s *Session) interruptQuery(c *session.LiveCommandRequest) error {
	for i, t := range s.queue {
		if t.command.ID == c.Query || c.Query == "" && s.turn == nil {
			s.queue = append(s.queue[:i:i], s.queue[i+1:]...)
			s.replyError(t.command.ID, fault.New(fault.Complete, "the query was dropped before it began"))
			s.reply(c.ID, nil)
			return nil
		}
	}
	if s.turn == nil || c.Query != "" && s.turn.command.ID != c.Query {
		s.reply(c.ID, nil) // it has ended already
		return nil
	}
	s.turn.interrupted = true
	s.interruptTurn()
	s.reply(c.ID, nil)
	return nil
}

// takeMeasurement takes the figures of a turn that the driver has read.
func (s *Session) takeMeasurement(c *session.LiveCommandRequest) error {
	s.reply(c.ID, nil)
	if s.turn == nil || s.turn.result == nil || s.turn.command.ID != c.Query {
		return nil // it came too late
	}
	r := s.turn.result
	r.model = c.Model
	s.noteTitle(c.Text)
	if len(c.Usage) > 0 && r.source == "" {
		if v, err := scan.Parse(c.Usage); err == nil {
			if u, ok := normalize.ParseUsage(v); ok {
				r.usage, r.source = &u, "record"
			}
		}
	}
	if c.USD != "" && r.usd == nil && r.source == "record" {
		if v, err := scan.Parse([]byte(c.USD)); err == nil {
			r.usd, r.costBy = normalize.ParseMoney(v), c.CostSource
		}
	}
	s.finishTurn(r)
	return nil
}

// info reports the state of the session.
func (s *Session) info() session.JSON {
	m := canon.Object(nil)
	m.Str("agent", s.agent.name)
	m.OptStr("agentVersion", s.version)
	m.Strs("capabilities", s.can)
	m.Str("cwd", s.options.Cwd)
	m.Str("engine", s.agent.Engine)
	m.Str("health", string(s.health))
	m.OptStr("model", s.model)
	m.OptStr("nativeSessionId", s.nativeID)
	m.Num("pendingPermissions", int64(len(s.asks)))
	m.Str("permissionMode", string(s.mode))
	if s.turn != nil {
		m.Str("query", s.turn.command.ID)
	}
	m.Num("queued", int64(len(s.queue)))
	m.Str("sessionId", s.options.SessionID)
	return m.End()
}
