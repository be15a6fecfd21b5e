package liveserve

import (
	"context"
	"strconv"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// supervision keeps one named session running.
type supervision struct {
	supervisor *heddle.Supervisor
	name       string
	first      *agentSession
	last       *agentSession // the last run
	runs       int
}

// supervise begins to keep a session running.
func (s *server) supervise(p *wireSupervise) starter {
	return func(ctx context.Context, o heddle.AgentOptions, a *agentSession, started chan *newRun) (*heddle.AgentSession, error) {
		v := &supervision{name: p.Name, first: a, last: a, runs: 1}
		v.supervisor = heddle.NewSupervisor(heddle.SupervisorOptions{MinDelay: milliseconds(p.MinDelayMS), MaxDelay: milliseconds(p.MaxDelayMS), MaxRestarts: int(p.MaxRestarts),
			Restarted: func(name string, ended, failed error) { s.restarted(v, started, ended, failed) }})
		a.supervised = v
		agent, err := v.supervisor.Start(ctx, o)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		s.supervised[p.Name] = v
		s.mu.Unlock()
		return agent, nil
	}
}

// restarted reports a restart, after the end of the run before. The supervisor calls it.
func (s *server) restarted(v *supervision, started chan *newRun, ended, failed error) {
	var agent *heddle.AgentSession
	if failed == nil {
		agent, failed = heddle.AgentByName(v.name) // it can have ended already
	}
	if failed == nil {
		offer(started, &newRun{agent, infoOf(s.gone, v.first.handle, agent)})
	} else {
		offer(started, nil)
	}
	report := wireRestarted{Name: v.name, Session: v.first.handle, Ended: diagnosticJSON(ended)}
	select {
	case <-v.last.over:
	case <-s.gone.Done():
		return
	}
	if failed == nil {
		v.runs++
		a := newAgentSession(v.first.handle + "/" + strconv.Itoa(v.runs))
		a.agent, a.supervised = agent, v
		close(a.started)
		if failed = s.add(a); failed == nil {
			s.setLast(v, a)
			report.Info = infoOf(s.gone, a.handle, agent)
			defer func() { go s.watch(a) }()
		} else {
			go agent.Stop(s.gone) // no caller could use it
		}
	}
	report.Failed = diagnosticJSON(failed)
	s.notify("live.restarted", report)
}

func (s *server) setLast(v *supervision, a *agentSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.last = a
}

// forget ends a supervision.
func (s *server) forget(v *supervision) {
	s.mu.Lock()
	if s.supervised[v.name] == v {
		delete(s.supervised, v.name)
	}
	s.mu.Unlock()
	v.first.free()
}

// findSupervised returns the supervision of a name; BAD_REF without one.
func (s *server) findSupervised(name string) (*supervision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.supervised[name]; v != nil {
		return v, nil
	}
	return nil, fault.New(fault.BadRef, "no supervised agent has the name "+name)
}

// awaitSupervised returns the running session of a name.
func (s *server) awaitSupervised(ctx context.Context, p *wireName) (any, error) {
	v, err := s.findSupervised(p.Name)
	if err != nil {
		return nil, err
	}
	agent, err := v.supervisor.Session(ctx, p.Name)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	handle := v.last.handle
	s.mu.Unlock()
	return infoOf(ctx, handle, agent), nil
}

func (s *server) unsupervise(ctx context.Context, p *wireName) (any, error) {
	v, err := s.findSupervised(p.Name)
	if err != nil {
		return nil, err
	}
	err = v.supervisor.Close(ctx)
	s.forget(v)
	s.mu.Lock()
	last := v.last
	s.mu.Unlock()
	select {
	case <-last.over:
	case <-ctx.Done():
	}
	return nil, err
}
