package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// TestRecorder plays a conversation through heddle record.
func TestRecorder(t *testing.T) {
	if root == "" {
		t.Skip("make e2e runs this")
	}
	for _, agent := range agents {
		if agent.acp != nil {
			t.Run(agent.name, func(t *testing.T) {
				agent.skipUnlessChosen(t)
				t.Parallel()
				testRecorder(t, agent)
			})
		}
	}
}

// testRecorder has a client hold the same conversation with an agent of the Agent
// Client Protocol twice: directly and through heddle record. The recorder changes
// no byte in either direction, and the session is in the store.
func testRecorder(t *testing.T, agent agentUnderTest) {
	direct, recorded := newWorld(t, agent), newWorld(t, agent)
	a, _ := direct.converse(t, false)
	b, files := recorded.converse(t, true)
	for _, x := range []struct {
		name, file string
		seen       []byte
	}{{"to the agent", files + ".in", b.sent.Bytes()}, {"from the agent", files + ".out", b.received.Bytes()}} {
		data, err := os.ReadFile(x.file)
		if err != nil || !bytes.Equal(data, x.seen) || len(data) == 0 {
			t.Errorf("%s: %d bytes on the agent's side of the recorder, %d on the client's (%v)\n%s\n%s", x.name, len(data), len(x.seen), err, data, x.seen)
		}
		t.Logf("%s: %d bytes", x.name, len(data))
	}
	if x, y := direct.kinds(a), recorded.kinds(b); !slices.Equal(x, y) {
		t.Errorf("directly the conversation is\n%s\nthrough heddle record\n%s", strings.Join(x, "\n"), strings.Join(y, "\n"))
	}
	recorded.checkShown(t, b)
}

// converse holds the conversation and ends the agent. On the agent's own side,
// what it reads and prints is copied to files.in and files.out.
func (w *world) converse(t *testing.T, record bool) (c *acpClient, files string) {
	t.Helper()
	files = filepath.Join(w.home, "agent")
	program := filepath.Join(w.home, "bin", w.agent.program)
	w.write("bin/"+w.agent.program, fmt.Sprintf("#!/bin/sh\ntee %[1]s.in | { %[2]s \"$@\"; echo $? >%[1]s.status; } | tee %[1]s.out\nexit $(cat %[1]s.status)\n",
		files, filepath.Join(root, "bin", w.agent.program)))
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	args := append([]string{program}, w.agent.acp...)
	if record {
		args = append([]string{filepath.Join(root, "bin", "heddle"), "record", "--"}, args...)
	}
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir, cmd.Env = w.cwd, append(os.Environ(), w.env()...)
	c = startClient(t, cmd, &printed{})
	c.open(w.cwd)
	for _, scene := range []string{modelserver.SceneText, modelserver.SceneRead, modelserver.SceneWrite} {
		if reason := c.turn(scene); reason != "end_turn" {
			t.Errorf("%s ended with %s", scene, reason)
		}
	}
	if _, err := os.Stat(filepath.Join(w.cwd, modelserver.WrittenFile)); err != nil || len(c.asked) != 1 {
		t.Errorf("asked %q, the file: %v", c.asked, err)
	}
	if reason := c.cancelled(modelserver.SceneSlow); reason != "cancelled" {
		t.Errorf("the cancelled turn ended with %s", reason)
	}
	if err := c.close(); err != nil {
		t.Errorf("the agent ended with %v", err)
	}
	return c, files
}

// pieceOf are updates that come as often as the agent likes.
var pieceOf = regexp.MustCompile(`_chunk$`)

// timeInID is the time in Gemini's ids of calls.
var timeInID = regexp.MustCompile(`_\d{13}_`)

// kinds lists what a client has received, in order: answers, requests and updates.
// Repeated updates of one kind count once, as their number depends on the time.
func (w *world) kinds(c *acpClient) (list []string) {
	for line := range bytes.Lines(c.received.Bytes()) {
		var m struct {
			rpcMessage
			Params struct {
				Update struct {
					SessionUpdate, Status, Title string
					ToolCallID                   string
				}
			}
		}
		if err := json.Unmarshal(line, &m); err != nil {
			w.t.Errorf("%s: %v", line, err)
		}
		u := m.Params.Update
		kind := strings.Join([]string{m.Method, u.SessionUpdate, u.Status, timeInID.ReplaceAllString(u.ToolCallID, "_")}, " ")
		switch u.SessionUpdate {
		case "available_commands_update", "session_info_update", "usage_update":
			continue // they come when the agent gets to them
		}
		if m.Method == "" {
			kind = "answer " + string(m.ID)
		}
		if len(list) == 0 || list[len(list)-1] != kind || !pieceOf.MatchString(u.SessionUpdate) && u.SessionUpdate != "tool_call_update" {
			list = append(list, kind)
		}
	}
	return list
}

// checkShown checks that heddle sessions show has what the client and the agent
// said, and that it is what the agent's own session has.
func (w *world) checkShown(t *testing.T, c *acpClient) {
	t.Helper()
	storeID, nativeID := w.recorded(t)
	if nativeID != c.sessionID {
		t.Errorf("the recording names the session %s, not %s", nativeID, c.sessionID)
	}
	shown := w.run(t, "sessions", "show", "heddle:"+storeID)
	for _, scene := range []string{modelserver.SceneText, modelserver.SceneRead, modelserver.SceneWrite} {
		prompt, answer := strings.Index(shown, promptOf(scene)), strings.Index(shown, modelserver.ModelText(scene))
		if prompt < 0 || answer < prompt {
			t.Errorf("scene %s: the prompt is at %d, the answer at %d", scene, prompt, answer)
		}
	}
	if !strings.Contains(shown, promptOf(modelserver.SceneSlow)) || !strings.Contains(shown, "One more piece") {
		t.Error("the cancelled turn is missing")
	}
	x, err := w.client.Sessions.Get(t.Context(), heddle.Ref("heddle:"+storeID))
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, m := range x.Messages {
		calls += len(m.ToolCalls)
		for _, call := range m.ToolCalls {
			if !strings.Contains(shown, call.ToolName) {
				t.Errorf("the call of %s is not shown", call.ToolName)
			}
		}
	}
	if calls != 2 {
		t.Errorf("%d tool calls, not 2", calls)
	}
	if t.Failed() {
		t.Logf("shown:\n%s", shown)
	}
	w.checkDiff(t, heddle.Ref("heddle:"+storeID), heddle.Ref(string(w.agent.agent)+":"+nativeID))
}
