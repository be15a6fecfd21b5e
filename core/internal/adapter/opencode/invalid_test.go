package opencode

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: the tool "invalid" stands for a call that no tool could take: it failed, although its state
// is completed.
func TestInvalidCallFailed(t *testing.T) {
	for name, failed := range map[string]bool{"invalid": true, "read": false} {
		p, err := parsePart("p", []byte(`{"type":"tool","tool":"`+name+`","callID":"c","state":{"status":"completed","input":{},"output":"x"}}`), session.RoleAssistant, adapter.Want{Text: true})
		if err != nil || p.tool == nil || p.tool.result == nil || p.tool.result.IsError != failed {
			t.Errorf("%s: %+v, %v", name, p.tool, err)
		}
	}
}
