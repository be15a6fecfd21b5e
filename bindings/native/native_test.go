package native_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core/fault"
)

func TestCall(t *testing.T) {
	e := native.New(guesttest.Host(guesttest.Files{}))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				r, err := e.Call(context.Background(), "ids.resolveNativeId", []byte(`{"unifiedId":"claude:a:b"}`))
				if want := `{"agent":"claude","nativeSessionId":"a:b"}`; err != nil || string(r.Body) != want || r.Op() != "ids.resolveNativeId" {
					t.Errorf("%s %s %v", r.Header, r.Body, err)
				}
			}
		})
	}
	group.Wait()
	r, err := e.Call(context.Background(), "ids.resolveUnifiedId", []byte(`{"agent":"nobody","nativeSessionId":"x"}`))
	if !errors.Is(err, fault.AgentNotFound) || !errors.Is(r.Err(), fault.AgentNotFound) || len(r.Body) != 0 {
		t.Errorf("%s %s %v", r.Header, r.Body, err)
	}
	if _, err := e.Call(context.Background(), "no.such.op", nil); !errors.Is(err, fault.Unsupported) {
		t.Error(err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Call(cancelled, "version", nil); !errors.Is(err, fault.Timeout) {
		t.Error(err)
	}
	for range 2 {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := e.Call(context.Background(), "version", nil); !errors.Is(err, fault.InvalidArgument) {
		t.Error("a call on a closed engine:", err)
	}
}

// TestPanic lets the host panic in the middle of an operation.
func TestPanic(t *testing.T) {
	e := native.New(guesttest.Panics())
	r, err := e.Call(context.Background(), "sessions.list", nil)
	var trap *bindings.Trap
	if !errors.Is(err, fault.Internal) || !errors.As(err, &trap) || !strings.Contains(trap.Summary, "the host has a bug") ||
		!strings.Contains(trap.Output, "native.go") || fault.From(err).Op != "sessions.list" {
		t.Errorf("%s %v", r.Header, err)
	}
	if _, err := e.Call(context.Background(), "version", nil); err != nil {
		t.Error("the call after:", err)
	}
}

// BenchmarkEmptyCall is the smallest operation, request to response.
func BenchmarkEmptyCall(b *testing.B) {
	guesttest.EmptyCall(b, native.New(guesttest.Host(guesttest.Files{})))
}

// BenchmarkScan lists 32 MB of sessions from the host's memory, with
// one worker.
func BenchmarkScan(b *testing.B) {
	guesttest.Scan(b, func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) }, bindings.Options{})
}
