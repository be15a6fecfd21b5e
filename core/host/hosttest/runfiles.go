package hosttest

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// FilesFactory makes entries real and returns the implementation under test
// over them. Entries that the system cannot have (a FIFO on Windows) are left
// out and named in missing, and so are unreadable ones where everything can
// be read (as root).
type FilesFactory func(t *testing.T, entries []Entry) (files host.Files, missing []string)

// fileEntries is what RunFiles works on.
func fileEntries() []Entry {
	return []Entry{
		{Path: "m", Shape: Folder},
		{Path: "m/a.txt", Data: []byte("0123456789")},
		{Path: "m/empty", Data: nil},
		{Path: "m/big", Data: bytes.Repeat([]byte("0123456789abcdef"), 20_000)},
		{Path: "m/old", Data: []byte("x"), ModTime: 999},
		{Path: "m/sub", Shape: Folder},
		{Path: "m/sub/deep", Shape: Folder},
		{Path: "m/sub/deep/file.jsonl", Data: []byte("{}\n")},
		{Path: "m/with space é", Data: []byte("é")},
		{Path: "m/Z", Data: []byte("Z")},
		{Path: "m/_", Data: []byte("_")},
		{Path: "m/nothing", Shape: Folder},
		{Path: "m/link-to-file", Shape: Inside, Target: "sub/deep/file.jsonl"},
		{Path: "m/link-to-folder", Shape: Inside, Target: "sub"},
		{Path: "m/sub/link-up", Shape: Inside, Target: "../a.txt"},
		{Path: "m/link-to-link", Shape: Inside, Target: "link-to-file"},
		{Path: "m/dangling", Shape: Inside, Target: "nowhere"},
		{Path: "m/loop", Shape: Inside, Target: "loop"},
		{Path: "m/out", Shape: Outside},
		{Path: "m/fifo", Shape: FIFO},
		{Path: "m/denied", Data: []byte("secret"), Denied: true},
		{Path: "m/denied-folder", Shape: Folder, Denied: true},
	}
}

// RunFiles runs the suite that every host.Files has to pass.
func RunFiles(t *testing.T, factory FilesFactory) {
	files, missing := factory(t, fileEntries())
	s := fileSuite{files: files, missing: map[string]bool{}}
	for _, path := range missing {
		t.Logf("not tested here: %s", path)
		s.missing[path] = true
	}
	t.Run("Stat", s.testStat)
	t.Run("List", s.testList)
	t.Run("ReadAt", s.readAt)
	t.Run("Refusals", s.testRefusals)
	t.Run("Concurrency", s.testConcurrency)
}

type fileSuite struct {
	files   host.Files
	missing map[string]bool
}

func (s fileSuite) testStat(t *testing.T) {
	for _, c := range []struct {
		path string
		want host.Info
	}{
		{"m/a.txt", host.Info{Name: "a.txt", Kind: host.File, Size: 10, ModTime: DefaultModTime}},
		{"m/empty", host.Info{Name: "empty", Kind: host.File, ModTime: DefaultModTime}},
		{"m/old", host.Info{Name: "old", Kind: host.File, Size: 1, ModTime: 999}},
		{"m/sub/deep/file.jsonl", host.Info{Name: "file.jsonl", Kind: host.File, Size: 3, ModTime: DefaultModTime}},
		{"m/with space é", host.Info{Name: "with space é", Kind: host.File, Size: 2, ModTime: DefaultModTime}},
		{"m/nothing", host.Info{Name: "nothing", Kind: host.Dir, ModTime: DefaultModTime}},
		{"m/link-to-file", host.Info{Name: "link-to-file", Kind: host.File, Size: 3, ModTime: DefaultModTime}},
		{"m/link-to-link", host.Info{Name: "link-to-link", Kind: host.File, Size: 3, ModTime: DefaultModTime}},
		{"m/link-to-folder", host.Info{Name: "link-to-folder", Kind: host.Dir, ModTime: DefaultModTime}},
		{"m/link-to-folder/deep/file.jsonl", host.Info{Name: "file.jsonl", Kind: host.File, Size: 3, ModTime: DefaultModTime}},
		{"m/sub/link-up", host.Info{Name: "link-up", Kind: host.File, Size: 10, ModTime: DefaultModTime}},
		{"m/dangling", host.Info{Name: "dangling", Kind: host.Link}},
		{"m/loop", host.Info{Name: "loop", Kind: host.Link}},
		{"m/out", host.Info{Name: "out", Kind: host.Link}},
		{"m/fifo", host.Info{Name: "fifo", Kind: host.Other}},
		{"m/denied", host.Info{Name: "denied", Kind: host.File, Size: 6, ModTime: DefaultModTime}},
	} {
		if s.missing[c.path] {
			continue
		}
		got, err := s.files.Stat(c.path)
		if c.want.Kind == host.Link || c.want.Kind == host.Other {
			got.ModTime, got.Size = 0, 0 // the thing's own, which says nothing
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.path, got, err, c.want)
		}
	}
	if in, err := s.files.Stat("m"); err != nil || in.Name != "m" || in.Kind != host.Dir || in.Size != 0 {
		t.Errorf("the mount: %+v, %v", in, err)
	}
}

func (s fileSuite) testList(t *testing.T) {
	all := []string{"Z", "_", "a.txt", "big", "dangling", "denied", "denied-folder", "empty", "fifo", "link-to-file",
		"link-to-folder", "link-to-link", "loop", "nothing", "old", "out", "sub", "with space é"}
	var want []string
	for _, name := range all {
		if !s.missing["m/"+name] || strings.HasPrefix(name, "denied") { // those are there in any case
			want = append(want, name)
		}
	}
	list, err := s.files.List("m")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(want) {
		t.Fatalf("%d entries, want %d: %+v", len(list), len(want), list)
	}
	for i, in := range list {
		if in.Name != want[i] {
			t.Errorf("entry %d is %q, want %q", i, in.Name, want[i])
		}
		single, err := s.files.Stat("m/" + in.Name)
		if err != nil || single != in {
			t.Errorf("List says %+v, Stat says %+v, %v", in, single, err)
		}
	}
	for path, n := range map[string]int{"m/nothing": 0, "m/sub": 2, "m/link-to-folder": 2, "m/sub/deep": 1} {
		if list, err := s.files.List(path); err != nil || len(list) != n {
			t.Errorf("%s: %+v, %v; want %d entries", path, list, err, n)
		}
	}
}

func (s fileSuite) readAt(t *testing.T) {
	for _, c := range []struct {
		path string
		off  int64
		n    int
		want string
	}{
		{"m/a.txt", 0, 10, "0123456789"},
		{"m/a.txt", 0, 20, "0123456789"},
		{"m/a.txt", 3, 4, "3456"},
		{"m/a.txt", 9, 4, "9"},
		{"m/a.txt", 10, 4, ""},
		{"m/a.txt", 1 << 40, 4, ""},
		{"m/a.txt", 5, 0, ""},
		{"m/empty", 0, 4, ""},
		{"m/link-to-file", 0, 9, "{}\n"},
		{"m/link-to-link", 1, 9, "}\n"},
		{"m/link-to-folder/deep/file.jsonl", 0, 9, "{}\n"},
		{"m/sub/link-up", 8, 9, "89"},
		{"m/with space é", 0, 9, "é"},
		{"m/big", 319_990, 99, "6789abcdef"},
	} {
		p := bytes.Repeat([]byte{'#'}, c.n)
		n, err := s.files.ReadAt(c.path, p, c.off)
		if err != nil || string(p[:n]) != c.want {
			t.Errorf("%s at %d: %q, %v; want %q", c.path, c.off, p[:n], err, c.want)
		}
		for _, b := range p[n:] {
			if b != '#' {
				t.Errorf("%s at %d: wrote after the bytes it read", c.path, c.off)
				break
			}
		}
	}
	p := make([]byte, 320_000)
	if n, err := s.files.ReadAt("m/big", p, 0); n != len(p) || err != nil {
		t.Errorf("a large read gave %d bytes, %v", n, err)
	}
}

func (s fileSuite) testRefusals(t *testing.T) {
	const stat, list, read = 1, 2, 4
	for _, c := range []struct {
		path  string
		calls int
		want  fault.Code
	}{
		{"other", stat | list | read, fault.BadRef},
		{"other/a.txt", stat | list | read, fault.BadRef},
		{"m/none", stat | list | read, fault.BadRef},
		{"m/none/none", stat | list | read, fault.BadRef},
		{"m/a.txt/x", stat | list | read, fault.BadRef},
		{"m/a.txt", list, fault.BadRef},
		{"m", read, fault.BadRef},
		{"m/sub", read, fault.BadRef},
		{"m/fifo", list | read, fault.BadRef},
		{"m/fifo/x", stat | list | read, fault.BadRef},
		{"m/out", list | read, fault.PermissionDenied},
		{"m/out/x", stat | list | read, fault.PermissionDenied},
		{"m/dangling", list | read, fault.BadRef},
		{"m/loop", list | read, fault.PermissionDenied},
		{"m/denied", read, fault.PermissionDenied},
		{"m/denied-folder", list, fault.PermissionDenied},
		{"", stat | list | read, fault.BadRef},
		{"m/", stat | list | read, fault.InvalidArgument},
		{"m//a.txt", stat | list | read, fault.InvalidArgument},
		{"m/./a.txt", stat | list | read, fault.InvalidArgument},
		{"m/sub/../a.txt", stat | list | read, fault.InvalidArgument},
		{"m/..", stat | list | read, fault.InvalidArgument},
		{"m/../m/a.txt", stat | list | read, fault.InvalidArgument},
	} {
		if s.missing[c.path] {
			continue
		}
		errs := map[int]error{}
		_, errs[stat] = s.files.Stat(c.path)
		_, errs[list] = s.files.List(c.path)
		_, errs[read] = s.files.ReadAt(c.path, make([]byte, 4), 0)
		for call, err := range errs {
			if c.calls&call == 0 {
				continue
			}
			if e := fault.From(err); e == nil || e.Code != c.want || e.Path != c.path {
				t.Errorf("%q (call %d): %v, want %s with that path", c.path, call, err, c.want)
			}
		}
	}
	if _, err := s.files.ReadAt("m/a.txt", make([]byte, 4), -1); fault.CodeOf(err) != fault.InvalidArgument {
		t.Errorf("negative offset: %v", err)
	}
}

// concurrency: Parallel reads many files at once.
func (s fileSuite) testConcurrency(t *testing.T) {
	paths := []string{"m/a.txt", "m/big", "m/old", "m/sub/deep/file.jsonl", "m/link-to-file", "m/Z", "m/_"}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 200 {
				path := paths[(worker+i)%len(paths)]
				if n, err := s.files.ReadAt(path, make([]byte, 1), 0); n != 1 || err != nil {
					t.Errorf("%s: %d bytes, %v", path, n, err)
					return
				}
				if i%20 == 0 {
					if _, err := s.files.List("m/sub"); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	group.Wait()
}
