package replica_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// counted is a journal that counts calls and the events that they return.
type counted struct {
	*journal.Memory
	calls, events int64
	appends       int64
	frames        int // of the deepest call
}

func (c *counted) count(events int) {
	var frames [512]uintptr
	c.frames = max(c.frames, runtime.Callers(0, frames[:]))
	c.calls++
	c.events += int64(events)
}

func (c *counted) Append(writes []host.Write) ([]host.Appended, error) {
	c.count(0)
	c.appends++
	return c.Memory.Append(writes)
}

func (c *counted) Read(stream string, after, limit int64) ([]host.Event, error) {
	list, err := c.Memory.Read(stream, after, limit)
	c.count(len(list))
	return list, err
}

func (c *counted) Find(id [16]byte) (string, int64, error) {
	c.count(0)
	return c.Memory.Find(id)
}

func (c *counted) Stream(name string) (host.StreamInfo, error) {
	c.count(0)
	return c.Memory.Stream(name)
}

func (c *counted) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	list, err := c.Memory.Streams(after, limit)
	c.count(len(list))
	return list, err
}

func chainName(i, n int, reverse bool) string {
	if reverse {
		i = n - i
	}
	return fmt.Sprintf("s%07d", i)
}

// chain makes n sessions, each of which begins with the last message of the one before.
// Their names are in this order or in the reverse one.
func chain(t testing.TB, n int, reverse bool) *journal.Memory {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	j := journal.NewMemory()
	name := func(i int) string { return chainName(i, n, reverse) }
	for i := range n {
		events := []host.Event{{ID: entropy{r}.ID(), Time: 1, Kind: "session.registered", Payload: []byte("{}")},
			{ID: entropy{r}.ID(), Time: 1, Kind: "message", Payload: text("x")}}
		if i > 0 {
			events[0].Kind = "session.forked"
			events[0].Payload = fmt.Appendf(nil, `{"parent":{"position":2,"sessionId":%q},"parts":[[%q,2,1]]}`, name(i-1), name(i-1))
		}
		if _, err := j.Append([]host.Write{{Stream: name(i), Events: events}}); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

// TestLongChain: what is done with a chain of forks costs as much for each of them as for
// those of a short one, in any order, and the stack does not grow with it.
func TestLongChain(t *testing.T) {
	const short, long = 2000, 20_000 // more than a pull remembers
	for _, reverse := range []bool{false, true} {
		costs := map[string][2]int64{}
		for i, n := range []int{short, long} {
			measureChain(t, n, reverse, func(what string, from, into *counted) {
				c := costs[what]
				c[i] = from.calls + into.calls + from.events + into.events
				costs[what] = c
				if into.appends+from.appends > int64(10+n/25) { // a batch has 256 streams
					t.Errorf("%d forks, %s: %d appends", n, what, into.appends+from.appends)
				}
				if depth := max(from.frames, into.frames); depth > 100 {
					t.Errorf("%d forks, %s: a call from %d frames", n, what, depth)
				}
			})
		}
		for what, c := range costs {
			if c[1] > c[0]*long/short*5/4 {
				t.Errorf("%s (reverse: %v): %d calls and events for %d forks, %d for %d", what, reverse, c[0], short, c[1], long)
			}
		}
	}
}

// measureChain does everything with a chain that reads all of it.
func measureChain(t *testing.T, n int, reverse bool, done func(what string, from, into *counted)) {
	t.Helper()
	from, into := &counted{Memory: chain(t, n, reverse)}, &counted{Memory: journal.NewMemory()}
	a, b := store.New(from, stoppedHost(), store.Options{}), store.New(into, stoppedHost(), store.Options{})
	pull := func(a, b *store.Store) func() error {
		return func() error {
			report, err := replica.Pull(a, b, replica.Options{KeepBoth: true})
			if err == nil && len(report.Problems)+len(report.Diverged) > 0 {
				err = fmt.Errorf("%+v", report)
			}
			return err
		}
	}
	for _, step := range []struct {
		what string
		run  func() error
	}{
		{"pull", pull(a, b)},
		{"pull nothing", pull(a, b)},
		{"check", func() error {
			problems, err := b.Check()
			if len(problems) > 0 {
				t.Error(problems)
			}
			return err
		}},
		{"list", func() error { _, err := b.List(store.ListOptions{}); return err }},
		{"search", func() error {
			h := stoppedHost()
			h.Journal = into
			list, err := core.New(&h).SessionsSearch(session.SearchRequest{Text: "x", Hits: 1})
			if len(list) == 0 {
				t.Error("the search finds nothing")
			}
			return err
		}},
		{"export", func() error { _, err := b.Export(chainName(n-1, n, reverse), 0); return err }},
		{"compact", func() error { _, err := b.Compact(); return err }},
		{"clear", func() error { _, err := b.Clear(); return err }},
		{"compact all", func() error { _, err := b.Compact(); return err }},
		{"pull deletions", pull(b, a)},
	} {
		*from, *into = counted{Memory: from.Memory}, counted{Memory: into.Memory}
		if err := step.run(); err != nil {
			t.Fatal(step.what, ": ", err)
		}
		done(step.what, from, into)
	}
}

func stoppedHost() host.Host {
	h := hosttest.Host(nil)
	h.Clock = stopped{}
	return h
}
