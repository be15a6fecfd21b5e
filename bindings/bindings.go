// Package bindings is one interface to Heddle for every engine that runs it: the Go
// code itself (bindings/native), or core.wasm inside wazero (bindings/wazero)
// or wasmtime (bindings/wasmtime, a module of its own). For the same host and
// the same request every engine answers with the same bytes.
//
//	engine, err := native.Open(bindings.Options{Host: hostfns.Options{}})
//	defer engine.Close()
//	response, err := engine.Call(ctx, "sessions.list", []byte(`{"agent":"claude"}`))
//	os.Stdout.Write(response.Body)
package bindings

import "context"

// Engine runs operations. Engines are safe for concurrent use.
type Engine interface {
	// Call runs an operation by its name in core/rpc.Ops on a JSON request; an
	// empty request counts as {}. When the response holds an error, Call
	// returns it as a *fault.Error beside the response, which is well-formed
	// in every case. Once ctx is done the operation ends with TIMEOUT.
	Call(ctx context.Context, op string, request []byte) (Response, error)
	// Close frees what the engine holds. Running calls end first; later ones
	// fail. Closing twice is harmless.
	Close() error
}

// Response is what an operation answered. The bytes belong to the caller.
type Response struct {
	// Header is canonical JSON: the operation's name, and where there are any,
	// diagnostics, error and report (wasm/abi/ABI.md).
	Header []byte
	// Body is the bare result: canonical JSON, or text for sessions.export.
	// It is empty when the header holds an error.
	Body []byte
}

// Trap is the cause of the INTERNAL error that follows when core.wasm stops
// in the middle of an operation. The instance is gone, the engine works on.
type Trap struct {
	// Summary is the first line of what it said.
	Summary string
	// Output is the end of what it wrote to its standard error.
	Output string
	// Cause is the WebAssembly runtime's own error.
	Cause error
}

// Error returns the summary.
func (t *Trap) Error() string { return t.Summary }

// Unwrap returns the cause.
func (t *Trap) Unwrap() error { return t.Cause }
