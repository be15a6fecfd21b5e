package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpConnection is the connection to an MCP client: a message on each line. A line that is no message
// gets an error as its answer, and the connection continues; the SDK's own transport ends there.
type mcpConnection struct {
	in    *bufio.Reader
	lines chan []byte   // nil is a line that is too long
	done  chan struct{} // closed by Close
	close sync.Once
	// failed is why the input ended, if not by its end; it is set before lines is closed.
	failed error

	mu       sync.Mutex // guards out and open
	out      io.Writer
	open     map[any]bool  // ids of requests without a response
	answered chan struct{} // receives after responses
}

func newMCPConnection(in io.Reader, out io.Writer) *mcpConnection {
	return &mcpConnection{in: bufio.NewReaderSize(in, 64<<10), lines: make(chan []byte), done: make(chan struct{}), out: out,
		open: map[any]bool{}, answered: make(chan struct{}, 1)}
}

// Connect starts to read. It makes the connection a transport of the SDK.
func (c *mcpConnection) Connect(context.Context) (mcp.Connection, error) {
	go c.readLines()
	return c, nil
}

// readLines passes on lines until the input ends. A read of stdin cannot be interrupted, so this
// goroutine may outlive the connection.
func (c *mcpConnection) readLines() {
	defer close(c.lines)
	for {
		line, err := c.readLine()
		if len(bytes.TrimSpace(line)) > 0 || line == nil && err == nil {
			select {
			case c.lines <- line:
			case <-c.done:
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.failed = err
			}
			return
		}
	}
}

// readLine returns the next line; nil if it is longer than a request may be.
func (c *mcpConnection) readLine() (line []byte, err error) {
	line = []byte{}
	for {
		part, err := c.in.ReadSlice('\n')
		if line != nil {
			line = append(line, part...)
		}
		if len(line) > mcpMostRequest {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// Read returns the next message. At the end of the input the SDK drops the requests that it has not
// answered, so the end is reported when they are answered, or after a while.
func (c *mcpConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var line []byte
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.done:
			return nil, io.EOF
		case next, ok := <-c.lines:
			if !ok {
				c.awaitResponses()
				return nil, io.EOF
			}
			line = next
		}
		message, code, err := decodeMessage(line)
		if err == nil {
			c.expectResponse(message)
			return message, nil
		}
		if err := c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`, code, err)); err != nil {
			return nil, err
		}
	}
}

// expectResponse notes a request whose response follows without another message.
func (c *mcpConnection) expectResponse(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if ok && request.IsCall() && request.Method != "subscriptions/listen" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.open[request.ID.Raw()] = true
	}
}

// awaitResponses waits until all requests are answered, but no longer than mcpEndTime.
func (c *mcpConnection) awaitResponses() {
	limit := time.After(mcpEndTime)
	for {
		c.mu.Lock()
		open := len(c.open)
		c.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-c.done:
			return
		case <-limit:
			return
		}
	}
}

// decodeMessage reads a line; the code is that of JSON-RPC for what is wrong with it.
func decodeMessage(line []byte) (_ jsonrpc.Message, code int, _ error) {
	switch {
	case line == nil:
		return nil, jsonrpc.CodeInvalidRequest, fmt.Errorf("the request has more than %d bytes", mcpMostRequest)
	case !json.Valid(line):
		return nil, jsonrpc.CodeParseError, errors.New("the line is not valid JSON")
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, jsonrpc.CodeInvalidRequest, errors.New("the line is not a JSON-RPC 2.0 message")
	}
	return message, 0, nil
}

// Write writes a message on a line of its own.
func (c *mcpConnection) Write(_ context.Context, message jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	if response, ok := message.(*jsonrpc.Response); ok {
		defer c.closeRequest(response.ID)
	}
	return c.write(line)
}

// closeRequest notes that a request is answered.
func (c *mcpConnection) closeRequest(id jsonrpc.ID) {
	c.mu.Lock()
	delete(c.open, id.Raw())
	c.mu.Unlock()
	select {
	case c.answered <- struct{}{}:
	default:
	}
}

func (c *mcpConnection) write(line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(line, '\n'))
	return err
}

// Close ends reading.
func (c *mcpConnection) Close() error {
	c.close.Do(func() { close(c.done) })
	return nil
}

// SessionID is empty: there is one session for each process.
func (c *mcpConnection) SessionID() string { return "" }
