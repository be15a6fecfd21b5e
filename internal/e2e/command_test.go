package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// heddleCommand is a call of the command line in the world's folders.
func (w *world) heddleCommand(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	w.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, filepath.Join(root, "bin", "heddle"), args...)
	cmd.Dir, cmd.Env = w.cwd, append(os.Environ(), w.env()...)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// run runs the command line and returns what it prints.
func (w *world) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := w.heddleCommand(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("heddle %q: %v\n%s%s%s", args, err, out, stderr.String(), w.requestList(0))
	}
	return string(out)
}

// runArgs are the arguments of heddle run for the agent under test.
func (w *world) runArgs(more ...string) []string {
	args := []string{"run", string(w.agent.agent), "--program", filepath.Join(root, "bin", w.agent.program), "--start-timeout", "3m"}
	if w.agent.model != "" {
		args = append(args, "--model", w.agent.model)
	}
	return append(args, more...)
}

// recorded returns the ids of the one stored session and of the agent's own.
func (w *world) recorded(t *testing.T) (storeID, nativeID string) {
	t.Helper()
	list, err := w.client.Store.List(t.Context())
	if err != nil || len(list.Items) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	var extra struct{ Native struct{ SessionID string } }
	if err := json.Unmarshal(list.Items[0].Extra, &extra); err != nil || extra.Native.SessionID == "" {
		t.Fatalf("extra %s: %v", list.Items[0].Extra, err)
	}
	return list.Items[0].SessionID, extra.Native.SessionID
}

// testCommand runs the agent by heddle run and compares what the store has.
func testCommand(t *testing.T, w *world) {
	if out, want := w.run(t, w.runArgs(promptOf(modelserver.SceneRead))...), modelserver.ModelText(modelserver.SceneRead); !strings.Contains(out, want) {
		t.Errorf("heddle run printed %q, want %q", out, want)
	}
	storeID, nativeID := w.recorded(t)
	w.checkRecord(t, storeID, nativeID, 0)
	w.checkTotal(t)
	var report struct{ InputTokens, CachedTokens, CacheWriteTokens, OutputTokens int64 }
	out := w.run(t, "cost", "report", "--json")
	spent, _ := w.server.Spent(0)
	if err := json.Unmarshal([]byte(out), &report); err != nil || !sameTokens(spent, report.InputTokens, report.CachedTokens, report.CacheWriteTokens, report.OutputTokens) {
		t.Errorf("heddle cost report: %s (%v), the model server gave out %+v", out, err, spent)
	}
}

// testKilledOwner kills heddle in the middle of a turn: the agent ends by itself, nothing
// recorded is lost, and the session continues.
func testKilledOwner(t *testing.T, w *world) {
	w.run(t, w.runArgs(promptOf(modelserver.SceneText))...)
	_, nativeID := w.recorded(t)
	cmd := w.heddleCommand(w.runArgs("--resume", nativeID, promptOf(modelserver.SceneSlow))...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.awaitScene(t, modelserver.SceneSlow)
	time.Sleep(time.Second) // some of the text has come
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	cmd.Wait()
	t.Logf("left after the kill: %d processes", len(w.agentProcesses()))
	await(t, "the end of the agent", func() bool { return len(w.agentProcesses()) == 0 })
	storeID, _ := w.recorded(t)
	stored := w.storedText(t, storeID)
	for _, want := range []string{promptOf(modelserver.SceneText), modelserver.ModelText(modelserver.SceneText), promptOf(modelserver.SceneSlow)} {
		if !strings.Contains(stored, want) {
			t.Errorf("the store lacks %q: %s", want, stored)
		}
	}
	if w.agent.namesByMinute {
		return // Gemini removes the file of a session that was killed in a turn
	}
	if out := w.run(t, w.runArgs("--resume", nativeID, promptOf(modelserver.SceneThink))...); !strings.Contains(out, modelserver.ModelText(modelserver.SceneThink)) {
		t.Errorf("heddle run --resume printed %q", out)
	}
	if id, _ := w.recorded(t); id != storeID {
		t.Errorf("the session was continued in %s, not %s", id, storeID)
	}
}

// awaitScene waits until the agent has sent the prompt of a scene.
func (w *world) awaitScene(t *testing.T, scene string) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for _, r := range w.server.Requests(0) {
			if r.Scene == scene && !r.Side {
				return
			}
		}
	}
	t.Fatalf("no request of scene %s\n%s", scene, w.requestList(0))
}

// storedText returns the stored messages of a session, one after another.
func (w *world) storedText(t *testing.T, storeID string) string {
	t.Helper()
	list, err := w.client.Store.Messages(t.Context(), storeID)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range list.Items {
		b.Write(m)
	}
	return b.String()
}
