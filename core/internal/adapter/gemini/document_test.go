package gemini_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// A document of 0.20 holds calls with their results; 0.4 holds none.
func TestDocuments(t *testing.T) {
	s := fixture(t, "gemini-0.20.0").get("2ef3c952")
	equal(t, "0.20", show(s), `
user: What is this toy project for? (tui)
assistant: **Lantern** is a tiny toy tool that prin
user: Please inspect the folder (tui)
assistant: I'll look around first. list_directory() read_file()
tool: list_directory
tool: read_file
assistant: write_file()
tool: write_file
assistant: Now the check. run_shell_command() read_file()
tool: run_shell_command exit
tool: read_file failed
assistant: Summary of what I did:
system/notice: Conversation checkpoint saved with tag:`)
	if m := &s.Messages[3]; m.Thinking == "" || string(m.ToolCalls[0].Input) != `{"dir_path":"."}` || m.TokenUsage.OutputTokens != 41 {
		t.Errorf("%+v", m)
	}
	s = fixture(t, "gemini-0.4.0").get("aeea2104")
	equal(t, "0.4: the request for a summary is not typed", show(s), "user: How do I start it? (after compress)\nassistant: Run it like this:")
	if s = fixture(t, "gemini").get("f54dee2d"); s.Cwd != "/home/dev/projects/café notes" {
		t.Errorf("the hash of a known directory: cwd %q", s.Cwd)
	}
}

// Damage to one message of a document costs that one.
func TestDamagedDocument(t *testing.T) {
	path := hashed + "chats/session-2026-11-20T18-48-2ef3c952.json"
	h := fixture(t, "gemini-0.20.0")
	whole := string(h.bytes(path))
	for _, c := range []struct {
		name    string
		bytes   string
		lost    int
		skipped int64
	}{
		{"torn", whole[:strings.Index(whole, `"id": "a63ed952`)+10], 2, 1},
		{"a message without its end", strings.Replace(whole, "Grüße!\\n\"", "Grüße!\\n", 1), 3, 1},
		{"one line", strings.NewReplacer("\n", "", "  ", "").Replace(whole), 0, 0},
		{"a summary behind the messages", strings.TrimRight(whole, "}\n") + `, "summary": "A name"}`, 0, 0},
	} {
		h.mounts.File(path, []byte(c.bytes))
		s, r, err := h.catalog().Get(session.GetRequest{Agent: "gemini", SessionID: "2ef3c952-17a2-406a-b5b9-3f120e61074d"})
		if err != nil || len(s.Messages) != 13-c.lost || r.SkippedCount != c.skipped || s.CreatedAt.String() != "2026-11-20T18:48:43.349Z" {
			t.Errorf("%s: %v, %d messages, created %s, report %+v", c.name, err, len(s.Messages), s.CreatedAt, r)
		}
		if strings.Contains(c.bytes, "A name") && s.Title != "A name" {
			t.Errorf("title %q", s.Title)
		}
	}
}

// 0.1.9 leaves prompt logs and checkpoints only: the log has ids and times,
// the checkpoint the rest.
func TestOldest(t *testing.T) {
	h := fixture(t, "gemini-0.1.9")
	s := h.get("22701076")
	equal(t, "from the checkpoint", show(s), `
user: What is this toy project for? (tui)
assistant: **Lantern** is a tiny toy tool that prin
user: Please inspect the folder (tui)
assistant: I'll look around first. list_directory() read_file()
tool: list_directory
tool: read_file
assistant: write_file()
tool: write_file
assistant: Now the check. run_shell_command()
tool: run_shell_command exit
assistant: read_file()
tool: read_file
assistant: Summary of what I did:`)
	if s.CreatedAt.String() != "2026-11-20T18:42:19.298Z" || s.UpdatedAt.String() != "2026-11-20T18:42:26.019Z" || s.TurnCount != 2 || s.Cost != nil {
		t.Errorf("created %s, updated %s, %d turns, cost %v", s.CreatedAt, s.UpdatedAt, s.TurnCount, s.Cost)
	}
	s = h.get("ecd13d5a")
	equal(t, "from the log", show(s), "user: Give me three follow-up ideas (after cha\nuser: How do I start it? (after compress)")
	if s.TurnCount != 0 || s.UpdatedAt.String() != "2026-11-20T18:43:10.425Z" {
		t.Errorf("%d turns, updated %s", s.TurnCount, s.UpdatedAt)
	}
	if raw, _, err := h.catalog().Get(session.GetRequest{Agent: "gemini", SessionID: s.SessionID, Raw: true}); err != nil ||
		!strings.Contains(string(raw.Raw), "/compress") || strings.Contains(string(raw.Raw), "inspect the folder") {
		t.Errorf("raw is not the session's own lines: %v %s", err, raw.Raw)
	}
}

// A checkpoint is a copy of the session it was saved from.
func TestCheckpointIsACopy(t *testing.T) {
	h := fixture(t, "gemini-upgrade")
	s := h.get("lantern/checkpoint-halfway")
	if s.SupersededBy != h.id("03837911") || s.TurnCount != 2 || s.MessageCount != 13 || len(h.discover().FindRef(s.SessionID).Alternates) != 1 {
		t.Errorf("superseded by %q, %d turns, %s", s.SupersededBy, s.TurnCount, show(s))
	}
	h.mounts.Remove("gemini/tmp/lantern/logs.json")
	h.mounts.Remove(hashed + "logs.json")
	if s := h.get("lantern/checkpoint-halfway"); s.SupersededBy != "" {
		t.Errorf("without a log nothing tells whose copy it is: %q", s.SupersededBy)
	}
}

// The described layout: ~/.gemini/sessions/<id>.jsonl with roles.
func TestDescribed(t *testing.T) {
	h := empty(t).file("gemini/sessions/my-session.jsonl",
		`{"role":"user","content":"Say hello.","timestamp":"2026-01-02T03:04:05Z"}`,
		`{"role":"model","parts":[{"text":"Hello."},{"functionCall":{"name":"ls","args":{"p":1}}}],"timestamp":"2026-01-02T03:04:06Z","model":"gemini-2.5-pro","usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":7,"cachedContentTokenCount":40,"thoughtsTokenCount":3,"totalTokenCount":110},"safetyRatings":[]}`,
		`{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"a"}}}],"timestamp":"2026-01-02T03:04:07Z"}`,
		`{"role":"tool","content":"free text","timestamp":"2026-01-02T03:04:07Z"}`,
		`{"role":"assistant","text":"Done.","timestamp":"2026-01-02T03:04:08Z","usage":{"input_tokens":10,"output_tokens":2}}`)
	s := h.get("my-session")
	equal(t, "messages", show(s), "user: Say hello.\nassistant: Hello. ls()\ntool: ls\ntool: \nassistant: Done.")
	if want := (session.TokenUsage{InputTokens: 60, CachedTokens: 40, OutputTokens: 10, ThinkingTokens: 3}); *s.Messages[1].TokenUsage != want {
		t.Errorf("tokens %+v", s.Messages[1].TokenUsage)
	}
	if s.Title != "Say hello." || s.Model != "gemini-2.5-pro" || s.TurnCount != 1 || total(s.Cost) != 122 || s.Cost.TotalUSD == nil ||
		s.UpdatedAt.String() != "2026-01-02T03:04:08.000Z" {
		t.Errorf("%+v", s.Summary())
	}
	ix := h.discover()
	seen := map[string]bool{}
	for _, r := range h.records(ix, ix.FindRef("my-session"), everything) {
		if r.Usage != nil && (r.UsageKey == "" || seen[r.UsageKey]) {
			t.Errorf("usage key %q", r.UsageKey)
		}
		seen[r.UsageKey] = true
	}
}
