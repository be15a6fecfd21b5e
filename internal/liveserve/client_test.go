//go:build unix

package liveserve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/native"
)

// scripted is the program of the scripted agent.
var scripted string

// TestMain runs the tests, or is the server or the host of one.
func TestMain(m *testing.M) {
	switch os.Getenv("LIVESERVE_TEST") {
	case "server":
		Run(os.Stdin, os.Stdout, native.NewEngine)
		return
	case "host":
		hostMain()
		return
	}
	folder, err := os.MkdirTemp("", "scriptedagent")
	if err != nil {
		panic(err)
	}
	scripted = filepath.Join(folder, "scriptedagent")
	if out, err := exec.Command("go", "build", "-p", "1", "-o", scripted, "../../bindings/internal/scriptedagent").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// patience is how long a test waits for what must happen. Nothing is asserted about time.
const patience = time.Minute

// setting is a test's agent, home and store.
type setting struct {
	t      *testing.T
	folder string
}

func newSetting(t *testing.T, script string) *setting {
	t.Helper()
	x := &setting{t: t, folder: t.TempDir()}
	var members map[string]any
	if err := json.Unmarshal([]byte(script), &members); err != nil {
		t.Fatal(err)
	}
	members["log"], members["version"] = x.path("log"), "2.1.300 (Scripted)"
	text, _ := json.Marshal(members)
	for _, name := range []string{"home", "work"} {
		if err := os.Mkdir(x.path(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(x.path("script.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.checkLeftovers)
	return x
}

func (x *setting) path(name string) string { return filepath.Join(x.folder, name) }

// environment is what a start carries: the server itself has none of it.
func (x *setting) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + x.path("home"), "XDG_STATE_HOME=" + x.path("state"), "HEDDLE_SCRIPT=" + x.path("script.json")}
}

// start is the params of a start; more replaces members.
func (x *setting) start(handle string, more map[string]any) map[string]any {
	p := map[string]any{"session": handle, "agent": "claude", "program": scripted, "cwd": x.path("work"), "environment": x.environment(), "store": x.path("heddle.db")}
	for name, value := range more {
		p[name] = value
	}
	return p
}

// stored returns the messages of a stored session.
func (x *setting) stored(id string) (list []string) {
	x.t.Helper()
	h, err := heddle.Open(heddle.Options{Home: x.path("home"), Store: x.path("heddle.db")})
	if err != nil {
		x.t.Fatal(err)
	}
	defer h.Close()
	messages, err := h.Store.Messages(context.Background(), id)
	if errors.Is(err, heddle.ErrSessionNotFound) {
		return nil
	}
	if err != nil {
		x.t.Fatal(err)
	}
	for _, m := range messages.Items {
		list = append(list, string(m))
	}
	return list
}

// storedIDs lists the stored sessions.
func (x *setting) storedIDs() (ids []string) {
	x.t.Helper()
	h, err := heddle.Open(heddle.Options{Home: x.path("home"), Store: x.path("heddle.db")})
	if err != nil {
		x.t.Fatal(err)
	}
	defer h.Close()
	list, err := h.Store.List(context.Background())
	if err != nil {
		x.t.Fatal(err)
	}
	for _, s := range list.Items {
		ids = append(ids, s.SessionID)
	}
	return ids
}

// agents lists the processes whose environment names the script.
func (x *setting) agents() (list []string) {
	found, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range found {
		if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), "HEDDLE_SCRIPT="+x.path("script.json")) {
			list = append(list, name)
		}
	}
	return list
}

// awaitNoAgents waits until no process of the agent is left.
func (x *setting) awaitNoAgents() {
	x.t.Helper()
	x.await("no process of the agent", func() bool { return len(x.agents()) == 0 })
}

func (x *setting) await(what string, holds func() bool) {
	x.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			x.t.Fatal("there is still not: ", what)
		}
	}
}

func (x *setting) checkLeftovers() {
	if list := x.agents(); len(list) > 0 {
		x.t.Errorf("processes are left: %v", list)
	}
}

// logged is what the agent has received.
func (x *setting) logged() string {
	text, _ := os.ReadFile(x.path("log"))
	return string(text)
}

// client is a client over real pipes.
type client struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.ReadCloser
	end chan error

	mu      sync.Mutex
	last    int
	waiting map[string]chan message
	lines   []message // requests and notifications of the server, and errors without an id
	arrived chan struct{}
	answer  any        // to requests of the server; nil leaves them open
	paused  sync.Mutex // held while the client does not read
}

// dial starts a server and opens the connection.
func dial(t *testing.T) *client {
	t.Helper()
	c := launch(t)
	c.must("initialize", map[string]any{"protocol": Protocol, "client": "test", "version": "1", "pid": os.Getpid()})
	return c
}

func launch(t *testing.T) *client {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, cmd: exec.Command(self), end: make(chan error, 1), waiting: map[string]chan message{}, arrived: make(chan struct{})}
	c.cmd.Env = []string{"LIVESERVE_TEST=server", "PATH=" + os.Getenv("PATH"), "GOCOVERDIR=" + t.TempDir()}
	c.cmd.Stderr = os.Stderr
	c.in, err = c.cmd.StdinPipe()
	if err == nil {
		c.out, err = c.cmd.StdoutPipe()
	}
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go c.read()
	t.Cleanup(func() {
		c.in.Close()
		select {
		case <-c.end:
		case <-time.After(patience):
			t.Error("the server does not end")
			c.cmd.Process.Kill()
		}
	})
	return c
}

// read takes lines of the server until it ends.
func (c *client) read() {
	in := bufio.NewReaderSize(c.out, 1<<16)
	for {
		c.paused.Lock()
		c.paused.Unlock() //lint:ignore SA2001 the client waits while a test holds it
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil || m.Version != "2.0" {
			c.t.Errorf("not a message: %.200q", line)
			continue
		}
		c.take(m)
	}
	c.mu.Lock()
	for id, waiting := range c.waiting {
		delete(c.waiting, id)
		close(waiting)
	}
	c.mu.Unlock()
	c.end <- c.cmd.Wait()
}

func (c *client) take(m message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if waiting := c.waiting[string(m.ID)]; m.Method == "" && waiting != nil {
		delete(c.waiting, string(m.ID))
		waiting <- m
		return
	}
	c.lines = append(c.lines, m)
	close(c.arrived)
	c.arrived = make(chan struct{})
	if c.answer != nil && m.Method != "" && m.ID != nil {
		text, _ := json.Marshal(c.answer)
		go c.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, text))
	}
}

// answerWith sets what requests of the server are answered with; nil leaves them open.
func (c *client) answerWith(answer any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = answer
}

// received is what the server has sent and has not been taken out.
func (c *client) received() []message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.lines)
}

func (c *client) write(line string) { io.WriteString(c.in, line+"\n") }

// begin sends a request; the function returned waits for its end.
func (c *client) begin(method string, params any) (id int, wait func() (json.RawMessage, error)) {
	c.t.Helper()
	text, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	response := make(chan message, 1)
	c.mu.Lock()
	c.last++
	id = c.last
	c.waiting[strconv.Itoa(id)] = response
	c.mu.Unlock()
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, text))
	return id, func() (json.RawMessage, error) {
		select {
		case m, ok := <-response:
			if !ok {
				return nil, errors.New("the server has ended")
			}
			if m.Error != nil {
				return nil, fmt.Errorf("%d %s %s", m.Error.Code, m.Error.Data.Code, m.Error.Message)
			}
			return m.Result, nil
		case <-time.After(patience):
			return nil, errors.New("no response to " + method)
		}
	}
}

func (c *client) call(method string, params any) (json.RawMessage, error) {
	c.t.Helper()
	_, wait := c.begin(method, params)
	return wait()
}

func (c *client) must(method string, params any) json.RawMessage {
	c.t.Helper()
	result, err := c.call(method, params)
	if err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
	return result
}

// refused checks the error of a request: its code and Heddle's.
func (c *client) refused(method string, params any, code int, kind string) {
	c.t.Helper()
	_, err := c.call(method, params)
	if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprint(code, " ", kind)) {
		c.t.Errorf("%s %v: %v", method, params, err)
	}
}

// await returns the first message of the server that fits, and takes it out.
func (c *client) await(what string, fits func(m message) bool) message {
	c.t.Helper()
	limit := time.After(patience)
	for {
		c.mu.Lock()
		if i := slices.IndexFunc(c.lines, fits); i >= 0 {
			m := c.lines[i]
			c.lines = slices.Delete(c.lines, i, i+1)
			c.mu.Unlock()
			return m
		}
		arrived := c.arrived
		c.mu.Unlock()
		select {
		case <-arrived:
		case <-limit:
			c.t.Fatal("nothing came: ", what)
		}
	}
}

func (c *client) awaitMethod(method, part string) message {
	c.t.Helper()
	return c.await(method+" "+part, func(m message) bool { return m.Method == method && strings.Contains(string(m.Params), part) })
}

// started is what a start returns.
func (c *client) started(x *setting, handle string, more map[string]any) (info wireSessionInfo) {
	c.t.Helper()
	if err := json.Unmarshal(c.must("live.start", x.start(handle, more)), &info); err != nil {
		c.t.Fatal(err)
	}
	return info
}
