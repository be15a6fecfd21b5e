// Package native runs the engine as the Go code it is: no sandbox, all cores.
//
//	engine, err := native.Open(bindings.Options{Host: hostfns.Options{}})
//	defer engine.Close()
//	response, err := engine.Call(ctx, "sessions.list", nil)
package native

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns/poll"
)

// Engine is a bindings.Engine without a sandbox.
type Engine struct {
	newHost  bindings.HostFunc
	progress poll.Progress
	close    func() error
	changes  bindings.Changes

	mu     sync.RWMutex // held for reading by running calls
	closed bool
}

var _ bindings.Engine = (*Engine)(nil)
var _ bindings.Watcher = (*Engine)(nil)

// Open returns an engine over what opts grants.
func Open(opts bindings.Options) (*Engine, error) {
	newHost, closeHost, err := opts.OpenHost()
	if err != nil {
		return nil, err
	}
	return &Engine{newHost: newHost, progress: opts.Progress, close: closeHost}, nil
}

// NewEngine is Open, for heddle.Options.Engine.
func NewEngine(opts bindings.Options) (bindings.Engine, error) { return Open(opts) }

// New returns an engine over a host of the caller's making. Its Poll is
// replaced by one that follows each call's context.
func New(h *host.Host) *Engine {
	return &Engine{newHost: bindings.FixedHost(h), close: func() error { return nil }}
}

// Call implements bindings.Engine. A panic of the engine is INTERNAL.
func (e *Engine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	id, err := bindings.Admit(ctx, op, request)
	if err != nil {
		return bindings.Fail(op, err)
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.closed {
		return bindings.Fail(op, bindings.Closed())
	}
	response, err := e.dispatchOp(ctx, id, request)
	if err != nil {
		return bindings.Fail(op, err)
	}
	e.changes.NotifyChange(id)
	return bindings.Split(op, response)
}

// Changes wakes subscriptions when a call has changed the store.
func (e *Engine) Changes() *bindings.Changes { return &e.changes }

// Watch calls wake when something is appended to a stored session, by whomever, until stop is
// called. It is UNSUPPORTED where the store cannot report that: then somebody has to look.
func (e *Engine) Watch(ctx context.Context, sessionID string, wake func()) (stop func(), err error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.closed {
		return nil, bindings.Closed()
	}
	h, release := e.newHost(ctx, e.progress)
	defer release()
	if w, ok := h.Journal.(host.Watcher); ok {
		return w.Watch(sessionID, wake)
	}
	return nil, fault.New(fault.Unsupported, "this store cannot report that a session grows").WithHint("read it again after a while")
}

// Do runs fn on an engine of its own, as one operation: for callers that want the values and not
// their bytes. op names the operation in errors. The values belong to the caller.
func (e *Engine) Do(ctx context.Context, op rpc.Op, fn func(*core.Engine) error) (notes core.Notes, err error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.closed {
		return notes, fault.From(bindings.Closed()).WithOp(op.String())
	}
	h, release := e.newHost(ctx, e.progress)
	defer release()
	defer recoverPanic(&err)
	if err = h.Poll.Poll(0, 0); err == nil {
		engine := core.New(h)
		engine.Begin(op.String())
		err = fn(engine)
		notes = engine.Notes()
	}
	if err != nil {
		return notes, fault.From(err).WithOp(op.String())
	}
	e.changes.NotifyChange(op)
	return notes, nil
}

// recoverPanic turns a panic of the engine into an error.
func recoverPanic(err *error) {
	if v := recover(); v != nil {
		summary := fmt.Sprint("panic: ", v)
		*err = fault.Wrap(fault.Internal, "the engine stopped", &bindings.Trap{Summary: summary, Output: string(debug.Stack())})
	}
}

func (e *Engine) dispatchOp(ctx context.Context, id rpc.Op, request []byte) (response []byte, err error) {
	h, release := e.newHost(ctx, e.progress)
	defer release()
	defer recoverPanic(&err)
	return rpc.Dispatch(h, id, request), nil
}

// Close implements bindings.Engine.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	return e.close()
}
