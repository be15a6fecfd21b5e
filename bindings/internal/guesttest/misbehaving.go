package guesttest

import (
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// Operations by what the misbehaving module does when they are called.
const (
	echo     = "version"
	panics   = "ids.resolveUnifiedId"
	exhausts = "ids.resolveNativeId"
	spins    = "agents.list"
	polls    = "sessions.list"
	wild     = "sessions.get"
	asks     = "sessions.export"
)

// testGuest runs the engine on the misbehaving module.
func (s suite) testGuest(t *testing.T) {
	opts := s.moduleOptions(Guest(t))
	opts.NewHost = bindings.FixedHost(Host(Files{"m/file": strings.Repeat("0123456789", 100), "m/panic": ""}))
	opts.Workers = 1
	e := s.openEngine(t, opts)
	ctx := context.Background()
	alive := func(t *testing.T) {
		t.Helper()
		if r, err := e.Call(ctx, echo, []byte("hello")); err != nil || string(r.Body) != "hello" {
			t.Fatalf("the call after: %q, %v", r.Body, err)
		}
	}
	t.Run("panic", func(t *testing.T) {
		r, err := e.Call(ctx, panics, []byte("hello"))
		trap := checkTrap(t, err, panics, "panic: runtime error: index out of range [5] with length 0")
		if trap != nil && !strings.Contains(trap.Output, "about to panic") {
			t.Errorf("output %q", trap.Output)
		}
		if want := `{"error":{"code":"INTERNAL",`; !strings.HasPrefix(string(r.Header), want) {
			t.Errorf("header %s", r.Header)
		}
		alive(t)
	})
	t.Run("out-of-memory", func(t *testing.T) {
		own := s.moduleOptions(Guest(t))
		own.MemoryLimit = 32 << 20
		e := s.openEngine(t, own)
		_, err := e.Call(ctx, exhausts, nil)
		checkTrap(t, err, exhausts, "out of memory")
		if r, err := e.Call(ctx, echo, []byte("x")); err != nil || string(r.Body) != "x" {
			t.Fatalf("the call after: %q, %v", r.Body, err)
		}
	})
	t.Run("wild-response", func(t *testing.T) {
		_, err := e.Call(ctx, wild, nil)
		checkTrap(t, err, wild, "its response lies outside its memory")
		alive(t)
	})
	t.Run("host-panic", func(t *testing.T) {
		_, err := e.Call(ctx, asks, hostQuery(fileRead, []byte("m/panic"), 8))
		checkTrap(t, err, asks, "the host has a bug")
		alive(t)
	})
	t.Run("deadline", func(t *testing.T) { s.testDeadline(t, e); alive(t) })
	t.Run("cancel", func(t *testing.T) { s.testCancel(t, e); alive(t) })
	t.Run("waiting", func(t *testing.T) { s.testWaiting(t, e); alive(t) })
	t.Run("hard-kill", s.hardKill)
	t.Run("host-calls", func(t *testing.T) { s.hostCalls(t, e); alive(t) })
	t.Run("closed", s.testClosed)
}

// checkTrap checks the error of a call that trapped.
func checkTrap(t *testing.T, err error, op, summary string) *bindings.Trap {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Internal || f.Op != op {
		t.Errorf("%s: %v is not INTERNAL with the operation", op, err)
		return nil
	}
	var trap *bindings.Trap
	if !errors.As(err, &trap) {
		t.Errorf("%s: %v holds no trap", op, err)
	} else if !strings.Contains(trap.Summary, summary) {
		t.Errorf("%s: %v does not say %q", op, err, summary)
	}
	return trap
}

func (s suite) testDeadline(t *testing.T, e bindings.Engine) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	start := time.Now()
	r, err := e.Call(ctx, polls, nil)
	if err != nil { // the guest itself answers with the host's error record
		t.Fatal(err)
	}
	if f := (&abi.Reader{B: r.Body}).Fault(); f.Code != fault.Timeout || f.Message != "deadline passed" {
		t.Errorf("host error %v", f)
	}
	if d := time.Since(start); d < 25*time.Millisecond || d > 5*time.Second {
		t.Errorf("ended after %v", d)
	}
	expired, stop := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer stop()
	if r, err := e.Call(expired, echo, nil); !errors.Is(err, fault.Timeout) || !strings.Contains(string(r.Header), "TIMEOUT") {
		t.Errorf("a call after its deadline: %s, %v", r.Header, err)
	}
}

func (s suite) testCancel(t *testing.T, e bindings.Engine) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	r, err := e.Call(ctx, polls, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f := (&abi.Reader{B: r.Body}).Fault(); f.Code != fault.Timeout || f.Message != "cancelled" {
		t.Errorf("host error %v", f)
	}
}

// testWaiting lets a call run out of time while the only instance is busy.
func (s suite) testWaiting(t *testing.T, e bindings.Engine) {
	busy, stop := context.WithCancel(context.Background())
	var group sync.WaitGroup
	started := make(chan struct{})
	group.Go(func() {
		close(started)
		e.Call(busy, polls, nil)
	})
	<-started
	time.Sleep(20 * time.Millisecond)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if _, err := e.Call(ctx, echo, nil); !errors.Is(err, fault.Timeout) {
		t.Errorf("waiting for an instance: %v", err)
	}
	stop()
	group.Wait()
}

func (s suite) hardKill(t *testing.T) {
	opts := s.moduleOptions(Guest(t))
	opts.HardKill = true
	e := s.openEngine(t, opts)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	var group sync.WaitGroup
	group.Go(func() { // another call at the same time is left alone
		other, stop := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer stop()
		if r, err := e.Call(other, polls, nil); err != nil || len(r.Body) == 0 {
			t.Errorf("the other call: %q, %v", r.Body, err)
		}
	})
	if _, err := e.Call(ctx, spins, nil); !errors.Is(err, fault.Timeout) {
		t.Errorf("an endless loop: %v", err)
	}
	group.Wait()
	again, stop := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, stop)
	if _, err := e.Call(again, spins, nil); !errors.Is(err, fault.Timeout) {
		t.Errorf("an endless loop, cancelled: %v", err)
	}
	if r, err := e.Call(context.Background(), echo, []byte("x")); err != nil || string(r.Body) != "x" {
		t.Errorf("the call after: %q, %v", r.Body, err)
	}
}

// fileRead is the number by which the guest knows the import file_read.
const fileRead = 0xfffffffe

// own names a buffer of the guest instead of an address.
const own = 0xffffffff

// hostQuery asks the guest to pass a host call on.
func hostQuery(call uint32, argument []byte, capacity uint32) []byte {
	return rawQuery(call, own, uint32(len(argument)), own, capacity, argument)
}

func rawQuery(call, p, n, out, capacity uint32, argument []byte) []byte {
	var q []byte
	for _, v := range []uint32{call, p, n, out, capacity} {
		q = binary.LittleEndian.AppendUint32(q, v)
	}
	return append(q, argument...)
}

// hostCalls checks what imports return to the guest.
func (s suite) hostCalls(t *testing.T, e bindings.Engine) {
	path := func(p string) []byte { var w abi.Writer; w.Str(p); return w.B }
	ask := func(query []byte) (int64, []byte) {
		t.Helper()
		r, err := e.Call(context.Background(), asks, query)
		if err != nil || len(r.Body) < 8 {
			t.Fatalf("%q, %v", r.Body, err)
		}
		return int64(binary.LittleEndian.Uint64(r.Body)), r.Body[8:]
	}
	if n, b := ask(hostQuery(abi.CallPowers, nil, 4)); n != 4 || b[0] != byte(abi.PowerFiles|abi.PowerClock|abi.PowerPoll) {
		t.Errorf("powers %d %v", n, b)
	}
	if n, b := ask(hostQuery(fileRead, []byte("m/file"), 15)); n != 15 || string(b) != "012345678901234" {
		t.Errorf("file_read %d %q", n, b)
	}
	if n, b := ask(hostQuery(abi.CallList, path("m"), 4)); n < 40 || len(b) != 4 || b[0] != 0 {
		t.Errorf("an answer that does not fit: %d, and %v was written", n, b)
	}
	for _, c := range []struct {
		name  string
		query []byte
		code  fault.Code
		path  string
	}{
		{"missing file", hostQuery(fileRead, []byte("m/none"), 8), fault.BadRef, "m/none"},
		{"missing path", hostQuery(abi.CallStat, path("m/none"), 8), fault.BadRef, "m/none"},
		{"no SQL", hostQuery(abi.CallSQLClose, make([]byte, 8), 8), fault.Unsupported, ""},
		{"no zstd", hostQuery(abi.CallZstd, make([]byte, 12), 8), fault.Unsupported, ""},
		{"no entropy", hostQuery(abi.CallID, nil, 16), fault.Unsupported, ""},
		{"unknown call", hostQuery(4711, nil, 8), fault.Unsupported, ""},
		{"argument outside memory", rawQuery(abi.CallStat, 0xfffffff0, 8, own, 8, nil), fault.Internal, ""},
		{"answer outside memory", rawQuery(abi.CallNow, own, 0, 0xfffffff0, 64, nil), fault.Internal, ""},
		{"read outside memory", rawQuery(fileRead, own, 6, 0x7fffffff, 0x7fffffff, []byte("m/file")), fault.Internal, ""},
	} {
		n, b := ask(c.query)
		if n >= 0 || int64(len(b)) != -n {
			t.Errorf("%s: %d with a record of %d bytes", c.name, n, len(b))
			continue
		}
		if f := (&abi.Reader{B: b}).Fault(); f.Code != c.code || f.Path != c.path || f.Message == "" {
			t.Errorf("%s: %#v", c.name, f)
		}
	}
}

func (s suite) testClosed(t *testing.T) {
	e := s.openEngine(t, s.moduleOptions(Guest(t)))
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if err := e.Close(); err != nil {
		t.Error("closing twice:", err)
	}
	if r, err := e.Call(context.Background(), echo, nil); !errors.Is(err, fault.InvalidArgument) || len(r.Header) == 0 {
		t.Errorf("a call on a closed engine: %s, %v", r.Header, err)
	}
}
