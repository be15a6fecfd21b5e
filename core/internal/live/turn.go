package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// turn is one query and the agent's work on it.
type turn struct {
	command     session.LiveCommandRequest
	settings    settings
	sent        bool     // the prompt is written
	echoes      []string // prompts that the agent will repeat, by their texts
	tools       []string // calls of the agent itself, not of its subagents, that run
	interrupted bool
	timedOut    bool
	left        session.Time // of its time limit, in ms; counts only while the user is not asked
	counting    session.Time // since when left counts down; 0 while it does not
	progress    session.Time // the last text, thinking or tool
	began       session.Time
	result      *result // the end of the turn, which waits for a measurement
	course      course
}

// startQuery queues a query, and starts it when no turn runs.
func (s *Session) startQuery(c *session.LiveCommandRequest) error {
	if c.Text == "" && len(c.Attachments) == 0 {
		return fault.New(fault.InvalidArgument, "a query needs text or attachments")
	}
	if len(c.Attachments) > 0 && !s.has(canAttach) {
		return s.unsupported(textOfCapability(canAttach))
	}
	if err := s.checkQueryOptions(c); err != nil {
		return err
	}
	if err := s.checkSettings(c); err != nil {
		return err
	}
	if p, ok := s.protocol.(promptChecker); ok {
		if err := p.checkPrompt(s, c); err != nil {
			return err
		}
	}
	if int64(len(s.queue)) >= limitOf(s.options.MaxQueued, defaultQueued) {
		return fault.New(fault.Conflict, "too many queries wait for the running one").WithHint("wait for a result, steer, or raise maxQueued")
	}
	s.queue = append(s.queue, &turn{command: *c})
	s.startNextTurn()
	return nil
}

// startNextTurn starts the query that has waited longest.
func (s *Session) startNextTurn() {
	if s.turn != nil || s.clearing != "" || len(s.queue) == 0 || s.health != session.LiveHealthReady || s.phase != running {
		return
	}
	t := s.queue[0]
	s.queue = s.queue[1:]
	s.turn = t
	t.left = session.Time(limitOf(t.command.TimeoutMS, limitOf(s.options.TimeoutMS, defaultQueryMS)))
	t.began, t.counting, t.progress = s.now, s.now, s.now
	s.setHealth(session.LiveHealthActiveQuery)
	s.beginTurn(t)
}

// recordPrompt records the prompt of a turn, or one that steers it, before it
// is sent. The agent's repetition of it is dropped.
func (s *Session) recordPrompt(t *turn, c *session.LiveCommandRequest) {
	t.sent = true
	if s.title == "" {
		s.title = session.Title(c.Text)
	}
	t.echoes = append(t.echoes, c.Text)
	m := canon.Object(nil)
	m.Str("content", c.Text)
	if len(c.Attachments) > 0 {
		m.Key("contentBlocks")
		m.B = append(m.B, promptBlocks(c)...)
	}
	m.OptStr("sessionId", s.nativeID)
	canon.OptTime(&m, "timestamp", s.now)
	m.Str("type", "user")
	m.Str("uuid", c.ID)
	message := session.JSON(m.End())
	s.event(message, true, false)
}

// takeMessage takes a message of the stream: it delivers and records it.
func (s *Session) takeMessage(m session.JSON) {
	if s.sending {
		return
	}
	var p messageParts
	if messagePaths.Scan(m, p[:]) != nil {
		return
	}
	kind := p[partType].String()
	if s.turn != nil {
		s.turn.course.noteMessage(kind, &p, s.now)
		s.noteSpending(&p)
	}
	switch kind {
	case "user":
		if s.isEcho(&p) {
			return
		}
		s.noteProgress(&p, kind) // some agents put the results of tools there
	case "result":
		s.endTurn(m, &p)
		return
	case "tool_use", "assistant", "text", "thinking":
		s.noteProgress(&p, kind)
	case "error":
		s.failed = true
		s.noteError(p[partErrorType].String(), p[partCategory].String(), p[partContent].String())
	case "tool_result":
		if s.turn != nil {
			id := p[partToolUseID].String()
			m = s.timeOfCall(m, id)
			s.endTool(id)
		}
	}
	s.event(m, true, false)
}

// messageParts are the members of a message that a session reads.
type messageParts [messagePartCount]scan.Value

const (
	partType = iota
	partUUID
	partParent
	partContent
	partBlocks
	partToolUseID
	partUsage
	partCost
	partStop
	partErrorType
	partCategory
	partModel
	partPartial
	messagePartCount
)

var messagePaths = scan.CompilePaths("type", "uuid", "parentToolUseId", "content", "contentBlocks", "toolUseId", "usage", "costUsd", "stopReason", "errorType", "category", "model", "partialUsage")

// takeDelta delivers a piece of a message that is being written. It is not
// recorded: the whole message will be.
func (s *Session) takeDelta(kind, messageID, parent, piece string) {
	if s.sending || piece == "" {
		return
	}
	if s.turn != nil {
		s.turn.progress = s.now
		s.turn.course.trouble = ""
	}
	if kind == "assistant" {
		kind = "text"
	}
	m := canon.Object(nil)
	m.Str("content", piece)
	m.Flag("delta", true)
	m.OptStr("messageId", messageID)
	m.OptStr("parentToolUseId", parent)
	m.OptStr("sessionId", s.nativeID)
	m.Str("type", kind)
	s.event(m.End(), false, false)
}

// isEcho reports whether a user message is a prompt that was recorded before it
// was sent.
func (s *Session) isEcho(p *messageParts) bool {
	t := s.turn
	if t == nil || p[partParent].String() != "" {
		return false
	}
	same := p[partUUID].EqualString(t.command.ID)
	for i, echo := range t.echoes {
		if same || p[partContent].EqualString(echo) {
			t.echoes = append(t.echoes[:i:i], t.echoes[i+1:]...)
			return true
		}
	}
	return same
}

// noteProgress notes what keeps a turn from being idle: text, thinking, calls
// and their results. What a subagent does is progress too, but only the calls of
// the agent itself count as running: a subagent in the background may never
// report the end of one.
func (s *Session) noteProgress(p *messageParts, kind string) {
	t := s.turn
	if t == nil {
		return
	}
	own := p[partParent].String() == ""
	begin := func(id string) {
		t.progress = s.now
		if own && id != "" {
			t.tools = append(t.tools, id)
		}
	}
	switch kind {
	case "tool_use":
		begin(p[partToolUseID].String())
	case "assistant", "text", "thinking":
		t.progress = s.now
	}
	p[partBlocks].EachElement(func(_ int, e scan.Value) bool {
		switch e.Get("type").String() {
		case "tool_use":
			begin(e.Get("id").String())
		case "tool_result":
			id := e.Get("toolUseId").String()
			if id == "" {
				id = e.Get("tool_use_id").String()
			}
			s.endTool(id)
		}
		return true
	})
}

// endTool notes that a call of the running turn has returned.
func (s *Session) endTool(id string) {
	t := s.turn
	t.progress = s.now
	for i, have := range t.tools {
		if have == id {
			t.tools = append(t.tools[:i:i], t.tools[i+1:]...)
			return
		}
	}
}

// sentTurn returns the running turn once its prompt is sent; nil without one. What the
// agent says before, it says by itself.
func (s *Session) sentTurn() *turn {
	if s.turn == nil || !s.turn.sent {
		return nil
	}
	return s.turn
}

// endTurn takes the message that ends a turn: of the query that runs or, when
// its prompt was not taken up yet, of what the agent did by itself.
func (s *Session) endTurn(m session.JSON, p *messageParts) {
	r := &result{message: m}
	if u, ok := normalize.ParseUsage(p[partUsage]); ok {
		r.usage = &u
	}
	r.usd = normalize.ParseMoney(p[partCost])
	s.protocol.finish(s, r)
	if r.drop {
		return
	}
	if r.refusal != nil && !s.failed {
		s.reportFailure(r.refusal)
	}
	s.failed = false
	t := s.sentTurn()
	if t == nil || r.own || t.result != nil {
		s.deliverResult(r, nil)
		return
	}
	if r.measure {
		t.result = r
		s.measure()
		return
	}
	s.finishTurn(r)
}

// finishTurn delivers the end of the running turn, durably, and starts the next.
func (s *Session) finishTurn(r *result) {
	t := s.turn
	s.cancelAsks()
	message := s.deliverResult(r, t)
	s.turn = nil
	s.timers.interrupt, s.timers.measure = 0, 0
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindReply, ID: t.command.ID, Value: message, Durable: true})
	if s.phase == running {
		s.setHealth(session.LiveHealthReady)
		s.startNextTurn()
	}
}

// deliverResult records and delivers the message that ends a turn.
func (s *Session) deliverResult(r *result, t *turn) session.JSON {
	m := s.completeResult(r, t)
	s.event(m, true, true)
	return m
}

// refuseTurn ends the running query, whose prompt was not sent, with an error for
// a reply.
func (s *Session) refuseTurn(err error) { s.refuseTurnFor(diagnosticOf(err)) }

func (s *Session) refuseTurnFor(d session.Diagnostic) {
	id := s.turn.command.ID
	s.turn = nil
	s.timers.interrupt, s.timers.measure = 0, 0
	s.emitReply(session.LiveOutput{Kind: session.LiveOutputKindReply, ID: id, Error: &d})
	if s.phase == running {
		s.setHealth(session.LiveHealthReady)
		s.startNextTurn()
	}
}

// failTurn ends the running turn without the agent's result. kind is the result's
// error type.
func (s *Session) failTurn(err error, kind string) {
	if !s.turn.sent {
		s.refuseTurn(err)
		return
	}
	if s.turn.result == nil && !s.turn.timedOut { // otherwise it has ended, or why it fails was said
		s.emitError(err, "session_error")
	}
	m := canon.Object(nil)
	m.Flag("isError", true)
	m.OptStr("sessionId", s.nativeID)
	m.Str("subtype", "error_during_execution")
	canon.OptTime(&m, "timestamp", s.now)
	m.Str("type", "result")
	r := &result{message: m.End(), failed: true, kind: kind}
	if s.turn.result != nil { // it waited for a measurement
		r = s.turn.result
	}
	s.finishTurn(r)
}

// reportFailure delivers and records a failure that an agent reports in its own
// words; normalize finds the category.
func (s *Session) reportFailure(record session.JSON) {
	m, err := normalize.ParseMessage(record)
	if err != nil {
		return
	}
	if v, err := scan.Parse(m); err == nil && !v.Get("timestamp").Exists() {
		m = mergeMembers(m, append(s.now.AppendJSON([]byte(`{"timestamp":`)), '}'), "")
	}
	if v, err := scan.Parse(m); err == nil {
		s.noteError(v.Get("errorType").String(), v.Get("category").String(), v.Get("content").String())
	}
	s.event(m, true, false)
}

// emitError delivers and records an error of a turn.
func (s *Session) emitError(err error, errorType string) {
	e := diagnosticOf(err)
	m := canon.Object(nil)
	m.Str("category", "unknown")
	m.Str("code", e.Code)
	m.Str("content", e.Message)
	m.Str("errorType", errorType)
	m.OptStr("sessionId", s.nativeID)
	canon.OptTime(&m, "timestamp", s.now)
	m.Str("type", "error")
	message := session.JSON(m.End())
	s.noteError(errorType, "", e.Message)
	s.event(message, true, false)
}

// mergeMembers sets members of an object and leaves others out, whose names have a
// space on either side. Both objects and the result are in canonical form.
func mergeMembers(m, members session.JSON, without string) session.JSON {
	out := append(make([]byte, 0, len(m)+len(members)), '{')
	add := func(key, value scan.Value) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, key.Raw()...), ':'), value.Raw()...)
	}
	var keys, values []scan.Value
	scan.RawValue(string(members)).EachMember(func(key, value scan.Value) bool {
		keys, values = append(keys, key), append(values, value)
		return true
	})
	next := 0
	scan.RawValue(scan.UnsafeString(m)).EachMember(func(key, value scan.Value) bool {
		name := key.BorrowString()
		for ; next < len(keys) && keys[next].BorrowString() < name; next++ {
			add(keys[next], values[next])
		}
		if replaced := next < len(keys) && keys[next].EqualString(name); !replaced && text.Index(without, " "+name+" ") < 0 {
			add(key, value)
		}
		return true
	})
	for ; next < len(keys); next++ {
		add(keys[next], values[next])
	}
	return append(out, '}')
}
