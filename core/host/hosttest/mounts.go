package hosttest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// maxLinks is how many links are followed for one path.
const maxLinks = 8

// Mounts is a host.Files in memory. Entries may be added, changed and removed
// at any time, also while it is read; parents are made as needed.
type Mounts struct {
	mu      sync.RWMutex
	entries map[string]Entry
}

var _ host.Files = (*Mounts)(nil)

// NewMounts returns Mounts with entries.
func NewMounts(entries ...Entry) *Mounts {
	m := &Mounts{entries: map[string]Entry{}}
	return m.Add(entries...)
}

// Add adds entries or replaces those of the same path, and returns m.
func (m *Mounts) Add(entries ...Entry) *Mounts {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range entries {
		if e.ModTime == 0 {
			e.ModTime = DefaultModTime
		}
		m.entries[e.Path] = e
		for dir := path.Dir(e.Path); dir != "."; dir = path.Dir(dir) {
			if _, ok := m.entries[dir]; !ok {
				m.entries[dir] = Entry{Path: dir, Shape: Folder, ModTime: DefaultModTime}
			}
		}
	}
	return m
}

// File adds a regular file with the default modification time.
func (m *Mounts) File(path string, data []byte) *Mounts {
	return m.Add(Entry{Path: path, Data: data})
}

// Folder adds a folder, or a mount.
func (m *Mounts) Folder(path string) *Mounts { return m.Add(Entry{Path: path, Shape: Folder}) }

// Remove removes a path and everything below it.
func (m *Mounts) Remove(path string) *Mounts {
	m.mu.Lock()
	defer m.mu.Unlock()
	for p := range m.entries {
		if p == path || strings.HasPrefix(p, path+"/") {
			delete(m.entries, p)
		}
	}
	return m
}

// Bytes returns the content of a file.
func (m *Mounts) Bytes(t testing.TB, path string) []byte {
	t.Helper()
	info, err := m.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, info.Size)
	if _, err := m.ReadAt(path, b, 0); err != nil {
		t.Fatal(err)
	}
	return b
}

// Load adds a copy of a folder on disk as mount, with modification times and
// without links, and returns m.
func (m *Mounts) Load(t testing.TB, mount, folder string) *Mounts {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		e := Entry{Path: path.Join(mount, filepath.ToSlash(rel)), ModTime: fi.ModTime().UnixMilli()}
		switch {
		case d.IsDir():
			e.Shape = Folder
		case !d.Type().IsRegular():
			return nil
		default:
			if e.Data, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		m.Add(e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Stat implements host.Files.
func (m *Mounts) Stat(path string) (host.Info, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	e, err := m.lookupEntry(path)
	if err != nil {
		return host.Info{}, err
	}
	return m.entryInfo(e), nil
}

// List implements host.Files.
func (m *Mounts) List(dir string) ([]host.Info, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	e, err := m.resolveLinks(dir)
	if err != nil {
		return nil, err
	}
	if e.Shape != Folder {
		return nil, fault.New(fault.BadRef, "not a folder").At(dir, 0, 0)
	}
	if e.Denied {
		return nil, fault.New(fault.PermissionDenied, "cannot be read").At(dir, 0, 0)
	}
	list := []host.Info{}
	for p, child := range m.entries {
		if path.Dir(p) == e.Path {
			list = append(list, m.entryInfo(child))
		}
	}
	slices.SortFunc(list, func(a, b host.Info) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// ReadAt implements host.Files.
func (m *Mounts) ReadAt(path string, p []byte, off int64) (int, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	e, err := m.resolveLinks(path)
	switch {
	case err != nil:
		return 0, err
	case off < 0:
		return 0, fault.New(fault.InvalidArgument, "negative offset").At(path, 0, 0)
	case e.Shape != File:
		return 0, fault.New(fault.BadRef, "not a regular file").At(path, 0, 0)
	case e.Denied:
		return 0, fault.New(fault.PermissionDenied, "cannot be read").At(path, 0, 0)
	case off >= int64(len(e.Data)):
		return 0, nil
	}
	return copy(p, e.Data[off:]), nil
}

// entryInfo describes an entry, following a link that stays inside.
func (m *Mounts) entryInfo(e Entry) host.Info {
	in := host.Info{Name: path.Base(e.Path), Kind: e.hostKind(), ModTime: e.ModTime}
	if e.Shape == Inside {
		if to, err := m.resolveLinks(e.Path); err == nil {
			in.Kind, in.ModTime, in.Size = to.hostKind(), to.ModTime, int64(len(to.Data))
		}
	}
	if e.Shape == File {
		in.Size = int64(len(e.Data))
	}
	return in
}

// resolveLinks finds what a path finally leads to.
func (m *Mounts) resolveLinks(name string) (Entry, error) {
	for at, links := name, 0; ; links++ {
		e, err := m.lookupEntry(at)
		if err != nil {
			return Entry{}, fault.New(fault.CodeOf(err), "no such file or folder").At(name, 0, 0)
		}
		switch {
		case e.Shape == Outside:
			return Entry{}, fault.New(fault.PermissionDenied, "symbolic link leaves its mount").At(name, 0, 0)
		case e.Shape != Inside:
			return e, nil
		case links >= maxLinks:
			return Entry{}, fault.New(fault.PermissionDenied, "too many symbolic links").At(name, 0, 0)
		}
		at = path.Join(path.Dir(e.Path), e.Target)
	}
}

// lookupEntry finds the entry of a path, following links in its folders only.
func (m *Mounts) lookupEntry(name string) (Entry, error) {
	if name != "" && path.Clean(name) != name || name == "." || strings.HasPrefix(name, "..") || strings.HasPrefix(name, "/") {
		return Entry{}, fault.New(fault.InvalidArgument, "not a plain mount path").At(name, 0, 0)
	}
	if e, ok := m.entries[name]; ok {
		return e, nil
	}
	dir, base := path.Split(name)
	if dir != "" {
		parent, err := m.resolveLinks(strings.TrimSuffix(dir, "/"))
		if err != nil {
			return Entry{}, fault.New(fault.CodeOf(err), "no such file or folder").At(name, 0, 0)
		}
		if e, ok := m.entries[path.Join(parent.Path, base)]; ok && parent.Shape == Folder {
			return e, nil
		}
	}
	return Entry{}, fault.New(fault.BadRef, "no such file or folder").At(name, 0, 0)
}
