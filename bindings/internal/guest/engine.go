package guest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns/poll"
	"github.com/heddle-dev/heddle/wasm/abi"
)

const (
	// maxIdleMemory is the largest memory, in bytes, that an instance at rest
	// keeps; linear memory never shrinks.
	maxIdleMemory = 64 << 20
	// leastInput is the smallest input buffer that is asked for, in bytes.
	leastInput = 64 << 10
	// largeInput is the size in bytes beyond which an input buffer is as large
	// as its request.
	largeInput = 4 << 20
	// releaseFrom is the size in bytes from which a response is given back at
	// once instead of with the next call.
	releaseFrom = 256 << 10
)

// killGrace is how long a guest whose context is done may continue before it is
// killed: most calls end in good order at their next host call, and keep
// their instance.
const killGrace = 200 * time.Millisecond

// AfterGrace returns a context that is done killGrace after ctx is; stop
// frees it.
func AfterGrace(ctx context.Context) (late context.Context, stop func()) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	if ctx.Done() == nil {
		return late, cancel
	}
	unregister := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(killGrace)
		defer timer.Stop()
		select {
		case <-timer.C:
			cancel()
		case <-late.Done():
		}
	})
	return late, func() { unregister(); cancel() }
}

// ErrKilled marks the error of a guest that the runtime stopped because the
// call's context was done.
var ErrKilled = errors.New("stopped by the deadline or a cancel")

// Instance is one instance of core.wasm in some runtime. Any error means that
// it trapped; it is closed and never called again.
type Instance interface {
	// Memory is the linear memory as it is now; it moves when the guest runs.
	Memory() []byte
	ABIVersion(ctx context.Context) (uint32, error)
	Alloc(ctx context.Context, n uint32) (uint32, error)
	Call(ctx context.Context, op, p, n uint32) (uint64, error)
	Release(ctx context.Context, p uint32) error
	Close()
}

// Runtime makes instances of one compiled module.
type Runtime interface {
	// Instantiate opens an instance whose imports end at s.
	Instantiate(s *Session) (Instance, error)
	Close() error
}

// Engine is a bindings.Engine over a pool of instances.
type Engine struct {
	runtime   Runtime
	newHost   bindings.HostFunc
	closeHost func() error
	progress  poll.Progress
	changes   bindings.Changes
	limit     int64 // memory of an instance, for messages
	permits   chan struct{}

	mu     sync.Mutex
	idle   []*slot
	closed bool
	done   sync.WaitGroup // running calls
}

// slot is an instance with its session and its input buffer.
type slot struct {
	instance Instance
	session  *Session
	input    uint32 // address of the input buffer
	capacity uint32 // its length
}

// Open returns an engine over runtime, which it owns from here on, and opens
// the first instance, so that a module that cannot run is refused now.
func Open(opts bindings.Options, runtime Runtime) (*Engine, error) {
	newHost, closeHost, err := opts.OpenHost()
	if err == nil {
		if err = refuseJournal(newHost); err != nil {
			_ = closeHost() // the error below is the reason
		}
	}
	if err != nil {
		runtime.Close()
		return nil, err
	}
	e := &Engine{runtime: runtime, newHost: newHost, closeHost: closeHost, progress: opts.Progress,
		limit: MemoryLimit(opts), permits: make(chan struct{}, workerCount(opts))}
	s, err := e.newSlot(context.Background())
	if err != nil {
		e.Close()
		return nil, err
	}
	e.idle = append(e.idle, s)
	return e, nil
}

// refuseJournal returns an error when a host keeps the store in a journal of its own, which the module
// cannot ask for: the store would look empty.
func refuseJournal(newHost bindings.HostFunc) error {
	h, release := newHost(context.Background(), nil)
	defer release()
	if h.Journal == nil {
		return nil
	}
	return fault.New(fault.Unsupported, "a sandbox cannot use a store at an address").
		WithHint("use the native engine, or name a file as the store")
}

func workerCount(opts bindings.Options) int {
	if opts.Workers > 0 {
		return opts.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// MemoryLimit returns the limit of one instance in bytes, whole pages.
func MemoryLimit(opts bindings.Options) int64 {
	const page, most = 64 << 10, 4 << 30
	limit := opts.MemoryLimit
	if limit <= 0 {
		limit = bindings.DefaultMemoryLimit
	}
	return min(limit, most) / page * page
}

// Call implements bindings.Engine.
func (e *Engine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	id, err := bindings.Admit(ctx, op, request)
	if err != nil {
		return bindings.Fail(op, err)
	}
	s, err := e.acquireSlot(ctx)
	if err != nil {
		return bindings.Fail(op, err)
	}
	response, err := s.callOp(ctx, id, request)
	if err != nil {
		err = e.explainTrap(ctx, s, err)
		s.instance.Close()
		e.releaseSlot(nil)
		return bindings.Fail(op, err)
	}
	e.releaseSlot(s)
	e.changes.NotifyChange(id)
	return bindings.Split(op, response)
}

// Changes wakes subscriptions when a call has changed the store.
func (e *Engine) Changes() *bindings.Changes { return &e.changes }

// Close implements bindings.Engine.
func (e *Engine) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	e.mu.Unlock()
	e.done.Wait()
	for _, s := range e.idle {
		s.instance.Close()
	}
	e.idle = nil
	return errors.Join(e.runtime.Close(), e.closeHost())
}

// acquireSlot waits for a permit and returns an instance at rest or a fresh one.
func (e *Engine) acquireSlot(ctx context.Context) (*slot, error) {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil, bindings.Closed()
	}
	e.done.Add(1)
	e.mu.Unlock()
	select {
	case e.permits <- struct{}{}:
	case <-ctx.Done():
		e.done.Done()
		return nil, poll.New(ctx, nil).Check()
	}
	e.mu.Lock()
	if n := len(e.idle); n > 0 {
		s := e.idle[n-1]
		e.idle = e.idle[:n-1]
		e.mu.Unlock()
		return s, nil
	}
	e.mu.Unlock()
	s, err := e.newSlot(ctx)
	if err != nil {
		e.releaseSlot(nil)
	}
	return s, err
}

// releaseSlot ends a call: s goes back to the pool unless it is nil or has grown.
func (e *Engine) releaseSlot(s *slot) {
	if s != nil && len(s.instance.Memory()) > maxIdleMemory {
		s.instance.Close()
		s = nil
	}
	if s != nil {
		e.mu.Lock()
		e.idle = append(e.idle, s)
		e.mu.Unlock()
	}
	<-e.permits
	e.done.Done()
}

// newSlot opens an instance and checks the ABI it speaks.
func (e *Engine) newSlot(ctx context.Context) (*slot, error) {
	s := &slot{session: NewSession(e.newHost, e.progress)}
	s.session.Begin(ctx)
	defer s.session.End()
	instance, err := e.runtime.Instantiate(s.session)
	if err != nil {
		if len(s.session.wasi.output) == 0 { // it did not even begin to run
			return nil, fault.Wrap(fault.Unsupported, "this is not a core.wasm that can run here", err).
				WithHint("use the core.wasm of this release, with at least 16 MiB of memory")
		}
		return nil, e.explainTrap(ctx, s, err)
	}
	s.instance = instance
	version, err := instance.ABIVersion(s.session.Context())
	if err == nil && version == abi.Version {
		return s, nil
	}
	instance.Close()
	if err != nil {
		return nil, e.explainTrap(ctx, s, err)
	}
	return nil, fault.New(fault.Unsupported, fmt.Sprintf("core.wasm speaks ABI version %d, this host version %d", version, abi.Version)).
		WithHint("use the core.wasm of this release")
}

// callOp runs an operation and copies its response out of the guest's memory.
func (s *slot) callOp(ctx context.Context, op rpc.Op, request []byte) (response []byte, err error) {
	s.session.Begin(ctx)
	defer s.session.End()
	defer func() {
		if v := recover(); v != nil { // a host function's panic, carried through the guest
			err = fmt.Errorf("panic in a host function: %v", v)
		}
	}()
	p, err := s.writeRequest(request)
	if err != nil {
		return nil, err
	}
	packed, err := s.instance.Call(s.session.Context(), uint32(op), p, uint32(len(request)))
	if err != nil {
		return nil, err
	}
	at, n := uint32(packed>>32), uint32(packed)
	bytes, ok := memorySpan(s.instance.Memory(), at, n)
	if !ok {
		return nil, errors.New("its response lies outside its memory")
	}
	response = append(make([]byte, 0, n), bytes...)
	if n >= releaseFrom {
		err = s.instance.Release(s.session.Context(), at)
	}
	return response, err
}

// writeRequest copies the request into the input buffer, which grows in powers of 2
// up to largeInput, and beyond to what is needed.
func (s *slot) writeRequest(request []byte) (uint32, error) {
	n := uint32(len(request)) // Admit has checked that it fits
	if n == 0 {
		return 0, nil
	}
	if n > s.capacity {
		capacity := uint32(leastInput)
		for capacity < n && capacity < largeInput {
			capacity *= 2
		}
		capacity = max(capacity, n)
		p, err := s.instance.Alloc(s.session.Context(), capacity)
		if err != nil {
			return 0, err
		}
		s.input, s.capacity = p, capacity
	}
	dst, ok := memorySpan(s.instance.Memory(), s.input, n)
	if s.input == 0 || !ok {
		return 0, errors.New("it granted no input buffer")
	}
	copy(dst, request)
	return s.input, nil
}

// explainTrap turns a trap into the error that the caller sees.
func (e *Engine) explainTrap(ctx context.Context, s *slot, err error) error {
	if errors.Is(err, ErrKilled) {
		if timeout := poll.New(ctx, nil).Check(); timeout != nil {
			return timeout
		}
	}
	t := &bindings.Trap{Summary: s.session.wasi.failureLine(), Output: string(s.session.wasi.output), Cause: err}
	if t.Summary == "" {
		t.Summary = firstLine(err.Error())
	}
	f := fault.Wrap(fault.Internal, "the engine stopped", t)
	if s.session.wasi.outOfMemory() {
		f.Hint = "an operation may use " + strconv.FormatInt(e.limit>>20, 10) + " MiB here; raise the memory limit or run natively"
	}
	return f
}

func firstLine(s string) string {
	for i := range len(s) {
		if s[i] == '\n' {
			return s[:i]
		}
	}
	return s
}
