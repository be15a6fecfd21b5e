package sqlite

import (
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
	framing    bool  // a transaction is being begun or ended
	statements map[string]uintptr
	out        uintptr // 2 pointers of C memory for results by address
}

// running holds open connections by number, for SQLite's progress calls.
var (
	running  sync.Map // uintptr → *conn
	lastConn atomic.Uintptr
)

// openImage opens a foreign database.
func openImage(img *image, check func() error, maxResult int64) (*conn, error) {
	register()
	id := expose(img)
	c, err := open(img.path, img, "file:"+strconv.FormatUint(uint64(id), 10)+"?immutable=1", vfsName,
		sqlite3.SQLITE_OPEN_READONLY|sqlite3.SQLITE_OPEN_URI)
	if err != nil {
		images.Delete(id)
		return nil, err
	}
	c.begin(check, maxResult)
	if err := c.setup(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// setup narrows what a hostile file could make SQLite do, and reads page 1.
func (c *conn) setup() error {
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	c.configure(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, 1)
	c.configure(sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
	for _, pragma := range []string{"PRAGMA temp_store=2", "PRAGMA cell_size_check=1", "PRAGMA query_only=1", "PRAGMA schema_version"} {
		if _, err := c.query(pragma, nil); err != nil {
			return err
		}
	}
	c.forget() // these run once
	return nil
}

// open opens a connection through a VFS ("" = the operating system's). img is
// nil for a store.
func open(path string, img *image, name, vfs string, flags int32) (*conn, error) {
	c := &conn{tls: libc.NewTLS(), path: path, image: img, statements: map[string]uintptr{}}
	c.out = sqlite3.Xsqlite3_malloc64(c.tls, sqlite3.Tsqlite3_uint64(2*unsafe.Sizeof(uintptr(0))))
	cName, cVFS := c.cString(name), uintptr(0)
	if vfs != "" {
		cVFS = c.cString(vfs)
	}
	defer c.free(cName)
	defer c.free(cVFS)
	if c.out == 0 || cName == 0 {
		c.close()
		return nil, noMemory(path)
	}
	*at[uintptr](c.out) = 0
	rc := sqlite3.Xsqlite3_open_v2(c.tls, cName, c.out, flags|sqlite3.SQLITE_OPEN_EXRESCODE, cVFS)
	c.db = *at[uintptr](c.out)
	if rc != sqlite3.SQLITE_OK {
		err := c.describe(rc)
		c.close()
		return nil, err
	}
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_LENGTH, MaxResultBytes)
	c.id = lastConn.Add(1)
	running.Store(c.id, c)
	sqlite3.Xsqlite3_progress_handler(c.tls, c.db, stepsPerCheck, function(progress), c.id)
	sqlite3.Xsqlite3_set_authorizer(c.tls, c.db, function(authorize), c.id)
	return c, nil
}

// begin prepares for a call on behalf of somebody.
func (c *conn) begin(check func() error, maxResult int64) {
	c.check, c.maxResult, c.checkErr = check, maxResult, nil
	if c.image != nil {
		c.image.failure = nil
	}
}

// progress runs in the middle of a statement; anything but 0 interrupts it.
func progress(tls *libc.TLS, id uintptr) int32 {
	v, ok := running.Load(id)
	if !ok {
		return 0
	}
	c := v.(*conn)
	if c.check == nil {
		return 0
	}
	if c.checkErr = c.check(); c.checkErr != nil {
		return 1
	}
	return 0
}

// authorize runs while a statement is compiled: transactions begin and end in
// exec alone, and no other file is attached.
func authorize(tls *libc.TLS, id uintptr, action int32, first, second, schema, trigger uintptr) int32 {
	switch action {
	case sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH:
		return sqlite3.SQLITE_DENY
	case sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT:
		if v, ok := running.Load(id); ok && v.(*conn).framing {
			return sqlite3.SQLITE_OK
		}
		return sqlite3.SQLITE_DENY
	}
	return sqlite3.SQLITE_OK
}

func (c *conn) closed() bool { return c.db == 0 }

// close gives everything back. Closing twice is harmless.
func (c *conn) close() {
	if c.tls == nil {
		return
	}
	c.forget()
	if c.db != 0 {
		sqlite3.Xsqlite3_close_v2(c.tls, c.db)
		running.Delete(c.id)
	}
	c.free(c.out)
	c.tls.Close()
	c.db, c.out, c.tls = 0, 0, nil
}

// forget finalizes the kept statements.
func (c *conn) forget() {
	for _, stmt := range c.statements {
		sqlite3.Xsqlite3_finalize(c.tls, stmt)
	}
	clear(c.statements)
}

func (c *conn) configure(option, value int32) {
	list := sqlite3.Xsqlite3_malloc64(c.tls, 16)
	if list == 0 {
		return
	}
	defer c.free(list)
	sqlite3.Xsqlite3_db_config(c.tls, c.db, option, libc.VaList(list, value, uintptr(0)))
}

// prepare compiles one statement, or finds it among those kept.
func (c *conn) prepare(query string) (uintptr, error) {
	if stmt, ok := c.statements[query]; ok {
		return stmt, nil
	}
	text := c.cString(query)
	if text == 0 {
		return 0, noMemory(c.path)
	}
	defer c.free(text)
	tail := c.out + unsafe.Sizeof(c.out)
	*at[uintptr](c.out), *at[uintptr](tail) = 0, 0
	rc := sqlite3.Xsqlite3_prepare_v2(c.tls, c.db, text, int32(len(query)+1), c.out, tail)
	if rc != sqlite3.SQLITE_OK {
		return 0, c.describe(rc)
	}
	stmt := *at[uintptr](c.out)
	rest := query[*at[uintptr](tail)-text:]
	if stmt == 0 || strings.Trim(rest, "; \t\r\n") != "" {
		sqlite3.Xsqlite3_finalize(c.tls, stmt)
		return 0, fault.New(fault.InvalidArgument, "exactly one SQL statement is expected").At(c.path, 0, 0)
	}
	if len(c.statements) >= maxStatements {
		c.forget()
	}
	c.statements[query] = stmt
	return stmt, nil
}

// query runs a statement that changes nothing and returns its rows.
func (c *conn) query(query string, args []host.Value) ([][]host.Value, error) {
	stmt, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	if sqlite3.Xsqlite3_stmt_readonly(c.tls, stmt) == 0 {
		return nil, fault.New(fault.InvalidArgument, "Query runs statements that change nothing").At(c.path, 0, 0)
	}
	defer c.reset(stmt)
	if err := c.bind(stmt, args); err != nil {
		return nil, err
	}
	rows := rowReader{conn: c, stmt: stmt, left: c.maxResult, columns: int(sqlite3.Xsqlite3_column_count(c.tls, stmt))}
	for {
		switch rc := sqlite3.Xsqlite3_step(c.tls, stmt); rc {
		case sqlite3.SQLITE_ROW:
			if err := rows.read(); err != nil {
				return nil, err
			}
		case sqlite3.SQLITE_DONE:
			return rows.rows, nil
		default:
			return nil, c.describe(rc)
		}
	}
}

// exec runs batch as one transaction.
func (c *conn) exec(batch []host.Statement) error {
	if err := c.frame("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, s := range batch {
		if err := c.run(s.SQL, s.Args); err != nil {
			c.rollback()
			return err
		}
	}
	err := c.frame("COMMIT")
	if err != nil {
		c.rollback()
	}
	return err
}

// frame begins or ends a transaction.
func (c *conn) frame(command string) error {
	c.framing = true
	defer func() { c.framing = false }()
	return c.run(command, nil)
}

// rollback ends a transaction that SQLite did not end by itself.
func (c *conn) rollback() {
	if sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) == 0 {
		c.check = nil // it must not be interrupted
		_ = c.frame("ROLLBACK")
	}
}

// run runs a statement to its end and leaves its rows out.
func (c *conn) run(query string, args []host.Value) error {
	stmt, err := c.prepare(query)
	if err != nil {
		return err
	}
	defer c.reset(stmt)
	if err := c.bind(stmt, args); err != nil {
		return err
	}
	for {
		switch rc := sqlite3.Xsqlite3_step(c.tls, stmt); rc {
		case sqlite3.SQLITE_ROW:
		case sqlite3.SQLITE_DONE:
			return nil
		default:
			return c.describe(rc)
		}
	}
}

func (c *conn) reset(stmt uintptr) {
	sqlite3.Xsqlite3_reset(c.tls, stmt)
	sqlite3.Xsqlite3_clear_bindings(c.tls, stmt)
}

// cString copies s to C memory with a NUL behind it; 0 = no memory.
func (c *conn) cString(s string) uintptr {
	p := sqlite3.Xsqlite3_malloc64(c.tls, sqlite3.Tsqlite3_uint64(len(s)+1))
	if p != 0 {
		m := memory(p, len(s)+1)
		copy(m, s)
		m[len(s)] = 0
	}
	return p
}

func (c *conn) free(p uintptr) {
	if p != 0 {
		sqlite3.Xsqlite3_free(c.tls, p)
	}
}

func noMemory(path string) error {
	return fault.New(fault.LimitExceeded, "SQLite has no memory left").At(path, 0, 0)
}
