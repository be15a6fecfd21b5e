package main

import (
	"encoding/json"
	"fmt"
)

// codex speaks the protocol of codex app-server.
type codex struct {
	a      *agent
	ids    counter
	thread string
	turn   string
	tokens int // of the thread so far
	asks   waiters
}

func newCodex(a *agent) *codex { return &codex{a: a} }

func (c *codex) receive(line []byte) {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			ThreadID            string
			ClientUserMessageID string
			Input               json.RawMessage
		}
		Result json.RawMessage
	}
	if json.Unmarshal(line, &m) != nil {
		return
	}
	var result any = object{}
	switch m.Method {
	case "":
		c.asks.answer(string(m.ID), m.Result)
		return
	case "initialized":
		return
	case "initialize":
		result = object{"userAgent": "heddle/0.169.0 (Test 1; x86_64) test (heddle; 1)", "platformOs": "linux"}
	case "thread/start", "thread/resume", "thread/fork":
		if m.Method != "thread/start" && c.a.RefuseResume {
			c.a.send(object{"id": m.ID, "error": object{"code": -32600, "message": "no rollout found for thread id " + m.Params.ThreadID}})
			return
		}
		if c.thread = m.Params.ThreadID; m.Method != "thread/resume" {
			c.thread = fmt.Sprintf("01a1f9fc-cb56-7730-aca5-%012d", c.ids.number())
		}
		result = object{"thread": object{"id": c.thread, "sessionId": c.thread, "cwd": workingFolder()}, "model": "gpt-test-1", "cwd": workingFolder(),
			"approvalPolicy": "on-request", "sandbox": object{"type": "workspaceWrite"}}
	case "turn/start":
		c.begin(m.ID, m.Params.ClientUserMessageID, m.Params.Input)
		return
	case "turn/interrupt":
		if c.a.IgnoreInterrupt {
			return
		}
		defer c.a.interrupt()
	}
	c.a.send(object{"id": m.ID, "result": result})
}

func (c *codex) begin(id json.RawMessage, client string, input json.RawMessage) {
	c.turn = c.ids.next("turn")
	c.a.send(object{"id": id, "result": object{"turn": object{"id": c.turn, "status": "inProgress", "items": []any{}}}})
	c.notify("turn/started", object{"turn": object{"id": c.turn, "status": "inProgress", "items": []any{}}})
	item := object{"type": "userMessage", "id": c.ids.next("item"), "clientId": client, "content": input}
	c.notify("item/started", object{"item": item})
	c.notify("item/completed", object{"item": item})
	c.a.prompts <- joinTexts(input)
}

func (c *codex) notify(method string, params object) {
	params["threadId"] = c.thread
	if method != "turn/started" && method != "turn/completed" {
		params["turnId"] = c.turn
	}
	c.a.send(object{"method": method, "params": params})
}

func (c *codex) text(said string) {
	id := c.ids.next("msg")
	c.notify("item/started", object{"item": object{"type": "agentMessage", "id": id, "text": ""}})
	c.notify("item/agentMessage/delta", object{"itemId": id, "delta": said})
	c.notify("item/completed", object{"item": object{"type": "agentMessage", "id": id, "text": said, "phase": "final_answer"}})
}

func (c *codex) thinking(said string) {
	id := c.ids.next("rs")
	c.notify("item/started", object{"item": object{"type": "reasoning", "id": id, "summary": []any{}, "content": []any{}}})
	c.notify("item/reasoning/summaryTextDelta", object{"itemId": id, "delta": said, "summaryIndex": 0})
	c.notify("item/completed", object{"item": object{"type": "reasoning", "id": id, "summary": []any{said}, "content": []any{}}})
}

func (c *codex) tool(_ string, input json.RawMessage, ask bool) {
	var command struct{ Command string }
	json.Unmarshal(input, &command)
	call, status := c.ids.next("call"), "completed"
	item := object{"type": "commandExecution", "id": call, "command": command.Command, "cwd": workingFolder(), "status": "inProgress", "commandActions": []any{}}
	c.notify("item/started", object{"item": item})
	if ask {
		number := c.ids.number()
		answer := c.asks.wait(fmt.Sprint(number))
		c.a.send(object{"method": "item/commandExecution/requestApproval", "id": number, "params": object{"kind": "command", "threadId": c.thread, "turnId": c.turn,
			"itemId": call, "command": command.Command, "cwd": workingFolder(), "commandActions": []any{},
			"availableDecisions": []any{"accept", "acceptForSession", "decline", "cancel"}}})
		var d struct{ Decision any }
		json.Unmarshal(<-answer, &d)
		if d.Decision != "accept" && d.Decision != "acceptForSession" {
			status = "declined"
		}
		c.notify("serverRequest/resolved", object{"requestId": number})
	}
	done := object{"type": "commandExecution", "id": call, "command": command.Command, "cwd": workingFolder(), "status": status,
		"commandActions": []any{}, "aggregatedOutput": "done", "exitCode": 0}
	c.notify("item/completed", object{"item": done})
}

func (c *codex) result(interrupted bool) {
	c.tokens += 12
	usage := func(n int) object {
		return object{"totalTokens": n, "inputTokens": n / 12 * 10, "cachedInputTokens": 0, "outputTokens": n / 12 * 2, "reasoningOutputTokens": 0}
	}
	c.notify("thread/tokenUsage/updated", object{"tokenUsage": object{"total": usage(c.tokens), "last": usage(12), "modelContextWindow": 1000}})
	status := "completed"
	if interrupted {
		status = "interrupted"
	}
	c.notify("turn/completed", object{"turn": object{"id": c.turn, "status": status, "items": []any{}, "error": nil, "durationMs": 5}})
}
