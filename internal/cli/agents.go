package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/live"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

func agentsCommand(a *app.App) *cobra.Command {
	var asJSON, running bool
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "List the agents, their sessions, and what each agent can do",
		Long: "Lists the supported agents: whether each has sessions here, in which folder, how many session files or rows it\n" +
			"has, and what the agent can do:\n\n" +
			"  resume    heddle resume has a command for its sessions\n" +
			"  fork      heddle sessions fork has one\n" +
			"  run       heddle run and heddle chat can run it; --live says more\n" +
			"  memories  it keeps notes beside its sessions, which heddle search --memories shows\n\n" +
			"KEEPS says whether its newest version keeps sessions in files or in an SQLite database; a store at an address is\n" +
			"kept by a server. In a pipe every agent is a line of name, yes or no, number, folder, what keeps its sessions and\n" +
			"what it can do, separated by tabs.",
		Example: "  heddle agents\n" +
			"  heddle agents --json | jq -r '.[] | select(.found and .canFork) | .agent'",
		Args: usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if running {
				return live.PrintAgents(a, asJSON)
			}
			list := func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.AgentInfo], error) {
				return h.Agents(ctx)
			}
			return app.PrintResult(a, asJSON, list, app.With(a, printAgents))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	cmd.Flags().BoolVar(&running, "live", false, "list the agents that heddle run and heddle chat can run, and what each can do")
	return cmd
}

func printAgents(a *app.App, list *heddle.List[heddle.AgentInfo]) error {
	where := a.Places()
	t := terminal.Table{Whole: true, Columns: []terminal.Column{{Name: "AGENT"}, {Name: "FOUND"}, {Name: "SESSIONS", Right: true}, {Name: "PLACE"}, {Name: "KEEPS"}, {Name: "CAN"}}}
	for _, g := range list.Items {
		found := "no"
		if g.Found {
			found = "yes"
		}
		t.Rows = append(t.Rows, []string{string(g.Agent), found, strconv.FormatInt(g.SessionCount, 10), where[string(g.Agent)],
			string(g.SessionPersistence), strings.Join(abilities(&g), " ")})
	}
	if a.Streams.Terminal {
		for _, row := range t.Rows {
			row[3] = terminal.Homely(row[3])
		}
	}
	return a.PrintTable(&t)
}

// abilities names what an agent can do.
func abilities(g *heddle.AgentInfo) []string {
	var out []string
	for _, x := range []struct {
		can  bool
		name string
	}{{g.CanResume, "resume"}, {g.CanFork, "fork"}, {g.CanRun, "run"}, {g.HasMemories, "memories"}} {
		if x.can {
			out = append(out, x.name)
		}
	}
	return out
}
