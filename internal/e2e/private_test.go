package e2e

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// testPrivate: a system prompt, MCP servers and settings reach the agent, and the
// arguments of its processes, which every user of the machine can read, do not
// have them. No file of them is left.
func testPrivate(t *testing.T, w *world) {
	const secret = "xyzzy-4711"
	o := w.options()
	o.SystemPrompt = "You are a helper. The word is " + secret + "."
	if w.agent.agent == heddle.Claude {
		o.MCPServers = heddle.JSON(`{"` + secret + `":{"command":"false","env":{"KEY":"` + secret + `"}}}`)
		o.Model, o.Settings = "", heddle.JSON(`{"model":"`+w.agent.otherModel+`","env":{"KEY":"`+secret+`"}}`)
	}
	s, err := heddle.StartAgent(t.Context(), o)
	if errors.Is(err, heddle.ErrUnsupported) && !w.agent.systemPrompt {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer w.stop(t, s)
	for _, pid := range w.agentProcesses() {
		if line, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline"); bytes.Contains(line, []byte(secret)) {
			t.Errorf("the arguments are %q", line)
		}
	}
	w.checkNormal(t, w.turn(t, s, modelserver.SceneText), modelserver.SceneText, 0)
	requests := w.server.Requests(0)
	last := requests[len(requests)-1]
	if !strings.Contains(string(last.Body), "The word is "+secret+".") {
		t.Errorf("the model does not get the system prompt: %s", last.Body)
	}
	if w.agent.agent == heddle.Claude {
		if last.Model != w.agent.otherModel {
			t.Errorf("the model is %s: the settings have no effect", last.Model)
		}
		if status, err := s.MCPStatus(t.Context()); err != nil || !strings.Contains(string(status), secret) {
			t.Errorf("MCP servers: %s, %v", status, err)
		}
	}
	w.stop(t, s)
	if left, _ := filepath.Glob(filepath.Join(w.home, "live", "files-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
