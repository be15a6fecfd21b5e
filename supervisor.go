package heddle

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
)

// SupervisorOptions say when a Supervisor restarts sessions. The zero value is usable.
type SupervisorOptions struct {
	// MinDelay is the time before the first restart, doubled with each further one up to MaxDelay; 0
	// means 1 s, and 30 s. A session that ran for MaxDelay begins at MinDelay again.
	MinDelay, MaxDelay time.Duration
	// MaxRestarts is the number of restarts in a row before the Supervisor gives a session up; 0 means no limit.
	MaxRestarts int
	// Restarted hears of each restart: why the session ended, and why it could not be started again, or nil.
	Restarted func(name string, ended, failed error)
}

// Supervisor keeps named sessions running: a session that fails is started again, with the agent's
// session resumed. A session that is stopped stays stopped. Close it.
type Supervisor struct {
	options SupervisorOptions
	ctx     context.Context // done when the supervisor closes
	cancel  context.CancelFunc
	work    sync.WaitGroup

	mu       sync.Mutex
	children map[string]*supervised
}

// supervised is a session that is kept running.
type supervised struct {
	options AgentOptions
	ctx     context.Context // done when it shall stop
	cancel  context.CancelFunc
	ended   chan struct{}

	mu      sync.Mutex
	session *AgentSession // nil between two runs
	changed chan struct{} // closed when session changes
	err     error         // why it was given up
}

// NewSupervisor returns a Supervisor without sessions.
func NewSupervisor(options SupervisorOptions) *Supervisor {
	if options.MinDelay <= 0 {
		options.MinDelay = time.Second
	}
	if options.MaxDelay <= 0 {
		options.MaxDelay = max(30*time.Second, options.MinDelay)
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Supervisor{options: options, ctx: ctx, cancel: cancel, children: map[string]*supervised{}}
}

// Start starts a session, which needs a Name, and keeps it running. The first start must succeed.
func (v *Supervisor) Start(ctx context.Context, options AgentOptions) (*AgentSession, error) {
	if options.Name == "" {
		return nil, optionFault("a supervised session needs a Name", "set AgentOptions.Name")
	}
	if v.ctx.Err() != nil {
		return nil, fault.New(fault.Complete, "the supervisor is closed")
	}
	s, err := StartAgent(ctx, options)
	if err != nil {
		return nil, err
	}
	child := &supervised{options: options, ended: make(chan struct{}), session: s, changed: make(chan struct{})}
	child.ctx, child.cancel = context.WithCancel(v.ctx)
	v.mu.Lock()
	v.children[options.Name] = child
	v.mu.Unlock()
	v.work.Go(func() { v.watch(child, s) })
	return s, nil
}

// Session returns the running session of a name. It waits while the session is being restarted.
// BAD_REF: no session has it. The error of a session that was given up is that of its last start.
func (v *Supervisor) Session(ctx context.Context, name string) (*AgentSession, error) {
	v.mu.Lock()
	child := v.children[name]
	v.mu.Unlock()
	if child == nil {
		return nil, fault.New(fault.BadRef, "no supervised agent has the name "+name)
	}
	for {
		child.mu.Lock()
		s, err, changed := child.session, child.err, child.changed
		child.mu.Unlock()
		if err != nil {
			return nil, err
		}
		if s != nil {
			return s, nil
		}
		select {
		case <-changed:
		case <-child.ended:
			return nil, fault.New(fault.Complete, "the agent "+name+" was stopped")
		case <-ctx.Done():
			return nil, fault.Wrap(fault.Timeout, "the agent "+name+" is being restarted", ctx.Err())
		}
	}
}

// Names lists the supervised sessions in byte order.
func (v *Supervisor) Names() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := make([]string, 0, len(v.children))
	for name := range v.children {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Stop ends a session for good. BAD_REF: no session has that name.
func (v *Supervisor) Stop(ctx context.Context, name string) error {
	v.mu.Lock()
	child := v.children[name]
	delete(v.children, name)
	v.mu.Unlock()
	if child == nil {
		return fault.New(fault.BadRef, "no supervised agent has the name "+name)
	}
	child.cancel()
	err := child.stop(ctx)
	<-child.ended
	return err
}

// Close ends all sessions.
func (v *Supervisor) Close(ctx context.Context) error {
	v.cancel()
	v.mu.Lock()
	children := v.children
	v.children = map[string]*supervised{}
	v.mu.Unlock()
	failures := make(chan error, len(children))
	for _, child := range children {
		go func() { failures <- child.stop(ctx) }()
	}
	var all []error
	for range children {
		all = append(all, <-failures)
	}
	v.work.Wait()
	return errors.Join(all...)
}

// stop ends the running session, if there is one.
func (c *supervised) stop(ctx context.Context) error {
	c.mu.Lock()
	s := c.session
	c.mu.Unlock()
	if s == nil {
		return nil
	}
	return s.Stop(ctx)
}

// set notes that another session runs, or none.
func (c *supervised) set(s *AgentSession, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session, c.err = s, err
	close(c.changed)
	c.changed = make(chan struct{})
}

// watch starts a session again when it has failed.
func (v *Supervisor) watch(child *supervised, s *AgentSession) {
	defer close(child.ended)
	defer child.cancel()
	delay, restarts, began := v.options.MinDelay, 0, time.Now()
	for {
		<-s.released
		ended := s.Err()
		if ended == nil || child.ctx.Err() != nil {
			v.forget(child)
			return
		}
		child.set(nil, nil)
		if time.Since(began) >= v.options.MaxDelay {
			delay, restarts = v.options.MinDelay, 0
		}
		child.options.resumeAfter(s)
		for {
			if restarts++; v.options.MaxRestarts > 0 && restarts > v.options.MaxRestarts {
				child.set(nil, ended)
				return
			}
			select {
			case <-time.After(delay):
			case <-child.ctx.Done():
				return
			}
			delay = min(2*delay, v.options.MaxDelay)
			next, err := StartAgent(child.ctx, child.options)
			if f := v.options.Restarted; f != nil {
				f(child.options.Name, ended, err)
			}
			if err == nil {
				s, began = next, time.Now()
				break
			}
			if child.ctx.Err() != nil {
				return
			}
			ended = err
		}
		child.set(s, nil)
		if child.ctx.Err() != nil { // it was stopped meanwhile
			s.Stop(context.Background())
		}
	}
}

// forget removes a session that was stopped.
func (v *Supervisor) forget(child *supervised) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.children[child.options.Name] == child {
		delete(v.children, child.options.Name)
	}
}

// resumeAfter makes the options those of the next run: it continues the session, if there is
// anything to continue.
func (o *AgentOptions) resumeAfter(s *AgentSession) {
	info := s.live.Info()
	if info.Queries == 0 && o.Resume == "" && !o.Continue {
		return // the agent keeps no session without a prompt
	}
	if info.Queries == 0 && o.Fork {
		return
	}
	o.Agent, o.Resume, o.Cwd = Agent(info.Agent), info.NativeID, info.Cwd
	o.Fork, o.Continue = false, false
}
