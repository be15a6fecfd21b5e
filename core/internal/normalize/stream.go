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
	last []session.JSON // without emit, what was printed

	session string     // the agent's id of its session
	model   string     // in force
	time    scan.Value // of the record that is read
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
}

// piece is text of which no whole message has come yet.
type piece struct {
	key, kind, parent string
	text, time        []byte
	whole             bool // the protocol has no whole messages
}

// thread is what a stream keeps of a session or call that it shows.
type thread struct {
	open   string             // the message or input that is being written
	model  string             // in force
	call   string             // of the parent that started it
	stop   string             // why the turn stopped, where its end does not say it
	total  session.TokenUsage // that was last said
	turn   session.TokenUsage // what the turn has spent
	usd    session.Money      // that the turn cost, or that was last said
	since  int64              // when it began, in milliseconds
	paid   bool               // usd was said
	known  bool               // total was said
	active bool               // a turn of it began
}

// NewStream starts a stream. Every message is passed to emit, and is the
// caller's.
func NewStream(emit func(session.JSON)) *Stream {
	return &Stream{emit: emit, names: map[string]string{}, seen: map[string]bool{}, threads: map[string]*thread{}}
}

// threadOf returns what is kept of a thread.
func (s *Stream) threadOf(id string) *thread {
	t := s.threads[id]
	if t == nil {
		t = new(thread)
		s.threads[id] = t
	}
	return t
}

// Record reads one record. Its bytes must stay as they are until the call
// returns.
func (s *Stream) Record(v scan.Value) {
	s.time, s.parent = pick(v, "timestamp"), ""
	if v.Kind() != scan.Object {
		if v.Kind() != scan.Array {
			s.print(rawMessage(v))
		}
		v.Each(func(_ int, e scan.Value) bool { // a list of records
			s.Record(e)
			return true
		})
		return
	}
	switch detect(v) {
	case transcript:
		if inner := pick(v, "msg"); inner.Kind() == scan.Object && detect(inner) != transcript {
			s.Record(inner)
		}
	case jsonRPC:
		s.rpc(v)
	case copilotCLI:
		s.copilot(v)
	case openCodeCLI:
		s.openCode(v)
	case piCLI:
		s.pi(v)
	case geminiCLI:
		s.gemini(v)
	case codexExec:
		s.codex(v)
	case openClawCLI:
		s.openClaw(v)
	default:
		s.claude(v)
	}
}

// End says that nothing follows: what was begun is printed as far as it came.
func (s *Stream) End() {
	s.flush()
	s.fail()
}

// print prints a message.
func (s *Stream) print(m session.JSON) {
	if s.emit == nil {
		s.last = append(s.last, m)
	} else {
		s.emit(m)
	}
}

// put prints a message with what all messages of the stream have.
func (s *Stream) put(m *message) {
	s.fail()
	s.send(m)
}

// send completes a message and prints it: what it has itself counts.
func (s *Stream) send(m *message) {
	var all message
	all.opt("sessionId", s.session).opt("parentToolUseId", s.parent)
	if s.time.Kind() == scan.String || s.time.Kind() == scan.Number {
		all.value("timestamp", s.time)
	}
	if len(all.b) > 0 {
		all.b = lit(all.b, ",")
		all.b = append(all.b, m.b[1:]...)
		m = &all
	}
	s.print(m.end())
}

// say prints a text of a type, unless it is empty.
func (s *Stream) say(kind, id, text string) {
	if len(id) >= 5 && id[:5] == "item_" { // a number of the process, not the API's
		id = ""
	}
	if text != "" {
		s.put(s.said(kind, text).opt("messageId", id))
	}
}

// said makes a message of a text.
func (s *Stream) said(kind, text string) *message {
	m := newMessage(kind).text("content", text)
	if kind == "assistant" {
		m.opt("model", s.model)
	}
	return m
}

// notice prints a notice of the agent.
func (s *Stream) notice(subtype, text string) {
	if subtype == "" {
		subtype = "notice"
	}
	if text == "" {
		text = subtype
	}
	s.put(newMessage("system").text("subtype", subtype).text("content", text))
}

// begin prints what a session begins with.
func (s *Stream) begin(id, model string, cwd scan.Value) {
	if id != "" {
		s.session = id
	}
	if model != "" {
		s.model = model
	}
	s.put(newMessage("system").text("subtype", "init").text("content", "init").opt("model", s.model).value("cwd", cwd))
}

// call prints a call of a tool once.
func (s *Stream) call(id, name, messageID string, input []byte) {
	if _, known := s.names[id]; known && id != "" {
		return
	}
	s.names[id] = name
	if len(input) == 0 {
		input = []byte("{}")
	}
	s.put(newMessage("tool_use").opt("toolUseId", id).text("toolName", name).json("toolInput", input).opt("messageId", messageID))
}

// result makes a message of what a call returned.
func (s *Stream) result(id, name, output string, failed bool) *message {
	if name == "" {
		name = s.names[id]
	}
	return newMessage("tool_result").opt("toolUseId", id).opt("toolName", name).text("content", output).flag("isError", failed)
}

// again reports whether something was there before.
func (s *Stream) again(what, id string) bool {
	if id == "" {
		return false
	}
	before := s.seen[what+id]
	s.seen[what+id] = true
	return before
}

// add joins a delta to the piece that it belongs to.
func (s *Stream) add(key, kind string, whole bool, text scan.Value) {
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
	p.text = text.AppendString(p.text)
}

// drop forgets the pieces of a message that has come whole.
func (s *Stream) drop(key string) {
	kept := 0
	for _, p := range s.pieces {
		if p.key != key {
			s.pieces[kept] = p
			kept++
		}
	}
	s.pieces = s.pieces[:kept]
}

// flush prints the pieces of which no whole message came.
func (s *Stream) flush() {
	pieces, parent := s.pieces, s.parent
	s.pieces = nil
	for _, p := range pieces {
		if len(p.text) == 0 {
			continue
		}
		s.answer = string(p.text)
		m := s.said(p.kind, s.answer)
		if !p.whole {
			m.opt("messageId", p.key).flag("partial", true)
		}
		if len(p.time) > 0 {
			m.json("timestamp", p.time)
		}
		s.parent = p.parent
		s.put(m)
	}
	s.parent = parent
}

// broken remembers an error until it is known whether the agent goes on.
func (s *Stream) broken(v, more scan.Value) {
	var f failure
	f.add(v, errorDepth)
	f.add(more, errorDepth)
	if s.failed != nil && f.text == s.failure {
		return
	}
	s.fail()
	s.failed, s.failure = newMessage("error").text("content", f.text).opt("sessionId", s.session).value("timestamp", s.time), f.text
	f.put(s.failed, scan.Value{})
}

// fail prints the error that is remembered.
func (s *Stream) fail() {
	if m := s.failed; m != nil {
		time := s.time
		s.failed, s.time = nil, scan.Value{}
		s.send(m)
		s.time = time
	}
}

// goesOn prints an error after which the agent went on as a notice.
func (s *Stream) goesOn() {
	if s.failed != nil {
		s.failed = nil
		s.notice("warning", s.failure)
	}
}

// refused prints that a request failed which began no turn.
func (s *Stream) refused(v, e scan.Value) {
	var f failure
	f.add(e, errorDepth)
	s.put(fill(v, "control_response requestId=id").text("content", f.text).flag("isError", true))
}

// spend counts a request.
func (s *Stream) spend(u *session.TokenUsage, usd *session.Money) {
	t := s.threadOf("turn " + s.scope)
	t.turn.Add(*u)
	if usd != nil {
		t.usd, t.paid = t.usd.Plus(*usd), true
	}
}

// request prints the tokens of a request that no message carries.
func (s *Stream) request(id, model string, u *session.TokenUsage, usd *session.Money) {
	s.spend(u, usd)
	if !u.Zero() || usd != nil {
		s.put(newMessage("stream_event").text("subtype", "usage").opt("messageId", id).opt("model", model).usage("usage", u).money(usd))
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
	m := newMessage("result").text("subtype", subtype).flag("isError", failed).opt("model", s.model).usage("usage", &t.turn)
	if t.paid {
		m.money(&t.usd)
	}
	delete(s.threads, id)
	return m
}
