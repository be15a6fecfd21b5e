package adapter_test

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/search"
)

func TestSiftOverlapHoldsWhatASieveLooksFor(t *testing.T) {
	if search.MaxStored > adapter.SiftOverlap {
		t.Errorf("a sieve looks for %d bytes, stretches overlap by %d", search.MaxStored, adapter.SiftOverlap)
	}
}

// sifted returns the chunks of a file.
func sifted(t *testing.T, data []byte, size int64) (stretches [][]byte) {
	t.Helper()
	h := hosttest.Host(hosttest.NewMounts().File("m/f", data))
	err := adapter.SiftFile(&adapter.Env{Host: &h}, "m/f", size, func(raw []byte) bool {
		stretches = append(stretches, bytes.Clone(raw))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return stretches
}

func TestSiftFileShowsEveryByte(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	lines := func(size, longest int) []byte {
		var b bytes.Buffer
		for b.Len() < size {
			b.WriteString(strings.Repeat(string(rune('a'+r.Intn(26))), r.Intn(longest)) + "\n")
		}
		return b.Bytes()[:size]
	}
	for _, size := range []int{0, 1, 100, adapter.SiftBytes - 1, adapter.SiftBytes, adapter.SiftBytes + 1, 3*adapter.SiftBytes + 77} {
		data := lines(size, 20_000)
		list := sifted(t, data, int64(size))
		if !bytes.Equal(bytes.Join(list, nil), data) {
			t.Errorf("%d bytes: not shown as they stand", size)
		}
		for i, raw := range list {
			if i < len(list)-1 && raw[len(raw)-1] != '\n' || len(raw) > adapter.SiftBytes {
				t.Errorf("%d bytes: stretch %d of %d bytes is not cut behind a line", size, i, len(raw))
			}
		}
	}
}

func TestSiftFileOverlapsInLongLines(t *testing.T) {
	word := strings.Repeat("x", adapter.SiftOverlap)
	for _, at := range []int{0, adapter.SiftBytes - len(word) - 1, adapter.SiftBytes - len(word)/2, adapter.SiftBytes - 1, 2*adapter.SiftBytes - len(word), 2*adapter.SiftBytes - len(word)/2} {
		data := bytes.Repeat([]byte("."), 5*adapter.SiftBytes/2)
		copy(data[at:], word)
		found := 0
		for _, raw := range sifted(t, data, int64(len(data))) {
			found += bytes.Count(raw, []byte(word))
		}
		if found == 0 {
			t.Errorf("a word at %d is never shown whole", at)
		}
	}
	// A line end near the start of a chunk does not make it a short one.
	data := bytes.Repeat([]byte("."), 3*adapter.SiftBytes)
	data[10] = '\n'
	if list := sifted(t, data, int64(len(data))); len(list) > 4 {
		t.Error(len(list), "stretches")
	}
}

func TestSiftFileStops(t *testing.T) {
	data := bytes.Repeat([]byte("line\n"), adapter.SiftBytes)
	m := hosttest.NewMounts().File("m/f", data)
	h := hosttest.Host(m)
	env := &adapter.Env{Host: &h}
	n := 0
	if err := adapter.SiftFile(env, "m/f", int64(len(data)), func([]byte) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Error("look said no", n, err)
	}
	var done []int64
	h.Poll = pollFunc(func(d, total int64) error {
		if done = append(done, d); len(done) == 3 {
			return fault.Timeout
		}
		return nil
	})
	err := adapter.SiftFile(env, "m/f", int64(len(data)), func([]byte) bool { return true })
	if fault.CodeOf(err) != fault.Timeout || len(done) != 3 || done[0] > adapter.SiftBytes {
		t.Error("poll said no", done, err)
	}
	h.Poll = nil
	if err := adapter.SiftFile(env, "m/none", 5, func([]byte) bool { return true }); fault.CodeOf(err) != fault.BadRef {
		t.Error("no file", err)
	}
	// The file is shorter than it was.
	if list := sifted(t, []byte("ab\ncd"), 100); string(bytes.Join(list, nil)) != "ab\ncd" {
		t.Errorf("%q", list)
	}
}

type pollFunc func(done, total int64) error

func (f pollFunc) Poll(done, total int64) error { return f(done, total) }

var _ host.Poll = pollFunc(nil)

// counted counts the reads of each file.
type counted struct {
	host.Files
	reads map[string]int
}

func (c counted) ReadAt(path string, p []byte, off int64) (int, error) {
	c.reads[path]++
	return c.Files.ReadAt(path, p, off)
}

func TestCachedFilesAreReadOnce(t *testing.T) {
	small, large := []byte("one\ntwo\n"), bytes.Repeat([]byte("line\n"), adapter.SiftBytes/3)
	h := hosttest.Host(hosttest.NewMounts().File("m/small", small).File("m/large", large))
	c := counted{h.Files, map[string]int{}}
	h.Files = c
	env := &adapter.Env{Host: &h, Cache: adapter.NewReadCache()}
	defer env.Cache.Release()
	sift := func(path string, size int, look func([]byte) bool) {
		if err := adapter.SiftFile(env, path, int64(size), look); err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string, want []byte) {
		t.Helper()
		got := make([]byte, len(want))
		if n, err := env.ReadAt(path, got, 0); n != len(want) || err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v, %.20q", path, n, err, got)
		}
	}
	seen := ""
	sift("m/small", len(small), func(raw []byte) bool {
		sift("m/large", len(large), func([]byte) bool { return true }) // inside the other: in memory of its own
		seen += string(raw)
		return true
	})
	if seen != string(small) {
		t.Errorf("%q", seen)
	}
	read("m/small", small)
	read("m/small", small[:3])
	if c.reads["m/small"] != 1 {
		t.Error("read", c.reads["m/small"], "times")
	}
	read("m/large", large)
	sift("m/large", len(large), func([]byte) bool { return true })
	read("m/large", large)
	read("m/small", small)
	if c.reads["m/small"] != 2 {
		t.Error("a file that is no longer in the cache was read", c.reads["m/small"], "times")
	}
	// After the end there is nothing, as ever.
	if n, err := env.ReadAt("m/small", make([]byte, 4), int64(len(small))); n != 0 || err != nil {
		t.Error(n, err)
	}
}
