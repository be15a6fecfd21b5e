package modelserver

import (
	"encoding/json"
	"strings"
)

// gemini is the format of the Gemini API.
type gemini struct{}

func (gemini) read(path string, body []byte) (c conversation, err error) {
	var r struct {
		Contents []struct {
			Role  string
			Parts []struct {
				Text             string
				FunctionResponse json.RawMessage
			}
		}
		Tools []struct {
			FunctionDeclarations []struct {
				Name                 string
				Parameters           json.RawMessage
				ParametersJSONSchema json.RawMessage `json:"parametersJsonSchema"`
			}
		}
		GenerationConfig struct{ ResponseMimeType string }
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return c, err
	}
	name, method, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ":")
	c.model, c.streamed = name, method == "streamGenerateContent"
	c.schema = r.GenerationConfig.ResponseMimeType == "application/json"
	for _, t := range r.Tools {
		for _, f := range t.FunctionDeclarations {
			c.tools = append(c.tools, tool{name: f.Name, schema: append(f.Parameters, f.ParametersJSONSchema...)})
		}
	}
	for _, m := range r.Contents {
		if m.Role == "model" {
			continue
		}
		for _, p := range m.Parts {
			if p.FunctionResponse != nil {
				c.step++
			}
			c.readPrompt(p.Text)
		}
	}
	return c, nil
}

func (gemini) fail(a answer) any {
	status := "INVALID_ARGUMENT"
	if a.status == 429 {
		status = "RESOURCE_EXHAUSTED"
	}
	return map[string]any{"error": map[string]any{"code": a.status, "message": a.message, "status": status}}
}

func (gemini) write(out *stream, c conversation, a answer) {
	u := a.usage
	usage := map[string]any{"promptTokenCount": u.Input + u.CacheRead + u.CacheWrite, "cachedContentTokenCount": u.CacheRead,
		"candidatesTokenCount": u.Output - u.Reasoning, "thoughtsTokenCount": u.Reasoning, "totalTokenCount": u.Input + u.CacheRead + u.CacheWrite + u.Output}
	var parts []any
	if a.thinking != "" {
		parts = append(parts, map[string]any{"text": "**Scripted**\n" + a.thinking, "thought": true})
	}
	for _, p := range pieces(a.text) {
		parts = append(parts, map[string]any{"text": p})
	}
	for _, x := range a.calls {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"name": x.name, "args": json.RawMessage(x.input)}})
	}
	chunk := func(parts []any, last bool) map[string]any {
		candidate := map[string]any{"index": 0, "content": map[string]any{"role": "model", "parts": parts}}
		m := map[string]any{"candidates": []any{candidate}, "modelVersion": c.model}
		if last {
			candidate["finishReason"], m["usageMetadata"] = a.stop.wordFor("STOP", "SAFETY", "MAX_TOKENS"), usage
		}
		return m
	}
	if !out.streamed {
		out.json(chunk(parts, true))
		return
	}
	if len(parts) == 0 {
		out.event("", chunk([]any{}, true))
	}
	for i, p := range parts {
		if !out.wait() {
			return
		}
		out.event("", chunk([]any{p}, i == len(parts)-1))
	}
}
