// Package live runs sessions of coding agents without any I/O, clock or
// goroutine of its own. A driver starts the agent's process and passes what
// happens: what the process prints, what the caller wants, the time, the end of
// the process. The session answers each input with outputs, in order: what to
// write, to deliver, to record and to ask. The same inputs give the same
// outputs, however the printed bytes are cut.
//
// Session is common to all agents: turns, queues, time limits, permissions,
// recording and stopping. A protocol (claude.go, codex.go, pi.go, acp.go) only
// speaks to its agents. Messages are made by core/internal/normalize, so a live
// session stores what normalizing the same stream would store.
package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Session is one live session.
type Session struct {
	options  session.LiveOpenRequest
	agent    *agentRow
	protocol protocol
	stream   *normalize.Stream
	lines    lineBuffer
	outputs  []session.LiveOutput

	now      session.Time
	health   session.LiveHealth
	nativeID string // the agent's id of the session, once it is known
	version  string // as the agent announced it
	model    string
	mode     session.LivePermissionMode
	can      []string // capabilities, once the agent has announced its own

	turn     *turn   // that runs
	queue    []*turn // that wait
	sending  bool    // the stream reads what is being sent, not what the agent says
	asks     []*ask
	requests []request // control requests without an answer
	numbers  int64     // of control requests
	garbage  int64     // lines that were no records
	timers   timers
	clearing string   // the command that begins a new conversation; queries wait for its reply
	stopIDs  []string // the commands that stop the session
	prices   *cost.Table
	title    string // of the conversation, as far as it is known
	failure  error  // why the session ends; nil when it was asked to, or has not begun to
	failed   bool   // an error was reported since the last result
	phase    phase
}

// phase is how far the end of a session's process has come.
type phase int

const (
	running     phase = iota
	closed            // its input has been closed
	terminating       // the signal to terminate has been sent
	killed            // and the signal to kill
	ended
)

// protocol speaks to one kind of agent. Every method may write and emit through
// the session; none keeps bytes of a record that it read.
type protocol interface {
	// arguments are the arguments of the program after those of the agent's row.
	arguments(s *Session, a *arguments)
	// environment lists variables to set, each NAME=value.
	environment(s *Session) []string
	// begin writes what comes first. The protocol calls becomeReady when the
	// agent can take a prompt.
	begin(s *Session)
	// read takes one record that the agent printed. It passes to readMessages
	// everything that contains messages.
	read(s *Session, v scan.Value)
	// send sends the prompt of a turn.
	send(s *Session, t *turn)
	// interrupt asks the agent to end the running turn.
	interrupt(s *Session)
	// answer passes to the agent what was decided about a permission.
	answer(s *Session, a *ask, d decision)
	// control carries out a command. An error is the reply; otherwise the
	// protocol replies, at once or through awaitReply.
	control(s *Session, c *session.LiveCommandRequest) error
	// finish completes the message that ends a turn with figures whose meaning
	// only the protocol knows.
	finish(s *Session, m *result)
	// close writes what comes before the end of the input, such as an interrupt
	// of a turn that runs.
	close(s *Session)
}

// optionChecker is a protocol that lacks options which the agent's capabilities
// do not name. An error refuses the session before its process starts.
type optionChecker interface{ checkOptions(s *Session) error }

// promptChecker is a protocol that cannot send every prompt. An error refuses the
// query before it waits.
type promptChecker interface {
	checkPrompt(s *Session, c *session.LiveCommandRequest) error
}

// exitReader is a protocol that knows why its agent ends. nil for no reason.
type exitReader interface {
	exitError(s *Session, x session.LiveExitRequest) error
}

// Open begins a session. Its first step starts the process.
func Open(o session.LiveOpenRequest) (*Session, error) {
	s, err := newSession(o)
	if err != nil {
		return nil, err
	}
	s.setHealth(session.LiveHealthConnecting)
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindSpawn, Spawn: s.spawn()})
	s.setHealth(session.LiveHealthInitializing)
	s.timers.start = s.now + session.Time(limitOf(o.StartTimeoutMS, defaultStartMS))
	s.protocol.begin(s)
	return s, nil
}

func newSession(o session.LiveOpenRequest) (*Session, error) {
	row, err := findAgent(o.Agent)
	if err != nil {
		return nil, err
	}
	s := &Session{options: o, agent: row, now: o.Now, model: o.Model, mode: o.PermissionMode, can: row.can}
	if s.mode == "" {
		s.mode = session.LivePermissionModeDefault
	}
	if o.ProgramVersion != "" {
		s.version = versionIn(o.ProgramVersion)
	}
	if err := s.checkVersion(); err != nil {
		return nil, err
	}
	if err := s.checkOptions(); err != nil {
		return nil, err
	}
	s.protocol = row.newProtocol()
	if p, ok := s.protocol.(optionChecker); ok {
		if err := p.checkOptions(s); err != nil {
			return nil, err
		}
	}
	s.startStream()
	return s, nil
}

// startStream starts making messages afresh.
func (s *Session) startStream() {
	s.stream = normalize.NewStream(s.takeMessage)
	s.stream.OnDelta(s.takeDelta)
	s.stream.Expect(s.agent.Engine)
	s.stream.SetTime(s.now)
}

// spawn describes the process.
func (s *Session) spawn() *session.LiveSpawn {
	program := s.agent.Program
	if s.options.Program != "" {
		program = s.options.Program
	}
	args := arguments{list: append([]string{}, s.agent.argsOf(s.version)...)}
	s.protocol.arguments(s, &args)
	env := append(append(append([]string{}, s.agent.Env...), s.protocol.environment(s)...), s.options.Env...)
	return &session.LiveSpawn{Program: program, Args: append(args.list, s.options.Args...), Files: args.files, Cwd: s.options.Cwd,
		Env: env, Unset: append([]string{}, s.agent.Unset...), Install: s.agent.Install}
}

// BeforeLongLine has free called before a line of many megabytes is read, when
// memory can be released. nil for nothing.
func (s *Session) BeforeLongLine(free func()) { s.lines.free = free }

// Step returns the outputs since the last step.
func (s *Session) Step() session.LiveStep {
	out := s.outputs
	s.outputs = nil
	if out == nil {
		out = []session.LiveOutput{}
	}
	return session.LiveStep{Outputs: out, Deadline: s.deadline(), Health: s.health}
}

// Feed takes bytes that the process printed on standard output, cut anywhere.
func (s *Session) Feed(now session.Time, data []byte) {
	s.advance(now)
	for len(data) > 0 && s.phase != ended {
		var line []byte
		var whole bool
		line, data, whole = s.lines.takeLine(data)
		if whole {
			s.readLine(line)
		}
	}
}

// readLine reads one line that the agent printed.
func (s *Session) readLine(line []byte) {
	if err := s.lines.refused; err != nil {
		s.report(fault.From(err).At("", s.lines.number, s.lines.offset))
		return
	}
	if line = trimSpace(line); len(line) == 0 {
		return
	}
	v, err := scan.Parse(line)
	if err != nil || v.Kind() != scan.Object {
		s.reportGarbage(line)
		return
	}
	s.protocol.read(s, v)
}

// maxGarbageNotes is how many lines that are no records are reported.
const maxGarbageNotes = 20

func (s *Session) reportGarbage(line []byte) {
	if s.garbage++; s.garbage > maxGarbageNotes {
		return
	}
	if s.garbage == maxGarbageNotes {
		defer s.report(fault.New(fault.ParseError, "further lines of the agent that are no records will not be reported").At("", s.lines.number, s.lines.offset))
	}
	if len(line) > 200 {
		line = line[:200]
	}
	s.report(fault.New(fault.ParseError, "the agent printed a line that is no record: "+strings.ToValidUTF8(string(line), "\ufffd")).At("", s.lines.number, s.lines.offset))
}

// readMessages makes messages of a record.
func (s *Session) readMessages(v scan.Value) { s.stream.ReadRecord(v) }

// teach lets the stream read a record for what it says about the session, without
// emitting its messages.
func (s *Session) teach(v scan.Value) {
	s.sending = true
	s.readMessages(v)
	s.sending = false
}

// write sends a record to the agent. The stream reads it too: what it says about
// requests explains the answers to them. Messages in it are not emitted: the
// session has recorded the prompt before.
func (s *Session) write(record []byte, durable bool) {
	if v, err := scan.Parse(record); err == nil {
		s.teach(v)
	}
	s.writeRaw(record, durable)
}

// writeDecision sends what was decided about a permission, and records it.
func (s *Session) writeDecision(record []byte) {
	if s.phase != running {
		return
	}
	s.writeRaw(record, false)
	if v, err := scan.Parse(record); err == nil {
		s.stream.ReadSent(v)
	}
}

// writeRaw sends a record that says nothing about messages.
func (s *Session) writeRaw(record []byte, durable bool) {
	if s.phase != running {
		return
	}
	s.emit(session.LiveOutput{Kind: session.LiveOutputKindWrite, Data: string(record) + "\n", Durable: durable})
}

// becomeReady says that the agent can take prompts, and that its session is id.
func (s *Session) becomeReady(id string) {
	s.timers.start = 0
	if id != "" {
		s.nativeID = id
	}
	if s.health == session.LiveHealthInitializing && s.phase == running {
		s.setHealth(session.LiveHealthReady)
		s.startNextTurn()
	}
}

// setNativeID notes that the agent's session has another id from now on.
func (s *Session) setNativeID(id string) {
	if id == "" || id == s.nativeID {
		return
	}
	s.nativeID = id
	if s.health != session.LiveHealthInitializing {
		s.emitHealth()
	}
}

// refuseStart ends a session that the agent does not begin. Nothing that waits
// can be done any more, and the last state says why.
func (s *Session) refuseStart(err error) {
	if s.failure != nil || s.phase == ended {
		return
	}
	s.failure = err
	s.timers.start = 0
	s.beginStop("")
	s.stream.Cut()
	s.failAll(err)
}

// holder is a protocol that keeps a record until it knows what the record means.
type holder interface{ release(s *Session) }

// Exit takes the end of the process: all that it printed has been fed.
func (s *Session) Exit(x session.LiveExitRequest) {
	s.advance(x.Now)
	if s.phase == ended {
		return
	}
	if line, whole := s.lines.takeRest(); whole {
		s.readLine(line)
	}
	if p, ok := s.protocol.(holder); ok {
		p.release(s)
	}
	s.noteTitle(x.Title)
	failure := s.failure
	switch {
	case failure != nil:
	case len(s.stopIDs) > 0:
		failure = fault.New(fault.Complete, "the session was stopped").WithHint("resume it: start a session with resume")
	default:
		failure = s.exitError(x)
		s.failure = failure
	}
	s.phase = ended
	s.timers = timers{}
	s.stream.Cut()
	s.cancelAsks()
	s.failAll(failure)
	s.endSession()
}

// failAll ends the running turn and replies to all commands that wait.
func (s *Session) failAll(failure error) {
	if s.turn != nil {
		s.failTurn(failure, endOfAgent(failure))
	}
	for len(s.queue) > 0 {
		t := s.queue[0]
		s.queue = s.queue[1:]
		s.replyError(t.command.ID, failure)
	}
	requests := s.requests
	s.requests = nil
	for _, r := range requests {
		s.replyError(r.command, failure)
	}
}

// endSession emits the last state, and replies to those who stopped the session.
func (s *Session) endSession() {
	last := session.LiveOutput{Kind: session.LiveOutputKindState, Health: session.LiveHealthStopped, NativeSessionID: s.nativeID}
	if s.failure != nil {
		d := diagnosticOf(s.failure)
		last.Health, last.Error = session.LiveHealthError, &d
	}
	s.health = last.Health
	s.emit(last)
	for _, id := range s.stopIDs {
		s.reply(id, nil)
	}
	s.stopIDs = nil
}

// exitError says why the process ended.
func (s *Session) exitError(x session.LiveExitRequest) error {
	if x.Error != "" {
		code := fault.Code(x.ErrorCode)
		if code == "" {
			code = fault.IO
		}
		return fault.New(code, x.Error).WithHint(x.Hint)
	}
	if p, ok := s.protocol.(exitReader); ok {
		if err := p.exitError(s, x); err != nil {
			return err
		}
	}
	message := s.agent.name + " ended with status " + text.FormatInt(x.Status)
	if said := lastLines(x.Stderr); said != "" {
		message += ": " + said
	}
	return fault.New(fault.IO, message).WithHint("resume the session to continue")
}
