package durability_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// heavy reports whether the long variants are asked for, and says so.
func heavy(t testing.TB) bool {
	on := os.Getenv("HEDDLE_HEAVY") != ""
	if _, said := saidShort.LoadOrStore(t.Name(), true); !on && !said {
		t.Log("the short variant; HEDDLE_HEAVY=1 runs the long one")
	}
	return on
}

var saidShort sync.Map // names of tests

// pick returns long when HEDDLE_HEAVY is set.
func pick[T any](t testing.TB, short, long T) T {
	if heavy(t) {
		return long
	}
	return short
}

// coarse returns the step of a test that tries many places: eight times as large with -short.
func coarse(step int) int {
	if testing.Short() {
		return 16 * step
	}
	return step
}

// disk is a store opened by a connection of its own, as another process
// would.
type disk struct {
	*store.Store
	threads *store.Threads
	journal host.Journal
	sql     host.SQL // nil unless the store is a file
	close   func()
}

// open opens a store of teststore. hook, when not nil, wraps the host's powers.
func open(name string, hook func(host.Host) host.Host) (*disk, error) {
	grant, release, err := teststore.Open(name)
	if err != nil {
		return nil, err
	}
	h := edge(grant)
	if hook != nil {
		h = hook(h)
	}
	d := &disk{sql: h.SQL, close: release}
	if d.journal, err = teststore.Journal(h); err != nil {
		d.close()
		return nil, err
	}
	d.Store = store.New(d.journal, h, store.Options{})
	d.threads = d.Store.Threads()
	return d, nil
}

// forgetful is a journal whose cached states can be lost.
type forgetful interface{ DropStates() error }

// edge returns a host whose clock does not advance, so that a change made again
// has the same time. No two draw the same ids.
func edge(h host.Host) host.Host {
	h.Clock, h.Entropy, h.Poll = hosttest.NewClock(hosttest.StartTime, 0), hosttest.NewEntropy(edges.Add(1)), hosttest.Patient{}
	return h
}

var edges atomic.Uint64

func mustOpen(t testing.TB, file string) *disk {
	t.Helper()
	d, err := open(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.close)
	return d
}

// sound fails the test when check finds anything.
func sound(t testing.TB, s *store.Store) {
	t.Helper()
	problems, err := s.Check()
	if err != nil {
		t.Errorf("check: %v", err)
	}
	for _, p := range problems {
		t.Errorf("check: %+v", p)
	}
}

// step is one change of the workload, made under a request id of its own.
type step struct {
	name string
	run  func(s *store.Store, th *store.Threads, req store.Request) error
}

func message(kind, text string) session.JSON {
	return session.JSON(fmt.Sprintf(`{"content":%q,"messageId":"m-%.9s","type":%q,"uuid":"u-%.9s"}`, text, text, kind, text))
}

func talk(words ...string) []session.JSON {
	var out []session.JSON
	for i, w := range words {
		out = append(out, message([]string{"user", "assistant"}[i%2], w))
	}
	return out
}

func ptr[T any](v T) *T { return &v }

func drop[T any](_ T, err error) error { return err }

// snapshot is what the workload imports.
const snapshot = `{"activeThreadId":"t","exportedAt":"2026-01-02T03:04:05Z","messages":[{"content":"was elsewhere","type":"user"},` +
	`{"content":"in a thread","threadId":"t","type":"assistant"}],"metadata":{"adapter":"pi","createdAt":"2026-01-01T00:00:00Z","messageCount":2,` +
	`"sessionId":"imported","updatedAt":"2026-01-02T00:00:00Z"},"sessionId":"imported","threads":[{"createdAt":"2026-01-01T00:00:00Z","name":"t",` +
	`"places":[[1,1]],"status":"active","threadId":"t","updatedAt":"2026-01-01T00:00:00Z"}],"version":1}`

// workload does everything a store can do to four sessions.
func workload() []step {
	type S = *store.Store
	type T = *store.Threads
	type R = store.Request
	big := strings.Repeat("a long answer ", 5_000)
	return []step{
		{"register", func(s S, _ T, r R) error {
			return drop(s.Register("a", store.Patch{Adapter: ptr("pi"), CWD: ptr("/ä")}, r))
		}},
		{"record", func(s S, _ T, r R) error { return drop(s.Record("a", talk("one", "zwei ü 雪 \x00", "three"), r)) }},
		{"record a long message", func(s S, _ T, r R) error { return drop(s.Record("a", talk("before", big, "after"), r)) }},
		{"start a thread", func(s S, t T, r R) error { return drop(t.Start("a", store.ThreadOptions{ThreadID: "t1"}, r)) }},
		{"record in it", func(s S, t T, r R) error { return drop(t.Record("a", "t1", talk("in", "the", "thread"), r)) }},
		{"revert", func(s S, _ T, r R) error {
			return drop(s.Revert("a", store.Selector{VisibleMessageCount: ptr(int64(7))}, r))
		}},
		{"record behind it", func(s S, _ T, r R) error { return drop(s.Record("a", talk("behind"), r)) }},
		{"share", func(s S, _ T, r R) error { return drop(s.Share("a", "share-1", r)) }},
		{"summarize", func(s S, _ T, r R) error { return drop(s.Summarize("a", store.SummaryOptions{}, r)) }},
		{"fork", func(s S, _ T, r R) error { return drop(s.Fork("a", store.ForkOptions{SessionID: "f"}, r)) }},
		{"fork without the hidden ones", func(s S, _ T, r R) error {
			return drop(s.Fork("a", store.ForkOptions{SessionID: "g", OmitHidden: true}, r))
		}},
		{"roll back", func(s S, t T, r R) error {
			return drop(t.Rollback("a", "t1", store.Selector{Count: ptr(int64(1))}, r))
		}},
		{"fork the thread", func(s S, t T, r R) error {
			return drop(t.Fork("a", "t1", store.ThreadOptions{ThreadID: "t2"}, r))
		}},
		{"unrevert", func(s S, _ T, r R) error { return drop(s.Unrevert("a", r)) }},
		{"record in the fork", func(s S, _ T, r R) error { return drop(s.Record("f", talk("own", big+"!"), r)) }},
		{"import", func(s S, _ T, r R) error { return drop(s.Import([]byte(snapshot), "", r)) }},
		{"delete the parent", func(s S, _ T, r R) error { return s.Delete("a", r) }},
		{"compact", func(s S, _ T, _ R) error { return drop(s.Compact()) }},
		{"record anew", func(s S, _ T, r R) error { return drop(s.Record("a", talk("second", "life"), r)) }},
		{"update", func(s S, _ T, r R) error {
			return drop(s.Update("a", store.Patch{Extra: session.JSON(`{"tag":"x"}`)}, r))
		}},
		{"share anew", func(s S, _ T, r R) error { return drop(s.Share("a", "share-2", r)) }},
		{"unshare", func(s S, _ T, r R) error { return s.Unshare("a", r) }},
		{"archive", func(s S, t T, r R) error { return drop(t.Archive("imported", "t", r)) }},
		{"delete a fork", func(s S, _ T, r R) error { return s.Delete("g", r) }},
		{"compact again", func(s S, _ T, _ R) error { return drop(s.Compact()) }},
		{"record last", func(s S, _ T, r R) error { return drop(s.Record("f", talk("the end"), r)) }},
	}
}

// sessions is the ids that the workload uses.
var sessions = []string{"a", "f", "g", "imported"}

// requestOf returns the request of a step.
func requestOf(i int) store.Request {
	return store.Request{ID: [16]byte{1, 0x90, 6: 0x70, 8: byte(i + 1)}}
}

// visible renders everything that can be seen of a store.
func visible(s *store.Store) (string, error) {
	var b strings.Builder
	list, err := s.List(store.ListOptions{})
	if err != nil {
		return "", err
	}
	slices.SortFunc(list, func(x, y session.StoredSession) int { return strings.Compare(x.SessionID, y.SessionID) })
	th := s.Threads()
	for _, m := range list {
		id := m.SessionID
		fmt.Fprintf(&b, "%s\n", m.AppendJSON(nil))
		snapshot, err := s.Export(id, 0)
		if err != nil {
			return "", err
		}
		shown, err := s.Messages(id, store.MessageOptions{})
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%x\n%s\n", sha256.Sum256(snapshot), brief(shown))
		metas, err := th.List(id, 0)
		if err != nil {
			return "", err
		}
		for _, t := range metas {
			shown, err := th.Messages(id, t.ThreadID, store.MessageOptions{})
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "  %s\n  %s\n", t.AppendJSON(nil), brief(shown))
		}
	}
	return b.String(), nil
}

func brief(list []session.JSON) string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = fmt.Sprintf("%.40s… %x", m, sha256.Sum256(m))
	}
	return strings.Join(out, "\n")
}

// at names an event.
type at struct {
	stream string
	seq    int64
}

// printOf covers all of an event.
func printOf(e *host.Event) string {
	return fmt.Sprintf("%x %d %s %x", e.ID, e.Time, e.Kind, sha256.Sum256(e.Payload))
}

// events returns what can be read of the log. An unreadable stream ends where
// it cannot be read, and err says so.
func events(j host.Journal) (found map[at]string, err error) {
	found = map[at]string{}
	for _, id := range sessions {
		for after := int64(0); ; {
			list, e := j.Read(id, after, 5)
			if e != nil {
				err = e
			}
			if len(list) == 0 {
				break
			}
			for i := range list {
				after = list[i].Seq
				found[at{id, after}] = printOf(&list[i])
			}
		}
	}
	return found, err
}

// history is the workload as it goes when nothing happens: what is visible
// after so many steps, and every event that was ever recorded.
type history struct {
	visible []string // [0] before the first step
	events  map[at]string
	count   []int // number of events ever recorded after so many steps
}

var expected = sync.OnceValue(func() *history {
	j := journal.NewMemory()
	s := store.New(j, edge(host.Host{}), store.Options{})
	h := &history{events: map[at]string{}}
	note := func() {
		v, err := visible(s)
		if err != nil {
			panic(err)
		}
		found, err := events(j)
		if err != nil {
			panic(err)
		}
		for k, e := range found {
			h.events[k] = e
		}
		h.visible, h.count = append(h.visible, v), append(h.count, len(h.events))
	}
	note()
	for i, st := range workload() {
		if err := st.run(s, s.Threads(), requestOf(i)); err != nil {
			panic(st.name + ": " + err.Error())
		}
		note()
	}
	return h
})

// afterCrash holds a store to what must be there when done steps were
// acknowledged, and the next one may have been made.
func (h *history) afterCrash(t *testing.T, what string, d *disk, done int) {
	t.Helper()
	got, err := visible(d.Store)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if got != h.visible[done] && got != h.visible[min(done+1, len(h.visible)-1)] {
		t.Errorf("%s: %d steps acknowledged, and neither they nor the next one as a whole are there:\n%s\nwant\n%s", what, done, got, h.visible[done])
		return
	}
	found, err := events(d.journal)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	for k, e := range found {
		if h.events[k] != e {
			t.Errorf("%s: event %v is not what was recorded", what, k)
			return
		}
	}
	sound(t, d.Store)
}

// continueFrom makes the steps after the first done ones with their request ids, as
// a client does that got no answer, and checks the state at the end.
func (h *history) continueFrom(t *testing.T, what string, d *disk, done int) {
	t.Helper()
	for i, st := range workload()[done:] {
		if err := st.run(d.Store, d.threads, requestOf(done+i)); err != nil {
			t.Errorf("%s: then %s: %v", what, st.name, err)
			return
		}
	}
	h.afterCrash(t, what+", to the end", d, len(workload()))
}

// each runs fn for 1, 2, 3 …, four at a time, until it returns false, and
// returns the last number for which it returned true. With -short it runs every 24th, without
// HEDDLE_HEAVY those that teststore picks.
func each(fn func(n int64) bool) int64 {
	var mu sync.Mutex
	var last int64
	step := int64(1)
	if testing.Short() {
		step = 24
	} else if os.Getenv("HEDDLE_HEAVY") == "" {
		step = teststore.Stride
	}
	next := 1 - step
	var group sync.WaitGroup
	over := false
	for range 4 {
		group.Go(func() {
			for {
				mu.Lock()
				next += step
				n, stop := next, over
				mu.Unlock()
				if stop {
					return
				}
				ok := fn(n)
				mu.Lock()
				if ok {
					last = max(last, n)
				} else {
					over = true
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return last
}

// injected is the error of failed calls.
var injected = fault.New(fault.IO, "the disk is on fire")
