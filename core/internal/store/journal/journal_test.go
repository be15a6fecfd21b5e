package journal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

const storePath = "store/heddle.db"

// driver returns SQLite over a file.
func driver(t testing.TB, file string) host.SQL {
	stores := sqlite.NewStores(map[string]string{storePath: file})
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
	t.Cleanup(func() { db.Release(); stores.Close() })
	return db
}

func openSQL(t testing.TB, sql host.SQL) *journal.SQL {
	t.Helper()
	j, err := journal.OpenSQL(sql, storePath, true)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func id(n uint64) [16]byte { return hosttest.EventID(n) }

func events(first uint64, payloads ...string) []host.Event {
	return hosttest.MessageEvents(first, payloads...)
}

func TestJournals(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		hosttest.RunJournal(t, func(*testing.T) func() host.Journal {
			j := journal.NewMemory()
			return func() host.Journal { return j }
		})
	})
	t.Run("sql", func(t *testing.T) {
		hosttest.RunJournal(t, func(t *testing.T) func() host.Journal {
			file := filepath.Join(t.TempDir(), "heddle.db")
			return func() host.Journal { return openSQL(t, driver(t, file)) }
		})
	})
}

func sound(t testing.TB, j host.Journal) { t.Helper(); hosttest.VerifyJournal(t, j) }

func appendOne(t *testing.T, j host.Journal, stream string, expect int64, list []host.Event) []host.Appended {
	t.Helper()
	return hosttest.AppendOne(t, j, stream, expect, list)
}

func payloads(t *testing.T, j host.Journal, stream string, after int64) string {
	t.Helper()
	return hosttest.ReadPayloads(t, j, stream, after)
}

// TestFreeShrinksTheFile: what is freed is given back to the host.
func TestFreeShrinksTheFile(t *testing.T) {
	j := openSQL(t, driver(t, filepath.Join(t.TempDir(), "heddle.db")))
	for i := range uint64(20) {
		appendOne(t, j, "a", int64(i), events(i, strings.Repeat("x", 200_000)))
	}
	full, n, err := j.FileSize()
	if err != nil || n != 20 {
		t.Fatal(full, n, err)
	}
	if _, err := j.Free("a", []host.Span{{From: 1, To: 19}}); err != nil {
		t.Fatal(err)
	}
	if err := j.Vacuum(hosttest.NewClock(0, 1)); err != nil {
		t.Fatal(err)
	}
	if left, n, err := j.FileSize(); left*5 > full || n != 1 || err != nil {
		t.Errorf("%d bytes left of %d, %d events, %v", left, full, n, err)
	}
}

func TestOtherFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	sql := driver(t, file)
	j, err := journal.OpenSQL(sql, storePath, false)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := j.Stream("a"); err != nil || info.Head != 0 {
		t.Errorf("an absent store: %+v, %v", info, err)
	}
	if _, err := j.Append(nil); fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("append to a store open for reading: %v", err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("reading made a file")
	}
	handle, err := sql.Open(host.Database{Path: storePath, Writable: true})
	if err != nil {
		t.Fatal(err)
	}
	exec := func(s string) {
		if err := sql.Exec(handle, []host.Statement{{SQL: s}}); err != nil {
			t.Fatal(err)
		}
	}
	exec("CREATE TABLE notes(x)")
	if _, err := journal.OpenSQL(sql, storePath, true); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("a foreign database: %v, want PARSE_ERROR", err)
	}
	exec("PRAGMA application_id = 1214540901")
	exec("PRAGMA user_version = 3")
	if _, err := journal.OpenSQL(sql, storePath, true); fault.CodeOf(err) != fault.Unsupported {
		t.Errorf("a newer store: %v, want UNSUPPORTED", err)
	}
}

// TestFailuresLeaveAPrefix fails every host call once: what is stored is what
// was acknowledged, perhaps the failed append too, and later work continues.
func TestFailuresLeaveAPrefix(t *testing.T) {
	for n := int64(1); ; n++ {
		file := filepath.Join(t.TempDir(), "heddle.db")
		faults := hosttest.Inject(host.Host{SQL: driver(t, file)})
		faults.FailNth(n, fault.New(fault.IO, "disk on fire"))
		var acknowledged []string
		var failed int
		work := func() {
			j, err := journal.OpenSQL(faults.Host().SQL, storePath, true)
			if err != nil {
				failed++
				return
			}
			for i := len(acknowledged); i < 6; i++ {
				p := strings.Repeat(string(rune('a'+i)), 1+i*30_000)
				if _, err := j.Append([]host.Write{{Stream: "s", Expect: host.AnySeq, Events: events(uint64(i), p)}}); err != nil {
					failed++
					return
				}
				acknowledged = append(acknowledged, p)
			}
		}
		work()
		if failed == 0 {
			return // no more calls to fail
		}
		work()
		j := openSQL(t, driver(t, file))
		if got := payloads(t, j, "s", 0); got != strings.Join(acknowledged, " ") || len(acknowledged) != 6 {
			t.Fatalf("call %d failed: %d bytes stored, %d acknowledged", n, len(got), len(acknowledged))
		}
		sound(t, j)
	}
}

// TestFlippedBytes damages a store byte by byte: reading gives what was
// written or an error, never something else, and no defect goes unnoticed.
func TestFlippedBytes(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "heddle.db")
	stores := sqlite.NewStores(map[string]string{storePath: file})
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
	j := openSQL(t, db)
	for i := range uint64(3) {
		name := string(rune('a' + i))
		appendOne(t, j, name, 0, events(10*i, "one", strings.Repeat("two ", 40), "three"))
	}
	stores.Close()
	image, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace("one " + strings.Repeat("two ", 40) + " three")
	step := 97
	if testing.Short() {
		step = 997
	}
	unseen := 0
	for at := 0; at < len(image); at += step {
		damaged := bytes.Clone(image)
		damaged[at] ^= 1 << (at % 8)
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		os.Remove(file + "-wal")
		os.Remove(file + "-shm")
		if !survives(t, file, want) {
			unseen++
		}
	}
	t.Logf("%d of %d places are of no consequence", unseen, (len(image)+step-1)/step)
}

// survives reports whether the damage was noticed.
func survives(t *testing.T, file, want string) bool {
	stores := sqlite.NewStores(map[string]string{storePath: file})
	defer stores.Close()
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
	j, err := journal.OpenSQL(db, storePath, true)
	if err != nil {
		return true
	}
	noticed, wrong := false, ""
	names := []string{"a", "b", "c"}
	if strings.HasPrefix(want, "p0") {
		names = []string{"s"}
	}
	for _, name := range names {
		list, err := j.Read(name, 0, 100)
		if err != nil {
			noticed = true
			continue
		}
		var got []string
		for _, e := range list {
			got = append(got, string(e.Payload))
		}
		if s := strings.Join(got, " "); s != want {
			wrong = name
			if s != "" { // absent is noticed below; anything else never happens
				t.Errorf("stream %s reads %q", name, s)
			}
		}
	}
	err = j.Verify(func() error { return nil }, func(string, int64, string) { noticed = true })
	if err != nil {
		noticed = true
	}
	if wrong != "" && !noticed {
		t.Errorf("stream %s is gone and check does not say so", wrong)
	}
	return noticed
}

func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{1, 1000} {
		b.Run(map[int]string{1: "single", 1000: "batch1000"}[size], func(b *testing.B) {
			j := openSQL(b, driver(b, filepath.Join(b.TempDir(), "heddle.db")))
			payload := bytes.Repeat([]byte("x"), 200)
			list := make([]host.Event, size)
			var n uint64
			for b.Loop() {
				for i := range list {
					list[i] = host.Event{ID: id(n), Kind: "message", Payload: payload}
					n++
				}
				if _, err := j.Append([]host.Write{{Stream: "s", Expect: int64(n) - int64(size), Events: list}}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(size)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
