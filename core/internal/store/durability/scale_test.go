package durability_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// work is what something costs, counted and not timed.
type work struct {
	calls     int64 // of the host
	bytes     int64 // that pass between the core and the host
	allocated int64 // by this process
}

// meter counts calls and bytes.
type meter struct {
	host.SQL
	work
}

func (m *meter) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	rows, err := m.SQL.Query(handle, query, args...)
	m.calls++
	for _, r := range rows {
		m.pass(r)
	}
	return rows, err
}

func (m *meter) Exec(handle int64, batch []host.Statement) error {
	m.calls++
	for _, s := range batch {
		m.pass(s.Args)
	}
	return m.SQL.Exec(handle, batch)
}

func (m *meter) pass(values []host.Value) {
	for _, v := range values {
		m.bytes += 8 + int64(len(v.Bytes))
	}
}

// meteredJournal counts what passes a journal that the host grants.
type meteredJournal struct {
	host.Journal
	m *meter
}

func (j meteredJournal) Append(writes []host.Write) ([]host.Appended, error) {
	j.m.calls++
	for _, w := range writes {
		j.m.bytes += int64(len(w.State))
		j.m.passEvents(w.Events)
	}
	return j.Journal.Append(writes)
}

func (j meteredJournal) Read(stream string, after, limit int64) ([]host.Event, error) {
	list, err := j.Journal.Read(stream, after, limit)
	j.m.calls++
	j.m.passEvents(list)
	return list, err
}

func (j meteredJournal) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	list, err := j.Journal.Streams(after, limit)
	j.m.calls++
	for _, s := range list {
		j.m.bytes += int64(len(s.Name) + len(s.State))
	}
	return list, err
}

func (m *meter) passEvents(list []host.Event) {
	for i := range list {
		m.bytes += 48 + int64(len(list[i].Payload))
	}
}

// measure returns what do costs.
func (m *meter) measure(do func()) work {
	var before, after runtime.MemStats
	calls, size := m.calls, m.bytes
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return work{m.calls - calls, m.bytes - size, int64(after.TotalAlloc - before.TotalAlloc)}
}

// within reports whether w is at most times the work of less.
func (w work) within(times float64, less work) bool {
	const slack = 64 << 10 // bytes
	return float64(w.calls) <= times*float64(less.calls)+2 && float64(w.bytes) <= times*float64(less.bytes)+slack/16 &&
		(!teststore.Apart || float64(w.allocated) <= times*float64(less.allocated)+slack)
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// metered opens a file with a meter on its host.
func metered(t *testing.T, file string) (*disk, *meter) {
	t.Helper()
	m := &meter{}
	d, err := open(file, func(h host.Host) host.Host {
		if m.SQL = h.SQL; m.SQL != nil {
			h.SQL = m
		} else {
			h.Journal = meteredJournal{h.Journal, m}
		}
		return h
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.close)
	return d, m
}

// TestLinear records many messages, and four times as many: writing and
// folding them costs four times as much, and everything else the same; memory
// does not grow. HEDDLE_HEAVY=1 goes to a million.
func TestLinear(t *testing.T) {
	teststore.OnlyFiles(t, "it counts the calls of SQLite")
	if testing.Short() {
		t.Skip("-short measures no growth")
	}
	n := pick(t, 10_000, 250_000)
	sizes := []int{n, 4 * n}
	costs := map[string][]work{}
	linear := map[string]bool{"record in batches of 1,000": true, "fold everything anew": true, "check": true}
	for _, size := range sizes {
		file := teststore.New(t)
		d, m := metered(t, file)
		cost := func(what string, err func() error) {
			costs[what] = append(costs[what], m.measure(func() {
				if e := err(); e != nil {
					t.Fatal(what, e)
				}
			}))
		}
		base, most := heap(), int64(0)
		cost("record in batches of 1,000", func() error {
			for at := 0; at < size; at += 1000 {
				if _, err := d.Record("s", many(at), store.Request{}); err != nil {
					return err
				}
				if at%(size/10) == 0 {
					most = max(most, heap()-base)
				}
			}
			return nil
		})
		fresh := func(what string, do func(s *store.Store) error) {
			cost(what, func() error { return do(store.New(d.journal, edge(host.Host{}), store.Options{})) })
		}
		fresh("open and get", func(s *store.Store) error { return drop(s.Get("s", 0)) })
		fresh("read the last 50", func(s *store.Store) error {
			list, err := s.Messages("s", store.MessageOptions{Offset: int64(size) - 50})
			if err == nil && len(list) != 50 {
				t.Errorf("%d messages", len(list))
			}
			return err
		})
		fresh("fork", func(s *store.Store) error {
			return drop(s.Fork("s", store.ForkOptions{SessionID: "f"}, store.Request{}))
		})
		fresh("record one in the fork", func(s *store.Store) error { return drop(s.Record("f", talk("one"), store.Request{})) })
		fresh("revert to 100 back", func(s *store.Store) error {
			return drop(s.Revert("f", store.Selector{UUID: fmt.Sprint("u", size-100)}, store.Request{}))
		})
		fresh("list", func(s *store.Store) error { return drop(s.List(store.ListOptions{Limit: 20})) })
		fresh("summarize", func(s *store.Store) error { return drop(s.Summarize("s", store.SummaryOptions{}, store.Request{})) })
		fresh("delete", func(s *store.Store) error { return s.Delete("f", store.Request{}) })
		if err := d.journal.(forgetful).DropStates(); err != nil {
			t.Fatal(err)
		}
		fresh("fold everything anew", func(s *store.Store) error { return drop(s.Get("s", 0)) })
		fresh("check", func(s *store.Store) error { sound(t, s); return nil })
		if most = max(most, heap()-base); most > 4<<20 {
			t.Errorf("%d messages: the heap grew by %d bytes", size, most)
		}
		t.Logf("%d messages: the heap grew by at most %d KiB", size, most>>10)
		d.close()
	}
	for what, w := range costs {
		times := 1.2
		if linear[what] {
			times = 4.4
		}
		if !w[1].within(times, w[0]) {
			t.Errorf("%s: %+v for %d messages, %+v for %d: more than %.1f times", what, w[0], sizes[0], w[1], sizes[1], times)
		}
		t.Logf("%-28s %+v, then %+v", what, w[0], w[1])
	}
}

// many returns a thousand messages of about 200 bytes.
func many(first int) []session.JSON {
	pad := strings.Repeat("x", 130)
	out := make([]session.JSON, 1000)
	for i := range out {
		out[i] = session.JSON(fmt.Sprintf(`{"content":"%s","messageId":"m%d","type":"assistant","uuid":"u%d"}`, pad, first+i, first+i))
	}
	return out
}

// TestManySessions lists the newest 20 of many sessions, and of four times as
// many: four times the work, and no more memory. HEDDLE_HEAVY=1 goes to
// 100,000.
func TestManySessions(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	n := pick(t, 2_000, 25_000)
	var costs []work
	for _, size := range []int{n, 4 * n} {
		d, m := metered(t, teststore.New(t))
		var writes []host.Write
		for i := range size {
			id := [16]byte{1, 0x90, 2, byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)}
			writes = append(writes, host.Write{Stream: fmt.Sprint("session-", i), Events: []host.Event{
				{ID: id, Time: int64(i) + 1, Kind: "session.registered", Payload: []byte(`{"adapter":"pi"}`)}}})
			if len(writes) == 500 || i == size-1 {
				if _, err := d.journal.Append(writes); err != nil {
					t.Fatal(err)
				}
				writes = nil
			}
		}
		list := func() {
			found, err := d.List(store.ListOptions{Limit: 20})
			if err != nil || len(found) != 20 || found[0].SessionID != fmt.Sprint("session-", size-1) {
				t.Fatalf("%d sessions, %v", len(found), err)
			}
		}
		list() // the first one keeps what it folded
		base := heap()
		costs = append(costs, m.measure(list))
		if grown := heap() - base; teststore.Apart && grown > 4<<20 {
			t.Errorf("%d sessions: the heap grew by %d bytes", size, grown)
		}
		sound(t, d.Store)
		d.close()
	}
	if !costs[1].within(4.4, costs[0]) {
		t.Errorf("listing %d sessions costs %+v, %d of them %+v", n, costs[0], 4*n, costs[1])
	}
	t.Logf("listing 20 of %d: %+v, of %d: %+v", n, costs[0], 4*n, costs[1])
}

// TestLargeMessage records and reads one large message, of 100 MB with
// HEDDLE_HEAVY=1: what is allocated is a few times its size.
func TestLargeMessage(t *testing.T) {
	size := pick(t, 16<<20, 100<<20)
	d, m := metered(t, teststore.New(t))
	message := append(append([]byte(`{"content":"`), bytes.Repeat([]byte("y"), size)...), `","type":"user"}`...)
	write := m.measure(func() {
		if _, err := d.Record("s", []session.JSON{message}, store.Request{}); err != nil {
			t.Fatal(err)
		}
	})
	read := m.measure(func() {
		list, err := d.Messages("s", store.MessageOptions{})
		if err != nil || len(list) != 1 || !bytes.Equal(list[0], message) {
			t.Fatalf("%d messages, %v", len(list), err)
		}
	})
	const slack = 4 << 20
	if passed := write.bytes + read.bytes; passed > 2*int64(size)+slack {
		t.Errorf("%d bytes passed the host, the message has %d", passed, size)
	}
	if teststore.Apart && (write.allocated > 2*int64(size)+slack || read.allocated > 3*int64(size)+slack) {
		t.Errorf("allocated %d bytes to write and %d to read a message of %d", write.allocated, read.allocated, size)
	}
	t.Logf("a message of %d MiB: %d MiB allocated to write it, %d MiB to read it", size>>20, write.allocated>>20, read.allocated>>20)
	sound(t, d.Store)
}

// TestCheckReadsSharedOnce: many forks of one session hardly add to a check.
func TestCheckReadsSharedOnce(t *testing.T) {
	d, m := metered(t, teststore.New(t))
	for at := range 3 {
		if _, err := d.Record("s", many(1000*at), store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	alone := m.measure(func() { sound(t, d.Store) })
	for i := range 30 {
		if _, err := d.Fork("s", store.ForkOptions{SessionID: fmt.Sprint("f", i)}, store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	if with := m.measure(func() { sound(t, d.Store) }); with.bytes > 2*alone.bytes+64<<10 {
		t.Errorf("a check passes %d bytes, %d with 30 forks", alone.bytes, with.bytes)
	}
}
