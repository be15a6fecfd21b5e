// Package liveserve runs live sessions for a program in any language, which starts `heddle live serve`
// and speaks the protocol of docs/live-protocol.md with it.
package liveserve

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/process"
)

// Limits of a connection.
const (
	maxRequests      = 4096
	maxErrors        = 64
	maxSessions      = 1024
	maxSubscriptions = 1024
	stopTime         = 15 * time.Second       // until agents that are being stopped are killed
	watchTime        = 500 * time.Millisecond // between two looks at the host's process
)

// Options are the ends of a server and what its sessions run on.
type Options struct {
	In  io.Reader
	Out io.Writer
	// Open opens the engine that records.
	Open func(bindings.Options) (bindings.Engine, error)
}

// server is one connection with a host.
type server struct {
	out     *lineWriter
	engines engines
	gone    context.Context // done when the host is gone
	leave   context.CancelFunc
	errors  chan struct{}   // has an element for each answer to a line that begins nothing
	starts  context.Context // done when no session may be started any more
	refuse  context.CancelFunc

	maxLine  int // constants, but in tests
	hookTime time.Duration

	mu            sync.Mutex
	accepted      bool // initialize has been accepted
	closing       bool
	running       map[string]context.CancelFunc // the client's requests by id
	calls         map[int64]chan message        // the program's requests
	lastCall      int64
	sessions      map[string]*agentSession
	supervised    map[string]*supervision
	subscriptions map[string]*subscription
}

// Serve answers the client until the host is gone or ctx is done. Then it stops all sessions, and returns when no process of
// an agent is left and what was said is stored.
func Serve(ctx context.Context, o Options) {
	newServer(o).serve(ctx, o.In)
}

func newServer(o Options) *server {
	s := &server{maxLine: maxLine, hookTime: hookTime, out: newLineWriter(o.Out), engines: engines{open: o.Open}, errors: make(chan struct{}, maxErrors),
		running: map[string]context.CancelFunc{}, calls: map[int64]chan message{}, sessions: map[string]*agentSession{},
		supervised: map[string]*supervision{}, subscriptions: map[string]*subscription{}}
	s.starts, s.refuse = context.WithCancel(context.Background())
	return s
}

func (s *server) serve(ctx context.Context, in io.Reader) {
	s.gone, s.leave = context.WithCancel(ctx)
	s.out.failed = s.leave
	go s.read(newLineReader(in, s.maxLine)) // a read cannot be interrupted: this goroutine may outlive Serve
	<-s.gone.Done()
	s.out.closed.Store(true)
	s.stopAll(stopTime)
	s.engines.closeAll()
}

// read takes lines until the input ends.
func (s *server) read(in *lineReader) {
	defer s.leave()
	for s.gone.Err() == nil {
		line, err := in.next()
		switch {
		case err == nil:
			s.take(line)
		case errors.Is(err, errLongLine):
			s.replyLater(nil, refuse(codeInvalidRequest, fault.LimitExceeded, err.Error()))
		default:
			return
		}
	}
}

// take takes a line: it begins a request, or passes a response on.
func (s *server) take(line []byte) {
	m, wrong := decodeMessage(line)
	switch {
	case wrong != nil:
		s.replyLater(nil, wrong)
	case m.Method == "":
		s.passResponse(m)
	case m.ID == nil:
		s.notice(m)
	default:
		s.begin(m)
	}
}

// reply writes the response to a request; without an id it is an error about a line.
func (s *server) reply(id []byte, result any, err error) {
	if err == nil {
		line := responseLine(id, result)
		if line.size() <= s.maxLine {
			s.out.write(line, nil)
			return
		}
		err = fault.New(fault.LimitExceeded, "the result is longer than 128 MiB").WithHint("read it in parts from the store")
	}
	s.out.write(errorLine(id, err), nil)
}

// begin begins a request, which ends on a goroutine of its own.
func (s *server) begin(m message) {
	ctx, cancel := context.WithCancel(s.gone)
	if err := s.admit(m, cancel); err != nil {
		cancel()
		id := m.ID
		if fault.CodeOf(err) == fault.Conflict {
			id = nil // it is that of another request
		}
		s.replyLater(id, err)
		return
	}
	work, err := s.prepare(m)
	go func() {
		var result any
		if err == nil {
			result, err = work.run(ctx)
		}
		cancelled := ctx.Err() != nil
		s.mu.Lock()
		delete(s.running, string(m.ID))
		s.mu.Unlock()
		cancel()
		if err != nil && cancelled && fault.CodeOf(err) == fault.Timeout {
			err = refuse(codeCancelled, fault.Timeout, "the request was cancelled")
		}
		s.reply(m.ID, result, err)
		if work.done != nil {
			work.done()
		}
	}()
}

// replyLater answers a line that begins nothing. The reader does not wait for a client that reads slowly, unless it
// has maxErrors such answers to read.
func (s *server) replyLater(id []byte, err error) {
	s.errors <- struct{}{}
	go func() {
		s.reply(id, nil, err)
		<-s.errors
	}()
}

// admit notes a request that may begin.
func (s *server) admit(m message, cancel context.CancelFunc) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := string(m.ID)
	switch {
	case s.running[id] != nil:
		return refuse(codeInvalidRequest, fault.Conflict, "the id "+id+" is that of a running request")
	case !s.accepted && m.Method != "initialize":
		return refuse(codeNotInitialized, fault.InvalidArgument, "the first request must be initialize")
	case len(s.running) >= maxRequests:
		return fault.New(fault.LimitExceeded, "4096 requests run already").WithHint("wait for their responses")
	}
	s.running[id] = cancel
	return nil
}

// prepare returns the work of a request. It runs on the reader's goroutine, in the order of the lines.
func (s *server) prepare(m message) (work, error) {
	prepare := methods[m.Method]
	if prepare == nil {
		return work{}, refuse(codeNoMethod, fault.Unsupported, "the method "+strconv.Quote(m.Method)+" is unknown")
	}
	return prepare(s, m.Params)
}

// notice takes a notification; an unknown one, or one with wrong params, is ignored.
func (s *server) notice(m message) {
	switch m.Method {
	case "live.credit":
		var p wireCredit
		if decodeParams(m.Params, &p) == nil {
			s.addCredit(p.Subscription, p.Bytes)
		}
	case "$/cancelRequest":
		var p wireCancelRequest
		if decodeParams(m.Params, &p) != nil {
			return
		}
		s.mu.Lock()
		cancel := s.running[string(p.ID)]
		s.mu.Unlock()
		if cancel != nil {
			cancel()
		}
	}
}

// notify writes a notification.
func (s *server) notify(method string, params any) { s.out.write(noticeLine(method, params), nil) }

// initialize opens the connection.
func (s *server) initialize(p *wireInitialize) (*wireProgram, error) {
	program := &wireProgram{Protocol: Protocol, Version: core.EngineVersion, PID: int64(os.Getpid()), MaxLine: maxLine}
	if p.Protocol != Protocol {
		e := refuse(codeFault, fault.Unsupported, "this is heddle "+program.Version+" with protocol "+strconv.Itoa(Protocol)+
			"; the client "+strconv.Quote(p.Client)+" "+p.Version+" speaks protocol "+strconv.FormatInt(p.Protocol, 10))
		e.fault.Hint = "install the program of the client's version, or the client of the version " + program.Version
		e.program = program
		return nil, e
	}
	start := ""
	if p.PID != 0 {
		if start = process.StartTime(int(p.PID)); start == "" {
			return nil, fault.New(fault.InvalidArgument, "no process "+strconv.FormatInt(p.PID, 10)+" runs here").WithHint("leave out pid when the host runs on another machine")
		}
	}
	s.mu.Lock()
	again := s.accepted
	s.accepted = true
	s.mu.Unlock()
	if again {
		return nil, refuse(codeInvalidRequest, fault.Conflict, "initialize has been accepted before")
	}
	if start != "" {
		go s.watchHost(int(p.PID), start)
	}
	return program, nil
}

// watchHost ends the server when the host's process does.
func (s *server) watchHost(pid int, start string) {
	ticker := time.NewTicker(watchTime)
	defer ticker.Stop()
	for process.StartTime(pid) == start {
		select {
		case <-ticker.C:
		case <-s.gone.Done():
			return
		}
	}
	s.leave()
}

func (s *server) shutdown(_ context.Context, p *wireShutdown) (any, error) {
	limit := stopTime
	if p.TimeoutMS > 0 {
		limit = time.Duration(p.TimeoutMS) * time.Millisecond
	}
	for _, a := range s.stopAll(limit) {
		select {
		case <-a.over:
		case <-s.gone.Done():
		}
	}
	return nil, nil
}

// stopAll stops all sessions, also those that are being started, and waits until no process is left and
// everything is stored. It returns them. It does not wait for a client that reads slowly.
func (s *server) stopAll(limit time.Duration) []*agentSession {
	s.mu.Lock()
	s.closing = true
	kept, all := slices.Collect(maps.Values(s.supervised)), slices.Collect(maps.Values(s.sessions))
	s.mu.Unlock()
	s.refuse()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var stopping sync.WaitGroup
	for _, v := range kept {
		stopping.Go(func() { _ = v.supervisor.Close(ctx) }) // that time is over shows in the sessions' ends
	}
	for _, a := range all {
		stopping.Go(func() { _ = a.stop(ctx) })
	}
	stopping.Wait()
	return all
}
