package e2e

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// retriesForever are agents that were still trying after a minute: the time limit
// of the query ends the turn.
var retriesForever = []string{"claude", "claude-2.1.197", "gemini", "opencode"}

// saysRetries are agents that say when they try a request again.
var saysRetries = []string{"claude", "claude-2.1.197", "codex", "copilot", "pi"}

// saysLength are agents that say when an answer was cut by the limit of tokens.
var saysLength = []string{"claude", "claude-2.1.197", "codex", "pi", "omp"}

// testService plays turns in which the model's service fails, refuses or is cut.
// None of them looks like an answer.
func testService(t *testing.T, w *world) {
	for _, scene := range []string{modelserver.SceneBroken, modelserver.SceneFull, modelserver.SceneKey, modelserver.SceneCut, modelserver.SceneRefuse, modelserver.SceneLength, modelserver.SceneEmpty} {
		t.Run(scene, func(t *testing.T) { testServiceScene(t, w, scene) })
	}
}

func testServiceScene(t *testing.T, w *world, scene string) {
	o := w.options()
	if slices.Contains(retriesForever, w.agent.name) {
		o.Timeout = 8 * time.Second
	}
	var mu sync.Mutex
	var retries []string
	o.Hooks.Diagnostic = func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(err.Error(), "tries a failed request again") {
			retries = append(retries, err.Error())
		}
	}
	s := w.start(t, o)
	r := w.turn(t, s, scene)
	w.stop(t, s)
	mu.Lock()
	defer mu.Unlock()
	t.Logf("%s: %s; retries %q", r.ErrorType, r.Reason, retries)
	checkServiceResult(t, w.agent.name, scene, r)
	if (scene == modelserver.SceneBroken || scene == modelserver.SceneFull) && slices.Contains(saysRetries, w.agent.name) {
		if len(retries) == 0 {
			t.Error("no retry is reported")
		}
		if r.ErrorType == "timeout" && !strings.Contains(r.Reason, "last failure") {
			t.Errorf("the time limit hides the failure: %s", r.Reason)
		}
	}
	if t.Failed() {
		t.Logf("result %s\nmessages %s", r.Raw, r.Messages)
	}
}

func checkServiceResult(t *testing.T, agent, scene string, r *heddle.AgentResult) {
	t.Helper()
	if scene == modelserver.SceneLength {
		if !slices.Contains(saysLength, agent) {
			t.Logf("%s does not say that the answer was cut: %s", agent, r.StopReason)
		} else if r.StopReason != "max_tokens" {
			t.Errorf("the stop reason is %q", r.StopReason)
		}
		return
	}
	if !r.IsError || r.ErrorType == "" || r.Reason == "" {
		t.Errorf("error %v, type %q, reason %q", r.IsError, r.ErrorType, r.Reason)
	}
	if scene == modelserver.SceneRefuse && agent != "copilot" && agent != "gemini" && r.ErrorType != "refusal" {
		t.Errorf("a refusal is %s", r.ErrorType)
	}
	for _, m := range messagesOf(t, r.Messages, "assistant") {
		if strings.Contains(m.Content, "Error: ") && !r.IsError || strings.Contains(m.Content, "Retrying") {
			t.Errorf("a report of the agent is an answer: %s", m.Content)
		}
	}
}
