package replica_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// compacted is a journal that takes one stream at a time, and that another program
// compacts before a stream begins.
type compacted struct {
	*journal.Memory
	before  string
	compact func()
}

func (c compacted) Append(writes []host.Write) ([]host.Appended, error) {
	if len(writes) > 1 {
		return nil, fault.New(fault.LimitExceeded, "one stream at a time")
	}
	if writes[0].Stream == c.before && writes[0].Expect == 0 {
		c.compact()
	}
	return c.Memory.Append(writes)
}

// TestForkOfCompacted: what a fork shares is there after a pull, also when the session
// that was forked is deleted, and another program compacts the written store
// before it has the fork.
func TestForkOfCompacted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	from, into := newSide("from", entropy{r}), newSide("into", entropy{r})
	if _, err := from.Record("origin", []session.JSON{text("a"), text("b"), text("c")}, store.Request{}); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Fork("origin", store.ForkOptions{SessionID: "the-fork"}, store.Request{}); err != nil {
		t.Fatal(err)
	}
	if err := from.Delete("origin", store.Request{}); err != nil {
		t.Fatal(err)
	}
	h := hosttest.Host(nil)
	h.Entropy = entropy{r}
	target := store.New(compacted{into.journal, "the-fork", func() {
		if freed, err := into.Compact(); err != nil || freed.Sessions != 1 {
			t.Error("nothing was compacted: ", freed, err)
			t.Error(err)
		}
	}}, h, store.Options{})
	report, err := replica.Pull(from.Store, target, replica.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Problems) > 0 {
		t.Error(report.Problems)
	}
	list, err := into.Messages("the-fork", store.MessageOptions{})
	if err != nil || len(list) != 3 {
		t.Errorf("the fork has %d messages, want 3: %v", len(list), err)
	}
}

// TestForkOfAnotherHistory: what a fork shares is not written into a session that was
// something else there before it was deleted and compacted.
func TestForkOfAnotherHistory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	from, into := newSide("from", entropy{r}), newSide("into", entropy{r})
	for _, s := range []*side{from, into} {
		if _, err := s.Record("origin", []session.JSON{text(s.name + " a"), text(s.name + " b")}, store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := from.Fork("origin", store.ForkOptions{SessionID: "the-fork"}, store.Request{}); err != nil {
		t.Fatal(err)
	}
	if err := into.Delete("origin", store.Request{}); err != nil {
		t.Fatal(err)
	}
	if _, err := into.Compact(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second pull reports the same
		report, err := replica.Pull(from.Store, into.Store, replica.Options{})
		if err != nil || len(report.Diverged) != 1 || len(report.Problems) != 1 || report.Problems[0].SessionID != "the-fork" {
			t.Fatalf("%+v, %v", report, err)
		}
	}
	if events := readAll(t, into.journal)["origin"]; len(events) != 1 {
		t.Errorf("%d events of another history", len(events)-1)
	}
}

// TestRefillDropsTheState: a cached state that was folded without the freed events is not
// one of all events.
func TestRefillDropsTheState(t *testing.T) {
	for name, j := range map[string]interface {
		host.Journal
		host.Compactor
		host.Replica
	}{"memory": journal.NewMemory(), "file": openFile(t).(*journal.SQL)} {
		var events []host.Event
		for i := range 3 {
			events = append(events, host.Event{Stream: "a", Seq: int64(i) + 1, ID: [16]byte{byte(i) + 1}, Time: 5, Kind: "message", Payload: []byte(text("x"))})
		}
		if _, err := j.Append([]host.Write{{Stream: "a", Events: events}}); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Free("a", []host.Span{{From: 1, To: 2}}); err != nil {
			t.Fatal(err)
		}
		more := host.Event{ID: [16]byte{9}, Time: 5, Kind: "message", Payload: []byte(text("y"))}
		if _, err := j.Append([]host.Write{{Stream: "a", Expect: 3, Events: []host.Event{more}, State: []byte("a state")}}); err != nil {
			t.Fatal(err)
		}
		if err := j.Refill("a", events[:2]); err != nil {
			t.Fatal(err)
		}
		if info, err := j.Stream("a"); err != nil || info.StateSeq != 0 || info.Head != 4 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
}
