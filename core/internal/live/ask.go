package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// ask is a request for permission that waits for an answer.
type ask struct {
	id       string // ours
	native   string // as the protocol writes it
	about    session.LiveAsk
	edits    bool // the tool only changes files
	reads    bool // the tool only reads
	legacy   bool // the answer has the words of an older protocol
	question bool // it asks a person something, which no rule can answer
	deadline session.Time
	// raw is what the protocol needs of the request to answer it.
	raw session.JSON
}

// decision is what was decided about a permission.
type decision struct {
	allow     bool
	reason    string       // of a denial
	input     session.JSON // changed, or nil
	rules     session.JSON // permission updates, or nil
	remember  bool         // for the rest of the session
	interrupt bool         // end the turn
	cancelled bool         // no decision came: the turn ends
}

// requestPermission decides about a request by the options, or asks.
func (s *Session) requestPermission(a *ask) {
	if s.phase != running {
		return // the input is closed: there is no answer
	}
	a.id = "ask-" + text.FormatInt(s.nextNumber())
	if d, known := s.decideByOptions(a); known {
		if !d.allow && !d.cancelled {
			s.noteDenial(a, true)
		}
		s.protocol.answer(s, a, d)
		return
	}
	a.deadline = s.now + session.Time(limitOf(s.options.PermissionTimeoutMS, defaultPermissionMS))
	s.asks = append(s.asks, a)
	s.pauseTurn()
	about := a.about
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindAsk, ID: a.id, Ask: &about, Query: s.queryID()})
	if s.health == session.LiveHealthActiveQuery {
		s.setHealth(session.LiveHealthWaiting)
	}
}

// decideByOptions decides what needs nobody. An agent that knows permission
// modes asks only for what its mode leaves open.
func (s *Session) decideByOptions(a *ask) (d decision, known bool) {
	switch {
	case s.turn != nil && (s.turn.interrupted || s.turn.timedOut):
		return decision{cancelled: true, reason: "the turn was interrupted"}, true
	case toolListed(s.options.DisallowedTools, a.about.ToolName):
		return decision{reason: "the tool " + a.about.ToolName + " is not allowed"}, true
	case !a.question && (toolListed(s.options.AllowedTools, a.about.ToolName) || s.mode == session.LivePermissionModeBypassPermissions):
		return decision{allow: true}, true
	case s.mode == session.LivePermissionModeDontAsk:
		return decision{reason: "it is not allowed beforehand, and permissionMode is dont_ask"}, true
	case s.mode == session.LivePermissionModeAcceptEdits && a.edits:
		return decision{allow: true}, true
	case s.mode == session.LivePermissionModePlan && !a.reads && !s.has(canPlan):
		return decision{reason: "permissionMode is plan: nothing may be changed"}, true
	case !s.options.CanAsk:
		return decision{reason: "nobody is there to give permission"}, true
	}
	return decision{}, false
}

// toolListed reports whether a list names a tool. A rule such as Bash(ls) names
// no tool: only the agent can interpret it.
func toolListed(list []string, name string) bool {
	for _, x := range list {
		if x == name || x == "*" {
			return true
		}
	}
	return false
}

// takeAnswer takes what the caller decided.
func (s *Session) takeAnswer(c *session.LiveCommandRequest) error {
	for _, a := range s.asks {
		if a.id == c.Ask {
			if len(c.UpdatedInput) > 0 && !a.about.CanUpdateInput {
				return s.unsupported("run a tool with another input")
			}
			if v, err := scan.Parse(c.UpdatedInput); len(c.UpdatedInput) > 0 && (err != nil || v.Kind() != scan.Object) {
				return fault.New(fault.InvalidArgument, "updatedInput must be an object: the whole input of the tool")
			}
			if len(c.Rules) > 0 && !a.about.CanRemember {
				return s.unsupported("keep a rule")
			}
			reason := c.Text
			if reason == "" {
				reason = "permission was denied"
			}
			s.decide(a, decision{allow: c.Allow, reason: reason, input: c.UpdatedInput, rules: c.Rules, remember: len(c.Rules) > 0, interrupt: c.Interrupt})
			s.reply(c.ID, nil)
			return nil
		}
	}
	return fault.New(fault.BadRef, "no request for permission "+c.Ask+" waits for an answer")
}

// decide answers a request that waited.
func (s *Session) decide(a *ask, d decision) {
	s.forgetAsk(a)
	if !d.allow {
		s.noteDenial(a, false)
	}
	s.protocol.answer(s, a, d)
	if d.interrupt && !d.allow && s.turn != nil {
		s.turn.interrupted = true
		s.interruptTurn()
	}
}

func (s *Session) forgetAsk(a *ask) {
	for i, have := range s.asks {
		if have == a {
			s.asks = append(s.asks[:i:i], s.asks[i+1:]...)
			s.emit(session.LiveOutput{Kind: session.LiveOutputKindCancelAsk, ID: a.id})
			break
		}
	}
	if len(s.asks) == 0 {
		s.resumeTurn()
		if s.health == session.LiveHealthWaiting {
			s.setHealth(session.LiveHealthActiveQuery)
		}
	}
}

// withdrawAsk forgets a request that the agent no longer waits for.
func (s *Session) withdrawAsk(native string) {
	for _, a := range s.asks {
		if a.native == native {
			s.forgetAsk(a)
			return
		}
	}
}

// cancelAsks answers all requests that wait: nobody will decide.
func (s *Session) cancelAsks() {
	for len(s.asks) > 0 {
		a := s.asks[0]
		s.forgetAsk(a)
		s.protocol.answer(s, a, decision{cancelled: true, reason: "the turn has ended"})
	}
}
