package journal_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
)

// between returns a journal over file in whose calls meanwhile gets in: before
// every call for which it answers.
func between(t *testing.T, file string, meanwhile func(c hosttest.Call)) *journal.SQL {
	t.Helper()
	faults := hosttest.Inject(host.Host{SQL: driver(t, file)})
	j := openSQL(t, faults.Host().SQL)
	busy := false
	faults.FailWhen(func(c hosttest.Call) error {
		if !busy {
			busy = true
			meanwhile(c)
			busy = false
		}
		return nil
	})
	return j
}

// TestMadeByAnother: a store that another process makes between a look and the attempt to make it is
// used, however late that process is.
func TestMadeByAnother(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	faults := hosttest.Inject(host.Host{SQL: driver(t, file)})
	attempts := 0
	faults.FailWhen(func(c hosttest.Call) error {
		if c.Op != "sql.exec" {
			return nil
		}
		if attempts++; attempts == 1 {
			return fault.New(fault.IO, "the database is locked")
		}
		if attempts == 2 {
			appendOne(t, openSQL(t, driver(t, file)), "s", 0, events(1, "theirs"))
		}
		return nil
	})
	j := openSQL(t, faults.Host().SQL)
	appendOne(t, j, "s", 1, events(2, "ours"))
	if got := payloads(t, j, "s", 0); got != "theirs ours" || attempts < 2 {
		t.Errorf("%q after %d attempts", got, attempts)
	}
	sound(t, j)
}

// hour is how long parts without an event remain, in milliseconds.
const hour = 3_600_000

// TestVacuumDuringALongAppend: parts that another process takes for litter, because the
// append takes more than an hour, are written again.
func TestVacuumDuringALongAppend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	other := openSQL(t, driver(t, file))
	want := strings.Repeat("long ", 500_000)
	tidied := 0
	j := between(t, file, func(c hosttest.Call) {
		if c.Op != "sql.exec" || strings.Contains(c.Path, "chunk") || tidied > 0 {
			return
		}
		for _, now := range []int64{1, 1 + hour} {
			tidied++
			if err := other.Vacuum(hosttest.NewClock(now, 0)); err != nil {
				t.Error(err)
			}
		}
		if n := partsIn(t, file); n != 0 {
			t.Errorf("%d parts remain", n)
		}
	})
	appendOne(t, j, "s", 0, events(7, want))
	list, err := other.Read("s", 0, 9)
	if err != nil || len(list) != 1 || string(list[0].Payload) != want || tidied != 2 {
		t.Fatalf("%d events, %v, tidied %d times", len(list), err, tidied)
	}
	sound(t, other)
}

// partsIn counts the parts of long payloads.
func partsIn(t *testing.T, file string) int64 {
	t.Helper()
	sql := driver(t, file)
	handle, err := sql.Open(host.Database{Path: storePath})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := sql.Query(handle, "SELECT count(*) FROM chunk")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	return rows[0][0].Int
}

// TestVacuumKeepsAnAppendInProgress: what is a moment old remains, regardless of the ids
// of the store's events and of the append. What was left over is
// removed an hour after it was first seen, and the payloads of events never are.
func TestVacuumKeepsAnAppendInProgress(t *testing.T) {
	const now = 1_800_000_000_000
	for _, first := range []byte{0x00, 0x01, 0x7f, 0xff} {
		file := filepath.Join(t.TempDir(), "heddle.db")
		j := openSQL(t, driver(t, file))
		copied := events(1, strings.Repeat("copy ", 50_000), "b")
		copied[1].ID[0] = 0xff // as the id of a copy, a hash
		appendOne(t, j, "other", 0, copied)
		faults := hosttest.Inject(host.Host{SQL: driver(t, file)})
		stopped := openSQL(t, faults.Host().SQL)
		faults.FailWhen(func(c hosttest.Call) error { // after its parts
			if c.Op == "sql.exec" && !strings.Contains(c.Path, "INTO chunk") {
				return fault.New(fault.IO, "killed")
			}
			return nil
		})
		list := events(100, strings.Repeat("long ", 500_000))
		list[0].ID[0] = first
		if _, err := stopped.Append([]host.Write{{Stream: "s", Events: list}}); err == nil {
			t.Fatal("the append was not stopped")
		}
		all := partsIn(t, file)
		for _, at := range []int64{now, now + 1000, now + hour - 1, now - 5*hour, now - 4*hour - 1} {
			if err := j.Vacuum(hosttest.NewClock(at, 0)); err != nil || partsIn(t, file) != all || all != 4 {
				t.Errorf("id %x, at %d: %d of %d parts remain, %v", first, at-now, partsIn(t, file), all, err)
			}
		}
		if err := j.Vacuum(hosttest.NewClock(now-4*hour, 0)); err != nil || partsIn(t, file) != 1 {
			t.Errorf("id %x: %d parts remain an hour later, %v", first, partsIn(t, file), err)
		}
		sound(t, j)
		appendOne(t, j, "s", 0, list)
		if err := j.Vacuum(hosttest.NewClock(now+9*hour, 0)); err != nil || partsIn(t, file) != 4 {
			t.Errorf("id %x: %d parts of events remain, %v", first, partsIn(t, file), err)
		}
	}
}

// TestFreeDuringALongRead: what is freed while its parts are being read was
// freed, and is not damage.
func TestFreeDuringALongRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	other := openSQL(t, driver(t, file))
	appendOne(t, other, "s", 0, events(1, "a", strings.Repeat("long ", 500_000), "b"))
	parts := 0
	j := between(t, file, func(c hosttest.Call) {
		if c.Op != "sql.query" || !strings.Contains(c.Path, "FROM chunk") {
			return
		}
		if parts++; parts == 2 {
			if _, err := other.Free("s", []host.Span{{From: 2, To: 2}}); err != nil {
				t.Error(err)
			}
		}
	})
	if got := payloads(t, j, "s", 0); got != "a b" || parts < 2 {
		t.Errorf("reads %.20q after %d parts", got, parts)
	}
}
