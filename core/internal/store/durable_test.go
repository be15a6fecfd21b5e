package store_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// grant returns what a host grants of a store, to be closed by the test's end.
func grant(t testing.TB, name string) host.Host {
	t.Helper()
	h, release, err := teststore.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	return h
}

// clocked adds a clock and ids.
func clocked(h host.Host, seed uint64) host.Host {
	h.Clock, h.Entropy = hosttest.NewClock(hosttest.StartTime, 1), hosttest.NewEntropy(seed)
	return h
}

// step is one change of the workload; want is what the session shows after it.
type step struct {
	run  func(s *store.Store, req store.Request) error
	want string
}

func workload() []step {
	drop := func(_ any, err error) error { return err }
	long := say("l")[0]
	big := make([]byte, 70_000)
	for i := range big {
		big[i] = 'x'
	}
	long = session.JSON(`{"type":"user","content":"l","pad":"` + string(big) + `"}`)
	return []step{
		{func(s *store.Store, r store.Request) error {
			return drop(s.Register("s", store.Patch{Adapter: ptr("pi")}, r))
		}, ""},
		{func(s *store.Store, r store.Request) error { return drop(s.Record("s", say("a", "b", "c"), r)) }, "a b c"},
		{func(s *store.Store, r store.Request) error {
			return drop(s.Revert("s", store.Selector{VisibleMessageCount: ptr(int64(2))}, r))
		}, "a b"},
		{func(s *store.Store, r store.Request) error {
			return drop(s.Threads().Start("s", store.ThreadOptions{ThreadID: "t"}, r))
		}, "a b"},
		{func(s *store.Store, r store.Request) error {
			return drop(s.Threads().Record("s", "t", []session.JSON{long}, r))
		}, "a b l"},
		{func(s *store.Store, r store.Request) error {
			return drop(s.Fork("s", store.ForkOptions{SessionID: "f"}, r))
		}, "a b l"},
		{func(s *store.Store, r store.Request) error { return drop(s.Unrevert("s", r)) }, "a b c l"},
		{func(s *store.Store, r store.Request) error { return drop(s.Share("s", "", r)) }, "a b c l"},
		{func(s *store.Store, r store.Request) error { return s.Delete("f", r) }, "a b c l"},
	}
}

// failureStep is the distance between the calls of a host that fail: with -short, few of them do.
func failureStep() int64 {
	if testing.Short() {
		return 7
	}
	return 1
}

func requestID(i int) store.Request { return store.Request{ID: [16]byte{7, 1: byte(i), 15: 1}} }

// TestEveryCallFailsOnce fails the nth host call of the workload, for every n:
// the error is returned, the store is sound, and asking again with the same
// request ids ends where it would have ended.
func TestEveryCallFailsOnce(t *testing.T) {
	t.Parallel()
	for n := int64(1); ; n += failureStep() {
		name := teststore.New(t)
		faults := hosttest.Inject(clocked(grant(t, name), 1))
		faults.FailNth(n, fault.New(fault.IO, "disk on fire"))
		failed := 0
		for i, st := range workload() {
			for try := 0; ; try++ {
				err := once(faults.Host(), st, i)
				if err == nil {
					break
				}
				failed++
				if failed > 1 || fault.CodeOf(err) != fault.IO {
					t.Fatalf("call %d failed; then step %d: %v", n, i, err)
				}
			}
		}
		if faults.Count() < n { // there are no more calls to fail
			if n < 20 {
				t.Fatalf("only %d calls", n)
			}
			return
		}
		expectEnd(t, grant(t, name), n, len(workload()))
	}
}

// once opens the store as one call of the engine does, and makes a step.
func once(h host.Host, st step, i int) error {
	s, closeStore, err := store.Open(h, teststore.Path, true, store.Options{})
	if err != nil {
		return err
	}
	if err := st.run(s, requestID(i)); err != nil {
		_ = closeStore()
		return err
	}
	return closeStore()
}

// expectEnd checks the store after the first done steps.
func expectEnd(t *testing.T, h host.Host, n int64, done int) {
	t.Helper()
	j, err := teststore.Journal(h)
	if err != nil {
		t.Fatal(err)
	}
	s := store.New(j, hosttest.Host(nil), store.Options{})
	sound(t, s)
	if done == 0 {
		return
	}
	if got := words(t, s, "s", store.MessageOptions{}); got != workload()[done-1].want {
		t.Fatalf("call %d failed: after %d steps the session shows %q, want %q", n, done, got, workload()[done-1].want)
	}
}

// TestEveryCallFailsForEver stops the host at its nth call, as a crash does:
// another host finds all steps that were acknowledged, and at most one more.
func TestEveryCallFailsForEver(t *testing.T) {
	t.Parallel()
	for n := int64(1); ; n += failureStep() {
		name := teststore.New(t)
		faults := hosttest.Inject(clocked(grant(t, name), 1))
		faults.FailNth(0, nil)
		faults.FailWhen(func(c hosttest.Call) error {
			if c.N >= n {
				return fault.New(fault.IO, "crashed")
			}
			return nil
		})
		done := 0
		for i, st := range workload() {
			if once(faults.Host(), st, i) != nil {
				break
			}
			done++
		}
		if done == len(workload()) {
			return
		}
		// Whoever comes next asks for the step again and continues.
		after := clocked(grant(t, name), 2)
		for i := done; i < len(workload()); i++ {
			if err := once(after, workload()[i], i); err != nil {
				t.Fatalf("crashed at call %d; then step %d: %v", n, i, err)
			}
		}
		expectEnd(t, grant(t, name), n, len(workload()))
	}
}

// TestTwoWritersOneWins: of writers that expect the same position exactly one
// succeeds, and none starves.
func TestTwoWritersOneWins(t *testing.T) {
	name := teststore.New(t)
	openJournal(t, name)
	const writers, rounds = 3, 15
	var wins [rounds]int
	var mu sync.Mutex
	var group sync.WaitGroup
	for w := range writers {
		s := store.New(openJournal(t, name), host.Host{Clock: hosttest.NewClock(hosttest.StartTime, 1), Entropy: hosttest.NewEntropy(uint64(w) + 1)}, store.Options{})
		group.Go(func() {
			for r := range rounds {
				req := store.Request{Expect: int64(r)}
				if r == 0 {
					req.Expect = store.NoSession
				}
				for { // until the round is over
					_, err := s.Record("contest", say(fmt.Sprint(w)), req)
					if err == nil {
						mu.Lock()
						wins[r]++
						mu.Unlock()
					}
					n, countErr := s.MessageCount("contest")
					if countErr == nil && n > int64(r) {
						break
					}
					if err != nil && fault.CodeOf(err) != fault.Conflict {
						t.Error(err)
						return
					}
				}
				if _, err := s.Record("together", say(fmt.Sprint(w, "-", r)), now); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	for r, n := range wins {
		if n != 1 {
			t.Errorf("round %d: %d winners", r, n)
		}
	}
	s := store.New(openJournal(t, name), hosttest.Host(nil), store.Options{})
	list := must[[]session.JSON](t)(s.Messages("together", store.MessageOptions{}))
	seen := map[string]bool{}
	for _, m := range list {
		seen[string(m)] = true
	}
	if len(list) != writers*rounds || len(seen) != len(list) {
		t.Errorf("%d messages, %d different ones, want %d", len(list), len(seen), writers*rounds)
	}
	sound(t, s)
}

// TestRecordedBytesNeverChange: no change alters what is in the log.
func TestRecordedBytesNeverChange(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		var log []string
		check := func(what string) {
			t.Helper()
			var all []string
			for after := int64(0); ; {
				page := must[*session.StoreEvents](t)(s.Events("s", after, 3))
				if len(page.Events) == 0 {
					break
				}
				for _, e := range page.Events {
					sum := sha256.Sum256(e.Payload)
					all = append(all, fmt.Sprintf("%d %s %s %s %x", e.Seq, e.ID, e.Time, e.Kind, sum))
				}
				after = page.Next
			}
			for i := range log {
				if i >= len(all) || all[i] != log[i] {
					t.Fatalf("%s changed event %d", what, i+1)
				}
			}
			log = all
		}
		for i, st := range workload() {
			if err := st.run(s, requestID(i)); err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprint("step ", i))
		}
		must[*session.StoreCompacted](t)(s.Compact())
		check("compact")
	})
}

// TestCachesDoNotMatter: without any cached state every answer is the same.
func TestCachesDoNotMatter(t *testing.T) {
	j := journal.NewMemory()
	s := newStore(t, j, store.Options{})
	for i, st := range workload() {
		if err := st.run(s, requestID(i)); err != nil {
			t.Fatal(err)
		}
	}
	want := string(must[[]byte](t)(s.Export("s", 0)))
	j.DropStates()
	fresh := store.New(j, hosttest.Host(nil), store.Options{})
	got := string(must[[]byte](t)(fresh.Export("s", 0)))
	// The clock of the second store starts anew; nothing else differs.
	_, got, _ = strings.Cut(got, `"messages":`)
	_, want, _ = strings.Cut(want, `"messages":`)
	if got != want {
		t.Error("the snapshots differ")
	}
}

// TestLocked: when another process keeps the lock, a change gives up soon.
func TestLocked(t *testing.T) {
	teststore.OnlyFiles(t, "no process locks the others out")
	faults := hosttest.Inject(clocked(grant(t, teststore.New(t)), 1))
	h := faults.Host()
	j, err := teststore.Journal(h)
	if err != nil {
		t.Fatal(err)
	}
	s := store.New(j, h, store.Options{})
	must[*session.StoredSession](t)(s.Record("s", say("a"), now))
	locked := 0
	faults.FailWhen(func(c hosttest.Call) error {
		if c.Op != "sql.exec" {
			return nil
		}
		locked++
		return fault.New(fault.Conflict, "database is locked")
	})
	_, err = s.Record("s", say("b"), now)
	is(t, err, fault.Conflict)
	_, err = s.Record("new", say("b"), now)
	is(t, err, fault.Conflict)
	if locked > 20 {
		t.Errorf("tried %d times", locked)
	}
	faults.FailWhen(nil)
	must[*session.StoredSession](t)(s.Record("s", say("b"), now))
	equal(t, "afterwards", words(t, s, "s", store.MessageOptions{}), "a b")
}
