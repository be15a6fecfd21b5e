package bindings

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
)

// DefaultPoll is how often a subscription looks for what other processes have
// recorded.
const DefaultPoll = 500 * time.Millisecond

// StoreEvent is one entry of a stored session's log.
type StoreEvent struct {
	Seq     int64           `json:"seq"` // its position
	ID      string          `json:"id"`  // a UUID
	Time    time.Time       `json:"time"`
	Kind    string          `json:"kind"`              // core/internal/store/FORMAT.md lists the kinds
	Payload json.RawMessage `json:"payload,omitempty"` // nil when the kind says it all
}

// Watcher is an Engine whose store reports that a session grows, as those on servers do. Watch is
// UNSUPPORTED where it does not; host.Watcher describes the rest.
type Watcher interface {
	Watch(ctx context.Context, sessionID string, wake func()) (stop func(), err error)
}

// Subscription hands out the events of a stored session as they are recorded,
// by this process at once, and by others when the store reports it (Watcher), or else when it polls. It
// belongs to one goroutine. It ends after a message of type result or error that is the
// last one recorded, or when the session is deleted.
//
//	s := bindings.Subscribe(engine, "sess_001", 0, 0)
//	defer s.Close()
//	for {
//		event, err := s.Next(ctx)
//		if errors.Is(err, fault.Complete) {
//			break
//		}
//		…
//	}
type Subscription struct {
	engine   Engine
	session  string
	after    int64
	every    time.Duration
	wake     chan struct{}
	stop     func()
	watched  bool // the store reports what is new; no program needs to poll
	asked    bool // whether it does
	pending  []StoreEvent
	complete bool // once pending is empty
	fresh    bool // a page that ends a turn came since the subscription began
}

// Subscribe begins at the first event after a position of a session's log: 0 is its
// beginning, a session's position its end. every is the time between two
// looks for what others recorded; 0 means DefaultPoll. The session need not
// exist yet. Close it.
func Subscribe(engine Engine, sessionID string, after int64, every time.Duration) *Subscription {
	if every <= 0 {
		every = DefaultPoll
	}
	s := &Subscription{engine: engine, session: sessionID, after: after, every: every, wake: make(chan struct{}, 1), stop: func() {}}
	if w, ok := engine.(interface{ Changes() *Changes }); ok {
		s.stop = w.Changes().addListener(s.wake)
	}
	return s
}

// watch asks the store once to report new events. When it cannot now, because its server does not
// answer, the subscription polls and asks again.
func (s *Subscription) watch(ctx context.Context) {
	w, ok := s.engine.(Watcher)
	if s.asked || !ok {
		return
	}
	stop, err := w.Watch(ctx, s.session, func() { wakeUp(s.wake) })
	if s.asked = err == nil || fault.CodeOf(err) == fault.Unsupported; err != nil {
		return
	}
	others := s.stop
	s.watched, s.stop = true, func() { stop(); others() }
}

// wakeUp notes that there is something to look at.
func wakeUp(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // it has not looked since the last one
	}
}

// Next waits for the next event. After the last one it returns COMPLETE, each
// time; TIMEOUT when ctx is done first, after which it may be called again.
// Any other error is that of reading the store.
func (s *Subscription) Next(ctx context.Context) (StoreEvent, error) {
	var look <-chan time.Time
	for {
		if len(s.pending) > 0 {
			e := s.pending[0]
			s.pending = s.pending[1:]
			return e, nil
		}
		if s.complete {
			return StoreEvent{}, fault.New(fault.Complete, "the subscription to "+s.session+" has ended")
		}
		s.watch(ctx) // before it looks, so that nothing is missed in between
		if err := s.fetchEvents(ctx); err != nil {
			return StoreEvent{}, err
		}
		if len(s.pending) > 0 || s.complete {
			continue
		}
		if !s.watched {
			look = time.After(s.every)
		}
		select {
		case <-s.wake:
		case <-look:
		case <-ctx.Done():
			return StoreEvent{}, fault.Wrap(fault.Timeout, "no event came in time", ctx.Err())
		}
	}
}

// Close frees what the subscription holds; Next returns COMPLETE from then on.
func (s *Subscription) Close() {
	s.stop()
	s.stop, s.pending, s.complete = func() {}, nil, true
}

// fetchEvents fetches what is new. Only a result at the very end of the log completes:
// the page after one that ends in a result is looked at too. A log that ended
// in a result before the subscription began is waited on, for the next turn.
func (s *Subscription) fetchEvents(ctx context.Context) error {
	for {
		page, err := s.fetchPage(ctx)
		if fault.CodeOf(err) == fault.SessionNotFound {
			return nil // it may still be made
		}
		if err != nil {
			return err
		}
		s.pending, s.after = append(s.pending, page.Events...), page.Next
		if !page.Complete {
			return nil
		}
		if len(page.Events) == 0 {
			s.complete = s.fresh
			return nil
		}
		s.fresh = true
	}
}

type eventPage struct {
	Events   []StoreEvent
	Next     int64
	Complete bool
}

func (s *Subscription) fetchPage(ctx context.Context) (page eventPage, err error) {
	request, err := json.Marshal(map[string]any{"sessionId": s.session, "after": s.after})
	if err != nil {
		return page, err
	}
	response, err := s.engine.Call(ctx, rpc.OpStoreEvents.String(), request)
	if err != nil {
		return page, err
	}
	if err := json.Unmarshal(response.Body, &page); err != nil {
		return page, fault.Wrap(fault.Internal, "the events cannot be read", err)
	}
	return page, nil
}

// Changes wakes the subscriptions of one process when something was recorded. The
// zero value is ready; engines hold one.
type Changes struct {
	mu        sync.Mutex
	listeners map[chan struct{}]bool
}

// NotifyChange wakes the subscriptions when op, which succeeded, may have changed the
// store.
func (c *Changes) NotifyChange(op rpc.Op) {
	if !op.Changes() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for l := range c.listeners {
		wakeUp(l)
	}
}

func (c *Changes) addListener(l chan struct{}) (remove func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listeners == nil {
		c.listeners = map[chan struct{}]bool{}
	}
	c.listeners[l] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.listeners, l)
	}
}
