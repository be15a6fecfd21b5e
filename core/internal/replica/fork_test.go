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
