package scan_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/scan"
)

func BenchmarkVar(b *testing.B) {
	data, _ := os.ReadFile("/tmp/claude_all.jsonl")
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	one := scan.Compile("type")
	out := make([]scan.Value, 14)
	run := func(name string, fn func(l []byte) error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for _, l := range lines {
					if fn(l) != nil {
						b.Fatal()
					}
				}
			}
		})
	}
	run("parse", func(l []byte) error { _, err := scan.Parse(l); return err })
	run("one", func(l []byte) error { return one.Scan(l, out) })
	run("all", func(l []byte) error { return spendPaths.Scan(l, out) })
	run("quotes", func(l []byte) error {
		for i := 0; i < len(l); {
			k := bytes.IndexByte(l[i:], '"')
			if k < 0 {
				break
			}
			i += k + 1
		}
		return nil
	})
}
