package live_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

var update = flag.Bool("update", false, "write what the scripted agents received to testdata")

// conversation is a script that all four protocols can play.
const conversation = `{"turns":[
	[{"do":"thinking","text":"hm"},{"do":"tool","tool":"Bash","input":{"command":"ls"}},{"do":"text","text":"You said $PROMPT"}],
	[{"do":"ask","tool":"Bash","input":{"command":"rm x"}},{"do":"text","text":"asked"}],
	[{"do":"text","text":"a"},{"do":"hang"}],
	[{"do":"text","text":"after"}]]}`

// Each protocol: text, thinking, tools, a permission, an interrupt, and what the agent received,
// byte for byte.
func TestProtocols(t *testing.T) {
	for _, agent := range []string{"claude", "codex", "pi", "opencode"} {
		t.Run(agent, func(t *testing.T) {
			x := newSetting(t, conversation)
			x.options.Open.Agent = agent
			x.options.Open.SessionID = "00000000-0000-4000-8000-0000000000ff"
			var n atomic.Int64
			x.options.NewID = func() string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n.Add(1)) }
			x.options.Permission = func(_ context.Context, ask live.Ask) (live.Decision, error) {
				return live.Decision{Allow: true}, nil
			}
			s := x.start()
			for i, want := range []string{"You said one", "asked"} {
				id := fmt.Sprintf("00000000-0000-4000-8000-00000000f00%d", i+1)
				result, messages, err := s.Ask(x.context(), live.Query{ID: id, Text: []string{"one", "two"}[i]})
				if err != nil || member(result, "isError") == true || !strings.Contains(joined(messages), want) {
					t.Errorf("%s %v\n%s", result, err, joined(messages))
				}
			}
			x.interruptTurn(s)
			result, messages, err := s.Ask(x.context(), live.Query{ID: "00000000-0000-4000-8000-00000000f004", Text: "four"})
			if err != nil || member(result, "isError") == true || !strings.Contains(joined(messages), "after") {
				t.Errorf("%s %v", result, err)
			}
			x.stop(s)
			if s.Err() != nil {
				t.Error(s.Err())
			}
			if stored := x.stored(s.Info().StoreID); strings.Count(strings.Join(kinds(stored), " "), "result") < 4 {
				t.Errorf("stored: %v", kinds(stored))
			}
			x.compareLog(agent)
		})
	}
}

// interruptTurn interrupts a turn that hangs, when its text has come.
func (x *setting) interruptTurn(s *live.Session) {
	x.t.Helper()
	const id = "00000000-0000-4000-8000-00000000f003"
	events := s.Subscribe()
	go func() {
		for e := range events.All(x.context()) {
			if strings.Contains(string(e.Message), `"content":"a"`) {
				s.Do(x.context(), session.LiveCommandRequest{ID: "00000000-0000-4000-8000-00000000f0ff", Kind: session.LiveCommandKindInterrupt})
				events.Close()
			}
		}
	}()
	result, _, err := s.Ask(x.context(), live.Query{ID: id, Text: "three"})
	if err != nil || member(result, "interrupted") != true {
		x.t.Errorf("the interrupted turn: %s %v", result, err)
	}
}

func joined(messages []session.JSON) string {
	var b strings.Builder
	for _, m := range messages {
		b.Write(m)
		b.WriteByte('\n')
	}
	return b.String()
}

// compareLog compares what the agent received with the golden file.
func (x *setting) compareLog(agent string) {
	x.t.Helper()
	golden := filepath.Join("testdata", agent+".log")
	got := strings.ReplaceAll(strings.Join(x.log(), "\n")+"\n", x.path("work"), "/work")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			x.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || got != string(want) {
		x.t.Errorf("%v: the agent received\n%s", err, got)
	}
}

// A session that an agent does not know is no fresh conversation.
func TestRefusedResume(t *testing.T) {
	for _, agent := range []string{"claude", "codex", "pi", "opencode"} {
		t.Run(agent, func(t *testing.T) {
			x := newSetting(t, `{"refuseResume":true}`)
			x.options.Open.Agent, x.options.Open.Resume = agent, "01a1f9fc-cb56-7730-aca5-1b83ce7bd80d"
			if s, err := live.Start(x.context(), x.options); !errors.Is(err, fault.SessionNotFound) {
				t.Errorf("%v", err)
				if err == nil {
					x.stop(s)
				}
			}
			if n, err := x.h.Store.SessionCount(x.context()); n != 0 || err != nil {
				t.Errorf("%d sessions are stored, %v", n, err)
			}
		})
	}
}
