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

// TestVacuumDuringALongAppend: parts that another process takes for litter,
// because its newest id lies far ahead, are written again.
func TestVacuumDuringALongAppend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	other := openSQL(t, driver(t, file))
	ahead := events(1, "from the future")
	ahead[0].ID[0] = 0xff
	appendOne(t, other, "other", 0, ahead)
	want := strings.Repeat("long ", 500_000)
	tidied := 0
	j := between(t, file, func(c hosttest.Call) {
		if c.Op == "sql.exec" && !strings.Contains(c.Path, "chunk") && tidied == 0 {
			tidied++
			if err := other.Vacuum(); err != nil {
				t.Error(err)
			}
		}
	})
	appendOne(t, j, "s", 0, events(7, want))
	list, err := other.Read("s", 0, 9)
	if err != nil || len(list) != 1 || string(list[0].Payload) != want || tidied != 1 {
		t.Fatalf("%d events, %v, tidied %d times", len(list), err, tidied)
	}
	sound(t, other)
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
