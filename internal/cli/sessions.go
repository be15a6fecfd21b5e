package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// everyday is the group of the commands that root's help shows first.
const everyday = "everyday"

// sessionVerbs are the commands about agents' sessions that have a short form:
// heddle list is heddle sessions list. A command belongs to one parent, so each
// call makes them anew.
func sessionVerbs(a *app.App) []*cobra.Command {
	return []*cobra.Command{listCommand(a), showCommand(a), searchCommand(a), exportCommand(a),
		launchCommand(a, "resume", "Print the agent's command that continues a session"),
		launchCommand(a, "fork", "Print the agent's command that continues a copy of a session"), diffCommand(a)}
}

func sessionsCommand(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, show, search, export, compare, resume and fork sessions",
		Long: "List, show, search, export, compare, resume and fork sessions. Each has a short form:\n" +
			"heddle list is heddle sessions list.\n\n" +
			"Name a session by agent:session-id, by the beginning of its id, or by last; heddle help references\n" +
			"explains it.",
		Args: usage.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, verb := range sessionVerbs(a) {
		verb.Example = strings.ReplaceAll(verb.Example, "  heddle "+verb.Name(), "  heddle sessions "+verb.Name())
		cmd.AddCommand(verb)
	}
	return cmd
}
