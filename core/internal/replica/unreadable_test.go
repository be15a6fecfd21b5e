package replica_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
)

// TestPullIntoUnreadable: a session of the written store that cannot be read ends no pull of others. One
// that continued differently stays as it is, because nobody knows what the other shares of it.
func TestPullIntoUnreadable(t *testing.T) {
	from, into := journal.NewMemory(), journal.NewMemory()
	h := stoppedHost()
	source, puller := store.New(from, h, store.Options{}), store.New(into, h, store.Options{})
	record := func(s *store.Store, id, text string) {
		if _, err := s.Record(id, says(text), store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	pull := func(sessions int64, why string) {
		t.Helper()
		report, err := replica.Pull(source, puller, replica.Options{KeepBoth: true})
		if err != nil || len(report.Problems) > 0 || report.Sessions != sessions {
			t.Fatalf("%+v, %v", report, err)
		}
		got := ""
		for _, d := range report.Diverged {
			got += d.SessionID + ": " + d.Why
		}
		if !strings.Contains(got, why) || why == "" && got != "" {
			t.Errorf("diverged: %q, want %q", got, why)
		}
	}
	record(source, "a", "x")
	record(source, "d", "x")
	bad := host.Event{ID: [16]byte{9}, Time: 1, Kind: "session.forked", Payload: []byte(`{"parts":[["a",0,1]]}`)}
	if _, err := into.Append([]host.Write{{Stream: "m", Events: []host.Event{bad}}}); err != nil {
		t.Fatal(err)
	}
	pull(2, "")
	record(source, "a", "one")
	record(puller, "a", "other")
	if err := source.Delete("d", store.Request{}); err != nil {
		t.Fatal(err)
	}
	record(source, "d", "again")
	record(source, "n", "new")
	pull(2, `a: a session that may share messages of it cannot be read: event 1 of "m"`)
}
