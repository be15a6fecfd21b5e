package sqlwal_test

import (
	"errors"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
)

// stub is a host.SQL that opens anything and answers nothing.
type stub struct{ opened []host.Database }

func (s *stub) Open(db host.Database) (int64, error) {
	s.opened = append(s.opened, db)
	return int64(len(s.opened)), nil
}
func (s *stub) Query(int64, string, ...host.Value) ([][]host.Value, error) { return nil, nil }
func (s *stub) Exec(int64, []host.Statement) error                         { return nil }
func (s *stub) Close(int64) error                                          { return nil }

// viewHost is a host over m with a clock that ticks 10 ms, some time after m
// was written.
func viewHost(m host.Files) host.Host {
	h := hosttest.Host(m)
	h.SQL = &stub{}
	h.Clock = hosttest.NewClock(hosttest.DefaultModTime+1000, 10)
	return h
}

func TestViewWithoutChange(t *testing.T) {
	b := typical(512, false)
	runs := 0
	snap, err := sqlwal.View(viewHost(b.mounts(b.wal)), "m/a.db", func(int64) error { runs++; return nil })
	if err != nil || runs != 1 || snap.Pages != 6 {
		t.Errorf("%d runs, %d pages, %v; want 1, 6, nil", runs, snap.Pages, err)
	}
}

func TestViewDuringWrites(t *testing.T) {
	b := typical(512, false)
	first := b.states[1].end
	last := b.states[len(b.states)-1]
	checkpointed := func() []byte {
		var main []byte
		for _, p := range last.pages {
			main = append(main, p...)
		}
		return main
	}
	for _, c := range []struct {
		name  string
		start []byte // log at first
		write func(m *hosttest.Mounts)
		runs  int
	}{
		{"appended", b.wal[:first], func(m *hosttest.Mounts) { m.File("m/a.db-wal", b.wal) }, 1},
		{"checkpoint of what was seen", b.wal[:last.end], func(m *hosttest.Mounts) {
			m.Add(hosttest.Entry{Path: "m/a.db", Data: checkpointed(), ModTime: hosttest.DefaultModTime + 5})
		}, 1},
		{"checkpoint of more than was seen", b.wal[:first], func(m *hosttest.Mounts) {
			m.File("m/a.db-wal", b.wal)
			m.Add(hosttest.Entry{Path: "m/a.db", Data: checkpointed(), ModTime: hosttest.DefaultModTime + 5})
		}, 2},
		{"log gone", b.wal, func(m *hosttest.Mounts) {
			m.Remove("m/a.db-wal")
			m.Add(hosttest.Entry{Path: "m/a.db", Data: checkpointed(), ModTime: hosttest.DefaultModTime + 5})
		}, 2},
		{"log started again", b.wal, func(m *hosttest.Mounts) { m.File("m/a.db-wal", newBuilder(512, true, 9).wal) }, 2},
		{"log appears", nil, func(m *hosttest.Mounts) { m.File("m/a.db-wal", b.wal) }, 2},
		{"transaction without a log", nil, func(m *hosttest.Mounts) {
			main := b.main()
			main[27]++ // the change counter
			m.File("m/a.db", main)
		}, 2},
	} {
		m, runs := b.mounts(c.start), 0
		_, err := sqlwal.View(viewHost(m), "m/a.db", func(int64) error {
			if runs++; runs == 1 {
				c.write(m)
				return fault.New(fault.ParseError, "read in the middle of it")
			}
			return nil
		})
		if runs != c.runs {
			t.Errorf("%s: %d runs, want %d", c.name, runs, c.runs)
		}
		if again := c.runs == 2; (err == nil) != again {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestViewOfADatabaseThatNeverRests(t *testing.T) {
	b := typical(512, false)
	m, runs := b.mounts(nil), int64(0)
	_, err := sqlwal.View(viewHost(m), "m/a.db", func(int64) error {
		runs++
		m.Add(hosttest.Entry{Path: "m/a.db", Data: b.main(), ModTime: hosttest.DefaultModTime + runs})
		return nil
	})
	if !errors.Is(err, fault.Conflict) || runs < 10 {
		t.Errorf("%v after %d runs, want CONFLICT after some", err, runs)
	}
}

// restless is a host.Files whose main file is never twice the same.
type restless struct {
	*hosttest.Mounts
	looks int64
}

func (r *restless) Stat(path string) (host.Info, error) {
	in, err := r.Mounts.Stat(path)
	if path == "m/a.db" {
		r.looks++
		in.ModTime += r.looks
	}
	return in, err
}

func TestReadOfADatabaseThatNeverRests(t *testing.T) {
	b := typical(512, false)
	r := &restless{Mounts: b.mounts(b.wal)}
	h := viewHost(r)
	if _, err := sqlwal.ReadSnapshot(h, "m/a.db"); !errors.Is(err, fault.Conflict) {
		t.Errorf("%v, want CONFLICT", err)
	}
	if r.looks > 1100 {
		t.Errorf("%d looks in 5 s of 10 ms", r.looks)
	}
	h.Clock = hosttest.NewClock(0, 0)
	if _, err := sqlwal.ReadSnapshot(h, "m/a.db"); !errors.Is(err, fault.Conflict) {
		t.Errorf("with a clock that stands still: %v, want CONFLICT", err)
	}
}

// A file written a moment ago may be written again without its time moving.
func TestFreshFilesAreNotTrustedByTheirTime(t *testing.T) {
	b := typical(512, false)
	for _, c := range []struct {
		name  string
		wal   []byte
		write func(m *hosttest.Mounts)
		runs  int
	}{
		{"plain", nil, func(*hosttest.Mounts) {}, 1},
		{"quiet", b.wal, func(*hosttest.Mounts) {}, 1},
		{"appended", b.wal[:b.states[1].end], func(m *hosttest.Mounts) { m.File("m/a.db-wal", b.wal) }, 2},
	} {
		m, runs := b.mounts(c.wal), 0
		h := viewHost(m)
		clock := hosttest.NewClock(hosttest.DefaultModTime, 1)
		h.Clock = clock
		_, err := sqlwal.View(h, "m/a.db", func(int64) error {
			if runs++; runs == 1 {
				c.write(m)
			}
			return nil
		})
		if err != nil || runs != c.runs {
			t.Errorf("%s: %d runs, %v; want %d", c.name, runs, err, c.runs)
		}
		if waited := clock.Now() - hosttest.DefaultModTime; c.name == "plain" && waited < sqlwal.RestMillis {
			t.Errorf("%s: waited only %d ms", c.name, waited)
		}
	}
}

func TestClocksOddToTheFiles(t *testing.T) {
	b := typical(512, false)
	for name, clock := range map[string]*hosttest.Clock{
		"stands still at the file's time": hosttest.NewClock(hosttest.DefaultModTime, 0),
		"behind the file's time":          hosttest.NewClock(0, 1),
	} {
		h, runs := viewHost(b.mounts(nil)), 0
		h.Clock = clock
		if _, err := sqlwal.View(h, "m/a.db", func(int64) error { runs++; return nil }); err != nil || runs != 1 {
			t.Errorf("%s: %d runs, %v", name, runs, err)
		}
	}
}

func TestHotJournal(t *testing.T) {
	b := typical(512, false)
	for _, c := range []struct {
		name    string
		journal []byte
		want    bool
	}{
		{"hot", []byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"), true},
		{"zeroed", make([]byte, 28), false},
		{"empty", nil, false},
	} {
		m := hosttest.NewMounts().File("m/a.db", b.main()).File("m/a.db-journal", c.journal)
		runs := 0
		snap, err := sqlwal.View(viewHost(m), "m/a.db", func(int64) error { runs++; return nil })
		if err != nil || snap.Hot != c.want || runs != 1 {
			t.Errorf("%s: hot %v, %d runs, %v; want %v, 1, nil", c.name, snap.Hot, runs, err, c.want)
		}
		if d := snap.Diagnostics("hermes"); (len(d) == 1) != c.want {
			t.Errorf("%s: diagnostics %v", c.name, d)
		}
	}
}

func TestJournalThatEndsIsWaitedFor(t *testing.T) {
	b := typical(512, false)
	m := hosttest.NewMounts().File("m/a.db", b.main()).File("m/a.db-journal", []byte{0xd9})
	faults := hosttest.Inject(viewHost(m))
	faults.FailWhen(func(c hosttest.Call) error {
		if c.N == 12 {
			m.Remove("m/a.db-journal")
		}
		return nil
	})
	snap, err := sqlwal.ReadSnapshot(faults.Host(), "m/a.db")
	if err != nil || snap.Hot {
		t.Errorf("hot %v, %v; want the state after the transaction", snap.Hot, err)
	}
}

func TestDeadlineEndsWaiting(t *testing.T) {
	b := typical(512, false)
	h := viewHost(&restless{Mounts: b.mounts(b.wal)})
	faults := hosttest.Inject(h)
	late := fault.New(fault.Timeout, "deadline passed")
	faults.FailWhen(func(c hosttest.Call) error {
		if c.Op == "poll" && c.N > 50 {
			return late
		}
		return nil
	})
	if _, err := sqlwal.ReadSnapshot(faults.Host(), "m/a.db"); !errors.Is(err, fault.Timeout) {
		t.Errorf("%v, want TIMEOUT", err)
	}
}

func TestViewWithoutDriver(t *testing.T) {
	b := typical(512, false)
	_, err := sqlwal.View(hosttest.Host(b.mounts(nil)), "m/a.db", func(int64) error { return nil })
	if e := fault.From(err); e == nil || e.Code != fault.Unsupported || e.Hint == "" {
		t.Errorf("%v, want UNSUPPORTED with a hint", err)
	}
}
