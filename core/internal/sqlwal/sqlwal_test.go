package sqlwal_test

import (
	"encoding/binary"
	"errors"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
)

// image applies a snapshot as host.Database says.
func image(t *testing.T, files host.Files, db host.Database) []string {
	t.Helper()
	main := readFile(t, files, db.Path)
	if len(db.Overlay) == 0 {
		if db.PageSize != 0 || db.Pages != 0 {
			t.Fatalf("page size %d and %d pages without an overlay", db.PageSize, db.Pages)
		}
		size := int(binary.BigEndian.Uint16([]byte(main[16:])))
		if size == 1 {
			size = 65536
		}
		return pagesOf(main, size)
	}
	all := make([]byte, db.Pages*db.PageSize)
	copy(all, main)
	last := int64(0)
	for _, f := range db.Overlay {
		if f.Page <= last || f.Page > db.Pages {
			t.Fatalf("overlay is not in page order within the image: %v", db.Overlay)
		}
		last = f.Page
		if n, err := files.ReadAt(db.Path+"-wal", all[(f.Page-1)*db.PageSize:][:db.PageSize], f.Offset); err != nil || int64(n) != db.PageSize {
			t.Fatalf("page %d at %d: %d bytes, %v", f.Page, f.Offset, n, err)
		}
	}
	return pagesOf(string(all), int(db.PageSize))
}

func pagesOf(s string, size int) []string {
	var pages []string
	for ; len(s) > 0; s = s[size:] {
		pages = append(pages, s[:size])
	}
	return pages
}

func readFile(t *testing.T, files host.Files, path string) string {
	t.Helper()
	in, err := files.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, in.Size)
	if _, err := files.ReadAt(path, b, 0); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func read(t *testing.T, files host.Files) sqlwal.Snapshot {
	t.Helper()
	snap, err := sqlwal.ReadSnapshot(hosttest.Host(files), "m/a.db")
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

func TestCommittedStates(t *testing.T) {
	for _, pageSize := range []int{512, 1024, 4096, 65536} {
		for _, bigEndian := range []bool{false, true} {
			t.Run(strconv.Itoa(pageSize)+"/"+strconv.FormatBool(bigEndian), func(t *testing.T) {
				b := typical(pageSize, bigEndian)
				for i, s := range b.states {
					m := b.mounts(b.wal[:s.end])
					if got := image(t, m, read(t, m).Database); !equal(got, s.pages) {
						t.Errorf("log up to commit %d does not give state %d", i, i)
					}
				}
				m := b.mounts(b.wal)
				snap := read(t, m)
				if want := b.states[len(b.states)-1]; !equal(image(t, m, snap.Database), want.pages) {
					t.Error("an unfinished transaction changed the state")
				}
				if snap.Frames != 11 || snap.Torn != 0 || snap.Hot {
					t.Errorf("frames %d, torn at %d, hot %v; want 11, 0, false", snap.Frames, snap.Torn, snap.Hot)
				}
			})
		}
	}
}

func TestTruncatedAtEveryByte(t *testing.T) {
	b := typical(512, false)
	for n := range b.wal {
		m := b.mounts(b.wal[:n])
		if got := image(t, m, read(t, m).Database); !equal(got, b.at(n).pages) {
			t.Fatalf("log of %d bytes does not give the newest state in it", n)
		}
	}
}

// A changed byte ends the log before the frame it is in; in the header it
// ends it before the first.
func TestFlippedAtEveryByte(t *testing.T) {
	b := typical(512, false)
	const frame = 24 + 512
	for at := range b.wal {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			wal := append([]byte{}, b.wal...)
			wal[at] ^= flip
			intact := 0
			if at >= 32 {
				intact = 32 + (at-32)/frame*frame
			}
			m := b.mounts(wal)
			if got := image(t, m, read(t, m).Database); !equal(got, b.at(intact).pages) {
				t.Fatalf("byte %d ^ %#x: not the newest state in the first %d bytes", at, flip, intact)
			}
		}
	}
}

func TestTornFrameIsReported(t *testing.T) {
	b := newBuilder(512, false, 1)
	b.commit(3, 1)
	b.commit(3, 2)
	for _, c := range []struct {
		name string
		wal  []byte
		want int64
	}{
		{"whole", b.wal, 0},
		{"cut within a frame", b.wal[:len(b.wal)-1], 32 + 536},
		{"cut within a salt", b.wal[:32+536+15], 0},
		{"flipped", append(append([]byte{}, b.wal[:len(b.wal)-1]...), b.wal[len(b.wal)-1]^1), 32 + 536},
	} {
		if got := read(t, b.mounts(c.wal)).Torn; got != c.want {
			t.Errorf("%s: torn at %d, want %d", c.name, got, c.want)
		}
	}
}

// After a checkpoint a log starts again from its beginning with new salts;
// the frames after the new ones are old.
func TestFramesOfAnEarlierRoundAreIgnored(t *testing.T) {
	old := typical(512, false)
	b := newBuilder(512, false, 2)
	copy(b.salts[:], "newSALTS")
	b.wal, b.sum = b.wal[:16], [2]uint32{}
	b.wal = append(b.wal, b.salts[:]...)
	b.add(b.wal)
	b.wal = b.appendSum(b.wal)
	b.commit(4, 4, 2)
	wal := append(append([]byte{}, b.wal...), old.wal[len(b.wal):]...)
	m := b.mounts(wal)
	snap := read(t, m)
	if !equal(image(t, m, snap.Database), b.states[1].pages) || snap.Torn != 0 {
		t.Errorf("%d frames, torn at %d: want only the two of the new round", snap.Frames, snap.Torn)
	}
}

func TestPlainDatabases(t *testing.T) {
	b := typical(512, false)
	other := typical(1024, false)
	short := append([]byte{}, b.main()...)
	cases := map[string]*hosttest.Mounts{
		"no log":                     hosttest.NewMounts().File("m/a.db", b.main()),
		"empty log":                  b.mounts(nil),
		"header only":                b.mounts(b.wal[:32]),
		"no commit":                  b.mounts(b.wal[:32+536/2]),
		"log of another page size":   b.mounts(other.wal[:other.states[1].end]), /* no page 1 in it */
		"log beside an empty file":   hosttest.NewMounts().File("m/a.db", nil).File("m/a.db-wal", b.wal),
		"zeroed log":                 b.mounts(make([]byte, len(b.wal))),
		"log that is something else": b.mounts(short),
	}
	for name, m := range cases {
		snap := read(t, m)
		if len(snap.Overlay) != 0 || snap.PageSize != 0 || snap.Pages != 0 || snap.Frames != 0 || snap.Path != "m/a.db" {
			t.Errorf("%s: %+v, want a plain database", name, snap.Database)
		}
	}
}

func TestMainFileCutWithinAPage(t *testing.T) {
	b := typical(512, false)
	for _, c := range []struct {
		name string
		main int
		wal  []byte
		want bool
	}{
		{"whole", 3 * 512, nil, false},
		{"cut", 3*512 - 1, nil, true},
		{"cut at a page", 2 * 512, nil, false},
		{"cut where a frame stands", 512 + 100, b.wal, false},
		{"cut before the log", 512 + 100, b.wal[:32], true},
		{"nothing", 0, nil, false},
		{"no header", 60, nil, false},
	} {
		m := hosttest.NewMounts().File("m/a.db", b.main()[:c.main]).File("m/a.db-wal", c.wal)
		snap := read(t, m)
		if snap.Cut != c.want || (len(snap.Diagnostics("x")) == 1) != c.want {
			t.Errorf("%s: %v, %v", c.name, snap.Cut, snap.Diagnostics("x"))
		}
	}
}

func TestUnknownLogVersion(t *testing.T) {
	b := newBuilder(512, false, 1)
	binary.BigEndian.PutUint32(b.wal[4:], 3007001)
	b.sum = [2]uint32{}
	b.add(b.wal[:24])
	wal := b.appendSum(b.wal[:24])
	_, err := sqlwal.ReadSnapshot(hosttest.Host(b.mounts(wal)), "m/a.db")
	if !errors.Is(err, fault.Unsupported) {
		t.Errorf("%v, want UNSUPPORTED", err)
	}
}

func TestRefusedFiles(t *testing.T) {
	b := typical(512, false)
	for _, c := range []struct {
		name string
		m    *hosttest.Mounts
		want fault.Code
		path string
	}{
		{"missing", hosttest.NewMounts().Folder("m"), fault.BadRef, "m/a.db"},
		{"folder", hosttest.NewMounts().Folder("m/a.db"), fault.BadRef, "m/a.db"},
		{"FIFO", hosttest.NewMounts(hosttest.Entry{Path: "m/a.db", Shape: hosttest.FIFO}), fault.BadRef, "m/a.db"},
		{"link out", hosttest.NewMounts(hosttest.Entry{Path: "m/a.db", Shape: hosttest.Outside}), fault.PermissionDenied, "m/a.db"},
		{"unreadable", hosttest.NewMounts(hosttest.Entry{Path: "m/a.db", Data: b.main(), Denied: true}), fault.PermissionDenied, "m/a.db"},
		{"log links out", b.mounts(nil).Add(hosttest.Entry{Path: "m/a.db-wal", Shape: hosttest.Outside}), fault.PermissionDenied, "m/a.db-wal"},
		{"unreadable log", b.mounts(nil).Add(hosttest.Entry{Path: "m/a.db-wal", Data: b.wal, Denied: true}), fault.PermissionDenied, "m/a.db-wal"},
		{"log is a FIFO", b.mounts(nil).Add(hosttest.Entry{Path: "m/a.db-wal", Shape: hosttest.FIFO}), fault.BadRef, "m/a.db-wal"},
	} {
		_, err := sqlwal.ReadSnapshot(hosttest.Host(c.m), "m/a.db")
		if e := fault.From(err); e == nil || e.Code != c.want || e.Path != c.path {
			t.Errorf("%s: %v, want %s at %s", c.name, err, c.want, c.path)
		}
	}
}

func TestEveryHostCallMayFail(t *testing.T) {
	faults := hosttest.Inject(hosttest.Host(typical(512, false).mounts(typical(512, false).wal)))
	if _, err := sqlwal.ReadSnapshot(faults.Host(), "m/a.db"); err != nil {
		t.Fatal(err)
	}
	for n := int64(1); n <= faults.Count(); n++ {
		want := fault.New(fault.IO, "call failed")
		faults.FailNth(n, want)
		if _, err := sqlwal.ReadSnapshot(faults.Host(), "m/a.db"); !errors.Is(err, want) {
			t.Errorf("call %d: %v, want its error", n, err)
		}
		faults.FailNth(0, nil)
		if _, err := sqlwal.ReadSnapshot(faults.Host(), "m/a.db"); err != nil {
			t.Errorf("after call %d: %v", n, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	b := typical(512, false)
	f.Add(b.main(), b.wal, []byte{})
	f.Add(b.main()[:99], b.wal[:700], []byte{1})
	f.Add([]byte{}, b.wal, []byte{0})
	f.Fuzz(func(t *testing.T, main, wal, journal []byte) {
		m := hosttest.NewMounts().File("m/a.db", main).File("m/a.db-wal", wal).File("m/a.db-journal", journal)
		snap, err := sqlwal.ReadSnapshot(hosttest.Host(m), "m/a.db")
		if err != nil {
			if c := fault.CodeOf(err); c != fault.Unsupported {
				t.Fatal(err)
			}
			return
		}
		if snap.Hot != (len(journal) > 0 && journal[0] != 0 && len(main) > 0) {
			t.Fatalf("hot %v with journal %q", snap.Hot, journal)
		}
		last := int64(0)
		for _, frame := range snap.Overlay {
			if frame.Page <= last || frame.Page > snap.Pages || frame.Offset+snap.PageSize > int64(len(wal)) {
				t.Fatalf("frame %+v in %d pages and %d bytes", frame, snap.Pages, len(wal))
			}
			last = frame.Page
		}
	})
}
