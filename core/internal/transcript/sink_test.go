package transcript

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// TestLatePrompts: a message whose second fragment shows that it is a prompt has
// the whole text as its title, as far as the sink kept it.
func TestLatePrompts(t *testing.T) {
	records := []adapter.Record{{ID: "1", Merge: "m", Role: session.RoleUser, Text: "first"}, {ID: "2", Merge: "m", Role: session.RoleUser, Prompt: true, Text: "second"}}
	for _, c := range []struct {
		sink Sink
		want string
	}{{PromptSink{}, "second"}, {&TextSink{}, "first second"}} {
		b := NewBuilder(BuilderOptions{Agent: "claude", Sink: c.sink})
		for i := range records {
			if err := b.Record(&records[i]); err != nil {
				t.Fatal(err)
			}
		}
		if b.Messages.Len() != 1 || !b.Messages.At(0).IsPrompt() || b.titles.At(b.titles.Len()-1) != c.want {
			t.Errorf("%T: %+v", c.sink, b.Messages)
		}
	}
}

// TestBuilderWithoutSink: facts, times and requests are the same as with one;
// there are no messages. A builder that was reset gives the same again.
func TestBuilderWithoutSink(t *testing.T) {
	record := func(id, key string) adapter.Record {
		return adapter.Record{ID: id, Role: session.RoleAssistant, Text: "x", Time: 5, UsageKey: key, Usage: &session.TokenUsage{InputTokens: 1},
			Facts: &adapter.Facts{Key: key, Cwd: "/" + id}}
	}
	records := []adapter.Record{record("1", "a"), record("2", "b"), record("3", "a")}
	with, without := NewBuilder(BuilderOptions{Agent: "claude", Sink: PromptSink{}}), NewBuilder(BuilderOptions{Agent: "claude"})
	for range 2 {
		for i := range records {
			_, _ = with.Record(&records[i]), without.Record(&records[i])
		}
		if with.Messages.Len() != 3 || without.Messages.Len() != 0 || with.HasSink() == without.HasSink() {
			t.Errorf("%d messages, %d without a sink", with.Messages.Len(), without.Messages.Len())
		}
		if with.Requests.Len() != 2 || without.Requests.Len() != 2 || len(with.StableKeys()) != 5 || len(without.StableKeys()) != 5 {
			t.Errorf("%d, %d requests; keys %v, %v", with.Requests.Len(), without.Requests.Len(), with.StableKeys(), without.StableKeys())
		}
		if with.Facts.Cwd != "/1" || without.Facts.Cwd != "/1" || without.Facts.First != 5 {
			t.Errorf("facts %+v, %+v", with.Facts, without.Facts)
		}
		for _, b := range []*Builder{with, without} {
			b.Reset()
			b.Begin("claude", TimeRange{})
		}
	}
}
