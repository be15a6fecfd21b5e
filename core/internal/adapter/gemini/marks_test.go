package gemini_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: a message that is written again without displayContent, as after gemini -r ID -p, keeps
// what was shown; what a hook adds is no part of a prompt.
func TestHookContextAfterResume(t *testing.T) {
	mounts := hosttest.NewMounts().Load(t, "gemini", "testdata/hook-after-resume/home/.gemini")
	h := &home{t: t, mounts: mounts, host: adaptertest.HostOver(t, mounts)}
	list, err := h.catalog().List(session.ListRequest{Agent: "gemini"})
	if err != nil || len(list) != 1 || list[0].Title != "qtools zgemtools" {
		t.Fatalf("%v, %v", list, err)
	}
	s, _, err := h.catalog().Get(session.GetRequest{Agent: "gemini", SessionID: list[0].SessionID})
	if err != nil {
		t.Fatal(err)
	}
	var prompts []string
	for _, m := range s.Messages {
		if m.Role == "user" {
			prompts = append(prompts, m.Content)
		}
	}
	if len(prompts) != 2 || prompts[0] != "qtools zgemtools" || prompts[1] != "qthird zgemresumed" {
		t.Errorf("%q", prompts)
	}
	if found, _, err := h.catalog().Search(session.SearchRequest{Agent: "gemini", Text: "zhookcontext"}); err != nil || len(found) != 0 {
		t.Errorf("a hook's context is found: %v, %v", found, err)
	}
}

// Rule: what was shown counts also where only a rewritten message has other context in front.
func TestShownText(t *testing.T) {
	head := `{"sessionId":"d0000001-0000-4000-8000-000000000001","projectHash":"x","startTime":"2026-11-23T23:42:13.943Z","kind":"main"}`
	first := `{"id":"a","timestamp":"2026-11-23T23:42:14.092Z","type":"user","content":[{"text":"ztyped @file with zfile"}],"displayContent":[{"text":"ztyped @file"}]}`
	again := `{"$set":{"messages":[{"id":"a","timestamp":"2026-11-23T23:42:14.092Z","type":"user","content":[{"text":"ztyped @file with zfile"}]}]}}`
	h := empty(t).file("gemini/tmp/p/chats/session-2026-11-23T23-42-d0000001.jsonl", head, first, again)
	s, _, err := h.catalog().Get(session.GetRequest{Agent: "gemini", SessionID: "d0000001-0000-4000-8000-000000000001"})
	if err != nil || s.Title != "ztyped @file" || s.Messages[0].Content != "ztyped @file" {
		t.Errorf("%+v, %v", s, err)
	}
}
