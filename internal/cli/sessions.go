package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// everyday is the group of the commands that root's help shows first.
const everyday = "everyday"

// sessionVerbs are the commands about agents' sessions that have a short form:
// heddle list is heddle sessions list. A command belongs to one parent, so each
// call makes them anew.
func (a *app) sessionVerbs() []*cobra.Command {
	return []*cobra.Command{a.listCommand(), a.showCommand(), a.searchCommand(), a.exportCommand(),
		a.launchCommand("resume", "Print the agent's command that continues a session"),
		a.launchCommand("fork", "Print the agent's command that continues a copy of a session"), a.diffCommand()}
}

func (a *app) sessionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, show, search, export, compare, resume and fork sessions",
		Long: "List, show, search, export, compare, resume and fork sessions. Each has a short form:\n" +
			"heddle list is heddle sessions list.\n\n" +
			"Name a session by agent:session-id, by the beginning of its id, or by last; heddle help references\n" +
			"explains it.",
		Args: subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, verb := range a.sessionVerbs() {
		verb.Example = strings.ReplaceAll(verb.Example, "  heddle "+verb.Name(), "  heddle sessions "+verb.Name())
		cmd.AddCommand(verb)
	}
	return cmd
}
