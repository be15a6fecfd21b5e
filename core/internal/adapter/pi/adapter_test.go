package pi_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
)

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "pi", Homes: []string{"pi", "pi-1.5"}, Lines: true, Home: "pi",
		Sample:   "pi/sessions/--home-dev-projects-bird-feeder--/2026-11-20T17-26-03-059Z_01a1f9fe-6c32-744a-b64a-25b3ca37720c.jsonl",
		SampleID: "01a1f9fe-6c32-744a-b64a-25b3ca37720c"})
}
