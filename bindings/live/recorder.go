package live

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// Limits of the recorder.
const (
	commitTimeout = 30 * time.Second // of one change of the store
	awayTimeout   = 5 * time.Second  // of one that follows a failure
)

// gates are the engines that are being recorded to. The writers of one store
// take turns: SQLite lets any of those who wait begin, so that one of many could
// wait for minutes.
var gates struct {
	sync.Mutex
	byEngine map[bindings.Engine]*gate
}

// gate is a lock on changes through one engine. A sync.Mutex that is busy is
// given to who has waited longest.
type gate struct {
	sync.Mutex
	recorders int
}

func enterGate(engine bindings.Engine) *gate {
	gates.Lock()
	defer gates.Unlock()
	g := gates.byEngine[engine]
	if g == nil {
		g = &gate{}
		if gates.byEngine == nil {
			gates.byEngine = map[bindings.Engine]*gate{}
		}
		gates.byEngine[engine] = g
	}
	g.recorders++
	return g
}

func (g *gate) leave(engine bindings.Engine) {
	gates.Lock()
	defer gates.Unlock()
	if g.recorders--; g.recorders == 0 {
		delete(gates.byEngine, engine)
	}
}

// recorder stores messages in the background: it does the steps of a backlog. Its
// methods may be called by any goroutine. A recorder without an engine stores nothing.
type recorder struct {
	engine bindings.Engine
	newID  func() string
	notify func() // called after each change, successful or not
	begun  time.Time

	mu      sync.Mutex
	backlog backlog
	wake    chan struct{}
	done    chan struct{}

	// of the goroutine
	gate  *gate
	limit time.Duration // of the change that is made
}

// recorded is a message to store, and the query that it belongs to.
type recorded struct {
	message session.JSON
	query   string
}

func newRecorder(engine bindings.Engine, id string, newID func() string, notify func()) *recorder {
	r := &recorder{engine: engine, newID: newID, notify: notify, begun: time.Now(), wake: make(chan struct{}, 1), done: make(chan struct{})}
	r.backlog.id = id
	if engine == nil {
		close(r.done)
		return r
	}
	r.gate = enterGate(engine)
	go r.run()
	return r
}

// now is the time of the backlog, in milliseconds.
func (r *recorder) now() int64 { return time.Since(r.begun).Milliseconds() }

// update changes the backlog and wakes the goroutine.
func (r *recorder) update(f func(b *backlog)) {
	if r.engine == nil {
		return
	}
	r.mu.Lock()
	f(&r.backlog)
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// setMeta merges metadata into the stored session, which is created if needed.
func (r *recorder) setMeta(meta session.UpdateRequest) {
	r.update(func(b *backlog) { b.setMeta(&meta) })
}

// add queues a message.
func (r *recorder) add(m session.JSON, query string) {
	r.update(func(b *backlog) { b.add(r.now(), recorded{m, query}) })
}

// open begins to store; what was added before is kept back. lazy says that the
// metadata waits for the first message.
func (r *recorder) open(lazy bool) {
	r.update(func(b *backlog) { b.open, b.lazy = true, lazy })
}

// settled reports whether everything is stored, or the store is away. If not, it has
// the rest stored at once; notify is called afterwards.
func (r *recorder) settled() (is bool) {
	is = true
	r.update(func(b *backlog) { is = b.settled() })
	return is
}

// full reports whether too much waits.
func (r *recorder) full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.backlog.slow()
}

// state returns the position up to which the session is stored, whether messages are being
// stored, and how many were lost.
func (r *recorder) state() (position int64, recording bool, lost int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.backlog.position, r.engine != nil && r.backlog.away == nil, r.backlog.lost
}

// err returns why messages were lost; nil while none was.
func (r *recorder) err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.backlog.lost == 0 {
		return nil
	}
	return r.backlog.why
}

// reports returns what there is to report since the last call.
func (r *recorder) reports() []error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.backlog.takeReports()
}

// close stores what is left and ends the recorder.
func (r *recorder) close() {
	r.update((*backlog).close)
	<-r.done
}

func (r *recorder) run() {
	defer close(r.done)
	defer r.gate.leave(r.engine)
	for {
		r.mu.Lock()
		s := r.backlog.next(r.now(), r.newID)
		r.limit = commitTimeout
		if r.backlog.away != nil {
			r.limit = awayTimeout
		}
		r.mu.Unlock()
		switch s.kind {
		case stepEnd:
			return
		case stepWait:
			r.wait(s.until)
			continue
		}
		o := r.do(s)
		r.mu.Lock()
		r.backlog.done(r.now(), s, o)
		r.mu.Unlock()
		r.notify()
	}
}

// wait waits until a time of the backlog, or for something new.
func (r *recorder) wait(until int64) {
	var due <-chan time.Time
	if until > 0 {
		due = time.After(time.Duration(until-r.now()) * time.Millisecond)
	}
	select {
	case <-r.wake:
	case <-due:
	}
}

// do does one step.
func (r *recorder) do(s step) (o outcome) {
	id := r.backlog.id
	switch s.kind {
	case stepMeta:
		meta := *s.meta
		meta.SessionID, meta.RequestID = id, s.request
		o.position, o.err = r.change(rpc.OpStoreUpdate, &meta, func(e *core.Engine) (int64, error) { return positionOf(e.StoreUpdate(meta)) })
	case stepThread:
		read := session.StoreRead{SessionID: id}
		var body []byte
		if body, o.err = r.call(rpc.OpThreadsActive, &read); o.err == nil {
			o.err = json.Unmarshal(body, &o.thread)
		}
	case stepMessages:
		o.position, o.err = r.record(s)
	case stepPosition:
		read := session.StoreRead{SessionID: id}
		var body []byte
		if body, o.err = r.call(rpc.OpStoreGet, &read); o.err == nil {
			o.position, o.err = positionIn(body)
		}
	}
	return o
}

// record appends messages. A thread has no position: it must be read afterwards.
func (r *recorder) record(s step) (int64, error) {
	expect := expectAt(s.expect)
	if s.thread != "" {
		q := session.ThreadRecordRequest{SessionID: r.backlog.id, ThreadID: s.thread, Messages: s.messages, RequestID: s.request, Expect: expect}
		return r.change(rpc.OpThreadsRecord, &q, func(e *core.Engine) (int64, error) {
			_, err := e.ThreadsRecord(q)
			return 0, err
		})
	}
	q := session.RecordRequest{SessionID: r.backlog.id, Messages: s.messages, RequestID: s.request, Expect: expect}
	return r.change(rpc.OpStoreRecord, &q, func(e *core.Engine) (int64, error) { return positionOf(e.StoreRecord(q)) })
}

// expectAt is the expected position of a change; nothing while it is unknown.
func expectAt(position int64) *int64 {
	if position == 0 {
		return nil
	}
	return &position
}

// change changes the store and returns the session's position, if the answer has it. On an
// engine of this process run does it: a long message is not encoded and decoded once more.
func (r *recorder) change(op rpc.Op, request interface{ AppendJSON([]byte) []byte }, run func(*core.Engine) (int64, error)) (position int64, err error) {
	engine, ok := r.engine.(direct)
	if !ok {
		body, err := r.call(op, request)
		if err != nil {
			return 0, err
		}
		return positionIn(body)
	}
	err = r.exclusively(func(ctx context.Context) error {
		_, err := engine.Do(ctx, op, func(e *core.Engine) (err error) {
			position, err = run(e)
			return err
		})
		return err
	})
	return position, err
}

// direct is an engine of this process.
type direct interface {
	Do(ctx context.Context, op rpc.Op, fn func(*core.Engine) error) (core.Notes, error)
}

func positionOf(s *session.StoredSession, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return s.Position, nil
}

// positionIn reads the position in an answer of the store; 0 without one.
func positionIn(body []byte) (int64, error) {
	var answer struct{ Position int64 }
	if err := json.Unmarshal(body, &answer); err != nil {
		return 0, fault.Wrap(fault.Internal, "the store's answer cannot be read", err)
	}
	return answer.Position, nil
}

func (r *recorder) call(op rpc.Op, request interface{ AppendJSON([]byte) []byte }) (body []byte, err error) {
	err = r.exclusively(func(ctx context.Context) error {
		response, err := r.engine.Call(ctx, op.String(), request.AppendJSON(nil))
		body = response.Body
		return err
	})
	return body, err
}

// exclusively calls fn while no other recorder uses the store.
func (r *recorder) exclusively(fn func(ctx context.Context) error) error {
	r.gate.Lock()
	defer r.gate.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), r.limit)
	defer cancel()
	return fn(ctx)
}
