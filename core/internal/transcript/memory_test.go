package transcript

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// TestMemoryOfMessages: what a long session holds is bounded for each message and each
// request. Texts, names and titles are not held, however long they are.
func TestMemoryOfMessages(t *testing.T) {
	const (
		turns   = 200_000
		turn    = 48 + 6 + 2          // the request, and where it is found
		message = 8 + 8 + 14 + 18 + 1 // the draft, the node, its id, its merge key
	)
	for _, c := range []struct {
		name     string
		options  BuilderOptions
		messages bool
		bytes    int // of a turn: two messages and a request
	}{
		{"requests", BuilderOptions{Agent: "claude"}, false, turn},
		{"list", BuilderOptions{Agent: "claude", Sink: PromptSink{}}, true, turn + 2*message},
		{"replay", BuilderOptions{Agent: "claude", Sink: PromptSink{}, Spans: true}, true, turn + 2*message},
	} {
		b := NewBuilder(c.options)
		held := func() int {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		before := held()
		last := ""
		record := func(r *adapter.Record) {
			r.ID = "0f8fad5b-d9cb-469f-a165-" + strconv.FormatInt(100_000_000_000+int64(b.nodes.Len()), 10)
			r.Parent = last
			last = r.ID
			if err := b.Record(r); err != nil {
				t.Fatal(err)
			}
		}
		for i := range turns {
			n := strconv.Itoa(i)
			record(&adapter.Record{Role: session.RoleUser, Prompt: true, Text: "the question number " + n, Merge: "prompt " + n, Time: session.Time(2*i + 1),
				Facts: &adapter.Facts{Tree: true}})
			record(&adapter.Record{Role: session.RoleAssistant, Text: "the answer number " + n, Model: "gpt-5", Merge: "msg_" + n, UsageKey: "msg_" + n,
				Time: session.Time(2*i + 2), Usage: &session.TokenUsage{InputTokens: int64(i), OutputTokens: 7}})
		}
		bytes := (held() - before) / turns
		if b.Requests.Len() != turns || c.messages && b.Messages.Len() != 2*turns {
			t.Errorf("%s: %d messages, %d requests", c.name, b.Messages.Len(), b.Requests.Len())
		}
		t.Logf("%s: %d bytes a turn", c.name, bytes)
		if bytes > c.bytes {
			t.Errorf("%s: %d bytes a turn, want at most %d", c.name, bytes, c.bytes)
		}
		runtime.KeepAlive(b)
	}
}
