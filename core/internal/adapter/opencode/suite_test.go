package opencode_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
)

// The suite, once over the database and once over files.
func TestSuite(t *testing.T) {
	homes := []string{"opencode", "opencode-livewal", "opencode-0.1.174", "opencode-0.5.29", "opencode-1.1.65", "opencode-upgrade"}
	t.Run("files", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: opencode.Name, Homes: homes, Home: "opencode-0.1.174",
			Sample:   "opencode/project/global/storage/session/message/ses_e05bcaff7ffe7TrIvHj5C07x8W/msg_1fa435047001asrPJH16MDvqcq.json",
			SampleID: "ses_e05bcaff7ffe7TrIvHj5C07x8W"})
	})
	t.Run("session file", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: opencode.Name, Home: "opencode-1.1.65", Sample: storedInfo, SampleID: "ses_e05c356f6ffeOxC8n4t7l3J3Lc"})
	})
	t.Run("database", func(t *testing.T) {
		adaptertest.Run(t, adaptertest.Suite{Agent: opencode.Name, Home: "opencode-upgrade", Sample: databaseFile, SampleID: "ses_e05ba8bceffeiztkDRCSWP3RS0"})
	})
}
