package replica_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

const aSecret = "ghp_" + "a8Kd93hfLw02mXz71QpVbnR5tYcE6uJsG4iO"

// holding returns the ids of the sessions of a store whose log has a text.
func holding(t *testing.T, s *store.Store, text string) (ids string) {
	t.Helper()
	streams, err := s.Journal().Streams("", 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range streams {
		events, err := s.Journal().Read(info.Name, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if strings.Contains(string(e.Payload), text) {
				ids += info.Name + " "
				break
			}
		}
	}
	return ids
}

func record(t *testing.T, s *store.Store, id string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := s.Record(id, []session.JSON{session.JSON(`{"type":"user","content":` + string(session.TextJSON(text)) + `}`)}, store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPushIntoRedacting: a store that redacts takes from others what has no secret, and refuses the rest
// of a session; it says so each time.
func TestPushIntoRedacting(t *testing.T) {
	hub, laptop := storeAt(1, 1), storeAt(2, 2)
	if err := hub.SetPolicy(host.Policy{Redact: true}); err != nil {
		t.Fatal(err)
	}
	record(t, laptop, "clean", "hello", "world")
	record(t, laptop, "leaky", "before", "my key is "+aSecret, "after")
	record(t, laptop, "leaky-parent", "the key "+aSecret)
	if _, err := laptop.Fork("leaky-parent", store.ForkOptions{SessionID: "fork"}, store.Request{}); err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"good", aSecret} {
		if _, err := laptop.Tag("heddle:clean", []string{tag}, nil, store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		report, err := replica.Pull(laptop, hub, replica.Options{KeepBoth: true})
		if err != nil {
			t.Fatal(err)
		}
		said := "\n"
		for _, p := range report.Problems {
			said += p.SessionID + ": " + p.Message + "\n"
		}
		for _, id := range []string{"leaky: ", "leaky-parent: ", "fork: ", store.TagsID + ": "} {
			if strings.Count(said, "\n"+id) != 1 {
				t.Errorf("%s is not named once in\n%s", id, said)
			}
		}
	}
	if ids := holding(t, hub, aSecret); ids != "" {
		t.Errorf("the store that redacts has the secret in %s", ids)
	}
	if clean, leaky, after := holding(t, hub, "world"), holding(t, hub, "before"), holding(t, hub, "after"); clean != "clean " || leaky != "leaky " || after != "" {
		t.Errorf("the store that redacts has %q, %q, %q", clean, leaky, after)
	}
	if err := hub.SetPolicy(host.Policy{}); err != nil {
		t.Fatal(err)
	}
	if report, err := replica.Pull(laptop, hub, replica.Options{}); err != nil || len(report.Problems)+len(report.Diverged) > 0 {
		t.Error(report, err)
	}
	if ids := holding(t, hub, aSecret); !strings.Contains(ids, "leaky ") || !strings.Contains(ids, store.TagsID) {
		t.Errorf("without the policy the hub has the secret in %q", ids)
	}
}
