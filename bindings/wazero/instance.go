package wazero

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/heddle-dev/heddle/bindings/internal/guest"
)

// instance is one instance of core.wasm.
type instance struct {
	module                          api.Module
	version, alloc, call, releaseFn api.Function
	hardKill                        bool
	stack                           [3]uint64 // arguments and results, so that a call allocates nothing
}

// Instantiate implements guest.Runtime.
func (r *runtime) Instantiate(s *guest.Session) (guest.Instance, error) {
	// No name, so that there can be many; nothing of the process is granted.
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	m, err := r.wazero.InstantiateModule(withMemory(s.Context()), r.module, config)
	if err != nil {
		return nil, markKilled(err)
	}
	i := &instance{module: m, hardKill: r.hardKill}
	for _, e := range []struct {
		name            string
		fn              *api.Function
		params, results []api.ValueType
	}{
		{"abi_version", &i.version, nil, []api.ValueType{i32}},
		{"alloc", &i.alloc, []api.ValueType{i32}, []api.ValueType{i32}},
		{"call", &i.call, []api.ValueType{i32, i32, i32}, []api.ValueType{i64}},
		{"release", &i.releaseFn, []api.ValueType{i32}, nil},
	} {
		*e.fn = m.ExportedFunction(e.name)
		if *e.fn == nil || !slices.Equal((*e.fn).Definition().ParamTypes(), e.params) || !slices.Equal((*e.fn).Definition().ResultTypes(), e.results) {
			i.Close()
			return nil, fmt.Errorf("it exports no function %s of the right type", e.name)
		}
	}
	if m.Memory() == nil {
		i.Close()
		return nil, errors.New("it exports no memory")
	}
	return i, nil
}

// Memory implements guest.Instance.
func (i *instance) Memory() []byte { return moduleMemory(i.module) }

// ABIVersion implements guest.Instance.
func (i *instance) ABIVersion(ctx context.Context) (uint32, error) {
	r, err := i.callFunction(ctx, i.version)
	return uint32(r), err
}

// Alloc implements guest.Instance.
func (i *instance) Alloc(ctx context.Context, n uint32) (uint32, error) {
	r, err := i.callFunction(ctx, i.alloc, uint64(n))
	return uint32(r), err
}

// Call implements guest.Instance.
func (i *instance) Call(ctx context.Context, op, p, n uint32) (uint64, error) {
	return i.callFunction(ctx, i.call, uint64(op), uint64(p), uint64(n))
}

// Release implements guest.Instance.
func (i *instance) Release(ctx context.Context, p uint32) error {
	_, err := i.callFunction(ctx, i.releaseFn, uint64(p))
	return err
}

// Close implements guest.Instance.
func (i *instance) Close() { i.module.Close(context.Background()) }

func (i *instance) callFunction(ctx context.Context, f api.Function, args ...uint64) (uint64, error) {
	copy(i.stack[:], args)
	if i.hardKill {
		late, stop := guest.AfterGrace(ctx)
		defer stop()
		ctx = late
	}
	if err := f.CallWithStack(ctx, i.stack[:]); err != nil {
		return 0, markKilled(err)
	}
	return i.stack[0], nil
}

// markKilled marks what wazero stopped because the context was done.
func markKilled(err error) error {
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		switch exit.ExitCode() {
		case sys.ExitCodeContextCanceled, sys.ExitCodeDeadlineExceeded:
			return fmt.Errorf("%w: %w", guest.ErrKilled, err)
		}
	}
	return err
}
