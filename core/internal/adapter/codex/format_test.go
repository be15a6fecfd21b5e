package codex_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// TestDiscover: which files are sessions, under which id, and which of two
// files of one thread is read.
func TestDiscover(t *testing.T) {
	h := empty(t)
	const id = "0199c0de-0000-7000-8000-00000000000"
	for _, p := range []string{
		"sessions/2026/11/21/rollout-2026-11-21T06-34-23-" + id + "1.jsonl", // local time: never a fact
		"sessions/2026/11/21/rollout-2026-11-21T06-34-23-" + id + "2.jsonl.zst",
		"sessions/rollout-2025-04-17-" + id + "3.json",
		"sessions/rollout-2025-05-29T16-58-00-" + id + "4.jsonl",
		"sessions/described-id.jsonl",
		"sessions/" + id + "5.jsonl",
		"archived_sessions/rollout-2026-11-20T17-23-15-" + id + "6.jsonl",
		"archived_sessions/rollout-2026-11-21T06-34-23-" + id + "1.jsonl",
		"sessions/2026/11/21/rollout-2026-11-21T06-34-23-" + id + "1.jsonl.zst",
		// No sessions:
		"sessions/2026/11/21/rollout-x.json", "sessions/notes.json", "sessions/.rollout-tmp.jsonl", "sessions/readme.txt",
		"auth.json", "history.jsonl", "archived_sessions/2026/x.jsonl", "sessions/a/b/c/d/e/deep.jsonl",
	} {
		h.mounts.File("codex/"+p, []byte("{}\n"))
	}
	h.mounts.Add(hosttest.Entry{Path: "codex/sessions/2026/11/21/pipe.jsonl", Shape: hosttest.FIFO},
		hosttest.Entry{Path: "codex/sessions/2026/11/21/link.jsonl", Shape: hosttest.Outside})
	ix := h.discover()
	var got []string
	for _, r := range ix.Refs {
		s := r.ID + " " + strings.TrimPrefix(r.Path, "codex/")
		if r.Archived {
			s += " archived"
		}
		for _, a := range r.Alternates {
			s += " +" + strings.TrimPrefix(a, "codex/")
		}
		got = append(got, s)
	}
	equal(t, "refs", strings.Join(got, "\n"), strings.Join([]string{
		id + "6 archived_sessions/rollout-2026-11-20T17-23-15-" + id + "6.jsonl archived",
		id + "5 sessions/" + id + "5.jsonl",
		id + "1 sessions/2026/11/21/rollout-2026-11-21T06-34-23-" + id + "1.jsonl +archived_sessions/rollout-2026-11-21T06-34-23-" + id + "1.jsonl +sessions/2026/11/21/rollout-2026-11-21T06-34-23-" + id + "1.jsonl.zst",
		id + "2 sessions/2026/11/21/rollout-2026-11-21T06-34-23-" + id + "2.jsonl.zst",
		"described-id sessions/described-id.jsonl",
		id + "3 sessions/rollout-2025-04-17-" + id + "3.json",
		id + "4 sessions/rollout-2025-05-29T16-58-00-" + id + "4.jsonl",
	}, "\n"))
	if len(h.notes) != 2 {
		t.Errorf("diagnostics: %+v", h.notes)
	}
	if ix := (&home{t: t, host: hostOver(hosttest.NewMounts())}).discover(); len(ix.Refs) != 0 {
		t.Errorf("a home without the mount has %d sessions", len(ix.Refs))
	}
}

// TestTitles: session_index.jsonl is append-only, the last name of a thread
// counts, and a broken index costs the names only.
func TestTitles(t *testing.T) {
	h := empty(t)
	h.file(path(uuid(1)), meta("2026-01-01T00:00:00Z", uuid(1), ""), user("2026-01-01T00:00:01Z", "the prompt"))
	if got := h.list()[uuid(1)].Title; got != "the prompt" {
		t.Errorf("title %q", got)
	}
	h.file("codex/session_index.jsonl",
		`{"id":"`+uuid(1)+`","thread_name":"first"}`, `{"id":"other","thread_name":"x"}`, `{"id":"`+uuid(1)+`","thread_name":"second"}`, `{"id":`)
	if got := h.list()[uuid(1)].Title; got != "second" {
		t.Errorf("title %q", got)
	}
	h.file("codex/session_index.jsonl", "garbage")
	if got := h.list()[uuid(1)].Title; got != "the prompt" || len(h.notes) == 0 {
		t.Errorf("title %q, diagnostics %+v", got, h.notes)
	}
}

// TestUpdated: the time of the last line; lines without times have the
// header's.
func TestUpdated(t *testing.T) {
	for _, c := range []struct{ home, id, want string }{
		{"codex", "01a1f9fa-7cb0-7222-a4dd-fc71bc245557", "2026-11-20T17:21:46.323Z"},
		{"codex-0.29.0", "0fe5d21f-3bfd-417b-b753-422a34ecd5ad", "2026-11-20T18:35:33.734Z"},
		{"codex-0.1.2504172351", "6de2649b-bdc8-431f-8599-7dc0f3f32cff", "2026-11-20T18:37:36.640Z"},
	} {
		h := fixture(t, c.home)
		ix := h.discover()
		got, err := codex.New().Updated(h.env(), ix, ix.FindRef(c.id))
		if err != nil || got.String() != c.want {
			t.Errorf("%s: updated %s (%v), want %s", c.home, got, err, c.want)
		}
	}
}

func compress(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCompressed: a .jsonl.zst is read through the host's zstd, as a session
// and as the history of a fork.
func TestCompressed(t *testing.T) {
	h := fixture(t, "codex")
	whole, fork := show(h.get(parentID)), show(h.get(forkID))
	data := compress(t, h.bytes(parentAt))
	h.mounts.Remove(parentAt)
	h.mounts.File(parentAt+".zst", data)

	_, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: parentID})
	if e := fault.From(err); err == nil || e.Code != fault.Unsupported || e.Hint == "" || e.Path != parentAt+".zst" {
		t.Errorf("without zstd: %v", err)
	}
	equal(t, "fork without zstd", show(h.get(forkID)), show(own(h.get(forkID))))
	if len(h.notes) == 0 || h.notes[0].Code != fault.Unsupported {
		t.Errorf("diagnostics: %+v", h.notes)
	}

	h.host.Zstd = hostfns.Zstd()
	equal(t, "compressed", show(h.get(parentID)), whole)
	equal(t, "fork of compressed", show(h.get(forkID)), fork)
	if got := h.list()[parentID]; got == nil || got.UpdatedAt.String() != "2026-11-20T17:21:46.323Z" {
		t.Errorf("listed as %v", got)
	}

	for name, bad := range map[string][]byte{"cut": data[:len(data)/2], "garbage": []byte("no zstd"), "empty": {}} {
		h.mounts.File(parentAt+".zst", bad)
		_, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: parentID})
		if code := fault.CodeOf(err); code != fault.ParseError && code != fault.SessionNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.host.Zstd = greedy{}
	h.mounts.File(parentAt+".zst", data)
	if _, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: parentID}); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("too large: %v", err)
	}
}

// greedy finds everything too large, and checks that there is a limit.
type greedy struct{}

func (greedy) Decompress(_ []byte, max int64) ([]byte, error) {
	if max <= 0 || max > codex.MaxRolloutBytes {
		return nil, fault.New(fault.Internal, "no limit")
	}
	return nil, fault.New(fault.LimitExceeded, "too large")
}

// TestEventsOnly: texts whose items were never written show from their
// events, in their place, and once.
func TestEventsOnly(t *testing.T) {
	const at = "2026-01-01T00:00:01Z"
	said := event(at, `{"type":"agent_message","message":"said"}`)
	thought := event(at, `{"type":"agent_reasoning","text":"thought"}`)
	asked := event(at, `{"type":"user_message","message":"asked"}`)
	done := event(at, `{"type":"task_complete","last_agent_message":"said"}`)
	for name, c := range map[string]struct{ lines, want string }{
		"prompt only":       {asked, "user: asked"},
		"crash":             {user(at, "asked") + "\n" + asked + "\n" + thought + "\n" + said, "user: asked\nassistant: [thought] said"},
		"turn ends":         {asked + "\n" + said + "\n" + done + "\n" + user(at, "more"), "user: asked\nassistant: said\nuser: more"},
		"event first":       {asked + "\n" + user(at, "asked") + "\n" + said + "\n" + answer(at, "said"), "user: asked\nassistant: said"},
		"lost item":         {said + "\n" + event(at, `{"type":"agent_message","message":"again"}`) + "\n" + answer(at, "again"), "assistant: said / again"},
		"other words":       {said + "\n" + answer(at, "said with a citation"), "assistant: said with a citation"},
		"paginated":         {event(at, `{"type":"item_completed","item":{"type":"UserMessage","content":[{"type":"text","text":"asked"}]}}`) + "\n" + event(at, `{"type":"item_completed","item":{"type":"AgentMessage","content":[{"type":"Text","text":"said"}]}}`), "user: asked\nassistant: said"},
		"image in the item": {item(at, `{"type":"message","role":"user","content":[{"type":"input_text","text":"<image>"},{"type":"input_image","image_url":"data:image/png;base64,AAAA"},{"type":"input_text","text":"asked"}]}`) + "\n" + asked, "user: <image> / asked"},
	} {
		h := empty(t)
		h.file(path(uuid(1)), meta(at, uuid(1), ""), c.lines)
		s := h.get(uuid(1))
		for i := range s.Messages {
			s.Messages[i].Content = strings.ReplaceAll(s.Messages[i].Content, "\n\n", " / ")
		}
		equal(t, name, show(s), c.want)
	}
}

// TestAttachments: images are described, never carried.
func TestAttachments(t *testing.T) {
	h := empty(t)
	h.file(path(uuid(1)), meta("2026-01-01T00:00:00Z", uuid(1), ""),
		item("2026-01-01T00:00:01Z", `{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/png;base64,AAAABBBB"}]}`),
		item("2026-01-01T00:00:02Z", `{"type":"function_call","name":"view_image","arguments":"not json","call_id":"c1"}`),
		item("2026-01-01T00:00:03Z", `{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"seen"},{"type":"input_image","image_url":"data:image/jpeg;base64,CCCC"}]}`))
	s := h.get(uuid(1))
	if a := s.Messages[0].Attachments; len(a) != 1 || a[0].MediaType != "image/png" || a[0].Bytes != 8 {
		t.Errorf("attachments %+v", a)
	}
	if c := s.Messages[1].ToolCalls[0]; string(c.Input) != `"not json"` {
		t.Errorf("input %s", c.Input)
	}
	if r := s.Messages[2].ToolResult; string(r.Output) != `[{"text":"seen","type":"text"},{"bytes":4,"mediaType":"image/jpeg","type":"image"}]` {
		t.Errorf("output %s", r.Output)
	}
}

// TestRollback: thread_rolled_back takes turns off the visible history; they
// stay reachable as a branch and their spend counts.
func TestRollback(t *testing.T) {
	h := empty(t)
	const at = "2026-01-01T00:00:01Z"
	h.file(path(uuid(1)), meta(at, uuid(1), ""),
		user(at, "one"), answer(at, "one done"), spent(at, 100, 10, 100, 10),
		user(at, "two"), answer(at, "two done"), spent(at, 300, 30, 200, 20),
		event(at, `{"type":"thread_rolled_back","num_turns":1}`),
		user(at, "three"), answer(at, "three done"), spent(at, 600, 60, 300, 30))
	s := h.get(uuid(1))
	equal(t, "visible", show(s), "user: one\nassistant: one done\nuser: three\nassistant: three done")
	if own, _ := tokensOf(s.Cost); own != 660 || len(s.Branches) != 1 || s.Branches[0].MessageCount != 2 {
		t.Errorf("%d tokens, branches %+v", own, s.Branches)
	}
}

// TestTotals: the rules for running totals.
func TestTotals(t *testing.T) {
	const at = "2026-01-01T00:00:01Z"
	for name, c := range map[string]struct {
		lines []string
		want  []int64
	}{
		"repeated":         {[]string{spent(at, 100, 10, 100, 10), spent(at, 100, 10, 100, 10), spent(at, 300, 30, 200, 20)}, []int64{110, 220}},
		"estimate":         {[]string{spent(at, 100, 10, 100, 10), spent(at, 100, 10, 0, 0), spent(at, 150, 15, 50, 5)}, []int64{110, 55}},
		"restart":          {[]string{spent(at, 100, 10, 100, 10), spent(at, 300, 30, 200, 20), spent(at, 400, 40, 400, 40)}, []int64{110, 220, 440}},
		"restart, same":    {[]string{spent(at, 100, 10, 100, 10), spent(at, 300, 30, 200, 20), spent(at, 100, 10, 100, 10)}, []int64{110, 220, 110}},
		"smaller":          {[]string{spent(at, 100, 10, 100, 10), spent(at, 50, 5, 20, 2)}, []int64{110, 22}},
		"unknown baseline": {[]string{spent(at, 1000, 100, 200, 20), spent(at, 1100, 110, 100, 10)}, []int64{220, 110}},
		"null": {[]string{event(at, `{"type":"token_count","info":null}`), event(at, `{"type":"token_count"}`),
			event(at, `{"type":"token_count","info":{"total_token_usage":"x","last_token_usage":[]}}`)}, nil},
	} {
		h := empty(t)
		h.file(path(uuid(1)), append([]string{meta(at, uuid(1), "")}, c.lines...)...)
		var got []int64
		keys := map[string]bool{}
		for _, r := range h.records(uuid(1), adapter.Want{Usage: true}) {
			if r.Usage != nil {
				got = append(got, r.Usage.Total())
				keys[r.UsageKey] = true
			}
		}
		if len(got) != len(c.want) || len(keys) != len(got) {
			t.Errorf("%s: %v under %d keys, want %v", name, got, len(keys), c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	}
}

// TestDescribed: the format that was once described, in its two shapes.
func TestDescribed(t *testing.T) {
	for name, lines := range map[string]string{
		"flat": `{"role":"user","content":"Fix it.","timestamp":"2025-06-01T10:00:00Z","cwd":"/w"}
{"role":"assistant","content":"Fixed.","model":"gpt-4.1","timestamp":"2025-06-01T10:00:09Z","usage":{"prompt_tokens":100,"completion_tokens":20,"prompt_tokens_details":{"cached_tokens":40}}}`,
		"nested": `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"Fix it."}]},"timestamp":"2025-06-01T10:00:00Z","cwd":"/w"}
{"type":"assistant","message":{"id":"m1","role":"assistant","model":"gpt-4.1","content":[{"type":"output_text","text":"Fixed."}],"usage":{"input_tokens":100,"output_tokens":20,"input_tokens_details":{"cached_tokens":40}}},"timestamp":"2025-06-01T10:00:09Z"}`,
	} {
		h := empty(t)
		h.file("codex/sessions/my-session.jsonl", lines)
		s := h.get("my-session")
		equal(t, name, show(s), "user: Fix it.\nassistant: Fixed.")
		if own, _ := tokensOf(s.Cost); own != 120 || s.Cost.CachedTokens != 40 || s.Model != "gpt-4.1" || s.Cwd != "/w" ||
			s.CreatedAt.String() != "2025-06-01T10:00:00.000Z" || s.UpdatedAt.String() != "2025-06-01T10:00:09.000Z" {
			t.Errorf("%s: %s", name, s.AppendJSON(nil))
		}
	}
}

// TestUnknown: records of types this version does not know are counted.
func TestUnknown(t *testing.T) {
	const at = "2026-01-01T00:00:01Z"
	h := empty(t)
	h.file(path(uuid(1)), meta(at, uuid(1), ""), user(at, "x"),
		item(at, `{"type":"new_item"}`), event(at, `{"type":"new_event"}`), event(at, `{"type":"item_completed","item":{"type":"New"}}`),
		`{"timestamp":"`+at+`","type":"new_line","payload":{}}`, `{"odd":1}`)
	got := h.report(uuid(1)).UnknownTypes
	for _, want := range []string{"response_item/new_item", "event_msg/new_event", "event_msg/item_completed/New", "new_line", "(none)"} {
		if got[want] != 1 {
			t.Errorf("unknown types %v lack %q", got, want)
		}
	}
}

// TestDamagedDocument: a torn or damaged item of a document costs that item.
func TestDamagedDocument(t *testing.T) {
	const id = "f6a22a35-51bc-47bf-8b53-bba53f556e1b"
	h := fixture(t, "codex-0.1.2504172351")
	at := h.discover().FindRef(id).Path
	whole := h.bytes(at)
	count := len(h.get(id).Messages)

	h.mounts.File(at, whole[:len(whole)-200])
	if s, r := h.get(id), h.report(id); len(s.Messages) != count-1 || r.SkippedCount != 1 || r.Skipped[0].Line < 100 {
		t.Errorf("torn: %d messages of %d, %s", len(s.Messages), count, r.AppendJSON(nil))
	}
	i := bytes.Index(whole, []byte(`"role": "user"`))
	bad := append(append(bytes.Clone(whole[:i]), "\x00\x00\x00"...), whole[i:]...)
	h.mounts.File(at, bad)
	if s, r := h.get(id), h.report(id); len(s.Messages) != count-1 || r.SkippedCount != 1 {
		t.Errorf("damaged: %d messages of %d, %s", len(s.Messages), count, r.AppendJSON(nil))
	}
	if _, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: id, Strict: true}); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("strict: %v", err)
	}
}

// TestLocalTime: folders and file names hold local time; the lines decide.
func TestLocalTime(t *testing.T) {
	h := empty(t)
	h.file("codex/sessions/2026/11/21/rollout-2026-11-21T06-34-23-"+uuid(1)+".jsonl",
		meta("2026-11-20T17:34:23.100Z", uuid(1), ""), user("2026-11-20T17:34:24Z", "x"))
	if s := h.list()[uuid(1)]; s.CreatedAt.String() != "2026-11-20T17:34:23.100Z" || s.UpdatedAt.String() != "2026-11-20T17:34:24.000Z" {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}
