package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// acpClient is a client of the Agent Client Protocol, such as an editor. It keeps
// every byte that it sends and receives.
type acpClient struct {
	t     *testing.T
	cmd   *exec.Cmd
	input io.WriteCloser
	ended chan error

	number    int
	sessionID string

	mu       sync.Mutex
	wake     *sync.Cond
	sent     bytes.Buffer
	received bytes.Buffer
	answers  map[int]rpcMessage
	closed   bool // the agent prints nothing any more
	asked    []string
	texts    int // pieces of answers that have come
}

// rpcMessage is what one line of the protocol may be.
type rpcMessage struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Options []struct{ OptionID, Kind string }
		Update  struct{ SessionUpdate string }
	}
	Result json.RawMessage
	Error  json.RawMessage
}

// startClient starts the agent's command and reads what it prints.
func startClient(t *testing.T, cmd *exec.Cmd, stderr *printed) *acpClient {
	t.Helper()
	c := &acpClient{t: t, cmd: cmd, answers: map[int]rpcMessage{}, ended: make(chan error, 1)}
	c.wake = sync.NewCond(&c.mu)
	var err error
	if c.input, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.read(bufio.NewReader(output))
		c.ended <- cmd.Wait()
	}()
	t.Cleanup(func() {
		cmd.Process.Kill()
		if t.Failed() {
			t.Logf("standard error of %s: %s", cmd.Path, stderr.text.String())
		}
	})
	return c
}

// read reads lines until the end.
func (c *acpClient) read(lines *bufio.Reader) {
	for {
		line, err := lines.ReadBytes('\n')
		c.mu.Lock()
		c.received.Write(line)
		c.closed = err != nil
		c.take(line)
		c.wake.Broadcast()
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// take reads one line of the agent; requests for permission are allowed once.
func (c *acpClient) take(line []byte) {
	var m rpcMessage
	if json.Unmarshal(line, &m) != nil {
		return
	}
	switch {
	case m.Method == "session/request_permission":
		choice := ""
		for _, o := range m.Params.Options {
			if o.Kind == "allow_once" {
				choice = o.OptionID
			}
		}
		c.asked = append(c.asked, choice)
		c.write(object{"id": m.ID, "result": object{"outcome": object{"outcome": "selected", "optionId": choice}}})
	case m.Method != "" && m.ID != nil:
		c.write(object{"id": m.ID, "error": object{"code": -32601, "message": "this client has no " + m.Method}})
	case m.Method == "session/update":
		if m.Params.Update.SessionUpdate == "agent_message_chunk" {
			c.texts++
		}
	case m.ID != nil:
		var id int
		json.Unmarshal(m.ID, &id)
		c.answers[id] = m
	}
}

// write sends a record. Its caller holds c.mu.
func (c *acpClient) write(record object) {
	record["jsonrpc"] = "2.0"
	line, err := json.Marshal(record)
	if err != nil {
		panic(err) // maps of JSON values
	}
	line = append(line, '\n')
	c.sent.Write(line)
	c.input.Write(line) // an agent that has ended is noticed by what it does not answer
}

// begin sends a request and returns its id.
func (c *acpClient) begin(method string, params object) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.number++
	c.write(object{"id": c.number, "method": method, "params": params})
	return c.number
}

// await waits until done, for at most three minutes.
func (c *acpClient) await(what string, done func() bool) {
	c.t.Helper()
	timer := time.AfterFunc(3*time.Minute, func() {
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
		c.wake.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !done() {
		if c.closed {
			c.t.Fatalf("%s does not come; sent:\n%s\nreceived:\n%s", what, c.sent.Bytes(), c.received.Bytes())
		}
		c.wake.Wait()
	}
}

// answer waits for the answer to a request and decodes its result.
func (c *acpClient) answer(id int, into any) {
	c.t.Helper()
	c.await("the answer", func() bool { return c.answers[id].ID != nil })
	m := c.answers[id]
	if m.Error != nil {
		c.t.Fatalf("request %d failed: %s", id, m.Error)
	}
	if err := json.Unmarshal(m.Result, into); err != nil {
		c.t.Fatal(err)
	}
}

// open begins a session in a folder.
func (c *acpClient) open(cwd string) {
	c.t.Helper()
	var ignored any
	c.answer(c.begin("initialize", object{"protocolVersion": 1, "clientCapabilities": object{}, "clientInfo": object{"name": "heddle-e2e", "version": "1"}}), &ignored)
	var r struct{ SessionID string }
	c.answer(c.begin("session/new", object{"cwd": cwd, "mcpServers": []any{}}), &r)
	c.sessionID = r.SessionID
}

// prompt sends a prompt and returns the id of its request.
func (c *acpClient) prompt(text string) int {
	return c.begin("session/prompt", object{"sessionId": c.sessionID, "prompt": []any{object{"type": "text", "text": text}}})
}

// turn plays a scene to its end and returns why it ended.
func (c *acpClient) turn(scene string) string {
	c.t.Helper()
	var r struct{ StopReason string }
	c.answer(c.prompt(promptOf(scene)), &r)
	return r.StopReason
}

// cancelled begins a scene, cancels it after its first text, and returns why it ended.
func (c *acpClient) cancelled(scene string) string {
	c.t.Helper()
	c.mu.Lock()
	texts := c.texts
	c.mu.Unlock()
	id := c.prompt(promptOf(scene))
	c.await("a text", func() bool { return c.texts > texts })
	c.mu.Lock()
	c.write(object{"method": "session/cancel", "params": object{"sessionId": c.sessionID}})
	c.mu.Unlock()
	var r struct{ StopReason string }
	c.answer(id, &r)
	return r.StopReason
}

// close ends the input and waits for the end of the program.
func (c *acpClient) close() error {
	c.t.Helper()
	c.mu.Lock()
	c.input.Close()
	c.mu.Unlock()
	select {
	case err := <-c.ended:
		return err
	case <-time.After(time.Minute):
		c.t.Fatal("the program does not end with its input")
		return nil
	}
}
