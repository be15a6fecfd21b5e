package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
)

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{
		Agent: "claude", Homes: append(cases, fixtures...), Home: "claude-2.1.30", Lines: true,
		Sample:   "claude/projects/-home-dev-projects-date-parser-v2/16beed19-5452-4343-93a4-01315b187a55.jsonl",
		SampleID: "16beed19-5452-4343-93a4-01315b187a55",
	})
}
