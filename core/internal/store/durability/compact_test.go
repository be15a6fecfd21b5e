package durability_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

// grow fills a store with what a compaction has to do with: long and short
// sessions, forks of them and of the forks, some deleted, one deleted and made
// anew.
func grow(t testing.TB, d *disk) {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	req := store.Request{}
	for i := range 6 {
		id := fmt.Sprint("s", i)
		ok(drop(d.Record(id, talk("x", noise(2*i, 80_000), "y", noise(2*i+1, 40_000)), req)))
		ok(drop(d.threads.Start(id, store.ThreadOptions{ThreadID: "t"}, req)))
		ok(drop(d.threads.Record(id, "t", talk("in", "thread"), req)))
		ok(drop(d.Revert(id, store.Selector{VisibleMessageCount: ptr(int64(3))}, req)))
		ok(drop(d.Record(id, talk("behind"), req)))
	}
	ok(drop(d.Fork("s0", store.ForkOptions{SessionID: "of-s0"}, req)))
	ok(drop(d.Fork("of-s0", store.ForkOptions{SessionID: "of-of-s0", OmitHidden: true}, req)))
	ok(drop(d.Fork("s1", store.ForkOptions{SessionID: "of-s1"}, req)))
	for _, id := range []string{"s0", "of-s0", "s2", "s3", "s4"} {
		ok(d.Delete(id, req))
	}
	ok(drop(d.Record("s4", talk("again"), req)))
}

// noise is text that a store which compresses cannot make much smaller.
func noise(seed, n int) string {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz !#$%&()*+,-./:;=?@[]^_{|}~"
	r, text := rand.New(rand.NewPCG(uint64(seed), 1)), make([]byte, n)
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	return string(text)
}

func shownBy(t testing.TB, s *store.Store) string {
	t.Helper()
	v, err := visible(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCompactChangesNothing: what is visible before a compaction is visible
// after it, to the last byte of every snapshot; the file becomes smaller.
func TestCompactChangesNothing(t *testing.T) {
	file := teststore.New(t)
	d := mustOpen(t, file)
	grow(t, d)
	before := shownBy(t, d.Store)
	d.close()
	full := sizeOf(t, file)
	d = mustOpen(t, file)
	other := mustOpen(t, file) // somebody else has it open all the time
	if shownBy(t, other.Store) != before {
		t.Fatal("reopened, it differs")
	}
	out, err := d.Compact()
	if err != nil || out.Sessions < 4 || out.Bytes < 300_000 {
		t.Fatalf("%+v, %v", out, err)
	}
	for name, s := range map[string]*store.Store{"the one that compacted": d.Store, "the other": other.Store, "a new one": mustOpen(t, file).Store} {
		if shownBy(t, s) != before {
			t.Errorf("%s sees something else", name)
		}
		sound(t, s)
	}
	if again, err := d.Compact(); err != nil || again.Bytes != 0 {
		t.Errorf("compacted again: %+v, %v", again, err)
	}
	// The other one continues in the same file.
	if _, err := other.Record("s5", talk("still here"), store.Request{}); err != nil {
		t.Fatal(err)
	}
	after := shownBy(t, d.Store)
	if after == before {
		t.Error("what the other one wrote is not seen")
	}
	if d.sql != nil {
		raw(t, file, "PRAGMA wal_checkpoint(PASSIVE)") // as SQLite does every 1,000 pages
	}
	if left := sizeOf(t, file); left > full-out.Bytes*3/4 {
		t.Errorf("%d bytes before, %d after freeing %d, with the file open elsewhere", full, left, out.Bytes)
	}
	d.close()
	other.close()
	left := sizeOf(t, file)
	if left > full-out.Bytes*3/4 {
		t.Errorf("%d bytes before, %d after freeing %d", full, left, out.Bytes)
	}
	if got := shownBy(t, mustOpen(t, file).Store); got != after {
		t.Error("reopened, it differs")
	}
	t.Logf("%d bytes before, %d after", full, left)
}

func sizeOf(t testing.TB, file string) int64 {
	t.Helper()
	n, err := teststore.Size(file)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// grown returns a store for a compaction, what it shows, and its size.
func grown(t *testing.T) (file, want string, size int64) {
	t.Helper()
	file = teststore.New(t)
	d := mustOpen(t, file)
	grow(t, d)
	want = shownBy(t, d.Store)
	d.close()
	return file, want, sizeOf(t, file)
}

// compactOnce compacts and kills itself in front of its nth host call.
func compactOnce(file string, n int64) error {
	d, err := open(file, killAt(n))
	if err != nil {
		return err
	}
	defer d.close()
	_, err = d.Compact()
	return err
}

// TestCompactKilled kills a compaction in front of every one of its host
// calls: nothing visible has changed, and the next compaction finishes it.
func TestCompactKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	calls := each(func(n int64) bool {
		file, want, size := grown(t)
		lines := start(t, "compact", file, n, nil).end()
		if e := broke(lines); e != "" {
			t.Errorf("call %d: %s", n, e)
			return false
		}
		d := mustOpen(t, file)
		if shownBy(t, d.Store) != want {
			t.Errorf("killed at call %d: something visible has changed", n)
		}
		sound(t, d.Store)
		if _, err := d.Compact(); err != nil || shownBy(t, d.Store) != want {
			t.Errorf("killed at call %d, compacted again: %v, or something visible has changed", n, err)
		}
		sound(t, d.Store)
		d.close()
		if left := sizeOf(t, file); left > size*2/3 {
			t.Errorf("killed at call %d, compacted again: %d bytes of %d", n, left, size)
		}
		return len(lines) == 0
	})
	if calls < 15 {
		t.Errorf("a compaction makes only %d calls", calls)
	}
	t.Logf("killed at each of %d calls", calls)
}

// TestCompactBesideAWriter lets another process's connection write between any
// two host calls of a compaction: appends, forks of what is living, deletes
// and new sessions. Each write is acknowledged, and all of them are there
// afterwards, like everything else.
func TestCompactBesideAWriter(t *testing.T) {
	for _, what := range []string{"record", "fork", "fork and delete the parent", "delete", "a new session"} {
		t.Run(what, func(t *testing.T) {
			file, _, _ := grown(t)
			other := mustOpen(t, file)
			writes, busy := 0, false
			write := func() error {
				req := store.Request{}
				child := fmt.Sprint("new-", writes)
				switch what {
				case "record":
					return drop(other.Record("s5", talk(child), req))
				case "fork":
					return drop(other.Fork("of-of-s0", store.ForkOptions{SessionID: child}, req))
				case "fork and delete the parent":
					parent := fmt.Sprint("new-", writes-1)
					if writes == 0 {
						parent = "of-s1"
					}
					if err := drop(other.Fork(parent, store.ForkOptions{SessionID: child}, req)); err != nil {
						return err
					}
					return other.Delete(parent, req)
				case "delete":
					id := []string{"s1", "s4", "s5", "of-s1"}[writes%4]
					if err := other.Delete(id, req); err != nil {
						return err
					}
					return drop(other.Record(id, talk("again"), req))
				}
				return drop(other.Record(child, talk("hello"), req))
			}
			calls := 0
			d, err := open(file, func(h host.Host) host.Host {
				f := hosttest.Inject(h)
				f.FailWhen(func(c hosttest.Call) error {
					if busy || calls > 400 {
						return nil
					}
					busy = true
					defer func() { busy = false }()
					calls++
					if calls%5 != 0 { // it must find a moment of rest
						return nil
					}
					if err := write(); err != nil {
						t.Errorf("write %d: %v", writes, err)
					}
					writes++
					return nil
				})
				return f.Host()
			})
			if err != nil {
				t.Fatal(err)
			}
			defer d.close()
			if _, err := d.Compact(); err != nil && fault.CodeOf(err) != fault.Conflict {
				t.Fatal(err)
			}
			if writes < 3 {
				t.Errorf("only %d writes", writes)
			}
			busy = true
			want := shownBy(t, other.Store)
			if got := shownBy(t, mustOpen(t, file).Store); got != want {
				t.Error("a new connection sees something else")
			}
			sound(t, other.Store)
			if _, err := d.Compact(); err != nil {
				t.Fatal(err)
			}
			if got := shownBy(t, mustOpen(t, file).Store); got != want {
				t.Error("after a compaction at rest something else is seen")
			}
			sound(t, d.Store)
		})
	}
}

// TestSnapshotsRoundTrip exports, imports and exports every session of the
// workload after every step, and those of the stores that grow makes: the two
// snapshots are the same to the byte for every journal.
func TestSnapshotsRoundTrip(t *testing.T) {
	source := mustOpen(t, teststore.New(t))
	target := mustOpen(t, teststore.New(t))
	trips := 0
	trip := func(what string) {
		t.Helper()
		list, err := source.List(store.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			first, err := source.Export(m.SessionID, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := target.Delete(m.SessionID, store.Request{}); err != nil {
				t.Fatal(err)
			}
			if _, err := target.Import(first, "", store.Request{}); err != nil {
				t.Fatalf("after %s: %v", what, err)
			}
			second, err := target.Export(m.SessionID, 0)
			if err != nil || !bytes.Equal(first, second) {
				t.Errorf("after %s, session %s: %v\n%.3000s\n%.3000s", what, m.SessionID, err, first, second)
			}
			trips++
		}
	}
	for i, st := range workload() {
		if err := st.run(source.Store, source.threads, requestOf(i)); err != nil {
			t.Fatal(err)
		}
		trip(st.name)
	}
	grow(t, source)
	trip("growing")
	sound(t, target.Store)
	t.Logf("%d round trips", trips)
}
