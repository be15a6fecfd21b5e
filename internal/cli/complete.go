package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
)

// newest is how many sessions completion looks at.
const newest = 50

// complete offers fixed values for a flag, or nothing, instead of file names.
func complete(cmd *cobra.Command, flag string, values ...string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)))
}

// completeFrom offers for a flag what the newest sessions have.
func (a *app) completeFrom(cmd *cobra.Command, flag string, values func(*heddle.SessionSummary) []string) {
	must(cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		agent := ""
		if len(args) > 0 && cmd.Name() == "list" {
			agent = args[0]
		}
		var out []string
		seen := map[string]bool{"": true}
		for _, s := range a.newestSessions(agent) {
			for _, v := range values(&s) {
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}))
}

// newestSessions lists the newest sessions of an agent, or of all.
func (a *app) newestSessions(agent string) []heddle.SessionSummary {
	return a.listQuietly(heddle.ListOptions{Agent: heddle.Agent(agent), Limit: newest})
}

// completeAgents offers the agents' names.
func (a *app) completeAgents(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return core.AgentNames(), cobra.ShellCompDirectiveNoFileComp
}

// completeSession offers the agents' names, then the ids of the newest
// sessions of the one named; after "agent:" the ids in that form.
func (a *app) completeSession(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const keep = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	switch {
	case len(args) == 0 && strings.Contains(typed, ":"):
		return a.completeUnified(typed), keep
	case len(args) == 0:
		return append(core.AgentNames(), "last"), keep
	case len(args) > 1 || strings.Contains(args[0], ":"):
		return nil, keep
	}
	var out []string
	for _, s := range a.newestSessions(args[0]) {
		out = append(out, cobra.CompletionWithDesc(s.SessionID, s.Title))
	}
	return out, keep
}

// completePair offers unified ids, for both sides of a comparison.
func (a *app) completePair(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const keep = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	if len(args) > 1 {
		return nil, keep
	}
	if strings.Contains(typed, ":") {
		return a.completeUnified(typed), keep
	}
	var out []string
	for _, name := range core.AgentNames() {
		out = append(out, name+":")
	}
	return append(out, "last"), keep | cobra.ShellCompDirectiveNoSpace
}

func (a *app) completeUnified(typed string) []string {
	agent, _, _ := strings.Cut(typed, ":")
	var out []string
	for _, s := range a.newestSessions(agent) {
		out = append(out, cobra.CompletionWithDesc(s.UnifiedID, s.Title))
	}
	return out
}

// completeBranch offers the branches of the session that is named.
func (a *app) completeBranch(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var out []string
	if len(args) > 0 {
		for _, b := range a.branchesOf(args) {
			out = append(out, b.LeafID)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// branchesOf lists the branches of the session that arguments name.
func (a *app) branchesOf(args []string) []heddle.Branch {
	run, err := onSession(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.Session, error) {
		return h.Sessions.Get(ctx, ref)
	})
	if err != nil {
		return nil
	}
	found := fetchQuietly(a, run)
	if found == nil {
		return nil
	}
	return found.Branches
}
