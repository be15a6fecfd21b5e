package sqlite

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

const (
	// stepsPerCheck is the number of virtual machine steps between two looks
	// at the caller's deadline.
	stepsPerCheck = 4000
	// MaxSteps bounds the virtual machine steps of one statement on a foreign
	// database: a statement over ten million rows ends well before.
	MaxSteps = 1 << 28
	// MaxStoreSteps bounds those of one on the store, where the check of the
	// whole file is a single statement.
	MaxStoreSteps = 1 << 32
	// MaxRows bounds the rows of one Query.
	MaxRows = 1 << 20
	// maxStatements is the number of prepared statements a connection keeps.
	maxStatements = 32
)

// conn is one SQLite connection. Its mutex is held during any use.
type conn struct {
	mu         sync.Mutex
	tls        *libc.TLS
	db         uintptr
	id         uintptr // key in running
	path       string  // mount path, for errors
	image      *image  // nil for a store
	check      func() error
	checkErr   error // what ended the running statement
	busySince  time.Time
	maxResult  int64 // bytes
	maxSteps   int64 // of one statement
	steps      int64 // of the running statement
	own        bool  // the running statement is the host's, not a guest's
	views      map[string]bool
	statements map[string]uintptr // a guest's
	frames     map[string]uintptr // those that begin and end transactions: no text of a guest finds them
	out        uintptr            // 2 pointers of C memory for results by address
}

// running holds open connections by number, for SQLite's progress calls.
var (
	running  sync.Map // uintptr → *conn
	lastConn atomic.Uintptr
)

// openImage opens a foreign database.
func openImage(img *image, check func() error, opts Options) (*conn, error) {
	register()
	id := registerImage(img)
	c, err := openConn(img.path, img, "file:"+strconv.FormatUint(uint64(id), 10)+"?immutable=1", vfsName,
		sqlite3.SQLITE_OPEN_READONLY|sqlite3.SQLITE_OPEN_URI)
	if err != nil {
		images.Delete(id)
		return nil, err
	}
	c.beginCall(check, opts)
	if err := c.hardenConn(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// hardenConn narrows what a hostile file could make SQLite do, and reads page 1.
func (c *conn) hardenConn() error {
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	c.setConfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, 1)
	c.setConfig(sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
	for _, pragma := range []string{"PRAGMA temp_store=2", "PRAGMA cell_size_check=1", "PRAGMA query_only=1", "PRAGMA schema_version"} {
		if err := c.runCommand(pragma); err != nil {
			return err
		}
	}
	return c.findViews()
}

// maxViews bounds the views and virtual tables of a database.
const maxViews = 4096

// notTables finds the names that are not of real tables.
const notTables = "SELECT CAST(name AS BLOB) FROM sqlite_master WHERE lower(type) = 'view' " +
	"OR (lower(type) = 'table' AND coalesce(rootpage, 0) = 0) LIMIT 4097"

// findViews learns the names that may not be read: a view may be an endless
// recursion, and a virtual table runs statements of its own.
func (c *conn) findViews() error {
	stmt, err := c.compileStatement(notTables, true)
	if err != nil {
		return err
	}
	defer c.finalizeStatement(stmt)
	rows, err := c.readRows(stmt)
	if len(rows) > maxViews {
		return fault.New(fault.LimitExceeded, "database has more than 4,096 views").At(c.path, 0, 0)
	}
	c.views = map[string]bool{}
	for _, r := range rows {
		c.views[strings.ToLower(string(r[0].Bytes))] = true
	}
	return err
}

// openConn opens a connection through a VFS ("" = the operating system's). img is
// nil for a store.
func openConn(path string, img *image, name, vfs string, flags int32) (*conn, error) {
	c := &conn{tls: libc.NewTLS(), path: path, image: img, statements: map[string]uintptr{}, frames: map[string]uintptr{}}
	c.out = sqlite3.Xsqlite3_malloc64(c.tls, sqlite3.Tsqlite3_uint64(2*unsafe.Sizeof(uintptr(0))))
	cName, cVFS := c.cString(name), uintptr(0)
	if vfs != "" {
		cVFS = c.cString(vfs)
	}
	defer c.freeMemory(cName)
	defer c.freeMemory(cVFS)
	if c.out == 0 || cName == 0 {
		c.close()
		return nil, noMemory(path)
	}
	*pointerAt[uintptr](c.out) = 0
	rc := sqlite3.Xsqlite3_open_v2(c.tls, cName, c.out, flags|sqlite3.SQLITE_OPEN_EXRESCODE, cVFS)
	c.db = *pointerAt[uintptr](c.out)
	if rc != sqlite3.SQLITE_OK {
		err := c.describeError(rc)
		c.close()
		return nil, err
	}
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_LENGTH, MaxResultBytes)
	c.id = lastConn.Add(1)
	running.Store(c.id, c)
	sqlite3.Xsqlite3_progress_handler(c.tls, c.db, stepsPerCheck, functionPointer(progressCallback), c.id)
	sqlite3.Xsqlite3_set_authorizer(c.tls, c.db, functionPointer(authorizerCallback), c.id)
	return c, nil
}

// beginCall prepares for a call on behalf of somebody.
func (c *conn) beginCall(check func() error, opts Options) {
	c.check, c.maxResult, c.checkErr = check, opts.MaxResultBytes, nil
	c.maxSteps = MaxStoreSteps
	if c.image != nil {
		c.maxSteps = MaxSteps
	}
	if opts.MaxSteps > 0 {
		c.maxSteps = min(c.maxSteps, opts.MaxSteps)
	}
	if c.image != nil {
		c.image.failure = nil
	}
}

// progressCallback runs in the middle of a statement; anything but 0 interrupts it.
func progressCallback(tls *libc.TLS, id uintptr) int32 {
	v, ok := running.Load(id)
	if !ok {
		return 0
	}
	c := v.(*conn)
	if c.check != nil {
		c.checkErr = c.check()
	}
	if c.steps += stepsPerCheck; c.steps > c.maxSteps && !c.own && c.checkErr == nil {
		c.checkErr = fault.New(fault.LimitExceeded, "a statement took more than "+strconv.FormatInt(c.maxSteps, 10)+" steps").At(c.path, 0, 0)
	}
	if c.checkErr != nil {
		return 1
	}
	return 0
}

func (c *conn) isClosed() bool { return c.db == 0 }

// close gives everything back. Closing twice is harmless.
func (c *conn) close() {
	if c.tls == nil {
		return
	}
	c.finalizeAll(c.statements)
	c.finalizeAll(c.frames)
	if c.db != 0 {
		sqlite3.Xsqlite3_close_v2(c.tls, c.db)
		running.Delete(c.id)
	}
	c.freeMemory(c.out)
	c.tls.Close()
	c.db, c.out, c.tls = 0, 0, nil
}

// finalizeAll finalizes kept statements.
func (c *conn) finalizeAll(kept map[string]uintptr) {
	for _, stmt := range kept {
		c.finalizeStatement(stmt)
	}
	clear(kept)
}

func (c *conn) setConfig(option, value int32) {
	list := sqlite3.Xsqlite3_malloc64(c.tls, 16)
	if list == 0 {
		return
	}
	defer c.freeMemory(list)
	sqlite3.Xsqlite3_db_config(c.tls, c.db, option, libc.VaList(list, value, uintptr(0)))
}

// prepareStatement examines a guest's statement and compiles it, or finds it among
// those kept.
func (c *conn) prepareStatement(query string, as usage, args []host.Value) (uintptr, error) {
	s, err := examineStatement(query, as, c.views)
	if err == nil && s.readsSchema {
		err = c.namesTables(args)
	}
	if err != nil {
		return 0, fault.From(err).At(c.path, 0, 0)
	}
	if stmt, ok := c.statements[s.text]; ok {
		return stmt, nil
	}
	stmt, err := c.compileStatement(s.text, false)
	if err != nil {
		return 0, err
	}
	if len(c.statements) >= maxStatements {
		c.finalizeAll(c.statements)
	}
	c.statements[s.text] = stmt
	return stmt, nil
}

// namesTables refuses arguments that name a view: to say which columns it has,
// SQLite may have to run it.
func (c *conn) namesTables(args []host.Value) error {
	for _, v := range args {
		if name := strings.ToLower(string(v.Bytes)); c.views[name] {
			return notTable(name)
		}
	}
	return nil
}

// compileStatement compiles exactly one statement, the host's own or a guest's.
func (c *conn) compileStatement(query string, own bool) (uintptr, error) {
	text := c.cString(query)
	if text == 0 {
		return 0, noMemory(c.path)
	}
	defer c.freeMemory(text)
	tail := c.out + unsafe.Sizeof(c.out)
	*pointerAt[uintptr](c.out), *pointerAt[uintptr](tail) = 0, 0
	c.own = own
	rc := sqlite3.Xsqlite3_prepare_v2(c.tls, c.db, text, int32(len(query)+1), c.out, tail)
	c.own = false
	if rc != sqlite3.SQLITE_OK {
		return 0, c.describeError(rc)
	}
	stmt := *pointerAt[uintptr](c.out)
	rest := query[*pointerAt[uintptr](tail)-text:]
	if stmt == 0 || strings.Trim(rest, "; \t\r\n") != "" {
		c.finalizeStatement(stmt)
		return 0, fault.From(oneStatement()).At(c.path, 0, 0)
	}
	return stmt, nil
}

// queryRows runs a guest's statement that changes nothing and returns its rows.
func (c *conn) queryRows(query string, args []host.Value) ([][]host.Value, error) {
	stmt, err := c.prepareStatement(query, asQuery, args)
	if err != nil {
		return nil, err
	}
	if sqlite3.Xsqlite3_stmt_readonly(c.tls, stmt) == 0 {
		return nil, fault.New(fault.InvalidArgument, "Query runs statements that change nothing").At(c.path, 0, 0)
	}
	defer c.resetStatement(stmt)
	if err := c.bindArgs(stmt, args); err != nil {
		return nil, err
	}
	return c.readRows(stmt)
}

// readRows runs a statement and returns its rows.
func (c *conn) readRows(stmt uintptr) ([][]host.Value, error) {
	c.steps = 0
	rows := rowReader{conn: c, stmt: stmt, left: c.maxResult, columns: int(sqlite3.Xsqlite3_column_count(c.tls, stmt))}
	for {
		switch rc := sqlite3.Xsqlite3_step(c.tls, stmt); rc {
		case sqlite3.SQLITE_ROW:
			if err := rows.readRow(); err != nil {
				return nil, err
			}
		case sqlite3.SQLITE_DONE:
			return rows.rows, nil
		default:
			return nil, c.describeError(rc)
		}
	}
}

// execBatch runs a guest's batch as one transaction.
func (c *conn) execBatch(batch []host.Statement) error {
	if err := c.controlTransaction("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, s := range batch {
		if err := c.execStatement(s); err != nil {
			c.rollbackTransaction()
			return err
		}
	}
	err := c.controlTransaction("COMMIT")
	if err != nil {
		c.rollbackTransaction()
		return err
	}
	if slices.ContainsFunc(batch, func(s host.Statement) bool { return s.SQL == tidies }) {
		err = c.rewriteFile()
	}
	return err
}

// tidies is the statement after whose batch no file of the store has a byte of what was deleted.
const tidies = "PRAGMA incremental_vacuum"

// rewriteFile removes what programs without secure_delete have left on the file's pages, and then the
// pages before from the log. A program that is reading keeps these there until the next time.
func (c *conn) rewriteFile() error {
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_ATTACHED, 1) // VACUUM attaches its copy
	err := c.runCommand("VACUUM")
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	if err != nil {
		return err
	}
	return c.runCommand("PRAGMA wal_checkpoint(TRUNCATE)")
}

// execStatement runs one statement of a batch.
func (c *conn) execStatement(s host.Statement) error {
	if len(s.SQL) > MaxSQLBytes {
		return tooLong(c.path)
	}
	stmt, err := c.prepareStatement(s.SQL, asBatch, s.Args)
	if err != nil {
		return err
	}
	defer c.resetStatement(stmt)
	if err := c.bindArgs(stmt, s.Args); err != nil {
		return err
	}
	return c.stepToEnd(stmt)
}

// controlTransaction begins or ends a transaction.
func (c *conn) controlTransaction(command string) (err error) {
	stmt, ok := c.frames[command]
	if !ok {
		if stmt, err = c.compileStatement(command, true); err != nil {
			return err
		}
		c.frames[command] = stmt
	}
	c.own = true // SQLite may compile it again
	defer func() { c.own = false }()
	defer c.resetStatement(stmt)
	return c.stepToEnd(stmt)
}

// runCommand runs a statement of the host's own, once.
func (c *conn) runCommand(command string) error {
	stmt, err := c.compileStatement(command, true)
	if err != nil {
		return err
	}
	defer c.finalizeStatement(stmt)
	c.own = true
	defer func() { c.own = false }()
	return c.stepToEnd(stmt)
}

// rollbackTransaction ends a transaction that SQLite did not end by itself.
func (c *conn) rollbackTransaction() {
	if sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) == 0 {
		c.check, c.checkErr = nil, nil // it must not be interrupted
		_ = c.controlTransaction("ROLLBACK")
	}
}

// stepToEnd runs a statement to its end and leaves its rows out.
func (c *conn) stepToEnd(stmt uintptr) error {
	c.steps = 0
	for {
		switch rc := sqlite3.Xsqlite3_step(c.tls, stmt); rc {
		case sqlite3.SQLITE_ROW:
		case sqlite3.SQLITE_DONE:
			return nil
		default:
			return c.describeError(rc)
		}
	}
}

func (c *conn) finalizeStatement(stmt uintptr) { sqlite3.Xsqlite3_finalize(c.tls, stmt) }

func (c *conn) resetStatement(stmt uintptr) {
	sqlite3.Xsqlite3_reset(c.tls, stmt)
	sqlite3.Xsqlite3_clear_bindings(c.tls, stmt)
}

// cString copies s to C memory with a NUL after it; 0 = no memory.
func (c *conn) cString(s string) uintptr {
	p := sqlite3.Xsqlite3_malloc64(c.tls, sqlite3.Tsqlite3_uint64(len(s)+1))
	if p != 0 {
		m := bytesAt(p, len(s)+1)
		copy(m, s)
		m[len(s)] = 0
	}
	return p
}

func (c *conn) freeMemory(p uintptr) {
	if p != 0 {
		sqlite3.Xsqlite3_free(c.tls, p)
	}
}

func noMemory(path string) error {
	return fault.New(fault.LimitExceeded, "SQLite has no memory left").At(path, 0, 0)
}
