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
				v, err := scan.Parse(appendOutput(nil, &o))
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

// TestQuerySettings: a query changes model and mode before its prompt is sent, when its turn begins.
// One that is refused leaves both as they were.
func TestQuerySettings(t *testing.T) {
	c := converse(t, session.LiveOpenRequest{Model: "old"})
	ask := func(id, model, mode string) []session.LiveOutput {
		return c.do(session.LiveCommandRequest{ID: id, Kind: session.LiveCommandKindQuery, Text: "x", Model: model, Mode: mode})
	}
	answer := func(number, rest string) []session.LiveOutput {
		return c.say(`{"type":"control_response","response":{"request_id":"heddle-` + number + `",` + rest + `}}`)
	}
	is := func(model string, mode session.LivePermissionMode) {
		t.Helper()
		if c.session.model != model || c.session.mode != mode {
			t.Errorf("model %s, mode %s", c.session.model, c.session.mode)
		}
	}
	c.expect("an unknown mode", ask("q1", "new", "careful"), "reply q1 INVALID_ARGUMENT")
	refused := c.do(session.LiveCommandRequest{ID: "q2", Kind: session.LiveCommandKindQuery, Text: "x", Model: "new", Mode: "plan", MaxTurns: 1})
	c.expect("an option that it has not", refused, "reply q2 UNSUPPORTED")

	c.expect("mode first", ask("q3", "bad", "plan"), "active_query; write control_requestset_permission_mode")
	c.expect("then the model", answer("3", `"subtype":"success"`), "write control_requestset_model")
	c.expect("the mode is set back", answer("5", `"subtype":"error","error":"no such model"`), "write control_requestset_permission_mode")
	c.expect("refused", answer("7", `"subtype":"success"`), "reply q3 INVALID_ARGUMENT; ready")
	is("old", session.LivePermissionModeDefault)

	c.expect("the mode is refused", ask("q4", "new", "bypass_permissions"), "active_query; write control_requestset_permission_mode")
	c.expect("nothing was changed", answer("9", `"subtype":"error","error":"not allowed"`), "reply q4 INVALID_ARGUMENT; ready")
	is("old", session.LivePermissionModeDefault)

	c.expect("dropped", ask("q5", "new", ""), "active_query; write control_requestset_model")
	c.expect("before its prompt", c.do(session.LiveCommandRequest{ID: "i", Kind: session.LiveCommandKindInterrupt}), "reply q5 COMPLETE; ready; reply i")
	c.expect("the late answer", answer("11", `"subtype":"success"`), "")

	c.expect("accepted", ask("q6", "newer", "plan"), "active_query; write control_requestset_permission_mode")
	ask("q7", "newest", "")
	c.expect("then the model", answer("13", `"subtype":"success"`), "write control_requestset_model")
	c.expect("then the prompt", answer("15", `"subtype":"success"`), "user; write user")
	is("newer", session.LivePermissionModePlan)
	c.end("q6")
	is("newer", session.LivePermissionModePlan)
	c.exit(0)
}
