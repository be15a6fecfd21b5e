package durability_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// play makes the first n steps of the workload on a file.
func play(t testing.TB, d *disk, from, to int) {
	t.Helper()
	for i, st := range workload()[from:to] {
		if err := st.run(d.Store, d.threads, requestOf(from+i)); err != nil {
			t.Fatalf("%s: %v", st.name, err)
		}
	}
}

// closedFile returns the bytes of a store file after the first n steps, closed.
func closedFile(t testing.TB, n int) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "heddle.db")
	d := mustOpen(t, file)
	play(t, d, 0, n)
	d.close()
	image, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// put writes a store's files.
func put(t testing.TB, file string, main, wal []byte) {
	t.Helper()
	os.Remove(file + "-shm")
	os.Remove(file + "-wal")
	if err := os.WriteFile(file, main, 0o600); err != nil {
		t.Fatal(err)
	}
	if wal == nil {
		return
	}
	if err := os.WriteFile(file+"-wal", wal, 0o600); err != nil {
		t.Fatal(err)
	}
}

// verdict is what became of damage.
type verdict struct {
	noticed  bool // opening, reading or checking said so
	named    bool // check named a session and position
	problems []session.StoreProblem
	visible  string
}

// look opens a damaged file and reads everything. For any damage, an
// event that is returned must be the one that was recorded there.
func look(t *testing.T, what, file string) verdict {
	t.Helper()
	d, err := open(file, nil)
	if err != nil {
		return verdict{noticed: true}
	}
	defer d.close()
	var v verdict
	found, err := events(d.journal)
	v.noticed = err != nil
	for k, e := range found {
		if expected().events[k] != e {
			t.Errorf("%s: event %v is read as %s, and was recorded as %s", what, k, e, expected().events[k])
		}
	}
	if v.visible, err = visible(d.Store); err != nil {
		v.noticed = true
	}
	problems, err := d.Check()
	v.noticed = v.noticed || err != nil || len(problems) > 0
	for _, p := range problems {
		v.named = v.named || p.SessionID != "" && p.Position > 0
	}
	v.problems = problems
	return v
}

// hold holds a damaged closed file to the promise: noticed, or harmless.
func hold(t *testing.T, what, file string, steps int) verdict {
	t.Helper()
	v := look(t, what, file)
	if !v.noticed && v.visible != expected().visible[steps] {
		t.Errorf("%s: nothing is said, and what is shown is not what was recorded:\n%.2000s\nwant\n%.2000s", what, v.visible, expected().visible[steps])
	}
	return v
}

// stages are the lengths of the workload at which files are damaged: with a
// parent and its forks, and after the last compaction.
var stages = []int{15, 26}

// TestTruncated cuts the main file at every page and inside of pages, down to
// nothing. Opening, reading or checking says so. An empty file is an empty
// store: nothing in it could show the loss.
func TestTruncated(t *testing.T) {
	teststore.OnlyFiles(t, "it damages the file")
	step := coarse(pick(t, 1000, 100))
	for _, steps := range stages {
		image := closedFile(t, steps)
		file := filepath.Join(t.TempDir(), "heddle.db")
		cuts := map[int]bool{1: true, 99: true, 100: true, len(image) - 1: true}
		for at := 0; at < len(image); at += 4096 {
			for _, odd := range []int{-512, -1, 0, 1, 24, 512} {
				cuts[max(1, at+odd)] = true
			}
		}
		for at := 1; at < len(image); at += step {
			cuts[at] = true
		}
		put(t, file, nil, nil)
		if v := look(t, "an empty file", file); v.noticed || v.visible != "" {
			t.Errorf("an empty file is %+v", v)
		}
		for at := range cuts {
			put(t, file, image[:at], nil)
			if what := fmt.Sprintf("after %d steps, cut to %d of %d bytes", steps, at, len(image)); !hold(t, what, file, steps).noticed {
				t.Errorf("%s: nobody notices", what)
			}
		}
		t.Logf("after %d steps: %d cuts of a file of %d bytes", steps, len(cuts), len(image))
	}
}

// TestFlipped flips bits of bytes all over the main file, and overwrites
// ranges of it: opening, reading or checking says so, or nothing that can be
// seen has changed.
func TestFlipped(t *testing.T) {
	teststore.OnlyFiles(t, "it damages the file")
	stride := coarse(pick(t, 331, 13))
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	for _, steps := range stages {
		image := closedFile(t, steps)
		file := filepath.Join(t.TempDir(), "heddle.db")
		noticed, total := 0, 0
		try := func(what string, change func(b []byte)) {
			b := bytes.Clone(image)
			change(b)
			if bytes.Equal(b, image) {
				return
			}
			put(t, file, b, nil)
			total++
			if hold(t, fmt.Sprintf("after %d steps, seed %d, %s", steps, seed, what), file, steps).noticed {
				noticed++
			}
		}
		for at := 0; at < 100; at += coarse(1) { // the header of the file
			try(fmt.Sprintf("byte %d flipped", at), func(b []byte) { b[at] ^= 1 << random.IntN(8) })
		}
		for at := 100; at < len(image); at += 1 + random.IntN(2*stride) {
			try(fmt.Sprintf("byte %d changed", at), func(b []byte) { b[at] ^= byte(1 + random.IntN(255)) })
		}
		for page := 0; page < len(image); page += 4096 * coarse(1) {
			for _, at := range []int{0, 1, 3, 5, 8, 9, 11} { // the header of a page and its first cells
				try(fmt.Sprintf("byte %d changed", page+at), func(b []byte) { b[page+at] ^= byte(1 + random.IntN(255)) })
			}
			try(fmt.Sprintf("page %d blank", page/4096), func(b []byte) { clear(b[page : page+4096]) })
			other := random.IntN(len(image)/4096) * 4096
			try(fmt.Sprintf("page %d in place of %d", other/4096, page/4096), func(b []byte) { copy(b[page:page+4096], image[other:]) })
		}
		t.Logf("after %d steps: %d of %d defects noticed, the others harmless", steps, noticed, total)
	}
}

// TestCheckNames damages each recorded message's text in the file: check names
// the session and the position.
func TestCheckNames(t *testing.T) {
	teststore.OnlyFiles(t, "it damages the file")
	image := closedFile(t, stages[0])
	file := filepath.Join(t.TempDir(), "heddle.db")
	for _, c := range []struct {
		text string
		at   []at
	}{
		{`"messageId":"m-one"`, []at{{"a", 2}}},
		{`zwei`, []at{{"a", 3}}},
		{`"m-before"`, []at{{"a", 5}}},
		{`answer ","messageId"`, []at{{"a", 6}}},
		{`answer !","messageId"`, []at{{"f", 3}}},
		{`{"content":"the",`, []at{{"a", 10}}},
		{`"m-own"`, []at{{"f", 2}}},
	} {
		n := 0
		for from := 0; ; n++ {
			i := bytes.Index(image[from:], []byte(c.text))
			if i < 0 {
				break
			}
			from += i + len(c.text)
			b := bytes.Clone(image)
			b[from-1] ^= 0x20
			put(t, file, b, nil)
			v := look(t, c.text, file)
			named := false
			for _, p := range v.problems {
				for _, want := range c.at {
					named = named || p.SessionID == want.stream && p.Position == want.seq
				}
			}
			if !named {
				t.Errorf("%q at byte %d: check says %+v, want %v among it", c.text, from-1, v.problems, c.at)
			}
		}
		if n == 0 {
			t.Errorf("%q is not in the file", c.text)
		}
	}
}

// logs are ways in which a -wal file exists next to the main file.
func logs(t *testing.T) map[string]func(d *disk, file string) {
	// A compaction empties the log.
	compacts := slices.IndexFunc(workload(), func(st step) bool { return st.name == "compact" })
	return map[string]func(d *disk, file string){
		"what follows a compaction": func(d *disk, _ string) { play(t, d, 0, len(workload())) },
		"everything in the log":     func(d *disk, _ string) { play(t, d, 0, compacts) },
		"some moved to the main file": func(d *disk, file string) {
			play(t, d, 0, 12)
			raw(t, file, "PRAGMA wal_checkpoint(PASSIVE)")
			play(t, d, 12, compacts)
		},
		"all moved, the log still there": func(d *disk, file string) {
			play(t, d, 0, compacts)
			raw(t, file, "PRAGMA wal_checkpoint(PASSIVE)")
		},
		"a second log, all of it moved": func(d *disk, file string) {
			play(t, d, 0, 12)
			raw(t, file, "PRAGMA wal_checkpoint(TRUNCATE)")
			play(t, d, 12, compacts)
			raw(t, file, "PRAGMA wal_checkpoint(PASSIVE)")
		},
		"a part moved while a reader held the rest": func(d *disk, file string) {
			play(t, d, 0, 12)
			release := holdSnapshot(t, file)
			play(t, d, 12, compacts)
			raw(t, file, "PRAGMA wal_checkpoint(PASSIVE)")
			release()
		},
	}
}

// TestDamagedLog cuts and damages the -wal beside the main file: what is shown
// is what it was after some earlier step, or opening, reading or checking
// says that the file is damaged; never an event that was not recorded.
func TestDamagedLog(t *testing.T) {
	teststore.OnlyFiles(t, "it damages the file")
	stride, every := coarse(pick(t, 6000, 500)), pick(t, 5, 1)
	if testing.Short() {
		every = 12
	}
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	for name, fill := range logs(t) {
		file := filepath.Join(t.TempDir(), "heddle.db")
		d := mustOpen(t, file)
		fill(d, file)
		main, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wal, err := os.ReadFile(file + "-wal")
		if err != nil || len(wal) < 4*4096 {
			t.Fatal(name, len(wal), err)
		}
		d.close()
		lengths, noticed, total := map[string]bool{}, 0, 0
		try := func(what string, b []byte) {
			put(t, file, main, b)
			total++
			v := look(t, name+", "+what, file)
			switch {
			case v.noticed:
				noticed++
			case !isPrefix(v.visible):
				t.Errorf("%s, seed %d, %s: nothing is said, and what is shown never was:\n%.2000s", name, seed, what, v.visible)
			default:
				lengths[v.visible] = true
			}
		}
		const frame = 24 + 4096
		for at := 0; at < len(wal); at += 1 + random.IntN(2*stride) {
			try(fmt.Sprintf("cut to %d bytes", at), wal[:at])
			b := bytes.Clone(wal)
			b[at] ^= byte(1 + random.IntN(255))
			try(fmt.Sprintf("byte %d changed", at), b)
		}
		put(t, file, nil, wal)
		if v := look(t, name+", an empty main file", file); !v.noticed {
			t.Errorf("%s: nobody notices that the main file is empty", name)
		}
		if left, err := os.ReadFile(file + "-wal"); err != nil || !bytes.Equal(left, wal) {
			t.Errorf("%s: the log of an empty main file was not left alone: %v", name, err)
		}
		for at := 32; at < len(wal); at += frame * every {
			try(fmt.Sprintf("cut to frame %d", at/frame), wal[:at])
			b := bytes.Clone(wal)
			clear(b[at : at+24])
			try(fmt.Sprintf("frame %d without a header", at/frame), b)
		}
		t.Logf("%s: %d defects, %d noticed, %d different earlier states shown", name, total, noticed, len(lengths))
		if strings.HasPrefix(name, "everything") && (noticed > 0 || len(lengths) < 5) {
			t.Errorf("%s: %d defects noticed, %d states: a log alone shows earlier states", name, noticed, len(lengths))
		}
	}
}

func isPrefix(v string) bool {
	for _, was := range expected().visible {
		if v == was {
			return true
		}
	}
	return false
}

// TestBytesOfTheLog holds the rows of the event table to their bytes: no
// change of what is visible, and no compaction but of what it frees, alters
// one that is there.
func TestBytesOfTheLog(t *testing.T) {
	d := mustOpen(t, teststore.New(t))
	before := map[string]string{}
	for i, st := range workload() {
		if err := st.run(d.Store, d.Store.Threads(), requestOf(i)); err != nil {
			t.Fatal(err)
		}
		after := rowsOf(t, d)
		compacting := strings.HasPrefix(st.name, "compact")
		for k, row := range before {
			if got, ok := after[k]; got != row && (ok || !compacting) {
				t.Errorf("%s changed row %s", st.name, k)
			}
		}
		for k := range after {
			if _, ok := before[k]; !ok && compacting {
				t.Errorf("%s made row %s", st.name, k)
			}
		}
		before = maps.Clone(after)
	}
	if len(before) < 10 {
		t.Errorf("only %d rows", len(before))
	}
}
