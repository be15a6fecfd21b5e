package guesttest

import (
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Files is a host.Files over file contents by path.
type Files map[string]string

// Stat implements host.Files.
func (f Files) Stat(path string) (host.Info, error) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if text, ok := f[path]; ok {
		return host.Info{Name: name, Kind: host.File, Size: int64(len(text)), ModTime: 1000}, nil
	}
	for p := range f {
		if strings.HasPrefix(p, path+"/") {
			return host.Info{Name: name, Kind: host.Dir, ModTime: 1000}, nil
		}
	}
	return host.Info{}, fault.New(fault.BadRef, "no such file").At(path, 0, 0)
}

// List implements host.Files.
func (f Files) List(path string) ([]host.Info, error) {
	names := map[string]bool{}
	for p := range f {
		if rest, ok := strings.CutPrefix(p, path+"/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			names[name] = true
		}
	}
	if len(names) == 0 {
		return nil, fault.New(fault.BadRef, "no such folder").At(path, 0, 0)
	}
	var infos []host.Info
	for name := range names {
		info, err := f.Stat(path + "/" + name)
		if err != nil {
			return nil, err
		}
		infos = append(infos, info)
	}
	sort.Slice(infos, func(i, j int) bool { return infos[i].Name < infos[j].Name })
	return infos, nil
}

// ReadAt implements host.Files. A path that ends in /panic is this host's bug.
func (f Files) ReadAt(path string, p []byte, off int64) (int, error) {
	if strings.HasSuffix(path, "/panic") {
		panic("the host has a bug")
	}
	text, ok := f[path]
	if !ok {
		return 0, fault.New(fault.BadRef, "no such file").At(path, 0, 0).WithHint("look elsewhere")
	}
	if off >= int64(len(text)) {
		return 0, nil
	}
	return copy(p, text[off:]), nil
}

type clock struct{}

func (clock) Now() int64 { return 1795200000000 }

// Host returns a host of files and a fixed clock.
func Host(files Files) *host.Host { return &host.Host{Files: files, Clock: clock{}} }

// Refusing is Files whose content may not be read.
type Refusing struct{ Files }

// ReadAt implements host.Files.
func (Refusing) ReadAt(path string, p []byte, off int64) (int, error) {
	return 0, fault.New(fault.PermissionDenied, "may not be read: ünïcode\n").At(path, 0, 0).WithHint("ask its owner")
}

// Panics returns a host whose every file call is a bug of its own.
func Panics() *host.Host { return &host.Host{Files: broken{}, Clock: clock{}} }

type broken struct{}

func (broken) Stat(string) (host.Info, error)            { panic("the host has a bug") }
func (broken) List(string) ([]host.Info, error)          { panic("the host has a bug") }
func (broken) ReadAt(string, []byte, int64) (int, error) { panic("the host has a bug") }
