package live

import (
	"slices"
	"testing"
)

// TestRows: what the agents' rows name exists here: protocols and capabilities.
func TestRows(t *testing.T) {
	known := []string{canAttach, canClear, canFork, canInterrupt, canLimitTurns, canLimitBudget, canMCPServers, canMCPStatus, canNotPersist, canSchema, canPermit,
		canChangeMode, canPlan, canQuerySchema, canQueryThink, canResume, canRewind, canInfo, canChooseID, canChangeModel, canSteer, canStream, canSubagent,
		canSystemPrompt, canThink, canTokens}
	for _, row := range agentRows() {
		if !slices.Contains([]string{"claude", "codex", "pi", "acp"}, row.Engine) {
			t.Errorf("%s: no protocol %q", row.name, row.Engine)
		}
		if !slices.IsSorted(row.can) {
			t.Errorf("%s: capabilities are not in byte order", row.name)
		}
		for _, can := range row.can {
			if !slices.Contains(known, can) {
				t.Errorf("%s: no capability %q", row.name, can)
			}
		}
		if row.Program == "" || row.Install == "" {
			t.Errorf("%s: %+v", row.name, row.Live)
		}
	}
}
