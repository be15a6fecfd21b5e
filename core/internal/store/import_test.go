package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// TestImportIsAllOrNothing fails an import of several appends at every call:
// nothing of it is seen, and the next import takes its place.
func TestImportIsAllOrNothing(t *testing.T) {
	source := newStore(t, journal.NewMemory(), store.Options{})
	fill(t, source, "s", 10_000)
	snapshot := must[[]byte](t)(source.Export("s", 0))
	for n := int64(1); ; n += failureStep() {
		j := journal.NewMemory()
		faults := hosttest.Inject(host.Host{Journal: j, Clock: hosttest.NewClock(hosttest.StartTime, 1), Entropy: hosttest.NewEntropy(3)})
		faults.FailNth(n, fault.New(fault.IO, "crashed"))
		s := store.New(faults.Host().Journal, faults.Host(), store.Options{})
		_, err := s.Import(snapshot, "", now)
		if faults.Count() < n {
			if err != nil || n < 8 {
				t.Fatal(n, err)
			}
			return
		}
		fresh := store.New(j, faults.Host(), store.Options{})
		if err != nil {
			_, err := fresh.Get("s", 0)
			is(t, err, fault.SessionNotFound)
			if n := must[int64](t)(fresh.SessionCount()); n != 0 {
				t.Errorf("%d sessions", n)
			}
			if n%2 == 0 { // something else takes the place
				must[*session.StoredSession](t)(fresh.Record("s", say("a"), now))
				equal(t, "after a failed import", words(t, fresh, "s", store.MessageOptions{}), "a")
				if err := fresh.Delete("s", now); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := fresh.Import(snapshot, "", now); err != nil {
				t.Fatalf("call %d failed; then: %v", n, err)
			}
		}
		if got := must[[]byte](t)(fresh.Export("s", 0)); string(got) != string(snapshot) {
			t.Fatalf("call %d failed; then another snapshot", n)
		}
		sound(t, fresh)
	}
}

func TestImportOnce(t *testing.T) {
	source := newStore(t, journal.NewMemory(), store.Options{})
	fill(t, source, "s", 10_000)
	snapshot := must[[]byte](t)(source.Export("s", 0))
	s := newStore(t, journal.NewMemory(), store.Options{})
	for range 2 {
		m := must[*session.StoredSession](t)(s.Import(snapshot, "", requestID(1)))
		if m.MessageCount != 10_000 || m.Position != 10_001 {
			t.Errorf("imported %+v", m)
		}
	}
}

type unpack struct{ out []byte }

func (u unpack) Decompress([]byte, int64) ([]byte, error) { return u.out, nil }

func TestImportCompressed(t *testing.T) {
	packed := []byte("\x28\xb5\x2f\xfd\x20\x01\x09\x00\x00x") // one raw block: x
	s := newStore(t, journal.NewMemory(), store.Options{})
	_, err := s.Import(packed, "", now)
	is(t, err, fault.Unsupported)
	h := hosttest.Host(nil)
	h.Zstd = unpack{[]byte(`{"version":1,"sessionId":"s","metadata":{},"messages":[{"type":"user","content":"a"}]}`)}
	s = store.New(journal.NewMemory(), h, store.Options{})
	must[*session.StoredSession](t)(s.Import(packed, "", now))
	equal(t, "messages", words(t, s, "s", store.MessageOptions{}), "a")
}

func Example() {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	check := func(m *session.StoredSession, err error) *session.StoredSession {
		if err != nil {
			panic(err)
		}
		return m
	}
	check(s.Record("sess_001", say("fix it", "done", "now the tests"), store.Request{}))
	check(s.Fork("sess_001", store.ForkOptions{SessionID: "other-way"}, store.Request{}))
	check(s.Revert("other-way", store.Selector{UUID: "u-done"}, store.Request{}))
	check(s.Record("other-way", say("now the docs"), store.Request{}))
	for _, id := range []string{"sess_001", "other-way"} {
		list, err := s.Messages(id, store.MessageOptions{})
		if err != nil {
			panic(err)
		}
		fmt.Println(id, strings.ReplaceAll(contents(list), " ", "_"), len(list))
	}
	// Output:
	// sess_001 fix_it_done_now_the_tests 3
	// other-way fix_it_done_now_the_docs 3
}
