package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// moduleEnv names the live.wasm that the tests of this process run sessions in; without it they run
// natively.
const moduleEnv = "HEDDLE_TEST_LIVE"

// newMachine makes the machines of the tests; nil means the native one.
var newMachine func() live.Machine

// openModule sets newMachine, and returns what releases it.
func openModule() func() {
	path := os.Getenv(moduleEnv)
	if path == "" {
		return func() {}
	}
	module, err := wazero.OpenLive(bindings.Options{ModulePath: path, CacheDir: filepath.Dir(path)})
	if err != nil {
		panic(err)
	}
	newMachine = module.NewMachine
	return func() { module.Close() }
}

// All tests of this package, with sessions that run in live.wasm.
func TestInWasm(t *testing.T) {
	if os.Getenv(moduleEnv) != "" {
		t.Skip("these are the tests in live.wasm")
	}
	path := filepath.Join(t.TempDir(), "live.wasm")
	if err := os.WriteFile(path, guesttest.Live(t), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.timeout=5m", "-test.short") // with smaller floods: WebAssembly takes ten times as long
	cmd.Env = append(os.Environ(), moduleEnv+"="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The conversation of testdata/live, which every driver records alike.
func TestSameConversation(t *testing.T) {
	text, err := os.ReadFile("../../testdata/live/conversation.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Script, Messages json.RawMessage
		SessionID        string
		Now              int64
		Queries          []live.Query
		Received         []string
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	x := newSetting(t, string(golden.Script))
	x.options.Open.SessionID = golden.SessionID
	x.options.Now = func() time.Time { return time.UnixMilli(golden.Now) }
	var ids atomic.Int64
	x.options.NewID = func() string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", ids.Add(1)) }
	x.options.Permission = func(context.Context, live.Ask) (live.Decision, error) { return live.Decision{Allow: true}, nil }
	s := x.start()
	for _, q := range golden.Queries {
		if _, _, err := s.Ask(x.context(), q); err != nil {
			t.Fatal(err)
		}
	}
	x.stop(s)
	cwd, _ := json.Marshal(x.path("work"))
	stored := strings.ReplaceAll("["+strings.Join(x.stored(golden.SessionID), ",")+"]", string(cwd), `"$CWD"`)
	var want bytes.Buffer
	if err := json.Compact(&want, golden.Messages); err != nil || stored != want.String() {
		t.Errorf("%v: stored\n%s\nwant\n%s", err, stored, want.String())
	}
	if got := x.log(); !slices.Equal(got, golden.Received) {
		t.Errorf("the agent received\n%s", strings.Join(got, "\n"))
	}
}

// fragileMachine is a machine that traps when trapsAt says so.
type fragileMachine struct {
	live.Machine
	traps   *atomic.Int64 // how many traps are to come
	trapsAt func(what string, data []byte) bool
	trapped bool
}

var errTrap = fault.New(fault.Internal, "trapped on purpose")

func (m *fragileMachine) Trapped() bool { return m.trapped }

func (m *fragileMachine) trap(what string, data []byte) bool {
	if !m.trapped && m.trapsAt(what, data) && m.traps.Add(-1) >= 0 {
		m.trapped = true
	}
	return m.trapped
}

func (m *fragileMachine) Feed(handle string, now session.Time, stream int, data []byte) (session.LiveStep, error) {
	if m.trap("feed", data) {
		return session.LiveStep{}, errTrap
	}
	return m.Machine.Feed(handle, now, stream, data)
}

func (m *fragileMachine) Command(r session.LiveCommandRequest) (session.LiveStep, error) {
	if m.trap(string(r.Kind), []byte(r.Text)) {
		return session.LiveStep{}, errTrap
	}
	return m.Machine.Command(r)
}

func (m *fragileMachine) Exit(r session.LiveExitRequest) (session.LiveStep, error) {
	if m.trap("exit", nil) {
		return session.LiveStep{}, errTrap
	}
	return m.Machine.Exit(r)
}

func (m *fragileMachine) Save(handle string) ([]byte, error) {
	if m.trap("save", nil) {
		return nil, errTrap
	}
	return m.Machine.Save(handle)
}

// setTraps makes the setting's machines trap n times.
func (x *setting) setTraps(n int64, at func(what string, data []byte) bool) (made *atomic.Int64) {
	made = &atomic.Int64{}
	traps := &atomic.Int64{}
	traps.Store(n)
	x.options.NewMachine = func() live.Machine {
		made.Add(1)
		if newMachine != nil {
			return &fragileMachine{Machine: newMachine(), traps: traps, trapsAt: at}
		}
		return &fragileMachine{Machine: new(rpc.Live), traps: traps, trapsAt: at}
	}
	return made
}

const hello = `{"turns":[[{"do":"text","text":"Hello $PROMPT"}]]}`

// A trap between turns ends nothing but the command that trapped: the session continues in a new
// machine, with the same process.
func TestTrapBetweenTurns(t *testing.T) {
	for _, what := range []string{"query", "set_model"} {
		t.Run(what, func(t *testing.T) {
			x := newSetting(t, hello)
			made := x.setTraps(1, func(at string, text []byte) bool { return at == what && string(text) != "one" })
			s := x.start()
			x.ask(s, "one")
			var err error
			switch what {
			case "query":
				_, _, err = s.Ask(x.context(), live.Query{Text: "trap"})
			case "set_model":
				err = s.SetModel(x.context(), "m2")
			}
			if !errors.Is(err, fault.Internal) {
				t.Errorf("the command: %v", err)
			}
			result, messages := x.ask(s, "two")
			if member(result, "isError") == true || !strings.Contains(joined(messages), "Hello two") {
				t.Errorf("%s", joined(messages))
			}
			if err := s.SetModel(x.context(), "m3"); err != nil {
				t.Error(err)
			}
			x.stop(s)
			if s.Err() != nil || made.Load() != 2 || strings.Count(strings.Join(x.log(), "\n"), "initialize") != 1 {
				t.Errorf("%v, %d machines, the agent received\n%s", s.Err(), made.Load(), strings.Join(x.log(), "\n"))
			}
			if got := kinds(x.stored(s.Info().StoreID)); strings.Count(strings.Join(got, " "), "result") != 2 {
				t.Errorf("stored: %v", got)
			}
		})
	}
}

// A trap during a turn: the turn has an error INTERNAL and a result, what waits has the error, no
// process is left, and the session can be resumed.
func TestTrapInTurn(t *testing.T) {
	const script = `{"turns":[[{"do":"text","text":"Hello $PROMPT"},{"do":"text","text":"last"},{"do":"hang"}],[{"do":"text","text":"again"}]]}`
	for what, at := range map[string]func(what string, data []byte) bool{
		"feed":    func(what string, data []byte) bool { return what == "feed" && bytes.Contains(data, []byte(`"last"`)) },
		"command": func(what string, _ []byte) bool { return what == "interrupt" },
	} {
		t.Run(what, func(t *testing.T) {
			x := newSetting(t, script)
			made := x.setTraps(1, at)
			s := x.start()
			events := s.Subscribe()
			waiting := make(chan error, 1)
			go func() {
				for e := range events.All(x.context()) {
					if what == "command" && e.Whole && strings.Contains(string(e.Message), `"content":"last"`) {
						_, err := s.Do(x.context(), session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt})
						waiting <- err
					}
				}
			}()
			result, messages, err := s.Ask(x.context(), live.Query{Text: "you"})
			if err != nil || member(result, "isError") != true || member(result, "queryId") == nil || !strings.Contains(joined(messages), `"code":"INTERNAL"`) {
				t.Errorf("%v\n%s", err, joined(messages))
			}
			if what == "command" {
				if err := <-waiting; !errors.Is(err, fault.Internal) {
					t.Errorf("the command: %v", err)
				}
			}
			<-s.Done()
			info := s.Info()
			if !errors.Is(s.Err(), fault.Internal) || info.Health != session.LiveHealthError || made.Load() != 1 {
				t.Errorf("%v, %+v, %d machines", s.Err(), info, made.Load())
			}
			if got := x.stored(info.StoreID); joined(messages) != strings.Join(got, "\n")+"\n" {
				t.Errorf("stored\n%s\ndelivered\n%s", strings.Join(got, "\n"), joined(messages))
			}
			if _, _, err := s.Ask(x.context(), live.Query{Text: "more"}); !errors.Is(err, fault.Complete) {
				t.Errorf("a query after the end: %v", err)
			}
			x.options.Open.Resume = "heddle:" + info.StoreID
			again := x.start()
			if i := again.Info(); i.NativeID != info.NativeID || i.StoreID != info.StoreID {
				t.Errorf("%+v", i)
			}
			x.stop(again)
		})
	}
}

// Traps that leave nothing to continue with: at the end of the process, when the state is saved
// after a turn, and again and again.
func TestTrapEndsSession(t *testing.T) {
	for name, test := range map[string]struct {
		at    func(what string, saves int) bool
		traps int64
	}{
		"exit":  {func(what string, _ int) bool { return what == "exit" }, 1},
		"save":  {func(what string, saves int) bool { return what == "save" && saves > 1 }, 1},
		"again": {func(what string, _ int) bool { return what == "set_model" }, 100},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSetting(t, hello)
			saves := 0
			x.setTraps(test.traps, func(what string, _ []byte) bool {
				if what == "save" {
					saves++
				}
				return test.at(what, saves)
			})
			s := x.start()
			if result, messages := x.ask(s, "one"); member(result, "isError") == true || !strings.Contains(joined(messages), "Hello one") {
				t.Errorf("%s", joined(messages))
			}
			if name == "again" {
				for i := range 4 {
					if err := s.SetModel(x.context(), "m"); !errors.Is(err, fault.Internal) {
						t.Errorf("command %d: %v", i, err)
					}
				}
			}
			if name == "exit" {
				x.stop(s)
			}
			<-s.Done()
			if !errors.Is(s.Err(), fault.Internal) {
				t.Error(s.Err())
			}
		})
	}
}

// scriptedPipe is a transport whose process answers as the function says.
type scriptedPipe struct {
	answer func(line []byte) string
	output func([]byte)
	lines  chan []byte
	end    chan struct{}
}

func (p *scriptedPipe) Start(_ *session.LiveSpawn, output func([]byte)) (live.Connection, error) {
	p.output, p.lines, p.end = output, make(chan []byte, 100), make(chan struct{})
	return p, nil
}

func (p *scriptedPipe) Write(data []byte)         { p.lines <- data }
func (p *scriptedPipe) CloseInput()               { close(p.lines) }
func (p *scriptedPipe) Signal(session.LiveSignal) {}
func (p *scriptedPipe) Wait() live.Exit {
	for line := range p.lines {
		if said := p.answer(line); said != "" {
			p.output([]byte(said))
		}
	}
	return live.Exit{Gone: true}
}

// A trap in the middle of a line: the session continues with the next line.
func TestTrapInLine(t *testing.T) {
	x := newSetting(t, hello)
	made := x.setTraps(1, func(what string, data []byte) bool { return what == "feed" && bytes.Contains(data, []byte("trap")) })
	first := make(chan struct{})
	x.options.Transport = &scriptedPipe{answer: func(line []byte) string {
		switch {
		case bytes.Contains(line, []byte("initialize")):
			return `{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1","response":{"commands":[]}}}` + "\n"
		case bytes.Contains(line, []byte("two")):
			return `rest of a line"}` + "\n" + `{"type":"result","subtype":"success","result":"done","is_error":false,"num_turns":1,"session_id":"s"}` + "\n"
		case bytes.Contains(line, []byte("one")):
			defer close(first)
			return `{"type":"result","subtype":"success","result":"done","is_error":false,"num_turns":1,"session_id":"s"}` + "\n"
		}
		return ""
	}}
	s := x.start()
	x.ask(s, "one")
	<-first
	x.options.Transport.(*scriptedPipe).output([]byte(`{"type":"raw","text":"trap and the `))
	events := s.Subscribe()
	result, _ := x.ask(s, "two")
	if member(result, "content") != "done" || made.Load() != 2 {
		t.Errorf("%s, %d machines", result, made.Load())
	}
	x.stop(s)
	for e := range events.All(x.context()) {
		if e.Kind == session.LiveOutputKindDiagnostic {
			t.Error(e.Err)
		}
	}
}
