package wasmtime

import (
	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// link defines what the module imports: the four functions of
// wasm/abi/ABI.md, and those WASI functions that it asks for.
func (i *instance) link(module *wasmtime.Module, s *guest.Session) (*wasmtime.Linker, error) {
	linker := wasmtime.NewLinker(i.engine)
	for _, imported := range module.Imports() {
		t := imported.Type().FuncType()
		if t == nil || imported.Name() == nil {
			continue // nothing but functions is offered; instantiating says what is missing
		}
		name := *imported.Name()
		var fn func(args []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap)
		switch imported.Module() {
		case abi.ModuleName:
			fn = i.heddle(name, s)
		case guest.WASIModule:
			fn = i.wasi(name, len(t.Results()) > 0, s)
		}
		if fn == nil {
			continue
		}
		err := linker.FuncNew(imported.Module(), name, t, func(_ *wasmtime.Caller, args []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
			return fn(args)
		})
		if err != nil {
			return nil, err
		}
	}
	return linker, nil
}

// results is what a function of the guest's imports returns.
type results = []wasmtime.Val

// heddle returns one of the ABI's four functions, or nil. Wasmtime checks a
// function's type by the module's word, so a wrong one panics and is a trap.
func (i *instance) heddle(name string, s *guest.Session) func([]wasmtime.Val) (results, *wasmtime.Trap) {
	u32 := func(v wasmtime.Val) uint32 { return uint32(v.I32()) }
	switch name {
	case "host_call":
		return func(a []wasmtime.Val) (results, *wasmtime.Trap) {
			return results{wasmtime.ValI64(s.HostCall(i.Memory(), u32(a[0]), u32(a[1]), u32(a[2]), u32(a[3]), u32(a[4])))}, nil
		}
	case "host_take":
		return func(a []wasmtime.Val) (results, *wasmtime.Trap) {
			return results{wasmtime.ValI32(int32(s.HostTake(i.Memory(), u32(a[0]), u32(a[1]))))}, nil
		}
	case "file_read":
		return func(a []wasmtime.Val) (results, *wasmtime.Trap) {
			return results{wasmtime.ValI64(s.FileRead(i.Memory(), u32(a[0]), u32(a[1]), a[2].I64(), u32(a[3]), u32(a[4])))}, nil
		}
	case "poll":
		return func(a []wasmtime.Val) (results, *wasmtime.Trap) {
			return results{wasmtime.ValI32(int32(s.Poll(a[0].I64(), a[1].I64())))}, nil
		}
	}
	return nil
}

// wasi returns one WASI function.
func (i *instance) wasi(name string, answers bool, s *guest.Session) func([]wasmtime.Val) (results, *wasmtime.Trap) {
	if guest.IsExit(name) {
		return func(a []wasmtime.Val) (results, *wasmtime.Trap) {
			return nil, wasmtime.NewTrap(guest.Exit{Code: uint32(a[0].I32())}.Error())
		}
	}
	return func(a []wasmtime.Val) (results, *wasmtime.Trap) {
		args := make([]uint64, len(a))
		for n, v := range a {
			if v.Kind() == wasmtime.KindI64 {
				args[n] = uint64(v.I64())
			} else {
				args[n] = uint64(uint32(v.I32()))
			}
		}
		errno := s.WASI(name, i.Memory(), args)
		if !answers {
			return nil, nil
		}
		return results{wasmtime.ValI32(int32(errno))}, nil
	}
}
