package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings/live"
)

// A conversation that every driver records in the same way: testdata/live/conversation.json has the
// script, the ids, the clock, and what is recorded and received.
func TestSharedConversation(t *testing.T) {
	text, err := os.ReadFile("../../testdata/live/conversation.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Script, Messages json.RawMessage
		SessionID        string
		Now              int64
		Queries          []live.Query
		Received         []string
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	x := newSetting(t, string(golden.Script))
	var ids atomic.Int64
	x.options.NewID = func() string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", ids.Add(1)) }
	x.options.Now = func() time.Time { return time.UnixMilli(golden.Now) }
	x.options.Open.SessionID = golden.SessionID
	x.options.Permission = func(context.Context, live.Ask) (live.Decision, error) { return live.Decision{Allow: true}, nil }
	s := x.start()
	for _, q := range golden.Queries {
		if _, _, err := s.Ask(x.context(), q); err != nil {
			t.Fatal(err)
		}
	}
	x.stop(s)
	folder, _ := json.Marshal(x.options.Open.Cwd)
	got := "[" + strings.ReplaceAll(strings.Join(x.stored(golden.SessionID), ","), string(folder), `"$CWD"`) + "]"
	var want bytes.Buffer
	if err := json.Compact(&want, golden.Messages); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("HEDDLE_UPDATE") != "" {
		var whole map[string]json.RawMessage
		json.Unmarshal(text, &whole)
		whole["messages"] = json.RawMessage(got)
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		e.Encode(whole)
		os.WriteFile("../../testdata/live/conversation.json", text.Bytes(), 0o644)
	} else if got != want.String() {
		t.Errorf("recorded\n%s\nwant\n%s", got, want.String())
	}
	if log := x.log(); !slices.Equal(log, golden.Received) {
		t.Errorf("the agent received\n%s", strings.Join(log, "\n"))
	}
}
