package modelserver

import (
	"encoding/json"
	"fmt"
)

// anthropic is the format of Anthropic Messages.
type anthropic struct{}

// contentBlock is a part of a message, in the formats that have parts.
type contentBlock struct {
	Type, Text string
}

// blocksOf reads content that is a text or a list of parts.
func blocksOf(content json.RawMessage) []contentBlock {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []contentBlock{{Type: "text", Text: text}}
	}
	var blocks []contentBlock
	json.Unmarshal(content, &blocks)
	return blocks
}

// readPrompt notes a scene that a prompt names.
func (c *conversation) readPrompt(text string) {
	if scene := sceneIn(text); scene != "" {
		c.scene, c.step = scene, 0
	}
}

func (anthropic) read(_ string, body []byte) (c conversation, err error) {
	var r struct {
		Model    string
		Stream   bool
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Tools []struct {
			Name        string
			InputSchema json.RawMessage `json:"input_schema"`
		}
		OutputConfig struct{ Format any } `json:"output_config"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return c, err
	}
	c.model, c.streamed, c.schema = r.Model, r.Stream, r.OutputConfig.Format != nil
	for _, t := range r.Tools {
		c.tools = append(c.tools, tool{name: t.Name, schema: t.InputSchema})
	}
	for _, m := range r.Messages {
		if m.Role != "user" {
			continue
		}
		for _, b := range blocksOf(m.Content) {
			switch b.Type {
			case "text":
				c.readPrompt(b.Text)
			case "tool_result":
				c.step++
			}
		}
	}
	return c, nil
}

func (anthropic) fail(a answer) any {
	return map[string]any{"type": "error", "error": map[string]any{"type": a.kind, "message": a.message}}
}

func anthropicUsage(u Usage) map[string]any {
	return map[string]any{"input_tokens": u.Input, "cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite, "output_tokens": u.Output}
}

func (anthropic) write(out *stream, c conversation, a answer) {
	blocks, reason := []map[string]any{}, a.stop.wordFor("end_turn", "refusal", "max_tokens")
	if a.thinking != "" {
		blocks = append(blocks, map[string]any{"type": "thinking", "thinking": a.thinking, "signature": "c2NyaXB0ZWQ="})
	}
	if a.text != "" {
		blocks = append(blocks, map[string]any{"type": "text", "text": a.text})
	}
	for _, x := range a.calls {
		blocks = append(blocks, map[string]any{"type": "tool_use", "id": "toolu_" + x.id, "name": x.name, "input": json.RawMessage(x.input)})
		reason = "tool_use"
	}
	message := map[string]any{"id": fmt.Sprintf("msg_%04d", a.number), "type": "message", "role": "assistant", "model": c.model,
		"content": blocks, "stop_reason": reason, "stop_sequence": nil, "usage": anthropicUsage(a.usage)}
	if !out.streamed {
		out.json(message)
		return
	}
	first := a.usage
	first.Output = 1
	message["content"], message["stop_reason"], message["usage"] = []any{}, nil, anthropicUsage(first)
	out.event("message_start", map[string]any{"type": "message_start", "message": message})
	for i, b := range blocks {
		writeAnthropicBlock(out, i, b)
	}
	out.event("message_delta", map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": reason, "stop_sequence": nil},
		"usage": anthropicUsage(a.usage)})
	out.event("message_stop", map[string]any{"type": "message_stop"})
}

func writeAnthropicBlock(out *stream, i int, b map[string]any) {
	start, deltas := map[string]any{"type": b["type"]}, []map[string]any{}
	switch b["type"] {
	case "thinking":
		start["thinking"], start["signature"] = "", ""
		for _, p := range pieces(b["thinking"].(string)) {
			deltas = append(deltas, map[string]any{"type": "thinking_delta", "thinking": p})
		}
		deltas = append(deltas, map[string]any{"type": "signature_delta", "signature": b["signature"]})
	case "text":
		start["text"] = ""
		for _, p := range pieces(b["text"].(string)) {
			deltas = append(deltas, map[string]any{"type": "text_delta", "text": p})
		}
	case "tool_use":
		start["id"], start["name"], start["input"] = b["id"], b["name"], map[string]any{}
		deltas = append(deltas, map[string]any{"type": "input_json_delta", "partial_json": string(b["input"].(json.RawMessage))})
	}
	out.event("content_block_start", map[string]any{"type": "content_block_start", "index": i, "content_block": start})
	for _, d := range deltas {
		if !out.wait() {
			return
		}
		out.event("content_block_delta", map[string]any{"type": "content_block_delta", "index": i, "delta": d})
	}
	out.event("content_block_stop", map[string]any{"type": "content_block_stop", "index": i})
}
