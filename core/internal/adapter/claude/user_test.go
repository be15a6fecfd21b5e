package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// Rule: of the lines of type user only what somebody typed is a prompt.
func TestWhatIsAPrompt(t *testing.T) {
	user := func(content, extra string) string {
		return `{"type":"user","uuid":"u","sessionId":"own"` + extra + `,"message":{"role":"user","content":` + content + `}}`
	}
	text := func(s string) string { return `"` + s + `"` }
	for _, x := range []struct {
		name, line string
		kind       adapter.Kind
		prompt     bool
		special    string
		text       string
	}{
		{"typed", user(text("! ls src"), ""), adapter.Message, true, "", "! ls src"},
		{"typed as blocks", user(`[{"type":"text","text":"a"},{"type":"text","text":"b"}]`, ""), adapter.Message, true, "", "a\n\nb"},
		{"editor's context in front", user(`[{"type":"text","text":"<ide_opened_file>x</ide_opened_file>"},{"type":"text","text":"go"}]`, ""), adapter.Message, true, "", "go"},
		{"meta", user(text("anything"), `,"isMeta":true`), adapter.Injected, false, "", ""},
		{"caveat that lost isMeta", user(text("Caveat: The messages below were generated"), ""), adapter.Injected, false, "", ""},
		{"caveat tag", user(text("<local-command-caveat>x</local-command-caveat>"), ""), adapter.Injected, false, "", ""},
		{"command", user(text("<command-name>/model</command-name>"), ""), adapter.Injected, false, "", ""},
		{"custom command", user(text("<command-message>x</command-message>\\n<command-name>/x</command-name>"), ""), adapter.Message, true, "", "/x"},
		{"custom command, older", user(text("<command-message>x is running…</command-message>\\n<command-name>/x</command-name>\\n<command-args>a\\n b </command-args>"), ""), adapter.Message, true, "", "/x a\n b"},
		{"skill that the model loads", user(text("<command-message>The x skill is running</command-message>\\n<command-name>x</command-name>"), ""), adapter.Injected, false, "", ""},
		{"command of a tool call", user(text("<command-message>x</command-message>\\n<command-name>/x</command-name>"), `,"sourceToolUseID":"t"`), adapter.Injected, false, "", ""},
		{"expanded in one line", user(`[{"type":"text","text":"<command-name>/x</command-name>"},{"type":"text","text":"Say hello."}]`, ""), adapter.Message, true, "", "/x"},
		{"printed in one line", user(text("<command-name>/cost</command-name>\\n<local-command-stdout>$1</local-command-stdout>"), ""), adapter.Injected, false, "", ""},
		{"message without a name", user(text("<command-message>x</command-message>"), ""), adapter.Injected, false, "", ""},
		{"pasted", user(text(`look at\n\n<pasted_content id=\"4c8a\">\na\nb\n</pasted_content id=\"4c8a\">\nplease\n`), ""), adapter.Message, true, "", "look at\n\na\nb\nplease"},
		{"not pasted", user(text(`a <pasted_content id=\"1\"> b`), ""), adapter.Message, true, "", `a <pasted_content id="1"> b`},
		{"its output", user(text("<local-command-stdout>ok</local-command-stdout>"), ""), adapter.Injected, false, "", ""},
		{"reminder", user(text("<system-reminder>x</system-reminder>"), ""), adapter.Injected, false, "", ""},
		{"reminder in a block", user(`[{"type":"text","text":"<system-reminder>x</system-reminder>"}]`, ""), adapter.Injected, false, "", ""},
		{"nothing", user(text(""), ""), adapter.Injected, false, "", ""},
		{"shell", user(text("<bash-input>ls src</bash-input>"), ""), adapter.Message, false, "shell", "ls src"},
		{"its output", user(text("<bash-stdout>a\\n</bash-stdout><bash-stderr>b</bash-stderr>"), ""), adapter.Message, false, "shell", "a\n\nb"},
		{"no output", user(text("<bash-stdout></bash-stdout><bash-stderr></bash-stderr>"), ""), adapter.Injected, false, "", ""},
		{"interrupted", user(`[{"type":"text","text":"[Request interrupted by user]"}]`, ""), adapter.Message, false, "interrupted", "[Request interrupted by user]"},
		{"subagent", user(text("<task-notification><result>done</result></task-notification>"), `,"promptSource":"system"`), adapter.Message, false, "subagent_result", "done"},
		{"task", user(text("<task-notification><summary>ended</summary></task-notification>"), ""), adapter.Message, false, "notice", "ended"},
		{"program's own", user(text("wake up"), `,"promptSource":"system"`), adapter.Message, false, "notice", "wake up"},
		{"summary", user(text("S"), `,"isCompactSummary":true`), adapter.Message, false, "compaction", "S"},
		{"sidechain alone", user(text("do"), `,"isSidechain":true`), adapter.Message, true, "", "do"},
		{"queued while at work", `{"type":"attachment","uuid":"u","attachment":{"type":"queued_command","prompt":"also this","commandMode":"prompt"}}`, adapter.Message, true, "", "also this"},
		{"queued notification", `{"type":"attachment","uuid":"u","attachment":{"type":"queued_command","prompt":"x","commandMode":"task-notification"}}`, adapter.Injected, false, "", ""},
		{"attachment", `{"type":"attachment","uuid":"u","attachment":{"type":"file","filename":"x"}}`, adapter.Injected, false, "", ""},
		{"retry", `{"type":"system","subtype":"api_error","uuid":"u","error":{"message":"x"},"retryInMs":5}`, adapter.Injected, false, "", ""},
		{"turn's length", `{"type":"system","subtype":"turn_duration","uuid":"u","durationMs":5}`, adapter.Injected, false, "", ""},
		{"future line", `{"type":"something-new","uuid":"u","parentUuid":"p"}`, adapter.Unknown, false, "", ""},
		{"request's message", `{"type":"api-request-blob","message":{"role":"user","content":"x"}}`, adapter.Ignored, false, "", ""},
	} {
		recs := oneSession(t, x.line).walk(t, "own", everything)
		r := recs[0]
		if len(recs) != 1 || r.Kind != x.kind || r.Prompt != x.prompt || r.Special != x.special || r.Text != x.text {
			t.Errorf("%s: %d records, kind %d prompt %v special %q text %q", x.name, len(recs), r.Kind, r.Prompt, r.Special, r.Text)
		}
		if r.Kind != adapter.Ignored && r.ID != "u" {
			t.Errorf("%s: no place in the tree", x.name)
		}
	}
}

// Rule: what the user did not type is counted, and never shown.
func TestInjectedLinesAreCounted(t *testing.T) {
	for _, x := range []struct {
		fixture, id       string
		records, injected int64
	}{
		{"claude-0.2.126", "b2a579a1", 19, 7}, // caveat, 3 commands with output
		{"claude-1.0.24", "cd1ddaf6", 27, 7},
		{"claude-1.0.120", "fc8e6657", 17, 7}, // two caveats, two commands with output, a placeholder
		{"claude-2.1.30", "9f7849fc", 31, 9},
		{"claude", "e9491ba4", 84, 38},
		{"claude", "0ea0f83d", 67, 0},
	} {
		h := openHome(t, x.fixture)
		recs, report := h.report(t, x.id, everything)
		var n int64
		for _, r := range recs {
			if r.Kind == adapter.Injected {
				n++
			}
			if r.Kind == adapter.Message && strings.HasPrefix(r.Text, "<") {
				t.Errorf("%s line %d shows %q", x.id, r.Line, r.Text)
			}
		}
		if report.Records != x.records || x.injected != 0 && n != x.injected {
			t.Errorf("%s: %d records, %d injected, want %d and %d", x.id, report.Records, n, x.records, x.injected)
		}
	}
}

// Rule: every line is one record, and no known line is unknown.
func TestEveryLineIsOneRecord(t *testing.T) {
	for _, fixture := range fixtures {
		h := openHome(t, fixture)
		for i := range h.ix.Refs {
			recs, report := h.report(t, h.ix.Refs[i].ID, everything)
			lines := map[int64]int{}
			for _, r := range recs {
				if r.Kind == adapter.Unknown {
					t.Errorf("%s %s line %d: %s is unknown", fixture, h.ix.Refs[i].ID, r.Line, r.Type)
				}
				if r.Line > 0 {
					lines[r.Line]++
				}
			}
			if int64(len(lines)) != report.Records || report.SkippedCount != 0 {
				t.Errorf("%s %s: %d lines, %d records, %d skipped", fixture, h.ix.Refs[i].ID, len(lines), report.Records, report.SkippedCount)
			}
			for n, c := range lines {
				if c != 1 {
					t.Errorf("%s %s: line %d gave %d records", fixture, h.ix.Refs[i].ID, n, c)
				}
			}
		}
	}
}

// Rule: failures are no answers, have no model and no usage; a placeholder
// that no model wrote is not shown at all.
func TestSyntheticAnswers(t *testing.T) {
	for fixture, id := range map[string]string{"claude-0.2.126": "a022e4d9", "claude-1.0.24": "0e756efd", "claude-1.0.120": "26f53f0e",
		"claude-2.0.60": "3bff785a", "claude-2.1.30": "b3a87608", "claude": "c4443fba"} {
		s := openHome(t, fixture).get(t, id)
		if s.TurnCount != 0 || s.Model != "" || len(s.Messages) != 2 {
			t.Errorf("%s: %d turns, model %q, %d messages", fixture, s.TurnCount, s.Model, len(s.Messages))
		}
		if m := s.Messages[1]; m.Role != "system" || m.Type != "error" || m.Kind != "api_error" || m.TokenUsage != nil || !strings.HasPrefix(m.Content, "API Error: 400") {
			t.Errorf("%s: %+v", fixture, m)
		}
	}
	// A copy lost its flag; the text decides.
	if m := openHome(t, "claude-0.2.126").get(t, "f9fa9a96").Messages[1]; m.Kind != "api_error" {
		t.Errorf("copied failure: %+v", m)
	}
	for _, m := range openHome(t, "claude-2.0.60").get(t, "7c78335b").Messages {
		if m.Content == "No response requested." {
			t.Error("the placeholder is shown")
		}
	}
}

// Rule: images are described, never carried.
func TestImages(t *testing.T) {
	for fixture, id := range map[string]string{"claude": "bf20529c", "claude-1.0.120": "fc8e6657"} {
		s := openHome(t, fixture).get(t, id)
		if got := string(s.Messages[2].ToolResult.Output); got != `[{"bytes":100,"mediaType":"image/png","type":"image"}]` {
			t.Errorf("%s: %s", fixture, got)
		}
	}
	s := oneSession(t, `{"type":"user","uuid":"u","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},{"type":"document","title":"a.pdf","source":{"type":"base64","media_type":"application/pdf","data":"AAAAAAAA"}}]}}`).get(t, "own")
	m := s.Messages[0]
	if len(m.Attachments) != 2 || m.Attachments[0].Bytes != 4 || m.Attachments[0].MediaType != "image/png" || m.Attachments[1].Name != "a.pdf" || m.Attachments[1].Bytes != 8 {
		t.Errorf("attachments %+v", m.Attachments)
	}
}
