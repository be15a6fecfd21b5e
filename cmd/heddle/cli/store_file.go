package cli

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns/places"
)

// storeFile returns the store's file: what --store names, else the one in the
// user's data folder, or below --home. It is "" when there is no home at all,
// of which the engine speaks when it is opened.
func (a *app) storeFile() (string, error) {
	if a.global.store != "" {
		return filepath.Abs(a.global.store)
	}
	home := a.global.home
	if home != "" {
		var err error
		if home, err = filepath.Abs(home); err != nil {
			return "", err
		}
	}
	file, err := places.StoreFile(runtime.GOOS, os.Getenv, home)
	if err != nil {
		return "", nil
	}
	return file, nil
}

// Where a SQLite file says what it is, and what a store says there.
const (
	sqliteMagic   = "SQLite format 3\x00"
	pageSizeAt    = 16
	applicationAt = 68
	application   = 0x48646c65
)

// notForeign refuses a database of some other program before SQLite gets hold
// of it: opening it as a store would already change its journal mode. The
// first page of a store that is just being made says nothing yet. It must not
// be called while this process has the store open: closing the file again
// would take SQLite's locks on it away.
func notForeign(given string) error {
	f, err := os.Open(given)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fault.Wrap(fault.PermissionDenied, "--store "+given+" cannot be opened", errors.Unwrap(err))
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil || !fi.Mode().IsRegular() {
		return misuse("--store %s: that is not a file", given)
	}
	head := make([]byte, 100)
	n, err := io.ReadFull(f, head)
	if n == 0 {
		return nil
	}
	foreign := err != nil || !strings.HasPrefix(string(head), sqliteMagic)
	if id := binary.BigEndian.Uint32(head[applicationAt:]); !foreign && id != application {
		page := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
		if page == 1 {
			page = 65536
		}
		wal, _ := os.Stat(given + "-wal")
		foreign = id != 0 || fi.Size() > page && (wal == nil || wal.Size() == 0)
	}
	if foreign {
		return fault.New(fault.ParseError, "--store "+given+" is not a store of heddle").WithHint("name a new file, or one that heddle store made")
	}
	return nil
}
