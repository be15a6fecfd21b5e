package live_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// agentOptions are those of a setting, for the typed API.
func (x *setting) agentOptions() heddle.AgentOptions {
	o := x.options.Open
	return heddle.AgentOptions{Agent: heddle.Agent(o.Agent), Program: o.Program, Cwd: o.Cwd, Env: o.Env, Client: x.h, StateFolder: x.options.StateFolder}
}

func (x *setting) startAgent(o heddle.AgentOptions) *heddle.AgentSession {
	x.t.Helper()
	s, err := heddle.StartAgent(x.context(), o)
	if err != nil {
		x.t.Fatal(err)
	}
	return s
}

// The typed API: queries, streams, subscriptions, commands, the state.
func TestAgentSession(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"thinking","text":"hm"},{"do":"tool","tool":"Bash","input":{"command":"ls"}},{"do":"text","text":"Hello $PROMPT"}]]}`)
	o := x.agentOptions()
	var hooks []string
	ended := make(chan struct{})
	add := func(name string) { hooks = append(hooks, name) } // one goroutine calls them
	o.Hooks = heddle.AgentHooks{SessionStart: func(string) { add("start") }, QueryStart: func(string) { add("query") }, ToolUse: func(use heddle.AgentToolUse) { add(use.Name + string(use.Input)) },
		QueryEnd: func(string, heddle.JSON, error) { add("result") }, SessionEnd: func(string, error) { add("end"); close(ended) }}
	o.Name, o.FileCheckpointing = "helper", true
	s := x.startAgent(o)
	if found, err := heddle.AgentByName("helper"); found != s || err != nil {
		t.Error(found, err)
	}
	if _, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.Conflict) {
		t.Errorf("a second session of the name: %v", err)
	}
	events := s.Subscribe()
	r, err := s.Query(x.context(), "you")
	if err != nil || r.Text != "Hello you" || r.IsError || r.Usage == nil || r.Usage.InputTokens != 10 || r.UsageSource != "protocol" || r.NumTurns != 1 {
		t.Errorf("%+v %v", r, err)
	}
	collected, err := heddle.CollectMessages(x.context(), events, nil)
	if err != nil || len(collected) != len(r.Messages) {
		t.Errorf("collected %d of %d messages, %v", len(collected), len(r.Messages), err)
	}
	if e, err := events.Receive(time.Second); err != nil || e.Health != heddle.LiveHealthReady {
		t.Errorf("%+v %v", e, err)
	}
	if e, err := events.Receive(time.Millisecond); !errors.Is(err, fault.Timeout) {
		t.Errorf("%+v %v", e, err)
	}
	events.Close()
	if _, err := events.Receive(time.Second); !errors.Is(err, fault.BadRef) {
		t.Error(err)
	}
	for name, o := range map[string]heddle.QueryOptions{"thinking": {Thinking: "low"}, "schema": {OutputSchema: heddle.JSON("{}")}, "turns": {MaxTurns: 1}, "tokens": {MaxTokens: 1},
		"budget": {MaxBudgetUSD: 1}, "prompt": {SystemPrompt: "x"}, "subagent": {Subagent: "x"}, "allowed": {AllowedTools: []string{"x"}}, "disallowed": {DisallowedTools: []string{"x"}}} {
		o.Model, o.PermissionMode = "other", heddle.LivePermissionModePlan
		if _, err := s.Query(x.context(), "go", o); !errors.Is(err, fault.Unsupported) {
			t.Errorf("%s of a query: %v", name, err)
		}
	}
	if info, err := s.Info(x.context()); err != nil || info.Model == "other" || info.PermissionMode == heddle.LivePermissionModePlan {
		t.Errorf("a refused query has changed the session: %+v %v", info, err)
	}
	said := ""
	for text, err := range heddle.TextContent(s.Stream(x.context(), "again")) {
		if err != nil {
			t.Fatal(err)
		}
		said += text
	}
	if said != "Hello again" {
		t.Errorf("the stream's text is %q", said)
	}
	x.checkCommands(s)
	conversation, err := s.Conversation(x.context())
	if err != nil || len(conversation.Items) != 2*len(r.Messages) {
		t.Errorf("%d messages, %v", len(conversation.Items), err)
	}
	if err := s.Stop(x.context()); err != nil || s.Err() != nil || s.Health() != heddle.LiveHealthStopped {
		t.Error(err, s.Err(), s.Health())
	}
	if _, err := heddle.AgentByName("helper"); !errors.Is(err, fault.BadRef) {
		t.Error(err)
	}
	if info, err := s.Info(x.context()); err != nil || info.Health != heddle.LiveHealthStopped || info.SessionID == "" {
		t.Errorf("%+v %v", info, err)
	}
	<-ended
	if want := []string{"start", "query", `Bash{"command":"ls"}`, "result", "query", `Bash{"command":"ls"}`, "result", "end"}; !slices.Equal(hooks, want) {
		t.Errorf("hooks: %v", hooks)
	}
}

func (x *setting) checkCommands(s *heddle.AgentSession) {
	x.t.Helper()
	ctx := x.context()
	_, mcp := s.MCPStatus(ctx)
	server, info := s.ServerInfo(ctx)
	_, rewind := s.RewindFiles(ctx, "u", true)
	for name, err := range map[string]error{"mcp": mcp, "server info": info, "rewind": rewind, "model": s.SetModel(ctx, "m2"),
		"mode": s.SetPermissionMode(ctx, heddle.LivePermissionModePlan), "interrupt": s.Interrupt(ctx)} {
		if err != nil {
			x.t.Errorf("%s: %v", name, err)
		}
	}
	if !strings.Contains(string(server), "commands") {
		x.t.Errorf("server info: %s", server)
	}
	if err := s.Steer(ctx, "left"); err == nil {
		x.t.Error("a steer without a turn succeeds")
	}
	state, err := s.Info(ctx)
	if err != nil || state.Model != "m2" || state.PermissionMode != heddle.LivePermissionModePlan || state.Engine != "claude" || state.AgentVersion != "2.1.300" ||
		!state.Recording || !slices.Contains(state.Capabilities, "resume") || state.Position == 0 {
		x.t.Errorf("%+v %v", state, err)
	}
}

// Resume: by the agent's id, by the stored session; a refusal is no fresh conversation.
func TestResume(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello $PROMPT"}]]}`)
	s := x.startAgent(x.agentOptions())
	if _, err := s.Query(x.context(), "one"); err != nil {
		t.Fatal(err)
	}
	s.Stop(x.context())
	for _, name := range []string{s.NativeSessionID(), "claude:" + s.NativeSessionID(), "heddle:" + s.SessionID()} {
		o := x.agentOptions()
		o.Resume = name
		again := x.startAgent(o)
		if again.SessionID() != s.SessionID() || again.NativeSessionID() != s.NativeSessionID() {
			t.Errorf("resumed %s as %s, stored as %s", name, again.NativeSessionID(), again.SessionID())
		}
		if _, err := again.Query(x.context(), "more"); err != nil {
			t.Error(err)
		}
		again.Stop(x.context())
	}
	if n, _ := x.h.Store.MessageCount(x.context(), s.SessionID()); n == 0 || len(x.stored(s.SessionID()))%4 != 0 {
		t.Errorf("%d messages are stored", n)
	}
	o := x.agentOptions()
	o.Resume = "codex:" + s.NativeSessionID()
	if _, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.InvalidArgument) {
		t.Errorf("the session of another agent: %v", err)
	}
	o.Resume, o.Continue = "", true
	if _, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.SessionNotFound) {
		t.Errorf("continue without a session: %v", err)
	}
}

// The stored session names the machine that it comes from, and one that comes from
// another machine is left alone.
func TestOrigin(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello"}]]}`)
	run := func(origin, resume string) (native, stored string) {
		o := x.agentOptions()
		o.Origin, o.Resume = origin, resume
		s := x.startAgent(o)
		if _, err := s.Query(x.context(), "one"); err != nil {
			t.Fatal(err)
		}
		s.Stop(x.context())
		return s.NativeSessionID(), s.SessionID()
	}
	native, unnamed := run("", "")
	for _, c := range []struct{ origin, again string }{{"laptop", unnamed}, {"laptop", unnamed}, {"", unnamed}, {"server", ""}} {
		_, stored := run(c.origin, native)
		if c.again != "" && stored != c.again || c.again == "" && stored == unnamed {
			t.Errorf("from %q it is stored as %s, the first was %s", c.origin, stored, unnamed)
		}
	}
	for origin, want := range map[string]int{"laptop": 1, "server": 1, "-": 0, "": 2} {
		list, err := x.h.Store.List(x.context(), heddle.StoreListOptions{Origin: origin})
		if err != nil || len(list.Items) != want {
			t.Errorf("%d sessions of %q, want %d: %v", len(list.Items), origin, want, err)
		}
	}
	for _, origin := range []string{"-", " a", "a\x1b[31m", "a\nb", strings.Repeat("a", 129)} {
		o := x.agentOptions()
		o.Origin = origin
		if s, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.InvalidArgument) {
			t.Errorf("origin %q: %v", origin, err)
			s.Stop(x.context())
		}
	}
}

// Start names what is missing.
func TestMissingProgram(t *testing.T) {
	x := newSetting(t, `{}`)
	o := x.agentOptions()
	o.Program = ""
	t.Setenv("PATH", x.path("work"))
	if _, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.Unsupported) || !strings.Contains(fault.From(err).Hint, "npm install") {
		t.Errorf("%v", err)
	}
	o.Agent = heddle.AutoAgent
	if _, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.Unsupported) {
		t.Errorf("%v", err)
	}
	o.Agent = "acp:no-such-program"
	if _, err := heddle.StartAgent(x.context(), o); !errors.Is(err, fault.Unsupported) {
		t.Errorf("%v", err)
	}
	if err := os.Symlink(scripted, filepath.Join(x.path("work"), "claude")); err != nil {
		t.Skip(err)
	}
	o.Agent = ""
	s := x.startAgent(o)
	if s.Agent() != heddle.Claude {
		t.Errorf("auto selects %s", s.Agent())
	}
	s.Stop(x.context())
}

// Attachments come from the granted folder or as bytes, and from nowhere else.
func TestAttachments(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"ok"}]]}`)
	for name, text := range map[string]string{"work/notes.txt": "remember", "secret": "no"} {
		if err := os.WriteFile(x.path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(x.path("work"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	o := x.agentOptions()
	o.Attachments = root
	s := x.startAgent(o)
	ask := func(f heddle.PromptFile) error {
		_, err := s.Query(x.context(), "read", heddle.QueryOptions{Attachments: []heddle.PromptFile{f}})
		return err
	}
	if err := errors.Join(ask(heddle.PromptFile{Path: "notes.txt"}), ask(heddle.PromptFile{Name: "a.png", Data: []byte("\x89PNG")})); err != nil {
		t.Error(err)
	}
	if err := ask(heddle.PromptFile{Path: "../secret"}); err == nil {
		t.Error("a file outside of the folder is sent")
	}
	s.Stop(x.context())
	log := strings.Join(x.log(), "\n")
	if !strings.Contains(log, "remember") || !strings.Contains(log, `"data":"iVBORw==","media_type":"image/png"`) || strings.Contains(log, `"no"`) {
		t.Errorf("the agent received\n%s", log)
	}
}

// A store that is away does not end the agent; what it does not take is reported as lost.
func TestFailingStore(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello $PROMPT"}]]}`)
	store, err := heddle.Open(heddle.Options{Home: x.path("home"), Store: x.path("other.db")})
	if err != nil {
		t.Fatal(err)
	}
	o := x.agentOptions()
	o.Client = store
	told := make(chan error, 10)
	o.Hooks.Diagnostic = func(err error) { told <- err }
	s := x.startAgent(o)
	events := s.Subscribe()
	if _, err := s.Query(x.context(), "one"); err != nil {
		t.Fatal(err)
	}
	store.Close()
	r, err := s.Query(x.context(), "two")
	if err != nil || r.Text != "Hello two" {
		t.Errorf("%+v %v", r, err)
	}
	if info, err := s.Info(x.context()); err != nil || info.Recording {
		t.Errorf("%+v %v", info, err)
	}
	s.Stop(x.context())
	waits, lost := 0, 0
	for {
		e, err := events.Next(x.context())
		if err != nil {
			break
		}
		if e.Kind != heddle.LiveOutputKindDiagnostic {
			continue
		}
		if strings.Contains(e.Err.Error(), "recording waits for the store") {
			waits++
		}
		if strings.Contains(e.Err.Error(), "messages of the session are not stored") {
			lost++
		}
	}
	if waits != 1 || lost != 1 {
		t.Errorf("that the store is away is reported %d times, the loss %d times", waits, lost)
	}
	if info, err := s.Info(x.context()); err != nil || info.Lost == 0 {
		t.Errorf("%+v, %v", info, err)
	}
	if err := <-told; !strings.Contains(err.Error(), "recording waits for the store") {
		t.Errorf("the hook got %v", err)
	}
}

// Somebody else's change of the stored session does not end recording.
func TestOtherWriter(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello $PROMPT"}]]}`)
	s := x.startAgent(x.agentOptions())
	for i := range 3 {
		if _, err := x.h.Store.Record(x.context(), s.SessionID(), heddle.User("from elsewhere")); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			if _, err := x.h.Threads.Start(x.context(), s.SessionID(), heddle.ThreadStartOptions{ThreadID: "side"}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Query(x.context(), "q"); err != nil {
			t.Fatal(err)
		}
	}
	info, err := s.Info(x.context())
	if err != nil || !info.Recording {
		t.Errorf("%+v %v", info, err)
	}
	s.Stop(x.context())
	all := len(x.stored(s.SessionID()))
	thread, err := x.h.Threads.Messages(x.context(), s.SessionID(), "side")
	if err != nil || all < 6 || 3*len(thread.Items) != 2*(all-3) {
		t.Errorf("%d messages, %d of the active thread, %v", all, len(thread.Items), err)
	}
}

// A supervisor starts a session again and resumes it; a stopped one stays stopped.
func TestSupervisor(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello $PROMPT"}],[{"do":"exit","n":7}]]}`)
	restarts := make(chan error, 10)
	v := heddle.NewSupervisor(heddle.SupervisorOptions{MinDelay: 10 * time.Millisecond, Restarted: func(_ string, ended, failed error) {
		restarts <- errors.Join(failed)
	}})
	o := x.agentOptions()
	o.Name = "worker"
	first, err := v.Start(x.context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Query(x.context(), "a"); err != nil {
		t.Fatal(err)
	}
	if r, err := first.Query(x.context(), "b"); !errors.Is(err, fault.IO) || !r.IsError || r.ErrorType != "agent_ended" || !strings.Contains(r.Reason, "status 7") {
		t.Errorf("%+v %v", r, err)
	}
	<-first.Done()
	if err := <-restarts; err != nil {
		t.Fatal(err)
	}
	second, err := v.Session(x.context(), "worker")
	for err == nil && second == first {
		second, err = v.Session(x.context(), "worker")
	}
	if err != nil || second.NativeSessionID() != first.NativeSessionID() || second.SessionID() != first.SessionID() {
		t.Fatal(err)
	}
	if r, err := second.Query(x.context(), "c"); err != nil || r.Text != "Hello c" {
		t.Errorf("%+v %v", r, err)
	}
	if err := v.Stop(x.context(), "worker"); err != nil || len(v.Names()) != 0 {
		t.Error(err, v.Names())
	}
	if _, err := v.Session(context.Background(), "worker"); !errors.Is(err, fault.BadRef) {
		t.Error(err)
	}
	if err := v.Close(x.context()); err != nil {
		t.Error(err)
	}
}
