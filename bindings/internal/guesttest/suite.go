package guesttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// Open opens the engine under test.
type Open func(bindings.Options) (bindings.Engine, error)

// Suite tests an engine.
func Suite(t *testing.T, open Open) {
	s := suite{open: open, cache: t.TempDir()}
	t.Run("core", s.testCore)
	t.Run("guest", s.testGuest)
	t.Run("loading", s.testLoading)
}

type suite struct {
	open  Open
	cache string
}

func (s suite) moduleOptions(module []byte) bindings.Options {
	return bindings.Options{Module: module, CacheDir: s.cache, NewHost: bindings.FixedHost(Host(Files{}))}
}

func (s suite) openEngine(t *testing.T, opts bindings.Options) bindings.Engine {
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

// testCore runs the engine on core.wasm.
func (s suite) testCore(t *testing.T) {
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
		{"nested", nestedHome(), nestedCalls()},
		{"refusing", Refusing{bigHome(1)}, []call{{"agents.list", ``}, {"sessions.list", ``}, {"sessions.list", `{"agent":"claude"}`}, {"sessions.get", big}}},
	} {
		t.Run(home.name, func(t *testing.T) { s.sameAsNative(t, home.files, home.calls) })
	}
	e := s.openEngine(t, s.moduleOptions(Core(t)))
	t.Run("concurrent", func(t *testing.T) { s.testConcurrent(t, e) })
	t.Run("progress-and-cancel", s.testScan)
	t.Run("memory-limit", s.coreMemory)
}

// call is an operation and its request.
type call struct{ op, request string }

// sameAsNative compares the engine with the native one.
func (s suite) sameAsNative(t *testing.T, files host.Files, calls []call) {
	h := &host.Host{Files: files, Clock: clock{}}
	opts := s.moduleOptions(Core(t))
	opts.NewHost = bindings.FixedHost(h)
	e, oracle := s.openEngine(t, opts), native.New(h)
	for _, c := range calls {
		want, wantErr := oracle.Call(context.Background(), c.op, []byte(c.request))
		got, err := e.Call(context.Background(), c.op, []byte(c.request))
		if !bytes.Equal(got.Header, want.Header) || !bytes.Equal(got.Body, want.Body) {
			t.Errorf("%s %.100s\n got %.300s %.200s\nwant %.300s %.200s", c.op, c.request, got.Header, got.Body, want.Header, want.Body)
		}
		if fault.CodeOf(err) != fault.CodeOf(wantErr) || (err == nil) != (got.Err() == nil) {
			t.Errorf("%s %.100s: error %v, want %v", c.op, c.request, err, wantErr)
		}
	}
}

// testConcurrent calls one engine from 8 goroutines; no answer may be another's.
func (s suite) testConcurrent(t *testing.T, e bindings.Engine) {
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

// nested is n lists or objects inside each other.
func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func nestedObject(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }

// The deepest values that are read have 10,000 levels, those of a record some around them.
// Deeper ones must be an error or a diagnostic, also where a module has a small stack.
var nestings = []string{nested(9_990), nestedObject(9_990), nested(100_000), nestedObject(100_000), strings.Repeat("[", 1_000_000), strings.Repeat(`{"a":`, 1_000_000)}

// nestedHome has a session for each of nestings, in a message, a tool's input, its result and a member that no reader knows.
func nestedHome() Files {
	files := Files{}
	for i, value := range nestings {
		id := fmt.Sprintf("00000000-0000-4000-9000-%012d", i)
		line := func(kind, rest string) string {
			return fmt.Sprintf(`{"type":"%s","uuid":"%s%d","timestamp":"2026-11-20T10:00:00.000Z","cwd":"/p","sessionId":"%s","version":"2.1.0",%s}`+"\n", kind, kind, len(rest), id, rest)
		}
		files["claude/projects/-p/"+id+".jsonl"] = line("user", `"message":{"role":"user","content":"prompt"}`) +
			line("user", `"message":{"role":"user","content":`+value+`}`) +
			line("assistant", `"message":{"id":"m","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"t","name":"Edit","input":`+value+`}],"usage":{"input_tokens":1,"output_tokens":1}}`) +
			line("user", `"toolUseResult":`+value+`,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":`+value+`}]}`) +
			line("user", `"unknown":`+value+`,"message":{"role":"user","content":"last"}`)
	}
	return files
}

func nestedCalls() (calls []call) {
	for _, op := range []string{"sessions.list", "sessions.totalCost", "sessions.stats", "sessions.doctor"} {
		calls = append(calls, call{op, `{}`})
	}
	calls = append(calls, call{"sessions.search", `{"query":"prompt"}`}, call{"sessions.search", `{"query":"a"}`})
	for i, value := range nestings {
		of := fmt.Sprintf(`"unifiedId":"claude:00000000-0000-4000-9000-%012d"`, i)
		for _, rest := range []string{"", `,"redact":true`, `,"format":"jsonl"`, `,"format":"markdown"`} {
			calls = append(calls, call{"sessions.export", "{" + of + rest + "}"})
		}
		calls = append(calls, call{"sessions.get", "{" + of + "}"}, call{"messages.normalize", `{"message":` + value + `}`},
			call{"messages.normalize", `{"message":{"type":"assistant","message":` + value + `}}`}, call{"sessions.list", value}, call{"sessions.list", `{"agent":` + value + `}`})
	}
	return calls
}

// testScan lists a session of 8 MB and ends the call in the middle.
func (s suite) testScan(t *testing.T) {
	var calls int
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opts := s.moduleOptions(Core(t))
	opts.NewHost = bindings.FixedHost(Host(bigHome(8)))
	opts.Workers = 1
	opts.Progress = func(done, total int64) {
		if calls++; calls == 3 {
			cancel()
		}
	}
	e := s.openEngine(t, opts)
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
	opts := s.moduleOptions(Core(t))
	opts.NewHost = bindings.FixedHost(Host(bigHome(24)))
	opts.MemoryLimit = 16 << 20
	e := s.openEngine(t, opts)
	for range 2 {
		_, err := e.Call(context.Background(), "sessions.get", []byte(`{"unifiedId":"claude:`+bigSession+`"}`))
		checkTrap(t, err, "sessions.get", "memory") // which of Go's two sentences, is chance
		if f := fault.From(err); !strings.Contains(f.Hint, "16 MiB") {
			t.Errorf("hint %q", f.Hint)
		}
		if _, err := e.Call(context.Background(), "version", nil); err != nil {
			t.Fatal("the call after:", err)
		}
	}
}
