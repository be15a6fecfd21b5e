package osfs

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// A mount of single files shows its granted files and the folders that lead
// to them, and nothing that merely lies beside them. No link is followed:
// inside a home folder a link could point at anything.

// grantStatus reports whether rel is one of the mount's files, and whether it is
// a folder on the way to one.
func (p place) grantStatus() (file, folder bool) {
	for _, name := range p.mount.Files {
		if name == p.rel {
			return true, false
		}
		if p.rel == "." || strings.HasPrefix(name, p.rel+"/") {
			folder = true
		}
	}
	return false, folder
}

// checkSingle refuses paths that were not granted and paths with a symbolic
// link anywhere below the mount's base.
func (f *FS) checkSingle(p place) error {
	if file, folder := p.grantStatus(); !file && !folder {
		return fs.ErrNotExist
	}
	if p.rel == "." {
		return nil
	}
	root, err := f.openFolder(p, ".")
	if err != nil {
		return err
	}
	defer f.giveFolder(root)
	for i := 0; i <= len(p.rel); i++ {
		if i < len(p.rel) && p.rel[i] != '/' {
			continue
		}
		fi, err := root.value.Lstat(nativePath(p.rel[:i]))
		if err != nil {
			return err
		}
		if fi.Mode()&fs.ModeSymlink != 0 {
			return fault.New(fault.PermissionDenied, "symbolic links to single files are not followed").At(p.path, 0, 0)
		}
	}
	return nil
}

func (f *FS) statSingle(p place) (host.Info, error) {
	if p.rel == "." {
		if _, err := f.statMount(p); err != nil {
			return host.Info{}, describeError(p.path, err)
		}
		return host.Info{Name: p.name, Kind: host.Dir}, nil
	}
	err := f.checkSingle(p)
	if fault.CodeOf(err) == fault.PermissionDenied {
		return host.Info{Name: p.name, Kind: host.Link}, nil
	}
	if err != nil {
		return host.Info{}, describeError(p.path, err)
	}
	root, err := f.openFolder(p, ".")
	if err != nil {
		return host.Info{}, describeError(p.path, err)
	}
	defer f.giveFolder(root)
	fi, err := root.value.Lstat(nativePath(p.rel))
	if err != nil {
		return host.Info{}, describeError(p.path, err)
	}
	in := hostInfo(p.name, fi)
	if file, _ := p.grantStatus(); !file && in.Kind == host.Dir {
		in.ModTime = 0 // other files in this folder move it
	}
	return in, nil
}

func (f *FS) listSingle(p place) ([]host.Info, error) {
	own, err := f.statSingle(p)
	if err != nil {
		return nil, err
	}
	if own.Kind == host.Link {
		return nil, fault.New(fault.PermissionDenied, "symbolic links to single files are not followed").At(p.path, 0, 0)
	}
	if file, _ := p.grantStatus(); file || own.Kind != host.Dir {
		return nil, fault.New(fault.BadRef, "not a folder").At(p.path, 0, 0)
	}
	var names []string
	for _, name := range p.mount.Files {
		if p.rel != "." {
			rest, below := strings.CutPrefix(name, p.rel+"/")
			if !below {
				continue
			}
			name = rest
		}
		first, _, _ := strings.Cut(name, "/")
		names = append(names, first)
	}
	slices.Sort(names)
	var list []host.Info
	for _, name := range slices.Compact(names) {
		child, err := f.resolvePath(p.path + "/" + name)
		if err != nil {
			return nil, err
		}
		in, err := f.statSingle(child)
		if fault.CodeOf(err) == fault.BadRef {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}
