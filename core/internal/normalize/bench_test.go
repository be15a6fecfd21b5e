package normalize_test

import (
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// BenchmarkText reads recordings of two agents.
func BenchmarkText(b *testing.B) {
	for _, name := range []string{"claude/m-control.jsonl", "opencode/sse-event.txt", "codex/n-app-server.jsonl", "copilot/s3-tools.stream.jsonl"} {
		text, err := os.ReadFile(recordings + "/" + name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				normalize.ParseOutput(text, func(scan.Skipped) {})
			}
		})
	}
}
