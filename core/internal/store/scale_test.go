package store_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// batch returns n messages of about 200 bytes.
func batch(n, first int) []session.JSON {
	pad := strings.Repeat("x", 130)
	out := make([]session.JSON, n)
	for i := range out {
		out[i] = session.JSON(fmt.Sprintf(`{"content":"%s","messageId":"m%d","type":"assistant","uuid":"u%d"}`, pad, first+i, first+i))
	}
	return out
}

func fill(b testing.TB, s *store.Store, id string, n int) {
	for i := 0; i < n; i += 1000 {
		if _, err := s.Record(id, batch(min(1000, n-i), i), now); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMillion fills a session with a million messages (HEDDLE_HEAVY=1; a
// hundredth of it otherwise), and prints what everything costs.
func TestMillion(t *testing.T) {
	n := 10_000
	if os.Getenv("HEDDLE_HEAVY") != "" {
		n = 1_000_000
	}
	name := teststore.New(t)
	j := openJournal(t, name)
	s := newStore(t, j, store.Options{})
	timed := func(what string, do func()) {
		start := time.Now()
		do()
		t.Logf("%-44s %v", what, time.Since(start).Round(10*time.Microsecond))
	}
	timed(fmt.Sprint("record ", n, " in batches of 1,000"), func() { fill(t, s, "s", n/2); fill(t, s, "s", n-n/2) })
	fresh := func() *store.Store { return store.New(openJournal(t, name), hosttest.Host(nil), store.Options{}) }
	timed("open and get", func() { must[*session.StoredSession](t)(fresh().Get("s", 0)) })
	timed("last 50 messages", func() {
		list := must[[]session.JSON](t)(fresh().Messages("s", store.MessageOptions{Offset: int64(n) - 50}))
		if len(list) != 50 {
			t.Errorf("%d messages", len(list))
		}
	})
	timed("fork", func() { must[*session.StoredSession](t)(s.Fork("s", store.ForkOptions{SessionID: "f"}, now)) })
	timed("revert to a message 100 back", func() {
		must[*session.StoredSession](t)(s.Revert("f", store.Selector{UUID: fmt.Sprint("u", n-n/2-100)}, now))
	})
	timed("list", func() { must[[]session.StoredSession](t)(fresh().List(store.ListOptions{Limit: 20})) })
	timed("summarize", func() { must[*session.StoredSummary](t)(s.Summarize("s", store.SummaryOptions{}, now)) })
	if err := j.(forgetful).DropStates(); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	timed("fold everything anew", func() { must[*session.StoredSession](t)(fresh().Get("s", 0)) })
	timed("check", func() { sound(t, fresh()) })
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("heap grew by %d KiB", (int64(after.HeapAlloc)-int64(before.HeapAlloc))/1024)
}

// TestLargeMessage records and reads a message of 100 MB (8 MB without
// HEDDLE_HEAVY).
func TestLargeMessage(t *testing.T) {
	n := 8 << 20
	if os.Getenv("HEDDLE_HEAVY") != "" {
		n = 100 << 20
	}
	s := newStore(t, openJournal(t, teststore.New(t)), store.Options{})
	m := append(append([]byte(`{"content":"`), bytes.Repeat([]byte("y"), n)...), `","type":"user"}`...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must[*session.StoredSession](t)(s.Record("s", []session.JSON{m}, now))
	list := must[[]session.JSON](t)(s.Messages("s", store.MessageOptions{}))
	runtime.ReadMemStats(&after)
	if len(list) != 1 || !bytes.Equal(list[0], m) {
		t.Fatal("the message differs")
	}
	allocated := int64(after.TotalAlloc - before.TotalAlloc)
	t.Logf("allocated %d MiB for writing and reading %d MiB", allocated>>20, n>>20)
	if teststore.Apart && allocated > 8*int64(n) {
		t.Errorf("allocated %d bytes for a message of %d", allocated, n)
	}
}

// TestManySessions lists 100,000 sessions (1,000 without HEDDLE_HEAVY).
func TestManySessions(t *testing.T) {
	n := 1000
	if os.Getenv("HEDDLE_HEAVY") != "" {
		n = 100_000
	}
	j := openJournal(t, teststore.New(t))
	var writes []host.Write
	for i := range n {
		id := [16]byte{1, 2, 3, byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)}
		writes = append(writes, host.Write{Stream: fmt.Sprint("session-", i), Events: []host.Event{{ID: id, Time: int64(i) + 1, Kind: "session.registered", Payload: []byte(`{"adapter":"pi"}`)}}})
		if len(writes) == 500 {
			if _, err := j.Append(writes); err != nil {
				t.Fatal(err)
			}
			writes = nil
		}
	}
	for range 2 {
		s := store.New(j, hosttest.Host(nil), store.Options{})
		start := time.Now()
		list := must[[]session.StoredSession](t)(s.List(store.ListOptions{Limit: 20}))
		if len(list) != 20 || list[0].SessionID != fmt.Sprint("session-", n-1) {
			t.Errorf("list begins with %+v", list[0])
		}
		t.Logf("list 20 of %d sessions: %v", n, time.Since(start))
	}
}

func BenchmarkRecord(b *testing.B) {
	for _, size := range []int{1, 1000} {
		b.Run(fmt.Sprint("batch", size), func(b *testing.B) {
			s := store.New(openJournal(b, teststore.New(b)), hosttest.Host(nil), store.Options{})
			list := batch(size, 0)
			for b.Loop() {
				if _, err := s.Record("s", list, now); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "messages/s")
		})
	}
}

// BenchmarkFork: a fork of any length is one event.
func BenchmarkFork(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
			fill(b, s, "s", n)
			for b.Loop() {
				if _, err := s.Fork("s", store.ForkOptions{}, now); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFold folds a session of 20,000 messages from its first event on.
func BenchmarkFold(b *testing.B) {
	j := openJournal(b, teststore.New(b))
	s := store.New(j, hosttest.Host(nil), store.Options{})
	fill(b, s, "s", 20_000)
	for b.Loop() {
		if _, err := store.New(j, hosttest.Host(nil), store.Options{}).Get("s", 19_999); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*20_000/b.Elapsed().Seconds(), "events/s")
}
