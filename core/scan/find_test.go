package scan

import (
	"bytes"
	"testing"
)

// TestIndexWords compares with the library for every length up to some words,
// every alignment and every place of the byte.
func TestIndexWords(t *testing.T) {
	const most = 50
	for _, filler := range []byte{0, 1, 0x7f, 0x80, 0x81, 0xff, '"', '!', '#'} {
		memory := bytes.Repeat([]byte{filler}, most+16)
		for _, c := range []byte{0, 1, 0x80, 0xff, '"', '\n'} {
			for start := range 16 {
				for length := range most {
					b := memory[start : start+length]
					compareIndex(t, b, c)
					for at := range b {
						b[at] = c
						memory[start+length] = c // must not be seen
						compareIndex(t, b, c)
						b[at], memory[start+length] = filler, filler
					}
				}
			}
		}
	}
	compareIndex(t, nil, 0)
}

func compareIndex(t *testing.T, b []byte, c byte) {
	t.Helper()
	want := bytes.IndexByte(b, c)
	if got := indexWords(b, c); got != want {
		t.Fatalf("indexWords(%q, %q) = %d, want %d", b, c, got, want)
	}
	if got := IndexByte(b, c); got != want {
		t.Fatalf("IndexByte(%q, %q) = %d, want %d", b, c, got, want)
	}
}

func FuzzIndexWords(f *testing.F) {
	f.Add([]byte("{\"type\":\"assistant\"}\n"), byte('\n'), uint8(3))
	f.Add([]byte{0x80, 0x01, 0x00, 0xff}, byte(0), uint8(0))
	f.Fuzz(func(t *testing.T, b []byte, c byte, start uint8) {
		compareIndex(t, b[min(len(b), int(start)):], c)
	})
}

// BenchmarkIndexWords also runs in a module: GOOS=wasip1 GOARCH=wasm go test.
func BenchmarkIndexWords(b *testing.B) {
	line := append(bytes.Repeat([]byte("some words of a session, "), 40), '\n')
	for _, v := range []struct {
		name string
		find func([]byte, byte) int
	}{{"words", indexWords}, {"library", bytes.IndexByte}} {
		b.Run(v.name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				v.find(line, '\n')
			}
		})
	}
}
