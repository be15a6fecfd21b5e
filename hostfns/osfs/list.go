package osfs

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// entriesPerRead is how many names one directory read asks for.
const entriesPerRead = 1024

// List implements host.Files.
func (f *FS) List(path string) ([]host.Info, error) {
	if err := f.runCheck(); err != nil {
		return nil, err
	}
	p, err := f.resolvePath(path)
	if err != nil {
		return nil, err
	}
	if p.mount.Files != nil {
		return f.listSingle(p)
	}
	dir, err := f.openFolder(p, p.rel)
	if err != nil {
		return nil, describeError(path, err)
	}
	defer f.giveFolder(dir)
	names, err := readNames(dir.value)
	if err != nil {
		return nil, describeError(path, err)
	}
	list := make([]host.Info, 0, len(names))
	for _, name := range names {
		in, err := dir.value.lstatEntry(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since its name was read
		}
		if err != nil {
			return nil, describeError(path, err)
		}
		rel := name
		if p.rel != "." {
			rel = p.rel + "/" + name
		}
		if in, err = f.followLink(p, rel, in); err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

// readNames returns the names in a folder in byte order.
func readNames(dir folder) ([]string, error) {
	d, err := dir.reopenDir()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	var names []string
	for {
		more, err := d.Readdirnames(entriesPerRead)
		names = append(names, more...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(names) > MaxEntries {
			return nil, fault.New(fault.LimitExceeded, "folder has more than 1,048,576 entries")
		}
	}
	slices.SortFunc(names, strings.Compare)
	return names, nil
}
