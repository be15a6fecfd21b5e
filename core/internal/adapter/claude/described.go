package claude

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Older descriptions of the format know one event per line (message, tool
// call, tool result, cost) and a first line whose metadata names the session
// it was forked from. No sampled version writes that; when such a file
// exists, it is read.

// visitOther visits a line of any other type.
func (w *walk) visitOther(rec scan.Record, v *values) error {
	r := &w.rec
	r.Time, r.Naive = adapter.TimeOf(v[fTime])
	line, err := scan.Parse(rec.Bytes)
	if err != nil {
		return nil // checked by the caller already
	}
	w.texts = w.wantsTexts(rec)
	w.forkedFrom(line)
	if !w.cwd && len(stringBytes(v[fCwd])) > 0 {
		w.cwd = true
		w.recordFacts().Cwd = v[fCwd].String()
	}
	typ := stringBytes(v[fType])
	if typ == nil && line.Get("metadata").Kind() == scan.Object {
		typ = []byte("metadata")
	}
	switch string(typ) {
	case "cost":
		w.costEvent(line)
	case "message":
		return w.messageEvent(line)
	case "tool_call", "tool_use":
		r.Role = session.RoleAssistant
		r.ToolCalls = []session.ToolCall{callEvent(line, w.texts, w.room)}
	case "tool_result":
		r.Role = session.RoleTool
		x := scanBlock(line)
		res := resultOf(&x, w.texts, w.room)
		if res.ToolCallID == "" {
			res.ToolCallID = line.Get("id").String()
		}
		r.ToolResult = &res
	case "metadata", "session", "session_meta":
		r.Kind = adapter.Meta
		if cwd := line.Get("metadata.cwd").String(); cwd != "" {
			w.recordFacts().Cwd = cwd
		}
	default:
		w.markUnknown(v)
	}
	return w.emitRecord(&w.rec, undecided.resolve(w.copies.done))
}

// markUnknown keeps what no rule knows, with its place in the tree.
func (w *walk) markUnknown(v *values) {
	if v[fUUID].Kind() == scan.String {
		w.setPosition(v)
	}
	w.rec.Kind = adapter.Unknown
	if w.rec.Type = v[fType].String(); w.rec.Type == "" {
		w.rec.Type = "(none)"
	}
}

// forkedFrom reads the reference of a first line.
func (w *walk) forkedFrom(line scan.Value) {
	if w.rec.Line != 1 {
		return
	}
	for _, path := range [...]string{"metadata.forkedFrom", "forkedFrom"} {
		from := line.Get(path)
		if from.Kind() == scan.Object {
			from = from.Get("sessionId")
		}
		if id := from.String(); id != "" {
			w.recordFacts().ForkedFrom = id
			return
		}
	}
}

// costEvent reads an event that records money, tokens, or both.
func (w *walk) costEvent(line scan.Value) {
	r := &w.rec
	r.Kind = adapter.Usage
	for _, path := range [...]string{"costUSD", "costUsd", "cost_usd", "totalUsd", "total_usd", "usd", "cost", "cost.totalUsd"} {
		if r.USD = moneyOf(line.Get(path)); r.USD != nil {
			break
		}
	}
	r.Usage = eventUsage(line)
	r.Model = line.Get("model").String()
	if r.UsageKey = line.Get("id").String(); r.UsageKey == "" {
		if r.UsageKey = line.Get("uuid").String(); r.UsageKey == "" {
			r.UsageKey = w.lineKey()
		}
	}
}

// eventUsage reads tokens in either spelling; nil without any.
func eventUsage(line scan.Value) *session.TokenUsage {
	from := line.Get("usage")
	if from.Kind() != scan.Object {
		from = line
	}
	number := func(names ...string) int64 {
		for _, n := range names {
			if v := from.Get(n); v.Exists() {
				return adapter.CountOf(v)
			}
		}
		return 0
	}
	u := session.TokenUsage{
		InputTokens:      number("input_tokens", "inputTokens"),
		OutputTokens:     number("output_tokens", "outputTokens"),
		ThinkingTokens:   number("thinking_tokens", "thinkingTokens"),
		CachedTokens:     number("cache_read_input_tokens", "cachedTokens"),
		CacheWriteTokens: number("cache_creation_input_tokens", "cacheWriteTokens"),
	}
	if u.Zero() {
		return nil
	}
	return &u
}

// messageEvent reads a message whose fields are at the top or in message.
func (w *walk) messageEvent(line scan.Value) error {
	r := &w.rec
	at := line
	if m := line.Get("message"); m.Kind() == scan.Object {
		at = m
	}
	b := w.blocksOf(at.Get("content"), w.texts || w.want.Prompts)
	switch string(stringBytes(at.Get("role"))) {
	case "user":
		r.Role, r.Prompt = session.RoleUser, len(b.results) == 0
	case "assistant":
		r.Role, r.Model = session.RoleAssistant, at.Get("model").String()
		r.ToolCalls = b.calls
		r.Merge = at.Get("id").String()
		if u := at.Get("usage"); u.Kind() == scan.Object {
			r.Usage = eventUsage(at)
			if r.UsageKey = r.Merge; r.UsageKey == "" {
				r.UsageKey = w.lineKey()
			}
		}
	case "system":
		r.Role = session.RoleSystem
	default:
		r.Kind, r.Type = adapter.Unknown, "message"
	}
	w.copies.done = true
	if len(b.results) > 0 {
		return w.emitResults(b.results, r.ID, own)
	}
	r.Text, r.Attachments = b.text, b.attachments
	if w.texts {
		r.Thinking = b.thinking
	}
	return w.emitRecord(&w.rec, own)
}

// callEvent reads a tool call, whose fields descriptions spell differently.
func callEvent(line scan.Value, full bool, room *scan.Room) session.ToolCall {
	x := scanBlock(line)
	c := callOf(&x, full, room)
	if c.ToolCallID == "" {
		c.ToolCallID = line.Get("toolCallId").String()
	}
	if c.ToolName == "" {
		c.ToolName = line.Get("toolName").String()
	}
	return c
}
