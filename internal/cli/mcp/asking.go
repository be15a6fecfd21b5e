package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
)

// mcpMark is in each answer, before anything else: a search leaves out what a session has of Heddle's
// own answers, which repeat other sessions.
type mcpMark struct {
	AnswerOf string `json:"_answer_of" jsonschema:"always heddle"`
}

func (m *mcpMark) mark() { m.AnswerOf = "heddle" }

// clientKey is where the context of a call has the agent that calls.
type clientKey struct{}

// withClientAgent returns a context that knows which agent calls.
func withClientAgent(ctx context.Context, session *mcp.ServerSession) context.Context {
	if p := session.InitializeParams(); p != nil && p.ClientInfo != nil {
		return context.WithValue(ctx, clientKey{}, agentOfClient(p.ClientInfo.Name))
	}
	return ctx
}

// agentOfClient returns the agent that a client's name says, such as claude for claude-code; empty for others.
func agentOfClient(client string) (agent string) {
	words := strings.FieldsFunc(strings.ToLower(client), func(r rune) bool { return r < 'a' || r > 'z' })
	for _, name := range core.AgentNames() {
		if slices.Contains(words, name) {
			return name
		}
	}
	return ""
}

// Bounds of the search for the session that asks.
const (
	askingSessions = 8                // of the newest ones
	askingTime     = 10 * time.Minute // since their last record
	askingMessages = 50               // at the end of each
)

// asking returns the sessions that may be asking this moment, by their refs: those of the client's
// agent that end with an open call of one of these tools.
func (s *mcpServer) asking(ctx context.Context) map[string]bool {
	agent, _ := ctx.Value(clientKey{}).(string)
	list, err := s.h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Agent(agent), ActiveSince: time.Now().Add(-askingTime), Subagents: true, Limit: askingSessions})
	if err != nil {
		return nil
	}
	out := map[string]bool{}
	for i := range list.Items {
		x, err := s.h.Sessions.Get(ctx, list.Items[i].Ref(), heddle.GetOptions{})
		if err == nil && endsWithOwnCall(x.Messages[max(len(x.Messages)-askingMessages, 0):]) {
			out[x.UnifiedID] = true
		}
	}
	return out
}

// endsWithOwnCall reports whether a call of a tool of this server has no result yet, and no prompt after it.
func endsWithOwnCall(list []heddle.Message) bool {
	answered := map[string]bool{}
	for i := len(list) - 1; i >= 0; i-- {
		m := &list[i]
		if m.ToolResult != nil {
			answered[m.ToolResult.ToolCallID] = true
		}
		if m.Role == heddle.RoleUser && m.Kind == "" {
			return false
		}
		for k := range m.ToolCalls {
			if c := &m.ToolCalls[k]; !answered[c.ToolCallID] && isOwnCall(c) {
				return true
			}
		}
	}
	return false
}

// ownTools are the tools of this server, and all of their arguments.
var (
	ownTools     = []string{"list", "search", "show", "cost", "stats"}
	ownArguments = strings.Fields("query agent since until cwd under model origin tags limit offset role tool regex sort subagents " +
		"edited_file failed session after last max_text text_from no_tools thinking group_by")
)

// isOwnCall reports whether a call looks like one of this server, whose name the user chose: agents put
// it before the tool's, as in mcp__heddle__search or heddle.search.
func isOwnCall(c *heddle.ToolCall) bool {
	name := strings.ToLower(c.ToolName)
	own := slices.ContainsFunc(ownTools, func(tool string) bool {
		server, ok := strings.CutSuffix(name, tool)
		return ok && server != "" && strings.ContainsAny(server[len(server)-1:], "_-./: ")
	})
	var arguments map[string]json.RawMessage
	if !own || json.Unmarshal(c.Input, &arguments) != nil && len(c.Input) > 0 {
		return false
	}
	for argument := range arguments {
		if !slices.Contains(ownArguments, argument) {
			return false
		}
	}
	return true
}

// newestOther returns the session that last or last-N means to the session that asks: the newest
// of the others. It reports false for other names, and when nobody is known to ask.
func (s *mcpServer) newestOther(ctx context.Context, word string) (ref string, ok bool) {
	name, err := sessions.ReadName([]string{word})
	if err != nil {
		return "", false
	}
	back, ok := name.Back()
	if !ok {
		return "", false
	}
	asking := s.asking(ctx)
	if len(asking) == 0 {
		return "", false
	}
	list, err := s.h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Agent(name.Agent), Limit: int64(back + 1 + len(asking))})
	if err != nil {
		return "", false
	}
	others := slices.DeleteFunc(list.Items, func(x heddle.SessionSummary) bool { return asking[x.UnifiedID] })
	if back >= len(others) {
		return "", false
	}
	return others[back].UnifiedID, true
}
