package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

func TestAgents(t *testing.T) {
	if root == "" {
		t.Skip("make e2e runs this")
	}
	for _, agent := range agents {
		t.Run(agent.name, func(t *testing.T) {
			agent.skipUnlessChosen(t)
			t.Parallel()
			w := newWorld(t, agent)
			if native := testConversation(t, w); native != "" {
				t.Run("resume", func(t *testing.T) { testResume(t, w, native) })
				t.Run("fork", func(t *testing.T) { testFork(t, w, native) })
			}
			t.Run("failures", func(t *testing.T) { testFailures(t, w) })
			t.Run("kill", func(t *testing.T) { testKilledAgent(t, w) })
			for name, test := range map[string]func(*testing.T, *world){"compaction": testCompaction, "private": testPrivate, "command": testCommand, "killed owner": testKilledOwner, "rate limit": testRateLimit, "service": testService, "second writer": testSecondWriter, "result": testResult} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					test(t, newWorld(t, agent))
				})
			}
		})
	}
}

// testConversation plays the turns that end normally, in one session, and
// returns the agent's id of the session.
func testConversation(t *testing.T, w *world) (native string) {
	var decision heddle.AgentDecision
	var asked []heddle.AgentAsk
	o := w.options()
	o.Permission = func(_ context.Context, ask heddle.AgentAsk) (heddle.AgentDecision, error) {
		asked = append(asked, ask)
		return decision, nil
	}
	s := w.start(t, o)
	from := 0
	play := func(name, scene string, check func(*testing.T, *heddle.AgentResult)) {
		t.Run(name, func(t *testing.T) {
			from = len(w.server.Requests(0))
			r := w.turn(t, s, scene)
			if name == "permission denied" && w.agent.denialEnds {
				w.checkUsage(t, r, from)
			} else {
				w.checkNormal(t, r, scene, from)
			}
			if check != nil {
				check(t, r)
			}
			if t.Failed() {
				t.Logf("messages: %s\n%s", r.Messages, w.requestList(from))
			}
		})
	}
	play("text", modelserver.SceneText, nil)
	play("thinking", modelserver.SceneThink, checkThinking)
	play("tool that works", modelserver.SceneRead, func(t *testing.T, r *heddle.AgentResult) { checkTool(t, r, "The notes of the project.", w.agent.name) })
	play("tool that fails", modelserver.SceneFail, func(t *testing.T, r *heddle.AgentResult) { checkTool(t, r, "", w.agent.name) })
	play("tool without a word", modelserver.SceneQuiet, func(t *testing.T, r *heddle.AgentResult) { checkTools(t, r, 1) })
	play("two tools at once", modelserver.ScenePair, func(t *testing.T, r *heddle.AgentResult) { checkTools(t, r, 2) })
	play("two tools in turn", modelserver.SceneChain, func(t *testing.T, r *heddle.AgentResult) { checkTools(t, r, 2) })
	written := filepath.Join(w.cwd, modelserver.WrittenFile)
	decision = heddle.AgentDecision{Reason: "the test says no"}
	play("permission denied", modelserver.SceneWrite, func(t *testing.T, r *heddle.AgentResult) {
		if _, err := os.Stat(written); (err == nil) == w.agent.asks || (len(asked) > 0) != w.agent.asks {
			t.Errorf("asked %d times, the file: %v", len(asked), err)
		}
	})
	if !w.agent.asks {
		os.Remove(written) // the tool ran at once
	}
	asked, decision = nil, heddle.AgentDecision{Allow: true}
	play("permission given", modelserver.SceneWrite, func(t *testing.T, r *heddle.AgentResult) {
		if n := len(messagesOf(t, r.Messages, "control_response")); (n > 0) != w.agent.asks {
			t.Errorf("%d decisions are recorded", n)
		}
		if _, err := os.Stat(written); err != nil || (len(asked) > 0) != w.agent.asks {
			t.Errorf("asked %d times, the file: %v", len(asked), err)
		}
	})
	if w.agent.otherModel != "" {
		if err := s.SetModel(t.Context(), w.agent.otherModel); err != nil {
			t.Errorf("set model: %v", err)
		}
		play("other model", modelserver.SceneText, func(t *testing.T, r *heddle.AgentResult) {
			requests := w.server.Requests(from)
			if got := requests[len(requests)-1].Model; !strings.HasSuffix(w.agent.otherModel, got) {
				t.Errorf("the model is %s, not %s", got, w.agent.otherModel)
			}
		})
	}
	w.stop(t, s)
	t.Run("record", func(t *testing.T) { w.checkRecord(t, s.SessionID(), s.NativeSessionID(), 0) })
	return s.NativeSessionID()
}

// checkNormal checks the result of a turn that ended normally: the text, and the
// tokens that the model server gave out.
func (w *world) checkNormal(t *testing.T, r *heddle.AgentResult, scene string, from int) {
	t.Helper()
	if want := modelserver.ModelText(scene); r.IsError || r.Interrupted || !strings.HasSuffix(r.Text, want) {
		t.Errorf("error %v, interrupted %v, text %q, want %q", r.IsError, r.Interrupted, r.Text, want)
	}
	w.checkUsage(t, r, from)
}

// checkUsage compares the tokens of a result with what the model server gave out.
func (w *world) checkUsage(t *testing.T, r *heddle.AgentResult, from int) {
	t.Helper()
	spent, _ := w.server.Spent(from)
	if r.Usage == nil || !sameTokens(spent, r.Usage.InputTokens, r.Usage.CachedTokens, r.Usage.CacheWriteTokens, r.Usage.OutputTokens) {
		t.Errorf("the result says %+v, the model server gave out %+v", r.Usage, spent)
	}
}

func sameTokens(u modelserver.Usage, input, cached, written, output int64) bool {
	return u.Input == input && u.CacheRead == cached && u.CacheWrite == written && u.Output == output
}

// message has the members of messages that tests look at.
type message struct {
	Type, Content, ToolName, ToolUseID, Category, ErrorType string
	IsError                                                 bool
	ContentBlocks                                           []struct{ Type, Thinking, Name, ID, ToolUseID, Content string }
	Raw                                                     heddle.JSON `json:"-"`
}

func messagesOf(t *testing.T, list []heddle.JSON, kind string) (out []message) {
	t.Helper()
	for _, raw := range list {
		var head struct{ Type string }
		if json.Unmarshal(raw, &head); head.Type != kind {
			continue
		}
		m := message{Raw: raw}
		json.Unmarshal(raw, &m) // members of other types stay empty
		out = append(out, m)
	}
	return out
}

// checkThinking looks for the thinking, in a message of its own or in a block of an answer.
func checkThinking(t *testing.T, r *heddle.AgentResult) {
	for _, m := range messagesOf(t, r.Messages, "thinking") {
		if strings.Contains(m.Content, modelserver.ThinkingText) {
			return
		}
	}
	for _, m := range messagesOf(t, r.Messages, "assistant") {
		for _, b := range m.ContentBlocks {
			if b.Thinking == modelserver.ThinkingText {
				return
			}
		}
	}
	t.Errorf("no message has the thinking")
}

// checkTool checks that a turn called one tool. output is part of what the tool gave;
// empty for a failure.
func checkTool(t *testing.T, r *heddle.AgentResult, output, agent string) {
	result := checkTools(t, r, 1)
	if output != "" && agent != "gemini" && !strings.Contains(string(result.Raw), output) {
		t.Errorf("the tool's result is %s", result.Raw) // Gemini does not send it
	}
	if result.IsError != (output == "") {
		t.Errorf("the tool's result is %s", result.Raw)
	}
}

// checkTools checks that a turn called tools, in messages of their own or in blocks
// of answers, and that each call has one result. It returns the last result.
func checkTools(t *testing.T, r *heddle.AgentResult, count int) (result message) {
	t.Helper()
	var used, answered []string
	for _, m := range messagesOf(t, r.Messages, "tool_use") {
		used = append(used, m.ToolUseID)
	}
	for _, m := range messagesOf(t, r.Messages, "assistant") {
		for _, b := range m.ContentBlocks {
			if b.Type == "tool_use" {
				used = append(used, b.ID)
			}
		}
	}
	for _, m := range messagesOf(t, r.Messages, "tool_result") {
		answered, result = append(answered, m.ToolUseID), m
	}
	for _, m := range messagesOf(t, r.Messages, "user") {
		for _, b := range m.ContentBlocks {
			if b.Type == "tool_result" {
				answered, result = append(answered, b.ToolUseID), m
				result.IsError = strings.Contains(string(m.Raw), `"isError":true`)
			}
		}
	}
	slices.Sort(used)
	slices.Sort(answered) // tools that run at once end in any order
	if len(slices.Compact(slices.Clone(used))) != count || !slices.Equal(used, answered) || used[0] == "" {
		t.Fatalf("tool calls %q with results %q", used, answered)
	}
	return result
}

// checkRecord compares the stored session with the agent's own record, and the
// costs of both with what the model server gave out from a request on.
func (w *world) checkRecord(t *testing.T, storeID, nativeID string, from int) {
	t.Helper()
	stored, own := heddle.Ref("heddle:"+storeID), heddle.Ref(string(w.agent.agent)+":"+nativeID)
	w.checkDiff(t, stored, own)
	spent, _ := w.server.Spent(from)
	for _, ref := range []heddle.Ref{stored, own} {
		x, err := w.client.Sessions.Get(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		if c := x.Cost; c == nil || !sameTokens(spent, c.InputTokens, c.CachedTokens, c.CacheWriteTokens, c.OutputTokens) {
			t.Errorf("%s has the tokens %+v, the model server gave out %+v", ref, c, spent)
		}
	}
}

// checkDiff compares the messages of a stored session with the agent's own record,
// up to the turn that was cancelled, which is the last one.
func (w *world) checkDiff(t *testing.T, stored, own heddle.Ref) {
	t.Helper()
	diff, err := w.client.Sessions.Diff(t.Context(), stored, own)
	if err != nil {
		t.Fatalf("diff %s %s: %v", stored, own, err)
	}
	compacts := false
	for _, op := range diff.Operations {
		m := op.MessageA
		if m == nil {
			m = op.MessageB
		}
		if compacts = w.compacts(m, compacts); compacts {
			continue
		}
		if m.Content == promptOf(modelserver.SceneSlow) {
			return
		}
		if op.Type == heddle.DiffTypeUnchanged {
			continue
		}
		if op.Type == heddle.DiffTypeModification && op.MessageA.Content == op.MessageB.Content {
			continue // names of tools, inputs and results differ between protocol and record
		}
		if w.agent.wholeRecord || m.Role == heddle.RoleUser || m.Role == heddle.RoleAssistant {
			a, _ := json.Marshal(op.MessageA)
			b, _ := json.Marshal(op.MessageB)
			t.Errorf("%s\nin the store: %s\nin the record: %s", op.Type, a, b)
		}
	}
}

// compacts reports whether a message belongs to a compaction; before says it of the
// message before. It is a turn in the store, with the summary as its answer; agents
// record a summary, and not the prompt.
func (w *world) compacts(m *heddle.Message, before bool) bool {
	if w.agent.compact != "" && m.Content == w.agent.compact || m.Kind == "compaction" {
		return true
	}
	return before && m.Role != heddle.RoleUser
}

// testResume continues the session and compares the whole of it again.
func testResume(t *testing.T, w *world, native string) {
	o := w.options()
	o.Resume = native
	s := w.start(t, o)
	if s.NativeSessionID() != native {
		t.Errorf("the session is %s, not %s", s.NativeSessionID(), native)
	}
	from := len(w.server.Requests(0))
	r := w.turn(t, s, modelserver.SceneText)
	w.checkNormal(t, r, modelserver.SceneText, from)
	requests := w.server.Requests(from)
	if body := string(requests[len(requests)-1].Body); !strings.Contains(body, modelserver.ModelText(modelserver.SceneThink)) {
		t.Error("the model does not get the turns before")
	}
	from = len(w.server.Requests(0))
	w.checkNormal(t, w.turn(t, s, modelserver.ScenePair), modelserver.ScenePair, from)
	w.stop(t, s)
	w.checkRecord(t, s.SessionID(), s.NativeSessionID(), 0)
	w.checkTotal(t)
}

// checkTotal checks that the report counts each turn once, though both the store
// and the agent have it.
func (w *world) checkTotal(t *testing.T) {
	t.Helper()
	total, err := w.client.Sessions.TotalCost(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	spent, _ := w.server.Spent(0)
	if !sameTokens(spent, total.InputTokens, total.CachedTokens, total.CacheWriteTokens, total.OutputTokens) {
		t.Errorf("the report has %+v, the model server gave out %+v", total, spent)
	}
}

func testFork(t *testing.T, w *world, native string) {
	o := w.options()
	o.Resume, o.Fork = native, true
	if !w.agent.canFork {
		if _, err := heddle.StartAgent(t.Context(), o); !errors.Is(err, heddle.ErrUnsupported) {
			t.Errorf("a fork: %v", err)
		}
		return
	}
	s := w.start(t, o)
	if s.NativeSessionID() == native || s.NativeSessionID() == "" {
		t.Errorf("the fork of %s is %q", native, s.NativeSessionID())
	}
	from := len(w.server.Requests(0))
	r := w.turn(t, s, modelserver.SceneText)
	w.checkNormal(t, r, modelserver.SceneText, from)
	requests := w.server.Requests(from)
	if body := string(requests[len(requests)-1].Body); !strings.Contains(body, modelserver.ModelText(modelserver.SceneThink)) {
		t.Error("the model does not get the turns before")
	}
	w.stop(t, s)
	w.checkTotal(t)
}

// testCompaction has the agent sum up what was said, and continues: what is stored
// has the same prompts and answers as the agent's own record, before and after.
func testCompaction(t *testing.T, w *world) {
	if w.agent.compact == "" {
		t.Skip("this agent has no prompt for it")
	}
	s := w.start(t, w.options())
	w.turn(t, s, modelserver.SceneText)
	w.turn(t, s, modelserver.SceneRead)
	from := len(w.server.Requests(0))
	r, err := s.Query(t.Context(), w.agent.compact)
	if err != nil || r.IsError {
		t.Fatalf("compaction: %+v, %v\n%s", r, err, w.requestList(from))
	}
	if len(w.server.Requests(from)) == 0 {
		t.Errorf("no summary was asked for: %s", r.Messages)
	}
	from = len(w.server.Requests(0))
	w.checkNormal(t, w.turn(t, s, modelserver.SceneThink), modelserver.SceneThink, from)
	w.stop(t, s)
	w.checkDiff(t, heddle.Ref("heddle:"+s.SessionID()), heddle.Ref(string(w.agent.agent)+":"+s.NativeSessionID()))
	stored := w.storedText(t, s.SessionID())
	for _, scene := range []string{modelserver.SceneText, modelserver.SceneRead, modelserver.SceneThink} {
		if !strings.Contains(stored, promptOf(scene)) || !strings.Contains(stored, modelserver.ModelText(scene)) {
			t.Errorf("the store lacks scene %s: %s", scene, stored)
		}
	}
	if t.Failed() {
		t.Logf("messages: %s\n%s", r.Messages, w.requestList(0))
	}
}

// testFailures plays turns that fail or are interrupted; the session survives them.
func testFailures(t *testing.T, w *world) {
	s := w.start(t, w.options())
	t.Run("refused request", func(t *testing.T) {
		r := w.turn(t, s, modelserver.SceneBad)
		if !r.IsError {
			t.Errorf("result %s", r.Raw)
		}
		failures := messagesOf(t, r.Messages, "error")
		for _, m := range failures {
			t.Logf("error: %s", m.Raw)
		}
		if len(failures) == 0 || failures[0].Category == "" || !strings.Contains(failures[0].Content, "the script refuses this request") {
			t.Errorf("no error in %s", r.Messages)
		}
	})
	t.Run("busy", func(t *testing.T) {
		from := len(w.server.Requests(0))
		w.checkNormal(t, w.turn(t, s, modelserver.SceneBusy), modelserver.SceneBusy, from)
	})
	t.Run("interrupt", func(t *testing.T) {
		from, r := len(w.server.Requests(0)), (*heddle.AgentResult)(nil)
		began := time.Now()
		for e, err := range s.Stream(t.Context(), promptOf(modelserver.SceneSlow)) {
			if err != nil {
				t.Fatalf("%v\n%s", err, w.requestList(from))
			}
			if e.Type == "text" && !e.Whole && r == nil {
				r = &heddle.AgentResult{}
				if err := s.Interrupt(t.Context()); err != nil {
					t.Fatal(err)
				}
				t.Logf("interrupted after %v", time.Since(began))
			}
			if e.Type == "result" {
				var m struct{ Interrupted bool }
				json.Unmarshal(e.Message, &m)
				r.Interrupted, r.Raw = m.Interrupted, e.Message
			}
		}
		t.Logf("ended after %v", time.Since(began))
		if r == nil || !r.Interrupted || s.Health() == heddle.LiveHealthStopped {
			t.Errorf("result %+v, %s", r, s.Health())
		}
		from = len(w.server.Requests(0))
		w.checkNormal(t, w.turn(t, s, modelserver.SceneText), modelserver.SceneText, from)
	})
	w.stop(t, s)
}

// testRateLimit plays a turn whose requests are all refused with HTTP 429. Agents
// try again for as long as they like, so the turn is limited: it ends with the
// agent's error, or with the time limit.
func testRateLimit(t *testing.T, w *world) {
	o := w.options()
	o.Timeout = 30 * time.Second
	s := w.start(t, o)
	from := len(w.server.Requests(0))
	r := w.turn(t, s, modelserver.SceneLimit)
	t.Logf("%d requests", len(w.server.Requests(from)))
	failures := messagesOf(t, r.Messages, "error")
	for _, m := range failures {
		t.Logf("error: %s", m.Raw)
	}
	if !r.IsError || len(failures) == 0 {
		t.Fatalf("result %s, messages %s", r.Raw, r.Messages)
	}
	last := failures[len(failures)-1]
	if r.ErrorType != "timeout" && last.Category != "rate_limit" {
		t.Errorf("the error has the category %q", last.Category)
	}
	w.stop(t, s)
}

// testKilledAgent kills the agent's processes in the middle of a turn.
func testKilledAgent(t *testing.T, w *world) {
	s := w.start(t, w.options())
	w.turn(t, s, modelserver.SceneText)
	killed := false
	var result heddle.JSON
	for e, err := range s.Stream(t.Context(), promptOf(modelserver.SceneSlow)) {
		if err != nil {
			t.Logf("the stream ends with %v", err)
			break
		}
		if e.Type == "text" && !e.Whole && !killed {
			killed = true
			w.killAgents(t)
		}
		if e.Type == "result" {
			result = e.Message
		}
	}
	var m struct{ IsError bool }
	if json.Unmarshal(result, &m); !killed || !m.IsError {
		t.Errorf("killed %v, result %s", killed, result)
	}
	select {
	case <-s.Done():
	case <-time.After(time.Minute):
		t.Fatal("the session does not end")
	}
	if s.Err() == nil {
		t.Error("the session has no error")
	}
	stored := w.storedText(t, s.SessionID())
	for _, want := range []string{promptOf(modelserver.SceneSlow), modelserver.ModelText(modelserver.SceneText), `"partial":true`} {
		if !strings.Contains(stored, want) {
			t.Errorf("the store lacks %q: %s", want, stored)
		}
	}
}
