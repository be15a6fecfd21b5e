package adaptertest_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
)

// A home need not have all mounts of an agent.
func TestMemoryTakesTheMountsThereAre(t *testing.T) {
	for home, there := range map[string]string{"copilot-1.0.0": "copilot", "copilot-described": "copilot-config"} {
		mounts, _ := adaptertest.MemoryHost(t, "copilot", home)
		for _, mount := range []string{"copilot", "copilot-config"} {
			if _, err := mounts.Stat(mount); (err == nil) != (mount == there) {
				t.Errorf("%s: mount %s: %v", home, mount, err)
			}
		}
	}
}
