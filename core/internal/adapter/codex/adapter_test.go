package codex_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
)

var homes = []string{"codex", "codex-0.1.2504172351", "codex-0.8.0", "codex-0.29.0", "codex-0.45.0", "codex-0.80.0", "codex-0.99.0", "codex-0.136.0",
	"codex-rewind-segment", "codex-image-title"}

// day is where rollouts of the fixtures are below a mount.
const day = "codex/sessions/2026/11/20/rollout-2026-11-20T"

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "codex", Homes: homes, Lines: true, Home: "codex-0.99.0",
		Sample:   day + "18-43-30-01a1fa45-55fb-7df1-a345-bbb422346b6d.jsonl",
		SampleID: "01a1fa45-55fb-7df1-a345-bbb422346b6d"})
}

// TestDocument runs the suite on a TypeScript document.
func TestDocument(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "codex", Homes: homes[1:2], Home: "codex-0.1.2504172351",
		Sample:   "codex/sessions/rollout-2026-11-20-33463b04-c989-4214-8752-e3f58ba7b4b5.json",
		SampleID: "33463b04-c989-4214-8752-e3f58ba7b4b5"})
}

// TestBare runs the suite on lines without an envelope.
func TestBare(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "codex", Homes: homes[2:4], Lines: true, Home: "codex-0.29.0",
		Sample:   day + "18-35-32-90dfcb7a-e92c-467e-82f6-5e36f5667ad6.jsonl",
		SampleID: "90dfcb7a-e92c-467e-82f6-5e36f5667ad6"})
}

// TestPaginated runs the suite on a thread of items and ordinals.
func TestPaginated(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "codex", Homes: []string{"codex-rewind-segment"}, Lines: true, Home: "codex-image-title",
		Sample:   "codex/sessions/2026/11/22/rollout-2026-11-22T19-31-19-01a204bd-d6f9-7853-b317-8dbecb9f9ff6.jsonl",
		SampleID: "01a204bd-d6f9-7853-b317-8dbecb9f9ff6"})
}
