package drift

import (
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Line says in one line what rows of an agent mean for the figures beside it; "" when
// nothing is missing from them. Files that name no version are hardly the agent's own: of
// them only the doctor speaks.
func Line(agent string, rows []session.DriftCount) string {
	counts, newest := "", ""
	for _, n := range nouns {
		sum := int64(0)
		for i := range rows {
			if rows[i].Kind != string(n.kind) || rows[i].Version == "" {
				continue
			}
			sum += rows[i].Count
			if newest == "" || IsNewer(rows[i].Version, newest) {
				newest = rows[i].Version
			}
		}
		if sum == 0 {
			continue
		}
		if counts != "" {
			counts += ", "
		}
		noun := n.many
		if sum == 1 {
			noun = n.one
		}
		counts += text.FormatInt(sum) + " " + noun
	}
	if counts == "" {
		return ""
	}
	who := agent
	if newest != "" {
		who += " " + newest
	}
	if IsNewer(newest, Tested(agent)) {
		return who + " is newer than this Heddle knows: " + counts
	}
	return who + " wrote what this Heddle does not know: " + counts
}
