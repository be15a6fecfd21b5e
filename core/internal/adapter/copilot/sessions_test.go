package copilot_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/copilot"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	forked   = "c8c0b51b-3cd7-406e-9b45-f37c4ff5b125"
	parent   = "7637008a-b81d-4a64-9ca4-3ce3c402a728"
	helpers  = "fcb430ec-2341-425c-a34f-78d0d84aa2b9"
	refusals = "39cf3367-67ce-48c5-af5f-617f12d8aa2f"
)

// A fork repeats its parent's events with their ids: they are copies, and
// their tokens the parent's.
func TestFork(t *testing.T) {
	h := fixture(t, "copilot")
	keys := map[string]bool{}
	for _, r := range h.records(parent, everything) {
		if r.Copied {
			t.Errorf("the parent copies %+v", r)
		}
		if r.Usage != nil {
			keys[r.UsageKey] = true
		}
	}
	var copied session.TokenUsage
	for _, r := range h.records(forked, everything) {
		if r.Copied && r.Origin != parent {
			t.Errorf("copied from %q: %+v", r.Origin, r)
		}
		if r.Usage != nil && keys[r.UsageKey] != r.Copied {
			t.Errorf("key %s: copied %v, the parent's %v", r.UsageKey, r.Copied, keys[r.UsageKey])
		}
		if r.Usage != nil && r.Copied {
			copied.Add(*r.Usage)
		}
	}
	if copied.Context() != 74112 {
		t.Errorf("the fork repeats %d tokens of its parent, want 74112", copied.Context())
	}
	s, _ := h.get(forked)
	if s.ForkedFrom != parent || s.Title != "Gabelung – fork" || s.CreatedAt.String() != "2026-11-20T17:31:05.232Z" ||
		s.Cost.Inherited == nil || s.Cost.InputTokens != 15111+16422+14819 {
		t.Errorf("%+v %+v", s.Summary(), s.Cost)
	}
	if p, _ := h.get(parent); p.ForkedFrom != "" || p.Cost.Inherited != nil || p.Cost.InputTokens+p.Cost.CachedTokens != 74112 {
		t.Errorf("parent: %+v %+v", p.Summary(), p.Cost)
	}
	equal(t, "fork", show(s), `
user: (copied) What is this toy project for? (tui)
assistant mock-model: (copied) **Lantern** is a tiny toy tool that prin
user: (copied) Change the greeting, please (tui)
assistant mock-model: (copied) Editing now. edit{"new_str":"– bereit 🚢","old_str":"– ok ✅","path":"/home/dev/projects/lantern/src/cli.js"}
tool: (copied) edit "File /home/dev/projects/lantern/src/cli.js updated with changes."
assistant mock-model: (copied) bash{"command":"node src/cli.js","description":"Run the toy CLI"}
tool: (copied) bash "lamp:grün – bereit 🚢\n<shellId: 0 completed with exit code 0>"
assistant mock-model: (copied) Changed the greeting; it now prints `+"`–"+`
user: (copied) How do I start it? (tui, to be rewound)
assistant mock-model: (copied) [**Recalling the entry point**] Run it like this:
user: Give me three follow-up ideas (in the fo
assistant mock-model: Three ideas:
system/compaction mock-model: ## Goal
user: Show the second model (after compact)
assistant mock-model: Answered by the second model: 6 × 7 = *`)
}

// A fork of a fork has the notices of both.
func TestForkOfFork(t *testing.T) {
	notice := func(second, from, to int) string {
		return event(second, "session.info", `"infoType":"fork","message":"Forked from \"a (b)\" (`+uuid(from)+`) as \"c\" (`+uuid(to)+`)."`)
	}
	h := made(t, start(30, "1.0.102", ""), user(1, "first"), record(2, 10, 1, "a", uuid(3)), answer(3, "one", `,"apiCallId":"a"`), notice(10, 3, 2),
		user(11, "second"), record(12, 20, 2, "b", uuid(2)), answer(13, "two", `,"apiCallId":"b"`), notice(31, 2, 1),
		user(32, "third"), record(33, 40, 4, "c", uuid(1)), answer(34, "three", `,"apiCallId":"c"`))
	s, _ := h.get(uuid(1))
	equal(t, "messages", show(s), `
user: (copied) first
assistant: (copied) one
user: (copied) second
assistant: (copied) two
user: third
assistant: three`)
	if s.ForkedFrom != uuid(2) || s.Cost.InputTokens != 40 || s.Cost.Inherited.InputTokens != 30 || s.CreatedAt.String() != clock(30) {
		t.Errorf("%+v %+v", s.Summary(), s.Cost)
	}
	h.quiet()
}

// A clock that was set back is no fork.
func TestClockSetBack(t *testing.T) {
	h := made(t, start(30, "1.0.102", ""), user(1, "hello"), record(2, 10, 1, "a", uuid(1)), answer(3, "hi", ""))
	for _, r := range h.records(uuid(1), everything) {
		if r.Copied {
			t.Errorf("copied: %+v", r)
		}
	}
}

// The last events need not be in the order of their times, and a list that
// does not read them has the same time of the last one.
func TestLastEventsOutOfOrder(t *testing.T) {
	h := made(t, start(1, "1.0.102", ""), user(2, "hello"), event(4, "assistant.turn_end", `"turnId":"0"`), event(3, "hook.end", `"x":"y"`))
	got, _ := h.get(uuid(1))
	if listed := h.list()[uuid(1)]; listed.UpdatedAt != got.UpdatedAt || got.UpdatedAt.String() != clock(4) {
		t.Errorf("list says %s, get %s, want %s", listed.UpdatedAt, got.UpdatedAt, clock(4))
	}
}

// The event of a request names its session, regardless of what else is missing.
func TestSourceSession(t *testing.T) {
	h := made(t, start(1, "1.0.102", ""), record(2, 10, 1, "a", uuid(7)), record(3, 20, 2, "b", uuid(1)),
		agentEvent(4, "session.usage_record", `"usage":{"model":"gpt-9","inputTokens":40,"outputTokens":4,"accounting":{"sourceSessionId":"`+uuid(8)+`"}}`, "helper"), user(5, "x"))
	s, _ := h.get(uuid(1))
	if s.Cost.InputTokens != 60 || s.Cost.Inherited.InputTokens != 10 || s.Cost.Subagents.InputTokens != 40 {
		t.Errorf("%+v", s.Cost)
	}
}

// Subagents are in the same file: they are not shown, their tokens count.
func TestSubagents(t *testing.T) {
	h := fixture(t, "copilot")
	s, _ := h.get(helpers)
	equal(t, "1.0.102", show(s), `
user: Ask a helper agent to count the files.
assistant mock-model: Delegating. task{"agent_type":"explore","description":"Count files","mode":"sync","name":"count-files","prompt":"SUBTASK: count the files in src and answer with a number."}
tool: task "There are 2 files."
assistant mock-model: The helper says there are **2** files in`)
	sub := s.Cost.Subagents // the agent itself adds 8033 up
	if s.TurnCount != 1 || sub.InputTokens+sub.CachedTokens+sub.OutputTokens != 8033 || s.Cost.InputTokens+s.Cost.CachedTokens != 32369 {
		t.Errorf("turns %d, cost %+v, subagents %+v", s.TurnCount, s.Cost, sub)
	}
	for name, id := range map[string]string{"copilot-1.0.40": "ad1cd5d9-5673-4eb5-a6c8-7c9c1f6cd8ba", "copilot-1.0.73": "8d70c392-e4f5-4244-9bce-b7fb509578c1"} {
		h := fixture(t, name)
		s, _ := h.get(id)
		if s.MessageCount != 4 || s.TurnCount != 1 || s.Model != "mock-model" {
			t.Errorf("%s: %+v", name, s.Summary())
		}
		aside := 0
		for _, r := range h.records(id, everything) {
			if r.Aside && r.Kind == adapter.Message {
				aside++
			}
		}
		if aside != 3 {
			t.Errorf("%s: %d messages of the subagent, want 2 answers and a result", name, aside)
		}
	}
}

// How calls fail: a refusal and a missing file are errors of the tool, a
// command's exit code is in another place in every version.
func TestToolResults(t *testing.T) {
	for name, want := range map[string]struct{ id, code, missing string }{
		"copilot-0.0.370": {"75da8aad-5387-4b97-aa6c-0199c700652d", `tool: bash ""`, `tool: view "Path does not exist" failed`},
		"copilot-1.0.0":   {"3ff27901-dbbe-422c-9c2b-31f98b72c370", `tool: bash ""`, `tool: view "Path does not exist" failed`},
		"copilot-1.0.40":  {"ba7fd328-be99-4814-bbd3-f3719d235021", `<exited with exit code 3>" failed 3`, `tool: view "Path does not exist" failed`},
		"copilot-1.0.73":  {"833c645c-445d-411a-a30c-693cc3e33234", `<shellId: 0 completed with exit code 3>" failed 3`, `tool: view "Path does not exist" failed`},
		"copilot":         {"78418e1f-7558-4eaa-9e1b-e01c8f75adaf", `<shellId: 0 completed with exit code 3>" failed 3`, `tool: view "Path does not exist" failed`},
	} {
		s, _ := fixture(t, name).get(want.id)
		got := show(s)
		if !strings.Contains(got, want.code+"\n") || !strings.Contains(got, want.missing+"\n") {
			t.Errorf("%s:\n%s", name, got)
		}
		if s.Title != "Please inspect the folder, add a NOTES.md and run the check." && s.Title != "tide check" {
			t.Errorf("%s: title %q", name, s.Title)
		}
	}
	s, _ := fixture(t, "copilot").get(refusals)
	if got := show(s); !strings.Contains(got, `tool: bash "Permission denied because no interactive`) || strings.Count(got, " failed\n") != 3 {
		t.Errorf("refused:\n%s", got)
	}
}

// Thinking, errors, interrupts and a kill leave what they leave.
func TestEndings(t *testing.T) {
	h := fixture(t, "copilot")
	for id, want := range map[string]string{
		"f101dea0-2f09-410e-b725-c6279782a574": "user: Trigger the provider error\nsystem/api_error: 400 Mock provider error: request refused",
		"3093b571-9574-4c44-9ce2-452c5cb73072": "user: Count slowly\nsystem/interrupted: user_abort",
		"cb2aba5e-1608-48b0-91f0-84f156068344": "user: Count slowly (killed)",
	} {
		s, r := h.get(id)
		equal(t, id, show(s), want)
		if s.TurnCount != 0 || r.Injected != 1 || len(r.UnknownTypes) != 0 || r.FormatVersion != "1.0.102" {
			t.Errorf("%s: %d turns, report %+v", id, s.TurnCount, r)
		}
	}
	s, _ := h.get("b00b4848-400b-482c-824b-0df79253dd03")
	if s.Messages[1].Thinking == "" || s.Cost.CacheWriteTokens != 3056+3105+3144+3166+3189 || s.Cost.CachedTokens != 3105+3144+3166+3189 ||
		s.Cost.InputTokens+s.Cost.CachedTokens+s.Cost.CacheWriteTokens != 9169+12420+12576+12665+12756 {
		t.Errorf("anthropic wire: %q %+v", s.Messages[1].Thinking, s.Cost)
	}
	if s.Cost.Source != session.CostSourceComputed { // the agent's cost 0.0 is no price
		t.Errorf("source %s", s.Cost.Source)
	}
	for _, sum := range h.list() {
		if strings.Contains(sum.Title, "<") {
			t.Errorf("title %q", sum.Title)
		}
	}
	h.quiet()
}

// No text that the user did not type is shown.
func TestInjected(t *testing.T) {
	h := made(t, start(1, "1.0.102", ""),
		event(2, "system.message", `"role":"system","content":"SECRET"`),
		event(3, "user.message", `"content":"SECRET","source":"skill-pdf"`),
		event(4, "user.message", `"content":"SECRET","isAutopilotContinuation":true`),
		event(5, "system.notification", `"content":"SECRET"`), event(6, "skill.invoked", `"content":"SECRET"`),
		event(7, "user.message", `"content":"typed","transformedContent":"<current_datetime>SECRET","source":"user","attachments":[{"type":"file","path":"/w/a.go","displayName":"a.go"},{"type":"blob","mimeType":"image/png","data":"AAAA"}]`),
		event(8, "tool.user_requested", `"toolCallId":"u1","toolName":"bash","arguments":{"command":"ls"}`),
		event(9, "tool.execution_complete", `"toolCallId":"u1","success":true,"result":{"content":"a.go"}`),
		event(10, "session.from_the_future", `"content":"SECRET"`), `{"id":"e11"}`)
	s, r := h.get(uuid(1))
	equal(t, "messages", show(s), `
user: typed <a.go > < image/png>
user/shell: ls
tool:  "a.go"`)
	if r.Injected != 5 || r.UnknownTypes["session.from_the_future"] != 1 || r.UnknownTypes["(none)"] != 1 || s.Messages[0].Attachments[1].Bytes != 4 {
		t.Errorf("report %+v", r)
	}
}

// A rewind rewrites the file shorter while it may be read: what is left is
// read, and the end is no defect. What the removed turn took is in the totals.
func TestRewind(t *testing.T) {
	before := []string{start(1, "1.0.102", ""), user(2, "keep"), record(3, 10, 1, "a", uuid(1)), answer(4, "kept", `,"apiCallId":"a"`)}
	h := made(t, append(before, user(5, "drop"), record(6, 20, 2, "b", uuid(1)), answer(7, "dropped", `,"apiCallId":"b"`))...)
	ix := h.discover()
	h.file(events(uuid(1)), append(before, event(8, "session.info", `"infoType":"rewind","message":"Rewound"`))...)
	if _, err := h.walk(ix, ix.FindRef(uuid(1)), everything); err != nil {
		t.Errorf("the file is shorter than it was: %v", err)
	}
	h.file(events(uuid(1)), append(before, event(8, "session.info", `"infoType":"rewind","message":"Rewound"`), user(9, "on"),
		record(10, 40, 4, "c", uuid(1)), answer(11, "done", `,"apiCallId":"c"`), totals(12, 3, 70, 7, `,"totalNanoAiu":0`))...)
	s, _ := h.get(uuid(1))
	equal(t, "messages", show(s), "user: keep\nassistant: kept\nuser: on\nassistant: done")
	if s.Cost.InputTokens != 70 || s.Cost.OutputTokens != 7 {
		t.Errorf("%+v", s.Cost)
	}
	h.quiet()
}

// The data beside the sessions is not needed: a database without its -wal,
// settings with comments and trailing commas, locks of a killed process.
func TestFilesBeside(t *testing.T) {
	h := fixture(t, "copilot")
	const folders = 11
	if got := len(h.list()); got != folders+4 { // four that only session-store.db still has
		t.Errorf("%d sessions", got)
	}
	if b := h.bytes("copilot/config.json"); !bytes.HasPrefix(b, []byte("//")) {
		t.Errorf("the settings have no comment: %q", b)
	}
	h.file("copilot/config.json", "// a comment", `{"a":1,}`)
	h.mounts.File("copilot/session-store.db", make([]byte, 4096))
	h.file("copilot/session-state/"+parent+"/inuse.77.lock", "")
	h.host.SQL = nil
	if got := len(h.list()); got != folders {
		t.Errorf("%d sessions, want %d", got, folders)
	}
	if len(h.notes) != 1 || h.notes[0].Code != fault.Unsupported {
		t.Errorf("diagnostics: %+v", h.notes)
	}
}

// A name is beside the events only: a search for it must find the session.
func TestSearchName(t *testing.T) {
	for _, c := range []struct{ name, query string }{
		{"name: Harbour lamps", "Harbour lamps"},
		{"name: 'the keeper''s lamp'", "keeper's"},
		{"name: \"gr\\u00fcn\"\nuser_named: true", "grün"},
		{"name: a name that\n  goes on", "that goes"},
	} {
		h := made(t, `{"type":"session.start","data":{},"id":"a","timestamp":"2026-11-20T18:00:00.000Z"}`,
			`{"type":"user.message","data":{"content":"hello"},"id":"b","timestamp":"2026-11-20T18:00:01.000Z"}`).
			file(workspace(uuid(1)), c.name)
		got, _, err := h.catalog().Search(session.SearchRequest{Agent: copilot.Name, Text: c.query})
		if err != nil || len(got) != 1 {
			t.Errorf("%s: %d sessions found, %v", c.query, len(got), err)
		}
	}
}

// A hint lets texts be empty, nothing else.
func TestMatch(t *testing.T) {
	h := fixture(t, "copilot-1.0.73")
	want := everything
	want.Match = func(raw []byte) bool { return bytes.Contains(raw, []byte("NOTES.md")) }
	full, some := h.records("833c645c-445d-411a-a30c-693cc3e33234", everything), h.records("833c645c-445d-411a-a30c-693cc3e33234", want)
	if len(full) != len(some) {
		t.Fatalf("%d records, want %d", len(some), len(full))
	}
	for i := range full {
		if some[i].Role != full[i].Role || some[i].ID != full[i].ID || some[i].Text != full[i].Text && some[i].Text != "" {
			t.Errorf("%+v, want %+v", some[i], full[i])
		}
	}
}
