package sqlite

import (
	"errors"
	"os"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/heddle-dev/heddle/core/fault"
)

// ownStore is an open store. It is read through a connection that changes no
// byte of the file or of its -wal; the one that writes is opened by the first
// change, which is the first thing to set up the file.
type ownStore struct {
	path, file string // mount path, and the file with all links resolved
	release    func() // of the file

	mu     sync.Mutex
	reader *conn
	writer *conn // nil before the first change
}

// errAsFile is why a store can only be read as a file, page by page and
// without SQLite's locks: they need a -shm beside it, which cannot be made.
type errAsFile struct{ reason *fault.Error }

func (e errAsFile) Error() string { return e.reason.Error() }

func (e errAsFile) Unwrap() error { return e.reason }

// openReader opens the connection for reading. known says that this process
// has the file open already.
//
// In WAL mode SQLite reads through a -wal and a -shm, and makes them when they
// are missing. Three cases keep the file and its -wal as they are:
//   - Both are there: others use the file, or a process was killed. A read-only
//     connection neither writes to the -wal nor moves it into the file.
//   - There is no -wal, or an empty one: a read-write connection makes the two
//     and removes them when it is the last one; there is nothing to move.
//   - They cannot be made: the store is read as a file.
func (s *ownStore) openReader(known bool) error {
	log, hasLog := bytesOf(s.file + "-wal")
	_, hasShared := bytesOf(s.file + "-shm")
	flags := int32(sqlite3.SQLITE_OPEN_READONLY)
	if !known && !(hasLog && hasShared) {
		if err := mayMake(s.file); err != nil {
			return errAsFile{unwritableError(s.path, err)}
		}
		if log == 0 {
			flags = sqlite3.SQLITE_OPEN_READWRITE
		}
	}
	c, err := s.connectFile(flags)
	if err != nil {
		return err
	}
	if flags == sqlite3.SQLITE_OPEN_READONLY {
		c.setConfig(sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
	}
	if rc, err := c.readFirstPage(); err != nil {
		c.close()
		if lacksRoom(rc) {
			return errAsFile{fault.From(err)}
		}
		return err
	}
	s.reader = c
	return nil
}

// lacksRoom reports whether a result code can mean that the -wal or the -shm
// could not be made or written.
func lacksRoom(rc int32) bool {
	switch rc & 0xff {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL:
		return true
	}
	return false
}

// readFirstPage reads the first page, and with it the log.
func (c *conn) readFirstPage() (rc int32, err error) {
	stmt, err := c.compileStatement("SELECT count(*) FROM sqlite_master", true)
	if err != nil {
		return sqlite3.Xsqlite3_errcode(c.tls, c.db), err
	}
	defer c.finalizeStatement(stmt)
	rc = sqlite3.Xsqlite3_step(c.tls, stmt)
	if rc != sqlite3.SQLITE_ROW && rc != sqlite3.SQLITE_DONE {
		err = c.describeError(rc)
	}
	return rc, err
}

// connectFile opens a connection to the file.
func (s *ownStore) connectFile(flags int32) (*conn, error) {
	register()
	c, err := openConn(s.path, nil, s.file, "", flags)
	if err != nil {
		return nil, err
	}
	c.beginCall(nil, Options{MaxResultBytes: MaxResultBytes})
	sqlite3.Xsqlite3_busy_handler(c.tls, c.db, functionPointer(busyCallback), c.id)
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	c.setConfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, 1)
	return c, nil
}

// toRead returns the connection for queries: the one that writes, once there
// is one.
func (s *ownStore) toRead() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writer != nil {
		return s.writer
	}
	return s.reader
}

// toWrite returns the connection for changes.
func (s *ownStore) toWrite() (*conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writer != nil {
		return s.writer, nil
	}
	if err := mayMake(s.file); err != nil {
		return nil, unwritableError(s.path, err)
	}
	if err := notCut(s.path, s.file); err != nil { // perhaps somebody moved it away
		return nil, err
	}
	c, err := s.connectFile(sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_CREATE)
	if err != nil {
		return nil, err
	}
	if err := c.setupStore(); err != nil {
		c.close()
		return nil, err
	}
	s.writer = c
	return c, nil
}

// setupStore prepares a connection for changes. Incremental vacuum lets a
// compacted store shrink; it takes effect in a new file only, and setting it
// writes to any.
func (c *conn) setupStore() error {
	pages, err := c.queryRows("PRAGMA page_count", nil)
	if err != nil {
		return err
	}
	pragmas := []string{"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON"}
	if len(pages) == 1 && pages[0][0].Int == 0 {
		pragmas = append([]string{"PRAGMA auto_vacuum=INCREMENTAL"}, pragmas...)
	}
	for _, pragma := range pragmas {
		if err := c.runCommand(pragma); err != nil {
			return err
		}
	}
	return nil
}

// close closes the connections. One that only read does not move into the file
// what others left in the -wal.
func (s *ownStore) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reader.mu.Lock()
	if log, _ := bytesOf(s.file + "-wal"); log > 0 && !s.reader.isClosed() {
		s.reader.setConfig(sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
	}
	s.reader.close()
	s.reader.mu.Unlock()
	if s.writer != nil {
		s.writer.mu.Lock()
		s.writer.close()
		s.writer.mu.Unlock()
	}
	s.release()
}

func bytesOf(file string) (size int64, ok bool) {
	fi, err := os.Stat(file)
	if err != nil {
		return 0, false
	}
	return fi.Size(), true
}

// unwritableError says why a store cannot be changed.
func unwritableError(path string, err error) *fault.Error {
	if errors.Is(err, errFull) {
		return fault.New(fault.IO, "the disk is full").At(path, 0, 0)
	}
	return fault.Wrap(fault.PermissionDenied, "the store cannot be written to", err).At(path, 0, 0).
		WithHint("check the permissions of the file and of its folder")
}
