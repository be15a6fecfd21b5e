package sqlwal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// databaseHeaderBytes is the size of the header of page 1, which holds the
// counter that every transaction with a rollback journal increments.
const databaseHeaderBytes = 100

// mark is what a database's files look like from outside.
type mark struct {
	_ [0]func() // never compared

	main, wal  host.Info // wal.Size is 0 without a log
	mainHeader string    // first 100 bytes of the main file
	walHeader  string    // first 32 bytes of the log
	hot        bool
	rested     bool   // the main file was at rest, see RestMillis
	end        int64  // offset in the log after the last committed frame; 0 without a valid log
	next       string // frame header that was there, as far as it existed
}

// readMark takes a mark; rested, end and next are not known to it.
func readMark(files host.Files, path string) (mark, error) {
	var m mark
	var err error
	if m.main, err = files.Stat(path); err != nil {
		return mark{}, err
	}
	if m.main.Kind != host.File {
		return mark{}, notFile(path, m.main.Kind)
	}
	head, err := readAll(files, path, databaseHeaderBytes, 0)
	if err != nil {
		return mark{}, err
	}
	m.mainHeader = string(head)
	m.wal, err = statOptional(files, path+"-wal")
	if err != nil {
		return mark{}, err
	}
	if m.wal.Size > 0 {
		head, err = readAll(files, path+"-wal", headerBytes, 0)
		if err != nil && fault.CodeOf(err) != fault.BadRef {
			return mark{}, err
		}
		m.walHeader = string(head)
	}
	m.hot, err = isHotJournal(files, path+"-journal", m.main.Size)
	return m, err
}

// isHotJournal reports whether a journal has to be rolled back, by SQLite's own test:
// it is there, it is not empty, and its first byte has not been zeroed.
func isHotJournal(files host.Files, path string, mainSize int64) (bool, error) {
	in, err := statOptional(files, path)
	if err != nil || in.Size == 0 || mainSize == 0 {
		return false, err
	}
	first, err := readAll(files, path, 1, 0)
	if fault.CodeOf(err) == fault.BadRef {
		return false, nil
	}
	return err == nil && len(first) == 1 && first[0] != 0, err
}

// sameFiles reports whether nothing changed but what was appended to the log.
func (m mark) sameFiles(now mark) bool { return m.sameMain(now) && m.sameLog(now) }

func (m mark) sameMain(now mark) bool {
	return m.main.Size == now.main.Size && m.main.ModTime == now.main.ModTime &&
		m.mainHeader == now.mainHeader && m.hot == now.hot
}

// sameLog reports whether the log was at most appended to.
func (m mark) sameLog(now mark) bool {
	return m.walHeader == now.walHeader && m.wal.Size <= now.wal.Size
}

// isLogEnded reports whether no transaction was being appended to the log: there
// is nothing after the committed frames, or only frames of an earlier round.
// What a writer has begun may end without its first bytes changing.
func (m mark) isLogEnded() bool {
	return m.end > 0 && (len(m.next) < 16 || m.next[8:16] != m.walHeader[16:24])
}

// statOptional describes a file beside the database; one that does not exist has
// size 0.
func statOptional(files host.Files, path string) (host.Info, error) {
	in, err := files.Stat(path)
	if fault.CodeOf(err) == fault.BadRef {
		return host.Info{}, nil
	}
	if err == nil && in.Kind != host.File {
		return host.Info{}, notFile(path, in.Kind)
	}
	return in, err
}

func notFile(path string, kind host.Kind) error {
	if kind == host.Link {
		return fault.New(fault.PermissionDenied, "symbolic link leaves its mount").At(path, 0, 0)
	}
	return fault.New(fault.BadRef, "not a regular file").At(path, 0, 0)
}

// readAll reads n bytes at off, fewer at the end of the file.
func readAll(files host.Files, path string, n, off int64) ([]byte, error) {
	b := make([]byte, n)
	got, err := files.ReadAt(path, b, off)
	return b[:got], err
}
