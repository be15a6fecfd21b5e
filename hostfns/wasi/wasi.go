//go:build wasip1

// Package wasi is the host of programs that run in WebAssembly themselves: it grants an engine what
// the WASI runtime grants the program. Files are those of preopened folders, read-only; the time and
// randomness are the runtime's. There is no SQLite, so agents that keep databases are UNSUPPORTED.
//
//	guest, err := wasi.Open()
//	response := rpc.Dispatch(&guest.Host, op, request)
//	guest.Release()
package wasi

import (
	"io/fs"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns/internal/clock"
	"github.com/heddle-dev/heddle/hostfns/internal/entropy"
	"github.com/heddle-dev/heddle/hostfns/internal/zstd"
	"github.com/heddle-dev/heddle/hostfns/osfs"
	"github.com/heddle-dev/heddle/hostfns/places"
)

// Guest is what the runtime grants.
type Guest struct {
	Host    host.Host
	Folders []string       // the names of the preopened folders
	Places  []places.Place // where they have the mounts
	files   *osfs.FS
}

// Open finds the mounts in the preopened folders, as [places.Granted] does.
func Open() (*Guest, error) {
	g := &Guest{Folders: folderNames()}
	var err error
	if g.Places, err = places.Granted(g.absoluteFolders(), isFolder); err != nil {
		return nil, err
	}
	mounts := map[string]osfs.Mount{}
	for _, p := range g.Places {
		mounts[p.Mount] = osfs.Mount{Folder: p.Path, Files: p.Files}
	}
	g.files = osfs.New(mounts, osfs.Options{})
	g.Host = host.Host{Files: g.files, Zstd: zstd.Decoder{}, Clock: clock.System{}, Entropy: entropy.System{}}
	return g, nil
}

// Release closes what was opened since the last Release.
func (g *Guest) Release() { g.files.Release() }

// RelativeFolders lists the preopened folders whose names do not begin with a slash. A Go program
// cannot reach them.
func (g *Guest) RelativeFolders() (names []string) {
	for _, name := range g.Folders {
		if !strings.HasPrefix(name, "/") {
			names = append(names, name)
		}
	}
	return names
}

func (g *Guest) absoluteFolders() (names []string) {
	for _, name := range g.Folders {
		if strings.HasPrefix(name, "/") {
			names = append(names, name)
		}
	}
	return names
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Type() == fs.ModeDir
}
