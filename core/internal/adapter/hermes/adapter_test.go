package hermes_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes"
)

var fixtures = []string{"hermes-v6", "hermes-v22", "hermes-v30-handmade", "hermes-livewal"}

// The suite, over a database, a snapshot and a transcript.
func TestSuite(t *testing.T) {
	t.Run("database", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: hermes.Name, Homes: append([]string{"hermes-files"}, fixtures...), Home: "hermes-v6",
			Sample: databaseFile, SampleID: conversation})
	})
	t.Run("snapshot", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: hermes.Name, Home: "hermes-files", Sample: snapshotFile, SampleID: snapshotID})
	})
	t.Run("transcript", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: hermes.Name, Home: "hermes-files", Sample: transcriptFile, SampleID: transcriptID, Lines: true})
	})
}
