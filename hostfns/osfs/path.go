package osfs

import (
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
)

// place is a path taken apart: "claude/projects/x" is mount "claude",
// relative path "projects/x", parent "projects", name "x". The mount itself
// has rel ".".
type place struct {
	path  string // as given
	mount Mount
	rel   string // relative path with forward slashes, "." for the mount
	dir   string // relative path of the parent folder, "." for the mount
	name  string // last element; the mount's name for the mount itself
}

// resolvePath takes path apart and finds its mount. It refuses everything that is not a
// plain "mount/rel/path".
func (f *FS) resolvePath(path string) (place, error) {
	if len(path) > MaxPathBytes {
		return place{}, fault.New(fault.LimitExceeded, "path is longer than 4096 bytes").At(path[:64]+"…", 0, 0)
	}
	name, rel, nested := strings.Cut(path, "/")
	mount, granted := f.mounts[name]
	if !granted {
		return place{}, fault.New(fault.BadRef, "no such mount").At(path, 0, 0).
			WithHint("agents.list shows which folders are granted")
	}
	if !nested {
		return place{path: path, mount: mount, rel: ".", dir: ".", name: name}, nil
	}
	if !isPlainPath(rel) {
		return place{}, fault.New(fault.InvalidArgument, "not a plain mount path").At(path, 0, 0)
	}
	dir, last := ".", rel
	if i := strings.LastIndexByte(rel, '/'); i >= 0 {
		dir, last = rel[:i], rel[i+1:]
	}
	return place{path: path, mount: mount, rel: rel, dir: dir, name: last}, nil
}

// isPlainPath reports whether rel consists of ordinary names only. On Windows
// names with ':' or '\\' and reserved device names are not plain either.
func isPlainPath(rel string) bool {
	if strings.IndexByte(rel, 0) >= 0 || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return false
	}
	if filepath.Separator != '/' && strings.ContainsAny(rel, `\:`) {
		return false
	}
	for _, name := range strings.Split(rel, "/") {
		if name == "" || name == "." || name == ".." {
			return false
		}
	}
	return true
}

// mountName returns the mount's own name.
func (p place) mountName() string {
	name, _, _ := strings.Cut(p.path, "/")
	return name
}

// nativePath returns a relative path in the operating system's spelling.
func nativePath(rel string) string { return filepath.FromSlash(rel) }
