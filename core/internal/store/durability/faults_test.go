package durability_test

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

// lossy makes calls and loses the answer of the nth, once or from then on.
type lossy struct {
	host.SQL
	n, calls int64
	forEver  bool
}

func (l *lossy) lost(err error) error {
	l.calls++
	if err == nil && (l.calls == l.n || l.forEver && l.calls > l.n) {
		return injected
	}
	return err
}

func (l *lossy) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	rows, err := l.SQL.Query(handle, query, args...)
	if err = l.lost(err); err != nil {
		return nil, err
	}
	return rows, nil
}

func (l *lossy) Exec(handle int64, batch []host.Statement) error {
	return l.lost(l.SQL.Exec(handle, batch))
}

// lossyJournal does the same to a journal that the host grants.
type lossyJournal struct {
	host.Journal
	host.Compactor
	*lossy
}

func (l lossyJournal) Append(writes []host.Write) ([]host.Appended, error) {
	out, err := l.Journal.Append(writes)
	return out, l.lost(err)
}

func (l lossyJournal) Read(stream string, after, limit int64) ([]host.Event, error) {
	list, err := l.Journal.Read(stream, after, limit)
	return list, l.lost(err)
}

func (l lossyJournal) Find(id [16]byte) (string, int64, error) {
	stream, seq, err := l.Journal.Find(id)
	return stream, seq, l.lost(err)
}

func (l lossyJournal) Stream(name string) (host.StreamInfo, error) {
	info, err := l.Journal.Stream(name)
	return info, l.lost(err)
}

func (l lossyJournal) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	list, err := l.Journal.Streams(after, limit)
	return list, l.lost(err)
}

func (l lossyJournal) Free(stream string, spans []host.Span) (int64, error) {
	n, err := l.Compactor.Free(stream, spans)
	return n, l.lost(err)
}

func (l lossyJournal) Vacuum(clock host.Clock) error { return l.lost(l.Compactor.Vacuum(clock)) }

// failure is a way in which the nth call of a host fails.
type failure struct {
	name string
	hook func(n int64, h host.Host) (host.Host, func() int64) // and the number of calls so far
	once bool
}

func failures() []failure {
	inject := func(forEver bool) func(int64, host.Host) (host.Host, func() int64) {
		return func(n int64, h host.Host) (host.Host, func() int64) {
			f := hosttest.Inject(h)
			f.FailWhen(func(c hosttest.Call) error {
				if c.N == n || forEver && c.N > n {
					return injected
				}
				return nil
			})
			return f.Host(), f.Count
		}
	}
	lose := func(forEver bool) func(int64, host.Host) (host.Host, func() int64) {
		return func(n int64, h host.Host) (host.Host, func() int64) {
			l := &lossy{SQL: h.SQL, n: n, forEver: forEver}
			if h.SQL != nil {
				h.SQL = l
			} else {
				h.Journal = lossyJournal{h.Journal, h.Journal.(host.Compactor), l}
			}
			return h, func() int64 { return l.calls }
		}
	}
	return []failure{
		{"not made, once", inject(false), true},
		{"not made, for ever", inject(true), false},
		{"made but not answered, once", lose(false), true},
		{"made but not answered, for ever", lose(true), false},
	}
}

// TestEveryCallFails fails the nth host call of the workload, for every n: the
// step in whose midst it fails answers with the error, everything that was
// acknowledged is there and nothing else, but for that step as a whole, and
// the work continues to the end that it would have had.
func TestEveryCallFails(t *testing.T) {
	for _, f := range failures() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			calls := each(func(n int64) bool { return fails(t, n, f) })
			if calls < 90 {
				t.Errorf("the workload makes only %d calls", calls)
			}
			t.Logf("each of %d calls failed in turn", calls)
		})
	}
}

// fails runs the workload with its nth call failing; false when it has fewer.
func fails(t *testing.T, n int64, f failure) bool {
	what := fmt.Sprintf("call %d %s", n, f.name)
	file := teststore.New(t)
	defer teststore.Remove(file) // room
	var count func() int64
	done, failed := 0, false
	d, err := open(file, func(h host.Host) host.Host {
		h, count = f.hook(n, h)
		return h
	})
	if d != nil {
		defer d.close()
	}
	if failed = err != nil; !failed {
		for i, st := range workload() {
			if err = st.run(d.Store, d.threads, requestOf(i)); err != nil {
				failed = true
				break
			}
			done++
		}
	}
	if count() < n {
		if failed {
			t.Errorf("%s: %v without any failure", what, err)
		}
		return false
	}
	if failed && fault.CodeOf(err) != fault.IO {
		t.Errorf("%s: the error is %v", what, err)
	}
	after, err := open(file, nil)
	if err != nil {
		t.Errorf("%s: reopening: %v", what, err)
		return true
	}
	defer after.close()
	expected().afterCrash(t, what, after, done)
	if f.once && d != nil { // the same engine continues as well
		after = &disk{Store: d.Store, threads: d.Store.Threads(), journal: after.journal, close: func() {}}
	}
	expected().continueFrom(t, what, after, done)
	return true
}
