package live

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// TestQueryOptions asks every agent for every option of a query: each is accepted or
// UNSUPPORTED with a hint, as the agent's capabilities say before.
func TestQueryOptions(t *testing.T) {
	for _, agent := range Agents() {
		has := func(capability string) bool { return slices.Contains(agent.Capabilities, capability) }
		for name, c := range map[string]struct {
			query session.LiveCommandRequest
			takes bool
		}{
			"nothing": {session.LiveCommandRequest{}, true}, "thinking": {session.LiveCommandRequest{Thinking: "low"}, has("query_thinking")},
			"outputSchema": {session.LiveCommandRequest{OutputSchema: session.JSON(`{"type":"object"}`)}, has("query_output_schema")},
			"maxTurns":     {session.LiveCommandRequest{MaxTurns: 3}, false}, "maxTokens": {session.LiveCommandRequest{MaxTokens: 3}, false},
			"maxBudgetUsd": {session.LiveCommandRequest{MaxBudgetUSD: "1"}, false}, "systemPrompt": {session.LiveCommandRequest{SystemPrompt: "x"}, false},
			"allowedTools": {session.LiveCommandRequest{AllowedTools: []string{"x"}}, false}, "disallowedTools": {session.LiveCommandRequest{DisallowedTools: []string{"x"}}, false},
			"subagent": {session.LiveCommandRequest{Subagent: "x"}, false},
		} {
			x := startScript(t, session.LiveOpenRequest{Agent: agent.Agent})
			c.query.Kind, c.query.Text = session.LiveCommandKindQuery, "Go."
			before := len(x.outputs)
			x.do("q1", c.query)
			refused := false
			for _, o := range x.outputs[before:] {
				if o.Kind != session.LiveOutputKindReply || o.ID != "q1" {
					continue
				}
				v, err := scan.Parse(o.AppendJSON(nil))
				if err != nil {
					t.Fatal(err)
				}
				refused = true
				if e := v.Get("error"); e.Get("code").String() != "UNSUPPORTED" || e.Get("hint").String() == "" {
					t.Errorf("%s, %s: %s", agent.Agent, name, v.Raw())
				}
			}
			if refused == c.takes {
				t.Errorf("%s, %s: refused %v, its capabilities %q", agent.Agent, name, refused, agent.Capabilities)
			}
		}
	}
}
