package store_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// TestDeletedWhileRead: a session that others delete, compact and perhaps make
// anew while it is read is gone, and not damaged.
func TestDeletedWhileRead(t *testing.T) {
	for _, anew := range []bool{false, true} {
		name := teststore.New(t)
		other := newStore(t, openJournal(t, name), store.Options{})
		must[*session.StoredSession](t)(other.Record("s", say("a", "b", "c"), now))
		must[*session.StoredSession](t)(other.Fork("s", store.ForkOptions{SessionID: "f"}, now))
		if err := other.Delete("s", now); err != nil {
			t.Fatal(err)
		}
		faults := hosttest.Inject(grant(t, name))
		j, err := teststore.Journal(faults.Host())
		if err != nil {
			t.Fatal(err)
		}
		s := store.New(j, hosttest.Host(nil), store.Options{})
		n := 0
		faults.FailWhen(func(c hosttest.Call) error {
			if n++; n == 2 { // the fork is known, its messages are not read yet
				if err := other.Delete("f", now); err != nil {
					t.Error(err)
				}
				must[*session.StoreCompacted](t)(other.Compact())
				if anew {
					must[*session.StoredSession](t)(other.Record("f", say("x"), now))
				}
			}
			return nil
		})
		_, err = s.Messages("f", store.MessageOptions{})
		is(t, err, map[bool]fault.Code{false: fault.SessionNotFound, true: fault.BadRef}[anew])
	}
}

// meddler is a journal in which somebody else is faster once.
type meddler struct {
	host.Journal
	meddle func()
}

func (m *meddler) Append(writes []host.Write) ([]host.Appended, error) {
	if f := m.meddle; f != nil {
		m.meddle = nil
		f()
	}
	return m.Journal.Append(writes)
}

// TestExpectedButMeddled: a change that expects a position gets the position of the session
// when another writer came first, and comes through when only the parent of a
// fork has moved.
func TestExpectedButMeddled(t *testing.T) {
	j := journal.NewMemory()
	other := newStore(t, j, store.Options{})
	m := &meddler{Journal: j}
	h := hosttest.Host(nil)
	h.Entropy = hosttest.NewEntropy(2)
	s := store.New(m, h, store.Options{})
	must[*session.StoredSession](t)(other.Record("s", say("a"), now))
	m.meddle = func() { must[*session.StoredSession](t)(other.Record("s", say("b"), now)) }
	_, err := s.Record("s", say("c"), store.Request{Expect: 1})
	if f := fault.From(err); f == nil || f.Code != fault.Conflict || f.Message != "the session is at position 2" || f.Hint == "" {
		t.Errorf("%v", err)
	}
	m.meddle = func() { must[*session.StoredSession](t)(other.Record("s", say("d"), now)) }
	must[*session.StoredSession](t)(s.Fork("s", store.ForkOptions{SessionID: "f"}, store.Request{Expect: store.NoSession}))
	equal(t, "the fork", words(t, s, "f", store.MessageOptions{}), "a b d")
}

// TestPastOfASecondLife: a compaction frees the first life of a session; every
// position of the second one can still be read.
func TestPastOfASecondLife(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Record("s", say("a", "b", "c"), now))
		if err := s.Delete("s", now); err != nil {
			t.Fatal(err)
		}
		must[*session.StoredSession](t)(s.Record("s", say("d"), now))
		at := must[*session.StoredSession](t)(s.Record("s", say("e"), now)).Position
		must[*session.StoredSession](t)(s.Record("s", say("f", "g", "h"), now))
		must[*session.StoreCompacted](t)(s.Compact())
		equal(t, "the past", words(t, s, "s", store.MessageOptions{At: at}), "d e")
		_, err := s.Messages("s", store.MessageOptions{At: 2})
		is(t, err, fault.BadRef)
	})
}
