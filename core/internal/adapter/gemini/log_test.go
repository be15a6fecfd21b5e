package gemini_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

var everythingListed = session.ListRequest{Limit: 1000, Subagents: true, Superseded: true}

func sorted(list []string) string {
	slices.Sort(list)
	return strings.Join(list, " ")
}

// A resume repeats the list without tokens, models, calls and thoughts, and
// with other times: the first, richer records count (0.61).
func TestResume(t *testing.T) {
	h := fixture(t, "gemini")
	s := h.get("95b62527")
	equal(t, "messages", show(s), `
user: Please inspect the folder, add a NOTES.m
assistant: I'll look around first. list_directory() read_file()
tool: list_directory
tool: read_file
assistant: write_file()
tool: write_file
assistant: Now the check. run_shell_command()
tool: run_shell_command exit
assistant: read_file()
tool: read_file failed
assistant: Summary of what I did:
user: Give me three follow-up ideas
assistant: Three ideas:`)
	if n := total(s.Cost); n != 73_973 {
		t.Errorf("%d tokens, want 73973; every line summed up is 122605", n)
	}
	if s.Title != "Toy lantern project walk-through" || s.TurnCount != 2 || s.Cwd != "/home/dev/projects/tide-table" || len(s.Branches) != 0 {
		t.Errorf("title %q, %d turns, cwd %q, branches %v", s.Title, s.TurnCount, s.Cwd, s.Branches)
	}
	m := &s.Messages[1]
	if m.Model != "gemini-2.5-flash" || m.Timestamp.String() != "2026-11-20T17:21:53.494Z" || !strings.HasPrefix(m.Thinking, "Looking at the layout\n\nFirst") ||
		strings.Count(m.Thinking, "Looking") != 1 {
		t.Errorf("first answer: %+v", m)
	}
	if want := (session.TokenUsage{InputTokens: 6029, CachedTokens: 6029, OutputTokens: 57, ThinkingTokens: 21}); *s.Messages[4].TokenUsage != want {
		t.Errorf("tokens %+v, want %+v", *s.Messages[4].TokenUsage, want)
	}
	if s.CreatedAt.String() != "2026-11-20T17:21:53.288Z" || s.UpdatedAt.String() != "2026-11-20T17:21:56.425Z" {
		t.Errorf("created %s, updated %s", s.CreatedAt, s.UpdatedAt)
	}
	if r := s.Messages[7].ToolResult; r.ExitCode != 3 || r.IsError {
		t.Errorf("the shell command: %+v", r)
	}
	for _, m := range s.Messages {
		if strings.Contains(m.Content, "session_context") {
			t.Errorf("context is shown: %q", m.Content)
		}
	}
}

// A rewind takes messages off the current branch; they stay reachable and paid
// for.
func TestRewind(t *testing.T) {
	h := fixture(t, "gemini")
	s := h.get("a5c877ff")
	equal(t, "messages", show(s), `
user: What is this toy project for? (tui)
assistant: **Lantern** is a tiny toy tool that prin
user: Give me three follow-up ideas (after rew
assistant: Three ideas:
system/notice: Error adding '/home/dev/projects/tide-ta`)
	if len(s.Branches) != 1 || s.Branches[0].MessageCount != 3 || total(s.Cost) != 13_097+13_179+12_994 {
		t.Fatalf("branches %+v, %d tokens", s.Branches, total(s.Cost))
	}
	equal(t, "the other branch", show(h.get("a5c877ff", s.Branches[0].LeafID)), `
user: What is this toy project for? (tui)
assistant: **Lantern** is a tiny toy tool that prin
user: How do I start it? (tui, to be rewound)
assistant: Run it like this:
system/notice: Conversation checkpoint saved with tag:`)
}

// A cancelled turn is dropped by recording the rest anew under new ids; a
// compression does the same after its summary. Nothing is shown twice, and
// what a summary sums up is still there.
func TestCancelAndCompress(t *testing.T) {
	h := fixture(t, "gemini")
	s := h.get("c1bab5fa")
	equal(t, "messages", show(s), `
user: What is this toy project for? (tui3)
assistant: **Lantern** is a tiny toy tool that prin
user: How do I start it? (tui3)
assistant: Run it like this:
system/compaction: Toy lantern project walk-through
user: Show the second model (tui3 after compre
assistant: Answered by the second model: 6 × 7 = *
system/api_error: [API Error: {"error":{"code":400,"messag
system/notice: This request failed. Press F12 for diagn`)
	if s.Messages[1].TokenUsage == nil || s.Messages[1].Model != "gemini-2.5-pro" || s.Messages[0].Timestamp.String() != "2026-11-20T17:33:53.848Z" {
		t.Errorf("the kept turn lost what was known of it: %+v", s.Messages[1])
	}
	if s.Title != "What is this toy project for? (tui3)" || s.TurnCount != 3 || total(s.Cost) != 12_626+12_718+12_704+12_630 {
		t.Errorf("title %q, %d turns, %d tokens", s.Title, s.TurnCount, total(s.Cost))
	}
	var lengths []int64
	for _, b := range s.Branches {
		lengths = append(lengths, b.MessageCount)
	}
	if !slices.Equal(lengths, []int64{1, 4}) { // the failed prompt; the cancelled turn
		t.Errorf("branches %+v", s.Branches)
	}
	equal(t, "the cancelled turn", show(h.get("c1bab5fa", s.Branches[1].LeafID)), `
user: What is this toy project for? (tui3)
assistant: **Lantern** is a tiny toy tool that prin
user: Change the greeting, please (tui3, cance
assistant: Editing now. replace()
tool: replace failed
system/interrupted: Request cancelled.`)
}

// An import repeats ids: what it brings is inherited, and counts once.
func TestImport(t *testing.T) {
	h := fixture(t, "gemini")
	s := h.get("0d383e2a")
	equal(t, "messages", show(s), `
system/notice: Imported session from /home/dev/imported
user: What is this toy project for? (second se
assistant: **Lantern** is a tiny toy tool that prin
user: How do I start it? Bitte kurz.
assistant: Run it like this:
user: Show the second model
assistant: Answered by the second model: 6 × 7 = *
user: Give me three follow-up ideas (from file
assistant: Three ideas:`)
	if c := s.Cost; total(c) != 8_598 || c.Inherited == nil || c.Inherited.InputTokens+c.Inherited.OutputTokens != 8_540 || len(s.Branches) != 0 {
		t.Errorf("cost %+v, inherited %+v, branches %+v", c, c.Inherited, s.Branches)
	}
	if s.CreatedAt.String() != "2026-11-20T17:35:45.259Z" {
		t.Errorf("created %s: the import's own start counts", s.CreatedAt)
	}
	keys := func(id string) (out []string) {
		ix := h.discover()
		for _, r := range h.records(ix, ix.FindRef(h.id(id)), adapter.Want{Usage: true}) {
			if r.Usage != nil {
				out = append(out, r.UsageKey)
			}
		}
		return out
	}
	original := keys("11111111")
	if got := keys("0d383e2a"); len(got) != 2 || !slices.Contains(original, got[0]) || slices.Contains(original, got[1]) {
		t.Errorf("keys %v of the import, %v of the original", got, original)
	}
}

// One session in four files is listed once, with the union of them.
func TestUnion(t *testing.T) {
	h := fixture(t, "gemini-upgrade")
	ix := h.discover()
	ref := ix.FindRef(h.id("3939ac7d"))
	if len(ref.Alternates) != 3 || !strings.HasSuffix(ref.Path, "tide-table/chats/session-2026-11-20T18-22-3939ac7d.jsonl") {
		t.Errorf("path %s, others %v", ref.Path, ref.Alternates)
	}
	s := h.get("3939ac7d")
	if s.TurnCount != 3 || total(s.Cost) != 57_491 || len(s.Branches) != 0 || s.CreatedAt.String() != "2026-11-20T18:22:50.720Z" {
		t.Errorf("%d turns, %d tokens, branches %v, created %s", s.TurnCount, total(s.Cost), s.Branches, s.CreatedAt)
	}
	if s := h.get("be09a58b"); s.TurnCount != 2 || total(s.Cost) != 22_379 || s.Cwd != "/home/dev/projects/lantern" {
		t.Errorf("be09a58b: %d turns, %d tokens, cwd %s", s.TurnCount, total(s.Cost), s.Cwd)
	}
	// 0.61 continues a document of 0.20 and gives results of neighbours to each call.
	s = fixture(t, "gemini").get("5ae274dc")
	if total(s.Cost) != 44_840 || s.TurnCount != 2 || s.MessageCount != 12 || len(s.Branches) != 0 {
		t.Errorf("5ae274dc: %d tokens, %d turns, %s", total(s.Cost), s.TurnCount, show(s))
	}
	if out := string(s.Messages[3].ToolResult.Output); !strings.Contains(out, "harbour keeper") {
		t.Errorf("the second call has the result of the first: %s", out)
	}
}

// The files of one session may disagree: both ends are reachable, and a file
// that cannot be read hides nothing of the others.
func TestPlacesDisagree(t *testing.T) {
	h := fixture(t, "gemini-upgrade")
	at := "gemini/tmp/b3358bbff5ef9532c6917b8d458be2f70e6b98942e1d34f3e73a55998de82a14/chats/session-2026-11-20T18-22-3939ac7d.json"
	b := h.bytes(at)
	more := strings.TrimSuffix(strings.TrimRight(string(b), "}\n ]"), "}") + `},
    {
      "id": "only-here",
      "timestamp": "2026-11-20T18:30:00.000Z",
      "type": "user",
      "content": "Said to the old version."
    }
  ]
}`
	h.mounts.File(at, []byte(more))
	s := h.get("3939ac7d")
	if len(s.Branches) != 1 || s.Branches[0].LeafID != "only-here" || s.TurnCount != 3 {
		t.Errorf("branches %+v of %s", s.Branches, show(s))
	}
	h.mounts.File(at, []byte("<html>"))
	if s := h.get("3939ac7d"); s.TurnCount != 3 || len(h.notes) != 1 || h.notes[0].Code != fault.ParseError {
		t.Errorf("%d turns, notes %+v", s.TurnCount, h.notes)
	}
}

// A subagent's session hangs below its parent, whose figure holds its spend.
func TestSubagent(t *testing.T) {
	h := fixture(t, "gemini")
	s := h.get("4f97fc0c")
	if own := int64(11_891 + 12_026); total(s.Cost) != own+46_581 || s.Cost.Subagents == nil {
		t.Errorf("%d tokens, subagents %+v", total(s.Cost), s.Cost.Subagents)
	}
	if h.list(session.ListRequest{})["12eb61ac"] != nil {
		t.Error("a subagent is listed as a session")
	}
	s = h.get("12eb61ac")
	if !s.IsSubagent || s.ParentSessionID != h.id("4f97fc0c") || s.Cwd != "/home/dev/projects/café notes" || s.TurnCount != 1 {
		t.Errorf("subagent %v of %q in %q, %d turns", s.IsSubagent, s.ParentSessionID, s.Cwd, s.TurnCount)
	}
}

// line writes a message of a log.
func line(id, kind, text, more string) string {
	return `{"id":"` + id + `","timestamp":"2026-01-02T03:04:05.000Z","type":"` + kind + `","content":"` + text + `"` + more + `}`
}

const header = `{"sessionId":"aaaaaaaa-1","projectHash":"h","startTime":"2026-01-02T03:04:00.000Z","kind":"main"}`

const logPath = "gemini/tmp/x/chats/session-2026-01-02T03-04-aaaaaaaa.jsonl"

// What the operations of a log amount to.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		name, want string
		branches   int
		lines      []string
	}{
		{"an update replaces the text", "user: one\nassistant: two better", 0,
			[]string{line("u", "user", "one", ""), line("a", "gemini", "two", ""), line("a", "gemini", "two better", "")}},
		{"a rewind to before the first prompt", "user: again", 1,
			[]string{line("u", "user", "one", ""), line("a", "gemini", "two", ""), `{"$rewindTo":"u"}`, line("v", "user", "again", "")}},
		{"a rewind to an unknown message drops all", "user: again", 1,
			[]string{line("u", "user", "one", ""), `{"$rewindTo":"nobody"}`, line("v", "user", "again", "")}},
		{"two rewinds are two branches", "user: one\nassistant: two\nuser: c", 2, []string{line("u", "user", "one", ""), line("a", "gemini", "two", ""),
			line("b", "user", "a", ""), `{"$rewindTo":"b"}`, line("c", "user", "b", ""), `{"$rewindTo":"c"}`, line("d", "user", "c", "")}},
		{"killed while resuming", "user: one\nassistant: two", 0, []string{line("u", "user", "one", ""), line("a", "gemini", "two", ""),
			`{"$set":{"messages":[{"id":"d04923d38bb0f6017037e74183378ef4","type":"user","content":[{"text":"<session_context>\nx</session_context>"}]}]}}`}},
		{"notices survive a resume", "user: one\nsystem/notice: saved\nassistant: two\nsystem/notice: bye\nuser: three", 0,
			[]string{line("u", "user", "one", ""), line("n", "info", "saved", ""), line("a", "gemini", "two", ""), line("m", "info", "bye", ""),
				`{"$set":{"messages":[` + line("u", "user", "one", "") + `,` + line("a", "gemini", "two", "") + `]}}`, line("w", "user", "three", "")}},
		{"what was typed, not what it was filled up to", "user: see @a.txt", 0,
			[]string{line("u", "user", "see @a.txt and its text", `,"displayContent":[{"text":"see @a.txt"}]`)}},
		{"referenced files are no part of a prompt", "user: see @a.txt", 0,
			[]string{`{"id":"u","type":"user","content":[{"text":"see @a.txt"},{"text":"\n--- Content from referenced files ---"},{"text":"secret"}]}`}},
		{"a result without its call", "user: one\ntool: grep", 0, []string{line("u", "user", "one", ""),
			`{"id":"r","type":"user","content":[{"functionResponse":{"id":"c1","name":"grep","response":{"output":"x"}}}]}`}},
		{"a call without its result", "user: one\nassistant: grep()", 0, []string{line("u", "user", "one", ""),
			`{"id":"a","type":"gemini","content":[{"functionCall":{"id":"c1","name":"grep","args":{}}}]}`}},
	} {
		h := empty(t).file(logPath, append([]string{header}, c.lines...)...)
		s := h.get("aaaaaaaa-1")
		equal(t, c.name, show(s), c.want)
		if len(s.Branches) != c.branches {
			t.Errorf("%s: branches %+v", c.name, s.Branches)
		}
	}
}

// A stub holds a header and context only: it is no session.
func TestStub(t *testing.T) {
	h := empty(t).file(logPath, header,
		`{"$set":{"messages":[{"id":"d04923d38bb0f6017037e74183378ef4","type":"user","content":[{"text":"<session_context>x"}]}],"lastUpdated":"2026-01-02T03:04:00.000Z"}}`)
	if all := h.list(everythingListed); len(all) != 0 {
		t.Errorf("listed: %v", all)
	}
}

// Two sessions whose ids begin alike stay two.
func TestIDsThatBeginAlike(t *testing.T) {
	h := empty(t).file(logPath, header, line("u", "user", "one", "")).
		file("gemini/tmp/y/chats/session-2026-01-02T03-05-aaaaaaaa.jsonl", strings.Replace(header, "aaaaaaaa-1", "aaaaaaaa-2", 1), line("v", "user", "two", ""))
	for id, want := range map[string]string{"aaaaaaaa-1": "user: one", "aaaaaaaa-2": "user: two"} {
		equal(t, id, show(h.get(id)), want)
	}
}

// Unknown records are counted, none is lost.
func TestUnknown(t *testing.T) {
	h := empty(t).file(logPath, header, line("u", "user", "one", ""), line("x", "telepathy", "?", ""), `{"what":1}`)
	_, r, err := h.catalog().Get(session.GetRequest{Agent: "gemini", SessionID: "aaaaaaaa-1"})
	if err != nil || r.UnknownTypes["telepathy"] != 1 || r.UnknownTypes["(none)"] != 1 {
		t.Errorf("%v, unknown %v", err, r.UnknownTypes)
	}
}

// A search that looks for few records decodes few, and sees the same list.
func TestMatch(t *testing.T) {
	h := fixture(t, "gemini")
	ix := h.discover()
	for i := range ix.Refs {
		ref := &ix.Refs[i]
		want := everything
		all := h.records(ix, ref, want)
		want.Match = func(raw []byte) bool { return bytes.Contains(raw, []byte("--blink")) }
		some := h.records(ix, ref, want)
		if len(some) != len(all) {
			t.Fatalf("%s: %d records, want %d", ref.ID, len(some), len(all))
		}
		for k := range all {
			if all[k].ID != some[k].ID || all[k].Role != some[k].Role || strings.Contains(all[k].Text, "--blink") && some[k].Text != all[k].Text {
				t.Errorf("%s: record %d: %+v, want %+v", ref.ID, k, some[k], all[k])
			}
		}
	}
}

// Secrets and what is no regular file are not opened.
func TestNotOpened(t *testing.T) {
	h := empty(t).file(logPath, header, line("u", "user", "one", ""))
	h.mounts.Add(hosttest.Entry{Path: "gemini/tmp/x/chats/session-2026-01-02T03-04-bbbbbbbb.jsonl", Shape: hosttest.FIFO})
	h.mounts.Add(hosttest.Entry{Path: "gemini/tmp/x/checkpoint-a.json", Shape: hosttest.Outside})
	h.mounts.Add(hosttest.Entry{Path: "gemini/tmp/x/logs.json", Shape: hosttest.FIFO})
	h.mounts.Add(hosttest.Entry{Path: "gemini/tmp/x/.project_root", Shape: hosttest.FIFO})
	h.mounts.File("gemini/oauth_creds.json", []byte(`{"access_token":"x"}`))
	watched := hosttest.Inject(*h.host)
	fh := watched.Host()
	h.host = &fh
	if all := h.list(everythingListed); len(all) != 1 || len(h.notes) != 2 {
		t.Errorf("listed %v, notes %+v", all, h.notes)
	}
	for _, c := range watched.Calls() {
		if c.Op == "files.readAt" && c.Path != logPath {
			t.Errorf("opened %s", c.Path)
		}
	}
}

// A call that was recorded without its result, and the result in the message
// after it only: the result is the one that the model got.
func TestResultBehindItsCall(t *testing.T) {
	const id = "aaaabbbb-0000-4000-8000-000000000001"
	call := `{"id":"2","timestamp":"2026-11-20T10:00:02.000Z","type":"gemini","content":"x","toolCalls":[{"id":"c1","name":"read_file","args":{},"status":"error","resultDisplay":"shown"}]}`
	response := `{"id":"3","timestamp":"2026-11-20T10:00:03.000Z","type":"user","content":[{"functionResponse":{"id":"c1","name":"read_file","response":{"output":"sent"}}}]}`
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{call}, `"shown"`},
		{[]string{call, response}, `"sent"`},
		{[]string{call, response, call}, `"sent"`},
		{[]string{call, strings.Replace(call, `"resultDisplay"`, `"result":[{"functionResponse":{"id":"c1","response":{"output":"own"}}}],"resultDisplay"`, 1), response}, `"own"`},
	} {
		h := empty(t)
		h.file("gemini/tmp/p/chats/session-2026-11-20T10-00-aaaabbbb.jsonl", append([]string{`{"sessionId":"` + id + `","startTime":"2026-11-20T10:00:00.000Z","kind":"main"}`,
			`{"id":"1","timestamp":"2026-11-20T10:00:01.000Z","type":"user","content":[{"text":"go"}]}`}, c.lines...)...)
		s := h.get(id)
		if len(s.Messages) != 3 || string(s.Messages[2].ToolResult.Output) != c.want || !s.Messages[2].ToolResult.IsError {
			t.Errorf("%d messages, want %s: %s", len(s.Messages), c.want, show(s))
		}
	}
}
