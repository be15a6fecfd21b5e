package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

func (a *app) sessionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, show, search, export, compare and resume sessions",
		Long: "List, show, search, export, compare and resume sessions.\n\n" +
			"Name a session by its agent and its id, or by both in one word, agent:session-id, as\n" +
			"sessions list and sessions search print it.",
		Args: subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.listCommand(), a.showCommand(), a.searchCommand(), a.exportCommand(), a.diffCommand(),
		a.launchCommand("resume", "Print the agent's command that continues a session"),
		a.launchCommand("fork", "Print the agent's command that continues a copy of a session"))
	return cmd
}

// sessionRef reads the two ways to name a session.
func sessionRef(args []string) (heddle.Ref, error) {
	if len(args) == 2 {
		if args[0] == "" || args[1] == "" {
			return "", misuse("a session is named by an agent and a session id, not %q and %q", args[0], args[1])
		}
		return heddle.Ref(args[0] + ":" + args[1]), nil
	}
	return unifiedRef(args[0])
}

// unifiedRef reads an argument of the form agent:session-id.
func unifiedRef(arg string) (heddle.Ref, error) {
	agent, id, ok := strings.Cut(arg, ":")
	if ok && agent != "" && id != "" {
		return heddle.Ref(arg), nil
	}
	e := misuse("%q is not agent:session-id; name the agent as well", arg)
	e.hint = "heddle sessions list shows the ids"
	return "", e
}
