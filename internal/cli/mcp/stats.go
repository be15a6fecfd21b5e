package mcp

import (
	"context"

	"github.com/heddle-dev/heddle"
)

// mcpStatsRows is how many tools, models and files an answer has.
const mcpStatsRows = 20

type mcpToolCount struct {
	Tool     string `json:"tool"`
	Calls    int64  `json:"calls"`
	Failures int64  `json:"failures"`
	Sessions int64  `json:"sessions"`
}

type mcpModelCount struct {
	Model    string `json:"model"`
	Answers  int64  `json:"answers"`
	Sessions int64  `json:"sessions"`
}

type mcpFileCount struct {
	Path     string `json:"path"`
	Edits    int64  `json:"edits"`
	Sessions int64  `json:"sessions"`
}

// mcpStats is what the matching sessions did.
type mcpStats struct {
	mcpMark
	Sessions      int64           `json:"sessions"`
	Messages      int64           `json:"messages"`
	Turns         int64           `json:"turns"`
	Calls         int64           `json:"calls" jsonschema:"number of tool calls"`
	Failures      int64           `json:"failures" jsonschema:"number of tool calls that failed or were refused"`
	FilesEdited   int64           `json:"files_edited" jsonschema:"number of different files that tools edited"`
	ActiveMinutes int64           `json:"active_minutes"`
	Tools         []mcpToolCount  `json:"tools" jsonschema:"the 20 tools called most"`
	Models        []mcpModelCount `json:"models" jsonschema:"the 20 models that answered most"`
	Files         []mcpFileCount  `json:"files" jsonschema:"the 20 files edited most"`
	Hours         []int64         `json:"hours" jsonschema:"messages in each hour of the day, from 0 to 23"`
	Notes         []string        `json:"notes,omitempty" jsonschema:"why the answer is incomplete"`
}

// countStats is the tool stats.
func (s *mcpServer) countStats(ctx context.Context, in mcpFilters) (out mcpStats, err error) {
	chosen, err := in.read()
	if err != nil {
		return out, err
	}
	x, err := s.h.Sessions.Stats(ctx, heddle.StatsOptions{
		Agent: heddle.Agent(in.Agent), Since: chosen.Since, Until: chosen.Until, Zone: chosen.Zone,
		Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions, Limit: mcpStatsRows,
	})
	if err != nil {
		return out, err
	}
	out = mcpStats{Sessions: x.SessionCount, Messages: x.MessageCount, Turns: x.TurnCount, Calls: x.CallCount, Failures: x.FailureCount,
		FilesEdited: x.FileCount, ActiveMinutes: x.ActiveMS / 60_000, Hours: x.Hours, Notes: s.notes(x.Notes),
		Tools: []mcpToolCount{}, Models: []mcpModelCount{}, Files: []mcpFileCount{}}
	for _, t := range x.Tools {
		out.Tools = append(out.Tools, mcpToolCount{s.field(t.Name), t.Calls, t.Failures, t.SessionCount})
	}
	for _, m := range x.Models {
		out.Models = append(out.Models, mcpModelCount{s.field(m.Name), m.Answers, m.SessionCount})
	}
	for _, f := range x.Files {
		out.Files = append(out.Files, mcpFileCount{s.field(f.Path), f.Edits, f.SessionCount})
	}
	return out, nil
}
