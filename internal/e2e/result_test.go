package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// resultTable reads the table of docs/live.md: the cells of an agent by what the first column says.
func resultTable(t *testing.T, agent string) map[string]string {
	t.Helper()
	if agent == "omp" {
		agent = "pi" // of the same protocol
	}
	page, err := os.ReadFile("../../docs/live.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## What a result has\n")
	cells, column := map[string]string{}, 0
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		row := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		switch {
		case len(row) < 7 || strings.HasPrefix(row[0], "---"):
		case row[0] == "member":
			column = slices.Index(row, agent)
		case column > 0:
			cells[row[0]] = row[column]
		}
	}
	if len(cells) < 10 {
		t.Fatalf("docs/live.md has no table with %s: %v", agent, cells)
	}
	return cells
}

// testResult compares results with the table of docs/live.md, and the stored session with the agent's own.
func testResult(t *testing.T, w *world) {
	cells := resultTable(t, string(w.agent.agent))
	o := w.options()
	o.Permission = func(context.Context, heddle.AgentAsk) (heddle.AgentDecision, error) {
		return heddle.AgentDecision{Reason: "no"}, nil
	}
	s := w.start(t, o)
	for _, scene := range []string{modelserver.SceneText, modelserver.SceneRead} {
		r := w.turn(t, s, scene)
		checkMembers(t, cells, scene, r)
		w.checkAnswer(t, scene, r)
		if scene == modelserver.SceneRead {
			checkCalls(t, w.agent.name, r)
		}
	}
	if w.agent.asks {
		w.checkDenied(t, w.turn(t, s, modelserver.SceneWrite))
	}
	before, native := s.SessionID(), s.NativeSessionID()
	w.checkClear(t, s)
	w.checkCopy(t, before, native)
	checkEnding(t, cells, "max_tokens", w.turn(t, s, modelserver.SceneLength))
	refused := w.turn(t, s, modelserver.SceneRefuse)
	checkEnding(t, cells, "refusal", refused)
	if has := refused.Usage != nil; has != (cells["`usage` of a refused turn"] != "–") {
		t.Errorf("the refused turn has the tokens %+v", refused.Usage)
	}
	w.checkCut(t, s)
	w.stop(t, s)
}

// checkMembers checks that a result has the members of the table, and no others of it.
func checkMembers(t *testing.T, cells map[string]string, scene string, r *heddle.AgentResult) {
	t.Helper()
	var m map[string]any
	json.Unmarshal(r.Raw, &m)
	for name, cell := range cells {
		member, about, _ := strings.Cut(strings.TrimPrefix(name, "`"), "`")
		if strings.HasPrefix(about, " is ") || strings.HasSuffix(about, "refused turn") {
			continue
		}
		value, has := m[member]
		if has != (cell != "–") || value == "" {
			t.Errorf("%s: %s is %v, and the table says %q: %s", scene, member, value, cell, r.Raw)
		}
		if member == "usage" && cell == "record" != (r.UsageSource == "record") {
			t.Errorf("%s: the tokens are from the %s, and the table says %q", scene, r.UsageSource, cell)
		}
	}
}

func (w *world) checkAnswer(t *testing.T, scene string, r *heddle.AgentResult) {
	t.Helper()
	var m struct{ Content, SessionID, Resume string }
	json.Unmarshal(r.Raw, &m)
	requests := map[string]int64{modelserver.SceneText: 1, modelserver.SceneRead: 2}[scene]
	if m.Content != r.Text || !strings.HasSuffix(m.Content, modelserver.ModelText(scene)) || r.EndedBy != "answer" || r.StopReasonAtom != "end_turn" || r.NumTurns != requests {
		t.Errorf("%s: %s", scene, r.Raw)
	}
	if r.NativeSessionID != m.SessionID || r.Resume != string(w.agent.agent)+":"+m.SessionID {
		t.Errorf("%s: resume %q", scene, r.Resume)
	}
}

// checkCalls checks the call of a turn that read a file: the name and the time it took.
func checkCalls(t *testing.T, agent string, r *heddle.AgentResult) {
	t.Helper()
	var name string
	for _, m := range messagesOf(t, r.Messages, "tool_use") {
		name = m.ToolName
	}
	for _, m := range messagesOf(t, r.Messages, "assistant") {
		for _, b := range m.ContentBlocks {
			if b.Type == "tool_use" {
				name = b.Name
			}
		}
	}
	if name == "" || strings.ContainsAny(name, " /.") {
		t.Errorf("the tool is called %q", name)
	}
	for _, m := range messagesOf(t, r.Messages, "tool_result") {
		if !strings.Contains(string(m.Raw), `"durationMs":`) || m.ToolName != name {
			t.Errorf("the result of the call of %s is %s", name, m.Raw)
		}
	}
}

// checkDenied checks that what was asked and denied is in the result, under the name and id of the call.
func (w *world) checkDenied(t *testing.T, r *heddle.AgentResult) {
	t.Helper()
	if len(r.PermissionDenials) != 1 {
		t.Fatalf("the denials are %+v: %s", r.PermissionDenials, r.Raw)
	}
	denied := r.PermissionDenials[0]
	for _, m := range messagesOf(t, r.Messages, "tool_use") {
		if m.ToolUseID == denied.ToolUseID && m.ToolName != denied.ToolName {
			t.Errorf("the call is %s, the denial %+v", m.Raw, denied)
		}
	}
	if denied.ToolUseID == "" || denied.ToolName == "" || len(denied.ToolInput) == 0 {
		t.Errorf("the denial is %+v", denied)
	}
}

func checkEnding(t *testing.T, cells map[string]string, want string, r *heddle.AgentResult) {
	t.Helper()
	said := cells["`endedBy` is `"+want+"`"] != "–"
	if (r.EndedBy == want) != said || said && r.StopReasonAtom != want {
		t.Errorf("%s: ended by %q, atom %q: %s", want, r.EndedBy, r.StopReasonAtom, r.Raw)
	}
}

// checkCut plays a turn that is interrupted, and one that reaches its time limit.
func (w *world) checkCut(t *testing.T, s *heddle.AgentSession) {
	t.Helper()
	r, err := s.Query(t.Context(), promptOf(modelserver.SceneSlow), heddle.QueryOptions{Timeout: 3 * time.Second})
	if err != nil || r.EndedBy != "timeout" || r.ErrorType != "timeout" || r.Reason == "" {
		t.Errorf("the time limit: %+v, %v", r, err)
	}
	for e, err := range s.Stream(t.Context(), promptOf(modelserver.SceneSlow)) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == "text" && !e.Whole {
			s.Interrupt(t.Context())
		}
		if e.Type == "result" && !strings.Contains(string(e.Message), `"endedBy":"interrupted"`) {
			t.Errorf("the interrupted turn: %s", e.Message)
		}
	}
}

// checkCopy compares the cost, model and title of a stored session with the agent's own session.
func (w *world) checkCopy(t *testing.T, id, native string) {
	t.Helper()
	x, err := w.client.Sessions.Get(t.Context(), heddle.Ref("heddle:"+id))
	if err != nil {
		t.Fatal(err)
	}
	y, err := w.client.Sessions.Get(t.Context(), heddle.Ref(string(w.agent.agent)+":"+native))
	if err != nil {
		t.Fatal(err)
	}
	if x.Model != y.Model || x.Title != y.Title {
		t.Errorf("the store has the model %q and the title %q, the agent %q and %q", x.Model, x.Title, y.Model, y.Title)
	}
	if a, b := x.Cost.TotalUSD, y.Cost.TotalUSD; a == nil || b == nil || *a != *b {
		t.Errorf("the store has the cost %v, the agent %v", a, b)
	}
}

// checkClear checks that clear begins a stored session, which names the one before.
func (w *world) checkClear(t *testing.T, s *heddle.AgentSession) {
	t.Helper()
	before, native := s.SessionID(), s.NativeSessionID()
	if err := s.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	from := len(w.server.Requests(0))
	r := w.turn(t, s, modelserver.SceneRead)
	w.checkNormal(t, r, modelserver.SceneRead, from)
	if s.SessionID() == before || s.NativeSessionID() == native {
		t.Fatalf("after clear the session is %s of %s", s.SessionID(), s.NativeSessionID())
	}
	stored, err := w.client.Store.Get(t.Context(), s.SessionID())
	if err != nil || !strings.Contains(string(stored.Extra), `"previous":"`+before+`"`) {
		t.Errorf("the session after clear: %s, %v", stored.Extra, err)
	}
	w.checkDiff(t, heddle.Ref("heddle:"+before), heddle.Ref(string(w.agent.agent)+":"+native))
	if text := w.storedText(t, before); strings.Contains(text, r.Query) || !strings.Contains(text, modelserver.ModelText(modelserver.SceneText)) {
		t.Errorf("the session before clear: %s", text)
	}
	if _, err := os.Stat(filepath.Join(w.cwd, modelserver.WrittenFile)); w.agent.asks && err == nil {
		t.Error("the denied tool ran")
	}
}
