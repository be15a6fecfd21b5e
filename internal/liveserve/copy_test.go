package liveserve

import (
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// TestCopies: what copyFields leaves out of each pair of structs is copied by hand, or has no counterpart.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		from, to any
		leftOut  string
	}{
		{wireStart{}, heddle.AgentOptions{}, "Session Prefer Record Home Store Prices Environment Permission Hooks Attachments QueueEvents MaxBudgetUSD TimeoutMS IdleTimeoutMS StartTimeoutMS PermissionTimeoutMS"},
		{wireQuery{}, live.Query{}, "Session Attachments Messages Omit TimeoutMS"},
		{wireDecision{}, heddle.AgentDecision{}, ""},
		{wireAnswer{}, heddle.AgentDecision{}, "Session Ask"},
		{wireText{}, session.LiveCommandRequest{}, "Session"},
		{wireQueryId{}, session.LiveCommandRequest{}, "Session"},
		{wireModel{}, session.LiveCommandRequest{}, "Session"},
		{wireMode{}, session.LiveCommandRequest{}, "Session"},
		{wireRewind{}, session.LiveCommandRequest{}, "Session"},
		{heddle.AgentSessionInfo{}, wireSessionInfo{}, "Lost"},
		{live.Info{}, wireSessionState{}, "Agent StoreID NativeID Cwd Lost"},
		{process.Leftover{}, wireProcess{}, "Entry Others"},
	} {
		from, to := reflect.ValueOf(c.from), reflect.ValueOf(c.to)
		var left []string
		for i := range from.NumField() {
			name := from.Type().Field(i).Name
			if field := to.FieldByName(name); !field.IsValid() || !isCopied(from.Field(i), field) {
				left = append(left, name)
			}
		}
		if got := strings.Join(left, " "); got != c.leftOut {
			t.Errorf("%T to %T leaves out %q, not %q", c.from, c.to, got, c.leftOut)
		}
	}
}
