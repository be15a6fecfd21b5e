package wazero_test

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

const sessionID = "00000000-0000-4000-8000-0000000000ff"

func openLive(t testing.TB, opts bindings.Options) *wazero.LiveModule {
	t.Helper()
	if opts.Module == nil {
		opts.Module = guesttest.Live(t)
	}
	opts.CacheDir = t.TempDir()
	module, err := wazero.OpenLive(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { module.Close() })
	return module
}

// startTurn begins a session of Claude Code and a query.
func startTurn(t testing.TB, m live.Machine) {
	t.Helper()
	_, err := m.Open(session.LiveOpenRequest{Handle: "s", Now: 1, Agent: "claude", SessionID: sessionID, Cwd: "/work"})
	if err == nil {
		_, err = m.Feed("s", 2, rpc.Stdout, []byte(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1","response":{}}}`+"\n"))
	}
	if err == nil {
		_, err = m.Command(session.LiveCommandRequest{Handle: "s", Now: 3, Kind: session.LiveCommandKindQuery, ID: sessionID, Text: "go"})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func assistantLine(i int) string {
	return fmt.Sprintf(`{"type":"assistant","message":{"id":"msg_%d","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"event %d"}],"stop_reason":null,"usage":{"input_tokens":10,"output_tokens":2}},"parent_tool_use_id":null,"session_id":"%s","uuid":"u%d"}`+"\n", i, i, sessionID, i)
}

// BenchmarkLiveFeed feeds one message at a time.
func BenchmarkLiveFeed(b *testing.B) {
	module := openLive(b, bindings.Options{})
	for name, machine := range map[string]live.Machine{"native": new(rpc.Live), "wasm": module.NewMachine()} {
		b.Run(name, func(b *testing.B) {
			startTurn(b, machine)
			defer machine.Close("s")
			for i := 0; b.Loop(); i++ {
				if step, err := machine.Feed("s", session.Time(10+i), rpc.Stdout, []byte(assistantLine(i))); err != nil || len(step.Outputs) != 1 {
					b.Fatal(step, err)
				}
			}
		})
	}
}

// TestLiveSteps gives the same inputs to both machines: the steps, the errors and the saved states
// are the same.
func TestLiveSteps(t *testing.T) {
	native, wasm := live.Machine(new(rpc.Live)), openLive(t, bindings.Options{}).NewMachine()
	lines := assistantLine(1) + "garbage\n" + assistantLine(2)
	result := `{"type":"result","subtype":"success","result":"done","is_error":false,"num_turns":1,"session_id":"` + sessionID + `","usage":{"input_tokens":10,"output_tokens":2},"uuid":"r"}` + "\n"
	handle := session.LiveTickRequest{Handle: "s", Now: 50}
	saved := ""
	for i, input := range []func(live.Machine) (any, error){
		func(m live.Machine) (any, error) {
			return m.Open(session.LiveOpenRequest{Handle: "s", Now: 1, Agent: "no such agent"})
		},
		func(m live.Machine) (any, error) { return m.Tick("s", 1) },
		func(m live.Machine) (any, error) { startTurn(t, m); return m.Tick("s", 4) },
		func(m live.Machine) (any, error) { return m.Save("s") },
		func(m live.Machine) (any, error) { return m.Feed("s", 10, rpc.Stdout, []byte(lines[:100])) },
		func(m live.Machine) (any, error) { return m.Feed("s", 11, rpc.Stdout, []byte(lines[100:])) },
		func(m live.Machine) (any, error) { return m.Feed("s", 12, rpc.Stdout, []byte(result)) },
		func(m live.Machine) (any, error) {
			return m.Command(session.LiveCommandRequest{Handle: "s", Now: 20, Kind: "info", ID: "i"})
		},
		func(m live.Machine) (any, error) { state, err := m.Save("s"); saved = string(state); return saved, err },
		func(m live.Machine) (any, error) { m.Close("s"); return m.Tick(handle.Handle, handle.Now) },
		func(m live.Machine) (any, error) {
			return m.Restore(session.LiveRestoreRequest{Handle: "s", Now: 60, State: saved})
		},
		func(m live.Machine) (any, error) { return m.Feed(strings.Repeat("h", 300), 61, rpc.Stdout, nil) },
		func(m live.Machine) (any, error) {
			return m.Exit(session.LiveExitRequest{Handle: "s", Now: 70, Status: 3, Stderr: "oh\n"})
		},
	} {
		a, errA := input(native)
		b, errB := input(wasm)
		if !reflect.DeepEqual(encodeStep(a), encodeStep(b)) || !sameError(errA, errB) {
			t.Errorf("input %d: natively\n%s %v\nin WebAssembly\n%s %v", i, encodeStep(a), errA, encodeStep(b), errB)
		}
	}
}

func encodeStep(x any) string {
	if step, ok := x.(session.LiveStep); ok {
		return string(step.AppendJSON(nil))
	}
	return fmt.Sprintf("%s", x)
}

func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := fault.From(a), fault.From(b)
	return x.Code == y.Code && x.Error() == y.Error() && x.Hint == y.Hint
}

// TestLiveTrap has a session use more memory than there is: the machine reports INTERNAL from then on, others
// continue, and nothing of the instance is kept.
func TestLiveTrap(t *testing.T) {
	module := openLive(t, bindings.Options{MemoryLimit: 32 << 20})
	m, other := module.NewMachine().(live.SandboxedMachine), module.NewMachine()
	startTurn(t, m)
	startTurn(t, other)
	var err error
	for i := 0; err == nil && i < 100; i++ {
		_, err = m.Feed("s", 10, rpc.Stdout, []byte(strings.Repeat("x", 1<<20))) // a line without an end
	}
	if !errors.Is(err, fault.Internal) || !strings.Contains(fault.From(err).Hint, "32 MiB") || !m.Trapped() {
		t.Errorf("%v, trapped %v", err, m.Trapped())
	}
	if _, again := m.Tick("s", 20); again != err {
		t.Errorf("after the trap: %v", again)
	}
	if _, again := m.Save("s"); again != err {
		t.Errorf("after the trap: %v", again)
	}
	m.Close("s")
	if step, err := other.Feed("s", 10, rpc.Stdout, []byte(assistantLine(1))); err != nil || len(step.Outputs) != 1 {
		t.Errorf("another session: %v", err)
	}
	other.Close("s")
	if _, err := module.NewMachine().Feed("s", 1, rpc.Stdout, make([]byte, 161<<20)); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("a request beyond the limit: %v", err)
	}
}

// TestLiveLongLines feeds the longest lines that live.wasm reads, one after another, and one that is
// longer.
func TestLiveLongLines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 800 MB: run without -short")
	}
	m := openLive(t, bindings.Options{}).NewMachine()
	startTurn(t, m)
	defer m.Close("s")
	feedLong := func(n int) session.LiveOutput {
		t.Helper()
		before, after, _ := strings.Cut(assistantLine(1), "event 1")
		for rest := before + strings.Repeat("x", n) + after; ; {
			size := min(len(rest), 1<<20)
			step, err := m.Feed("s", 10, rpc.Stdout, []byte(rest[:size]))
			if err != nil {
				t.Fatal(err)
			}
			if rest = rest[size:]; rest == "" {
				return step.Outputs[0]
			}
		}
	}
	const most = 52 << 20
	for range 2 {
		if o := feedLong(most - 1000); len(o.Message) < 3*(most-1000) {
			t.Errorf("the output is a %s with a message of %d bytes, error %v", o.Kind, len(o.Message), o.Error)
		}
		if o := feedLong(most); o.Error == nil || o.Error.Code != string(fault.LimitExceeded) {
			t.Errorf("a longer line: the output is a %s, error %v", o.Kind, o.Error)
		}
	}
}

// TestLiveWrongModule opens modules that are no live.wasm.
func TestLiveWrongModule(t *testing.T) {
	whole := guesttest.Live(t)
	for name, test := range map[string]struct {
		module []byte
		code   fault.Code
		says   []string
	}{
		"no module":   {[]byte("text"), fault.BadRef, nil},
		"half of it":  {whole[:len(whole)/2], fault.BadRef, nil},
		"another ABI": {guesttest.OldGuest(t), fault.Unsupported, []string{"live.wasm", "version 77", "version 1"}},
	} {
		_, err := wazero.OpenLive(bindings.Options{Module: test.module, CacheDir: "-"})
		if !errors.Is(err, test.code) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, word := range test.says {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v does not say %s", name, err, word)
			}
		}
	}
}

// BenchmarkLiveMemory reports the memory of a session that has said 100 messages, with 100 sessions
// at once.
func BenchmarkLiveMemory(b *testing.B) {
	const sessions = 100
	module := openLive(b, bindings.Options{})
	for name, newMachine := range map[string]func() live.Machine{"native": func() live.Machine { return new(rpc.Live) }, "wasm": module.NewMachine} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				runtime.GC()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				machines := make([]live.Machine, sessions)
				for i := range machines {
					machines[i] = newMachine()
					startTurn(b, machines[i])
					for n := range 100 {
						if _, err := machines[i].Feed("s", 10, rpc.Stdout, []byte(assistantLine(n))); err != nil {
							b.Fatal(err)
						}
					}
				}
				runtime.GC()
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/sessions/1e6, "MB/session")
				for _, m := range machines {
					m.Close("s")
				}
			}
		})
	}
}
