package copilot_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/session"
)

const describedPath = "copilot-config/sessions/old.json"

// describedDocument is made by hand after the description of 4.2.4.
const describedDocument = `{
  "id": "old",
  "cwd": "/w",
  "model": "gpt-8",
  "createdAt": "2025-01-02T03:04:05Z",
  "messages": [
    {"role": "system", "content": "be good"},
    {"role": "user", "content": "Count the files, \"please\"", "timestamp": "2025-01-02T03:04:06Z"},
    {"role": "assistant", "id": "a1", "content": "Looking.", "timestamp": "2025-01-02T03:04:07Z",
      "tool_calls": [{"id": "c1", "function": {"name": "ls", "arguments": "{\"path\": \".\"}"}}],
      "usage": {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}},
    {"role": "tool", "tool_call_id": "c1", "content": "a\nb"},
    {"role": "assistant", "content": [{"type": "text", "text": "There are"}, {"type": "text", "text": "two."}], "timestamp": 1735787048000}
  ]
}
`

func describedHome(t *testing.T, document string) *home {
	mounts := hosttest.NewMounts().File(describedPath, []byte(document))
	h := hosttest.Host(mounts)
	return &home{t: t, mounts: mounts, host: &h}
}

func TestDescribedLayout(t *testing.T) {
	h := describedHome(t, describedDocument)
	s, r := h.get("old")
	equal(t, "messages", show(s), `
user: Count the files, "please"
assistant gpt-8: Looking. ls{"path":"."}
tool: ls "a\nb"
assistant gpt-8: There are`)
	if s.Title != `Count the files, "please"` || s.Cwd != "/w" || s.TurnCount != 1 || s.CreatedAt.String() != "2025-01-02T03:04:05.000Z" ||
		s.UpdatedAt.String() != "2025-01-02T03:04:08.000Z" || s.Model != "gpt-8" {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	if s.Cost.InputTokens != 100 || s.Cost.OutputTokens != 7 || r.Injected != 1 || s.Messages[3].Content != "There are\n\ntwo." {
		t.Errorf("cost %+v, injected %d, %q", s.Cost, r.Injected, s.Messages[3].Content)
	}
	h.quiet()
}

// A torn document costs its last message only.
func TestDescribedTorn(t *testing.T) {
	cut := strings.Index(describedDocument, `{"role": "tool"`) + 20
	h := describedHome(t, describedDocument[:cut])
	s, r := h.get("old")
	equal(t, "messages", show(s), "user: Count the files, \"please\"\nassistant: Looking. ls{\"path\":\".\"}")
	if r.SkippedCount != 1 || r.Skipped[0].Reason != "truncated" {
		t.Errorf("skipped %+v", r.Skipped)
	}
	if _, _, err := h.catalog().Get(session.GetRequest{Agent: "copilot", SessionID: "old", Strict: true}); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("strict: %v", err)
	}
}

func TestDescribedShapes(t *testing.T) {
	for _, document := range []string{"", "  \n", "{}", "[]", "7", `{"messages":{}}`, `{"messages":null}`, `{"messages":[]}`, `{"messages":[7,"x",null]}`} {
		h := describedHome(t, document)
		if n := len(h.list()); n != 0 {
			t.Errorf("%q: %d sessions", document, n)
		}
		h.quiet()
	}
	for _, document := range []string{"<html>", "\x00\x00", `{"messages":`, `{"messages":[`, `{"x`} {
		h := describedHome(t, document)
		_, _, err := h.catalog().Get(session.GetRequest{Agent: "copilot", SessionID: "old"})
		if fault.CodeOf(err) != fault.ParseError {
			t.Errorf("%q: %v", document, err)
		}
	}
}

// A session in several places is one session: the newest place counts.
func TestPlaces(t *testing.T) {
	h := made(t, start(1, "1.0.0", ""), user(2, "folder"), answer(3, "yes", ""))
	h.file("copilot/session-state/"+uuid(1)+".jsonl", start(1, "0.0.370", ""), user(2, "flat"))
	h.file("copilot/session-state/"+uuid(2)+".jsonl", start(1, "0.0.370", ""), user(2, "flat"))
	h.file("copilot-config/sessions/"+uuid(1)+".json", `{"messages":[{"role":"user","content":"document"}]}`)
	h.file("copilot-config/sessions/"+uuid(3)+".json", `{"messages":[{"role":"user","content":"document"}]}`)
	h.file("copilot-config/apps.json", `{}`)
	h.file("copilot/session-state/.session-operation-locks/"+uuid(4)+".lock", "")
	h.file("copilot/session-state/"+uuid(5)+"/workspace.yaml", "name: nothing happened")
	ix := h.discover()
	var got []string
	for _, r := range ix.Refs {
		got = append(got, r.Path+" "+strings.Join(r.Alternates, " "))
	}
	equal(t, "places", strings.Join(got, "\n"), strings.Join([]string{
		"copilot-config/sessions/" + uuid(3) + ".json ",
		events(uuid(1)) + " copilot/session-state/" + uuid(1) + ".jsonl copilot-config/sessions/" + uuid(1) + ".json",
		"copilot/session-state/" + uuid(2) + ".jsonl "}, "\n"))
	s, _ := h.get(uuid(1))
	equal(t, "preferred", show(s), "user: folder\nassistant: yes")
	h.quiet()
	if m := adapter.MountsOf(agent); len(m) != 2 || m[0] != "copilot" || m[1] != "copilot-config" {
		t.Errorf("mounts %v", m)
	}
}

// Only regular files are opened, and one bad place hides no other.
func TestOtherKinds(t *testing.T) {
	h := made(t, start(1, "1.0.0", ""), user(2, "here"))
	h.mounts.Add(hosttest.Entry{Path: events(uuid(2)), Shape: hosttest.FIFO},
		hosttest.Entry{Path: "copilot/session-state/" + uuid(3) + ".jsonl", Shape: hosttest.Outside},
		hosttest.Entry{Path: "copilot-config/sessions/" + uuid(4) + ".json", Shape: hosttest.FIFO})
	if n := len(h.list()); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	if len(h.notes) != 3 {
		t.Errorf("notes: %+v", h.notes)
	}
}

// TestDescribedSuite damages a described document in every way.
func TestDescribedSuite(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "copilot", Homes: []string{"copilot-described"}, Home: "copilot-described",
		Sample: describedPath, SampleID: "old"})
}

// A document may be the array of messages itself, and count time in seconds.
func TestDescribedArray(t *testing.T) {
	h := made(t).file("copilot-config/sessions/"+uuid(3)+".json",
		`[{"role":"user","content":"hello","timestamp":1767225600},{"role":"assistant","content":"yes","timestamp":1767225605000}]`)
	s, _ := h.get(uuid(3))
	equal(t, "messages", show(s), "user: hello\nassistant: yes")
	if s.CreatedAt.String() != "2026-01-01T00:00:00.000Z" || s.UpdatedAt.String() != "2026-01-01T00:00:05.000Z" {
		t.Errorf("from %s to %s", s.CreatedAt, s.UpdatedAt)
	}
}
