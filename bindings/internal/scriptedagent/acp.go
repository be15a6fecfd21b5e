package main

import (
	"encoding/json"
	"fmt"
)

// acp speaks the Agent Client Protocol, version 1.
type acp struct {
	a       *agent
	ids     counter
	session string
	prompt  json.RawMessage // the id of the request that the turn answers
	asks    waiters
}

func newACP(a *agent) *acp { return &acp{a: a} }

func (p *acp) receive(line []byte) {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			SessionID string
			Prompt    json.RawMessage
		}
		Result json.RawMessage
	}
	if json.Unmarshal(line, &m) != nil {
		return
	}
	var result any = object{}
	switch m.Method {
	case "":
		p.asks.answer(string(m.ID), m.Result)
		return
	case "initialize":
		result = object{"protocolVersion": 1, "agentInfo": object{"name": "opencode", "version": "1.9.0"}, "authMethods": []any{},
			"agentCapabilities": object{"loadSession": true, "promptCapabilities": object{"image": true, "embeddedContext": true},
				"sessionCapabilities": object{"fork": object{}, "list": object{}, "resume": object{}}}}
	case "session/new", "session/fork":
		p.session = fmt.Sprintf("ses_%d", p.ids.number())
		result = object{"sessionId": p.session}
	case "session/load", "session/resume":
		if p.a.RefuseResume {
			p.a.send(object{"jsonrpc": "2.0", "id": m.ID, "error": object{"code": -32602, "message": "Invalid params: session not found"}})
			return
		}
		p.session = m.Params.SessionID
	case "session/cancel":
		p.a.interrupt()
		return
	case "session/prompt":
		p.prompt = m.ID
		p.a.prompts <- joinTexts(m.Params.Prompt)
		return
	}
	p.a.send(object{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

func (p *acp) update(kind string, members object) {
	members["sessionUpdate"] = kind
	p.a.send(object{"jsonrpc": "2.0", "method": "session/update", "params": object{"sessionId": p.session, "update": members}})
}

func (p *acp) text(said string) {
	p.update("agent_message_chunk", object{"messageId": p.ids.next("msg"), "content": object{"type": "text", "text": said}})
}

func (p *acp) thinking(said string) {
	p.update("agent_thought_chunk", object{"messageId": p.ids.next("prt"), "content": object{"type": "text", "text": said}})
}

func (p *acp) tool(name string, input json.RawMessage, ask bool) {
	call, status := p.ids.next("call"), "completed"
	p.update("tool_call", object{"toolCallId": call, "title": name, "kind": "execute", "status": "pending", "rawInput": input})
	if ask {
		number := p.ids.number()
		answer := p.asks.wait(fmt.Sprint(number))
		p.a.send(object{"jsonrpc": "2.0", "id": number, "method": "session/request_permission", "params": object{"sessionId": p.session,
			"toolCall": object{"toolCallId": call, "title": name, "kind": "execute", "status": "pending", "rawInput": input},
			"options": []any{object{"optionId": "once", "kind": "allow_once", "name": "Allow once"}, object{"optionId": "always", "kind": "allow_always", "name": "Always"},
				object{"optionId": "reject", "kind": "reject_once", "name": "Reject"}}}})
		var d struct {
			Outcome struct{ Outcome, OptionID string }
		}
		json.Unmarshal(<-answer, &d)
		if d.Outcome.OptionID != "once" && d.Outcome.OptionID != "always" {
			status = "failed"
		}
	}
	p.update("tool_call_update", object{"toolCallId": call, "status": status, "content": []any{
		object{"type": "content", "content": object{"type": "text", "text": "done"}}}})
}

func (p *acp) result(interrupted bool) {
	reason := "end_turn"
	if interrupted {
		reason = "cancelled"
	}
	p.a.send(object{"jsonrpc": "2.0", "id": p.prompt, "result": object{"stopReason": reason}})
}
