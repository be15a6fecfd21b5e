package unpack_test

import (
	"bytes"
	"testing"

	kzstd "github.com/klauspost/compress/zstd"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/unpack"
	"github.com/heddle-dev/heddle/hostfns"
)

// counting notes what limit a host is given.
type counting struct {
	calls int
	max   int64
}

func (c *counting) Decompress(src []byte, max int64) ([]byte, error) {
	c.calls, c.max = c.calls+1, max
	return hostfns.Zstd().Decompress(src, max)
}

// bomb is a stream of n zero bytes whose header does not state its size.
func bomb(t testing.TB, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := kzstd.NewWriter(&out, kzstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range n >> 20 {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A stream may grow to 32 MB and 256 times its own length: the host is never
// asked for more, so that a bomb of 300 KB costs about 100 MB and not 1 GB.
func TestLimitFollowsLength(t *testing.T) {
	src := bomb(t, 1<<30)
	c := &counting{}
	if _, err := unpack.DecodeZstd(c, src, 1<<30); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("%d bytes for a gigabyte: %v", len(src), err)
	}
	if want := int64(32<<20 + 256*len(src)); c.max != want {
		t.Errorf("limit %d, want %d", c.max, want)
	}
	small := bomb(t, 8<<20)
	if out, err := unpack.DecodeZstd(c, small, 1<<30); err != nil || len(out) != 8<<20 {
		t.Errorf("8 MB: %d bytes, %v", len(out), err)
	}
	if _, err := unpack.DecodeZstd(c, small, 1<<20); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("more than the caller's limit: %v", err)
	}
}

// What the frames themselves show is refused before any host decompresses.
func TestFrames(t *testing.T) {
	good, err := hostfns.CompressZstd([]byte("some text, some text, some text"))
	if err != nil {
		t.Fatal(err)
	}
	raw := []byte("\x28\xb5\x2f\xfd\x20\x01\x09\x00\x00x") // states one byte; one raw block of it
	with := func(at int, b byte) []byte {
		out := bytes.Clone(raw)
		out[at] = b
		return out
	}
	skip := []byte("\x50\x2a\x4d\x18\x03\x00\x00\x00abc")
	for name, c := range map[string]struct {
		src  []byte
		want fault.Code
		text string
	}{
		"plain": {good, "", "some text, some text, some text"}, "raw": {raw, "", "x"}, "two frames": {append(bytes.Clone(raw), raw...), "", "xx"},
		"skippable": {append(bytes.Clone(skip), raw...), "", "x"}, "cut skippable": {skip[:9], fault.ParseError, ""},
		"empty": {nil, fault.ParseError, ""}, "no zstd": {[]byte("not at all"), fault.ParseError, ""}, "cut": {good[:len(good)-1], fault.ParseError, ""},
		"reserved bit": {with(4, 0x28), fault.ParseError, ""}, "block of no kind": {with(6, 0x0f), fault.ParseError, ""},
		"states more than its blocks hold": {[]byte("\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x00\x00\x7f\x09\x00\x00x"), fault.ParseError, ""},
		"window of 2 GB":                   {[]byte("\x28\xb5\x2f\xfd\x00\xa8\x09\x00\x00x"), fault.LimitExceeded, ""},
		"dictionary":                       {[]byte("\x28\xb5\x2f\xfd\x21\x07\x01\x09\x00\x00x"), fault.ParseError, ""},
		"garbage behind":                   {append(bytes.Clone(raw), 1, 2, 3), fault.ParseError, ""},
	} {
		z := &counting{}
		out, err := unpack.DecodeZstd(z, c.src, 1<<20)
		if fault.CodeOf(err) != c.want || string(out) != c.text {
			t.Errorf("%s: %q, %v", name, out, err)
		}
		if c.want != "" && z.calls != 0 {
			t.Errorf("%s: the host was asked", name)
		}
	}
}
