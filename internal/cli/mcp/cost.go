package mcp

import (
	"context"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

type mcpCostArguments struct {
	mcpFilters
	GroupBy string `json:"group_by,omitempty" jsonschema:"agent, model, tier, day, tag, cwd, session, git-branch, repo, version or origin (the machine); default: no groups"`
}

// mcpSpend is what something spent.
type mcpSpend struct {
	USD              string `json:"usd,omitempty" jsonschema:"money; absent when no price is known"`
	Source           string `json:"source,omitempty" jsonschema:"recorded by the agent, computed from prices, mixed or unpriced"`
	Sessions         int64  `json:"sessions"`
	InputTokens      int64  `json:"input_tokens"`
	OutputTokens     int64  `json:"output_tokens"`
	CacheReadTokens  int64  `json:"cache_read_tokens"`
	CacheWriteTokens int64  `json:"cache_write_tokens"`
}

type mcpGroup struct {
	Key string `json:"key"`
	mcpSpend
}

type mcpCost struct {
	mcpMark
	Total      mcpSpend   `json:"total"`
	Groups     []mcpGroup `json:"groups,omitempty" jsonschema:"days in their order, other groups by money, at most 50"`
	MoreGroups int        `json:"more_groups,omitempty" jsonschema:"number of groups that are left out; use filters to see them"`
	PriceTable string     `json:"price_table" jsonschema:"date of the built-in prices"`
	Unpriced   []string   `json:"unpriced,omitempty" jsonschema:"models without a price, whose tokens are not part of the money"`
	Notes      []string   `json:"notes,omitempty" jsonschema:"why the answer is incomplete"`
}

// addUpCosts is the tool cost.
func (s *mcpServer) addUpCosts(ctx context.Context, in mcpCostArguments) (out mcpCost, err error) {
	chosen, err := in.mcpFilters.read()
	if err == nil {
		err = shortArguments(in.GroupBy)
	}
	if err != nil {
		return out, err
	}
	total, err := s.h.Sessions.TotalCost(ctx, heddle.CostOptions{
		Agent: heddle.Agent(in.Agent), Since: chosen.Since, Until: chosen.Until, Zone: chosen.Zone,
		Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions, GroupBy: heddle.GroupBy(in.GroupBy),
	})
	if err != nil {
		return out, err
	}
	sum := terminal.TotalRow(total)
	out = mcpCost{Total: spendOf(&sum), PriceTable: total.PriceTable, Notes: s.notes(total.Notes)}
	groups := terminal.SortedGroups(total.Breakdowns, in.GroupBy)
	if in.GroupBy == "day" && len(groups) > mcpMostRows { // the newest
		groups, out.MoreGroups = groups[len(groups)-mcpMostRows:], len(groups)-mcpMostRows
	}
	for i := range groups {
		if i == mcpMostRows {
			out.MoreGroups = len(groups) - i
			break
		}
		key := s.field(groups[i].Key)
		if in.GroupBy == "session" {
			key = groups[i].Key // show accepts it as it is
		}
		out.Groups = append(out.Groups, mcpGroup{key, spendOf(&groups[i])})
	}
	for i := range total.Unpriced[:min(len(total.Unpriced), mcpMostRows)] {
		out.Unpriced = append(out.Unpriced, s.field(total.Unpriced[i].Model))
	}
	return out, nil
}

func spendOf(g *heddle.CostBreakdown) mcpSpend {
	out := mcpSpend{Source: string(g.Source), Sessions: g.SessionCount, InputTokens: g.InputTokens, OutputTokens: g.OutputTokens,
		CacheReadTokens: g.CachedTokens, CacheWriteTokens: g.CacheWriteTokens}
	if g.TotalUSD != nil {
		out.USD = g.TotalUSD.String()
	}
	return out
}
