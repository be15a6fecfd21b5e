// Package wazero runs the engine as core.wasm inside wazero, a WebAssembly
// runtime in pure Go. What the options do not grant does not exist in there.
//
//	engine, err := wazero.Open(bindings.Options{ModulePath: "build/core.wasm"})
//	defer engine.Close()
//	response, err := engine.Call(ctx, "sessions.list", nil)
package wazero

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/wasm/abi"
)

const pageBytes = 64 << 10

// Engine is a bindings.Engine that runs core.wasm in wazero.
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
	r, err := compileModule(opts, module)
	if err != nil {
		return nil, fault.Wrap(fault.BadRef, "cannot load "+module.Source, err).
			WithHint("it must be the core.wasm of this release")
	}
	pool, err := guest.Open(opts, r)
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

// runtime is one compiled module and the host functions it imports.
type runtime struct {
	wazero   wazero.Runtime
	module   wazero.CompiledModule
	cache    wazero.CompilationCache // nil without a folder
	hardKill bool
}

func compileWith(opts bindings.Options, module []byte, cache wazero.CompilationCache) (*runtime, error) {
	ctx := context.Background()
	config := wazero.NewRuntimeConfig().
		WithMemoryLimitPages(uint32(guest.MemoryLimit(opts) / pageBytes)).
		WithCloseOnContextDone(opts.HardKill)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	r := &runtime{wazero: wazero.NewRuntimeWithConfig(ctx, config), cache: cache, hardKill: opts.HardKill}
	var err error
	if r.module, err = r.wazero.CompileModule(ctx, module); err == nil {
		if err = r.defineImports(ctx); err == nil {
			return r, nil
		}
	}
	r.Close()
	return nil, err
}

// defineImports defines what the module imports: the four functions of the ABI, and
// those WASI functions that it asks for.
func (r *runtime) defineImports(ctx context.Context) error {
	heddle := r.wazero.NewHostModuleBuilder(abi.ModuleName)
	for name, f := range imports {
		heddle.NewFunctionBuilder().WithGoModuleFunction(f.fn, f.params, f.results).Export(name)
	}
	wasi := r.wazero.NewHostModuleBuilder(guest.WASIModule)
	for _, f := range r.module.ImportedFunctions() {
		if module, name, _ := f.Import(); module == guest.WASIModule {
			wasi.NewFunctionBuilder().WithGoModuleFunction(wasiFunc(name), f.ParamTypes(), f.ResultTypes()).Export(name)
		}
	}
	if _, err := heddle.Instantiate(ctx); err != nil {
		return err
	}
	_, err := wasi.Instantiate(ctx)
	return err
}

// Close implements guest.Runtime.
func (r *runtime) Close() error {
	ctx := context.Background()
	err := r.wazero.Close(ctx)
	if r.cache != nil {
		if e := r.cache.Close(ctx); err == nil {
			err = e
		}
	}
	return err
}

var (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)
