package store_test

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// growing is a journal to which somebody else writes before every call.
type growing struct {
	host.Journal
	write func(call int)
	calls int
	busy  bool
}

func (g *growing) turn() {
	if g.busy {
		return
	}
	g.busy = true
	g.calls++
	g.write(g.calls)
	g.busy = false
}

func (g *growing) Read(stream string, after, limit int64) ([]host.Event, error) {
	g.turn()
	return g.Journal.Read(stream, after, min(limit, 2)) // many calls, so that much happens between them
}

func (g *growing) Stream(name string) (host.StreamInfo, error) {
	g.turn()
	return g.Journal.Stream(name)
}

func (g *growing) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	g.turn()
	return g.Journal.Streams(after, min(limit, 2))
}

func (g *growing) Verify(poll func() error, report func(string, int64, string)) error {
	if p, ok := g.Journal.(host.Verifier); ok {
		return p.Verify(poll, report)
	}
	return nil
}

// besideAWriter calls read on a store to which another one writes before each
// call of the journal: it records, deletes and makes sessions anew, forks,
// shares its states, and compacts.
func besideAWriter(t *testing.T, read func(t *testing.T, s *store.Store)) {
	for name, open := range journals {
		t.Run(name, func(t *testing.T) {
			j := open(t)
			other := newStore(t, j, store.Options{})
			for i := range 6 {
				must[*session.StoredSession](t)(other.Record(fmt.Sprint("s", i), say("a", "b", "c", "d", "e"), now))
			}
			must[*session.StoredSession](t)(other.Fork("s1", store.ForkOptions{SessionID: "s6"}, now))
			g := &growing{Journal: j}
			g.write = func(call int) {
				id := fmt.Sprint("s", call%7)
				must[*session.StoredSession](t)(other.Record(id, say("more"), now))
				switch call % 11 {
				case 3:
					if err := other.Delete(id, now); err != nil {
						t.Error(err)
					}
				case 5:
					must[*session.StoredSession](t)(other.Fork(id, store.ForkOptions{SessionID: fmt.Sprint("f", call)}, now))
				case 7:
					must[*session.StoreCompacted](t)(other.Compact())
				case 9:
					must[[]session.StoredSession](t)(other.List(store.ListOptions{}))
				}
				if call > 2000 {
					t.Fatal("the reader follows the writer for ever")
				}
			}
			h := hosttest.Host(nil)
			h.Entropy = hosttest.NewEntropy(9)
			read(t, store.New(g, h, store.Options{}))
			if g.calls == 0 {
				t.Error("nobody wrote meanwhile")
			}
		})
	}
}

// TestCheckBesideAWriter: what others write, delete and compact while a check
// runs is no damage.
func TestCheckBesideAWriter(t *testing.T) {
	besideAWriter(t, func(t *testing.T, s *store.Store) {
		for range 5 {
			problems, err := s.Check()
			if err != nil || len(problems) > 0 {
				t.Fatalf("%v, %v", problems, err)
			}
		}
	})
}

// cutShort is a journal that lost the last event of every stream.
type cutShort struct{ host.Journal }

func (c cutShort) Read(stream string, after, limit int64) ([]host.Event, error) {
	list, err := c.Journal.Read(stream, after, limit)
	info, _ := c.Journal.Stream(stream)
	if n := len(list); n > 0 && list[n-1].Seq == info.Head {
		list = list[:n-1]
	}
	return list, err
}

// TestCheckFindsALostEnd: a log that ends before its head is damage.
func TestCheckFindsALostEnd(t *testing.T) {
	j := journal.NewMemory()
	must[*session.StoredSession](t)(newStore(t, j, store.Options{}).Record("s", say("a", "b"), now))
	j.DropStates()
	problems, err := store.New(cutShort{j}, hosttest.Host(nil), store.Options{}).Check()
	if err != nil || len(problems) != 1 || problems[0].SessionID != "s" {
		t.Errorf("%v, %v", problems, err)
	}
}

// TestReadBesideAWriter: every other way of reading answers with one state of
// the log as well.
func TestReadBesideAWriter(t *testing.T) {
	besideAWriter(t, func(t *testing.T, s *store.Store) {
		must[*session.StoreStats](t)(s.Stats())
		must[[]session.StoredSession](t)(s.List(store.ListOptions{}))
		if _, err := s.SessionCount(); err != nil {
			t.Error(err)
		}
		for _, id := range []string{"s0", "s2"} {
			page, err := s.Events(id, 0, 0)
			if err != nil || page.Next == 0 {
				t.Errorf("%+v, %v", page, err)
			}
		}
	})
}
