package live

import (
	"context"
	"encoding/json"
	"errors"
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
	commitDelay   = 40 * time.Millisecond // between a message and its commit
	commitTimeout = 30 * time.Second      // of one change of the store
	commitBytes   = 16 << 20              // of one change of the store, unless one message is longer
	urgentBytes   = 128 << 10             // that are committed without a delay
	maxBacklog    = 256 << 10             // bytes that wait; the agent's output is not read meanwhile
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

// recorder stores messages in the background, many in one commit. Its methods
// may be called by any goroutine. A recorder without an engine stores nothing.
type recorder struct {
	engine bindings.Engine
	id     string
	newID  func() string
	notify func() // called after each commit and after a failure

	mu      sync.Mutex
	queue   []recorded
	bytes   int
	meta    *session.UpdateRequest // to be stored before the next message
	added   int64
	stored  int64
	at      int64 // the session's position
	urgent  bool
	closed  bool
	failure error
	wake    chan struct{}
	done    chan struct{}

	// of the goroutine
	gate   *gate
	query  string
	thread string // that the messages of the query belong to
}

// recorded is a message to store, and the query that it belongs to.
type recorded struct {
	message session.JSON
	query   string
}

func newRecorder(engine bindings.Engine, id string, newID func() string, notify func()) *recorder {
	r := &recorder{engine: engine, id: id, newID: newID, notify: notify, wake: make(chan struct{}, 1), done: make(chan struct{})}
	if engine == nil {
		close(r.done)
		return r
	}
	r.gate = enterGate(engine)
	go r.run()
	return r
}

// setMeta merges metadata into the stored session, which is created if needed.
func (r *recorder) setMeta(meta session.UpdateRequest) {
	if r.engine == nil {
		return
	}
	r.mu.Lock()
	meta.SessionID = r.id
	r.meta = &meta
	r.mu.Unlock()
	r.poke()
}

// add queues a message.
func (r *recorder) add(m session.JSON, query string) {
	if r.engine == nil {
		return
	}
	r.mu.Lock()
	if r.failure == nil {
		r.queue = append(r.queue, recorded{m, query})
		r.bytes += len(m)
		r.added++
	}
	r.mu.Unlock()
	r.poke()
}

// settled reports whether everything is stored, or nothing will be any more. If
// not, it has the rest stored at once; notify is called afterwards.
func (r *recorder) settled() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure != nil || r.stored == r.added {
		return true
	}
	r.urgent = true
	r.poke()
	return false
}

// full reports whether too much waits.
func (r *recorder) full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes > maxBacklog
}

// position is the position up to which the session is stored.
func (r *recorder) position() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

// err is why recording ended; nil while it continues.
func (r *recorder) err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failure
}

// close stores what is left and ends the recorder.
func (r *recorder) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.poke()
	<-r.done
}

func (r *recorder) poke() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

func (r *recorder) run() {
	defer close(r.done)
	defer r.gate.leave(r.engine)
	for {
		meta, batch, ok := r.nextBatch()
		if !ok {
			return
		}
		err := r.storeMeta(meta)
		if err == nil {
			err = r.storeBatch(batch)
		}
		r.mu.Lock()
		if err != nil {
			r.failure, r.queue, r.bytes = err, nil, 0
		}
		failed := r.failure != nil
		r.mu.Unlock()
		r.notify()
		if failed {
			return
		}
	}
}

// nextBatch waits for something to store. It lets messages gather for
// commitDelay, unless somebody waits for them.
func (r *recorder) nextBatch() (meta *session.UpdateRequest, batch []recorded, ok bool) {
	var delay <-chan time.Time
	for {
		r.mu.Lock()
		switch {
		case r.meta != nil || len(r.queue) > 0 && (r.urgent || r.closed || r.bytes > urgentBytes):
			meta, batch = r.takeBatch()
			r.mu.Unlock()
			return meta, batch, true
		case r.closed:
			r.mu.Unlock()
			return nil, nil, false
		}
		waits := len(r.queue) > 0
		r.mu.Unlock()
		if waits && delay == nil {
			delay = time.After(commitDelay)
		}
		select {
		case <-r.wake:
		case <-delay:
			r.mu.Lock()
			r.urgent = true
			r.mu.Unlock()
			delay = nil
		}
	}
}

// takeBatch takes what one change of the store may hold. r.mu is held.
func (r *recorder) takeBatch() (*session.UpdateRequest, []recorded) {
	n, size := 0, 0
	for n < len(r.queue) && (n == 0 || size+len(r.queue[n].message) <= commitBytes) {
		size += len(r.queue[n].message)
		n++
	}
	meta, batch := r.meta, r.queue[:n:n]
	r.meta, r.queue = nil, r.queue[n:]
	r.bytes -= size
	if len(r.queue) == 0 {
		r.urgent, r.queue = false, nil
	}
	return meta, batch
}

func (r *recorder) storeMeta(meta *session.UpdateRequest) error {
	if meta == nil {
		return nil
	}
	meta.RequestID = r.newID()
	return r.change(rpc.OpStoreUpdate, meta, func(e *core.Engine) (int64, error) { return positionOf(e.StoreUpdate(*meta)) })
}

// storeBatch stores messages, those of one thread at a time.
func (r *recorder) storeBatch(batch []recorded) error {
	for len(batch) > 0 {
		if err := r.findThread(batch[0].query); err != nil {
			return err
		}
		n, messages := 0, []session.JSON{}
		for n < len(batch) && (batch[n].query == "" || batch[n].query == r.query) {
			messages = append(messages, batch[n].message)
			n++
		}
		if n == 0 {
			return fault.New(fault.Internal, "a batch without messages")
		}
		if err := r.storeMessages(messages); err != nil {
			return err
		}
		r.mu.Lock()
		r.stored += int64(n)
		r.mu.Unlock()
		batch = batch[n:]
	}
	return nil
}

// findThread looks up the active thread when a query begins.
func (r *recorder) findThread(query string) error {
	if query == "" || query == r.query {
		return nil
	}
	read := session.StoreRead{SessionID: r.id}
	body, err := r.call(rpc.OpThreadsActive, &read)
	if errors.Is(err, fault.SessionNotFound) {
		body, err = []byte("null"), nil
	}
	if err != nil {
		return err
	}
	r.query, r.thread = query, ""
	return json.Unmarshal(body, &r.thread)
}

// storeMessages appends messages at the expected position. When somebody else
// has written meanwhile it continues after that, once.
func (r *recorder) storeMessages(messages []session.JSON) error {
	requestID := r.newID()
	for attempt := 0; ; attempt++ {
		err := r.record(messages, requestID)
		switch {
		case err == nil:
			return nil
		case attempt > 0 || !errors.Is(err, fault.Conflict):
			return err
		}
		if err := r.readPosition(); err != nil {
			return err
		}
	}
}

func (r *recorder) record(messages []session.JSON, requestID string) error {
	expect := expectAt(r.position())
	if r.thread != "" {
		q := session.ThreadRecordRequest{SessionID: r.id, ThreadID: r.thread, Messages: messages, RequestID: requestID, Expect: expect}
		return r.change(rpc.OpThreadsRecord, &q, func(e *core.Engine) (int64, error) {
			_, err := e.ThreadsRecord(q)
			return 0, err
		})
	}
	q := session.RecordRequest{SessionID: r.id, Messages: messages, RequestID: requestID, Expect: expect}
	return r.change(rpc.OpStoreRecord, &q, func(e *core.Engine) (int64, error) { return positionOf(e.StoreRecord(q)) })
}

// expectAt is the expected position of a change; nothing while it is unknown.
func expectAt(position int64) *int64 {
	if position == 0 {
		return nil
	}
	return &position
}

// change changes the store and notes the new position. On an engine of this
// process run does it: a long message is not encoded and decoded once more.
func (r *recorder) change(op rpc.Op, request interface{ AppendJSON([]byte) []byte }, run func(*core.Engine) (int64, error)) (err error) {
	var position int64
	if engine, ok := r.engine.(direct); ok {
		err = r.exclusively(func(ctx context.Context) error {
			_, err := engine.Do(ctx, op, func(e *core.Engine) (err error) {
				position, err = run(e)
				return err
			})
			return err
		})
	} else {
		var body []byte
		if body, err = r.call(op, request); err == nil {
			position, err = positionIn(body)
		}
	}
	if err == nil && position == 0 { // a thread has no position
		return r.readPosition()
	}
	return r.notePosition(position, err)
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

// notePosition notes the session's position, unless reading it failed.
func (r *recorder) notePosition(position int64, err error) error {
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.at = position
	r.mu.Unlock()
	return nil
}

// readPosition reads the session's position.
func (r *recorder) readPosition() error {
	read := session.StoreRead{SessionID: r.id}
	body, err := r.call(rpc.OpStoreGet, &read)
	if err != nil {
		return err
	}
	return r.notePosition(positionIn(body))
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
	ctx, cancel := context.WithTimeout(context.Background(), commitTimeout)
	defer cancel()
	return fn(ctx)
}
