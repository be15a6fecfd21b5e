package osfs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/osfs"
)

// lay makes entries in folder and returns what could not be made.
func lay(t *testing.T, folder string, entries []hosttest.Entry) (missing []string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range entries {
		name := filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(e.Path, "m")))
		switch e.Shape {
		case hosttest.File:
			must(os.WriteFile(name, e.Data, 0o600))
		case hosttest.Folder:
			must(os.MkdirAll(name, 0o700))
		case hosttest.Inside, hosttest.Outside:
			target := e.Target
			if e.Shape == hosttest.Outside {
				target = "../../../../../../../etc"
			}
			if err := os.Symlink(filepath.FromSlash(target), name); err != nil {
				missing = append(missing, e.Path)
			}
		case hosttest.FIFO:
			if err := makeFIFO(name); err != nil {
				missing = append(missing, e.Path, e.Path+"/x")
			}
		}
		if e.Denied && !deny(t, name) {
			missing = append(missing, e.Path)
		}
	}
	for _, e := range entries { // last, since making a child moves its folder's time
		if e.Shape == hosttest.File || e.Shape == hosttest.Folder {
			at := time.UnixMilli(hosttest.DefaultModTime)
			if e.ModTime != 0 {
				at = time.UnixMilli(e.ModTime)
			}
			must(os.Chtimes(filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(e.Path, "m"))), at, at.Add(999*time.Microsecond)))
		}
	}
	return missing
}

// deny makes a path unreadable and reports whether it worked: root reads
// everything, and Windows has other means.
func deny(t *testing.T, name string) bool {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		return false
	}
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(name, 0o700) })
	return true
}

func mount(t *testing.T, folder string) *osfs.FS {
	f := osfs.New(map[string]osfs.Mount{"m": {Folder: folder}}, osfs.Options{})
	t.Cleanup(f.Release)
	return f
}

func TestFilesSuite(t *testing.T) {
	hosttest.RunFiles(t, func(t *testing.T, entries []hosttest.Entry) (host.Files, []string) {
		folder := t.TempDir()
		missing := lay(t, folder, entries)
		return mount(t, folder), missing
	})
}

// os.Root refuses absolute links even when they lead back inside.
func TestAbsoluteLinks(t *testing.T) {
	folder := t.TempDir()
	lay(t, folder, []hosttest.Entry{{Path: "m/real", Data: []byte("x")}})
	if err := os.Symlink(filepath.Join(folder, "real"), filepath.Join(folder, "absolute")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	f := mount(t, folder)
	if in, err := f.Stat("m/absolute"); err != nil || in.Kind != host.Link {
		t.Errorf("%+v, %v; want Link", in, err)
	}
	if _, err := f.ReadAt("m/absolute", make([]byte, 1), 0); !errors.Is(err, fault.PermissionDenied) {
		t.Errorf("%v, want PERMISSION_DENIED", err)
	}
}

// A mount's own folder may be a link to anywhere: the user put it there.
func TestMountThatIsALink(t *testing.T) {
	folder := t.TempDir()
	lay(t, folder, []hosttest.Entry{{Path: "m/real", Shape: hosttest.Folder}, {Path: "m/real/f", Data: []byte("x")}})
	if err := os.Symlink(filepath.Join(folder, "real"), filepath.Join(folder, "mount")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if in, err := mount(t, filepath.Join(folder, "mount")).Stat("m/f"); err != nil || in.Size != 1 {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestMountThatDoesNotExist(t *testing.T) {
	folder := t.TempDir()
	lay(t, folder, []hosttest.Entry{{Path: "m/file", Data: []byte("x")}})
	for _, base := range []string{filepath.Join(folder, "none"), filepath.Join(folder, "file")} {
		f := mount(t, base)
		for _, path := range []string{"m", "m/x"} {
			_, statErr := f.Stat(path)
			_, listErr := f.List(path)
			_, readErr := f.ReadAt(path, make([]byte, 1), 0)
			for _, err := range []error{statErr, listErr, readErr} {
				if e := fault.From(err); e == nil || e.Code != fault.BadRef || e.Path != path {
					t.Errorf("%s of %s: %v, want BAD_REF", path, base, err)
				}
			}
		}
	}
}

func TestErrorsNameNoAbsolutePath(t *testing.T) {
	folder := t.TempDir()
	missing := lay(t, folder, []hosttest.Entry{
		{Path: "m/denied", Data: []byte("x"), Denied: true}, {Path: "m/out", Shape: hosttest.Outside},
		{Path: "m/denied-folder", Shape: hosttest.Folder, Denied: true}, {Path: "m/fifo", Shape: hosttest.FIFO},
	})
	t.Log("not tested here: ", missing)
	f := mount(t, folder)
	for _, path := range []string{"m", "m/none", "m/out", "m/out/x", "m/denied", "m/denied-folder", "m/denied-folder/x", "m/fifo", "other/x"} {
		_, statErr := f.Stat(path)
		_, listErr := f.List(path)
		_, readErr := f.ReadAt(path, make([]byte, 1), 0)
		for _, err := range []error{statErr, listErr, readErr} {
			if err != nil && strings.Contains(err.Error(), filepath.Base(folder)) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

func TestSingleFiles(t *testing.T) {
	folder := t.TempDir()
	lay(t, folder, []hosttest.Entry{
		{Path: "m/.agent", Shape: hosttest.Folder}, {Path: "m/.agent/index.jsonl", Data: []byte("{}")}, {Path: "m/.agent/secret", Data: []byte("s")},
		{Path: "m/.top", Data: []byte("top")}, {Path: "m/secret", Data: []byte("s")}, {Path: "m/.agent/sub", Shape: hosttest.Folder},
		{Path: "m/away", Shape: hosttest.Folder}, {Path: "m/away/f", Data: []byte("f")},
		{Path: "m/link", Shape: hosttest.Inside, Target: "secret"}, {Path: "m/door", Shape: hosttest.Inside, Target: "away"},
	})
	f := osfs.New(map[string]osfs.Mount{"home-files": {Folder: folder, Files: []string{
		".agent/index.jsonl", ".agent/sub", ".top", "link", "door/f", "none", "no/such/file"}}}, osfs.Options{})
	defer f.Release()
	list, err := f.List("home-files")
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, in := range list {
		got += fmt.Sprintf("%s %d %d, ", in.Name, in.Kind, in.Size)
	}
	if want := fmt.Sprintf(".agent %d 0, .top %d 3, door %d 0, link %d 0, ", host.Dir, host.File, host.Link, host.Link); got != want {
		t.Errorf("lists %s want %s", got, want)
	}
	if list, err := f.List("home-files/.agent"); err != nil || len(list) != 2 || list[0].Name != "index.jsonl" || list[0].Kind != host.File {
		t.Errorf("%+v, %v", list, err)
	}
	p := make([]byte, 9)
	for path, want := range map[string]string{"home-files/.agent/index.jsonl": "{}", "home-files/.top": "top"} {
		if n, err := f.ReadAt(path, p, 0); err != nil || string(p[:n]) != want {
			t.Errorf("%s: %q, %v", path, p[:n], err)
		}
	}
	for path, want := range map[string]fault.Code{
		"home-files": fault.BadRef, "home-files/secret": fault.BadRef, "home-files/.agent/secret": fault.BadRef, "home-files/.agent": fault.BadRef,
		"home-files/.agent/sub": fault.BadRef, "home-files/none": fault.BadRef, "home-files/no/such/file": fault.BadRef, "home-files/away/f": fault.BadRef,
		"home-files/link": fault.PermissionDenied, "home-files/door/f": fault.PermissionDenied,
	} {
		if _, err := f.ReadAt(path, p, 0); !errors.Is(err, want) {
			t.Errorf("reading %s: %v, want %s", path, err, want)
		}
	}
	for path, want := range map[string]fault.Code{
		"home-files/away": fault.BadRef, "home-files/door": fault.PermissionDenied, "home-files/.top": fault.BadRef, "home-files/no": fault.BadRef,
	} {
		if _, err := f.List(path); !errors.Is(err, want) {
			t.Errorf("listing %s: %v, want %s", path, err, want)
		}
	}
	if _, err := f.Stat("home-files/secret"); !errors.Is(err, fault.BadRef) {
		t.Errorf("Stat of a file beside: %v", err)
	}
}

func TestManyFilesAndRelease(t *testing.T) {
	folder := t.TempDir()
	var entries []hosttest.Entry
	for i := range 3 * osfs.MaxOpenFiles {
		entries = append(entries, hosttest.Entry{Path: fmt.Sprintf("m/d%d", i), Shape: hosttest.Folder},
			hosttest.Entry{Path: fmt.Sprintf("m/d%d/f", i), Data: []byte{byte(i)}})
	}
	lay(t, folder, entries)
	f := mount(t, folder)
	before := openFiles()
	for range 2 {
		for i := range 3 * osfs.MaxOpenFiles {
			p := make([]byte, 1)
			if n, err := f.ReadAt(fmt.Sprintf("m/d%d/f", i), p, 0); n != 1 || err != nil || p[0] != byte(i) {
				t.Fatalf("file %d: %d, %v", i, p, err)
			}
		}
	}
	if n := openFiles() - before; before >= 0 && (n < osfs.MaxOpenFiles || n > osfs.MaxOpenFiles+osfs.MaxOpenFolders) {
		t.Errorf("%d handles are kept open", n)
	}
	f.Release()
	if n := openFiles() - before; n != 0 {
		t.Errorf("%d handles are open after Release", n)
	}
	if _, err := f.ReadAt("m/d1/f", make([]byte, 1), 0); err != nil {
		t.Errorf("after Release: %v", err)
	}
}

// openFiles counts this process's handles, or returns -1 where it cannot.
func openFiles() int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(list)
}

func TestCheckEndsEveryCall(t *testing.T) {
	late := fault.New(fault.Timeout, "deadline passed")
	f := osfs.New(map[string]osfs.Mount{"m": {Folder: t.TempDir()}}, osfs.Options{Check: func() error { return late }})
	_, a := f.Stat("m")
	_, b := f.List("m")
	_, c := f.ReadAt("m/x", nil, 0)
	if a != late || b != late || c != late {
		t.Error(a, b, c)
	}
}

func TestPathLimit(t *testing.T) {
	f := mount(t, t.TempDir())
	if _, err := f.Stat("m/" + strings.Repeat("x", osfs.MaxPathBytes)); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("%v, want LIMIT_EXCEEDED", err)
	}
}

func BenchmarkReadAt(b *testing.B) {
	folder := b.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "f"), make([]byte, 1<<20), 0o600); err != nil {
		b.Fatal(err)
	}
	f := osfs.New(map[string]osfs.Mount{"m": {Folder: folder}}, osfs.Options{})
	defer f.Release()
	p := make([]byte, 64)
	for b.Loop() {
		if _, err := f.ReadAt("m/f", p, 1000); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkListAndOpen3000(b *testing.B) {
	folder := b.TempDir()
	for i := range 30 {
		if err := os.Mkdir(filepath.Join(folder, fmt.Sprint(i)), 0o700); err != nil {
			b.Fatal(err)
		}
		for j := range 100 {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i), fmt.Sprint(j)), []byte("x"), 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	p := make([]byte, 64)
	for b.Loop() {
		f := osfs.New(map[string]osfs.Mount{"m": {Folder: folder}}, osfs.Options{})
		dirs, err := f.List("m")
		if err != nil {
			b.Fatal(err)
		}
		for _, d := range dirs {
			list, err := f.List("m/" + d.Name)
			if err != nil {
				b.Fatal(err)
			}
			for _, in := range list {
				if _, err := f.ReadAt("m/"+d.Name+"/"+in.Name, p, 0); err != nil {
					b.Fatal(err)
				}
			}
		}
		f.Release()
	}
}
