package modelserver

import (
	"encoding/json"
	"fmt"
	"strings"
)

// responses is the format of OpenAI Responses.
type responses struct{}

func (responses) read(_ string, body []byte) (c conversation, err error) {
	var r struct {
		Model  string
		Stream bool
		Input  []struct {
			Type, Role string
			Content    json.RawMessage
		}
		Tools []struct {
			Type, Name string
			Parameters json.RawMessage
		}
		Text struct{ Format struct{ Type string } }
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return c, err
	}
	c.model, c.streamed, c.schema = r.Model, r.Stream, r.Text.Format.Type == "json_schema"
	for _, t := range r.Tools {
		c.tools = append(c.tools, tool{name: t.Name, kind: t.Type, schema: t.Parameters})
	}
	for _, item := range r.Input {
		switch {
		case item.Role == "user":
			for _, b := range blocksOf(item.Content) {
				c.readPrompt(b.Text)
			}
		case strings.HasSuffix(item.Type, "_output"):
			c.step++
		}
	}
	return c, nil
}

func (responses) fail(a answer) any {
	return map[string]any{"error": map[string]any{"type": a.kind, "code": a.kind, "message": a.message, "param": nil}}
}

func (responses) write(out *stream, c conversation, a answer) {
	w := responseWriter{out: out, id: fmt.Sprintf("resp_%04d", a.number)}
	head := map[string]any{"id": w.id, "object": "response", "model": c.model, "status": "in_progress", "output": []any{}}
	if out.streamed {
		out.event("response.created", map[string]any{"type": "response.created", "response": head})
	}
	if a.thinking != "" {
		w.writeReasoning(a.thinking)
	}
	if a.text != "" {
		w.writeText(a.text)
	}
	for i := range a.calls {
		w.writeCall(&a.calls[i])
	}
	u := a.usage
	head["status"], head["output"] = "completed", w.items
	if a.stop != stopDone {
		head["status"], head["incomplete_details"] = "incomplete", map[string]any{"reason": a.stop.wordFor("", "content_filter", "max_output_tokens")}
	}
	head["usage"] = map[string]any{"input_tokens": u.Input + u.CacheRead + u.CacheWrite, "input_tokens_details": map[string]any{"cached_tokens": u.CacheRead},
		"output_tokens": u.Output, "output_tokens_details": map[string]any{"reasoning_tokens": u.Reasoning}, "total_tokens": u.Input + u.CacheRead + u.CacheWrite + u.Output}
	if !out.streamed {
		out.json(head)
		return
	}
	kind := "response." + head["status"].(string)
	out.event(kind, map[string]any{"type": kind, "response": head})
}

// responseWriter sends the items of an answer.
type responseWriter struct {
	out   *stream
	id    string
	items []any
}

// event sends an event about the item that is being written.
func (w *responseWriter) event(kind string, members map[string]any) {
	if !w.out.streamed {
		return
	}
	members["type"], members["output_index"] = kind, len(w.items)
	w.out.event(kind, members)
}

// close ends the item that is being written.
func (w *responseWriter) close(item map[string]any) {
	w.event("response.output_item.done", map[string]any{"item": item})
	w.items = append(w.items, item)
}

func (w *responseWriter) itemID(kind string) string {
	return fmt.Sprintf("%s_%s_%d", kind, w.id, len(w.items))
}

func (w *responseWriter) writeReasoning(text string) {
	id := w.itemID("rs")
	w.event("response.output_item.added", map[string]any{"item": map[string]any{"type": "reasoning", "id": id, "summary": []any{}}})
	w.event("response.reasoning_summary_part.added", map[string]any{"item_id": id, "summary_index": 0, "part": map[string]any{"type": "summary_text", "text": ""}})
	for _, p := range pieces(text) {
		w.event("response.reasoning_summary_text.delta", map[string]any{"item_id": id, "summary_index": 0, "delta": p})
	}
	w.event("response.reasoning_summary_text.done", map[string]any{"item_id": id, "summary_index": 0, "text": text})
	w.close(map[string]any{"type": "reasoning", "id": id, "summary": []any{map[string]any{"type": "summary_text", "text": text}}, "encrypted_content": "c2NyaXB0ZWQ="})
}

func (w *responseWriter) writeText(text string) {
	id := w.itemID("msg")
	item := map[string]any{"type": "message", "id": id, "role": "assistant", "status": "in_progress", "content": []any{}}
	w.event("response.output_item.added", map[string]any{"item": item})
	for _, p := range pieces(text) {
		if !w.out.wait() {
			return
		}
		w.event("response.output_text.delta", map[string]any{"item_id": id, "content_index": 0, "delta": p})
	}
	w.close(map[string]any{"type": "message", "id": id, "role": "assistant", "status": "completed",
		"content": []any{map[string]any{"type": "output_text", "text": text, "annotations": []any{}}}})
}

func (w *responseWriter) writeCall(c *call) {
	item := map[string]any{"type": "function_call", "id": w.itemID("fc"), "call_id": c.id, "name": c.name, "arguments": c.input, "status": "completed"}
	if c.custom {
		item = map[string]any{"type": "custom_tool_call", "id": w.itemID("ctc"), "call_id": c.id, "name": c.name, "input": c.input, "status": "completed"}
	}
	w.event("response.output_item.added", map[string]any{"item": item})
	w.close(item)
}
