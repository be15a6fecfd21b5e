package store_test

import (
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/store"
	"github.com/heddle-dev/heddle/core/store/journal"
)

// TestDeletedWhileRead: a session that others delete, compact and perhaps make
// anew while it is read is gone, and not damaged.
func TestDeletedWhileRead(t *testing.T) {
	for _, anew := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "heddle.db")
		other := newStore(t, sqlJournal(t, file), store.Options{})
		must[*store.Meta](t)(other.Record("s", say("a", "b", "c"), now))
		must[*store.Meta](t)(other.Fork("s", store.ForkOptions{SessionID: "f"}, now))
		if err := other.Delete("s", now); err != nil {
			t.Fatal(err)
		}
		faults := hosttest.Inject(host.Host{SQL: drive(t, file)})
		j, err := journal.OpenSQL(faults.Host().SQL, "store/heddle.db", true)
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
				must[*store.Compacted](t)(other.Compact())
				if anew {
					must[*store.Meta](t)(other.Record("f", say("x"), now))
				}
			}
			return nil
		})
		_, err = s.Messages("f", store.MessageOptions{})
		is(t, err, map[bool]fault.Code{false: fault.SessionNotFound, true: fault.BadRef}[anew])
	}
}

// TestPastOfASecondLife: a compaction frees the first life of a session; every
// position of the second one can still be read.
func TestPastOfASecondLife(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*store.Meta](t)(s.Record("s", say("a", "b", "c"), now))
		if err := s.Delete("s", now); err != nil {
			t.Fatal(err)
		}
		must[*store.Meta](t)(s.Record("s", say("d"), now))
		at := must[*store.Meta](t)(s.Record("s", say("e"), now)).Position
		must[*store.Meta](t)(s.Record("s", say("f", "g", "h"), now))
		must[*store.Compacted](t)(s.Compact())
		equal(t, "the past", words(t, s, "s", store.MessageOptions{At: at}), "d e")
		_, err := s.Messages("s", store.MessageOptions{At: 2})
		is(t, err, fault.BadRef)
	})
}
