package codex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/klauspost/compress/zstd"
)

// The rewound thread of the fixture, its two files, and segments of a third
// and a fourth time.
const (
	rewound  = "01a204e1-73e6-7500-a6fb-c21dd7ad36f1"
	segmentA = "01a204e1-d647-7720-9f5d-a7c21b7cc3e0"
	segmentB = "01a204e2-0000-7720-9f5d-a7c21b7cc3e0"
	segmentC = "01a204e2-1000-7720-9f5d-a7c21b7cc3e0"
	nov22    = "codex/sessions/2026/11/22/rollout-2026-11-22T20-1"
	file0    = nov22 + "0-13-" + rewound + ".jsonl"
	fileA    = nov22 + "0-39-" + rewound + "_" + segmentA + ".jsonl"
	fileB    = nov22 + "1-00-" + rewound + "_" + segmentB + ".jsonl"
	fileC    = nov22 + "1-30-" + rewound + "_" + segmentC + ".jsonl"
)

// segmentLines writes a segment: its header, and one turn.
func segmentLines(thread, base string, at int, prompt string) []string {
	stamp := func(i int) string { return fmt.Sprintf("2026-11-22T20:%02d:%02d.000Z", 10+at/60, at%60+i) }
	n := 100 * at
	return []string{
		fmt.Sprintf(`{"timestamp":"%s","ordinal":%d,"type":"session_meta","payload":{"id":"%s","session_id":"%s","timestamp":"%s","cwd":"/w","cli_version":"0.169.0","history_mode":"paginated"%s}}`,
			stamp(0), n, thread, thread, stamp(0), base),
		fmt.Sprintf(`{"timestamp":"%s","ordinal":%d,"type":"event_msg","payload":{"type":"task_started"}}`, stamp(1), n+1),
		fmt.Sprintf(`{"timestamp":"%s","ordinal":%d,"type":"response_item","payload":{"type":"message","id":"q%d","role":"user","content":[{"type":"input_text","text":"%s"}]}}`, stamp(1), n+2, at, prompt),
		fmt.Sprintf(`{"timestamp":"%s","ordinal":%d,"type":"response_item","payload":{"type":"message","id":"a%d","role":"assistant","content":[{"type":"output_text","text":"answer to %s"}]}}`, stamp(2), n+3, at, prompt),
		fmt.Sprintf(`{"timestamp":"%s","ordinal":%d,"type":"token_usage_record","payload":{"thread_id":"%s","response_id":"resp_%d","usage":{"input_tokens":1000,"output_tokens":10,"total_tokens":1010}}}`, stamp(3), n+4, thread, at),
		fmt.Sprintf(`{"timestamp":"%s","ordinal":%d,"type":"event_msg","payload":{"type":"task_complete"}}`, stamp(4), n+5),
	}
}

func baseAt(thread string, ordinal int) string {
	return fmt.Sprintf(`,"history_base":{"thread_id":"%s","end_ordinal_exclusive":%d,"end_byte_offset":1}`, thread, ordinal)
}

const firstTurn = "user: qplain zbtone\nassistant: [**zthink1**] zanswer1 It wraps `fetch` — nothing mo\n"

// Rule: a rewound thread is one session in all projections.
func TestRewindIsOneSession(t *testing.T) {
	h := fixture(t, "codex-rewind-segment")
	ix := h.discover()
	if len(ix.Refs) != 1 || ix.Refs[0].ID != rewound || ix.Refs[0].Path != file0 || ix.Refs[0].Size != 54480 ||
		len(ix.Refs[0].Alternates) != 1 || ix.Refs[0].Alternates[0] != fileA {
		t.Fatalf("%+v", ix.Refs)
	}
	s := h.get(rewound)
	equal(t, "messages", show(s), firstTurn+"user: qsecond zbtdrop\nassistant: zanswersecond ok\nuser: qfourth zbtafter\nassistant: zanswerfourth ok")
	if s.Title != "qplain zbtone" || s.TurnCount != 3 || s.ForkedFrom != "" || len(h.notes) != 0 ||
		s.CreatedAt.String() != "2026-11-22T20:10:13.897Z" || s.UpdatedAt.String() != "2026-11-22T20:10:46.894Z" {
		t.Errorf("%q, %d turns, forked from %q, %v, notes %v", s.Title, s.TurnCount, s.ForkedFrom, s.UpdatedAt, h.notes)
	}
	if c := s.Cost; c.InputTokens != 37230 || c.OutputTokens != 432 || c.Inherited != nil {
		t.Errorf("spend %+v", c)
	}
	if len(s.Branches) != 1 || s.Branches[0].MessageCount != 4 {
		t.Fatalf("branches %+v", s.Branches)
	}
	b, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: rewound, Branch: s.Branches[0].LeafID})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "branch", show(b), firstTurn+"user: qsecond zbtdrop\nassistant: zanswersecond ok\nuser: qthird zbtdroptwo\nassistant: [**zthink3**] zanswerthird ok")
	whole := h.list()
	limited, err := h.catalog().List(session.ListRequest{Agent: "codex", Limit: 1})
	if err != nil || len(whole) != 1 || len(limited) != 1 || string(limited[0].AppendJSON(nil)) != string(whole[rewound].AppendJSON(nil)) {
		t.Errorf("list: %d and %d sessions, %v", len(whole), len(limited), err)
	}
	cmd, err := h.catalog().Command(session.CommandRequest{Agent: "codex", SessionID: rewound, Action: session.SessionActionResume})
	if err != nil || strings.Join(cmd.Argv, " ") != "codex resume "+rewound {
		t.Errorf("resume: %v, %v", cmd, err)
	}
	total, err := h.catalog().TotalCost(session.CostRequest{Agent: "codex"})
	if err != nil || total.SessionCount != 1 || total.InputTokens != 37230 {
		t.Errorf("cost: %+v, %v", total, err)
	}
	found, _, err := h.catalog().Search(session.SearchRequest{Agent: "codex", Text: "zbtafter", Limit: 10})
	if err != nil || len(found) != 1 {
		t.Errorf("search: %d, %v", len(found), err)
	}
}

// Rule: a segment may follow a segment; a rewind may go back past the start of
// the segment it was made in, or to the start of the thread.
func TestRewindsInARow(t *testing.T) {
	for _, x := range []struct {
		name     string
		ordinal  int // of the second rewind's base
		want     string
		branches string // messages of each, newest first
	}{
		{"inside the segment", 29, firstTurn + "user: qsecond zbtdrop\nassistant: zanswersecond ok\nuser: again\nassistant: answer to again", "2 4"},
		{"before the segment", 17, firstTurn + "user: again\nassistant: answer to again", "4 4"},
		{"inside the first file", 16, firstTurn + "user: again\nassistant: answer to again", "4 4"},
		{"to the start", 1, "user: again\nassistant: answer to again", "6 6"},
		{"to nothing", 0, "user: again\nassistant: answer to again", "6 6"},
	} {
		h := fixture(t, "codex-rewind-segment")
		h.file(fileB, segmentLines(rewound, baseAt(rewound, x.ordinal), 60, "again")...)
		s := h.get(rewound)
		equal(t, x.name, show(s), x.want)
		var counts []string
		for _, b := range s.Branches {
			counts = append(counts, fmt.Sprint(b.MessageCount))
			other, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: rewound, Branch: b.LeafID})
			if err != nil || other.Messages[len(other.Messages)-1].ID != b.LeafID {
				t.Errorf("%s: branch %s: %v", x.name, b.LeafID, err)
			}
			if text := show(other); strings.Contains(text, "again") || strings.Contains(text, "droptwo") && strings.Contains(text, "zbtafter") {
				t.Errorf("%s: branch %s mixes:\n%s", x.name, b.LeafID, text)
			}
		}
		if got := strings.Join(counts, " "); got != x.branches || len(h.notes) != 0 {
			t.Errorf("%s: branches of %s messages, want %s; notes %v", x.name, got, x.branches, h.notes)
		}
		if s.Cost.InputTokens != 38230 {
			t.Errorf("%s: %d input tokens", x.name, s.Cost.InputTokens)
		}
		h.file(fileC, segmentLines(rewound, baseAt(rewound, 6000), 90, "third")...)
		if got := show(h.get(rewound)); !strings.HasSuffix(got, "user: third\nassistant: answer to third\n") || strings.Contains(got, "again") {
			t.Errorf("%s: after a third rewind:\n%s", x.name, got)
		}
	}
}

// Rule: what is there is read: without the first file, from an archive,
// compressed, and with a file that cannot be opened.
func TestRewindFiles(t *testing.T) {
	tail := "user: qsecond zbtdrop\nassistant: zanswersecond ok\nuser: qfourth zbtafter\nassistant: zanswerfourth ok\n"
	h := fixture(t, "codex-rewind-segment")
	h.mounts.Remove(file0)
	s := h.get(rewound)
	equal(t, "first file gone", show(s), tail)
	if s.Title != "qsecond zbtdrop" || s.SessionID != rewound || s.ForkedFrom != "" || len(h.notes) != 1 || !strings.Contains(h.notes[0].Message, "before the rewind") {
		t.Errorf("%q %q, notes %v", s.Title, s.ForkedFrom, h.notes)
	}

	h = fixture(t, "codex-rewind-segment")
	h.move(file0, "codex/archived_sessions/"+file0[strings.LastIndex(file0, "/")+1:])
	if equal(t, "first file archived", show(h.get(rewound)), firstTurn+tail); h.list()[rewound].Archived {
		t.Error("the newest file is not archived")
	}
	h.move(fileA, "codex/archived_sessions/"+fileA[strings.LastIndex(fileA, "/")+1:])
	if equal(t, "both archived", show(h.get(rewound)), firstTurn+tail); !h.list()[rewound].Archived {
		t.Error("not archived")
	}

	for _, path := range []string{file0, fileA} {
		h = fixture(t, "codex-rewind-segment")
		pack(t, h, path)
		equal(t, path+" compressed", show(h.get(rewound)), firstTurn+tail)
		if n := len(h.list()); n != 1 {
			t.Errorf("%d sessions", n)
		}
		h.host.Zstd = nil
		s := h.get(rewound)
		if len(h.notes) == 0 || len(s.Messages) == 0 {
			t.Errorf("%s without zstd: %d messages, notes %v", path, len(s.Messages), h.notes)
		}
		if _, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: rewound, Strict: true}); err == nil {
			t.Errorf("%s without zstd: strict passes", path)
		}
	}
}

// pack compresses a file.
func pack(t *testing.T, h *home, path string) {
	t.Helper()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	data := enc.EncodeAll(h.bytes(path), nil)
	h.mounts.Remove(path)
	h.mounts.File(path+".zst", data)
	h.host.Zstd = adaptertest.NativeHost(t, "codex-zst").Zstd
}

// Rule: a fork continues what its parent was when the fork was made.
func TestForkOfARewoundThread(t *testing.T) {
	fork := func(created, base string) *home {
		h := fixture(t, "codex-rewind-segment")
		lines := segmentLines("01a204e3-0000-7720-9f5d-a7c21b7cc3e0", base, 120, "forked")
		lines[0] = strings.ReplaceAll(lines[0], `"timestamp":"2026-11-22T20:12:00.000Z","cwd"`, `"timestamp":"`+created+`","forked_from_id":"`+rewound+`","cwd"`)
		return h.file(nov22+"2-00-01a204e3-0000-7720-9f5d-a7c21b7cc3e0.jsonl", lines...)
	}
	copied := strings.ReplaceAll(firstTurn, "user:", "user: (copied)")
	copied = strings.ReplaceAll(copied, "assistant:", "assistant: (copied)")
	for _, x := range []struct{ name, created, base, want string }{
		{"after the rewind", "2026-11-22T20:12:00.000Z", baseAt(rewound, 29),
			copied + "user: (copied) qsecond zbtdrop\nassistant: (copied) zanswersecond ok\nuser: forked\nassistant: answer to forked"},
		{"before the rewind", "2026-11-22T20:10:35.000Z", baseAt(rewound, 38),
			copied + "user: (copied) qsecond zbtdrop\nassistant: (copied) zanswersecond ok\nuser: (copied) qthird zbtdroptwo\nassistant: (copied) [**zthink3**] zanswerthird ok\nuser: forked\nassistant: answer to forked"},
		{"of the first turn", "2026-11-22T20:12:00.000Z", baseAt(rewound, 17), copied + "user: forked\nassistant: answer to forked"},
	} {
		h := fork(x.created, x.base)
		s := h.get("01a204e3-0000-7720-9f5d-a7c21b7cc3e0")
		equal(t, x.name, show(s), x.want)
		if s.ForkedFrom != rewound || len(s.Branches) != 0 || len(h.notes) != 0 || s.Cost.InputTokens != 1000 {
			t.Errorf("%s: from %q, branches %v, notes %v, %+v", x.name, s.ForkedFrom, s.Branches, h.notes, s.Cost)
		}
		total, err := h.catalog().TotalCost(session.CostRequest{Agent: "codex"})
		if err != nil || total.InputTokens != 38230 {
			t.Errorf("%s: %+v, %v", x.name, total, err)
		}
	}
}

// Rule: a fork may be rewound itself, also to a place before the fork: the
// base then names the parent.
func TestRewindOfAFork(t *testing.T) {
	const child = "01a204e3-0000-7720-9f5d-a7c21b7cc3e0"
	forked := nov22 + "2-00-" + child + ".jsonl"
	again := nov22 + "4-00-" + child + "_01a204e4-0000-7720-9f5d-a7c21b7cc3e0.jsonl"
	for _, x := range []struct {
		name, base string
		turns      int64
	}{
		{"its own turn", baseAt(child, 12000), 3}, {"a turn of the parent's", baseAt(rewound, 17), 2}, {"all", baseAt(child, 1), 1},
		{"names no history", "", 1}, {"an unknown thread", baseAt("01a204e9-0000-7720-9f5d-a7c21b7cc3e0", 17), 1},
	} {
		h := fixture(t, "codex-rewind-segment")
		h.file(forked, segmentLines(child, baseAt(rewound, 29), 120, "forked")...)
		h.file(again, segmentLines(child, x.base, 240, "rewound")...)
		s := h.get(child)
		if got := show(s); s.TurnCount != x.turns || strings.Contains(got, "user: forked") || !strings.Contains(got, "user: rewound") || s.Cost.InputTokens != 2000 {
			t.Errorf("%s: %d turns, want %d; %d input\n%s", x.name, s.TurnCount, x.turns, s.Cost.InputTokens, got)
		}
		if all := h.list(); len(all) != 2 {
			t.Errorf("%s: %d sessions", x.name, len(all))
		}
	}
}

// Rule: totals go back with a rewind; the same totals twice are two requests.
func TestTotalsAfterARewind(t *testing.T) {
	lines := func(at int, base string, total int) []string {
		out := segmentLines(rewound, base, at, "p")
		out[4] = fmt.Sprintf(`{"timestamp":"2026-11-22T20:30:00.000Z","ordinal":%d,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"output_tokens":1,"total_tokens":%d},"last_token_usage":{"input_tokens":100,"output_tokens":1,"total_tokens":101}}}}`,
			100*at+4, total, total+1)
		return out
	}
	h := empty(t).file(file0, append(lines(1, "", 100), lines(2, "", 200)[1:]...)...).file(fileA, lines(3, baseAt(rewound, 200), 200)...)
	if got := h.get(rewound).Cost.InputTokens; got != 300 {
		t.Errorf("%d input tokens, want 300", got)
	}
}

// Rule: an image's texts are not the prompt's; a text like them is.
func TestImageInAPrompt(t *testing.T) {
	h := fixture(t, "codex-image-title")
	s := h.get("01a204bd-d6f9-7853-b317-8dbecb9f9ff6")
	m := &s.Messages[0]
	if s.Title != "qimage what is this" || m.Content != "qimage what is this" || len(m.Attachments) != 1 ||
		m.Attachments[0] != (session.Attachment{ID: "0.0", MediaType: "image/png", Name: "logo.png", Bytes: 96}) {
		t.Errorf("%q: %q %+v", s.Title, m.Content, m.Attachments)
	}
	a, err := h.catalog().Attachment(session.AttachmentRequest{Agent: "codex", SessionID: s.SessionID, ID: m.Attachments[0].ID})
	if err != nil || a.MediaType != "image/png" || a.Name != "logo.png" || a.Bytes != 70 || !strings.HasPrefix(a.Data, "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAf") {
		t.Errorf("%+v, %v", a, err)
	}
	const at = "2026-11-22T20:00:00.000Z"
	image := `{"type":"input_image","image_url":"data:image/png;base64,AAAA"}`
	text := func(s string) string { return `{"type":"input_text","text":"` + s + `"}` }
	for _, x := range []struct{ parts, content, name string }{
		{text("<image name=[Image #1]>") + "," + image + "," + text("</image>") + "," + text("what"), "what", "[Image #1]"},
		{text("before") + "," + text(`<image name=[Image #1] path=\"a b>.png\">`) + "," + image + "," + text("</image>"), "before", "a b>.png"},
		{image + "," + text("</image>"), "</image>", ""},
		{text("<image name=x>") + "," + text("</image>"), "<image name=x>\n\n</image>", "-"},
		{text("<image name=x>"), "<image name=x>", "-"},
		{text("<image of a cat"), "<image of a cat", "-"},
	} {
		h := empty(t).file(file0, item(at, `{"type":"message","id":"m","role":"user","content":[`+x.parts+`]}`))
		recs := h.records(rewound, adapter.Want{Text: true, Prompts: true})
		r := recs[len(recs)-1]
		name := "-"
		if len(r.Attachments) == 1 {
			name = r.Attachments[0].Name
		}
		if r.Text != x.content || name != x.name || !r.Prompt {
			t.Errorf("%s: %q, attachment %q", x.parts, r.Text, name)
		}
	}
}

// Rule: file times bound a thread by its newest file.
func TestRewindFileTimes(t *testing.T) {
	h := fixture(t, "codex-rewind-segment")
	var latest int64
	for _, path := range []string{file0, fileA} {
		info, err := h.mounts.Stat(path)
		if err != nil || info.Kind != host.File {
			t.Fatal(err)
		}
		latest = max(latest, info.ModTime)
	}
	if ref := h.discover().Refs[0]; ref.ModTime != session.TimeOfMillis(latest) {
		t.Errorf("%v", ref.ModTime)
	}
}
