package sqlite

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
)

// Where a SQLite file says what it is (sqlite.org/fileformat.html, section
// 1.3), and what a store says there.
const (
	fileMagic     = "SQLite format 3\x00"
	pageSizeAt    = 16
	applicationAt = 68
	application   = 0x48646c65
	headerBytes   = 100
)

// held are the stores that this process has open, by file. Reading such a file
// and closing it again would take SQLite's locks on it away from the whole
// process, so it is looked at before the first connection only.
var held struct {
	sync.Mutex
	files []os.FileInfo
}

// holdFile remembers that the process has a file open, and returns how to forget
// it, and whether it was open before. It refuses a file of some other program before SQLite gets hold of it:
// opening it as a store would already change its journal mode. The first page
// of a store that is just being made says nothing yet.
func holdFile(path, file string) (release func(), known bool, err error) {
	held.Lock()
	defer held.Unlock()
	fi, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, false, nil // SQLite makes it, empty
	}
	if err != nil {
		return nil, false, openError(path, err)
	}
	if !fi.Mode().IsRegular() {
		return nil, false, fault.New(fault.InvalidArgument, "the store's path is not a file").At(path, 0, 0)
	}
	for _, other := range held.files {
		known = known || os.SameFile(fi, other)
	}
	if !known && isForeign(file, fi.Size()) {
		return nil, false, fault.New(fault.ParseError, "this file is not a store of Heddle; it was left as it is").At(path, 0, 0).
			WithHint("name a new file, or one that was made as a store")
	}
	held.files = append(held.files, fi)
	return func() {
		held.Lock()
		defer held.Unlock()
		for i, other := range held.files {
			if os.SameFile(fi, other) {
				held.files = append(held.files[:i], held.files[i+1:]...)
				return
			}
		}
	}, known, nil
}

// isForeign reports whether a file belongs to some other program. What cannot be
// read is for SQLite to say.
func isForeign(file string, size int64) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, headerBytes)
	n, err := io.ReadFull(f, head)
	if n == 0 {
		return false
	}
	if magic := min(n, len(fileMagic)); string(head[:magic]) != fileMagic[:magic] {
		return true
	}
	if err != nil {
		return false // cut off
	}
	id := binary.BigEndian.Uint32(head[applicationAt:])
	if id == 0 { // one that was just made may have the rest in its log
		page := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
		if page == 1 {
			page = 65536
		}
		log, err := os.Stat(file + "-wal")
		return size > page && (err != nil || log.Size() == 0)
	}
	return id != application
}
