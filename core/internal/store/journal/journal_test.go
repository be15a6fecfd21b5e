package journal_test

import (
	"bytes"
	"encoding/binary"
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

func id(n uint64) (out [16]byte) {
	binary.BigEndian.PutUint64(out[:8], 0x0190_0000_0000_7000)
	binary.BigEndian.PutUint64(out[8:], n)
	return out
}

func events(first uint64, payloads ...string) []host.Event {
	var out []host.Event
	for i, p := range payloads {
		out = append(out, host.Event{ID: id(first + uint64(i)), Time: 1000 + int64(first), Kind: "message", Payload: []byte(p)})
	}
	return out
}

// each runs a test on every journal.
func each(t *testing.T, run func(t *testing.T, j host.Journal)) {
	t.Run("memory", func(t *testing.T) { run(t, journal.NewMemory()) })
	t.Run("sql", func(t *testing.T) {
		j := openSQL(t, driver(t, filepath.Join(t.TempDir(), "heddle.db")))
		run(t, j)
		sound(t, j)
	})
}

// sound fails the test when the journal finds a defect in itself.
func sound(t testing.TB, j host.Journal) {
	t.Helper()
	p, ok := j.(host.Verifier)
	if !ok {
		return
	}
	if err := p.Verify(func() error { return nil }, func(stream string, seq int64, what string) {
		t.Errorf("check: %s %d: %s", stream, seq, what)
	}); err != nil {
		t.Error(err)
	}
}

func appendOne(t *testing.T, j host.Journal, stream string, expect int64, list []host.Event) []host.Appended {
	t.Helper()
	out, err := j.Append([]host.Write{{Stream: stream, Expect: expect, Events: list}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func payloads(t *testing.T, j host.Journal, stream string, after int64) string {
	t.Helper()
	var out []string
	for {
		list, err := j.Read(stream, after, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return strings.Join(out, " ")
		}
		for _, e := range list {
			if e.Seq <= after || e.Stream != stream {
				t.Fatalf("event %d of %s behind %d", e.Seq, e.Stream, after)
			}
			after = e.Seq
			out = append(out, string(e.Payload))
		}
	}
}

func TestAppendAndRead(t *testing.T) {
	each(t, func(t *testing.T, j host.Journal) {
		if got := appendOne(t, j, "a", 0, events(1, "x", "y")); got[0].First != 1 {
			t.Errorf("first at %d", got[0].First)
		}
		appendOne(t, j, "b", host.AnySeq, events(10, "other"))
		appendOne(t, j, "a", 2, events(3, "", "w"))
		appendOne(t, j, "a", host.AnySeq, events(5, "v"))
		if got := payloads(t, j, "a", 0); got != "x y  w v" {
			t.Errorf("a holds %q", got)
		}
		if got := payloads(t, j, "a", 3); got != "w v" {
			t.Errorf("behind 3: %q", got)
		}
		if got := payloads(t, j, "none", 0); got != "" {
			t.Errorf("none holds %q", got)
		}
		info, err := j.Stream("a")
		if err != nil || info.Head != 5 {
			t.Errorf("a is at %d, %v", info.Head, err)
		}
		name, seq, err := j.Find(id(4))
		if err != nil || name != "a" || seq != 4 {
			t.Errorf("Find = %s %d %v", name, seq, err)
		}
		if _, seq, err := j.Find(id(99)); seq != 0 || err != nil {
			t.Errorf("Find of nothing = %d %v", seq, err)
		}
	})
}

func TestExpectedSequence(t *testing.T) {
	each(t, func(t *testing.T, j host.Journal) {
		appendOne(t, j, "a", 0, events(1, "x"))
		for _, expect := range []int64{0, 2, 9} {
			if _, err := j.Append([]host.Write{{Stream: "a", Expect: expect, Events: events(50, "no")}}); fault.CodeOf(err) != fault.Conflict {
				t.Errorf("expecting %d: %v, want CONFLICT", expect, err)
			}
		}
		// One of two streams is elsewhere: neither is written.
		_, err := j.Append([]host.Write{{Stream: "new", Expect: 0, Events: events(60, "no")}, {Stream: "a", Expect: 0}})
		if fault.CodeOf(err) != fault.Conflict {
			t.Errorf("guard: %v, want CONFLICT", err)
		}
		if got := payloads(t, j, "a", 0) + payloads(t, j, "new", 0); got != "x" {
			t.Errorf("a refused append left %q", got)
		}
		if _, err := j.Append([]host.Write{{Stream: "new", Expect: 0, Events: events(60, "yes")}, {Stream: "a", Expect: 1}}); err != nil {
			t.Error(err)
		}
		if info, _ := j.Stream("a"); info.Head != 1 {
			t.Errorf("a guard moved the head to %d", info.Head)
		}
	})
}

func TestTheSameIDAgain(t *testing.T) {
	each(t, func(t *testing.T, j host.Journal) {
		appendOne(t, j, "a", 0, events(1, "x", "y"))
		appendOne(t, j, "a", 2, events(9, "z"))
		for _, expect := range []int64{0, 2, 3, host.AnySeq} {
			got := appendOne(t, j, "a", expect, events(1, "x", "y"))
			if got[0] != (host.Appended{First: 1, Again: true}) {
				t.Errorf("expecting %d: %+v", expect, got)
			}
		}
		if _, err := j.Append([]host.Write{{Stream: "a", Expect: 3, Events: events(2, "y", "new")}}); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("half of it stored: %v, want CONFLICT", err)
		}
		if _, err := j.Append([]host.Write{{Stream: "b", Expect: 0, Events: events(1, "x")}}); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("in another stream: %v, want CONFLICT", err)
		}
		if got := payloads(t, j, "a", 0); got != "x y z" {
			t.Errorf("a holds %q", got)
		}
	})
}

func TestStreamsAndStates(t *testing.T) {
	each(t, func(t *testing.T, j host.Journal) {
		for i, name := range []string{"b", "a\xff", "a", "c"} {
			_, err := j.Append([]host.Write{{Stream: name, Events: events(uint64(10*i+1), "x"), State: []byte("state of " + name)}})
			if err != nil {
				t.Fatal(err)
			}
		}
		appendOne(t, j, "b", 1, events(90, "y"))
		var got []string
		for after := ""; ; {
			list, err := j.Streams(after, 2)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) == 0 {
				break
			}
			for _, s := range list {
				after = s.Name
				got = append(got, s.Name)
				if s.StateSeq != 1 || string(s.State) != "state of "+s.Name {
					t.Errorf("%q: state %q at %d", s.Name, s.State, s.StateSeq)
				}
			}
		}
		if s := strings.Join(got, " "); s != "a a\xff b c" {
			t.Errorf("streams %q", s)
		}
	})
}

func TestLongPayloads(t *testing.T) {
	each(t, func(t *testing.T, j host.Journal) {
		sizes := []int{65535, 65536, 65537, 1 << 20, 1<<20 + 1, 9<<20 + 7}
		for i, n := range sizes {
			b := bytes.Repeat([]byte{byte(i + 1), 7}, n/2+1)[:n]
			appendOne(t, j, "a", int64(i), []host.Event{{ID: id(uint64(i)), Kind: "message", Payload: b}})
		}
		for i, n := range sizes {
			list, err := j.Read("a", int64(i), 1)
			if err != nil || len(list) != 1 || len(list[0].Payload) != n || list[0].Payload[0] != byte(i+1) {
				t.Fatalf("payload of %d bytes: %d events, %v", n, len(list), err)
			}
		}
	})
}

func TestFree(t *testing.T) {
	each(t, func(t *testing.T, j host.Journal) {
		long := strings.Repeat("l", 100_000)
		appendOne(t, j, "a", 0, events(1, "1", long, "3", "4", "5", "6"))
		appendOne(t, j, "b", 0, events(20, "keep"))
		n, err := j.(host.Compactor).Free("a", []host.Span{{From: 1, To: 2}, {From: 4, To: 5}})
		if err != nil || n != 100_003 {
			t.Fatalf("freed %d bytes, %v", n, err)
		}
		if n, err := j.(host.Compactor).Free("a", []host.Span{{From: 1, To: 2}, {From: 4, To: 99}}); err != nil || n != 0 {
			t.Fatalf("freed %d bytes again, %v", n, err)
		}
		if got := payloads(t, j, "a", 0); got != "3 6" {
			t.Errorf("left %q", got)
		}
		appendOne(t, j, "a", 6, events(7, "7"))
		if got := payloads(t, j, "a", 3); got != "6 7" {
			t.Errorf("behind 3: %q", got)
		}
		if err := j.(host.Compactor).Vacuum(); err != nil {
			t.Error(err)
		}
		if got := payloads(t, j, "b", 0); got != "keep" {
			t.Errorf("b holds %q", got)
		}
	})
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
	if err := j.Vacuum(); err != nil {
		t.Fatal(err)
	}
	if left, n, err := j.FileSize(); left*5 > full || n != 1 || err != nil {
		t.Errorf("%d bytes left of %d, %d events, %v", left, full, n, err)
	}
}

// TestTwoJournalsOneFile: each sees what the other wrote, and numbers of new
// streams never clash.
func TestTwoJournalsOneFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	one, two := openSQL(t, driver(t, file)), openSQL(t, driver(t, file))
	for i := range uint64(20) {
		name := string(rune('a' + i))
		j := []*journal.SQL{one, two}[i%2]
		appendOne(t, j, name, 0, events(100*i, name))
		appendOne(t, []*journal.SQL{two, one}[i%2], name, 1, events(100*i+1, "second"))
		if _, err := j.Append([]host.Write{{Stream: name, Expect: 1, Events: events(100*i+2, "late")}}); fault.CodeOf(err) != fault.Conflict {
			t.Fatalf("a stale head: %v, want CONFLICT", err)
		}
		appendOne(t, j, name, host.AnySeq, events(100*i+2, "third"))
		if got := payloads(t, one, name, 0); got != name+" second third" {
			t.Fatalf("%s holds %q", name, got)
		}
	}
	sound(t, one)
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
	exec("PRAGMA user_version = 2")
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
