package osfs

import (
	"io/fs"
	"os"

	"github.com/heddle-dev/heddle/core/host"
)

// Stat implements host.Files.
func (f *FS) Stat(path string) (host.Info, error) {
	if err := f.runCheck(); err != nil {
		return host.Info{}, err
	}
	p, err := f.resolvePath(path)
	if err != nil {
		return host.Info{}, err
	}
	if p.mount.Files != nil {
		return f.statSingle(p)
	}
	if p.rel == "." {
		fi, err := f.statMount(p)
		if err != nil {
			return host.Info{}, describeError(path, err)
		}
		return hostInfo(p.name, fi), nil
	}
	dir, err := f.openFolder(p, p.dir)
	if err != nil {
		return host.Info{}, describeError(path, err)
	}
	defer f.giveFolder(dir)
	in, err := dir.value.lstatEntry(p.name)
	if err != nil {
		return host.Info{}, describeError(path, err)
	}
	return f.followLink(p, p.rel, in)
}

// followLink replaces what is known of a link by its target when that lies in
// the mount, and returns anything else as it is.
func (f *FS) followLink(p place, rel string, in host.Info) (host.Info, error) {
	if in.Kind != host.Link {
		return in, nil
	}
	root, err := f.openFolder(p, ".")
	if err != nil {
		return host.Info{}, describeError(p.path, err)
	}
	defer f.giveFolder(root)
	fi, err := root.value.Stat(nativePath(rel))
	if err != nil {
		return in, nil // leaves the mount, dangles, loops: all stay Link
	}
	return hostInfo(in.Name, fi), nil
}

func (f *FS) statMount(p place) (fs.FileInfo, error) {
	root, err := f.openFolder(p, ".")
	if err != nil {
		return nil, err
	}
	defer f.giveFolder(root)
	return root.value.Stat(".")
}

// lstatIn describes an entry of a root's folder; a link is not followed.
func lstatIn(root *os.Root, name string) (host.Info, error) {
	fi, err := root.Lstat(name)
	if err != nil {
		return host.Info{}, err
	}
	return hostInfo(name, fi), nil
}

func hostInfo(name string, fi fs.FileInfo) host.Info {
	in := host.Info{Name: name, ModTime: fi.ModTime().UnixMilli()}
	switch {
	case fi.Mode().IsRegular():
		in.Kind, in.Size = host.File, fi.Size()
	case fi.IsDir():
		in.Kind = host.Dir
	case fi.Mode()&fs.ModeSymlink != 0:
		in.Kind = host.Link
	}
	return in
}
