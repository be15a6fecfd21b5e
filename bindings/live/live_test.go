package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// scripted is the program of the scripted agent.
var scripted string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "scriptedagent")
	if err != nil {
		panic(err)
	}
	scripted = filepath.Join(folder, "scriptedagent")
	if runtime.GOOS == "windows" {
		scripted += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", scripted, "../internal/scriptedagent").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// setting is a test's agent, home and store.
type setting struct {
	t       testing.TB
	folder  string
	h       *heddle.Heddle
	options live.Options
}

// newSetting writes the script of an agent and checks at the end that nothing of it is left.
func newSetting(t testing.TB, script string) *setting {
	t.Helper()
	x := &setting{t: t, folder: t.TempDir()}
	goroutines, files := runtime.NumGoroutine(), openFiles()
	var members map[string]any
	if err := json.Unmarshal([]byte(script), &members); err != nil {
		t.Fatal(err)
	}
	members["log"], members["version"] = x.path("log"), "2.1.300 (Scripted)"
	text, _ := json.Marshal(members)
	if err := os.WriteFile(x.path("script.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"home", "work"} {
		if err := os.Mkdir(x.path(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	x.open()
	t.Cleanup(func() {
		x.h.Close()
		x.checkLeftovers(goroutines, files)
	})
	return x
}

// openSetting returns the setting that another process made.
func openSetting(t testing.TB, folder string) *setting {
	x := &setting{t: t, folder: folder}
	x.open()
	return x
}

func (x *setting) open() {
	x.t.Helper()
	h, err := heddle.Open(heddle.Options{Home: x.path("home"), Store: x.path("heddle.db")})
	if err != nil {
		x.t.Fatal(err)
	}
	x.h = h
	x.options = live.Options{Engine: h.Engine(), StateFolder: x.path("state"), Open: session.LiveOpenRequest{
		Agent: "claude", Program: scripted, Cwd: x.path("work"), Env: []string{"HEDDLE_SCRIPT=" + x.path("script.json")}}}
}

func (x *setting) path(name string) string { return filepath.Join(x.folder, name) }

// openFiles counts this process's descriptors; 0 where the system does not list them.
func openFiles() int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}

// checkLeftovers waits until as few goroutines and descriptors exist as before, and no process of
// the scripted agent.
func (x *setting) checkLeftovers(goroutines, files int) {
	end := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > goroutines || openFiles() > files {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<20)
			x.t.Errorf("%d goroutines and %d descriptors, before %d and %d\n%s", runtime.NumGoroutine(), openFiles(), goroutines, files,
				stacks[:runtime.Stack(stacks, true)])
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if list, _ := os.ReadDir(x.path("state")); len(list) > 0 {
		x.t.Errorf("%d processes are still registered", len(list))
	}
	if list := runningAgents(x.path("script.json")); len(list) > 0 {
		x.t.Errorf("processes are left: %v", list)
	}
}

// runningAgents lists the processes whose environment names a script.
func runningAgents(script string) (list []string) {
	found, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range found {
		if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), "HEDDLE_SCRIPT="+script) {
			list = append(list, name)
		}
	}
	return list
}

func (x *setting) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // only against a hang
	x.t.Cleanup(cancel)
	return ctx
}

func (x *setting) start() *live.Session {
	x.t.Helper()
	s, err := live.Start(x.context(), x.options)
	if err != nil {
		x.t.Fatal(err)
	}
	return s
}

func (x *setting) stop(s *live.Session) {
	x.t.Helper()
	if err := s.Stop(x.context()); err != nil {
		x.t.Error(err)
	}
}

func (x *setting) ask(s *live.Session, text string) (session.JSON, []session.JSON) {
	x.t.Helper()
	result, messages, err := s.Ask(x.context(), live.Query{Text: text})
	if err != nil {
		x.t.Fatal(err)
	}
	return result, messages
}

// log returns the lines that the agent received.
func (x *setting) log() []string {
	text, err := os.ReadFile(x.path("log"))
	if err != nil {
		x.t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// stored returns the messages of a stored session.
func (x *setting) stored(id string) []string {
	x.t.Helper()
	list, err := x.h.Store.Messages(x.context(), id)
	if err != nil {
		x.t.Fatal(err)
	}
	var out []string
	for _, m := range list.Items {
		out = append(out, string(m))
	}
	return out
}

func member(m []byte, name string) any {
	var members map[string]any
	json.Unmarshal(m, &members)
	return members[name]
}

func kinds(messages []string) (out []string) {
	for _, m := range messages {
		out = append(out, member([]byte(m), "type").(string))
	}
	return out
}

// A conversation: what the agent receives, what the caller receives, what is stored.
func TestConversation(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"thinking","text":"hm"},{"do":"text","text":"You said $PROMPT"}]]}`)
	x.options.Tags = []string{"test"}
	x.options.Open.SessionID = "00000000-0000-4000-8000-0000000000ff"
	s := x.start()
	info := s.Info()
	if info.NativeID != x.options.Open.SessionID || info.StoreID != info.NativeID || info.Health != session.LiveHealthReady {
		t.Errorf("%+v", info)
	}
	events := s.Subscribe()
	const first, second = "00000000-0000-4000-8000-00000000f001", "00000000-0000-4000-8000-00000000f002"
	var results []session.JSON
	for i, id := range []string{first, second} {
		result, messages, err := s.Ask(x.context(), live.Query{ID: id, Text: "prompt " + string('A'+rune(i))})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(x.stored(info.StoreID)); got != (i+1)*len(messages) {
			t.Errorf("%d messages are stored when the result of turn %d is there, want %d", got, i+1, (i+1)*len(messages))
		}
		results = append(results, result)
	}
	x.stop(s)
	if member(results[1], "queryId") != second || member(results[1], "usageSource") != "protocol" {
		t.Errorf("result: %s", results[1])
	}
	want := []string{
		`{"request":{"hooks":{},"subtype":"initialize"},"request_id":"heddle-1","type":"control_request"}`,
		`{"message":{"content":[{"text":"prompt A","type":"text"}],"role":"user"},"parent_tool_use_id":null,"session_id":"","type":"user","uuid":"` + first + `"}`,
		`{"message":{"content":[{"text":"prompt B","type":"text"}],"role":"user"},"parent_tool_use_id":null,"session_id":"","type":"user","uuid":"` + second + `"}`,
		`[eof]`}
	if got := x.log(); !slices.Equal(got, want) {
		t.Errorf("the agent received\n%s", strings.Join(got, "\n"))
	}
	stored := x.stored(info.StoreID)
	if got := kinds(stored); len(got) < 8 || got[0] != "user" || got[len(got)-1] != "result" || !slices.Contains(got, "assistant") && !slices.Contains(got, "text") {
		t.Errorf("stored: %v", got)
	}
	var heard []string
	for e, err := range events.All(x.context()) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Whole {
			heard = append(heard, string(e.Message))
		}
	}
	if !slices.Equal(heard, stored) {
		t.Errorf("heard\n%s\nstored\n%s", strings.Join(heard, "\n"), strings.Join(stored, "\n"))
	}
	meta, err := x.h.Store.Get(x.context(), info.StoreID)
	if err != nil || string(meta.Extra) != `{"native":{"agent":"claude","sessionId":"`+info.NativeID+`"},"tags":["test"]}` || meta.Adapter != "claude" || meta.CWD != info.Cwd {
		t.Errorf("%+v %s %v", meta, meta.Extra, err)
	}
}

// The ways in which a process ends badly: each query ends, and nothing is left.
func TestBadEnds(t *testing.T) {
	for name, test := range map[string]struct{ script, stderr string }{
		"dies":           {`{"turns":[[{"do":"text","text":"a"},{"do":"stderr","text":"out of memory"},{"do":"exit","n":3}]]}`, "status 3"},
		"half a line":    {`{"turns":[[{"do":"half","text":"{\"type\":\"assis"},{"do":"exit","n":1}]]}`, "status 1"},
		"holds pipes":    {`{"grandchild":true,"turns":[[{"do":"exit","n":0}]]}`, "status 0"},
		"floods stderr":  {`{"turns":[[{"do":"stderr","n":5000000,"text":"the end"},{"do":"exit","n":4}]]}`, "the end"},
		"ignores TERM":   {`{"ignoreTerm":true,"ignoreEof":true,"turns":[[{"do":"exit","n":9}]]}`, "status 9"},
		"garbage before": {`{"turns":[[{"do":"raw","text":"garbage"},{"do":"raw","text":"[]"},{"do":"exit","n":5}]]}`, "status 5"},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSetting(t, test.script)
			s := x.start()
			result, messages, err := s.Ask(x.context(), live.Query{Text: "go"})
			if err != nil || member(result, "isError") != true {
				t.Errorf("result %s, error %v", result, err)
			}
			<-s.Done()
			if s.Err() == nil || !strings.Contains(s.Err().Error(), test.stderr) {
				t.Errorf("the session ended with %v, want %q", s.Err(), test.stderr)
			}
			if got := x.stored(s.Info().StoreID); len(got) != len(messages) || len(got) < 3 {
				t.Errorf("%d messages are stored, %d were delivered", len(got), len(messages))
			}
			if _, _, err := s.Ask(x.context(), live.Query{Text: "more"}); !errors.Is(err, fault.Complete) {
				t.Errorf("a query after the end: %v", err)
			}
		})
	}
}

// Stop ends agents that ignore every polite request.
func TestStubbornAgents(t *testing.T) {
	for name, script := range map[string]string{
		"ignores end of input":                  `{"ignoreEof":true}`,
		"ignores all, with a grandchild":        `{"ignoreEof":true,"ignoreTerm":true,"grandchild":true}`,
		"ends, but a grandchild holds the pipe": `{"grandchild":true}`,
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(name, "ignores") {
				t.Skip("it waits for seconds")
			}
			x := newSetting(t, script)
			x.stop(x.start())
		})
	}
}

// A context that is done ends what it was given to.
func TestCancel(t *testing.T) {
	t.Run("start", func(t *testing.T) {
		x := newSetting(t, `{"silent":true,"ignoreTerm":true,"ignoreEof":true}`)
		ctx, cancel := context.WithTimeout(context.Background(), 700*time.Millisecond)
		defer cancel()
		if _, err := live.Start(ctx, x.options); !errors.Is(err, fault.Timeout) {
			t.Error(err)
		}
	})
	t.Run("query", func(t *testing.T) {
		x := newSetting(t, `{"turns":[[{"do":"text","text":"a"},{"do":"hang"}],[{"do":"text","text":"again"}]]}`)
		s := x.start()
		defer x.stop(s)
		ctx, cancel := context.WithCancel(context.Background())
		events := s.Subscribe()
		go func() {
			for e := range events.All(x.context()) {
				if strings.Contains(string(e.Message), `"content":"a"`) {
					cancel()
				}
			}
		}()
		if _, _, err := s.Ask(ctx, live.Query{Text: "go"}); !errors.Is(err, fault.Timeout) {
			t.Errorf("the query: %v", err)
		}
		if result, _ := x.ask(s, "next"); member(result, "isError") == true {
			t.Errorf("the next query: %s", result)
		}
	})
}

// A flood of 200 MB: nothing is lost, and what is written meanwhile arrives.
func TestFlood(t *testing.T) {
	size := 100_000_000 // printed twice: as a piece and as a message
	if testing.Short() {
		size = 5_000_000
	}
	x := newSetting(t, `{"turns":[[{"do":"flood","n":`+jsonNumber(size)+`}]]}`)
	x.options.NoRecording = true
	s := x.start()
	defer x.stop(s)
	done := make(chan error, 1)
	go func() {
		_, err := s.Do(x.context(), session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: strings.Repeat("m", 1<<20)})
		done <- err
	}()
	_, messages := x.ask(s, "go")
	total := 0
	for _, m := range messages {
		total += strings.Count(string(m), "x")
	}
	if total < size {
		t.Errorf("%d bytes of %d arrived", total, size)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func jsonNumber(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// Permissions: the handler's decision reaches the agent.
func TestPermission(t *testing.T) {
	const script = `{"turns":[[{"do":"ask","tool":"Bash","input":{"command":"ls"}},{"do":"text","text":"ok"}]]}`
	for name, test := range map[string]struct {
		decide func(context.Context, live.Ask) (live.Decision, error)
		want   string // in the agent's log
	}{
		"no handler": {nil, `"behavior":"deny"`},
		"allow":      {func(context.Context, live.Ask) (live.Decision, error) { return live.Decision{Allow: true}, nil }, `"behavior":"allow","updatedInput":{"command":"ls"}`},
		"changed input": {func(context.Context, live.Ask) (live.Decision, error) {
			return live.Decision{Allow: true, UpdatedInput: session.JSON(`{"command":"pwd"}`)}, nil
		}, `"updatedInput":{"command":"pwd"}`},
		"rule": {func(context.Context, live.Ask) (live.Decision, error) {
			return live.Decision{Allow: true, Rules: session.JSON(`true`)}, nil
		}, `"updatedPermissions":[{`},
		"deny":  {func(context.Context, live.Ask) (live.Decision, error) { return live.Decision{Reason: "not now"}, nil }, `"behavior":"deny","message":"not now"`},
		"error": {func(context.Context, live.Ask) (live.Decision, error) { return live.Decision{}, errors.New("no idea") }, `"message":"no idea"`},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSetting(t, script)
			x.options.Permission = test.decide
			s := x.start()
			x.ask(s, "go")
			x.stop(s)
			if got := strings.Join(x.log(), "\n"); !strings.Contains(got, test.want) {
				t.Errorf("the agent received\n%s\nwithout %s", got, test.want)
			}
		})
	}
}

// A slow subscriber ends alone, and continues from the store without a gap.
func TestSlowSubscriber(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"events","n":300,"text":"e"}]]}`)
	x.options.QueueEvents = 20
	s := x.start()
	slow := s.Subscribe()
	_, messages := x.ask(s, "go")
	x.stop(s)
	heard := 0
	for e, err := range slow.All(x.context()) {
		if e.Whole {
			heard++
		}
		if err != nil {
			if !errors.Is(err, fault.LimitExceeded) || !strings.Contains(fault.From(err).Hint, "position") {
				t.Error(err)
			}
		}
	}
	if stored := x.stored(s.Info().StoreID); heard >= len(messages) || len(stored) != len(messages) {
		t.Errorf("heard %d, delivered %d, stored %d", heard, len(messages), len(stored))
	}
}

// Reap ends what a killed owner left, and nothing else.
func TestReap(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a job ends with its owner")
	}
	x := newSetting(t, `{"ignoreEof":true,"ignoreTerm":true}`)
	s := x.start()
	defer x.stop(s)
	registry := process.NewRegistry(x.path("state"))
	if ended, err := registry.Reap(); len(ended) > 0 || err != nil {
		t.Fatalf("ended %v, %v while the owner lives", ended, err)
	}
	list, err := registry.List()
	if err != nil || len(list) != 1 || !list[0].Runs || list[0].Orphan || list[0].Agent != "claude" {
		t.Fatalf("%+v %v", list, err)
	}
	files, _ := filepath.Glob(x.path("state/*.json"))
	text, _ := os.ReadFile(files[0])
	if info, _ := os.Stat(files[0]); info.Mode().Perm() != 0o600 || strings.Contains(string(text), "HEDDLE_SCRIPT") {
		t.Errorf("%v %s", info.Mode(), text)
	}
	var members map[string]any
	json.Unmarshal(text, &members)
	members["ownerStart"] = "1" // of a process that has ended
	start := members["start"]
	members["start"] = "2"
	write := func() {
		changed, _ := json.Marshal(members)
		os.WriteFile(files[0], changed, 0o600)
	}
	write()
	if ended, err := registry.Reap(); len(ended) > 0 || err != nil || s.Info().Health != session.LiveHealthReady {
		t.Errorf("ended %v, %v although the start time differs", ended, err)
	}
	members["start"] = start
	write()
	if ended, err := registry.Reap(); len(ended) != 1 || err != nil {
		t.Errorf("ended %v, %v", ended, err)
	}
	<-s.Done()
	if !strings.Contains(s.Err().Error(), "status 137") {
		t.Error(s.Err())
	}
}

// With WaitForReaders the agent waits for a slow subscriber, who misses nothing; one
// that does not read at all keeps nobody from stopping the session.
func TestWaitForReaders(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"events","n":5000,"text":"e"}],[{"do":"events","n":5000,"text":"e"}]]}`)
	x.options.QueueEvents, x.options.WaitForReaders = 20, true
	s := x.start()
	heard := 0
	for e, err := range s.Stream(x.context(), live.Query{Text: "go"}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == session.LiveOutputKindEvent {
			heard++
		}
		if heard > 0 && heard%500 == 0 {
			x.stored(s.Info().StoreID) // a slow reader
		}
	}
	if heard < 5000 {
		t.Errorf("heard %d events", heard)
	}
	idle := s.Subscribe()
	go s.Ask(x.context(), live.Query{Text: "go on"})
	if _, err := idle.Next(x.context()); err != nil {
		t.Fatal(err)
	}
	x.stop(s)
	for {
		if _, err := idle.Next(x.context()); err != nil {
			if !errors.Is(err, fault.LimitExceeded) && !errors.Is(err, fault.Complete) {
				t.Error(err)
			}
			break
		}
	}
}
