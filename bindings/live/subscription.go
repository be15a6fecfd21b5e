package live

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// Event is something that happened in a session. Which members it has depends on
// its kind: event (a message), state, ask, cancel_ask or diagnostic.
type Event struct {
	Kind session.LiveOutputKind
	// Query is the query that it belongs to; empty for what the agent does by itself.
	Query string
	// Message is a message as docs/messages.md describes it.
	Message session.JSON
	// Whole reports that the message is complete and belongs into the store; a piece of one does not.
	Whole  bool
	Health session.LiveHealth
	// Ask is a request for permission, or with only its ID one that needs no answer any more.
	Ask *Ask
	// Err is the diagnostic, or why the session ended.
	Err error
}

// maxQueuedBytes is the size of the messages that a subscription holds.
const maxQueuedBytes = 64 << 20

// queuedSize is what a message counts in a subscription. The greatest messages
// are larger than all that it holds: the consumer must still get them.
func queuedSize(e *Event) int { return min(len(e.Message), maxQueuedBytes/2) }

// Subscription is a bounded queue of events. Its methods may be called by any goroutine.
type Subscription struct {
	s     *Session
	only  Filter
	limit int

	mu    sync.Mutex
	queue []Event
	bytes int
	end   error // after the queue
	last  int64 // the position of the stored session before what was dropped
	wake  chan struct{}
}

// Filter says which events a subscription has. The zero value is all of them.
type Filter struct {
	// Query leaves out events of other queries, but not diagnostics. The subscription ends after its result.
	Query string
	// Kind leaves out events of other kinds.
	Kind session.LiveOutputKind
	// Whole leaves out pieces of messages.
	Whole bool
}

// accepts reports whether an event passes the filter.
func (f *Filter) accepts(e *Event) bool {
	switch {
	case f.Kind != "" && f.Kind != e.Kind, f.Whole && e.Kind == session.LiveOutputKindEvent && !e.Whole:
		return false
	case f.Query == "" || f.Query == e.Query:
		return true
	}
	return e.Query == "" && e.Kind == session.LiveOutputKindDiagnostic
}

// Subscribe returns the events from now on.
func (s *Session) Subscribe() *Subscription { return s.SubscribeTo(Filter{}) }

// SubscribeTo returns the events from now on that a filter accepts.
func (s *Session) SubscribeTo(only Filter) *Subscription {
	x := &Subscription{s: s, only: only, limit: s.o.QueueEvents, wake: make(chan struct{}, 1)}
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	if s.subs == nil { // the session has ended
		x.end = errEnded()
		return x
	}
	s.subs[x] = struct{}{}
	return x
}

func errEnded() error {
	return fault.New(fault.Complete, "the session has ended").WithHint("resume it: start a session with resume")
}

// Next returns the next event and waits for it. After the last one it is
// COMPLETE; LIMIT_EXCEEDED after events were dropped because the queue was full.
func (x *Subscription) Next(ctx context.Context) (Event, error) {
	for {
		if e, err, ok := x.take(); ok {
			return e, err
		}
		select {
		case <-x.wake:
		case <-ctx.Done():
			return Event{}, cancelled(ctx)
		}
	}
}

func (x *Subscription) take() (e Event, err error, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.queue) > 0 {
		slow := x.isSlow()
		e = x.queue[0]
		x.queue[0] = Event{}
		x.queue = x.queue[1:]
		if x.bytes -= queuedSize(&e); slow && !x.isSlow() {
			x.s.poke()
		}
		return e, nil, true
	}
	return e, x.end, x.end != nil
}

// isSlow reports whether the agent shall wait for the reader. x.mu is held.
func (x *Subscription) isSlow() bool {
	return x.end == nil && (len(x.queue) > x.limit/2 || x.bytes > maxQueuedBytes/2)
}

// hasSlowReader reports whether the agent must wait for a subscription. A session
// that is being stopped waits for none.
func (s *Session) hasSlowReader() bool {
	if !s.o.WaitForReaders || s.stopping {
		return false
	}
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	for x := range s.subs {
		x.mu.Lock()
		slow := x.isSlow()
		x.mu.Unlock()
		if slow {
			return true
		}
	}
	return false
}

// All iterates over the events until the end, which is no error.
func (x *Subscription) All(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for {
			e, err := x.Next(ctx)
			if errors.Is(err, fault.Complete) {
				return
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Last returns the position of the stored session after which it has what was dropped, after LIMIT_EXCEEDED.
func (x *Subscription) Last() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.last
}

// Close ends the subscription. Next then returns BAD_REF.
func (x *Subscription) Close() {
	x.s.subsMu.Lock()
	delete(x.s.subs, x)
	x.s.subsMu.Unlock()
	x.mu.Lock()
	x.queue, x.bytes = nil, 0
	x.mu.Unlock()
	x.finish(fault.New(fault.BadRef, "the subscription is closed"))
	x.s.poke() // the agent may have waited for it
}

// put adds an event, and reports whether the subscription continues. A full one ends,
// unless the agent waits for it: then only what was read before comes on top.
func (x *Subscription) put(e Event, position int64, waits bool) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.end != nil {
		return false
	}
	if !waits && (len(x.queue) >= x.limit || x.bytes+queuedSize(&e) > maxQueuedBytes) {
		x.last = position
		x.end = fault.New(fault.LimitExceeded, "the subscription was read too slowly: events were dropped").
			WithHint("read on from the store, after position " + strconv.FormatInt(position, 10))
		x.notify()
		return false
	}
	x.queue = append(x.queue, e)
	x.bytes += queuedSize(&e)
	x.notify()
	return true
}

func (x *Subscription) finish(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.end == nil {
		x.end = err
	}
	x.notify()
}

func (x *Subscription) notify() {
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// publish gives an event to all subscriptions that want it.
func (s *Session) publish(e Event) {
	if f := s.o.Hooks.Diagnostic; f != nil && e.Kind == session.LiveOutputKindDiagnostic {
		s.hooks.add(func() { f(e.Err) }) // to report a dropped call would be another diagnostic
	}
	position, _, _ := s.recorder.state()
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	if c := s.collections[e.Query]; c != nil && e.Whole {
		c.mu.Lock()
		c.messages = append(c.messages, e.Message)
		c.mu.Unlock()
	}
	for x := range s.subs {
		if !x.only.accepts(&e) {
			continue
		}
		if !x.put(e, position, s.o.WaitForReaders && !s.stopping) {
			delete(s.subs, x)
		}
	}
}

// endQuery ends the subscriptions of one query.
func (s *Session) endQuery(query string) {
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	for x := range s.subs {
		if x.only.Query == query {
			x.finish(fault.New(fault.Complete, "the query has ended"))
			delete(s.subs, x)
		}
	}
}

// endSubscriptions ends all subscriptions.
func (s *Session) endSubscriptions() {
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	for x := range s.subs {
		x.finish(errEnded())
	}
	s.subs = nil
}

// cancelled is the error of a call whose context is done.
func cancelled(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(fault.Timeout, "deadline passed", ctx.Err())
	}
	return fault.Wrap(fault.Timeout, "cancelled", ctx.Err())
}

// collection gathers the whole messages of a query without a limit, for a caller
// who wants all of them.
type collection struct {
	mu       sync.Mutex
	messages []session.JSON
}

func (c *collection) list() []session.JSON {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.messages
}

// collect starts a collection.
func (s *Session) collect(query string) *collection {
	c := &collection{}
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	if s.collections == nil {
		s.collections = map[string]*collection{}
	}
	s.collections[query] = c
	return c
}

func (s *Session) endCollection(query string) {
	s.subsMu.Lock()
	defer s.subsMu.Unlock()
	delete(s.collections, query)
}
