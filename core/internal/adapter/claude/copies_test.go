package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: every form of a copied prefix is known by the marks in the file
// itself: the copied answers, what precedes them, and the session
// they name. (Old resumes and forks name none.)
func TestCopiedPrefix(t *testing.T) {
	for _, x := range []struct {
		fixture, id, form string
		forkedFrom        string
		copied, own       int // messages
		created           string
	}{
		{"claude", "920d133a", "--fork-session 2.1.329: requestSessionId", "0ea0f83d-6fc9-455a-8ac2-4b1e054fdbaa", 10, 2, "2026-11-20T17:13:31.214Z"},
		{"claude", "e9491ba4", "/branch 2.1.329: forkedFrom", "a0000004-0000-4000-8000-000000000004", 6, 7, "2026-11-20T17:19:35.847Z"},
		{"claude-2.1.30", "ff58cf96", "--fork-session 2.1.30: the parent's sessionId", "1fd9df3b-48f4-4879-affa-9c59b1020f76", 10, 2, "2026-11-20T18:22:58.588Z"},
		{"claude-2.0.60", "365c14f4", "--fork-session 2.0.60: the parent's sessionId on prompts", "b2caa1fb-62ba-4d74-bdd5-65e08260d430", 10, 2, "2026-11-20T18:22:32.810Z"},
		{"claude-1.0.120", "5786d4c1", "--fork-session 1.0.120: no requestId", "", 8, 2, "2026-11-20T18:22:04.945Z"},
		{"claude-1.0.120", "26b4c1be", "-p --resume 1.0.120: no requestId", "", 8, 2, "2026-11-20T18:22:04.149Z"},
		{"claude-1.0.24", "1abcc27b", "-p --resume 1.0.24: no requestId", "", 7, 2, "2026-11-20T18:21:50.070Z"},
		{"claude-1.0.24", "002267b2", "TUI -c 1.0.24: the old sessionId on prompts", "ecf9bde2-1777-4ee9-9fd5-d79a3136d0ac", 4, 2, "2026-11-20T18:24:00.857Z"},
		{"claude-0.2.126", "f07ca9d2", "-p --resume 0.2.126: no cost and no duration", "", 7, 2, "2026-11-20T18:21:41.652Z"},
		{"claude-0.2.126", "f9fa9a96", "TUI -c 0.2.126: the old sessionId on prompts", "b2a579a1-b1dd-4e67-ac52-965efbe4e1db", 2, 2, "2026-11-20T18:25:11.179Z"},
	} {
		h := openHome(t, x.fixture)
		s := h.get(t, x.id)
		if s.ForkedFrom != x.forkedFrom || s.CreatedAt.String() != x.created {
			t.Errorf("%s: forked from %q, created %s", x.form, s.ForkedFrom, s.CreatedAt)
		}
		copied := map[string]bool{} // message or line id
		for _, r := range h.walk(t, x.id, everything) {
			if r.Copied {
				copied[r.ID] = true
				if r.Origin != x.forkedFrom {
					t.Errorf("%s: line %d comes from %q", x.form, r.Line, r.Origin)
				}
			}
		}
		n := 0
		for i, m := range s.Messages {
			if copied[m.ID] {
				if n++; n != i+1 {
					t.Errorf("%s: message %d is copied, one before it is not", x.form, i)
				}
			}
		}
		if n != x.copied || len(s.Messages)-n != x.own {
			t.Errorf("%s: %d copied and %d own messages, want %d and %d", x.form, n, len(s.Messages)-n, x.copied, x.own)
		}
		if x.form[:3] != "TUI" && (s.Cost == nil || s.Cost.Inherited == nil) {
			t.Errorf("%s: nothing is inherited", x.form)
		}
	}
}

// Rule: files that resumed by copying are superseded by the longest copy; a
// fork of the same beginning is not one of them.
func TestResumeChains(t *testing.T) {
	want := map[string]map[string]string{
		"claude-0.2.126": {"20df23ec": "06529a0d", "818998e5": "f07ca9d2", "e4e73eae": "f07ca9d2", "16fcd389": "f07ca9d2"},
		"claude-1.0.24":  {"8f5f040f": "98e8b8fa", "794e888c": "98e8b8fa", "151a7846": "1abcc27b", "778eca8c": "1abcc27b", "f3c0d4ac": "1abcc27b"},
		"claude-1.0.120": {"467ba066": "26b4c1be|5786d4c1", "0f5823df": "26b4c1be|5786d4c1", "cbbb79d6": "2c4be28f"},
		"claude-2.0.60":  {}, "claude-2.1.30": {}, "claude": {},
	}
	for fixture, chains := range want {
		for id, s := range openHome(t, fixture).list(t) {
			by := chains[id[:8]]
			switch {
			case by == "" && s.SupersededBy == "":
			case len(s.SupersededBy) < 8, s.SupersededBy[:8] != by && (len(by) < 17 || s.SupersededBy[:8] != by[:8] && s.SupersededBy[:8] != by[9:]):
				t.Errorf("%s %s is superseded by %q, want %q", fixture, id, s.SupersededBy, by)
			}
		}
	}
}

// An installation without request ids (other providers) does not make copies
// of all its answers: copies were written in one moment, answers take time.
func TestNoRequestIDIsNotEnough(t *testing.T) {
	h := oneSession(t,
		`{"type":"user","uuid":"u","parentUuid":null,"sessionId":"own","version":"1.0.90","timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"hi"}}`,
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"own","version":"1.0.90","timestamp":"2026-01-02T03:04:07.000Z","message":{"id":"m","model":"x","content":[{"type":"text","text":"hello"}],"usage":{"input_tokens":1,"output_tokens":1}}}`)
	for _, r := range h.walk(t, "own", everything) {
		if r.Copied {
			t.Errorf("line %d is taken for a copy", r.Line)
		}
	}
}

// Forks of 2.1.150 to 2.1.328 mark nothing. When the file's own first line has
// a time, older answers must be copies; without it nothing decides.
func TestUnmarkedFork(t *testing.T) {
	queued := `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-01-02T04:00:00.000Z","sessionId":"own"}`
	lines := []string{
		`{"type":"user","uuid":"u","parentUuid":null,"sessionId":"own","version":"2.1.150","timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"hi"}}`,
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"own","version":"2.1.150","requestId":"r","timestamp":"2026-01-02T03:04:07.000Z","message":{"id":"m","model":"x","content":[],"usage":{"output_tokens":1}}}`,
		`{"type":"user","uuid":"v","parentUuid":"a","sessionId":"own","version":"2.1.150","timestamp":"2026-01-02T04:00:00.100Z","message":{"role":"user","content":"and now"}}`,
		`{"type":"assistant","uuid":"b","parentUuid":"v","sessionId":"own","version":"2.1.150","requestId":"s","timestamp":"2026-01-02T04:00:02.000Z","message":{"id":"n","model":"x","content":[],"usage":{"output_tokens":1}}}`,
	}
	count := func(recs []adapter.Record) (n int) {
		for _, r := range recs {
			if r.Copied {
				n++
			}
		}
		return n
	}
	if n := count(oneSession(t, append([]string{queued}, lines...)...).walk(t, "own", everything)); n != 2 {
		t.Errorf("%d copied records, want 2", n)
	}
	if n := count(oneSession(t, lines...).walk(t, "own", everything)); n != 0 {
		t.Errorf("%d copied records without any mark", n)
	}
}

// Rule: /clear in 1.0.24 continues in the same file under a new sessionId. One
// file is one session; the lines after it are no copies.
func TestClearInTheSameFile(t *testing.T) {
	h := openHome(t, "claude-1.0.24")
	for _, r := range h.walk(t, "cd1ddaf6", everything) {
		if r.Copied {
			t.Errorf("line %d is taken for a copy", r.Line)
		}
	}
	if s := h.get(t, "cd1ddaf6"); s.ForkedFrom != "" || len(s.Messages) != 17 || s.TurnCount != 5 {
		t.Errorf("forked from %q, %d messages, %d turns", s.ForkedFrom, len(s.Messages), s.TurnCount)
	}
}

// Rule: -c of 2.0.10 wrote one session into two files. The second names the
// first in its lines, whose parents are there; they are its own.
func TestContinuationInAnotherFile(t *testing.T) {
	h := oneSession(t,
		`{"type":"summary","summary":"x","leafUuid":"y"}`,
		`{"type":"user","uuid":"u","parentUuid":"elsewhere","sessionId":"first","version":"2.0.10","timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"on"}}`,
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"first","version":"2.0.10","requestId":"r","timestamp":"2026-01-02T03:04:07.000Z","message":{"id":"m","model":"x","content":[{"type":"text","text":"yes"}],"usage":{"output_tokens":1}}}`)
	s := h.get(t, "own")
	if s.ForkedFrom != "first" || len(s.Messages) != 2 || s.Cost.Inherited != nil {
		t.Errorf("forked from %q, %d messages, cost %s", s.ForkedFrom, len(s.Messages), s.Cost.AppendJSON(nil))
	}
}

// TestRenamedFileIsNoCopy reads a session whose file was renamed: every line
// names another session than the file does, and none is a copy.
func TestRenamedFileIsNoCopy(t *testing.T) {
	_, h := adaptertest.MemoryHost(t, "claude", "claude-damaged")
	for _, id := range []string{"crlf-and-bom", "glued", "unknown"} {
		s, _, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: "claude", SessionID: id})
		if err != nil {
			t.Fatal(err)
		}
		if s.ForkedFrom != "" || s.Cost == nil || s.Cost.Inherited != nil || s.Cost.InputTokens == 0 {
			t.Errorf("%s: forked from %q, cost %+v", id, s.ForkedFrom, s.Cost)
		}
	}
}
