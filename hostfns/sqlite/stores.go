package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"modernc.org/libc"

	"github.com/heddle-dev/heddle/core/fault"
)

const (
	// busyWait is how long a statement waits for another process's lock.
	busyWait = 5 * time.Second
	// busyPause is the time between two tries. SQLite's own handler waits up to
	// 100 ms, and so hardly ever hits the moment at which a process that
	// writes without a pause releases its lock.
	busyPause = time.Millisecond
)

// busyCallback runs when a lock is held by others; 0 gives up. tries counts from 0.
func busyCallback(tls *libc.TLS, id uintptr, tries int32) int32 {
	v, ok := running.Load(id)
	if !ok {
		return 0
	}
	c := v.(*conn)
	if tries == 0 {
		c.busySince = time.Now()
	} else if time.Since(c.busySince) > busyWait {
		return 0
	}
	if c.check != nil {
		if c.checkErr = c.check(); c.checkErr != nil {
			return 0
		}
	}
	time.Sleep(busyPause)
	return 1
}

// Stores holds the databases that belong to the engine, the only ones that
// can be written to. Their connections outlive single calls, so that a
// durable append costs one fsync and not an open, a checkpoint and a close.
// A nil *Stores grants none.
type Stores struct {
	files map[string]string // mount path → absolute path

	mu     sync.Mutex
	opened map[string]*ownStore // by mount path
}

// NewStores returns Stores over a table of mount paths, such as
// "store/heddle.db", to absolute file paths. Nothing is opened or created
// before the first use.
func NewStores(files map[string]string) *Stores {
	return &Stores{files: files, opened: map[string]*ownStore{}}
}

// Close closes all connections. The table remains usable.
func (s *Stores) Close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, st := range s.opened {
		st.close()
		delete(s.opened, path)
	}
}

func (s *Stores) storeFile(path string) (string, bool) {
	if s == nil {
		return "", false
	}
	file, ok := s.files[path]
	return file, ok
}

// openedStore returns a store, open for reading. Only a writable one is created, with
// the folder it lies in.
func (s *Stores) openedStore(path, file string, writable bool) (*ownStore, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st, ok := s.opened[path]; ok {
		return st, nil
	}
	if _, there := bytesOf(file); !there {
		if err := notCut(path, file); err != nil { // before one is made in its place
			return nil, err
		}
	}
	if err := prepareFile(path, file, writable); err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(file) // SQLite keeps the -wal beside the file itself
	if err != nil {
		return nil, openError(path, err)
	}
	release, known, err := holdFile(path, real)
	if err != nil {
		return nil, err
	}
	st := &ownStore{path: path, file: real, release: release}
	if err := notCut(path, real); err != nil {
		release()
		return nil, err
	}
	if err := st.openReader(known); err != nil {
		release()
		return nil, err
	}
	s.opened[path] = st
	return st, nil
}

// prepareFile makes sure that opening file for writing does what was asked.
func prepareFile(path, file string, writable bool) error {
	if writable {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return openError(path, err)
		}
		// SQLite would make a file that everybody can read; -wal and -shm get the
		// mode of the file. One that is there is not touched: closing it would
		// take the locks of other connections away.
		f, err := os.OpenFile(linkTarget(file), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			err = f.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return openError(path, err)
		}
		return nil
	}
	fi, err := os.Stat(file)
	if isMissing(err) {
		return fault.New(fault.BadRef, "no such file").At(path, 0, 0)
	}
	if err != nil {
		return openError(path, err)
	}
	if !fi.Mode().IsRegular() {
		return fault.New(fault.InvalidArgument, "the store's path is not a file").At(path, 0, 0)
	}
	return nil
}

// maxLinks is how many links in a row are followed, as in Linux.
const maxLinks = 40

// linkTarget returns the file that a link names, which need not exist: SQLite
// makes it, with the mode of any other file. The names are not cleaned, since a
// folder in front of ".." may be a link as well.
func linkTarget(file string) string {
	for range maxLinks {
		link, err := os.Readlink(file)
		if err != nil {
			return file
		}
		if !filepath.IsAbs(link) {
			link = file[:strings.LastIndexAny(file, "/"+string(filepath.Separator))+1] + link
		}
		file = link
	}
	return file // a loop: opening it says so
}

// notCut refuses what SQLite would take for a new database, throwing away the
// log beside it: a file that was cut to nothing, or to less than any has, or
// that is gone.
func notCut(path, file string) error {
	const least = 512 // bytes of the smallest page
	size, _ := bytesOf(file)
	log, _ := bytesOf(file + "-wal")
	if size >= least || size == 0 && log == 0 {
		return nil
	}
	return fault.New(fault.ParseError, "the store's main file was cut off or moved away").At(path, 0, 0).
		WithHint("put the file and its -wal back from a copy; nothing was changed")
}

func openError(path string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	code := fault.IO
	if errors.Is(err, fs.ErrPermission) {
		code = fault.PermissionDenied
	}
	return fault.Wrap(code, "cannot open the store", err).At(path, 0, 0)
}
