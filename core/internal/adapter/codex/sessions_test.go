package codex_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// TestNewestHome asserts what a reader of the files finds in the newest home.
func TestNewestHome(t *testing.T) {
	const fetch, parser = "/home/dev/projects/fetch-kit", "/home/dev/projects/date.parser_v2"
	want := map[string]struct {
		title, model, cwd, forkedFrom, parent string
		turns, messages, tokens, inherited    int64
		archived                              bool
	}{
		"01a1f9fa-7b5a-7193-b78d-bf79b8b7092e": {"What does the fetch helper do? One sentence please.", "gpt-6.1-sol", fetch, "", "", 1, 2, 13890, 0, false},
		"01a1f9fa-7cb0-7222-a4dd-fc71bc245557": {"Add a retry to the fetch helper.", "gpt-5.5", fetch, "", "", 3, 11, 48517, 0, false},
		"01a1f9fa-81db-7520-bbe3-bff557b0be3c": {"Add a retry to the fetch helper.", "gpt-5.5", fetch, "01a1f9fa-7cb0-7222-a4dd-fc71bc245557", "", 4, 13, 20319, 48517, false},
		"01a1f9fa-831c-7ee0-a18e-36629eebe3ac": {"Fix the date parser so 2024-W05 works.", "gpt-5.5", parser, "", "", 1, 16, 55591, 0, false},
		"01a1f9fa-8589-71a0-83b3-f47234a4c633": {"Use the code tool to list sources.", "gpt-6.1-sol", fetch, "", "", 1, 8, 55903, 0, false},
		"01a1f9fa-87ca-7761-b5ae-63b57d58b9da": {"Trigger a bad request please.", "gpt-6.1-sol", fetch, "", "", 0, 2, 0, 0, false},
		"01a1f9fb-d291-7cb1-9728-320b70d06a28": {"toy thread", "gpt-5.5", fetch, "", "", 4, 16, 70451, 0, false},
		"01a1f9fb-d4a1-7381-9aed-30527f349537": {"toy thread", "gpt-5.5", fetch, "01a1f9fb-d291-7cb1-9728-320b70d06a28", "", 3, 11, 21743, 33507, false},
		"01a1f9fb-deec-7471-a628-5857edb61f89": {"Legacy shell call please.", "gpt-5.5", fetch, "", "", 2, 5, 22017, 0, true},
		"01a1f9fb-dff7-7021-86cf-70cad7b7821f": {"Ask a helper agent for the date formats.", "gpt-6.1-sol", parser, "", "", 1, 7, 41509 + 13290, 0, false},
		"01a1f9fb-e046-7c70-9992-e7ab12b05a32": {"scan_formats", "gpt-6.1-sol", parser, "", "01a1f9fb-dff7-7021-86cf-70cad7b7821f", 1, 2, 13290, 0, false},
		"01a1f9fb-e0b2-71d0-8ab4-e640b6f4791d": {"Ask a helper agent (old tools).", "gpt-5.2-codex", parser, "", "", 1, 6, 16555, 0, false},
		"01a1f9fc-cb56-7730-aca5-1b83ce7bd80d": {"Add a retry to the fetch helper.", "gpt-5.5", fetch, "", "", 2, 26, 80869, 0, false},
		"01a1f9fd-e11b-7d52-bf25-d0ddf44d9619": {"toy tui two", "gpt-6-sol", fetch, "", "", 1, 3, 14009, 0, false},
		"01a1f9fe-1b42-7c92-8534-40ff64b56368": {"toy tui two", "gpt-6-sol", fetch, "01a1f9fd-e11b-7d52-bf25-d0ddf44d9619", "", 2, 5, 14169, 14009, false},
	}
	h := fixture(t, "codex")
	list := h.list()
	if len(list) != len(want) {
		t.Errorf("%d sessions, want %d", len(list), len(want))
	}
	for id, w := range want {
		s := list[id]
		if s == nil {
			t.Errorf("%s is missing", id)
			continue
		}
		if s.Title != w.title || s.Model != w.model || s.Cwd != w.cwd || s.ForkedFrom != w.forkedFrom ||
			s.ParentSessionID != w.parent || s.IsSubagent != (w.parent != "") || s.Archived != w.archived ||
			s.TurnCount != w.turns || s.MessageCount != w.messages {
			t.Errorf("%s: %s", id, s.AppendJSON(nil))
		}
		if own, inherited := tokensOf(s.Cost); own != w.tokens || inherited != w.inherited {
			t.Errorf("%s: %d tokens and %d inherited, want %d and %d", id, own, inherited, w.tokens, w.inherited)
		}
	}
	if len(h.notes) > 0 {
		t.Errorf("diagnostics: %+v", h.notes)
	}
}

func tokensOf(c *session.CostRecord) (own, inherited int64) {
	if c == nil {
		return 0, 0
	}
	own = c.InputTokens + c.CachedTokens + c.CacheWriteTokens + c.OutputTokens
	if i := c.Inherited; i != nil {
		inherited = i.InputTokens + i.CachedTokens + i.CacheWriteTokens + i.OutputTokens
	}
	return own, inherited
}

// TestOlderHomes asserts titles, working directories and models of the eras:
// bare lines have no model, and no directory before 0.29.
func TestOlderHomes(t *testing.T) {
	for _, c := range []struct {
		home, id, title, model, cwd, created, updated string
		turns, messages                               int64
	}{
		{"codex-0.1.2504172351", "6de2649b-bdc8-431f-8599-7dc0f3f32cff", "Say hello.", "", "", "2026-11-20T18:37:36.640Z", "2026-11-20T18:37:36.640Z", 4, 22},
		{"codex-0.8.0", "19ec2e4b-456e-420e-a532-8c789781321e", "Add a retry to the fetch helper.", "", "", "2026-11-20T18:29:47.674Z", "2026-11-20T18:29:47.674Z", 1, 6},
		{"codex-0.29.0", "114c2b68-a3b2-4d90-94eb-69e11433d67f", "Add a retry to the fetch helper.", "", "/home/dev/projects/fetch-kit", "2026-11-20T18:35:34.928Z", "2026-11-20T18:35:34.928Z", 2, 8},
		{"codex-0.45.0", "01a1fa39-dc35-7ee0-8901-7f95275460a7", "Add a retry to the fetch helper.", "gpt-5-codex", "/home/dev/projects/fetch-kit", "2026-11-20T18:30:58.357Z", "2026-11-20T18:30:59.763Z", 3, 10},
		{"codex-0.80.0", "01a1fa3e-8437-7cd1-93a2-3322a11cdd88", "Say hello.", "gpt-5.1-codex-max", "/home/dev/projects/fetch-kit", "2026-11-20T18:36:03.511Z", "2026-11-20T18:36:19.674Z", 3, 11},
		{"codex-0.99.0", "01a1fa3d-d84e-7560-beb5-00be3d2af2b9", "Add a retry to the fetch helper.", "gpt-5.3-codex", "/home/dev/projects/fetch-kit", "2026-11-20T18:35:19.502Z", "2026-11-20T18:35:23.355Z", 3, 11},
		{"codex-0.136.0", "01a1fa44-eff2-7003-bcfe-992d888ab7d2", "Add a retry to the fetch helper.", "gpt-5.4", "/home/dev/projects/fetch-kit", "2026-11-20T18:43:04.314Z", "2026-11-20T18:43:16.053Z", 3, 10},
	} {
		s := fixture(t, c.home).list()[c.id]
		if s == nil {
			t.Errorf("%s: no %s", c.home, c.id)
			continue
		}
		if s.Title != c.title || s.Model != c.model || s.Cwd != c.cwd || s.TurnCount != c.turns || s.MessageCount != c.messages ||
			s.CreatedAt.String() != c.created || s.UpdatedAt.String() != c.updated {
			t.Errorf("%s: %s", c.home, s.AppendJSON(nil))
		}
	}
}

// TestResumeByCopying: TypeScript and 0.29 write a new file with all earlier
// items; the longest is the session, the others are superseded by it.
func TestResumeByCopying(t *testing.T) {
	for home, want := range map[string]map[string]string{
		"codex-0.1.2504172351": {
			"33463b04-c989-4214-8752-e3f58ba7b4b5": "6de2649b-bdc8-431f-8599-7dc0f3f32cff",
			"f6a22a35-51bc-47bf-8b53-bba53f556e1b": "6de2649b-bdc8-431f-8599-7dc0f3f32cff",
			"70813032-eb86-4581-a580-58771daab4be": "6de2649b-bdc8-431f-8599-7dc0f3f32cff",
			"6de2649b-bdc8-431f-8599-7dc0f3f32cff": "",
		},
		"codex-0.29.0": {
			"0fe5d21f-3bfd-417b-b753-422a34ecd5ad": "114c2b68-a3b2-4d90-94eb-69e11433d67f",
			"114c2b68-a3b2-4d90-94eb-69e11433d67f": "",
			"90dfcb7a-e92c-467e-82f6-5e36f5667ad6": "",
			"f9710112-d6e0-4668-a19e-d0a70c90e53d": "",
			"440a047e-9adf-4fea-8daf-e0340e57ae99": "", // a prompt without an answer repeats nothing
		},
	} {
		list := fixture(t, home).list()
		for id, by := range want {
			if list[id] == nil || list[id].SupersededBy != by {
				t.Errorf("%s: %s is superseded by %q, want %q", home, id, list[id].SupersededBy, by)
			}
		}
	}
}

// TestResponses: the items of one response are one message, in every era: two
// or more calls at once, usage before (0.45) or after the items, outputs
// between the calls (0.8, 0.29, 0.45) or after them.
func TestResponses(t *testing.T) {
	parallel := `
user: Fix the date parser so 2024-W05 works.
assistant: [**Looking around**] Let me look around. shell() shell() shell()
tool: shell failed
tool: shell failed
tool: shell failed
assistant: apply()
tool: apply
assistant: shell()
tool: shell
assistant: no_such_tool()
tool: no_such_tool failed
assistant: Fixed ✅ — week dates (` + "`2024-W05`) no"
	for home, id := range map[string]string{
		"codex-0.29.0": "f9710112-d6e0-4668-a19e-d0a70c90e53d",
		"codex-0.45.0": "01a1fa39-e625-7fe0-8458-8f5584799239",
	} {
		got := show(fixture(t, home).get(id))
		want := strings.ReplaceAll(parallel, "apply()", "apply_patch()")
		want = strings.ReplaceAll(want, "tool: apply\n", "tool: apply_patch\n")
		if home == "codex-0.29.0" {
			want = strings.ReplaceAll(want, "apply_patch", "shell")
		}
		equal(t, home, got, want)
	}
	equal(t, "0.8", show(fixture(t, "codex-0.8.0").get("6750273e-aeee-48c8-9ca6-66554e8ae505")), `
user: Fix the date parser so 2024-W05 works.
assistant: Let me look around. local_shell() local_shell() local_shell()
tool: local_shell failed
tool: local_shell failed
tool: local_shell failed
assistant: update_plan()
tool: update_plan failed
assistant: local_shell()
tool: local_shell failed
assistant: local_shell()
tool: local_shell
assistant: local_shell()
tool: local_shell
assistant: no_such_tool()
tool: no_such_tool failed`)
	exec := `
user: Fix the date parser so 2024-W05 works.
assistant: [**Looking around**] Let me look around. exec_command() exec_command() exec_command()
tool: exec_command failed
tool: exec_command failed
tool: exec_command failed
assistant: [**Week dates**] update_plan()
tool: update_planX
assistant: apply_patch()
tool: apply_patch failed
assistant: apply_patch()
tool: apply_patch
assistant: exec_command()
tool: exec_command
assistant: no_such_tool()
tool: no_such_tool failed
assistant: Fixed ✅ — week dates (` + "`2024-W05`) no"
	for home, id := range map[string]string{
		"codex-0.99.0":  "01a1fa3a-ee49-7093-be81-2ee21c77c1eb",
		"codex-0.136.0": "01a1fa45-365b-74d1-81eb-2e48fb7bd63a",
		"codex":         "01a1f9fa-831c-7ee0-a18e-36629eebe3ac",
	} {
		plan := ""
		if home == "codex" {
			plan = " failed"
		}
		equal(t, home, show(fixture(t, home).get(id)), strings.ReplaceAll(exec, "X", plan))
	}
}

// TestUsageOfMessages: the tokens of a response are on its message, of a
// compaction's request on the compaction.
func TestUsageOfMessages(t *testing.T) {
	for home, id := range map[string]string{
		"codex-0.45.0":  "01a1fa3e-065e-7d22-91f4-ae15fea96db6",
		"codex-0.80.0":  "01a1fa3e-8437-7cd1-93a2-3322a11cdd88",
		"codex-0.99.0":  "01a1fa3d-94e7-7091-a7d0-a72025f8960c",
		"codex-0.136.0": "01a1fa45-7049-7f83-854a-b0ae2112cd3f",
		"codex":         "01a1f9fa-7cb0-7222-a4dd-fc71bc245557",
	} {
		s := fixture(t, home).get(id)
		var sum session.TokenUsage
		compactions := 0
		for i := range s.Messages {
			m := &s.Messages[i]
			switch {
			case m.Role == session.RoleAssistant || m.Kind == "compaction":
				if m.TokenUsage == nil {
					t.Errorf("%s: no tokens on %s %q", home, m.Role, first(m.Content))
					continue
				}
				sum.Add(*m.TokenUsage)
			case m.TokenUsage != nil:
				t.Errorf("%s: tokens on %s %q", home, m.Role, first(m.Content))
			}
			if m.Kind == "compaction" {
				compactions++
			}
		}
		if own, _ := tokensOf(s.Cost); sum.Total() != own || compactions != 1 {
			t.Errorf("%s: messages have %d tokens, the session %d; %d compactions", home, sum.Total(), own, compactions)
		}
	}
}

// TestTextsOnce: user, assistant and reasoning texts are in an event and an
// item and are shown once; 0.45 ends a compaction with an event that nobody
// said; last_agent_message is no message.
func TestTextsOnce(t *testing.T) {
	equal(t, "0.45", show(fixture(t, "codex-0.45.0").get("01a1fa3e-065e-7d22-91f4-ae15fea96db6")), `
user: Say hello.
assistant: Hello 👋
user: Add a retry to the fetch helper.
assistant: [**Reading the helper**] I will read the helper first. shell()
tool: shell
assistant: apply_patch()
tool: apply_patch failed
assistant: Added `+"`withRetry`"+` around the call:
system/compaction: Added `+"`withRetry`"+` around the call:
user: Say goodbye.
assistant: Goodbye.`)
	equal(t, "legacy", show(fixture(t, "codex").get("01a1f9fb-d291-7cb1-9728-320b70d06a28")), `
user: Say hello.
assistant: Hello 👋
user: Add a retry to the fetch helper.
assistant: [**Reading the helper**] I will read the helper first. exec_command()
tool: exec_command
assistant: apply_patch()
tool: apply_patch failed
assistant: Added `+"`withRetry`"+` around the call:
system/compaction: [instructions removed]
user: Say goodbye.
assistant: Goodbye.
user: Take your time.
system/interrupted: interrupted
system/compaction: [instructions removed]
user: Say hello.
assistant: Hello 👋`)
	equal(t, "0.136 compaction", show(fixture(t, "codex-0.136.0").get("01a1fa45-7049-7f83-854a-b0ae2112cd3f")), `
user: Say hello.
assistant: Hello 👋
user: Add a retry to the fetch helper.
assistant: [**Reading the helper**] I will read the helper first. exec_command()
tool: exec_command
assistant: apply_patch()
tool: apply_patch failed
assistant: Added `+"`withRetry`"+` around the call:
system/compaction: [instructions removed]
user: Say goodbye.
assistant: Goodbye.`)
}

// TestSpecials: goals, interruptions, shell commands, refusals, subagents and
// failures of the newest version.
func TestSpecials(t *testing.T) {
	h := fixture(t, "codex")
	got := show(h.get("01a1f9fc-cb56-7730-aca5-1b83ce7bd80d"))
	equal(t, "tail", got[strings.Index(got, "user: Take"):], `
user: Take your time.
system/interrupted: interrupted
user/shell: ls src
system/interrupted: interrupted`)
	if n := strings.Count(got, "exec_command failed"); n != 4 {
		t.Errorf("%d refused commands, want 4", n)
	}
	s := h.get("01a1f9fd-e11b-7d52-bf25-d0ddf44d9619")
	if m := s.Messages[2]; m.Kind != "shell" || m.Content != "ls src\n\nExit code: 0\nDuration: 0.0709 seconds\nOutput:\nfetch.js\n" {
		t.Errorf("shell command: %s", m.AppendJSON(nil))
	}
	equal(t, "failure", show(h.get("01a1f9fa-87ca-7761-b5ae-63b57d58b9da")), `
user: Trigger a bad request please.
system/api_error: {"error": {"message": "toy validation er`)
	equal(t, "parent of a subagent", show(h.get("01a1f9fb-dff7-7021-86cf-70cad7b7821f")), `
user: Ask a helper agent for the date formats.
assistant: I will ask a helper. spawn_agent()
tool: spawn_agent
assistant: wait_agent()
tool: wait_agent
system/subagent_result: Message Type: FINAL_ANSWER
assistant: The helper found two formats: `+"`YYYY-MM-D")
	equal(t, "subagent", show(h.get("01a1f9fb-e046-7c70-9992-e7ab12b05a32")), `
user: HELPER-SCAN: list the date formats used 
assistant: Done — nothing else to do. ✅`)
	equal(t, "code mode", show(h.get("01a1f9fa-8589-71a0-83b3-f47234a4c633")), `
user: Use the code tool to list sources.
assistant: [**Using exec**] exec()
tool: exec
assistant: exec()
tool: exec failed
assistant: exec()
tool: exec
assistant: Listed the sources with one script 🙂.`)
	equal(t, "0.8 prompt without an answer", show(fixture(t, "codex-0.8.0").get("a87013b6-c680-4172-8a89-69a7163e2490")),
		`user: What does the fetch helper do? One sente`)
}

// TestResults: outputs of every era with their exit codes.
func TestResults(t *testing.T) {
	for _, c := range []struct {
		home, id, call, output string
		failed                 bool
		code                   int64
	}{
		{"codex-0.1.2504172351", "6de2649b-bdc8-431f-8599-7dc0f3f32cff", "call_yAmVPkGr7iEZznLs1THfXcYh", "fetch.js\n16f9f42 seed\n", false, 0},
		{"codex-0.1.2504172351", "6de2649b-bdc8-431f-8599-7dc0f3f32cff", "call_0Ch7ASZi7YuDFKV43GKhUueO", "cat: src/missing.py: No such file or directory\n", true, 1},
		{"codex-0.8.0", "6750273e-aeee-48c8-9ca6-66554e8ae505", "call_8ooasAxqdrUZp544bGAMY7u8", "error: Failed to read file to update /home/dev/projects/date.parser_v2/src/nope.js: No such file or directory (os error 2)", true, 0},
		{"codex-0.45.0", "01a1fa39-dc35-7ee0-8901-7f95275460a7", "call_eNLhyD5cqHKG7U9gYWybyXqc", "Success. Updated the following files:\nM src/fetch.js\n", false, 0},
		{"codex-0.99.0", "01a1fa3a-ee49-7093-be81-2ee21c77c1eb", "call_156Epsa7f0sbwnIl1Etz461m", "Chunk ID: 15949e\nWall time: 0.0508 seconds\nProcess exited with code 1\nOriginal token count: 12\nOutput:\ncat: src/missing.py: No such file or directory\n", true, 1},
		{"codex-0.136.0", "01a1fa44-eff2-7003-bcfe-992d888ab7d2", "call_MY3STGuOXQOABcuJHtnFikC1", "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM src/fetch.js\n", false, 0},
		{"codex", "01a1f9fa-8589-71a0-83b3-f47234a4c633", "call_bDrt0AWqELvbFXUQJDTwi7Zg", "Script completed\nWall time 0.0 seconds\nOutput:\n\n\n{}", false, 0},
	} {
		found := false
		for _, m := range fixture(t, c.home).get(c.id).Messages {
			r := m.ToolResult
			if r == nil || r.ToolCallID != c.call {
				continue
			}
			found = true
			if want := string(session.TextJSON(c.output)); string(r.Output) != want || r.IsError != c.failed || r.ExitCode != c.code {
				t.Errorf("%s %s: %s", c.home, c.call, r.AppendJSON(nil))
			}
		}
		if !found {
			t.Errorf("%s: no result of %s", c.home, c.call)
		}
	}
}

// TestCalls: inputs are objects where the arguments are JSON, else the text.
func TestCalls(t *testing.T) {
	for _, c := range []struct{ home, id, call, name, input string }{
		{"codex-0.99.0", "01a1fa3a-ee49-7093-be81-2ee21c77c1eb", "call_156Epsa7f0sbwnIl1Etz461m", "exec_command", `{"cmd":"cat src/missing.py"}`},
		{"codex-0.99.0", "01a1fa3a-ee49-7093-be81-2ee21c77c1eb", "call_vFxVXD6bDqiWw7CKCXcIfQUs", "apply_patch", `"*** Begin Patch\n*** Update File: src/nope.js\n@@\n-no such line\n+x\n*** End Patch\n"`},
		{"codex", "01a1f9fb-deec-7471-a628-5857edb61f89", "call_1UM7pjhH4xQSzlfNn269Ho7o", "local_shell", `{"command":["bash","-lc","ls -1 src"],"env":{},"timeout_ms":10000,"type":"exec","user":null,"working_directory":null}`},
	} {
		found := false
		for _, m := range fixture(t, c.home).get(c.id).Messages {
			for _, call := range m.ToolCalls {
				if call.ToolCallID == c.call {
					found = true
					if call.ToolName != c.name || string(call.Input) != c.input {
						t.Errorf("%s: %s", c.call, call.AppendJSON(nil))
					}
				}
			}
		}
		if !found {
			t.Errorf("no call %s", c.call)
		}
	}
	for _, m := range fixture(t, "codex-0.1.2504172351").get("6de2649b-bdc8-431f-8599-7dc0f3f32cff").Messages {
		for _, call := range m.ToolCalls {
			if call.ToolCallID == "call_0Ch7ASZi7YuDFKV43GKhUueO" && call.DurationMS != 100 {
				t.Errorf("the call took %d ms, want 100", call.DurationMS)
			}
		}
	}
}

// TestInjected: context that the user did not type is counted and not shown.
func TestInjected(t *testing.T) {
	for home, c := range map[string]struct {
		id       string
		injected int64
	}{
		"codex-0.29.0":  {"90dfcb7a-e92c-467e-82f6-5e36f5667ad6", 1},
		"codex-0.80.0":  {"01a1fa3e-8437-7cd1-93a2-3322a11cdd88", 2},
		"codex-0.99.0":  {"01a1fa3d-94e7-7091-a7d0-a72025f8960c", 4},
		"codex-0.136.0": {"01a1fa45-7049-7f83-854a-b0ae2112cd3f", 5}, // with the compaction's answer
		"codex":         {"01a1f9fc-cb56-7730-aca5-1b83ce7bd80d", 6}, // with the goal and two <turn_aborted>
	} {
		r := fixture(t, home).report(c.id)
		if r.Injected != c.injected || r.SkippedCount != 0 || len(r.UnknownTypes) != 0 {
			t.Errorf("%s: %s", home, r.AppendJSON(nil))
		}
	}
}

// TestEveryLineOnce: each line yields one record, and a wish for less changes
// no count.
func TestEveryLineOnce(t *testing.T) {
	for _, name := range homes {
		h := fixture(t, name)
		for _, ref := range h.discover().Refs {
			lines := strings.Count(string(h.bytes(ref.Path)), "\n")
			seen := map[string]int{}
			all := h.records(ref.ID, adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true})
			for _, r := range all {
				if r.Path == "" && r.Raw != nil {
					seen[itoa(int(r.Line))]++
				}
			}
			if strings.HasSuffix(ref.Path, ".jsonl") && len(seen) != lines {
				t.Errorf("%s %s: %d lines seen of %d", name, ref.ID, len(seen), lines)
			}
			for line, n := range seen {
				if n != 1 {
					t.Errorf("%s %s: line %s gave %d records", name, ref.ID, line, n)
				}
			}
			less := h.records(ref.ID, adapter.Want{Prompts: true, Usage: true})
			if a, b := shape(all), shape(less); a != b {
				t.Errorf("%s %s: wanting less changes the records\n%s\n%s", name, ref.ID, a, b)
			}
		}
	}
}

// shape lists the messages and usages of a walk without their texts.
func shape(records []adapter.Record) string {
	var b strings.Builder
	for _, r := range records {
		if r.Kind == adapter.Message && len(r.ToolCalls) == 1 && r.ToolCalls[0].ToolName == "" {
			continue // a duration
		}
		if r.Kind == adapter.Message || r.Kind == adapter.Usage {
			b.WriteString(string(r.Role) + " " + r.Merge + " " + r.UsageKey + "\n")
		}
	}
	return b.String()
}
