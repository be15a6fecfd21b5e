package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Stream makes messages of the records that a process prints, in order. It
// recognizes the protocol by each record's own members. Its zero value is not
// ready: use NewStream.
type Stream struct {
	emit func(session.JSON)
	last []session.JSON                              // without emit, what was printed
	pass func(kind, messageID, parent, piece string) // gets every delta; nil for nobody

	session string     // the agent's id of its session
	model   string     // in force
	time    scan.Value // of the record that is read
	now     []byte     // the time of messages that have no other, as JSON; nil for none
	parent  string     // call of the subagent whose record is read

	pieces  []*piece
	names   map[string]string  // the tools of calls that were printed, and the roles of OpenCode's messages
	seen    map[string]bool    // what must not be printed again
	threads map[string]*thread // sessions, calls and requests that later records are about
	failed  *message           // an error that the end of its turn may repeat
	failure string             // its text
	scope   string             // the session whose turn it is, where there are several
	answer  string             // the last text that was folded
	asked   bool               // requests are printed too, not only their answers
	busy    bool               // a turn runs
	alone   bool               // the stream is one record
	sent    bool               // the record that is read goes to the agent
	known   bool               // all records belong to as
	as      protocol           // if known
}

// piece is text whose whole message has not come yet.
type piece struct {
	key, kind, parent string
	text, time        []byte
	whole             bool // the protocol has no whole messages
}

// thread is what a stream keeps of a session or call that it shows.
type thread struct {
	_ [0]func() // never compared

	open   string             // the message or input that is being written
	model  string             // in force
	call   string             // of the parent that started it
	stop   string             // why the turn stopped, where its end does not say it
	total  session.TokenUsage // that was last said
	turn   session.TokenUsage // what the turn has spent
	usd    session.Money      // that the turn cost, or that was last said
	since  int64              // when it began, in milliseconds; of a call, after how many others had returned
	paid   bool               // usd was said
	known  bool               // total was said
	active bool               // a turn of it began
}

// NewStream starts a stream. Every message is passed to emit, and is the
// caller's.
func NewStream(emit func(session.JSON)) *Stream {
	return &Stream{emit: emit, names: map[string]string{}, seen: map[string]bool{}, threads: map[string]*thread{}}
}

// SessionID is the agent's own id of its session; empty until it was seen.
func (s *Stream) SessionID() string { return s.session }

// Expect says that the process is the agent of an engine of live sessions: its
// records need not be recognized one by one. An unknown name changes nothing.
func (s *Stream) Expect(engine string) {
	switch engine {
	case "claude":
		s.known, s.as = true, ownMessages
	case "codex", "acp":
		s.known, s.as = true, jsonRPC
	case "pi":
		s.known, s.as = true, piCLI
	}
}

// SetTime sets the time of messages that say no other.
func (s *Stream) SetTime(now session.Time) { s.now = now.AppendJSON(s.now[:0]) }

// OnDelta passes every delta on as it comes: the kind of message that it
// belongs to (assistant or thinking), that message's id and the call of the
// subagent that writes it, each empty when unknown.
func (s *Stream) OnDelta(pass func(kind, messageID, parent, piece string)) { s.pass = pass }

// threadOf returns what is kept of a thread.
func (s *Stream) threadOf(id string) *thread {
	t := s.threads[id]
	if t == nil {
		t = new(thread)
		s.threads[id] = t
	}
	return t
}

// ReadSent reads a record that goes to the agent. Both sides of a protocol number
// their requests by themselves: an answer to the agent is not one to its client.
func (s *Stream) ReadSent(v scan.Value) {
	s.sent = true
	s.ReadRecord(v)
	s.sent = false
}

// ReadRecord reads one record. Its bytes must stay as they are until the call
// returns.
func (s *Stream) ReadRecord(v scan.Value) {
	s.time, s.parent = firstValue(v, "timestamp"), ""
	if v.Kind() != scan.Object {
		if v.Kind() != scan.Array {
			s.emitMessage(rawMessage(v))
		}
		v.EachElement(func(_ int, e scan.Value) bool { // a list of records
			s.ReadRecord(e)
			return true
		})
		return
	}
	is := s.as
	if !s.known {
		is = detectProtocol(v)
	}
	switch is {
	case transcript:
		if inner := firstValue(v, "msg"); inner.Kind() == scan.Object && detectProtocol(inner) != transcript {
			s.ReadRecord(inner)
		}
	case jsonRPC:
		s.readRPC(v)
	case copilotCLI:
		s.readCopilot(v)
	case openCodeCLI:
		s.openCode(v)
	case piCLI:
		s.readPi(v)
	case geminiCLI:
		s.readGemini(v)
	case codexExec:
		s.readCodex(v)
	case openClawCLI:
		s.openClaw(v)
	default:
		s.readClaude(v)
	}
}

// End says that nothing follows: what was begun is printed as far as it came.
func (s *Stream) End() {
	s.flushPieces()
	s.flushError()
}

// Cut is End for a stream that broke off: what was begun is partial.
func (s *Stream) Cut() {
	for _, p := range s.pieces {
		p.whole = false
	}
	s.End()
}

// emitMessage prints a message.
func (s *Stream) emitMessage(m *message) {
	if s.now != nil && !m.has("timestamp") {
		m.setJSON("timestamp", s.now)
	}
	if j := m.canonicalJSON(); s.emit == nil {
		s.last = append(s.last, j)
	} else {
		s.emit(j)
	}
}

// putMessage prints a message with what all messages of the stream have.
func (s *Stream) putMessage(m *message) {
	s.flushError()
	s.completeMessage(m)
}

// completeMessage completes a message and prints it: what it has itself counts.
func (s *Stream) completeMessage(m *message) {
	all := &message{members: make([]member, 0, len(m.members)+4)}
	all.setOptional("sessionId", s.session).setOptional("parentToolUseId", s.parent)
	if s.time.Kind() == scan.String || s.time.Kind() == scan.Number {
		all.setValue("timestamp", s.time)
	}
	all.members = append(all.members, m.members...)
	s.emitMessage(all)
}

// printText prints a text of a type, unless it is empty.
func (s *Stream) printText(kind, id, text string) {
	if len(id) >= 5 && id[:5] == "item_" { // a number of the process, not the API's
		id = ""
	}
	if text != "" {
		s.putMessage(s.textMessage(kind, text).setOptional("messageId", id))
	}
}

// textMessage makes a message of a text.
func (s *Stream) textMessage(kind, text string) *message {
	m := newMessage(kind).text("content", text)
	if kind == "assistant" {
		m.setOptional("model", s.model)
	}
	return m
}

// printNotice prints a notice of the agent.
func (s *Stream) printNotice(subtype, text string) {
	if subtype == "" {
		subtype = "notice"
	}
	if text == "" {
		text = subtype
	}
	s.putMessage(newMessage("system").text("subtype", subtype).text("content", text))
}

// beginSession prints what a session begins with.
func (s *Stream) beginSession(id, model string, cwd scan.Value) {
	if id != "" {
		s.session = id
	}
	if model != "" {
		s.model = model
	}
	s.putMessage(newMessage("system").text("subtype", "init").text("content", "init").setOptional("model", s.model).setValue("cwd", cwd))
}

// printCall prints a call of a tool once.
func (s *Stream) printCall(id, name, messageID string, input []byte) {
	if m := s.callMessage(id, name, messageID, input); m != nil {
		s.putMessage(m)
	}
}

// callMessage makes a message of a call; nil when it was printed before.
func (s *Stream) callMessage(id, name, messageID string, input []byte) *message {
	if _, known := s.names[id]; known && id != "" {
		return nil
	}
	s.names[id] = name
	if len(input) == 0 {
		input = []byte("{}")
	}
	return newMessage("tool_use").setOptional("toolUseId", id).text("toolName", name).setJSON("toolInput", input).setOptional("messageId", messageID)
}

// resultMessage makes a message of what a call returned.
func (s *Stream) resultMessage(id, name, output string, failed bool) *message {
	if name == "" {
		name = s.names[id]
	}
	return newMessage("tool_result").setOptional("toolUseId", id).setOptional("toolName", name).text("content", output).setBool("isError", failed)
}

// seenBefore reports whether something was there before.
func (s *Stream) seenBefore(what, id string) bool {
	if id == "" {
		return false
	}
	before := s.seen[what+id]
	s.seen[what+id] = true
	return before
}

// addDelta joins a delta to the piece that it belongs to.
func (s *Stream) addDelta(key, kind string, whole bool, text scan.Value) {
	var p *piece
	for _, q := range s.pieces {
		if q.key == key && q.kind == kind {
			p = q
		}
	}
	if p == nil {
		p = &piece{key: key, kind: kind, parent: s.parent, whole: whole, time: append([]byte{}, s.time.Raw()...)}
		s.pieces = append(s.pieces, p)
	}
	from := len(p.text)
	p.text = text.AppendString(p.text)
	if s.pass != nil {
		s.pass(kind, key, p.parent, string(p.text[from:]))
	}
}

// dropPieces forgets the pieces of a message that has come whole.
func (s *Stream) dropPieces(key string) { s.keepPieces(func(p *piece) bool { return p.key != key }) }

// DropBegun forgets the pieces of the agent, or subagent, whose record is read: it says them again.
func (s *Stream) DropBegun() { s.keepPieces(func(p *piece) bool { return p.parent != s.parent }) }

func (s *Stream) keepPieces(keep func(p *piece) bool) {
	kept := 0
	for _, p := range s.pieces {
		if keep(p) {
			s.pieces[kept] = p
			kept++
		}
	}
	s.pieces = s.pieces[:kept]
}

// flushPieces prints the pieces whose whole message did not come.
func (s *Stream) flushPieces() {
	pieces, parent := s.pieces, s.parent
	s.pieces = nil
	for _, p := range pieces {
		if len(p.text) == 0 {
			continue
		}
		s.answer = string(p.text)
		m := s.textMessage(p.kind, s.answer)
		if !p.whole {
			m.setOptional("messageId", p.key).setBool("partial", true)
		}
		if len(p.time) > 0 {
			m.setJSON("timestamp", p.time)
		}
		s.parent = p.parent
		s.putMessage(m)
	}
	s.parent = parent
}

// deferError remembers an error until it is known whether the agent continues.
func (s *Stream) deferError(v, more scan.Value) {
	var f failure
	f.addError(v, errorDepth)
	f.addError(more, errorDepth)
	if s.failed != nil && f.text == s.failure {
		return
	}
	s.flushError()
	s.failed, s.failure = newMessage("error").text("content", f.text).setOptional("sessionId", s.session), f.text
	if s.time.Kind() > scan.Null {
		s.failed.setJSON("timestamp", append([]byte{}, s.time.Raw()...)) // the record will be gone
	}
	f.setMembers(s.failed, scan.Value{})
}

// flushError prints the error that is remembered.
func (s *Stream) flushError() {
	if m := s.failed; m != nil {
		time := s.time
		s.failed, s.time = nil, scan.Value{}
		s.completeMessage(m)
		s.time = time
	}
}

// goesOn prints, as a notice, an error after which the agent continued.
func (s *Stream) goesOn() {
	if s.failed != nil {
		s.failed = nil
		s.printNotice("warning", s.failure)
	}
}

// printRefusal prints that a request failed which began no turn.
func (s *Stream) printRefusal(v, e scan.Value) {
	var f failure
	f.addError(e, errorDepth)
	s.putMessage(fillMessage(v, "control_response requestId=id").text("content", f.text).setBool("isError", true))
}

// addSpend counts a request.
func (s *Stream) addSpend(u *session.TokenUsage, usd *session.Money) {
	t := s.threadOf("turn " + s.scope)
	t.turn.Add(*u)
	if usd != nil {
		t.usd, t.paid = t.usd.Plus(*usd), true
	}
}

// printRequest prints the tokens of a request that no message carries.
func (s *Stream) printRequest(id, model string, u *session.TokenUsage, usd *session.Money) {
	s.addSpend(u, usd)
	if !u.Zero() || usd != nil {
		s.putMessage(newMessage("stream_event").text("subtype", "usage").setOptional("messageId", id).setOptional("model", model).setUsage("usage", u).setMoney(usd))
	}
}

// turnEnd starts the message that ends a turn, with what the turn spent.
func (s *Stream) turnEnd(failed bool) *message {
	s.End()
	subtype, id := "success", "turn "+s.scope
	if failed {
		subtype = "error"
	}
	t := s.threadOf(id)
	m := newMessage("result").text("subtype", subtype).setBool("isError", failed).setOptional("model", s.model).setUsage("usage", &t.turn)
	if t.paid {
		m.setMoney(&t.usd)
	}
	delete(s.threads, id)
	return m
}
