package hosttest_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
)

func TestMountsPassTheSuite(t *testing.T) {
	hosttest.RunFiles(t, func(t *testing.T, entries []hosttest.Entry) (host.Files, []string) {
		return hosttest.NewMounts(entries...), nil
	})
}

func TestMountsChange(t *testing.T) {
	m := hosttest.NewMounts().File("m/a/b", []byte("1"))
	if list, err := m.List("m/a"); err != nil || len(list) != 1 || list[0].ModTime != hosttest.DefaultModTime {
		t.Errorf("%+v, %v", list, err)
	}
	m.File("m/a/b", []byte("22")).File("m/a/c", nil)
	if in, err := m.Stat("m/a/b"); err != nil || in.Size != 2 {
		t.Errorf("%+v, %v", in, err)
	}
	m.Remove("m/a")
	if _, err := m.Stat("m/a/c"); !errors.Is(err, fault.BadRef) {
		t.Errorf("below a removed folder: %v", err)
	}
}

func TestLoad(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "x", "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "x", "f"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := hosttest.NewMounts().Load(t, "m", folder)
	fi, err := os.Stat(filepath.Join(folder, "x", "f"))
	if err != nil {
		t.Fatal(err)
	}
	want := host.Info{Name: "f", Kind: host.File, Size: 4, ModTime: fi.ModTime().UnixMilli()}
	if in, err := m.Stat("m/x/f"); err != nil || in != want {
		t.Errorf("%+v, %v; want %+v", in, err, want)
	}
	if list, err := m.List("m/x/empty"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestFaults(t *testing.T) {
	f := hosttest.Inject(hosttest.Host(hosttest.NewMounts().File("m/a", []byte("x"))))
	h, broken := f.Host(), errors.New("broken")
	f.FailNth(2, broken)
	_, first := h.Files.Stat("m/a")
	_, second := h.Files.List("m")
	third := h.Poll.Poll(0, 0)
	if first != nil || second != broken || third != nil || f.Count() != 3 {
		t.Errorf("%v, %v, %v, %d calls", first, second, third, f.Count())
	}
	want := hosttest.Call{N: 2, Op: "files.list", Path: "m"}
	if got := f.Calls()[1]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	f.FailNth(0, nil)
	f.FailWhen(func(c hosttest.Call) error {
		if c.Op == "files.readAt" {
			return broken
		}
		return nil
	})
	if _, err := h.Files.ReadAt("m/a", nil, 0); err != broken {
		t.Error(err)
	}
	if h.SQL != nil || h.Zstd != nil || h.Parallel != nil {
		t.Error("powers appeared that were not granted")
	}
}

// recorder is a testing.TB that fails in silence.
type recorder struct {
	testing.TB
	failed int
}

func (r *recorder) Errorf(string, ...any) { r.failed++ }

type writer struct{ host.SQL }

func (writer) Open(host.Database) (int64, error)  { return 1, nil }
func (writer) Exec(int64, []host.Statement) error { return nil }

func TestWatch(t *testing.T) {
	r := &recorder{TB: t}
	h := hosttest.Host(hosttest.NewMounts())
	h.SQL = writer{}
	h = hosttest.Watch(r, h)
	_, _ = h.SQL.Open(host.Database{})
	if r.failed != 0 {
		t.Error("reading was taken for writing")
	}
	_, _ = h.SQL.Open(host.Database{Writable: true})
	_ = h.SQL.Exec(1, nil)
	if r.failed != 2 {
		t.Errorf("%d of 2 writes noticed", r.failed)
	}
}

func TestClockTicks(t *testing.T) {
	c := hosttest.NewClock(100, 5)
	if a, b := c.Now(), c.Now(); a != 100 || b != 105 {
		t.Errorf("%d, %d", a, b)
	}
	c.Set(7)
	if now := c.Now(); now != 7 {
		t.Error(now)
	}
}

func TestEntropyIsSeededUUIDv7(t *testing.T) {
	a, b, other := hosttest.NewEntropy(1), hosttest.NewEntropy(1), hosttest.NewEntropy(2)
	last := [16]byte{}
	for range 100 {
		id := a.ID()
		if id != b.ID() || id == other.ID() {
			t.Fatal("not a function of the seed")
		}
		if id[6]>>4 != 7 || id[8]>>6 != 2 {
			t.Fatalf("%x is no UUID of version 7", id)
		}
		if string(id[:]) <= string(last[:]) {
			t.Fatalf("%x does not come after %x", id, last)
		}
		last = id
	}
}
