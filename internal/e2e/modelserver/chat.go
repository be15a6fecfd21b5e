package modelserver

import (
	"encoding/json"
	"fmt"
)

// chat is the format of OpenAI Chat Completions.
type chat struct{}

func (chat) read(_ string, body []byte) (c conversation, err error) {
	var r struct {
		Model    string
		Stream   bool
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Tools []struct {
			Function struct {
				Name       string
				Parameters json.RawMessage
			}
		}
		ResponseFormat struct{ Type string } `json:"response_format"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return c, err
	}
	c.model, c.streamed, c.schema = r.Model, r.Stream, r.ResponseFormat.Type == "json_schema"
	for _, t := range r.Tools {
		c.tools = append(c.tools, tool{name: t.Function.Name, schema: t.Function.Parameters})
	}
	for _, m := range r.Messages {
		switch m.Role {
		case "user":
			for _, b := range blocksOf(m.Content) {
				c.readPrompt(b.Text)
			}
		case "tool":
			c.step++
		}
	}
	return c, nil
}

func (chat) fail(a answer) any { return responses{}.fail(a) }

func (chat) write(out *stream, c conversation, a answer) {
	u, reason := a.usage, a.stop.wordFor("stop", "content_filter", "length")
	usage := map[string]any{"prompt_tokens": u.Input + u.CacheRead + u.CacheWrite, "completion_tokens": u.Output,
		"total_tokens":              u.Input + u.CacheRead + u.CacheWrite + u.Output,
		"prompt_tokens_details":     map[string]any{"cached_tokens": u.CacheRead},
		"completion_tokens_details": map[string]any{"reasoning_tokens": u.Reasoning}}
	calls := []any{}
	for i, x := range a.calls {
		calls = append(calls, map[string]any{"index": i, "id": x.id, "type": "function", "function": map[string]any{"name": x.name, "arguments": x.input}})
		reason = "tool_calls"
	}
	head := map[string]any{"id": fmt.Sprintf("chatcmpl_%04d", a.number), "object": "chat.completion.chunk", "created": 1790000000, "model": c.model}
	if !out.streamed {
		message := map[string]any{"role": "assistant", "content": a.text}
		if len(calls) > 0 {
			message["tool_calls"] = calls
		}
		head["object"], head["usage"] = "chat.completion", usage
		head["choices"] = []any{map[string]any{"index": 0, "message": message, "finish_reason": reason}}
		out.json(head)
		return
	}
	delta := func(d map[string]any, finish any) {
		head["choices"] = []any{map[string]any{"index": 0, "delta": d, "finish_reason": finish}}
		out.event("", head)
	}
	delta(map[string]any{"role": "assistant", "content": ""}, nil)
	for _, p := range pieces(a.thinking) {
		delta(map[string]any{"reasoning_content": p}, nil)
	}
	for _, p := range pieces(a.text) {
		if !out.wait() {
			return
		}
		delta(map[string]any{"content": p}, nil)
	}
	if len(calls) > 0 {
		delta(map[string]any{"tool_calls": calls}, nil)
	}
	delta(map[string]any{}, reason)
	head["choices"], head["usage"] = []any{}, usage
	out.event("", head)
	out.line("", "[DONE]")
}
