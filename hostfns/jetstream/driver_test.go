package jetstream_test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// TestStoreOption: heddle.Options.Store is an address, and everything works: the store, threads, import,
// search, costs and subscriptions from another client, beside the agents' own sessions.
func TestStoreOption(t *testing.T) {
	home, err := filepath.Abs("../../testdata/agents/claude/home")
	if err != nil {
		t.Fatal(err)
	}
	address := makeStore(t, startServer(t, nil), "team")
	a, b, ctx := storetest.Open(t, home, address), storetest.Open(t, t.TempDir(), address), t.Context()

	if _, err := a.Store.Record(ctx, "trip", heddle.User("Where is the ferry?")); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for event, err := range b.Store.Subscribe(ctx, "trip") {
		if err != nil {
			t.Fatal(err)
		}
		if seen = append(seen, event.Kind); len(seen) == 1 {
			if _, err := a.Store.Record(ctx, "trip", heddle.Assistant("At pier 4."), heddle.JSON(`{"type":"result","content":"At pier 4."}`)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("the other client saw %q", seen)
	}
	list, err := a.Sessions.List(ctx, heddle.ListOptions{Limit: heddle.NoLimit})
	if err != nil || len(list.Diagnostics) > 0 {
		t.Fatal(err, list.Diagnostics)
	}
	agents := map[heddle.Agent]int{}
	for _, s := range list.Items {
		agents[s.Agent]++
	}
	if agents["heddle"] != 1 || agents[heddle.Claude] < 10 {
		t.Errorf("listed %v", agents)
	}
	before, err := a.Sessions.TotalCost(ctx, heddle.CostOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sessions.Import(ctx, heddle.ImportOptions{Agent: heddle.Claude, All: true}); err != nil {
		t.Fatal(err)
	}
	after, err := a.Sessions.TotalCost(ctx, heddle.CostOptions{})
	if err != nil || after.TotalUSD.String() != before.TotalUSD.String() {
		t.Errorf("%v and after the import %v, %v", before.TotalUSD, after.TotalUSD, err)
	}
	copies, err := b.Sessions.TotalCost(ctx, heddle.CostOptions{}) // b has no agents' sessions
	if err != nil || copies.TotalUSD == nil || *copies.TotalUSD == 0 {
		t.Errorf("the copies cost %v, %v", copies.TotalUSD, err)
	}
	found := 0
	for hit, err := range b.Sessions.Search(ctx, "pier") {
		if err != nil || hit.Ref() != "heddle:trip" {
			t.Error(hit, err)
		}
		found++
	}
	if found != 1 {
		t.Errorf("found %d", found)
	}
}

// TestLazyConnection: opening makes no connection; a server that comes later is used, and one that
// went away and came back is used again.
func TestLazyConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	address := "nats://" + l.Addr().String() + "/team"
	h := storetest.Open(t, t.TempDir(), address)
	if _, err := h.Store.SessionCount(t.Context()); fault.CodeOf(err) != fault.IO {
		t.Errorf("without a server: %v", err)
	}
	if list, err := h.Sessions.List(t.Context(), heddle.ListOptions{}); err != nil || len(list.Diagnostics) != 1 {
		t.Errorf("a list without a server: %v, %+v", err, list)
	}
	folder := t.TempDir()
	on := func(o *server.Options) { o.Port, o.StoreDir = port, folder }
	s := startServer(t, on)
	makeStore(t, s, "team")
	if _, err := h.Store.Record(t.Context(), "a", heddle.User("x")); err != nil {
		t.Fatal(err)
	}
	s.Shutdown()
	s.WaitForShutdown()
	startServer(t, on)
	if n, err := h.Store.SessionCount(t.Context()); err != nil || n != 1 {
		t.Errorf("after a restart: %d, %v", n, err)
	}
}

// TestConnectingIsCancelled: a server that accepts and says nothing holds nobody whose context is done.
func TestConnectingIsCancelled(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	h := storetest.Open(t, t.TempDir(), "nats://u:"+secret+"@"+l.Addr().String()+"/team")
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			if _, err := h.Store.SessionCount(ctx); fault.CodeOf(err) != fault.Timeout || strings.Contains(err.Error(), secret) {
				t.Errorf("cancelled: %v", err)
			}
		})
	}
	time.AfterFunc(100*time.Millisecond, cancel)
	calls.Wait()
}

// TestSandboxHasNoAddress: the store would look empty in there.
func TestSandboxHasNoAddress(t *testing.T) {
	_, err := heddle.Open(heddle.Options{Home: t.TempDir(), Store: "nats://127.0.0.1:1/team", Engine: wazero.NewEngine})
	wantError(t, "wazero", err, fault.Unsupported, "a sandbox cannot use a store at an address")
}

// TestStartAgentRecords: a live session is recorded on the server.
func TestStartAgentRecords(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the scripted agent needs signals")
	}
	folder := t.TempDir()
	agent := filepath.Join(folder, "claude")
	build := exec.Command("go", "build", "-o", agent, "./bindings/internal/scriptedagent")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script := filepath.Join(folder, "script.json")
	writeFile(t, script, `{"log":"/dev/null","version":"2.1.300","turns":[[{"do":"text","text":"Under the pier."}]]}`)
	t.Setenv("HEDDLE_SCRIPT", script)
	h := storetest.Open(t, t.TempDir(), makeStore(t, startServer(t, nil), "team"))
	s, err := heddle.StartAgent(t.Context(), heddle.AgentOptions{Agent: heddle.Claude, Client: h, Program: agent, Cwd: folder, StateFolder: filepath.Join(folder, "state")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Query(t.Context(), "Where is the boat?"); err != nil {
		t.Error(err)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	list, err := h.Sessions.List(t.Context(), heddle.ListOptions{})
	if err != nil || len(list.Items) != 1 || list.Items[0].Title != "Where is the boat?" {
		t.Errorf("%v, %+v", err, list)
	}
}

// TestInitStates: what store init says is what the server has.
func TestInitStates(t *testing.T) {
	s := startServer(t, nil)
	d, err := hostfns.FindStoreDriver("NATS://host/team")
	if err != nil {
		t.Fatal(err)
	}
	var made sync.WaitGroup
	address := s.ClientURL() + "/team?max-bytes=10MB"
	for range 4 { // at once: one makes it
		made.Go(func() {
			if setup, err := d.InitStore(t.Context(), address); err != nil || setup.MaxBytes != 10_000_000 || setup.Replicas != 1 {
				t.Errorf("%+v, %v", setup, err)
			}
		})
	}
	made.Wait()
	stream, err := direct(t, s).Stream(t.Context(), "HEDDLE_team")
	if err != nil {
		t.Fatal(err)
	}
	if c := stream.CachedInfo().Config; c.MaxBytes != 10_000_000 || c.Replicas != 1 {
		t.Errorf("%+v", c)
	}
	if err := direct(t, s).DeleteStream(t.Context(), "HEDDLE_team_CACHE"); err != nil {
		t.Fatal(err)
	}
	if setup, err := d.InitStore(t.Context(), s.ClientURL()+"/team"); err != nil || setup.New || setup.MaxBytes != 10_000_000 {
		t.Errorf("again: %+v, %v", setup, err)
	}
	if _, err := direct(t, s).Stream(t.Context(), "HEDDLE_team_CACHE"); err != nil {
		t.Errorf("the cache was not made again: %v", err)
	}
	_, err = d.InitStore(t.Context(), s.ClientURL()+"/team?replicas=3")
	wantError(t, "other settings", err, fault.Conflict, "replicas=1")
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
