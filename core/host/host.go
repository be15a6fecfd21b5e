// Package host states what the core asks of the outside: small interfaces
// that native code, a wasm runtime, Node, a browser worker and Python all
// implement. The core touches nothing else: what a Host does not grant does
// not exist.
//
// Errors are *fault.Error values (or wrap a fault.Code): a missing file is
// BAD_REF, a refused one PERMISSION_DENIED, an unreadable one IO_ERROR.
package host

// Host bundles the powers granted to one engine. Files and Clock are
// required; a nil field is a power that was not granted, and the operations
// that need it answer UNSUPPORTED with a hint.
type Host struct {
	Files    Files
	SQL      SQL
	Zstd     Zstd
	Clock    Clock
	Entropy  Entropy
	Poll     Poll
	Parallel Parallel
	Journal  Journal
	// Prices says that Files has a price table at PricesPath, whose prices replace the built-in
	// ones. It is CSV in the format of docs/prices.md.
	Prices bool
}

// PricesPath is where Files has the price table of a Host with Prices.
const PricesPath = "prices/prices.csv"

// Kind is the kind of a directory entry. Only files and folders are opened.
type Kind uint8

// The kinds of entries.
const (
	Other Kind = iota // device, socket, FIFO, unresolved: never opened
	File
	Dir
	Link // symbolic link whose target leaves the mount or cannot be resolved
)

// Info describes one entry. A link that stays inside its mount is reported
// as what it points to; one that leaves it is reported as Link.
type Info struct {
	Name    string // base name, bytes as on disk
	Kind    Kind
	Size    int64 // bytes; 0 for folders
	ModTime int64 // milliseconds since the Unix epoch, UTC, floored
}

// Files is read-only access to named mounts. A path is "mount" or
// "mount/rel/path" with forward slashes; "." and ".." never occur in it.
type Files interface {
	// Stat describes a path, following links that stay inside the mount.
	// A path that does not exist, or a mount that was not granted, is BAD_REF.
	Stat(path string) (Info, error)
	// List returns a folder's entries in byte order of their names.
	List(path string) ([]Info, error)
	// ReadAt fills p from byte offset off of a regular file and returns the
	// number of bytes read; fewer than len(p) only at the end of the file.
	// Reading at or after the end returns 0 and no error.
	ReadAt(path string, p []byte, off int64) (int, error)
}

// SQL runs statements on SQLite databases. Foreign databases are opened
// read-only and are never written to, not even a -shm beside them.
type SQL interface {
	// Open opens a database and returns a handle that is valid until Close
	// or the end of the engine call. Opening and reading the engine's own
	// database changes no byte of the file or of its -wal; the first Exec
	// prepares it for changes. Where its medium is read-only or full, opening
	// it for reading is UNSUPPORTED, and from then on Files shows the file, its
	// -wal and its -journal to this call.
	Open(db Database) (int64, error)
	// Query returns all rows of one SELECT.
	Query(handle int64, query string, args ...Value) ([][]Value, error)
	// Exec runs a batch of statements as one BEGIN IMMEDIATE transaction on
	// a writable database: all of them or none.
	Exec(handle int64, batch []Statement) error
	// Close releases the handle. Closing twice is harmless.
	Close(handle int64) error
}

// Statement is one SQL statement of a batch.
type Statement struct {
	SQL  string
	Args []Value
}

// Database names what to open: the file Path as it is on disk (without a
// -wal beside it: Overlay is empty), or an image of it in which the pages of
// Overlay replace the main file's. Bytes 18 and 19 of a foreign file always
// read as 1, so that no driver looks for a -wal of its own.
type Database struct {
	Path     string // "mount/rel/path"
	Writable bool   // our own store only; never set for a foreign file
	PageSize int64  // bytes; 0 when Overlay is empty
	Pages    int64  // pages in the image; 0 when Overlay is empty
	// Overlay lists, in ascending page order, where in Path+"-wal" the newest
	// committed version of a page is. The image is the main file, cut or
	// zero-filled to Pages*PageSize bytes, those pages replaced, and bytes 18
	// and 19 of page 1 set to 1 (no WAL).
	Overlay []Frame
}

// Frame locates one page's content inside the -wal file.
type Frame struct {
	Page   int64 // 1-based page number
	Offset int64 // byte offset of the page's content in the -wal file
}

// ValueKind is a SQLite storage class.
type ValueKind uint8

// The storage classes.
const (
	Null ValueKind = iota
	Integer
	Real
	Text
	Blob
)

// Value is one SQLite value, exactly as stored: no conversion, no locale.
type Value struct {
	Kind  ValueKind
	Int   int64   // Integer
	Real  float64 // Real
	Bytes []byte  // Text (any bytes, as stored) or Blob
}

// Zstd decompresses whole zstd streams. It is optional: the core never links
// a decompressor of its own.
type Zstd interface {
	// Decompress returns the content of src, which may hold several frames;
	// more than max bytes of content is LIMIT_EXCEEDED.
	Decompress(src []byte, max int64) ([]byte, error)
}

// Clock returns the time; an operation asks once, when it begins.
type Clock interface {
	// Now returns milliseconds since the Unix epoch, UTC.
	Now() int64
}

// Entropy draws ids.
type Entropy interface {
	// ID returns 16 bytes of a UUID version 7.
	ID() [16]byte
}

// Poll lets the host bound and watch long work. The core calls it at least
// once per MB scanned or 100,000 inner steps.
type Poll interface {
	// Poll reports progress in work units (bytes scanned of bytes known, 0
	// when unknown) and returns TIMEOUT once the deadline or a cancel has
	// passed; the core then unwinds.
	Poll(done, total int64) error
}

// Parallel runs independent work on several cores. Results are always joined
// in index order, so output never depends on it.
type Parallel interface {
	// Do calls fn(0) … fn(n-1), in any order and possibly at once, and
	// returns when all have returned.
	Do(n int, fn func(i int))
}
