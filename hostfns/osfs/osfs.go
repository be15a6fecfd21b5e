// Package osfs gives the core read-only access to named folders of the
// operating system. Every path is resolved by os.Root inside its folder, so a
// symbolic link cannot leave it; only regular files are opened, so a FIFO or
// a device can neither block nor be disturbed.
//
//	files := osfs.New(map[string]osfs.Mount{
//		"claude":     {Folder: "/home/me/.claude"},
//		"home-files": {Folder: "/home/me", Files: []string{".agent-mux/run-index.jsonl"}},
//	}, osfs.Options{})
//	defer files.Release()
//	entries, err := files.List("claude/projects")
package osfs

import (
	"sync"

	"github.com/heddle-dev/heddle/core/host"
)

// Limits of one FS.
const (
	// MaxPathBytes is the longest path, in bytes, that is looked up.
	MaxPathBytes = 4096
	// MaxEntries is the greatest number of entries List returns for a folder.
	MaxEntries = 1 << 20
	// MaxOpenFiles is the number of file handles kept open between calls.
	MaxOpenFiles = 64
	// MaxOpenFolders is the number of folder handles kept open between calls:
	// an agent may have a folder for each day.
	MaxOpenFolders = 128
)

// Mount is what one mount name stands for.
type Mount struct {
	// Folder is the absolute path of the mount's base folder. It may itself
	// be a symbolic link, and it need not exist: then every path below the
	// mount is BAD_REF.
	Folder string
	// Files, when not nil, grants only these files below Folder, named by
	// their paths relative to it with forward slashes. Nothing else is ever
	// listed, and no symbolic link on the way is followed.
	Files []string
}

// Options tunes an FS. The zero value is right for most uses.
type Options struct {
	// Check, when set, runs at the start of every call; its error is returned
	// as it is. A call context's deadline enters here.
	Check func() error
}

// FS is a host.Files over named mounts. It is safe for concurrent use.
// Handles stay open between calls, so Release must be called when a piece of
// work is done; the FS can be used again afterwards.
type FS struct {
	mounts map[string]Mount
	opts   Options

	mu      sync.Mutex
	folders *cache[folder]
	files   *cache[file]
}

var _ host.Files = (*FS)(nil)

// New returns an FS over mounts, which it keeps and never changes. Nothing is
// opened before the first call.
func New(mounts map[string]Mount, opts Options) *FS {
	return &FS{mounts: mounts, opts: opts, folders: newCache[folder](MaxOpenFolders), files: newCache[file](MaxOpenFiles)}
}

// With returns a new FS over the same mounts with its own handles and other
// options.
func (f *FS) With(opts Options) *FS { return New(f.mounts, opts) }

// Release closes every handle that is not in use at this moment and forgets
// the others, which close when their call returns.
func (f *FS) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files.dropAll()
	f.folders.dropAll()
}

func (f *FS) runCheck() error {
	if f.opts.Check == nil {
		return nil
	}
	return f.opts.Check()
}
