// Package wasmtime runs the engine as core.wasm inside Wasmtime. It is a Go
// module of its own because it needs cgo and links a library of 200 MB. What
// the options do not grant does not exist in there.
//
//	engine, err := wasmtime.Open(bindings.Options{ModulePath: "build/core.wasm"})
//	defer engine.Close()
//	response, err := engine.Call(ctx, "sessions.list", nil)
package wasmtime

import (
	"context"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/core/fault"
)

// Engine is a bindings.Engine that runs core.wasm in Wasmtime.
type Engine struct{ pool *guest.Engine }

var _ bindings.Engine = (*Engine)(nil)

// NewEngine is Open, for heddle.Options.Engine.
func NewEngine(opts bindings.Options) (bindings.Engine, error) { return Open(opts) }

// Open loads core.wasm, compiles it or takes it from the cache, and opens the
// first instance.
func Open(opts bindings.Options) (*Engine, error) {
	module, err := opts.FindModule()
	if err != nil {
		return nil, err
	}
	c, err := compile(module, opts.CacheFolder("wasmtime"), opts.HardKill)
	if err != nil {
		return nil, fault.Wrap(fault.BadRef, "cannot load "+module.Source, err).
			WithHint("it must be the core.wasm of this release")
	}
	pool, err := guest.Open(opts, &runtime{compiled: c, memory: guest.MemoryLimit(opts)})
	if err != nil {
		return nil, err
	}
	return &Engine{pool: pool}, nil
}

// Call implements bindings.Engine. A trap is INTERNAL and costs the instance.
func (e *Engine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	return e.pool.Call(ctx, op, request)
}

// Changes wakes subscriptions when a call has changed the store.
func (e *Engine) Changes() *bindings.Changes { return e.pool.Changes() }

// Close implements bindings.Engine.
func (e *Engine) Close() error { return e.pool.Close() }
