package liveserve

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// agentSession is a session by its handle.
type agentSession struct {
	handle     string
	agent      *heddle.AgentSession // nil after a start that failed; to be read when started is closed
	supervised *supervision         // nil unless it is kept running
	started    chan struct{}        // closed when the start has ended
	over       chan struct{}        // closed when live.ended was written, or the start has failed
	free       func()               // frees what the start has opened
	tail       chan struct{}        // closed when the last request so far has begun; of the reader's goroutine

	mu     sync.Mutex
	open   int           // requests without a response
	ending bool          // the agent has ended: nothing more is let in
	idle   chan struct{} // closed when nothing is open, once ending is set
}

func newAgentSession(handle string) *agentSession {
	started := make(chan struct{})
	return &agentSession{handle: handle, started: started, over: make(chan struct{}), idle: make(chan struct{}), free: func() {}, tail: started}
}

// errNoSession is the error for a handle that no session has.
func errNoSession(handle string) error {
	return fault.New(fault.Complete, "no session runs with the handle "+strconv.Quote(handle)).WithHint("it has ended, or was never started: resume it with live.start")
}

// queue gives a request its turn among those of the session. It waits for before to be closed and closes
// begun, so that requests begin in the order of their lines.
func (a *agentSession) queue() (before <-chan struct{}, begun chan struct{}) {
	before, begun = a.tail, make(chan struct{})
	a.tail = begun
	return before, begun
}

// enter lets a request in, unless the session has ended. leave is called after its response.
func (a *agentSession) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ending {
		return false
	}
	a.open++
	return true
}

func (a *agentSession) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open--; a.open == 0 && a.ending {
		close(a.idle)
	}
}

// add notes a session; CONFLICT: the handle is taken.
func (s *server) add(a *agentSession) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.sessions[a.handle] != nil:
		return fault.New(fault.Conflict, "a session with the handle "+strconv.Quote(a.handle)+" runs")
	case s.closing:
		return errClosing()
	case len(s.sessions) >= maxSessions:
		return fault.New(fault.LimitExceeded, "1024 sessions run already").WithHint("stop one")
	}
	s.sessions[a.handle] = a
	return nil
}

func errClosing() error { return fault.New(fault.Complete, "the program is being shut down") }

// remove frees the handle of a session.
func (s *server) remove(a *agentSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, a.handle)
}

func (s *server) find(handle string) *agentSession {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sessions[handle]
}

// starter starts the agent of a session; started gets the session of each further run.
type starter func(ctx context.Context, o heddle.AgentOptions, a *agentSession, started chan *newRun) (*heddle.AgentSession, error)

func startOnce(ctx context.Context, o heddle.AgentOptions, _ *agentSession, _ chan *newRun) (*heddle.AgentSession, error) {
	return heddle.StartAgent(ctx, o)
}

// prepareStart returns the work of live.start or live.supervise.
func (s *server) prepareStart(p *wireStart, start starter) (work, error) {
	if p.Session == "" || len(p.Session) > maxID || strings.Contains(p.Session, "/") {
		return work{}, refuse(codeParams, fault.InvalidArgument, "session must be a handle of 1 to 128 bytes without a slash")
	}
	a := newAgentSession(p.Session)
	if err := s.add(a); err != nil {
		return work{}, err
	}
	return work{run: func(ctx context.Context) (any, error) {
		defer close(a.started)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.starts, cancel)()
		info, err := s.start(ctx, p, a, start)
		if err != nil {
			a.free()
			s.remove(a)
			close(a.over)
			if s.starts.Err() != nil {
				err = errClosing()
			}
			return nil, err
		}
		return info, nil
	}}, nil
}

func (s *server) start(ctx context.Context, p *wireStart, a *agentSession, start starter) (*wireSessionInfo, error) {
	started := make(chan *newRun, 1)
	o, err := s.agentOptions(p, a, started)
	if err != nil {
		return nil, err
	}
	agent, err := start(ctx, o, a, started)
	if err != nil {
		offer(started, nil)
		return nil, err
	}
	info := infoOf(ctx, a.handle, agent)
	offer(started, &newRun{agent, info})
	a.agent = agent
	go s.watch(a)
	return info, nil
}

// newRun is a run of a session as its hook sessionStart gets it: before any request of the client.
type newRun struct {
	agent *heddle.AgentSession
	info  *wireSessionInfo
}

// offer gives the hook of a start its run, in place of one that has not been taken.
func offer(started chan *newRun, r *newRun) {
	select {
	case <-started:
	default:
	}
	started <- r
}

// watch reports the states of a session, and its end.
func (s *server) watch(a *agentSession) {
	driver := a.agent.Driver()
	var states *live.Subscription
	for states == nil {
		states = driver.SubscribeTo(live.Filter{Kind: session.LiveOutputKindState})
		s.notify("live.state", stateOf(a))
		for {
			_, err := states.Next(context.Background())
			if errors.Is(err, fault.LimitExceeded) {
				states = nil // the client reads slowly: the newest state is enough
			}
			if err != nil {
				break
			}
			s.notify("live.state", stateOf(a))
		}
	}
	_ = a.agent.Stop(context.Background()) // it has ended: this waits until its name is free
	a.mu.Lock()
	a.ending = true
	if a.open == 0 {
		close(a.idle)
	}
	a.mu.Unlock()
	<-a.idle
	select { // the client hears of the end last
	case <-driver.HooksDone():
	case <-time.After(s.hookTime):
	case <-s.gone.Done():
	}
	err := a.agent.Err()
	s.remove(a)
	s.notify("live.ended", wireEnded{Session: a.handle, Info: *infoOf(context.Background(), a.handle, a.agent), Error: diagnosticJSON(err)})
	if v := a.supervised; v == nil {
		a.free()
	} else if err == nil {
		s.forget(v)
	}
	close(a.over)
}

func stateOf(a *agentSession) wireSessionState {
	info := a.agent.Driver().Info()
	return copyFields(wireSessionState{Session: a.handle, Health: string(info.Health), NativeSessionID: info.NativeID, SessionID: info.StoreID, Error: diagnosticJSON(a.agent.Err())}, info)
}

// infoOf returns the state of a session; as far as it is known when ctx is done.
func infoOf(ctx context.Context, handle string, agent *heddle.AgentSession) *wireSessionInfo {
	known := agent.Driver().Info()
	info, err := agent.Info(ctx)
	if err != nil {
		info = &heddle.AgentSessionInfo{Agent: agent.Agent(), SessionID: known.StoreID, NativeSessionID: known.NativeID}
		*info = copyFields(*info, known)
	}
	if info.Capabilities == nil {
		info.Capabilities = []string{}
	}
	out := copyFields(wireSessionInfo{Session: handle, Queries: known.Queries}, info)
	return &out
}

// stop ends the session, after its start.
func (a *agentSession) stop(ctx context.Context) error {
	select {
	case <-a.started:
	case <-ctx.Done():
		return errCancelled(ctx)
	}
	if a.agent == nil {
		return nil
	}
	return a.agent.Stop(ctx)
}

// lookup returns a function that reads an environment.
func lookup(environment []string) func(string) string {
	if environment == nil {
		return os.Getenv
	}
	variables := map[string]string{}
	for _, v := range environment {
		name, value, _ := strings.Cut(v, "=")
		variables[variableName(name)] = value
	}
	return func(name string) string { return variables[variableName(name)] }
}

// variableName returns the name of a variable as the system compares it.
func variableName(name string) string {
	if runtime.GOOS == "windows" {
		return strings.ToUpper(name)
	}
	return name
}

// agentOptions returns the options of a start, for the typed API.
func (s *server) agentOptions(p *wireStart, a *agentSession, started chan *newRun) (o heddle.AgentOptions, err error) {
	if p.Continue && p.Resume != "" {
		return o, refuse(codeParams, fault.InvalidArgument, "continue and resume exclude each other")
	}
	o = copyFields(heddle.AgentOptions{NoRecording: p.Store == "-" || p.Record != nil && !*p.Record, Timeout: limitOf(p.TimeoutMS),
		IdleTimeout: milliseconds(p.IdleTimeoutMS), StartTimeout: milliseconds(p.StartTimeoutMS), PermissionTimeout: milliseconds(p.PermissionTimeoutMS),
		QueueEvents: int(p.QueueEvents), Environ: p.Environment}, p)
	for _, name := range p.Prefer {
		o.Prefer = append(o.Prefer, heddle.Agent(name))
	}
	if o.MaxBudgetUSD, err = moneyOf(p.MaxBudgetUSD); err != nil {
		return o, err
	}
	if p.Permission {
		o.Permission = s.permission(a.handle)
	}
	if o.StateFolder == "" && p.Environment != nil {
		if o.StateFolder = process.StateFolder(lookup(p.Environment)); o.StateFolder == "" {
			o.StateFolder = "-"
		}
	}
	if o.Hooks, err = s.hooks(a.handle, p.Hooks, started); err != nil {
		return o, err
	}
	return o, s.openResources(p, a, &o)
}

// openResources opens what a session holds until its end.
func (s *server) openResources(p *wireStart, a *agentSession, o *heddle.AgentOptions) (err error) {
	if p.Attachments != "" {
		if o.Attachments, err = os.OpenRoot(p.Attachments); err != nil {
			return fault.Wrap(fault.InvalidArgument, "the folder of attachments cannot be opened", err)
		}
	}
	var release func()
	root := o.Attachments
	a.free = sync.OnceFunc(func() {
		if root != nil {
			root.Close()
		}
		if release != nil {
			release()
		}
	})
	o.Client, release, err = s.engines.take(p)
	return err
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// limitOf returns a time limit; 0 ms are no limit.
func limitOf(ms *int64) time.Duration {
	switch {
	case ms == nil:
		return 0
	case *ms == 0:
		return -1
	}
	return milliseconds(*ms)
}

func moneyOf(text string) (heddle.Money, error) {
	if text == "" {
		return 0, nil
	}
	return heddle.ParseMoney(text)
}
