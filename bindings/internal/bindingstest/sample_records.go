package bindingstest

import (
	"encoding/json"
	"path"
	"strings"
	"time"
)

// The records of the sample, their members in the order in which the agents
// write them: readers that skip what they do not want depend on it.

// claudeLine is a line of a Claude Code transcript.
type claudeLine struct {
	ParentUUID  *string       `json:"parentUuid"`
	IsSidechain bool          `json:"isSidechain"`
	UserType    string        `json:"userType"`
	Cwd         string        `json:"cwd"`
	SessionID   string        `json:"sessionId"`
	Version     string        `json:"version"`
	GitBranch   string        `json:"gitBranch"`
	Type        string        `json:"type"`
	RequestID   string        `json:"requestId,omitempty"`
	Message     claudeMessage `json:"message"`
	UUID        string        `json:"uuid"`
	Timestamp   string        `json:"timestamp"`
}

// claudeMessage is either a claudePrompt or a claudeAnswer.
type claudeMessage any

type claudePrompt struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // text or blocks
}

type claudeAnswer struct {
	ID           string       `json:"id"`
	Type         string       `json:"type"`
	Role         string       `json:"role"`
	Model        string       `json:"model"`
	Content      []any        `json:"content"`
	StopReason   *string      `json:"stop_reason"`
	StopSequence *string      `json:"stop_sequence"`
	Usage        *claudeUsage `json:"usage"`
}

type claudeUsage struct {
	Input       int    `json:"input_tokens"`
	CacheWrite  int    `json:"cache_creation_input_tokens"`
	CacheRead   int    `json:"cache_read_input_tokens"`
	Output      int    `json:"output_tokens"`
	ServiceTier string `json:"service_tier"`
}

// textBlock is a text of any of the three agents, named by Type.
type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type claudeCall struct {
	Type  string            `json:"type"`
	ID    string            `json:"id"`
	Name  string            `json:"name"`
	Input map[string]string `json:"input"`
}

type claudeResult struct {
	Type      string `json:"type"`
	ToolUseID string `json:"tool_use_id"`
	Content   string `json:"content"`
}

// writeClaude writes a session: an answer takes two lines, its text and its call,
// which repeat the message's id and usage.
func (w *sampleWriter) writeClaude(start time.Time, turns int) {
	session := w.randomUUID()
	var parent *string
	add := func(kind string, seconds int, request string, message claudeMessage) {
		id := w.randomUUID()
		w.writeRecord(claudeLine{ParentUUID: parent, UserType: "external", Cwd: w.cwd, SessionID: session, Version: "2.1.0", GitBranch: "main",
			Type: kind, RequestID: request, Message: message, UUID: id, Timestamp: w.advanceClock(seconds)})
		parent = &id
	}
	w.writeFile(path.Join(".claude/projects", strings.ReplaceAll(w.cwd, "/", "-"), session+".jsonl"), start, func() {
		for turn := range turns {
			add("user", 20, "", claudePrompt{"user", w.promptText(turn, 30)})
			answer := claudeAnswer{ID: "msg_" + w.randomHex(24), Type: "message", Role: "assistant", Model: "claude-sonnet-4-5-20250929", Usage: &claudeUsage{
				Input: w.randomBetween(3, 40), CacheWrite: w.randomBetween(0, 4000), CacheRead: w.randomBetween(1000, 60000), Output: w.randomBetween(50, 900), ServiceTier: "standard"}}
			request, call := "req_"+w.randomHex(24), "toolu_"+w.randomHex(22)
			answer.Content = []any{textBlock{"text", w.text(80)}}
			add("assistant", 2, request, answer)
			answer.Content = []any{claudeCall{"tool_use", call, "Bash", map[string]string{"command": "echo " + w.text(3)}}}
			add("assistant", 2, request, answer)
			add("user", 3, "", claudePrompt{"user", []any{claudeResult{"tool_result", call, w.text(60)}}})
		}
	})
}

// codexLine is a line of a Codex rollout.
type codexLine struct {
	Timestamp string `json:"timestamp"`
	Type      string `json:"type"`
	Payload   any    `json:"payload"`
}

type codexMeta struct {
	ID            string `json:"id"`
	Timestamp     string `json:"timestamp"`
	Cwd           string `json:"cwd"`
	Originator    string `json:"originator"`
	CLIVersion    string `json:"cli_version"`
	Source        string `json:"source"`
	ModelProvider string `json:"model_provider"`
}

type codexTurn struct {
	Cwd            string `json:"cwd"`
	ApprovalPolicy string `json:"approval_policy"`
	Model          string `json:"model"`
	Effort         string `json:"effort"`
	Summary        string `json:"summary"`
}

type codexMessage struct {
	Type    string      `json:"type"`
	Role    string      `json:"role"`
	Content []textBlock `json:"content"`
}

type codexEvent struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

type codexCall struct {
	Type      string `json:"type"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	CallID    string `json:"call_id"`
}

type codexResult struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}

type codexCount struct {
	Type string        `json:"type"`
	Info codexCounters `json:"info"`
}

type codexCounters struct {
	Total  codexUsage `json:"total_token_usage"`
	Last   codexUsage `json:"last_token_usage"`
	Window int        `json:"model_context_window"`
}

type codexUsage struct {
	Input     int `json:"input_tokens"`
	Cached    int `json:"cached_input_tokens"`
	Output    int `json:"output_tokens"`
	Reasoning int `json:"reasoning_output_tokens"`
	Total     int `json:"total_tokens"`
}

// writeCodex writes a session: it has prompts and answers twice, as items and
// as events, and the last record of a turn counts its tokens.
func (w *sampleWriter) writeCodex(start time.Time, turns int) {
	session := w.randomUUID()
	name := "rollout-" + start.Format("2006-01-02T15-04-05") + "-" + session + ".jsonl"
	w.writeFile(path.Join(".codex/sessions", start.Format("2006/01/02"), name), start, func() {
		began := w.advanceClock(0)
		w.writeRecord(codexLine{began, "session_meta", codexMeta{session, began, w.cwd, "codex_cli_rs", "0.98.0", "cli", "openai"}})
		var total codexUsage
		for turn := range turns {
			now := w.advanceClock(20)
			item := func(payload any) { w.writeRecord(codexLine{now, "response_item", payload}) }
			event := func(payload any) { w.writeRecord(codexLine{now, "event_msg", payload}) }
			prompt, answer, call := w.promptText(turn, 30), w.text(80), "call_"+w.randomHex(20)
			w.writeRecord(codexLine{now, "turn_context", codexTurn{w.cwd, "on-request", "gpt-5-codex", "medium", "auto"}})
			item(codexMessage{"message", "user", []textBlock{{"input_text", prompt}}})
			event(codexEvent{"user_message", prompt})
			item(codexCall{"function_call", "shell", `{"command": ["bash", "-lc", "echo ` + w.text(3) + `"]}`, call})
			item(codexResult{"function_call_output", call, w.text(60)})
			event(codexEvent{"agent_message", answer})
			item(codexMessage{"message", "assistant", []textBlock{{"output_text", answer}}})
			last := codexUsage{Input: w.randomBetween(2000, 60000), Cached: w.randomBetween(0, 2000), Output: w.randomBetween(50, 900), Reasoning: w.randomBetween(0, 40)}
			last.Total = last.Input + last.Output
			total = total.addUsage(last)
			event(codexCount{"token_count", codexCounters{total, last, 272000}})
			if w.compactEvery > 0 && (turn+1)%w.compactEvery == 0 {
				w.writeCompaction(now)
			}
		}
	})
}

func (u codexUsage) addUsage(v codexUsage) codexUsage {
	return codexUsage{u.Input + v.Input, u.Cached + v.Cached, u.Output + v.Output, u.Reasoning + v.Reasoning, u.Total + v.Total}
}

// piHead is the first line of a pi session.
type piHead struct {
	Type      string `json:"type"`
	Version   int    `json:"version"`
	ID        string `json:"id"`
	Timestamp string `json:"timestamp"`
	Cwd       string `json:"cwd"`
}

// piEntry is each other line.
type piEntry struct {
	Type      string    `json:"type"`
	ID        string    `json:"id"`
	ParentID  *string   `json:"parentId"`
	Timestamp string    `json:"timestamp"`
	Message   piMessage `json:"message"`
}

type piMessage struct {
	Role      string      `json:"role"`
	Content   []textBlock `json:"content"`
	Timestamp int64       `json:"timestamp"`
	*piAnswer
}

// piAnswer is what only an answer has.
type piAnswer struct {
	API        string  `json:"api"`
	Provider   string  `json:"provider"`
	Model      string  `json:"model"`
	StopReason string  `json:"stopReason"`
	Usage      piUsage `json:"usage"`
}

type piUsage struct {
	Input       int    `json:"input"`
	Output      int    `json:"output"`
	CacheRead   int    `json:"cacheRead"`
	CacheWrite  int    `json:"cacheWrite"`
	TotalTokens int    `json:"totalTokens"`
	Cost        piCost `json:"cost"`
}

type piCost struct {
	Input      json.Number `json:"input"`
	Output     json.Number `json:"output"`
	CacheRead  json.Number `json:"cacheRead"`
	CacheWrite json.Number `json:"cacheWrite"`
	Total      json.Number `json:"total"`
}

// writePi writes a session: prompts and answers, each answer with its recorded cost.
func (w *sampleWriter) writePi(start time.Time, turns int) {
	session := w.randomUUID()
	folder := "--" + strings.ReplaceAll(strings.Trim(w.cwd, "/"), "/", "-") + "--"
	name := start.Format("2006-01-02T15-04-05-000Z") + "_" + session + ".jsonl"
	w.writeFile(path.Join(".pi/agent/sessions", folder, name), start, func() {
		w.writeRecord(piHead{"session", 3, session, w.advanceClock(0), w.cwd})
		var parent *string
		add := func(role, text string, answer *piAnswer) {
			id, now := w.randomHex(8), w.advanceClock(9)
			w.writeRecord(piEntry{"message", id, parent, now, piMessage{role, []textBlock{{"text", text}}, w.at.UnixMilli(), answer}})
			parent = &id
		}
		for turn := range turns {
			add("user", w.promptText(turn, 50), nil)
			usage := piUsage{Input: w.randomBetween(3, 50), Output: w.randomBetween(50, 900), CacheRead: w.randomBetween(0, 9000), CacheWrite: w.randomBetween(0, 900),
				Cost: piCost{"0.001", "0.002", "0.0", "0.0", "0.003"}}
			add("assistant", w.text(50), &piAnswer{"anthropic-messages", "anthropic", "claude-sonnet-4-5", "stop", usage})
		}
	})
}
