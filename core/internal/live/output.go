package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

func (s *Session) emit(o session.LiveOutput) { s.outputs = append(s.outputs, o) }

// setHealth changes the state and says so.
func (s *Session) setHealth(h session.LiveHealth) {
	if s.health == h {
		return
	}
	s.health = h
	s.emitHealth()
}

func (s *Session) emitHealth() {
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindState, Health: s.health, NativeSessionID: s.nativeID})
}

// event delivers a message to those who listen. A whole one is recorded too.
func (s *Session) event(m session.JSON, record, durable bool) {
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindEvent, Message: m, Record: record, Durable: durable, Query: s.queryID()})
}

// queryID is the id of the query that the agent is answering.
func (s *Session) queryID() string {
	t := s.sentTurn()
	if t == nil {
		return ""
	}
	return t.command.ID
}

// report reports a defect that ends nothing.
func (s *Session) report(err error) {
	d := diagnosticOf(err)
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindDiagnostic, Error: &d})
}

func (s *Session) reply(id string, value session.JSON) {
	if id == "" {
		return // a request of the protocol itself
	}
	if value == nil {
		value = session.JSON("null")
	}
	s.emitReply(session.LiveOutput{Kind: session.LiveOutputKindReply, ID: id, Value: value})
}

func (s *Session) replyError(id string, err error) {
	if id == "" {
		return
	}
	d := diagnosticOf(err)
	s.emitReply(session.LiveOutput{Kind: session.LiveOutputKindReply, ID: id, Error: &d})
}

// emitReply replies to a command. Queries wait for the reply to clear.
func (s *Session) emitReply(o session.LiveOutput) {
	if isSetting(o.ID) {
		s.endSetting(o)
		return
	}
	s.emit(o)
	if o.ID == s.clearing {
		s.clearing = ""
		s.startNextTurn()
	}
}

// request is a control request that the agent has not answered.
type request struct {
	id      string // as the protocol writes it
	command string // the command that waits for it
	kind    string // the protocol's own word for what to do with the answer
	// deadline is when it fails; 0 for never: starting and turns have their own limits.
	deadline session.Time
	value    string // what was requested
}

// awaitReply remembers a request and what its answer is for. The command, if
// there is one, fails when the agent does not answer in time.
func (s *Session) awaitReply(id, command, kind string) {
	r := request{id: id, command: command, kind: kind}
	if command != "" {
		r.deadline = s.now + requestMS
	}
	s.requests = append(s.requests, r)
}

// expireLast gives the last request a deadline, although no command waits for it.
func (s *Session) expireLast() { s.requests[len(s.requests)-1].deadline = s.now + requestMS }

// noteRequest keeps what was requested last, for when the agent has answered.
func (s *Session) noteRequest(value string) { s.requests[len(s.requests)-1].value = value }

// takeRequest forgets a request whose answer has come.
func (s *Session) takeRequest(id string) (request, bool) {
	for i, r := range s.requests {
		if r.id == id {
			s.requests = append(s.requests[:i:i], s.requests[i+1:]...)
			return r, true
		}
	}
	return request{}, false
}

// nextNumber numbers the session's requests.
func (s *Session) nextNumber() int64 {
	s.numbers++
	return s.numbers
}

// diagnosticOf returns the wire form of an error.
func diagnosticOf(err error) session.Diagnostic {
	e := fault.From(err)
	d := fault.DiagnosticOf("", err)
	return session.Diagnostic{Code: string(e.Code), Message: d.Message, Hint: e.Hint, Line: e.Line, Offset: e.Offset}
}

// unsupported is the error of a command that an agent does not have.
func (s *Session) unsupported(what string) error {
	return fault.New(fault.Unsupported, s.agent.name+" cannot "+what+" in a live session").
		WithHint("live.agents lists what each agent can do")
}

// lastLines returns the end of what a process said, for a message.
func lastLines(said string) string {
	said = strings.TrimRight(said, "\n\r ")
	if len(said) > 400 {
		said = said[len(said)-400:]
		if i := text.Index(said, "\n"); i >= 0 {
			said = said[i+1:]
		}
	}
	return strings.ToValidUTF8(said, "\ufffd")
}
