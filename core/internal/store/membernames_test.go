package store

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// TestNamesOfTheSpecification: a message with the specification's names is the one with ours, and
// other members stay as they are.
func TestNamesOfTheSpecification(t *testing.T) {
	for given, want := range map[string]string{
		`{"type":"tool_use","tool_name":"Bash","tool_input":{"a_b":1},"tool_use_id":"t","message_id":"m"}`: `{"messageId":"m","toolInput":{"a_b":1},"toolName":"Bash","toolUseId":"t","type":"tool_use"}`,
		`{"type":"tool_result","is_error":true,"exit_code":3,"content":"x"}`:                               `{"content":"x","exitCode":3,"isError":true,"type":"tool_result"}`,
		`{"type":"result","total_cost_usd":0.5,"system_info":{"x_y":1},"num_turns":2}`:                     `{"numTurns":2,"systemInfo":{"x_y":1},"totalCostUsd":0.5,"type":"result"}`,
		`{"type":"user","my_own":1,"tool_name":"a","toolName":"b"}`:                                        `{"my_own":1,"toolName":"b","tool_name":"a","type":"user"}`,
	} {
		drafts, err := messageDrafts([]session.JSON{session.JSON(given)}, "")
		if err != nil || string(drafts[0].payload) != want {
			t.Errorf("%s: %s, %v", given, drafts, err)
		}
	}
	for _, name := range messageNames {
		if hasName(snapshotNames, name) {
			t.Errorf("%s is in both lists", name)
		}
		if got := knownName(withUnderscores(name)); got != name {
			t.Errorf("%s is read as %s", withUnderscores(name), got)
		}
	}
}

// TestUnreadMembers has slips, lines of agents, and members that nobody could have meant otherwise.
func TestUnreadMembers(t *testing.T) {
	for message, want := range map[string]string{
		`{"type":"tool_use","tool_nam":"Bash"}`:                        "message 0: not read: tool_nam; toolName?",
		`{"type":"user","contnt":"x"}`:                                 "message 0: not read: contnt; content?",
		`{"type":"user","Content":"x"}`:                                "message 0: not read: Content; content?",
		`{"type":"user","message":{"role":"user","content":"x"}}`:      "message 0: not read: message; messages.normalize makes a message of what an agent wrote",
		`{"type":"user","content":"x","colour":1,"my_field":{},"a":1}`: "",
		`{"type":"tool_use","tool_name":"x","tool_input":{"nam":1}}`:   "",
		`{"type":"user","` + strings.Repeat("content", 1000) + `":1}`:  "",
	} {
		if got := strings.Join(UnreadMembers([]session.JSON{session.JSON(message)}), "|"); got != want {
			t.Errorf("%.80s: %q, want %q", message, got, want)
		}
	}
	many := session.JSON(`{"type":"user","conten":1,"contentt":2}`)
	if got := UnreadMembers([]session.JSON{many, many, many, many, many, many, many}); len(got) != maxSaid {
		t.Errorf("%d are said", len(got))
	}
}
