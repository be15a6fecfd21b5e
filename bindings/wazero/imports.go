package wazero

import (
	"context"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/heddle-dev/heddle/bindings/internal/guest"
)

// imported is one host function with its type.
type imported struct {
	fn              api.GoModuleFunc
	params, results []api.ValueType
}

// imports are the functions of wasm/abi/ABI.md. All instances share them; the
// session of the running call comes with its context.
var imports = map[string]imported{
	"host_call": {func(ctx context.Context, m api.Module, st []uint64) {
		r := guest.SessionOf(ctx).HostCall(moduleMemory(m), uint32(st[0]), uint32(st[1]), uint32(st[2]), uint32(st[3]), uint32(st[4]))
		st[0] = uint64(r)
	}, []api.ValueType{i32, i32, i32, i32, i32}, []api.ValueType{i64}},
	"host_take": {func(ctx context.Context, m api.Module, st []uint64) {
		st[0] = uint64(guest.SessionOf(ctx).HostTake(moduleMemory(m), uint32(st[0]), uint32(st[1])))
	}, []api.ValueType{i32, i32}, []api.ValueType{i32}},
	"file_read": {func(ctx context.Context, m api.Module, st []uint64) {
		r := guest.SessionOf(ctx).FileRead(moduleMemory(m), uint32(st[0]), uint32(st[1]), int64(st[2]), uint32(st[3]), uint32(st[4]))
		st[0] = uint64(r)
	}, []api.ValueType{i32, i32, i64, i32, i32}, []api.ValueType{i64}},
	"poll": {func(ctx context.Context, _ api.Module, st []uint64) {
		st[0] = uint64(guest.SessionOf(ctx).Poll(int64(st[0]), int64(st[1])))
	}, []api.ValueType{i64, i64}, []api.ValueType{i32}},
}

// wasiFunc answers one WASI function.
func wasiFunc(name string) api.GoModuleFunc {
	if guest.IsExit(name) {
		return func(ctx context.Context, m api.Module, st []uint64) {
			code := uint32(st[0])
			m.CloseWithExitCode(ctx, code) // as proc_exit must: nothing runs in it any more
			panic(sys.NewExitError(code))
		}
	}
	return func(ctx context.Context, m api.Module, st []uint64) {
		errno := guest.SessionOf(ctx).WASI(name, moduleMemory(m), st)
		if len(st) > 0 {
			st[0] = uint64(errno)
		}
	}
}

// moduleMemory is the module's linear memory as it is now.
func moduleMemory(m api.Module) []byte {
	mem := m.Memory()
	if mem == nil {
		return nil
	}
	b, _ := mem.Read(0, mem.Size())
	return b
}
