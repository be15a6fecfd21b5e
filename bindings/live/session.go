package live

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// Session is a live session. Its methods may be called by any goroutine. One
// goroutine owns the machine: it takes what arrives in turn and does what the machine asks for.
type Session struct {
	o         Options
	transport Transport
	recorder  *recorder   // changes with clear, under infoMu
	before    []*recorder // of the conversations before
	hooks     *hookQueue
	meter     *meter

	calls  chan func()   // for the goroutine of the machine
	chunks chan []byte   // that the agent printed
	fed    chan struct{} // the chunk has been read
	poked  chan struct{} // the recorder has committed
	done   chan struct{} // closed at the end
	ready  chan struct{} // closed when the agent is ready, or will never be

	subsMu sync.Mutex
	subs   map[*Subscription]struct{}
	// collections are those of the queries that Ask waits for.
	collections map[string]*collection

	infoMu sync.Mutex
	info   Info
	failed error // why the session ended, if it did so by a failure

	// of the goroutine of the machine
	machine    *core.LiveSession
	connection Connection
	pending    []session.LiveOutput
	added      bool // the first of pending is with the recorder
	timer      *time.Timer
	replies    map[string]chan reply
	queries    map[string]bool // that have begun
	asks       map[string]context.CancelFunc
	ended      bool // the process has ended
	isReady    bool
	clear      string         // the command that begins a new conversation
	recorded   string         // the agent's id of the one before
	stopping   bool           // the process is being ended: nothing waits for readers any more
	work       sync.WaitGroup // goroutines of the session
}

// reply ends a command.
type reply struct {
	value session.JSON
	err   error
}

func newSession(o Options) *Session {
	s := &Session{o: o, calls: make(chan func()), chunks: make(chan []byte), fed: make(chan struct{}),
		poked: make(chan struct{}, 1), done: make(chan struct{}), ready: make(chan struct{}),
		subs: map[*Subscription]struct{}{}, replies: map[string]chan reply{}, queries: map[string]bool{}, asks: map[string]context.CancelFunc{}}
	s.info = Info{Agent: o.Open.Agent, Cwd: o.Open.Cwd, Model: o.Open.Model, Health: session.LiveHealthConnecting}
	engine := o.Engine
	if o.NoRecording {
		engine = nil
	}
	if engine != nil {
		s.info.StoreID = o.StoreID
	}
	s.recorder = newRecorder(engine, o.StoreID, o.NewID, s.poke)
	s.hooks = newHookQueue()
	s.meter = newMeter(&o)
	s.timer = time.NewTimer(time.Hour)
	s.timer.Stop()
	return s
}

// now is the current time as the machine takes it.
func (s *Session) now() session.Time { return session.Time(s.o.Now().UnixMilli()) }

// poke wakes the goroutine of the machine after a commit.
func (s *Session) poke() {
	select {
	case s.poked <- struct{}{}:
	default:
	}
}

// post has the goroutine of the machine call f. It reports false when the
// session has ended.
func (s *Session) post(ctx context.Context, f func()) error {
	select {
	case s.calls <- f:
		return nil
	case <-s.done:
		return errEnded()
	case <-ctx.Done():
		return cancelled(ctx)
	}
}

// run owns the machine until the session has ended.
func (s *Session) run(step session.LiveStep) {
	s.take(step)
	for !s.ended || len(s.pending) > 0 {
		chunks := s.chunks
		if len(s.pending) > 0 || s.recorder.full() || s.hasSlowReader() {
			chunks = nil // the agent waits for the store, or for who listens
		}
		select {
		case f := <-s.calls:
			f()
		case data := <-chunks:
			s.take(s.machine.Feed(s.now(), data))
			s.fed <- struct{}{}
		case <-s.timer.C:
			s.take(s.machine.Tick(s.now()))
		case <-s.poked:
			s.drain()
		}
	}
	s.finish()
}

// take does what a step asks for, and sets the timer for the next one.
func (s *Session) take(step session.LiveStep) {
	s.pending = append(s.pending, step.Outputs...)
	s.timer.Stop()
	if step.Deadline > 0 {
		s.timer.Reset(max(0, time.Duration(step.Deadline-s.now())*time.Millisecond))
	}
	s.drain()
}

// drain does the pending outputs in order. It stops at one that must wait for the store.
func (s *Session) drain() {
	s.reportRecording()
	for len(s.pending) > 0 {
		o := &s.pending[0]
		if o.Record && !s.added {
			s.recorder.add(o.Message, o.Query)
			s.added = true
		}
		if o.Durable && !s.recorder.settled() {
			return
		}
		first := *o
		s.pending[0] = session.LiveOutput{}
		s.pending = s.pending[1:]
		s.added = false
		s.do(&first)
	}
	s.pending = nil
}

// reportRecording reports what happens to the recording.
func (s *Session) reportRecording() {
	for _, r := range s.recorders() {
		for _, err := range r.reports() {
			s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: err})
		}
	}
}

// do does one output.
func (s *Session) do(o *session.LiveOutput) {
	switch o.Kind {
	case session.LiveOutputKindSpawn:
		s.spawn(o.Spawn)
	case session.LiveOutputKindWrite:
		if s.connection != nil {
			s.connection.Write([]byte(o.Data))
		}
	case session.LiveOutputKindCloseInput:
		s.stopping = true
		if s.connection != nil {
			s.connection.CloseInput()
		}
	case session.LiveOutputKindSignal:
		s.stopping = true
		if s.connection != nil {
			s.connection.Signal(o.Signal)
		}
	case session.LiveOutputKindEvent:
		s.deliver(o)
	case session.LiveOutputKindAsk:
		s.ask(o)
	case session.LiveOutputKindCancelAsk:
		s.cancelAsk(o.ID)
	case session.LiveOutputKindReply:
		s.reply(o)
	case session.LiveOutputKindMeasure:
		s.measure(o)
	case session.LiveOutputKindState:
		s.setState(o)
	case session.LiveOutputKindDiagnostic:
		s.publish(Event{Kind: o.Kind, Query: o.Query, Err: errorOf(o.Error)})
	}
}

// errorOf returns the error that a diagnostic describes.
func errorOf(d *session.Diagnostic) error {
	if d == nil {
		return nil
	}
	e := fault.New(fault.Code(d.Code), d.Message).WithHint(d.Hint)
	e.Path, e.Line, e.Offset = d.Path, d.Line, d.Offset
	return e
}

// spawn starts the process.
func (s *Session) spawn(spawn *session.LiveSpawn) {
	output := func(data []byte) {
		select {
		case s.chunks <- data:
			<-s.fed
		case <-s.done:
		}
	}
	connection, err := s.transport.Start(spawn, output)
	if err != nil {
		e := fault.From(err)
		s.exit(session.LiveExitRequest{Error: e.Message, ErrorCode: string(e.Code), Hint: e.Hint})
		return
	}
	s.connection = connection
	s.work.Go(func() {
		end := connection.Wait()
		title := s.meter.lateTitle(s.Info().NativeID)
		s.post(context.Background(), func() {
			if !end.Gone {
				s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: process.ErrLeft(end.Left)})
			}
			s.exit(session.LiveExitRequest{Status: int64(end.Status), Stderr: end.Stderr, Title: title})
		})
	})
}

// exit passes the end of the process to the machine, after the pending outputs.
func (s *Session) exit(x session.LiveExitRequest) {
	s.ended = true
	s.connection = nil
	s.timer.Stop()
	x.Now = s.now()
	s.pending = append(s.pending, s.machine.Exit(x).Outputs...)
	s.drain()
}

// deliver passes on a message.
func (s *Session) deliver(o *session.LiveOutput) {
	if o.Query != "" && !s.queries[o.Query] {
		s.queries[o.Query] = true
		s.infoMu.Lock()
		s.info.Queries++
		s.infoMu.Unlock()
		if f := s.o.Hooks.QueryStart; f != nil {
			s.hook(func() { f(o.Query) })
		}
	}
	if f := s.o.Hooks.ToolUse; f != nil && o.Record {
		for _, use := range toolUses(o) {
			s.hook(func() { f(use) })
		}
	}
	s.publish(Event{Kind: o.Kind, Query: o.Query, Message: o.Message, Whole: o.Record})
}

// reply ends a command.
func (s *Session) reply(o *session.LiveOutput) {
	err := errorOf(o.Error)
	if o.ID == s.clear {
		s.clear = ""
		s.beginRecording()
	}
	if waiting := s.replies[o.ID]; waiting != nil {
		delete(s.replies, o.ID)
		waiting <- reply{o.Value, err}
	}
	if s.queries[o.ID] {
		delete(s.queries, o.ID)
		if f := s.o.Hooks.QueryEnd; f != nil {
			s.hook(func() { f(o.ID, o.Value, err) })
		}
	}
	s.endQuery(o.ID)
}

// setState notes the state, and the agent's own id of the session.
func (s *Session) setState(o *session.LiveOutput) {
	err := errorOf(o.Error)
	if err != nil {
		s.setFailure(err)
	}
	s.infoMu.Lock()
	known := s.info.NativeID
	s.info.Health = o.Health
	if o.NativeSessionID != "" {
		s.info.NativeID = o.NativeSessionID
	}
	info := s.info
	s.infoMu.Unlock()
	if info.NativeID != known && s.clear == "" {
		s.recorder.setMeta(s.metadata(info, ""))
	}
	if o.Health == session.LiveHealthReady && !s.isReady {
		s.isReady = true
		s.recorder.open(s.o.Open.Resume != "" && !s.o.Open.Fork)
		s.meter.begin(info.NativeID)
		close(s.ready)
		if f := s.o.Hooks.SessionStart; f != nil {
			s.hook(func() { f(info) })
		}
	}
	s.publish(Event{Kind: o.Kind, Health: o.Health, Err: err})
}

// recorders are those of all conversations of the session.
func (s *Session) recorders() []*recorder {
	s.infoMu.Lock()
	defer s.infoMu.Unlock()
	return append(slices.Clone(s.before), s.recorder)
}

// beginRecording begins a stored session of its own for a conversation that begins after another in the same
// process; it is linked to the one before. An agent that keeps its id keeps the stored session.
func (s *Session) beginRecording() {
	s.infoMu.Lock()
	old := s.info
	if old.StoreID == "" || old.NativeID == s.recorded {
		s.infoMu.Unlock()
		return
	}
	s.info.StoreID = s.o.NewID()
	s.before = append(s.before, s.recorder)
	s.recorder = newRecorder(s.recorder.engine, s.info.StoreID, s.o.NewID, s.poke)
	info := s.info
	s.infoMu.Unlock()
	s.work.Go(s.before[len(s.before)-1].close)
	s.recorder.setMeta(s.metadata(info, old.StoreID))
	s.recorder.open(true)
}

func (s *Session) setFailure(err error) {
	s.infoMu.Lock()
	defer s.infoMu.Unlock()
	if s.failed == nil {
		s.failed = err
	}
	s.info.Health = session.LiveHealthError
}

// finish releases everything after the end of the process.
func (s *Session) finish() {
	s.timer.Stop()
	for id := range s.asks {
		s.cancelAsk(id)
	}
	for _, r := range s.recorders() {
		r.close()
	}
	s.reportRecording()
	for _, waiting := range s.replies {
		waiting <- reply{err: errEnded()}
	}
	if !s.isReady {
		close(s.ready)
	}
	s.endSubscriptions()
	info, err := s.Info(), s.Err()
	s.hooks.close(func() {
		if f := s.o.Hooks.SessionEnd; f != nil {
			f(info, err)
		}
	})
	close(s.done)
	s.work.Wait()
}

// hook queues a callback.
func (s *Session) hook(f func()) {
	if !s.hooks.add(f) {
		s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: fault.New(fault.LimitExceeded, "a hook is too slow: a call was dropped")})
	}
}

// Info returns what is known of the session.
func (s *Session) Info() Info {
	s.infoMu.Lock()
	defer s.infoMu.Unlock()
	info := s.info
	info.Position, info.Recording, info.Lost = s.recorder.state()
	for _, r := range s.before {
		_, _, lost := r.state()
		info.Lost += lost
	}
	return info
}

// Err returns why the session ended by a failure; nil while it runs or after Stop.
func (s *Session) Err() error {
	s.infoMu.Lock()
	defer s.infoMu.Unlock()
	return s.failed
}

// RecordingErr returns why messages of the session are lost; nil while none is. Info
// has their number.
func (s *Session) RecordingErr() error {
	for _, r := range s.recorders() {
		if err := r.err(); err != nil {
			return err
		}
	}
	return nil
}

// Done is closed when the session has ended: no process of it is left, and
// everything is stored.
func (s *Session) Done() <-chan struct{} { return s.done }

// HooksDone is closed when the last hook of the session has returned, which may be after its end.
func (s *Session) HooksDone() <-chan struct{} { return s.hooks.done }

// Do runs a command and waits for its reply. It sets ID if that is empty, and
// Now. When ctx is done, a query is interrupted and Do returns TIMEOUT at once.
func (s *Session) Do(ctx context.Context, c session.LiveCommandRequest) (session.JSON, error) {
	b, err := s.BeginCommand(ctx, c)
	if err != nil {
		return nil, err
	}
	value, _, err := b.Wait(ctx)
	return value, err
}

// send passes a command to the machine.
func (s *Session) send(ctx context.Context, c session.LiveCommandRequest) (chan reply, error) {
	waiting := make(chan reply, 1)
	err := s.post(ctx, func() {
		if s.ended {
			waiting <- reply{err: errEnded()}
			return
		}
		if s.replies[c.ID] != nil {
			waiting <- reply{err: fault.New(fault.Conflict, "the id "+c.ID+" is that of a running command")}
			return
		}
		s.replies[c.ID] = waiting
		if s.clear == "" && (c.Kind == session.LiveCommandKindClear || c.Kind == session.LiveCommandKindQuery && strings.TrimSpace(c.Text) == "/clear") {
			s.clear, s.recorded = c.ID, s.info.NativeID
		}
		c.Now = s.now()
		s.take(s.machine.Command(c))
	})
	return waiting, err
}

// await waits for the reply to a command.
func (s *Session) await(ctx context.Context, c session.LiveCommandRequest, waiting chan reply) (session.JSON, error) {
	select {
	case r := <-waiting:
		return r.value, r.err
	case <-ctx.Done():
	}
	select { // it may have come at the same time
	case r := <-waiting:
		return r.value, r.err
	default:
	}
	if c.Kind == session.LiveCommandKindQuery {
		s.interruptLater(c.ID)
	}
	return nil, cancelled(ctx)
}

// interruptLater interrupts a query that no caller waits for any more.
func (s *Session) interruptLater(query string) {
	c := session.LiveCommandRequest{ID: s.o.NewID(), Kind: session.LiveCommandKindInterrupt, Query: query}
	go s.send(context.Background(), c)
}

// Stop ends the session: politely at first, then by force, until no process is
// left. When ctx is done the process is killed at once.
func (s *Session) Stop(ctx context.Context) error {
	c := session.LiveCommandRequest{ID: s.o.NewID(), Kind: session.LiveCommandKindStop}
	go s.send(ctx, c)
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
	}
	s.kill()
	<-s.done
	return cancelled(ctx)
}

// kill ends the process at once.
func (s *Session) kill() {
	s.post(context.Background(), func() {
		s.stopping = true
		if s.connection != nil {
			s.connection.Signal(session.LiveSignalKill)
		}
	})
}
