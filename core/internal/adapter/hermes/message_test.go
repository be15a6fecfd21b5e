package hermes_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	oneSession = "INSERT INTO sessions (id, model, started_at) VALUES ('a', 'm-1', 100)"
	addRow     = "INSERT INTO messages (session_id, role, content, timestamp, tool_call_id, tool_calls, tool_name) VALUES ('a', "
)

// Content that is a list comes after a NUL, which SQLite's own functions
// take for the end of the text.
func TestListContent(t *testing.T) {
	for _, fixture := range []string{"hermes-v22", "hermes-v30-handmade", "hermes-livewal"} {
		m := get(t, home(t, fixture), codexOne).Messages[0]
		if m.Content != "What does this label photo say?" || len(m.Attachments) != 1 || m.Attachments[0] != (session.Attachment{ID: "0.0", MediaType: "image/png", Bytes: 12}) {
			t.Errorf("%s: %+v", fixture, m)
		}
		a, err := catalog.New(home(t, fixture), func(fault.Diagnostic) {}).Attachment(session.AttachmentRequest{Agent: hermes.Name, SessionID: codexOne, ID: "0.0"})
		if err != nil || *a != (session.AttachmentData{MediaType: "image/png", Bytes: 8, Data: "iVBORw0KGgo="}) {
			t.Errorf("%s: %+v, %v", fixture, a, err)
		}
		if s := list(t, home(t, fixture), session.ListRequest{})[codexOne]; s.Title != "What does this label photo say?" {
			t.Errorf("%s: title %q", fixture, s.Title)
		}
	}
	h := made(t, schema, oneSession,
		addRow+`'user', CAST(X'00' AS TEXT) || 'json:[{"type":"text","text":"a"},"b",{"type":"input_image","image_url":"https://x/y.png"},{"type":"file","filename":"z.pdf","mime_type":"application/pdf"}]', 101, NULL, NULL, NULL)`,
		addRow+`'user', CAST(X'00' AS TEXT) || 'json:[broken', 102, NULL, NULL, NULL)`,
		addRow+`'tool', CAST(X'00' AS TEXT) || 'json:[{"type":"text","text":"seen"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]', 103, 'c', NULL, 'look')`)
	rs := walked(t, h, "a")
	if want := "user: a\n\nb\nuser: [broken\ntool: " + `[{"text":"seen","type":"text"},{"bytes":4,"mediaType":"image/png","type":"file"}]`; said(rs) != want {
		t.Errorf("%s", said(rs))
	}
	if a := rs[1].Attachments; len(a) != 2 || a[0] != (session.Attachment{MediaType: "image", Name: "https://x/y.png"}) || a[1] != (session.Attachment{MediaType: "application/pdf", Name: "z.pdf"}) {
		t.Errorf("%+v", a)
	}
}

// Reasoning is in up to four fields that repeat each other: one is shown.
func TestReasoning(t *testing.T) {
	for fixture, want := range map[string]string{"hermes-v6": conversation, "hermes-v30-handmade": conversation} {
		for _, r := range walked(t, home(t, fixture), want) {
			if r.ID == "2" && r.Thinking != "The quote module probably floors grams to kilograms." {
				t.Errorf("%s: %q", fixture, r.Thinking)
			}
		}
	}
	const columns = "ALTER TABLE messages ADD COLUMN reasoning_content TEXT; ALTER TABLE messages ADD COLUMN reasoning_details TEXT; ALTER TABLE messages ADD COLUMN codex_reasoning_items TEXT;"
	for fields, want := range map[string]string{
		"NULL, 'b', '[{\"text\":\"c\"}]', '[{\"summary\":[{\"text\":\"d\"}]}]'":                                                                                "b",
		"'', '', '[{\"text\":\"c\"},{\"summary\":\"e\"}]', NULL":                                                                                               "c\n\ne",
		"NULL, NULL, '[{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]', '[{\"encrypted_content\":\"x\",\"summary\":[{\"text\":\"d\"},{\"text\":\"f\"}]}]'": "d\n\nf",
		"NULL, NULL, 'broken', NULL": "",
	} {
		h := made(t, schema+columns, oneSession, "INSERT INTO messages (session_id, role, content, timestamp, reasoning, reasoning_content, reasoning_details, codex_reasoning_items) VALUES ('a', 'assistant', 'x', 101, "+fields+")")
		e := env(h, nil)
		rs := records(t, e, discover(t, e), "a", everything)
		if rs[1].Thinking != want || e.Report.SkippedCount > 0 != strings.Contains(fields, "broken") {
			t.Errorf("%s: %q, skipped %v", fields, rs[1].Thinking, e.Report.Skipped)
		}
	}
}

// Calls have their arguments as JSON in a string; results are JSON texts.
func TestTools(t *testing.T) {
	for _, fixture := range fixtures {
		rs := get(t, home(t, fixture), conversation).Messages
		call := rs[3].ToolCalls
		if len(call) != 2 || call[1].ToolCallID != "call_r3" || call[1].ToolName != "terminal" || string(call[1].Input) != `{"command":"pytest -q tests/test_quote.py","timeout":60}` {
			t.Errorf("%s: %+v", fixture, call)
		}
		res := rs[5].ToolResult
		if res.ToolCallID != "call_r3" || res.ToolName != "terminal" || string(res.Output) != `"4 passed in 0.12s"` || res.IsError || rs[5].Role != session.RoleTool {
			t.Errorf("%s: %+v", fixture, res)
		}
	}
	for stored, want := range map[string]session.ToolResult{
		`{"output": "no", "exit_code": 2, "error": null}`: {Output: session.JSON(`"no"`), ExitCode: 2},
		`{"output": "", "exit_code": 0, "error": "boom"}`: {Output: session.JSON(`{"error":"boom","exit_code":0,"output":""}`), IsError: true},
		`{"success": false, "b": 1, "a": 2}`:              {Output: session.JSON(`{"a":2,"b":1,"success":false}`), IsError: true},
		`{"error": {"code": 1}}`:                          {Output: session.JSON(`{"error":{"code":1}}`), IsError: true},
		`plain text`:                                      {Output: session.JSON(`"plain text"`)},
		`[1, 2]`:                                          {Output: session.JSON(`"[1, 2]"`)},
		``:                                                {Output: session.JSON(`""`)},
	} {
		h := made(t, schema, oneSession, addRow+"'tool', '"+stored+"', 101, 'c1', NULL, 'f')")
		got := *walked(t, h, "a")[1].ToolResult
		want.ToolCallID, want.ToolName = "c1", "f"
		if string(got.Output) != string(want.Output) || got.ExitCode != want.ExitCode || got.IsError != want.IsError || got.ToolCallID != "c1" || got.ToolName != "f" {
			t.Errorf("%s: %+v %s", stored, got, got.Output)
		}
	}
	h := made(t, schema, oneSession, addRow+`'assistant', NULL, 101, NULL, '[{"call_id":"x","function":{"name":"f","arguments":"not json"}},{"id":"y","name":"g","arguments":{"b":1,"a":2}},7]', NULL)`,
		addRow+`'assistant', 'kept', 102, NULL, '[{"id":', NULL)`)
	rs := walked(t, h, "a")
	c := rs[1].ToolCalls
	if len(c) != 2 || c[0].ToolCallID != "x" || string(c[0].Input) != `"not json"` || c[1].ToolName != "g" || string(c[1].Input) != `{"a":2,"b":1}` || rs[2].Text != "kept" {
		t.Errorf("%+v", rs)
	}
}

// Times are seconds in doubles, taken by their shortest decimal and floored.
func TestTimes(t *testing.T) {
	for stored, want := range map[string]string{
		"1786353306.1479998": "2026-08-10T09:15:06.147Z", "1786353300.037": "2026-08-10T09:15:00.037Z", "1786353300.9999995": "2026-08-10T09:15:00.999Z",
		"1786353300": "2026-08-10T09:15:00.000Z", "1786353300037": "2026-08-10T09:15:00.037Z", "'2026-08-10T09:15:00Z'": "2026-08-10T09:15:00.000Z",
		"'soon'": "", "-5": "", "1e300": "", "0": "",
	} {
		h := made(t, schema, oneSession, addRow+"'user', 'x', "+stored+", NULL, NULL, NULL)")
		if got := walked(t, h, "a")[1].Time; got.String() != want && (got != 0 || want != "") {
			t.Errorf("%s: %s, want %s", stored, got, want)
		}
	}
}

// What Hermes says in the user's place is context, what was only overheard is
// no prompt, and roles of other kinds are distinguished.
func TestNotTyped(t *testing.T) {
	h := made(t, schema, oneSession, `INSERT INTO messages (session_id, role, content, timestamp, observed, display_kind, _compressed_summary) VALUES
('a', 'user', '[Your active task list was preserved across context compression] x', 101, 0, NULL, 0), ('a', 'user', 'psst', 102, 0, 'hidden', 0),
('a', 'user', 'overheard', 103, 1, NULL, 0), ('a', 'user', 'the gist', 104, 0, NULL, 1), ('a', 'system', 'model changed', 105, 0, NULL, 0),
('a', 'session_meta', '{}', 106, 0, NULL, 0), ('a', 'oracle', 'x', 107, 0, NULL, 0), ('a', 'user', 'typed', 108, 0, NULL, 0), ('a', 'assistant', 'ok', 109, 0, NULL, 0)`)
	rs := walked(t, h, "a")
	if got := said(rs); got != "user: overheard\nsystem/compaction: the gist\nsystem/notice: model changed\nuser: typed\nassistant: ok" {
		t.Errorf("%s", got)
	}
	var prompts, injected int
	for _, r := range rs {
		if r.Prompt {
			prompts++
		}
		if r.Kind == adapter.Injected {
			injected++
		}
	}
	if prompts != 1 || injected != 2 {
		t.Errorf("%d prompts, %d injected", prompts, injected)
	}
	c := catalog.New(h, nil)
	_, report, err := c.Get(session.GetRequest{Agent: "hermes", SessionID: "a"})
	if err != nil || report.UnknownTypes["message.oracle"] != 1 || report.Injected != 2 || report.FormatVersion != "schema 22" {
		t.Errorf("%+v, %v", report, err)
	}
}

// Raw is the stored text of every row.
func TestRaw(t *testing.T) {
	var raw []string
	for _, r := range walked(t, home(t, "hermes-v22"), conversation) {
		if r.Raw != nil {
			raw = append(raw, string(r.Raw))
		}
	}
	if len(raw) != 14 || !strings.Contains(raw[1], `"arguments": "{\"pattern\": \"math.floor\"`) || !strings.Contains(raw[1], `"signature": "c2ln"`) {
		t.Errorf("%d: %q", len(raw), raw)
	}
}
