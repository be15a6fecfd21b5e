package wasmtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/heddle-dev/heddle/bindings/internal/guest"
)

// runtime makes instances of one compiled module.
type runtime struct {
	compiled compiled
	memory   int64 // bytes an instance may have
}

// Close implements guest.Runtime.
func (r *runtime) Close() error { return nil }

// instance is one instance of core.wasm with an engine and a store of its own.
type instance struct {
	engine                        *wasmtime.Engine
	store                         *wasmtime.Store
	memory                        *wasmtime.Memory
	version, alloc, call, release *wasmtime.Func
	hardKill                      bool
}

// Instantiate implements guest.Runtime.
func (r *runtime) Instantiate(s *guest.Session) (guest.Instance, error) {
	i := &instance{engine: newEngine(r.compiled.hardKill), hardKill: r.compiled.hardKill}
	i.store = wasmtime.NewStore(i.engine)
	if err := i.start(r, s); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

func (i *instance) start(r *runtime, s *guest.Session) error {
	const unlimited = -1
	i.store.Limiter(r.memory, unlimited, unlimited, unlimited, unlimited)
	if i.hardKill {
		i.store.SetEpochDeadline(1)
	}
	module, err := r.compiled.load(i.engine)
	if err != nil {
		return err
	}
	defer module.Close()
	linker, err := i.link(module, s)
	if err != nil {
		return err
	}
	defer linker.Close()
	inst, err := linker.Instantiate(i.store, module)
	if err != nil {
		return trap(err)
	}
	i32, i64 := wasmtime.KindI32, wasmtime.KindI64
	var initialize *wasmtime.Func
	for _, e := range []struct {
		name    string
		fn      **wasmtime.Func
		params  []wasmtime.ValKind
		results []wasmtime.ValKind
	}{
		{"abi_version", &i.version, nil, []wasmtime.ValKind{i32}},
		{"alloc", &i.alloc, []wasmtime.ValKind{i32}, []wasmtime.ValKind{i32}},
		{"call", &i.call, []wasmtime.ValKind{i32, i32, i32}, []wasmtime.ValKind{i64}},
		{"release", &i.release, []wasmtime.ValKind{i32}, nil},
		{"_initialize", &initialize, nil, nil},
	} {
		*e.fn = inst.GetFunc(i.store, e.name)
		if *e.fn == nil || !hasType((*e.fn).Type(i.store), e.params, e.results) {
			return fmt.Errorf("it exports no function %s of the right type", e.name)
		}
	}
	if e := inst.GetExport(i.store, "memory"); e != nil {
		i.memory = e.Memory()
	}
	if i.memory == nil {
		return errors.New("it exports no memory")
	}
	_, err = i.run(s.Context(), initialize)
	return err
}

func hasType(t *wasmtime.FuncType, params, results []wasmtime.ValKind) bool {
	same := func(have []*wasmtime.ValType, want []wasmtime.ValKind) bool {
		if len(have) != len(want) {
			return false
		}
		for n, v := range have {
			if v.Kind() != want[n] {
				return false
			}
		}
		return true
	}
	return same(t.Params(), params) && same(t.Results(), results)
}

// Memory implements guest.Instance.
func (i *instance) Memory() []byte {
	if i.memory == nil { // while the module starts
		return nil
	}
	return i.memory.UnsafeData(i.store)
}

// ABIVersion implements guest.Instance.
func (i *instance) ABIVersion(ctx context.Context) (uint32, error) {
	r, err := i.run(ctx, i.version)
	return low(r), err
}

// Alloc implements guest.Instance.
func (i *instance) Alloc(ctx context.Context, n uint32) (uint32, error) {
	r, err := i.run(ctx, i.alloc, int32(n))
	return low(r), err
}

// Call implements guest.Instance.
func (i *instance) Call(ctx context.Context, op, p, n uint32) (uint64, error) {
	r, err := i.run(ctx, i.call, int32(op), int32(p), int32(n))
	packed, _ := r.(int64)
	return uint64(packed), err
}

// Release implements guest.Instance.
func (i *instance) Release(ctx context.Context, p uint32) error {
	_, err := i.run(ctx, i.release, int32(p))
	return err
}

func low(r any) uint32 {
	v, _ := r.(int32)
	return uint32(v)
}

// Close implements guest.Instance.
func (i *instance) Close() {
	i.store.Close()
	i.engine.Close()
}

// run calls a function and, if it may, interrupts it some time after ctx is
// done.
func (i *instance) run(ctx context.Context, f *wasmtime.Func, args ...any) (any, error) {
	if i.hardKill {
		i.store.SetEpochDeadline(1) // from now: an interrupt that came too late is forgotten
	}
	if i.hardKill && ctx.Done() != nil {
		late, stop := guest.AfterGrace(ctx)
		defer stop()
		interrupted := make(chan struct{})
		unregister := context.AfterFunc(late, func() {
			i.engine.IncrementEpoch()
			close(interrupted)
		})
		defer func() {
			if !unregister() {
				<-interrupted // it must not hit the next call
			}
		}()
	}
	r, err := f.Call(i.store, args...)
	return r, trap(err)
}

// trap marks what the epoch has interrupted.
func trap(err error) error {
	var t *wasmtime.Trap
	if errors.As(err, &t) {
		if code := t.Code(); code != nil && *code == wasmtime.Interrupt {
			return fmt.Errorf("%w: %w", guest.ErrKilled, err)
		}
	}
	return err
}
