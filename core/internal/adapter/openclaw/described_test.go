package openclaw_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// A document as older descriptions have it, made by hand.
const document = `{
  "id": "s1",
  "title": "Feeding the bird",
  "createdAt": "2026-01-05T10:00:00.000Z",
  "workspace": "/w",
  "messages": [
    {"id": "m1", "role": "user", "content": "How many seeds?", "timestamp": "2026-01-05T10:00:01.000Z"},
    {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": "Let me look."}, {"type": "toolCall", "id": "c1", "name": "exec", "arguments": {"command": "wc"}}],
     "model": "toy-small", "timestamp": "2026-01-05T10:00:02.000Z", "usage": {"inputTokens": 100, "outputTokens": 20, "cacheReadTokens": 30}, "cost": 0.0125},
    {"id": "m3", "role": "toolResult", "toolCallId": "c1", "toolName": "exec", "content": "3", "isError": false, "timestamp": "2026-01-05T10:00:03.000Z"},
    {"id": "m4", "role": "assistant", "content": "Three \"messages\": [{\"a\"}].", "model": "toy-small", "timestamp": "2026-01-05T10:00:04.000Z",
     "usage": {"input": 10, "output": 2, "cacheRead": 0, "cacheWrite": 0, "cost": {"total": 0.5}}},
    {"role": "user", "content": "Thanks", "timestamp": 1767607205000},
    {"role": "assistant", "content": "You are welcome", "model": "toy-small", "cost": {"total": 0.25}}
  ]
}`

const channels = "openclaw/sessions/"

func TestDescribed(t *testing.T) {
	h, m := mounted(t, "")
	m.File(channels+"telegram/s1.json", []byte(document))
	s := get(t, h, "s1")
	if s.Title != "Feeding the bird" || s.Cwd != "/w" || s.MessageCount != 6 || s.TurnCount != 2 || s.Model != "toy-small" ||
		s.CreatedAt.String() != "2026-01-05T10:00:00.000Z" || s.UpdatedAt.String() != "2026-01-05T10:00:05.000Z" {
		t.Errorf("%+v", s.Summary())
	}
	if c := s.Cost; c.InputTokens != 110 || c.OutputTokens != 22 || c.CachedTokens != 30 || c.TotalUSD.String() != "0.7625" || c.Source != session.CostSourceRecorded {
		t.Errorf("cost %+v %s", c, c.TotalUSD)
	}
	if s.Messages[1].ToolCalls[0].ToolName != "exec" || s.Messages[2].Role != session.RoleTool || string(s.Messages[2].ToolResult.Output) != `"3"` ||
		s.Messages[3].Content != `Three "messages": [{"a"}].` {
		t.Errorf("%+v", s.Messages)
	}
	e := env(h, nil)
	ix := discover(t, e)
	checkSpend(t, e, ix, &ix.Refs[0])
	if n := len(records(t, e, ix, &ix.Refs[0], adapter.Want{Usage: true})); n < 4 {
		t.Errorf("%d records for usage alone", n)
	}
	var shown string
	if err := openclaw.New().(adapter.Sifter).Sift(e, ix, &ix.Refs[0], func(raw []byte) bool { shown += string(raw); return true }); err != nil || shown != document {
		t.Errorf("sifted %d bytes, %v", len(shown), err)
	}
}

// The title gives way to the first prompt, and the channel is in the raw
// text; the same conversation in two channels is two sessions, and costs once.
func TestChannels(t *testing.T) {
	h, m := mounted(t, "")
	untitled := strings.Replace(document, `"title": "Feeding the bird",`, "", 1)
	m.File(channels+"discord/s1.json", []byte(untitled)).File(channels+"telegram/s1.json", []byte(document)).
		File(channels+"cli/other.json", []byte(`{"messages":[]}`)).File(channels+"cli/notes.txt", []byte("x")).File(channels+"loose.json", []byte(document))
	ix := discover(t, env(h, nil))
	if len(ix.Refs) != 3 || ix.Refs[1].Path != channels+"discord/s1.json" || ix.Refs[1].ID != "s1" || ix.Refs[2].ID != "telegram/s1" {
		t.Fatalf("%+v", ix.Refs)
	}
	if sums, n := list(t, h); len(sums) != 2 || len(n) != 0 {
		t.Errorf("%d sessions, notes %+v", len(sums), n)
	}
	for id, want := range map[string][2]string{"s1": {"How many seeds?", `{"channel":"discord"}`}, "telegram/s1": {"Feeding the bird", `{"channel":"telegram"}`}} {
		s, _, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: openclaw.Name, SessionID: id, Raw: true})
		if err != nil {
			t.Fatal(err)
		}
		var raw string
		if err := json.Unmarshal(s.Raw, &raw); err != nil {
			t.Fatal(err)
		}
		if first, rest, _ := strings.Cut(raw, "\n"); s.Title != want[0] || first != want[1] || !strings.Contains(rest, `"How many seeds?"`) || strings.Count(rest, "How many seeds?") != 1 {
			t.Errorf("%s: title %q, raw %.80q", id, s.Title, raw)
		}
	}
	tokens, keys, naive := spent(t, h)
	if tokens != 162 || keys != 2 || naive != 4 {
		t.Errorf("%d tokens, %d keys of %d", tokens, keys, naive)
	}
}

// Damage costs the messages that it touches.
func TestDamagedDocument(t *testing.T) {
	for name, c := range map[string]struct {
		data     string
		messages int64
		code     fault.Code
		title    string
	}{
		"cut in the last message": {document[:len(document)-40], 5, "", "Feeding the bird"},
		"cut in the list":         {document[:strings.Index(document, `"m3"`)], 2, "", "Feeding the bird"},
		"hole":                    {strings.Replace(document, `"m3", "role"`, "\x00\x00\x00", 1), 5, "", "Feeding the bird"},
		"lost bracket":            {strings.Replace(document, `"arguments": {`, `"arguments": {{`, 1), 5, "", "Feeding the bird"},
		"byte order mark":         {"\xef\xbb\xbf" + document, 6, "", "Feeding the bird"},
		"NULs behind":             {document + "\x00\x00", 6, "", "Feeding the bird"},
		"cut in the head":         {document[:60], 0, fault.ParseError, ""},
		"text":                    {"not json", 0, fault.ParseError, ""},
		"array":                   {"[]", 0, fault.ParseError, ""},
		"deep":                    {`{"a":` + strings.Repeat("[", 20000), 0, fault.ParseError, ""},
		"other object":            {`{"a":"messages"}`, 0, fault.SessionNotFound, ""},
		"empty":                   {"", 0, fault.SessionNotFound, ""},
		"blank":                   {" \n", 0, fault.SessionNotFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h, m := mounted(t, "")
			m.File(channels+"cli/s1.json", []byte(c.data))
			s, report, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: openclaw.Name, SessionID: "s1"})
			if fault.CodeOf(err) != c.code || c.code == fault.ParseError && fault.From(err).Path != channels+"cli/s1.json" {
				t.Fatalf("%v, want %s", err, c.code)
			}
			if err != nil {
				return
			}
			if s.MessageCount != c.messages || s.Title != c.title || (report.SkippedCount == 0) != (name == "byte order mark") {
				t.Errorf("%d messages, want %d; %q; skipped %+v", s.MessageCount, c.messages, s.Title, report.Skipped)
			}
			_, _, err = catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: openclaw.Name, SessionID: "s1", Strict: true})
			if (fault.CodeOf(err) == fault.ParseError) != (report.SkippedCount > 0) {
				t.Errorf("strict: %v", err)
			}
		})
	}
}

// Times may be written in seconds or milliseconds, as numbers or as digits:
// none of them is in 1970.
func TestDescribedTimes(t *testing.T) {
	h, m := mounted(t, "")
	m.File(channels+"cli/s.json", []byte(`{"createdAt":1767607200,"updatedAt":"1767607209000","messages":[{"role":"user","content":"a","timestamp":1767607201.5},{"role":"user","content":"b","timestamp":"1767607202"}]}`))
	s := get(t, h, "s")
	if s.CreatedAt.String() != "2026-01-05T10:00:00.000Z" || s.UpdatedAt.String() != "2026-01-05T10:00:09.000Z" ||
		s.Messages[0].Timestamp.String() != "2026-01-05T10:00:01.500Z" || s.Messages[1].Timestamp.String() != "2026-01-05T10:00:02.000Z" {
		t.Errorf("%+v %+v", s.Summary(), s.Messages)
	}
}
