package live

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/heddle-dev/heddle/core/session"
)

// ask passes a request for permission to the handler.
func (s *Session) ask(o *session.LiveOutput) {
	request := Ask{ID: o.ID, Query: o.Query}
	if o.Ask != nil {
		request.LiveAsk = *o.Ask
	}
	s.publish(Event{Kind: o.Kind, Query: o.Query, Ask: &request})
	if f := s.o.Hooks.Permission; f != nil {
		s.hook(func() { f(request) })
	}
	if s.o.Permission == nil {
		return // somebody who listens may answer; otherwise the time limit denies
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.asks[o.ID] = cancel
	go func() {
		d, err := s.o.Permission(ctx, request)
		if err != nil {
			d = Decision{Reason: err.Error()}
		}
		if ctx.Err() == nil {
			s.Answer(ctx, request.ID, d)
		}
	}()
}

// cancelAsk ends the handler of a request that needs no answer any more.
func (s *Session) cancelAsk(id string) {
	if cancel := s.asks[id]; cancel != nil {
		delete(s.asks, id)
		cancel()
	}
	s.publish(Event{Kind: session.LiveOutputKindCancelAsk, Ask: &Ask{ID: id}})
}

// Answer answers a request for permission. BAD_REF: it needs no answer any more.
func (s *Session) Answer(ctx context.Context, ask string, d Decision) error {
	_, err := s.Do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindAnswer, Ask: ask,
		Allow: d.Allow, Text: d.Reason, UpdatedInput: d.UpdatedInput, Rules: d.Rules, Interrupt: d.Interrupt})
	return err
}

// maxHooks is the number of callbacks that wait.
const maxHooks = 1024

// hookQueue calls callbacks in order, on a goroutine that exists while some wait.
type hookQueue struct {
	mu      sync.Mutex
	queue   []func()
	running bool
	closed  bool
	done    chan struct{} // closed when the last callback has returned
}

func newHookQueue() *hookQueue { return &hookQueue{done: make(chan struct{})} }

// add queues a callback; it reports false when too many wait.
func (h *hookQueue) add(f func()) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.queue) >= maxHooks {
		return h.closed
	}
	h.push(f)
	return true
}

// push queues a callback. The caller has the lock.
func (h *hookQueue) push(f func()) {
	h.queue = append(h.queue, f)
	if !h.running {
		h.running = true
		go h.run()
	}
}

func (h *hookQueue) run() {
	for {
		h.mu.Lock()
		if len(h.queue) == 0 {
			h.running = false
			if h.closed {
				close(h.done)
			}
			h.mu.Unlock()
			return
		}
		f := h.queue[0]
		h.queue = h.queue[1:]
		h.mu.Unlock()
		f()
	}
}

// close refuses further callbacks. Those that wait are called, and then last.
func (h *hookQueue) close(last func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.push(last)
}

// ToolUse is a call of a tool by the agent.
type ToolUse struct {
	// Query is the query that the agent works on; empty when it works by itself.
	Query string
	ID    string
	Name  string
	Input session.JSON
}

// toolUses returns the calls in a message: it is one, or it has them as blocks.
func toolUses(o *session.LiveOutput) (list []ToolUse) {
	if !bytes.Contains(o.Message, []byte(`"tool_use"`)) {
		return nil
	}
	var m struct {
		Type, ToolUseID, ToolName string
		ToolInput                 json.RawMessage
		ContentBlocks             []struct {
			Type, ID, Name string
			Input          json.RawMessage
		}
	}
	if json.Unmarshal(o.Message, &m) != nil {
		return nil
	}
	if m.Type == "tool_use" {
		return []ToolUse{{o.Query, m.ToolUseID, m.ToolName, session.JSON(m.ToolInput)}}
	}
	for _, b := range m.ContentBlocks {
		if b.Type == "tool_use" {
			list = append(list, ToolUse{o.Query, b.ID, b.Name, session.JSON(b.Input)})
		}
	}
	return list
}
