package store_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// aSecret is a key that redaction finds.
const aSecret = "ghp_" + "a8Kd93hfLw02mXz71QpVbnR5tYcE6uJsG4iO"

// redacting is a store that redacts.
func redacting(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.SetPolicy(host.Policy{Redact: true}); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Policy(); err != nil || !p.Redact {
		t.Fatal(p, err)
	}
}

// withSecret writes a secret wherever a caller may write a text.
func withSecret(t *testing.T, s *store.Store, id string) {
	t.Helper()
	text := "the key is " + aSecret
	cwd := "/home/nina/" + aSecret
	object := session.JSON(`{"note":"` + text + `","deep":[{"` + aSecret + `":"` + text + `"}]}`)
	must[*session.StoredSession](t)(s.Register(id, store.Patch{CWD: &cwd, Extra: object}, now))
	must[*session.StoredSession](t)(s.Update(id, store.Patch{Extra: object}, now))
	must[*session.StoredSession](t)(s.Record(id, []session.JSON{session.JSON(`{"type":"user","uuid":"u","content":"` + text + `","toolCalls":[{"input":{"x":"` + text + `"}}]}`)}, now))
	must[*session.StoredSummary](t)(s.Summarize(id, store.SummaryOptions{Content: text}, now))
	must[*session.StoredThread](t)(s.Threads().Start(id, store.ThreadOptions{Name: text, Metadata: object}, now))
	must[*session.StoredSession](t)(s.Fork(id, store.ForkOptions{SessionID: id + "-fork", Extra: object}, now))
	snapshot := must[[]byte](t)(s.Export(id, 0))
	plain := strings.ReplaceAll(string(snapshot), "[redacted:github-pat]", aSecret)
	if strings.Count(plain, aSecret) < 8 {
		t.Fatal("the snapshot has no secrets: " + plain)
	}
	must[*session.StoredSession](t)(s.Import([]byte(plain), id+"-imported", now))
	must[[]string](t)(s.Tag("claude:"+id, []string{aSecret}, nil, now))
}

// eachPayload calls fn for every event of a store.
func eachPayload(t *testing.T, s *store.Store, fn func(e *host.Event)) {
	t.Helper()
	streams := must[[]host.StreamInfo](t)(s.Journal().Streams("", 1000))
	for _, info := range streams {
		for _, e := range must[[]host.Event](t)(s.Journal().Read(info.Name, 0, 1000)) {
			fn(&e)
		}
	}
}

// TestPolicyRedacts: a store that redacts has no secret, regardless of what is written to it, until the policy
// is removed.
func TestPolicyRedacts(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		if p, err := s.Policy(); err != nil || p != (host.Policy{}) {
			t.Fatal(p, err)
		}
		redacting(t, s)
		withSecret(t, s, "s")
		eachPayload(t, s, func(e *host.Event) {
			if strings.Contains(string(e.Payload), aSecret) || strings.Contains(string(e.Payload), "nina") {
				t.Errorf("%s %d %s: %s", e.Stream, e.Seq, e.Kind, e.Payload)
			}
			if !store.IsRedacted(e) {
				t.Errorf("not a fixed point: %s %d %s: %s", e.Stream, e.Seq, e.Kind, e.Payload)
			}
		})
		if m := must[[]session.JSON](t)(s.Messages("s-fork", store.MessageOptions{})); len(m) != 1 || !strings.Contains(string(m[0]), `"uuid":"u"`) {
			t.Errorf("the fork has %s", m)
		}
		if err := s.SetPolicy(host.Policy{}); err != nil {
			t.Fatal(err)
		}
		withSecret(t, s, "plain")
		plain := 0
		eachPayload(t, s, func(e *host.Event) {
			if strings.Contains(string(e.Payload), aSecret) {
				plain++
				if store.IsRedacted(e) {
					t.Errorf("%s: %s", e.Kind, e.Payload)
				}
			}
		})
		if plain < 8 {
			t.Errorf("%d events have what was written after the policy was removed", plain)
		}
	})
}
