package pi_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/pi"
)

func FuzzWalk(f *testing.F) {
	adaptertest.FuzzLines(f, adaptertest.LineFuzz{Adapter: pi.New(), Homes: []string{"pi", "pi-1.5"}, Files: ".pi/agent/sessions/*/*.jsonl",
		Own: "pi/sessions/--w--/2026-11-20T10-00-00-000Z_own.jsonl", Described: "pi/sessions/own/a.jsonl"})
}
