package copilot_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
)

var homes = []string{"copilot", "copilot-0.0.370", "copilot-1.0.0", "copilot-1.0.40", "copilot-1.0.73", "copilot-rewind-handmade"}

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "copilot", Homes: homes, Lines: true, Home: "copilot-1.0.0",
		Sample:   "copilot/session-state/53807dbc-a4b3-44d3-88c4-985bc73147bc/events.jsonl",
		SampleID: "53807dbc-a4b3-44d3-88c4-985bc73147bc"})
}

// TestFlat runs the suite on a file without a folder.
func TestFlat(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "copilot", Homes: homes[1:2], Lines: true, Home: "copilot-0.0.370",
		Sample:   "copilot/session-state/7cd55806-380e-4206-9cb8-fae9f46a966a.jsonl",
		SampleID: "7cd55806-380e-4206-9cb8-fae9f46a966a"})
}
