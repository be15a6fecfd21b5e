package scan_test

import (
	"os"
	"testing"
)

func BenchmarkReal(b *testing.B) {
	for _, f := range []string{"claude", "codex", "gen_claude", "gen_codex"} {
		data, err := os.ReadFile("/tmp/" + f + "_all.jsonl")
		if err != nil {
			b.Skip()
		}
		b.Run(f, func(b *testing.B) { benchmarkScan(b, data) })
	}
}
