package cli

import (
	"strings"

	"github.com/spf13/cobra"
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

// sessionArgs reads the two ways to name a session.
func sessionArgs(args []string) (map[string]any, error) {
	if len(args) == 2 {
		return map[string]any{"agent": args[0], "sessionId": args[1]}, nil
	}
	if err := unified(args[0]); err != nil {
		return nil, err
	}
	return map[string]any{"unifiedId": args[0]}, nil
}

// unified checks that an argument is agent:session-id.
func unified(arg string) error {
	agent, id, ok := strings.Cut(arg, ":")
	if ok && agent != "" && id != "" {
		return nil
	}
	e := misuse("%q is not agent:session-id; name the agent as well", arg)
	e.hint = "heddle sessions list shows the ids"
	return e
}
