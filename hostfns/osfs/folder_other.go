//go:build !unix

package osfs

import (
	"os"

	"github.com/heddle-dev/heddle/core/host"
)

// folder is an open folder; everything opened through it stays inside it.
type folder struct{ *os.Root }

// newFolder takes over an open root.
func newFolder(root *os.Root, _ bool) (folder, error) { return folder{root}, nil }

// reopenDir opens the folder once more, to read the names in it.
func (f folder) reopenDir() (*os.File, error) { return f.Open(".") }

// openFolder is for systems on which a folder is opened from the one above it.
func (f folder) openFolder(string) (folder, bool) { return folder{}, false }

// lstatEntry describes an entry; a symbolic link is not followed.
func (f folder) lstatEntry(name string) (host.Info, error) { return lstatIn(f.Root, name) }

// openEntry opens a regular file; anything else is fs.ErrInvalid.
func (f folder) openEntry(name string) (file, error) { return openIn(f.Root, name) }

// noBlock is not needed where FIFOs do not live in folders.
const noBlock = 0
