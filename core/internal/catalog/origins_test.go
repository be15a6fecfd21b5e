package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// claudeCall is a tool call of Claude at a minute, and its result.
func claudeCall(id string, minute int, tool, input string, failed bool) string {
	at := fmt.Sprintf("2026-11-20T17:%02d:00.000Z", minute)
	return fmt.Sprintf(`{"type":"assistant","uuid":"a%s","sessionId":"own","version":"2.1.330","cwd":"/w/p","gitBranch":"main","timestamp":"%s","message":{"id":"m%s","role":"assistant","model":"claude-opus-5","content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}
{"type":"user","uuid":"r%s","sessionId":"own","version":"2.1.330","cwd":"/w/p","gitBranch":"main","timestamp":"%s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%s","content":%q,"is_error":%v}]}}
`, id, at, id, id, tool, input, id, at, id, "     1→read()\n     2\tshown()", failed)
}

const codexPatch = `{"timestamp":"2026-11-20T17:30:00.000Z","type":"session_meta","payload":{"id":"01a1f9fa-0000-7000-8000-000000000001","timestamp":"2026-11-20T17:30:00.000Z","cwd":"/w/p","cli_version":"0.169.0","git":{"branch":"main","commit_hash":"abc","repository_url":"https://u:t@example.org/o/p.git"}}}
{"timestamp":"2026-11-20T17:30:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"do"}]}}
{"timestamp":"2026-11-20T17:30:02.000Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"*** Begin Patch\n*** Update File: src/a.go\n@@\n func a() {\n-	old()\n+	patched()\n }\n*** End Patch"}}
{"timestamp":"2026-11-20T17:30:03.000Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c1","output":"ok"}}
`

func findEdits(t *testing.T, claude string, req session.FindEditsRequest) string {
	t.Helper()
	files := hosttest.NewMounts().File("claude/projects/-w-p/own.jsonl", []byte(claude)).
		File("claude/projects/-w-p/copy.jsonl", []byte(strings.ReplaceAll(claude, `"sessionId":"own"`, `"sessionId":"copy"`))).
		File("codex/sessions/2026/11/20/rollout-2026-11-20T17-30-00-01a1f9fa-0000-7000-8000-000000000001.jsonl", []byte(codexPatch))
	h := hosttest.Host(files)
	found, err := catalog.New(&h, func(d fault.Diagnostic) { t.Log(d.Message) }).FindEdits(req)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range found.Lines {
		line := l.Confidence
		for _, i := range l.Edits {
			e := found.Edits[i]
			line += fmt.Sprintf(" %s:%s@%s", e.Agent, e.ToolCallID, e.Path)
		}
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "\n")
}

// Rule: a line is found in the edits that wrote it: of tools, patches and here documents, newest first, once
// for all sessions that repeat one. An edit that failed, that only has the line around its change, or that was
// made after the line's time did not write it.
func TestFindEdits(t *testing.T) {
	claude := claudeCall("t1", 1, "Write", `{"file_path":"/w/p/src/a.go","content":"package a\n\nfunc a() {\n\told()\n}\n"}`, false) +
		claudeCall("t2", 2, "Edit", `{"file_path":"/w/p/src/a.go","old_string":"func a() {\n","new_string":"func a() {\n\tsecond( 1 )\n"}`, false) +
		claudeCall("t3", 3, "Edit", `{"file_path":"/w/p/src/a.go","old_string":"x","new_string":"failed()"}`, true) +
		claudeCall("t4", 4, "Edit", `{"file_path":"/w/p/b.go","old_string":"x","new_string":"elsewhere()"}`, false) +
		claudeCall("t5", 5, "Bash", `{"command":"cd /w/p && cat > src/a.go <<'EOF'\npackage a\nfunc a() {\n\told()\n\tshell()\n}\nEOF"}`, false)
	got := findEdits(t, claude, session.FindEditsRequest{Paths: []string{"src/a.go"},
		Lines: []string{"\told()", "\told()\r", "\tpatched()", "    second(1)", "failed()", "elsewhere()", "\tshell()", "func a() {", "nobody", ""},
		Times: []string{"2026-11-20T17:04:00Z", "", "", "2026-11-20T17:03:00Z", "", "", "", "2026-11-20T17:02:30Z", "", "2026-11-20T17:01:30Z"}})
	const own, codex = "claude:%s@/w/p/src/a.go", "codex:c1@/w/p/src/a.go"
	want := strings.Join([]string{
		"exact " + fmt.Sprintf(own, "t1"), "", "exact " + codex, "reformatted " + fmt.Sprintf(own, "t2"), "", "",
		"exact " + fmt.Sprintf(own, "t5"), "exact " + fmt.Sprintf(own, "t1"), "", "exact " + fmt.Sprintf(own, "t1")}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Rule: a line that was removed again was written by none of the edits before.
func TestRemovedLines(t *testing.T) {
	edit := func(id string, minute int, before, after string) string {
		return claudeCall(id, minute, "Edit", fmt.Sprintf(`{"file_path":"/w/p/src/a.go","old_string":%q,"new_string":%q}`, before, after), false)
	}
	claude := edit("t1", 1, "x", "gone()\nstays()") + edit("t2", 2, "gone()\n", "") + edit("t3", 3, "x", "back()") + edit("t4", 4, "back()", "") + edit("t5", 5, "y", "back()") +
		claudeCall("t6", 6, "Write", `{"file_path":"/w/q/src/a.go","content":"other"}`, false)
	got := findEdits(t, claude, session.FindEditsRequest{Paths: []string{"src/a.go"}, Lines: []string{"gone()", "stays()", "back()", "gone()", "back()"},
		Times: []string{"", "", "", "2026-11-20T17:01:30Z", "2026-11-20T17:04:30Z"}})
	if want := "\nexact claude:t1@/w/p/src/a.go\nexact claude:t5@/w/p/src/a.go\nexact claude:t1@/w/p/src/a.go\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	claude += claudeCall("t7", 7, "Write", `{"file_path":"/w/p/src/a.go","content":"new"}`, false)
	if got := findEdits(t, claude, session.FindEditsRequest{Paths: []string{"/w/p/src/a.go"}, Lines: []string{"stays()"}}); got != "" {
		t.Errorf("a file that was written anew keeps %s", got)
	}
}

// Rule: who writes a whole file anew did not write the lines that were read from it before, and does not remove them.
func TestRewrittenFile(t *testing.T) {
	claude := claudeCall("t1", 1, "Read", `{"file_path":"/w/p/src/a.go"}`, false) +
		claudeCall("t2", 2, "Write", `{"file_path":"/w/p/src/a.go","content":"read()\nshown()\nown()"}`, false) +
		claudeCall("t3", 3, "Edit", `{"file_path":"/w/p/src/a.go","old_string":"x","new_string":"shown()"}`, false)
	got := findEdits(t, claude, session.FindEditsRequest{Paths: []string{"src/a.go"}, Lines: []string{"read()", "own()", "shown()", "  read( )", " own( )"}})
	formatted := claudeCall("t1", 1, "Edit", `{"file_path":"/w/p/src/a.go","old_string":"x","new_string":"keep( 1 )"}`, false) +
		claudeCall("t2", 2, "Write", `{"file_path":"/w/p/src/a.go","content":"keep(1)\nmore()"}`, false)
	if got := findEdits(t, formatted, session.FindEditsRequest{Paths: []string{"src/a.go"}, Lines: []string{"  keep(1)"}}); got != "reformatted claude:t2@/w/p/src/a.go claude:t1@/w/p/src/a.go" {
		t.Errorf("a line that was kept with other white space: %s", got)
	}
	if want := "\nexact claude:t2@/w/p/src/a.go\nexact claude:t3@/w/p/src/a.go\n\nreformatted claude:t2@/w/p/src/a.go"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFindEditsRefuses(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	for _, req := range []session.FindEditsRequest{{}, {Paths: []string{"/"}}, {Paths: []string{"src/"}}, {Paths: []string{""}},
		{Paths: []string{"a"}, Lines: []string{"x"}, Times: []string{"soon"}}, {Paths: []string{"a"}, Lines: []string{"x"}, Times: []string{"", ""}}} {
		if _, err := catalog.New(&h, nil).FindEdits(req); fault.CodeOf(err) != fault.InvalidArgument {
			t.Errorf("%+v: %v", req, err)
		}
	}
}
