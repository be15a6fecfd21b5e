package liveserve

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"

	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// The credit of a subscription in bytes: at the beginning, and at most.
const (
	usualWindow = 1 << 20
	maxCredit   = 64 << 20
)

// subscription sends the events of a session as far as there is credit.
type subscription struct {
	name   string
	events *live.Subscription
	noRaw  bool
	ctx    context.Context // done when it was ended by the client
	cancel context.CancelFunc
	ended  chan struct{}

	mu     sync.Mutex
	credit int64
	more   chan struct{} // receives when credit was added
}

func beginSubscription(s *server, _ context.Context, a *agentSession, p *wireSubscribe) (end, error) {
	if p.Subscription == "" || len(p.Subscription) > maxID {
		return nil, refuse(codeParams, fault.InvalidArgument, "subscription must be a name of 1 to 128 bytes")
	}
	if p.Window > maxCredit {
		return nil, refuse(codeParams, fault.InvalidArgument, "window must be 64 MiB or less")
	}
	for _, what := range p.Omit {
		if what != "raw" && what != "deltas" {
			return nil, refuse(codeParams, fault.InvalidArgument, "omit has raw and deltas, not "+strconv.Quote(what))
		}
	}
	x := &subscription{name: p.Subscription, noRaw: slices.Contains(p.Omit, "raw"), credit: p.Window, ended: make(chan struct{}), more: make(chan struct{}, 1)}
	if x.credit == 0 {
		x.credit = usualWindow
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.subscriptions[x.name] != nil:
		return nil, fault.New(fault.Conflict, "a subscription has the name "+strconv.Quote(x.name))
	case len(s.subscriptions) >= maxSubscriptions:
		return nil, fault.New(fault.LimitExceeded, "1024 subscriptions exist already").WithHint("end one")
	}
	x.events = a.agent.Driver().SubscribeTo(live.Filter{Query: p.Query, Whole: slices.Contains(p.Omit, "deltas")})
	x.ctx, x.cancel = context.WithCancel(s.gone)
	s.subscriptions[x.name] = x
	return func(context.Context) (any, error) {
		go s.send(x)
		return nil, nil
	}, nil
}

// send sends events until the subscription ends.
func (s *server) send(x *subscription) {
	defer close(x.ended)
	defer x.events.Close()
	for {
		e, err := x.events.Next(x.ctx)
		if err == nil && x.awaitCredit() {
			line := x.encode(&e, s.maxLine)
			x.add(-int64(line.size()))
			s.out.write(line, func() bool { return x.ctx.Err() != nil })
			continue
		}
		s.mu.Lock()
		delete(s.subscriptions, x.name)
		s.mu.Unlock()
		if x.ctx.Err() != nil {
			return
		}
		p := wireEnd{Subscription: x.name}
		if errors.Is(err, fault.LimitExceeded) {
			p.Error, p.Position = diagnosticJSON(err), x.events.Last()
		}
		s.notify("live.end", p)
		return
	}
}

// awaitCredit waits until there is credit; false when the client has ended the subscription.
func (x *subscription) awaitCredit() bool {
	for {
		x.mu.Lock()
		enough := x.credit > 0
		x.mu.Unlock()
		if enough {
			return x.ctx.Err() == nil
		}
		select {
		case <-x.more:
		case <-x.ctx.Done():
			return false
		}
	}
}

func (x *subscription) add(bytes int64) {
	x.mu.Lock()
	x.credit = min(x.credit+bytes, maxCredit)
	x.mu.Unlock()
	select {
	case x.more <- struct{}{}:
	default:
	}
}

// addCredit gives a subscription more credit; an unknown one is ignored.
func (s *server) addCredit(name string, bytes int64) {
	s.mu.Lock()
	x := s.subscriptions[name]
	s.mu.Unlock()
	if x != nil {
		x.add(min(bytes, 2*maxCredit))
	}
}

// unsubscribe ends a subscription; nothing of it is written from then on.
func (s *server) unsubscribe(_ context.Context, p *wireSubscription) (any, error) {
	s.mu.Lock()
	x := s.subscriptions[p.Subscription]
	s.mu.Unlock()
	if x != nil {
		x.cancel()
		<-x.ended
	}
	return nil, nil
}

// encode returns the line of an event. One that would be too long has no raw, or is a diagnostic in its place.
func (x *subscription) encode(e *live.Event, maxLine int) pieces {
	message := pieces{e.Message}
	if x.noRaw || len(e.Message) > maxLine-turnRoom {
		message = withoutRaw(e.Message)
	}
	if message.size() > maxLine-turnRoom {
		long := fault.New(fault.LimitExceeded, "a message is longer than 128 MiB").WithHint("read it from the store")
		e = &live.Event{Kind: session.LiveOutputKindDiagnostic, Query: e.Query, Err: long}
	}
	p := wireEvent{Subscription: x.name, Kind: string(e.Kind), Query: e.Query, Whole: e.Whole, Health: string(e.Health), Error: diagnosticJSON(e.Err)}
	if e.Ask != nil {
		if p.ID = e.Ask.ID; e.Kind == session.LiveOutputKindAsk {
			p.Ask = json.RawMessage(e.Ask.LiveAsk.AppendJSON(nil))
		}
	}
	line := noticeLine("live.event", p)
	if len(e.Message) == 0 {
		return line
	}
	params := line[1][:len(line[1])-len("}")]
	return append(append(pieces{line[0], params, []byte(`,"message":`)}, message...), []byte("}}"))
}
