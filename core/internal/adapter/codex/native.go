package codex

import (
	"bytes"
	"math"

	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Fields of what a line carries. In an envelope line they are under
// "payload"; up to fieldsOfItems they may also be at the top, because lines
// up to 0.29 and the items of a TypeScript document are bare.
const (
	fType = iota
	fRole
	fContent
	fID
	fCallID
	fName
	fArguments
	fInput
	fOutput
	fAction
	fSummary
	fMessage
	fModel
	fCwd
	fTimestamp
	fUsage
	fieldsOfItems

	fText = iota - 1
	fThreadID
	fResponseID
	fTotals
	fLast
	fKinds
	fItemType
	fItemID
	fItemContent
	fItemSummary
	fItemExit
	fItemStatus
	fItemThread
	fItemThreads
	fItemDuration
	fExit
	fDuration
	fSuccess
	fError
	fReason
	fStartedAt
	fSettingsModel
	fThreadName
	fTurns
	fAgentThread
	fImages
	fRecipient
	fNamespace
	fVersion
	fGit
	fForkedFrom
	fHistoryBase
	fSource
	fParentThread
	fSessionID
	fAgentPath
	fSettings
	fSettingsTier
	fTier
	fInfoTier
	fields
)

var fieldNames = [fields]string{
	fType: "type", fRole: "role", fContent: "content", fID: "id", fCallID: "call_id", fName: "name",
	fArguments: "arguments", fInput: "input", fOutput: "output", fAction: "action", fSummary: "summary",
	fMessage: "message", fModel: "model", fCwd: "cwd", fTimestamp: "timestamp", fUsage: "usage",

	fText: "text", fThreadID: "thread_id", fResponseID: "response_id",
	fTotals: "info.total_token_usage", fLast: "info.last_token_usage",
	fKinds:    "internal_chat_message_metadata_passthrough.content_item_kinds",
	fItemType: "item.type", fItemID: "item.id", fItemContent: "item.content", fItemSummary: "item.summary_text",
	fItemExit: "item.exit_code", fItemStatus: "item.status", fItemThread: "item.agent_thread_id",
	fItemThreads: "item.receiver_thread_ids", fItemDuration: "item.duration", fDuration: "duration",
	fExit: "exit_code", fSuccess: "success", fError: "error", fReason: "reason", fStartedAt: "started_at",
	fSettingsModel: "thread_settings.model", fThreadName: "thread_name", fTurns: "num_turns",
	fAgentThread: "agent_thread_id", fImages: "images", fRecipient: "recipient", fNamespace: "namespace",
	fVersion: "cli_version", fGit: "git", fForkedFrom: "forked_from_id", fHistoryBase: "history_base", fSource: "source",
	fParentThread: "parent_thread_id", fSessionID: "session_id", fAgentPath: "agent_path",
	fSettings: "thread_settings", fSettingsTier: "thread_settings.service_tier", fTier: "service_tier", fInfoTier: "info.service_tier",
}

// Slots after the fields of the payload: the bare fields, then the envelope.
const (
	slotBare    = fields
	slotPayload = fields + fieldsOfItems + iota - 1
	slotOrdinal
	slotCompaction
	slotRecordType
)

var linePaths = func() *scan.Paths {
	var paths []string
	for _, n := range fieldNames {
		paths = append(paths, "payload."+n)
	}
	paths = append(paths, fieldNames[:fieldsOfItems]...)
	return scan.CompilePaths(append(paths, "payload", "ordinal", "metadata.compaction_output", "record_type")...)
}()

// line is one scanned line.
type line struct {
	rec  scan.Record
	v    []scan.Value
	bare bool
}

// fieldValue returns a field of what the line carries.
func (l *line) fieldValue(f int) scan.Value {
	if !l.bare {
		return l.v[f]
	}
	if f < fieldsOfItems {
		return l.v[slotBare+f]
	}
	return scan.Value{}
}

// fieldText returns the text of a field, "" when it is not a text.
func (l *line) fieldText(f int) string { return l.fieldValue(f).String() }

// lineTypes returns the type of the envelope line ("" without one), and the
// type of what it carries.
func (l *line) lineTypes() (envelope, inner string) {
	if l.bare {
		return "", internWord(l.fieldValue(fType))
	}
	return internWord(l.v[slotBare+fType]), internWord(l.v[fType])
}

// words are the types of most lines: they need no allocation.
var words = func() map[string]string {
	m := map[string]string{}
	for _, w := range []string{"event_msg", "response_item", "session_meta", "turn_context", "token_usage_record", "compacted",
		"world_state", "message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
		"local_shell_call", "token_count", "item_completed", "user_message", "agent_message", "agent_reasoning", "task_started",
		"task_complete", "exec_command_end", "thread_settings_applied", "user", "assistant", "developer", ""} {
		m[w] = w
	}
	return m
}()

func internWord(v scan.Value) string {
	switch string(stringBytes(v)) { // what most lines are
	case "event_msg":
		return "event_msg"
	case "token_count":
		return "token_count"
	case "turn_context":
		return "turn_context"
	case "response_item":
		return "response_item"
	case "message":
		return "message"
	case "user":
		return "user"
	case "assistant":
		return "assistant"
	case "function_call":
		return "function_call"
	case "function_call_output":
		return "function_call_output"
	}
	if w, ok := words[string(stringBytes(v))]; ok {
		return w
	}
	return v.String()
}

// A line as Codex writes it starts like this; its type is in headBytes.
var (
	payloadHead = []byte(`"payload":{"type":"`)
	itemHead    = []byte(`"item":{"type":"`)
	// timestampKey is what every record begins with.
	timestampKey = []byte(`"timestamp":`)
)

// lineHeadBytes is how far into a line its types are.
const lineHeadBytes = 512

// maySpend reports whether a line may matter to the spend projection. It refuses
// only what it recognises by its first bytes, and never a line that may hold
// two records.
func maySpend(b []byte) bool {
	head := b[:min(len(b), lineHeadBytes)]
	kind, rest := usualHead(head)
	if kind == nil {
		kind, rest = typeIn(head, payloadHead)
	}
	if string(kind) == "item_completed" {
		kind, _ = typeIn(rest, itemHead)
	}
	switch string(kind) {
	case "message", "reasoning", "user_message", "agent_message", "agent_reasoning", "custom_tool_call", "custom_tool_call_output",
		"UserMessage", "AgentMessage", "Reasoning", "CommandExecution", "FileChange":
	case "function_call":
		if scan.ContainsAtRareByte(b, spawnMark, len("spawn")) {
			return true
		}
	case "function_call_output":
		if len(b) < 2*lineHeadBytes && scan.ContainsAtRareByte(b, agentMark, len("agent")) {
			return true
		}
	default:
		return true
	}
	return scan.ObjectBefore(b[1:], timestampKey)
}

// usualHead finds the payload's type where Codex writes it:
// {"timestamp":"…","type":"…","payload":{"type":"…". It returns nil when the
// line begins otherwise.
func usualHead(b []byte) (kind, rest []byte) {
	if _, b = cutQuoted(b, stampMark); b == nil {
		return nil, nil
	}
	if kind, b = cutQuoted(b, typeMark); b == nil || string(kind) == "turn_context" { // its payload has no type
		return kind, b
	}
	return cutQuoted(b, payloadMark)
}

// cutQuoted returns the bytes between a mark, which b begins with, and the next
// quote, and what follows; nil when b begins otherwise.
func cutQuoted(b []byte, mark string) (text, rest []byte) {
	if len(b) < len(mark) || string(b[:len(mark)]) != mark {
		return nil, nil
	}
	b = b[len(mark):]
	i := bytes.IndexByte(b, '"')
	if i < 0 {
		return nil, nil
	}
	return b[:i], b[i:]
}

// The bytes between the time, the type and the payload's type.
const (
	stampMark   = `{"timestamp":"`
	typeMark    = `","type":"`
	payloadMark = `","payload":{"type":"`
)

// Both marks have an underscore after their first word.
var (
	spawnMark = []byte(nameSpawn)
	agentMark = []byte("agent_id")
)

// typeIn returns the bytes between a mark and the next quote, and what
// follows.
func typeIn(head, mark []byte) (kind, rest []byte) {
	i := bytes.Index(head, mark)
	if i < 0 {
		return nil, nil
	}
	head = head[i+len(mark):]
	if i = bytes.IndexByte(head, '"'); i < 0 {
		return nil, nil
	}
	return head[:i], head[i:]
}

const shellMark = "<user_shell_command>"

// Kinds of a content part in new versions.
const (
	kindUserPrefix = "user."
	kindShell      = "shell.user_command"
)

// startsWith reports whether a string value starts with an ASCII mark. White
// space and other bytes than ASCII (damage) before it are passed over. It
// looks at the bytes as they are.
func startsWith(v scan.Value, mark string) bool {
	raw := v.Raw()
	if v.Kind() != scan.String {
		return false
	}
	raw = raw[1 : len(raw)-1]
	for len(raw) > 0 {
		switch {
		case raw[0] == ' ' || raw[0] >= 0x80:
			raw = raw[1:]
		case len(raw) > 1 && raw[0] == '\\' && (raw[1] == 'n' || raw[1] == 't' || raw[1] == 'r'):
			raw = raw[2:]
		default:
			return len(raw) >= len(mark) && string(raw[:len(mark)]) == mark
		}
	}
	return false
}

// tokens are the numbers of one usage object, in Codex's convention: input
// includes what was read from and written to the cache, output includes
// reasoning.
type tokens struct {
	input, cached, written, output, reasoning, total int64
}

// tokensOf reads a usage object; ok is false when it has no number we know.
func tokensOf(v scan.Value) (t tokens, ok bool) {
	if t, ok = plainTokens(v.Raw()); ok {
		return t, ok
	}
	t = tokens{}
	v.EachMember(func(key, e scan.Value) bool {
		raw := key.Raw()
		dst := t.fieldNamed(string(raw[1 : len(raw)-1]))
		switch {
		case dst != nil:
			e, _ = drift.NumberIn(e)
			if n, isInt := e.Int(); isInt && n >= 0 {
				*dst, ok = n, true
			}
		case e.Kind() == scan.Object: // input_tokens_details and the like
			if n, isInt := e.Get("cached_tokens").Int(); isInt && n >= 0 {
				t.cached = n
			}
			if n, isInt := e.Get("reasoning_tokens").Int(); isInt && n >= 0 {
				t.reasoning = n
			}
		}
		return true
	})
	return t, ok
}

// plainTokens reads a usage object as Codex writes it: its own names in their
// order, whole numbers, no white space. It refuses everything else.
func plainTokens(b []byte) (t tokens, ok bool) {
	open := byte('{')
	for i, dst := range [...]*int64{&t.input, &t.cached, &t.written, &t.output, &t.reasoning, &t.total} {
		name := plainNames[i]
		if len(b) < len(name)+2 || string(b[1:1+len(name)]) != name || b[0] != open {
			continue // other bytes here are checked at the end
		}
		b = b[1+len(name):]
		digits := 0
		for digits < len(b) && b[digits]-'0' <= 9 {
			*dst = *dst*10 + int64(b[digits]-'0')
			digits++
		}
		if digits == 0 || digits > maxDigits {
			return t, false
		}
		b = b[digits:]
		open, ok = ',', true
	}
	return t, ok && len(b) == 1 && b[0] == '}'
}

var plainNames = [...]string{`"input_tokens":`, `"cached_input_tokens":`, `"cache_write_input_tokens":`, `"output_tokens":`,
	`"reasoning_output_tokens":`, `"total_tokens":`}

// maxDigits is how many digits always fit 64 bits.
const maxDigits = 18

// fieldNamed names: Codex's own first, then those of the two OpenAI APIs.
func (t *tokens) fieldNamed(name string) *int64 {
	switch name {
	case "input_tokens", "prompt_tokens":
		return &t.input
	case "cached_input_tokens", "cached_tokens":
		return &t.cached
	case "cache_write_input_tokens":
		return &t.written
	case "output_tokens", "completion_tokens":
		return &t.output
	case "reasoning_output_tokens", "reasoning_tokens":
		return &t.reasoning
	case "total_tokens":
		return &t.total
	}
	return nil
}

// subtractTokens returns t - o; ok is false when a number would become negative.
func (t tokens) subtractTokens(o tokens) (d tokens, ok bool) {
	d = tokens{t.input - o.input, t.cached - o.cached, t.written - o.written,
		t.output - o.output, t.reasoning - o.reasoning, t.total - o.total}
	return d, min(d.input, d.cached, d.written, d.output, d.reasoning, d.total) >= 0
}

// addTokens returns t + o; a sum that is too large is the greatest there is.
func (t tokens) addTokens(o tokens) tokens {
	for _, n := range [...]struct {
		to   *int64
		more int64
	}{{&t.input, o.input}, {&t.cached, o.cached}, {&t.written, o.written}, {&t.output, o.output}, {&t.reasoning, o.reasoning}, {&t.total, o.total}} {
		*n.to += min(n.more, math.MaxInt64-*n.to)
	}
	return t
}

// toTokenUsage converts to the model's convention.
func (t tokens) toTokenUsage() session.TokenUsage {
	return session.TokenUsage{
		InputTokens:      max(0, t.input-t.cached-t.written),
		CachedTokens:     t.cached,
		CacheWriteTokens: t.written,
		OutputTokens:     t.output,
		ThinkingTokens:   t.reasoning,
	}
}
