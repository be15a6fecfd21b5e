package sqlite

import (
	"strconv"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/heddle-dev/heddle/core/fault"
)

// describeError turns a result code of SQLite into a fault:
//
//	not a database, malformed, SQL that does not fit it  PARSE_ERROR
//	locked by another process, a violated constraint      CONFLICT
//	too big, out of memory                                LIMIT_EXCEEDED
//	read-only, not authorised                             PERMISSION_DENIED
//	interrupted                                           what the caller's check said
//	a failed read                                         what the file access said
//	anything else                                         IO_ERROR
func (c *conn) describeError(rc int32) error {
	if c.checkErr != nil {
		return c.checkErr
	}
	if c.image != nil && c.image.failure != nil {
		return c.image.failure
	}
	code, hint := codeOf(rc)
	message := libc.GoString(sqlite3.Xsqlite3_errstr(c.tls, rc))
	if c.db != 0 {
		message = libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db)) // written for the last failure, which is rc
	}
	return fault.New(code, message+" (SQLite "+strconv.Itoa(int(rc))+")").At(c.path, 0, 0).WithHint(hint)
}

func codeOf(rc int32) (fault.Code, string) {
	switch rc & 0xff {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT,
		sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_EMPTY:
		return fault.ParseError, ""
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return fault.Conflict, "another process is writing to this database: try again"
	case sqlite3.SQLITE_CONSTRAINT:
		return fault.Conflict, ""
	case sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_NOLFS:
		return fault.LimitExceeded, ""
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return fault.PermissionDenied, ""
	case sqlite3.SQLITE_RANGE, sqlite3.SQLITE_MISUSE:
		return fault.InvalidArgument, ""
	case sqlite3.SQLITE_INTERRUPT:
		return fault.Timeout, ""
	case sqlite3.SQLITE_FULL:
		return fault.IO, "the disk is full"
	}
	return fault.IO, ""
}
