package main

import "encoding/json"

// pi speaks the protocol of pi --mode rpc.
type pi struct {
	a       *agent
	ids     counter
	session string
	asks    waiters
	said    []any // messages of the turn
	prompts int
}

func newPi(a *agent) *pi {
	p := &pi{a: a, session: "01a1f9fc-0000-7000-8000-000000000001"}
	if resumed := a.option("--session"); resumed != "" {
		p.session, p.prompts = resumed, 1
	}
	return p
}

func (p *pi) receive(line []byte) {
	var m struct {
		ID, Type, Message, Value string
		Confirmed                *bool
	}
	if json.Unmarshal(line, &m) != nil {
		return
	}
	var data any
	switch m.Type {
	case "extension_ui_response":
		p.asks.answer(m.ID, line)
		return
	case "get_state":
		count := 2 * p.prompts
		if p.a.RefuseResume {
			count = 0
		}
		data = object{"model": p.model(), "thinkingLevel": "off", "isStreaming": false, "isCompacting": false, "sessionId": p.session,
			"sessionFile": "/sessions/" + p.session + ".jsonl", "messageCount": count, "pendingMessageCount": 0}
	case "abort":
		if p.a.IgnoreInterrupt {
			return
		}
		p.a.interrupt()
	case "prompt":
		p.prompts++
		p.a.send(object{"id": m.ID, "type": "response", "command": "prompt", "success": true})
		p.begin(m.Message)
		return
	}
	answer := object{"id": m.ID, "type": "response", "command": m.Type, "success": true}
	if data != nil {
		answer["data"] = data
	}
	p.a.send(answer)
}

func (p *pi) model() object {
	return object{"id": "toy-small", "name": "Toy", "api": "openai-completions", "provider": "test"}
}

func (p *pi) begin(prompt string) {
	p.a.send(object{"type": "agent_start"})
	p.a.send(object{"type": "turn_start"})
	p.whole(object{"role": "user", "content": []any{object{"type": "text", "text": prompt}}, "timestamp": 1795195582315})
	p.a.prompts <- prompt
}

// whole sends a message and keeps it for the end of the turn.
func (p *pi) whole(m object) {
	p.said = append(p.said, m)
	p.a.send(object{"type": "message_start", "message": m})
	p.a.send(object{"type": "message_end", "message": m})
}

// answer is a message of the agent with one block.
func (p *pi) answer(block object) object {
	return object{"role": "assistant", "content": []any{block}, "api": "openai-completions", "provider": "test", "model": "toy-small",
		"usage":      object{"input": 10, "output": 2, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 12, "cost": object{"total": 0.001}},
		"stopReason": "stop", "timestamp": 1795195582431}
}

// say sends a message of the agent, with a piece of it before.
func (p *pi) say(kind, said string, block object) {
	m := p.answer(block)
	p.said = append(p.said, m)
	p.a.send(object{"type": "message_start", "message": p.answer(object{"type": kind, kind: ""})})
	p.a.send(object{"type": "message_update", "assistantMessageEvent": object{"type": kind + "_delta", "contentIndex": 0, "delta": said, "partial": m}, "message": m})
	p.a.send(object{"type": "message_end", "message": m})
}

func (p *pi) text(said string) { p.say("text", said, object{"type": "text", "text": said}) }

func (p *pi) thinking(said string) {
	p.say("thinking", said, object{"type": "thinking", "thinking": said})
}

func (p *pi) tool(name string, input json.RawMessage, ask bool) {
	call := p.ids.next("call")
	p.whole(p.answer(object{"type": "toolCall", "id": call, "name": name, "arguments": input}))
	p.a.send(object{"type": "tool_execution_start", "toolCallId": call, "toolName": name, "args": input})
	said := "done"
	if ask { // an extension asks
		id := p.ids.next("dialog")
		answer := p.asks.wait(id)
		p.a.send(object{"type": "extension_ui_request", "id": id, "method": "confirm", "title": "Allow " + name + "?", "message": string(input)})
		said = string(<-answer)
	}
	content := []any{object{"type": "text", "text": said}}
	p.a.send(object{"type": "tool_execution_end", "toolCallId": call, "toolName": name, "result": object{"content": content}, "isError": false})
	p.whole(object{"role": "toolResult", "toolCallId": call, "toolName": name, "content": content, "isError": false, "timestamp": 1795195582432})
}

func (p *pi) result(interrupted bool) {
	last := p.answer(object{"type": "text", "text": ""})
	if n := len(p.said); n > 0 {
		if m, ok := p.said[n-1].(object); ok && m["role"] == "assistant" {
			last = m
		}
	}
	if interrupted {
		last = p.answer(object{"type": "text", "text": ""})
		last["stopReason"], last["errorMessage"] = "aborted", "Request was aborted"
		p.whole(last)
	}
	p.a.send(object{"type": "turn_end", "message": last, "toolResults": []any{}})
	p.a.send(object{"type": "agent_end", "messages": p.said, "willRetry": false})
	p.said = nil
}
