package guesttest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
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

// Open opens the engine under test.
type Open func(bindings.Options) (bindings.Engine, error)

// Suite tests an engine.
func Suite(t *testing.T, open Open) {
	s := suite{open: open, cache: t.TempDir()}
	t.Run("core", s.core)
	t.Run("guest", s.guest)
	t.Run("loading", s.loading)
}

type suite struct {
	open  Open
	cache string
}

func (s suite) options(module []byte) bindings.Options {
	return bindings.Options{Module: module, CacheDir: s.cache, NewHost: bindings.FixedHost(Host(Files{}))}
}

func (s suite) engine(t *testing.T, opts bindings.Options) bindings.Engine {
	t.Helper()
	e, err := s.open(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error("close:", err)
		}
	})
	return e
}

// core runs the engine on core.wasm.
func (s suite) core(t *testing.T) {
	many := Files{}
	for n := range 1000 { // a folder whose listing is larger than the guest's buffer for answers
		many[fmt.Sprintf("claude/projects/-p/%08d-0000-4000-9000-000000000000.jsonl", n)] =
			fmt.Sprintf(`{"type":"user","message":{"role":"user","content":"prompt %d"},"uuid":"u%d","timestamp":"2026-11-20T10:%02d:%02d.000Z","cwd":"/p","version":"2.1.0"}`+"\n", n, n, n/60, n%60)
	}
	big := `{"unifiedId":"claude:` + bigSession + `"}`
	for _, home := range []struct {
		name  string
		files host.Files
		calls []call
	}{
		{"empty", Files{}, []call{
			{"ids.resolveNativeId", `{"unifiedId":"claude:a:b"}`},
			{"ids.resolveNativeId", `{"unifiedId":"none"}`},
			{"ids.resolveNativeId", `{"unifiedId":"claude:` + strings.Repeat("x", 3<<20) + `"}`},
			{"ids.resolveNativeId", strings.Repeat(" ", abi.MaxRequestBytes+1)},
			{"ids.resolveUnifiedId", `{"agent":"codex","nativeSessionId":"日本"}`},
			{"ids.resolveUnifiedId", `{"agent":"nobody","nativeSessionId":"x"}`},
			{"ids.resolveUnifiedId", `{"agent":`}, {"ids.resolveUnifiedId", ``},
			{"version", `{}`}, {"version", ``}, {"version", "\x00\xff"}, {"no.such.op", `{}`},
			{"agents.list", `{}`}, {"sessions.list", `{}`}, {"sessions.list", `{"agent":"claude"}`},
			{"sessions.get", `{"agent":"claude","sessionId":"x"}`},
		}},
		{"many", many, []call{{"agents.list", ``}, {"sessions.list", `{"agent":"claude","limit":2000}`}}},
		{"big", bigHome(3), []call{{"sessions.list", ``}, {"sessions.get", big}, {"sessions.export", big}}},
		{"refusing", Refusing{bigHome(1)}, []call{{"agents.list", ``}, {"sessions.list", ``}, {"sessions.list", `{"agent":"claude"}`}, {"sessions.get", big}}},
	} {
		t.Run(home.name, func(t *testing.T) { s.sameAsNative(t, home.files, home.calls) })
	}
	e := s.engine(t, s.options(Core(t)))
	t.Run("concurrent", func(t *testing.T) { s.concurrent(t, e) })
	t.Run("progress-and-cancel", s.scan)
	t.Run("memory-limit", s.coreMemory)
}

// call is an operation and its request.
type call struct{ op, request string }

// sameAsNative compares the engine with the native one.
func (s suite) sameAsNative(t *testing.T, files host.Files, calls []call) {
	h := &host.Host{Files: files, Clock: clock{}}
	opts := s.options(Core(t))
	opts.NewHost = bindings.FixedHost(h)
	e, oracle := s.engine(t, opts), native.New(h)
	for _, c := range calls {
		want, wantErr := oracle.Call(context.Background(), c.op, []byte(c.request))
		got, err := e.Call(context.Background(), c.op, []byte(c.request))
		if !bytes.Equal(got.Header, want.Header) || !bytes.Equal(got.Body, want.Body) {
			t.Errorf("%s %.60s\n got %.300s %.200s\nwant %.300s %.200s", c.op, c.request, got.Header, got.Body, want.Header, want.Body)
		}
		if fault.CodeOf(err) != fault.CodeOf(wantErr) || (err == nil) != (got.Err() == nil) {
			t.Errorf("%s %.60s: error %v, want %v", c.op, c.request, err, wantErr)
		}
	}
}

// concurrent calls one engine from 8 goroutines; no answer may be another's.
func (s suite) concurrent(t *testing.T, e bindings.Engine) {
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			id := strings.Repeat(string(rune('a'+g)), 1+g*1000)
			for range 200 {
				r, err := e.Call(context.Background(), "ids.resolveNativeId", []byte(`{"unifiedId":"claude:`+id+`"}`))
				if want := `{"agent":"claude","nativeSessionId":"` + id + `"}`; err != nil || string(r.Body) != want {
					t.Errorf("goroutine %d: %.80s, %v", g, r.Body, err)
					return
				}
			}
		})
	}
	group.Wait()
}

const bigSession = "00000000-0000-4000-9000-000000000001"

// bigHome is a claude home with one session of about n MB.
func bigHome(n int) Files {
	var b strings.Builder
	parent := "null"
	for i := 0; b.Len() < n<<20; i++ {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, i)
		fmt.Fprintf(&b, `{"type":"user","message":{"role":"user","content":"%s"},"uuid":%s,"parentUuid":%s,"timestamp":"2026-11-20T10:00:00.000Z","cwd":"/p","sessionId":"%s","version":"2.1.0"}`+"\n",
			strings.Repeat("word ", 200), id, parent, bigSession)
		parent = id
	}
	return Files{"claude/projects/-p/" + bigSession + ".jsonl": b.String()}
}

// scan lists a session of 8 MB and ends the call in the middle.
func (s suite) scan(t *testing.T) {
	var calls int
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opts := s.options(Core(t))
	opts.NewHost = bindings.FixedHost(Host(bigHome(8)))
	opts.Workers = 1
	opts.Progress = func(done, total int64) {
		if calls++; calls == 3 {
			cancel()
		}
	}
	e := s.engine(t, opts)
	r, err := e.Call(ctx, "sessions.list", []byte(`{"agent":"claude"}`))
	if !errors.Is(err, fault.Timeout) || len(r.Body) != 0 {
		t.Fatalf("after %d polls: %s %.200s, %v", calls, r.Header, r.Body, err)
	}
	r, err = e.Call(context.Background(), "sessions.list", []byte(`{"agent":"claude"}`))
	if err != nil || !bytes.HasPrefix(r.Body, []byte(`[{"agent":"claude"`)) {
		t.Fatalf("the call after: %s %.200s, %v", r.Header, r.Body, err)
	}
}

// coreMemory reads a session that does not fit into the memory granted.
func (s suite) coreMemory(t *testing.T) {
	opts := s.options(Core(t))
	opts.NewHost = bindings.FixedHost(Host(bigHome(24)))
	opts.MemoryLimit = 16 << 20
	e := s.engine(t, opts)
	for range 2 {
		_, err := e.Call(context.Background(), "sessions.get", []byte(`{"unifiedId":"claude:`+bigSession+`"}`))
		checkTrap(t, err, "sessions.get", "out of memory")
		if f := fault.From(err); !strings.Contains(f.Hint, "16 MiB") {
			t.Errorf("hint %q", f.Hint)
		}
		if _, err := e.Call(context.Background(), "version", nil); err != nil {
			t.Fatal("the call after:", err)
		}
	}
}

// guest runs the engine on the misbehaving module.
func (s suite) guest(t *testing.T) {
	opts := s.options(Guest(t))
	opts.NewHost = bindings.FixedHost(Host(Files{"m/file": strings.Repeat("0123456789", 100), "m/panic": ""}))
	opts.Workers = 1
	e := s.engine(t, opts)
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
		own := s.options(Guest(t))
		own.MemoryLimit = 32 << 20
		e := s.engine(t, own)
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
	t.Run("deadline", func(t *testing.T) { s.deadline(t, e); alive(t) })
	t.Run("cancel", func(t *testing.T) { s.cancel(t, e); alive(t) })
	t.Run("waiting", func(t *testing.T) { s.waiting(t, e); alive(t) })
	t.Run("hard-kill", s.hardKill)
	t.Run("host-calls", func(t *testing.T) { s.hostCalls(t, e); alive(t) })
	t.Run("closed", s.closed)
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

func (s suite) deadline(t *testing.T, e bindings.Engine) {
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
		t.Errorf("a call behind its deadline: %s, %v", r.Header, err)
	}
}

func (s suite) cancel(t *testing.T, e bindings.Engine) {
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

// waiting lets a call run out of time while the only instance is busy.
func (s suite) waiting(t *testing.T, e bindings.Engine) {
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
	opts := s.options(Guest(t))
	opts.HardKill = true
	e := s.engine(t, opts)
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

func (s suite) closed(t *testing.T) {
	e := s.engine(t, s.options(Guest(t)))
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

// loading checks what is refused before any call.
func (s suite) loading(t *testing.T) {
	refuse := func(name string, opts bindings.Options, code fault.Code, words ...string) {
		t.Helper()
		e, err := s.open(opts)
		if err == nil {
			e.Close()
			t.Errorf("%s: accepted", name)
			return
		}
		f := fault.From(err)
		if f.Code != code || f.Hint == "" {
			t.Errorf("%s: %s, hint %q", name, f, f.Hint)
		}
		for _, w := range words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q is not in %q", name, w, err)
			}
		}
	}
	refuse("another ABI", s.options(OldGuest(t)), fault.Unsupported, "version 77", "version 1")
	refuse("no module", s.options([]byte("not wasm")), fault.BadRef)
	truncated := s.options(Guest(t)[:100_000])
	refuse("half a module", truncated, fault.BadRef)
	empty := s.options([]byte("\x00asm\x01\x00\x00\x00"))
	refuse("an empty module", empty, fault.Unsupported, "abi_version")
	wrong := s.options(Guest(t))
	wrong.ModuleSHA256 = strings.Repeat("0", 64)
	refuse("another hash", wrong, fault.BadRef, "SHA-256", wrong.ModuleSHA256)

	dir := t.TempDir()
	file := filepath.Join(dir, "core.wasm")
	byPath := s.options(nil)
	byPath.ModulePath = file
	refuse("a missing file", byPath, fault.BadRef, file)
	write(t, file, Guest(t))
	s.engine(t, byPath)
	write(t, file+".sha256", []byte(strings.Repeat("1", 64)+"  core.wasm\n"))
	refuse("another hash beside it", byPath, fault.BadRef, "SHA-256")

	t.Setenv("HEDDLE_WASM", filepath.Join(dir, "none.wasm"))
	refuse("a missing file in HEDDLE_WASM", s.options(nil), fault.BadRef, "none.wasm", "make wasm")
	t.Setenv("HEDDLE_WASM", "")
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	refuse("nothing anywhere", s.options(nil), fault.BadRef, "not found at", "make wasm", "HEDDLE_WASM")
	t.Run("cache", s.brokenCache)
}

// brokenCache damages every file of the compilation cache: the module must be
// compiled again.
func (s suite) brokenCache(t *testing.T) {
	opts := s.options(Guest(t))
	opts.CacheDir = t.TempDir()
	opts.NewHost = bindings.FixedHost(&host.Host{})
	s.engine(t, opts).Close()
	files := 0
	filepath.WalkDir(opts.CacheDir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files++
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			write(t, path, text[:len(text)/2])
		}
		return nil
	})
	if files == 0 {
		t.Error("nothing was cached")
	}
	e := s.engine(t, opts)
	if r, err := e.Call(context.Background(), echo, []byte("x")); err != nil || string(r.Body) != "x" {
		t.Errorf("%q, %v", r.Body, err)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
