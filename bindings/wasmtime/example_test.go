package wasmtime_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/wasmtime"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

func Example() {
	// core.wasm is found by HEDDLE_WASM; bindings.Options.ModulePath names it as well.
	engine, err := wasmtime.Open(bindings.Options{Host: hostfns.Options{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	response, err := engine.Call(context.Background(), "ids.resolveNativeId", []byte(`{"unifiedId":"claude:a1b2c3d4"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(response.Body))
	// Output: {"agent":"claude","nativeSessionId":"a1b2c3d4"}
}

// Errors are *fault.Error values with a stable code, and a hint where there is
// something to do.
func ExampleEngine_Call_error() {
	var opts bindings.Options
	opts.Host = hostfns.Options{Mounts: map[string]string{}} // grants nothing
	engine, err := wasmtime.Open(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err = engine.Call(ctx, "sessions.get", []byte(`{"unifiedId":"claude:none"}`))
	var e *fault.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, "in", e.Op)
	}
	fmt.Println(errors.Is(err, fault.SessionNotFound))
	// Output:
	// SESSION_NOT_FOUND in sessions.get
	// true
}
