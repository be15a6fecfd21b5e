// Package sqlwal reads SQLite databases that other programs are using,
// without writing to them: it finds the committed part of a write-ahead log
// and presents it as changed pages over the main file.
//
//	snap, err := sqlwal.View(h, "opencode/opencode.db", func(db int64) error {
//		rows, err := h.SQL.Query(db, "SELECT CAST(id AS BLOB) FROM session ORDER BY id")
//		…
//	})
//
// The rules are those of SQLite's own recovery: a frame counts when its salts
// are the header's and the checksum that runs through all frames is right, and
// frames count up to the last one that ends a transaction. So when anything is
// damaged, torn or still being written, the result is a state that once was
// committed.
package sqlwal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Limits and waits of one Read or View.
const (
	// RetryMillis is how long a database that keeps changing is read again.
	RetryMillis = 5000
	// MaxAttempts bounds the same where the clock does not advance.
	MaxAttempts = 10_000
	// HotWaitMillis is how long a transaction in a rollback journal is given
	// to end.
	HotWaitMillis = 250
	// RestMillis is how long ago a file must have been written for its
	// modification time to reveal a later write: clocks of file
	// systems do not advance for up to 10 ms at a time.
	RestMillis = 50
	// MaxFrames is the greatest number of frames read from one log: 16 GiB at
	// the usual page size.
	MaxFrames = 4 << 20
)

// Snapshot is a database at one committed state.
type Snapshot struct {
	host.Database
	// Frames is the number of committed frames in the log.
	Frames int64
	// Torn is the offset in the log of a frame that carries the right salts
	// but is incomplete or has a wrong checksum; 0 = none. A live writer, a
	// crash and a rolled-back transaction leave such frames; damage does too.
	Torn int64
	// Hot says that a rollback journal lies beside the file: a transaction is
	// under way, or was cut off by a crash, and the main file may hold half of
	// it. SQLite would roll it back, which needs writing; here it is read as
	// it is and the caller says so (see Diagnostics).
	Hot bool
	// Cut says that the main file ends in the middle of a page that no frame
	// replaces. SQLite takes the missing part for zeros, so rows in it come
	// out empty or not at all.
	Cut bool

	mark mark
}

// ReadSnapshot returns the newest committed state of the database at path, which it
// names in a form that host.SQL opens. With no -wal beside it, an empty one or
// one without a committed frame, the Overlay is empty and the main file is
// the whole truth.
//
// A database that changes while it is looked at is looked at again, for up to
// RetryMillis by h.Clock; then the error is CONFLICT.
func ReadSnapshot(h host.Host, path string) (Snapshot, error) {
	start := h.Clock.Now()
	for attempt := int64(1); ; attempt++ {
		now := h.Clock.Now()
		snap, stable, err := readOnce(h, path)
		if err != nil {
			return Snapshot{}, err
		}
		patient := attempt >= MaxAttempts
		age := now - snap.mark.main.ModTime
		snap.mark.rested = patient || age < 0 || age >= RestMillis
		settled := snap.mark.rested || snap.mark.isLogEnded()
		if snap.Hot {
			settled = patient || now-start >= HotWaitMillis
		}
		if stable && settled {
			return snap, nil
		}
		if patient || now-start >= RetryMillis {
			return Snapshot{}, conflictError(path, "the agent")
		}
		if h.Poll != nil {
			if err := h.Poll.Poll(0, 0); err != nil {
				return Snapshot{}, err
			}
		}
	}
}

// readOnce reads the files once and reports whether they stayed unchanged. What
// went wrong counts only if they did.
func readOnce(h host.Host, path string) (snap Snapshot, stable bool, err error) {
	before, err := readMark(h.Files, path)
	if err != nil {
		return Snapshot{}, false, err
	}
	snap = Snapshot{Database: host.Database{Path: path}, Hot: before.hot, mark: before}
	if before.main.Size > 0 && before.wal.Size > 0 {
		err = snap.readLog(h)
	}
	if fault.CodeOf(err) == fault.Timeout {
		return Snapshot{}, false, err
	}
	snap.Cut = snap.endsMidPage()
	after, lookErr := readMark(h.Files, path)
	if lookErr != nil {
		return Snapshot{}, false, lookErr
	}
	if !before.sameFiles(after) {
		return snap, false, nil
	}
	return snap, true, err
}

// IsUnchanged reports whether what was read through the snapshot is still one
// committed state: nothing was written since, or only such things as cannot
// have been seen. Two kinds of writes are such:
//
// Transactions appended to the log, as long as the main file is as it was:
// they lie after the overlay. Its modification time proves that if it was at
// rest before.
//
// A checkpoint, as long as no transaction was appended and the log was not
// started again: it copies the overlay's own pages into the main file.
func (s Snapshot) IsUnchanged(files host.Files) (bool, error) {
	now, err := readMark(files, s.Path)
	if err != nil {
		return false, err
	}
	if !s.mark.sameLog(now) {
		return false, nil
	}
	if s.mark.rested && s.mark.sameMain(now) {
		return true, nil
	}
	if !s.mark.isLogEnded() || now.hot {
		return false, nil
	}
	next, err := readAll(files, s.Path+"-wal", frameHeaderBytes, s.mark.end)
	return err == nil && string(next) == s.mark.next, nil
}

// View reads a database consistently: it opens the newest committed state,
// runs fn on it, and when the files changed meanwhile runs it again on the
// then newest state, for up to RetryMillis; then the error is CONFLICT. fn
// must start afresh each time it is called. Without h.SQL the error is
// UNSUPPORTED.
func View(h host.Host, path string, fn func(db int64) error) (Snapshot, error) {
	if h.SQL == nil {
		return Snapshot{}, noDriver(path, "give the host a SQLite driver to read this agent's sessions")
	}
	d := &DB{host: &h, path: path, agent: "the agent"}
	defer d.Close()
	err := d.RunStable(func() error { return fn(d.handle) })
	return d.snap, err
}

// endsMidPage reports whether the last page of the main file is incomplete and shows.
func (s Snapshot) endsMidPage() bool {
	size, known := mainPageSize(s.mark.mainHeader)
	if len(s.Overlay) > 0 {
		size = s.PageSize
	}
	if !known || s.mark.main.Size%size == 0 {
		return false
	}
	last := s.mark.main.Size/size + 1
	for _, f := range s.Overlay {
		if f.Page == last {
			return false
		}
	}
	return len(s.Overlay) == 0 || last <= s.Pages
}

// Diagnostics says what a reader of the snapshot should know.
func (s Snapshot) Diagnostics(agent string) []fault.Diagnostic {
	var list []fault.Diagnostic
	if s.Hot {
		list = append(list, fault.Diagnostic{
			Code: fault.Conflict, Agent: agent, Path: s.Path + "-journal",
			Message: "a transaction of the database is unfinished; its last changes may be missing or incomplete",
			Hint:    "let " + agent + " finish or start it once, then read again",
		})
	}
	if s.Cut {
		list = append(list, fault.Diagnostic{
			Code: fault.ParseError, Agent: agent, Path: s.Path, Offset: s.mark.main.Size,
			Message: "the database ends in the middle of a page; rows may be missing or empty",
		})
	}
	return list
}

func conflictError(path, agent string) error {
	return fault.New(fault.Conflict, "database kept changing while it was read").At(path, 0, 0).
		WithHint("try again when " + agent + " is less busy")
}
