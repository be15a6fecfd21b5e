package cursor_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
	"github.com/heddle-dev/heddle/core/session"
)

func TestFlatTranscripts(t *testing.T) {
	h := adaptertest.NativeHost(t, "cursor-transcripts")
	expect(t, get(t, h, asLines), "user What files are here?", `assistant (Check the directory.) Listing. Shell{"command":"ls"}`,
		"tool README.md\nsrc", "assistant README.md and src.")
	expect(t, get(t, h, asText), "user Run the quote tests.",
		`assistant (The tests live under tests/.) I'll run them. Shell{"command":"pytest -q tests/test_quote.py","description":"Run quote tests"}`,
		"assistant ApplyPatch*** Begin Patch\n*** Update File: src/quote.py\n-floor\n+ceil\n*** End Patch",
		"assistant All four quote tests pass.")
}

// A transcript in a folder of its own, and one of a subagent: the same
// sessions as in the stores, without them.
func TestNestedTranscripts(t *testing.T) {
	m, h := memory(t, "cursor-cli-handmade")
	m.Remove("cursor/chats")
	s := get(t, h, whole)
	expect(t, s, "user Find where the parcel weight is floored and fix it.",
		`assistant I'll search for the rounding code. Grep{"path":"/home/dev/projects/parcel-api/src","pattern":"math\\.floor"}`,
		`assistant StrReplace{"new_string":"math.ceil","old_string":"math.floor","path":"/home/dev/projects/parcel-api/src/quote.py"}`,
		"assistant `src/quote.py` now uses `math.ceil`.", "user Now add a changelog line.",
		"assistant Added under Unreleased in CHANGELOG.md.", "system(interrupted) User aborted request")
	if s.Messages[4].Timestamp.String() != "2026-08-10T09:16:00.000Z" || s.Title != "Fix parcel weight rounding" || s.Model != "claude-4.6-sonnet" {
		t.Errorf("time %s, title %q, model %q: want those of the stamp and of the statistics", s.Messages[4].Timestamp, s.Title, s.Model)
	}
	sub := get(t, h, child)
	if !sub.IsSubagent || sub.ParentSessionID != whole {
		t.Errorf("the subagent's parent is %q", sub.ParentSessionID)
	}
	e := env(h, nil)
	ix := discover(t, e)
	for id, want := range map[string]string{whole: "2026-08-10T09:16:00.000Z", asLines: ""} {
		if at, err := cursor.New().Updated(e, ix, ix.FindRef(id)); err != nil || want == "" != (at == 0) || at != 0 && at.String() != want {
			t.Errorf("%s: the tail tells %s, %v, want %s", id, at, err, want)
		}
	}
	for _, s := range listed(t, h) {
		if strings.Contains(s.SessionID, "4e5f6a7b") || s.SessionID == "1" {
			t.Errorf("output of a command is a session: %s", s.SessionID)
		}
	}
}

const transcript = transcripts + madeID + ".txt"

func TestTextTranscripts(t *testing.T) {
	for text, want := range map[string]string{
		"U:\nhi\nA:\nyes\n": "user hi\nassistant yes",
		"user:\r\n<user_query>\r\nhi\r\n</user_query>\r\n\r\nA:\r\nyes\r\n":                                            "user hi\nassistant yes",
		"user:\nlist:\n- user: a\nassistant:\n[Thinking] a\nb\n\nc\n\nd":                                               "user list:\n- user: a\nassistant (a\nb) c\n\nd",
		"assistant:\n[Tool call] Write\n  path=a.py\n  contents=x = 1\n    y=2\n  mode=w\n\n[Tool result] Write\nok\n": `assistant Write{"contents":"x = 1\n  y=2","mode":"w","path":"a.py"}` + "\ntool ok",
		"assistant:\n[Tool call] A\n[Tool call] B\n\n[REDACTED]\n":                                                     "assistant A{} B{}",
	} {
		_, h := mounted(t, map[string][]byte{transcript: []byte(text)})
		if got := shown(get(t, h, madeID)); got != want {
			t.Errorf("%q shows\n%s\nwant\n%s", text, got, want)
		}
	}
	_, h := mounted(t, map[string][]byte{transcript: []byte("nothing of the kind\n")})
	e := env(h, nil)
	ix := discover(t, e)
	err := cursor.New().Walk(e, ix, ix.FindRef(madeID), everything, adapter.NewOutlet(e, func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.ParseError {
		t.Errorf("a text without messages: %v", err)
	}
}

// What Cursor puts into the user's place was not typed.
func TestContextIsNotTyped(t *testing.T) {
	for content, want := range map[string]string{
		`<user_info>\nOS: x\n</user_info>`:                                                               "",
		`<system_reminder>Do.</system_reminder>\n<attached_files>\nx\n</attached_files>`:                 "",
		`<timestamp>Monday, Aug 10, 2026, 9:16 PM (UTC+2)</timestamp>\nplain`:                            "plain",
		`<open_and_recently_viewed_files>a</open_and_recently_viewed_files>\n<user_query>q</user_query>`: "q",
		`<user_query>a</user_query>\n<user_query>b`:                                                      "a\n\nb",
		`<b>bold</b> is typed`: "<b>bold</b> is typed",
		`<rules>cut off`:       "",
	} {
		line := `{"role":"user","message":{"content":[{"type":"text","text":"` + content + `"}]}}` + "\n" +
			`{"role":"assistant","message":{"content":[{"type":"text","text":"ok"}]}}` + "\n"
		_, h := mounted(t, map[string][]byte{transcripts + madeID + ".jsonl": []byte(line)})
		got := ""
		for _, r := range records(t, h, madeID, everything) {
			if r.Prompt {
				got = r.Text
			}
			if strings.Contains(content, "PM") && r.Prompt && r.Time.String() != "2026-08-10T19:16:00.000Z" {
				t.Errorf("%s is %s", content, r.Time)
			}
		}
		if got != want {
			t.Errorf("%s: typed %q, want %q", content, got, want)
		}
	}
}

// A session of two mounts and of two kinds of transcript is one; .jsonl wins.
func TestPlacesOfOneSession(t *testing.T) {
	const remote = "cursor-server/projects/home-dev-projects-parcel-api/agent-transcripts/" + madeID + ".jsonl"
	_, h := mounted(t, map[string][]byte{
		transcript: []byte("user:\nhi\nassistant:\nfrom the text\n"),
		remote:     []byte(`{"role":"user","message":{"content":"hi"}}` + "\n" + `{"role":"assistant","message":{"content":"from the lines"}}`),
	})
	ix := discover(t, env(h, nil))
	if len(ix.Refs) != 1 || ix.Refs[0].Path != remote || len(ix.Refs[0].Alternates) != 1 || ix.Refs[0].Alternates[0] != transcript {
		t.Fatalf("refs %+v", ix.Refs)
	}
	expect(t, get(t, h, madeID), "user hi", "assistant from the lines")
	if m := adapter.MountsOf(cursor.New()); len(m) != 3 || m[0] != "cursor" || m[1] != "cursor-server" || m[2] != "cursor-user" {
		t.Errorf("mounts %v", m)
	}
}

// A store that has forgotten what it summarized gives way to the transcript;
// what only the store knows stays.
func TestRichestPlace(t *testing.T) {
	var b blobs
	b.say(`{"role":"user","content":"second"}`)
	b.say(`{"role":"assistant","content":"2"}`)
	lines := ""
	for _, s := range []string{"first", "second"} {
		lines += `{"role":"user","message":{"content":"` + s + `"}}` + "\n" + `{"role":"assistant","message":{"content":"answer to ` + s + `"}}` + "\n"
	}
	side := strings.TrimSuffix(storePath, "store.db") + "meta.json"
	m, h := mounted(t, map[string][]byte{storePath: b.file(t, hexMeta(`,"lastUsedModel":"m1"`)), transcripts + madeID + ".jsonl": []byte(lines),
		side: []byte(`{"cwd":"/home/dev/projects/parcel.api"}`)})
	s := get(t, h, madeID)
	expect(t, s, "user first", "assistant answer to first", "user second", "assistant answer to second")
	if s.Title != "Made" || s.Model != "m1" || s.CreatedAt.String() != "2026-08-10T09:15:00.000Z" {
		t.Errorf("title %q, model %q, created %s", s.Title, s.Model, s.CreatedAt)
	}
	// The statistics' hints give way to what the store says.
	tracking := database(t, "CREATE TABLE conversation_summaries (conversationId TEXT PRIMARY KEY, title TEXT, model TEXT)",
		"INSERT INTO conversation_summaries VALUES ('"+madeID+"', 'hint', 'hinted')")
	m.File("cursor/ai-tracking/ai-code-tracking.db", tracking)
	if s := get(t, h, madeID); s.Title != "Made" || s.Model != "m1" {
		t.Errorf("title %q, model %q", s.Title, s.Model)
	}
	m.File(transcripts+madeID+".jsonl", []byte(lines[:strings.Index(lines, "answer to second")]))
	expect(t, get(t, h, madeID), "user first", "assistant answer to first", "user second")
	// The store cannot be read: the transcript is shown, and it is said.
	m.File(storePath, []byte("not a database, not a database, not a database"))
	var n notes
	e := env(h, &n)
	ix := discover(t, e)
	count := 0
	if err := cursor.New().Walk(e, ix, ix.FindRef(madeID), everything, adapter.NewOutlet(e, func(r *adapter.Record) error {
		if r.Kind == adapter.Message {
			count++
			if r.Path != transcripts+madeID+".jsonl" {
				t.Errorf("path %q", r.Path)
			}
		}
		return nil
	})); err != nil || count != 3 || len(n) != 1 || n[0].Path != storePath {
		t.Errorf("%d messages, %v, notes %+v", count, err, n)
	}
}

// The name of a project's folder is made of its path and identifies it only as
// long as no other path makes the same name.
func TestFolderOfTranscript(t *testing.T) {
	lines := []byte(`{"role":"user","message":{"content":"hi"}}`)
	files := map[string][]byte{transcripts + madeID + ".jsonl": lines, "cursor/chats/a/one/meta.json": []byte(`{"cwd":"/home/dev/projects/parcel.api"}`)}
	_, h := mounted(t, files)
	if s := get(t, h, madeID); s.Cwd != "/home/dev/projects/parcel.api" {
		t.Errorf("cwd %q", s.Cwd)
	}
	files["cursor/chats/a/two/meta.json"] = []byte(`{"cwd":"/home/dev/projects/parcel-api"}`)
	_, h = mounted(t, files)
	if s := get(t, h, madeID); s.Cwd != "" {
		t.Errorf("cwd %q of two", s.Cwd)
	}
}

// Without SQL the transcripts are still read, and one hint says what to grant.
func TestWithoutSQL(t *testing.T) {
	m, h := memory(t, "cursor-cli-handmade")
	h.SQL = nil
	var n notes
	ix := discover(t, env(h, &n))
	if len(ix.Refs) != 4 || len(n) != 1 || n[0].Code != fault.Unsupported || !strings.Contains(n[0].Hint, "SQL") {
		t.Errorf("%d sessions, notes %+v", len(ix.Refs), n)
	}
	expect(t, get(t, h, child), "user List all callers of quote_price().", `assistant Grep{"pattern":"quote_price\\("}`,
		"assistant api/quote.py:18 and jobs/nightly.py:77.")
	m.Remove("cursor/projects")
	if _, err := cursor.New().Discover(env(h, nil)); fault.CodeOf(err) != fault.Unsupported {
		t.Errorf("nothing but databases: %v", err)
	}
	m.Remove("cursor")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("nothing at all: %d sessions", len(ix.Refs))
	}
}

// An error that ends a turn is a notice.
func TestTurnEnds(t *testing.T) {
	lines := `{"role":"user","message":{"content":"hi"}}
{"type":"turn_ended","status":"error","error":"Overloaded"}
{"type":"turn_ended","status":"success"}
{"type":"turn_ended"}
{"type":"turn_ended","status":"aborted"}
{"type":"later"}`
	_, h := mounted(t, map[string][]byte{transcripts + madeID + ".jsonl": []byte(lines)})
	s := get(t, h, madeID)
	expect(t, s, "user hi", "system(api_error) Overloaded", "system(interrupted) aborted")
	if s.Messages[1].Type != session.MessageTypeError {
		t.Errorf("type %s", s.Messages[1].Type)
	}
}

// A prompt may speak of the marks that Cursor puts around prompts.
func TestPromptNamesItsMarks(t *testing.T) {
	for said, want := range map[string]string{
		"<user_query>\\nwhat is <user_query>x</user_query> for?\\n</user_query>": "what is <user_query>x</user_query> for?",
		"<user_query>what is <user_query>?</user_query>\\n<rules>r</rules>":      "what is <user_query>?",
		"<user_query>a</user_query> <user_query>b</user_query>":                  "a\n\nb",
		"<user_query>never closed":                                               "never closed",
	} {
		_, h := mounted(t, map[string][]byte{transcripts + madeID + ".jsonl": []byte(`{"role":"user","message":{"content":"` + said + `"}}`)})
		expect(t, get(t, h, madeID), "user "+want)
	}
}
