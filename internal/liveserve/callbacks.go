package liveserve

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/heddle-dev/heddle"
)

// hookTime is how long the client may take to respond to a hook.
const hookTime = 10 * time.Second

// call sends a request to the client and waits for its response. When ctx is done the request is
// cancelled.
func (s *server) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	response := make(chan message, 1)
	s.mu.Lock()
	s.lastCall++
	id := s.lastCall
	s.calls[id] = response
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.calls, id)
		s.mu.Unlock()
	}()
	moot := func() bool { return ctx.Err() != nil }
	s.out.write(requestLine(id, method, params), moot)
	select {
	case m := <-response:
		if m.Error != nil {
			return nil, errors.New(m.Error.Message)
		}
		return m.Result, nil
	case <-ctx.Done():
		s.notify("$/cancelRequest", wireCancelRequest{ID: strconv.AppendInt(nil, id, 10)})
		return nil, ctx.Err()
	}
}

// passResponse gives a response to the request that waits for it; any other is ignored.
func (s *server) passResponse(m message) {
	id, err := strconv.ParseInt(string(m.ID), 10, 64)
	if err != nil {
		return
	}
	s.mu.Lock()
	waiting := s.calls[id]
	delete(s.calls, id)
	s.mu.Unlock()
	if waiting != nil {
		waiting <- m
	}
}

// permission returns the function that asks the client whether a tool may run.
func (s *server) permission(handle string) func(context.Context, heddle.AgentAsk) (heddle.AgentDecision, error) {
	return func(ctx context.Context, ask heddle.AgentAsk) (d heddle.AgentDecision, err error) {
		result, err := s.call(ctx, "live.permission", wirePermission{Session: handle, ID: ask.ID, Query: ask.Query, Ask: encode(ask.LiveAsk)})
		if err != nil {
			return d, err
		}
		var p wireDecision
		if err := decodeParams(result, &p); err != nil {
			return d, err
		}
		return copyFields(d, p), nil
	}
}

// hooks returns the hooks that report what the client named to it.
func (s *server) hooks(handle string, named []string, started <-chan *newRun) (h heddle.AgentHooks, err error) {
	known := []string{"sessionStart", "sessionEnd", "queryStart", "queryEnd", "toolUse", "permission", "diagnostic"}
	wants := map[string]bool{}
	for _, name := range named {
		if !slices.Contains(known, name) {
			return h, refuse(codeParams, "INVALID_ARGUMENT", "the hook "+strconv.Quote(name)+" is unknown")
		}
		wants[name] = true
	}
	report := func(name string, c wireHookCall) {
		ctx, cancel := context.WithTimeout(s.gone, s.hookTime)
		defer cancel()
		c.Session, c.Hook = handle, name
		_, _ = s.call(ctx, "live.hook", c) // what a hook returns changes nothing
	}
	var running atomic.Pointer[heddle.AgentSession]
	if wants["sessionStart"] || wants["sessionEnd"] {
		h.SessionStart = func(string) {
			if r := <-started; r != nil {
				running.Store(r.agent)
				if wants["sessionStart"] {
					report("sessionStart", wireHookCall{Info: r.info})
				}
			}
		}
	}
	if wants["sessionEnd"] {
		h.SessionEnd = func(_ string, err error) {
			if a := running.Load(); a != nil {
				report("sessionEnd", wireHookCall{Info: infoOf(s.gone, handle, a), Error: diagnosticJSON(err)})
			}
		}
	}
	if wants["queryStart"] {
		h.QueryStart = func(query string) { report("queryStart", wireHookCall{Query: query}) }
	}
	if wants["queryEnd"] {
		h.QueryEnd = func(query string, result heddle.JSON, err error) {
			report("queryEnd", wireHookCall{Query: query, Result: json.RawMessage(result), Error: diagnosticJSON(err)})
		}
	}
	if wants["toolUse"] {
		h.ToolUse = func(use heddle.AgentToolUse) {
			report("toolUse", wireHookCall{Query: use.Query, ToolUse: &wireToolUse{use.ID, use.Name, json.RawMessage(use.Input)}})
		}
	}
	if wants["permission"] {
		h.Permission = func(ask heddle.AgentAsk) {
			report("permission", wireHookCall{Query: ask.Query, ID: ask.ID, Ask: encode(ask.LiveAsk)})
		}
	}
	if wants["diagnostic"] {
		h.Diagnostic = func(err error) { report("diagnostic", wireHookCall{Error: diagnosticJSON(err)}) }
	}
	return h, nil
}
