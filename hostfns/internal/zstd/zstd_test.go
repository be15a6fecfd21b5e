package zstd_test

import (
	"bytes"
	"errors"
	"testing"

	klauspost "github.com/klauspost/compress/zstd"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns/internal/zstd"
)

func compress(t testing.TB, data []byte, opts ...klauspost.EOption) []byte {
	t.Helper()
	w, err := klauspost.NewWriter(nil, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

func TestDecompress(t *testing.T) {
	text := bytes.Repeat([]byte("{\"a\":1}\n"), 100_000)
	one, two := compress(t, text), compress(t, []byte("tail"))
	skippable := []byte{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'x', 'y', 'z'}
	size := int64(len(text))
	for _, c := range []struct {
		name string
		src  []byte
		max  int64
		want []byte
		code fault.Code
	}{
		{"one frame", one, size, text, ""},
		{"two frames", append(bytes.Clone(one), two...), size + 4, append(bytes.Clone(text), "tail"...), ""},
		{"skippable frame", append(bytes.Clone(skippable), two...), 4, []byte("tail"), ""},
		{"no content", compress(t, nil), 0, nil, ""},
		{"one byte too much", one, size - 1, nil, fault.LimitExceeded},
		{"nothing allowed", two, 0, nil, fault.LimitExceeded},
		{"truncated", one[:len(one)-3], size, nil, fault.ParseError},
		{"not zstd", []byte("plain text"), 100, nil, fault.ParseError},
		{"garbage behind", append(bytes.Clone(two), "garbage"...), 100, nil, fault.ParseError},
		{"nothing", nil, 100, nil, fault.ParseError},
		{"negative limit", two, -1, nil, fault.InvalidArgument},
		{"window of 256 MiB", compressWide(t), size, nil, fault.LimitExceeded},
	} {
		got, err := zstd.Decoder{}.Decompress(c.src, c.max)
		if fault.CodeOf(err) != c.code || !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, %v; want %d bytes, %q", c.name, len(got), err, len(c.want), c.code)
		}
	}
}

// compressWide makes a frame that asks for a larger window than is granted.
func compressWide(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := klauspost.NewWriter(&out, klauspost.WithWindowSize(256<<20))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // content of unknown size, so that the window is written as it is
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A few bytes that stand for gigabytes cost no more than the limit.
func TestBomb(t *testing.T) {
	bomb := compress(t, make([]byte, 64<<20))
	if len(bomb) > 64<<10 {
		t.Fatalf("bomb of %d bytes", len(bomb))
	}
	if _, err := (zstd.Decoder{}).Decompress(bomb, 1<<20); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("%v, want LIMIT_EXCEEDED", err)
	}
}

func TestCheckEndsDecompression(t *testing.T) {
	late, looks := fault.New(fault.Timeout, "deadline passed"), 0
	d := zstd.Decoder{Check: func() error {
		if looks++; looks > 3 {
			return late
		}
		return nil
	}}
	if _, err := d.Decompress(compress(t, make([]byte, 8<<20)), 16<<20); !errors.Is(err, late) || looks != 4 {
		t.Errorf("%v after %d looks", err, looks)
	}
}

func FuzzDecompress(f *testing.F) {
	f.Add(compress(f, []byte("hello hello hello")))
	f.Add([]byte{0x28, 0xb5, 0x2f, 0xfd})
	f.Fuzz(func(t *testing.T, src []byte) {
		out, err := zstd.Decoder{}.Decompress(src, 1<<20)
		if len(out) > 1<<20 || err != nil && out != nil {
			t.Fatal(len(out), err)
		}
	})
}
