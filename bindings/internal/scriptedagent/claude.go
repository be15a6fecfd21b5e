package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// claude speaks the control protocol of Claude Code.
type claude struct {
	a       *agent
	session string
	ids     counter
	asks    waiters
	texts   []string
}

func newClaude(a *agent) *claude {
	c := &claude{a: a, session: a.option("--session-id")}
	if c.session == "" {
		c.session = a.option("--resume")
	}
	if a.RefuseResume && a.option("--resume") != "" {
		fmt.Fprintln(os.Stderr, "No conversation found with session ID: "+a.option("--resume"))
		os.Exit(1)
	}
	return c
}

func (c *claude) receive(line []byte) {
	var m struct {
		Type      string
		UUID      string
		RequestID string `json:"request_id"`
		Request   struct{ Subtype, Model, Mode string }
		Response  struct {
			RequestID string `json:"request_id"`
			Response  json.RawMessage
		}
		Message struct{ Content json.RawMessage }
	}
	if json.Unmarshal(line, &m) != nil {
		return
	}
	switch m.Type {
	case "control_request":
		c.control(m.RequestID, m.Request.Subtype, m.Request.Model, m.Request.Mode)
	case "control_response":
		c.asks.answer(m.Response.RequestID, m.Response.Response)
	case "user":
		c.prompt(m.UUID, m.Message.Content)
	}
}

func (c *claude) control(id, subtype, model, mode string) {
	var answer any
	switch subtype {
	case "initialize":
		answer = object{"commands": []any{}, "models": []any{}, "account": object{}}
	case "interrupt":
		if c.a.IgnoreInterrupt {
			return
		}
		answer = object{"still_queued": []any{}}
	case "set_model":
		answer = object{"model": model}
	case "set_permission_mode":
		answer = object{"mode": mode}
	case "mcp_status":
		answer = object{"mcpServers": []any{}}
	default:
		answer = object{}
	}
	c.a.send(object{"type": "control_response", "response": object{"subtype": "success", "request_id": id, "response": answer}})
	if subtype == "interrupt" {
		c.a.interrupt()
	}
}

func (c *claude) prompt(uuid string, content json.RawMessage) {
	for _, state := range []string{"queued", "started"} {
		c.a.send(object{"type": "command_lifecycle", "command_uuid": uuid, "state": state, "uuid": c.ids.next("lifecycle"), "session_id": c.session})
	}
	c.a.send(object{"type": "system", "subtype": "init", "cwd": workingFolder(), "session_id": c.session, "tools": []string{"Bash"},
		"model": "claude-test-1", "permissionMode": "default", "claude_code_version": "2.1.300", "uuid": c.ids.next("init")})
	c.a.send(object{"type": "user", "message": object{"role": "user", "content": content}, "session_id": c.session, "parent_tool_use_id": nil,
		"uuid": uuid, "isReplay": true})
	c.a.prompts <- joinTexts(content)
}

// message sends one content block of the agent, after its pieces.
func (c *claude) message(block object, delta object) {
	id := c.ids.next("msg")
	if delta != nil {
		for _, e := range []object{
			{"type": "message_start", "message": object{"id": id, "role": "assistant", "type": "message", "model": "claude-test-1", "content": []any{}}},
			{"type": "content_block_start", "index": 0, "content_block": object{"type": block["type"], "text": ""}},
			{"type": "content_block_delta", "index": 0, "delta": delta},
		} {
			c.a.send(object{"type": "stream_event", "event": e, "session_id": c.session, "parent_tool_use_id": nil, "uuid": c.ids.next("stream")})
		}
	}
	c.a.send(object{"type": "assistant", "message": object{"id": id, "type": "message", "role": "assistant", "model": "claude-test-1",
		"content": []any{block}, "stop_reason": nil, "usage": object{"input_tokens": 10, "output_tokens": 2}},
		"parent_tool_use_id": nil, "session_id": c.session, "uuid": c.ids.next("assistant")})
}

func (c *claude) text(said string) {
	c.texts = append(c.texts[:0], said)
	c.message(object{"type": "text", "text": said}, object{"type": "text_delta", "text": said})
}

func (c *claude) thinking(said string) {
	c.message(object{"type": "thinking", "thinking": said, "signature": ""}, object{"type": "thinking_delta", "thinking": said})
}

func (c *claude) tool(name string, input json.RawMessage, ask bool) {
	if len(input) == 0 {
		input = json.RawMessage("{}")
	}
	call := c.ids.next("toolu")
	c.message(object{"type": "tool_use", "id": call, "name": name, "input": input}, nil)
	said, failed := "done", false
	if ask {
		said, failed = c.permission(name, call, input)
	}
	c.a.send(object{"type": "user", "message": object{"role": "user", "content": []any{
		object{"type": "tool_result", "tool_use_id": call, "content": said, "is_error": failed}}},
		"parent_tool_use_id": nil, "session_id": c.session, "uuid": c.ids.next("user")})
}

// permission asks for permission and returns the output of the tool.
func (c *claude) permission(name, call string, input json.RawMessage) (said string, failed bool) {
	id := c.ids.next("ask")
	answer := c.asks.wait(id)
	c.a.send(object{"type": "control_request", "request_id": id, "request": object{"subtype": "can_use_tool", "tool_name": name,
		"display_name": name, "input": input, "tool_use_id": call, "description": "run " + name,
		"permission_suggestions": []any{object{"type": "addRules", "behavior": "allow", "destination": "session", "rules": []any{object{"toolName": name}}}}}})
	var d struct {
		Behavior, Message string
		UpdatedInput      json.RawMessage
	}
	json.Unmarshal(<-answer, &d)
	if d.Behavior != "allow" {
		return d.Message, true
	}
	return "ran with " + string(d.UpdatedInput), false
}

func (c *claude) result(interrupted bool) {
	subtype, text := "success", ""
	if len(c.texts) > 0 {
		text = c.texts[0]
	}
	m := object{"type": "result", "subtype": subtype, "is_error": false, "duration_ms": 5, "duration_api_ms": 3, "num_turns": 1, "result": text,
		"stop_reason": "end_turn", "session_id": c.session, "total_cost_usd": 0.001,
		"usage": object{"input_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 2}, "uuid": c.ids.next("result")}
	if interrupted {
		m["subtype"], m["is_error"] = "error_during_execution", true
		delete(m, "result")
	}
	c.a.send(m)
}
