//go:build unix

package liveserve

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// hostMain is a host: it starts a server, and a worker that holds the server's input open, passes its own
// input on, and does nothing until it is killed.
func hostMain() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	self, _ := os.Executable()
	server := exec.Command(self)
	server.Env = append(os.Environ(), "LIVESERVE_TEST=server")
	server.Stdin, server.Stdout, server.Stderr = r, os.Stdout, os.Stderr
	worker := exec.Command("sleep", "600")
	worker.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		panic(err)
	}
	if err := worker.Start(); err != nil {
		panic(err)
	}
	fmt.Println(os.Getpid(), server.Process.Pid, worker.Process.Pid)
	io.Copy(w, os.Stdin)
	select {}
}

// line is a request as a line.
func line(id int, method string, params any) string {
	text, _ := json.Marshal(params)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, text) + "\n"
}

const halfTurn = `{"turns":[[{"do":"text","text":"said before the end"},{"do":"hang"}]]}`

// checkStored checks that what was said until the end is in the store, with a result.
func (x *setting) checkStored() {
	x.t.Helper()
	ids := x.storedIDs()
	if len(ids) != 1 {
		x.t.Fatal(ids)
	}
	list := x.stored(ids[0])
	text := strings.Join(list, "\n")
	if !strings.Contains(text, "said before the end") || !strings.Contains(list[len(list)-1], `"type":"result"`) {
		x.t.Error(text)
	}
}

// TestHostKilled: the host is killed, a worker of it holds the pipe open: the agents end, and what was said is stored.
func TestHostKilled(t *testing.T) {
	x := newSetting(t, halfTurn)
	self, _ := os.Executable()
	host := exec.Command(self)
	host.Env = []string{"LIVESERVE_TEST=host", "PATH=" + os.Getenv("PATH"), "GOCOVERDIR=" + t.TempDir()}
	host.Stderr = os.Stderr
	in, _ := host.StdinPipe()
	out, err := host.StdoutPipe()
	if err == nil {
		err = host.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	var pid, server, worker int
	if _, err := fmt.Fscanln(lines, &pid, &server, &worker); err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(worker, syscall.SIGKILL)
	if group, err := syscall.Getpgid(server); err == nil && group == server {
		t.Log("the server leads its group already")
	}
	io.WriteString(in, line(1, "initialize", map[string]any{"protocol": Protocol, "client": "host", "version": "1", "pid": pid})+
		line(2, "live.start", x.start("s", nil))+line(3, "live.subscribe", map[string]any{"session": "s", "subscription": "e"})+
		line(4, "live.query", map[string]any{"session": "s", "text": "x"}))
	for said := ""; !strings.Contains(said, "said before the end"); {
		if said, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if group, err := syscall.Getpgid(server); err != nil || group != server {
		t.Error("the server is in the group", group, err)
	}
	host.Process.Kill()
	host.Process.Wait()
	x.awaitNoAgents()
	x.await("the end of the server", func() bool { return syscall.Kill(server, 0) != nil || isZombie(server) })
	if syscall.Kill(worker, 0) != nil {
		t.Error("the worker has ended: nothing held the pipe open")
	}
	x.checkStored()
}

// isZombie reports whether a process of this test has ended.
func isZombie(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(text), ") Z ")
}

// TestHostGone: however the host goes, the agents end and what was said is stored.
func TestHostGone(t *testing.T) {
	for name, leave := range map[string]func(*client){
		"closes the input":  func(c *client) { c.in.Close() },
		"half a line":       func(c *client) { io.WriteString(c.in, `{"jsonrpc":"2.0","id":9,"me`); c.in.Close() },
		"closes the output": func(c *client) { c.out.Close(); c.write(`{"jsonrpc":"2.0","id":9,"method":"live.agents"}`) },
		"TERM":              func(c *client) { c.cmd.Process.Signal(syscall.SIGTERM) },
		"HUP":               func(c *client) { c.cmd.Process.Signal(syscall.SIGHUP) },
	} {
		t.Run(name, func(t *testing.T) {
			x := newSetting(t, halfTurn)
			c := dial(t)
			c.started(x, "s", nil)
			c.must("live.subscribe", map[string]any{"session": "s", "subscription": "e"})
			c.begin("live.query", map[string]any{"session": "s", "text": "x"})
			c.awaitMethod("live.event", "said before the end")
			c.cmd.Process.Signal(os.Interrupt) // it is for the host
			c.must("live.info", map[string]any{"session": "s"})
			leave(c)
			if err := <-c.end; err != nil {
				t.Error(err)
			}
			c.end <- nil
			if list := x.agents(); len(list) > 0 {
				t.Error(list)
			}
			x.checkStored()
		})
	}
}

// TestHostGoneWithoutReading: a host that has not read goes; what its agent said is stored, although a line of it is
// being written to nobody.
func TestHostGoneWithoutReading(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"flood","n":400000},{"do":"text","text":"said before the end"},{"do":"hang"}]]}`)
	c := dial(t)
	info := c.started(x, "s", nil)
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "e", "window": maxCredit})
	c.paused.Lock()
	c.begin("live.query", map[string]any{"session": "s", "text": "x"})
	x.await("what was said", func() bool {
		return strings.Contains(strings.Join(x.stored(info.SessionID), ""), "said before the end")
	})
	c.in.Close()
	x.await("the end of the server", func() bool { return isZombie(c.cmd.Process.Pid) })
	c.paused.Unlock()
	if list := x.agents(); len(list) > 0 {
		t.Error(list)
	}
	x.checkStored()
}

// TestHostGoneAtStart: an agent that is being started ends too.
func TestHostGoneAtStart(t *testing.T) {
	x := newSetting(t, `{"silent":true,"ignoreEof":true,"ignoreTerm":true}`)
	c := dial(t)
	c.begin("live.start", x.start("s", nil))
	x.await("the agent", func() bool { return strings.Contains(x.logged(), "initialize") })
	c.in.Close()
	if err := <-c.end; err != nil {
		t.Error(err)
	}
	c.end <- nil
	if list := x.agents(); len(list) > 0 {
		t.Error(list)
	}
}

// TestServerKilled: the client learns it, the agents end without another server, and the session can be resumed.
func TestServerKilled(t *testing.T) {
	x := newSetting(t, halfTurn)
	c := dial(t)
	info := c.started(x, "s", nil)
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "e"})
	_, wait := c.begin("live.query", map[string]any{"session": "s", "text": "x"})
	c.awaitMethod("live.event", "said before the end")
	x.await("the text in the store", func() bool {
		return strings.Contains(strings.Join(x.stored(info.SessionID), ""), "said before the end")
	})
	c.cmd.Process.Kill()
	if _, err := wait(); err == nil {
		t.Error("a query of a killed server has a result")
	}
	x.awaitNoAgents() // the watchdog ends them
	next := dial(t)
	if list := string(next.must("live.reap", map[string]any{"environment": x.environment()})); list != "[]" {
		t.Errorf("the watchdog has left %s", list)
	}
	again := next.started(x, "s", map[string]any{"resume": "heddle:" + info.SessionID})
	if again.SessionID != info.SessionID {
		t.Errorf("%+v", again)
	}
}

// TestSignalsOfAgents: an agent does not inherit that the server does not end with Ctrl-C.
func TestSignalsOfAgents(t *testing.T) {
	x := newSetting(t, answers)
	c := dial(t)
	c.started(x, "s", nil)
	list := x.agents()
	if len(list) == 0 {
		t.Skip("this system does not list processes in /proc")
	}
	status, err := os.ReadFile(strings.Replace(list[0], "environ", "status", 1))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "SigIgn:")
	var ignored uint64
	fmt.Sscanf(rest, "%x", &ignored)
	if ignored&(1<<(syscall.SIGINT-1)|1<<(syscall.SIGPIPE-1)|1<<(syscall.SIGTERM-1)|1<<(syscall.SIGHUP-1)) != 0 {
		t.Errorf("the agent ignores %x", ignored)
	}
}

// TestManySessions: many sessions of two hosts record into one store at once.
func TestManySessions(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"events","text":"$PROMPT ","n":20}]]}`)
	const each = 12
	var ids []string
	var waits []func() (json.RawMessage, error)
	for host := range 2 {
		c := dial(t)
		for i := range each {
			handle := fmt.Sprint("s", i)
			_, start := c.begin("live.start", x.start(handle, nil))
			c.begin("live.subscribe", map[string]any{"session": handle, "subscription": handle})
			_, query := c.begin("live.query", map[string]any{"session": handle, "text": fmt.Sprint(host)})
			waits = append(waits, func() (json.RawMessage, error) {
				result, err := start()
				var info wireSessionInfo
				if err == nil {
					err = json.Unmarshal(result, &info)
				}
				ids = append(ids, info.SessionID)
				if err != nil {
					return nil, err
				}
				return query()
			})
		}
	}
	for _, wait := range waits {
		if _, err := wait(); err != nil {
			t.Error(err)
		}
	}
	for _, id := range ids {
		if list := x.stored(id); len(list) != 23 {
			t.Errorf("%s has %d messages", id, len(list))
		}
	}
}

// TestFailingStore: when the store fails, the agent continues and a diagnostic says it.
func TestFailingStore(t *testing.T) {
	x := newSetting(t, answers)
	if err := os.WriteFile(x.path("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := dial(t)
	_, err := c.call("live.start", x.start("s", map[string]any{"store": x.path("file/heddle.db")}))
	if err == nil {
		c.must("live.query", map[string]any{"session": "s", "text": "x"})
		return
	}
	if !strings.Contains(err.Error(), x.path("file")) {
		t.Error(err)
	}
}
