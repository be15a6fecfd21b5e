// Package smallfile reads small files that somebody else may have replaced: by a
// pipe, which no program writes to, by a device without an end, or by a file
// that fills the memory.
package smallfile

import (
	"io"
	"os"
	"strconv"

	"github.com/heddle-dev/heddle/core/fault"
)

// PrivateBytes is the most that a private file has.
const PrivateBytes = 64 << 10

// ReadPrivate reads a file that only this user can have written: a regular one of at
// most 64 KB, no link.
func ReadPrivate(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|waitsForNobody|followsNoLink, 0)
	if err != nil {
		if info, other := os.Lstat(name); other == nil && info.Mode()&os.ModeSymlink != 0 {
			return nil, fault.New(fault.IO, "it is a link")
		}
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if problem := Mistrust(info); problem != "" {
		return nil, fault.New(fault.IO, problem)
	}
	return readRegular(f, info, PrivateBytes)
}

// Read reads a file of at most limit bytes that the user names: a regular one, or a
// link to one.
func Read(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|waitsForNobody, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return readRegular(f, info, limit)
}

func readRegular(f *os.File, info os.FileInfo, limit int64) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.IO, "it is no regular file")
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, fault.New(fault.LimitExceeded, "it is longer than "+strconv.FormatInt(limit, 10)+" bytes")
	}
	return data, err
}
