package openclaw_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
)

// The suite, once over the database and once over files.
func TestSuite(t *testing.T) {
	t.Run("database", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: openclaw.Name, Homes: []string{"openclaw", "openclaw-jsonl"}, Home: "openclaw",
			Sample: database, SampleID: "f0438316-e830-4708-9120-00a0e6a00e87"})
	})
	t.Run("files", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: openclaw.Name, Home: "openclaw-jsonl", Lines: true,
			Sample: files + "2c3fb335-594c-4777-a2b2-a9ff9358f352.jsonl", SampleID: "2c3fb335-594c-4777-a2b2-a9ff9358f352"})
	})
}
