// Package live has the commands that run agents: run, chat, record and live.
package live

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
	"github.com/heddle-dev/heddle/internal/liveserve"
)

// Command looks after the processes of live sessions.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "live",
		Short: "List the agents that run, end those whose owner was killed, and run agents for programs",
		Args:  usage.Subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(livePsCommand(a), liveReapCommand(a), liveServeCommand(a))
	return cmd
}

func livePsCommand(a *app.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ps",
		Short: "List the agents' processes that live sessions started",
		Long: "Lists the processes of agents that live sessions of this user started and that still run. One whose owner has\n" +
			"ended is an orphan: heddle live reap ends it, and so does the next live session. OTHERS are the processes that\n" +
			"the agent has started, wherever they are by now; only Linux shows them.",
		Example: "  heddle live ps\n  heddle live ps --json | jq -r '.[] | select(.orphan) | .pid'",
		Args:    usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			list, err := heddle.AgentProcesses()
			if list == nil && err != nil {
				return err
			}
			if err != nil {
				a.PrintError(nil, err) // of files that were skipped
			}
			return printProcesses(a, list, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

// LiveProcess is a process as --json prints it.
type LiveProcess struct {
	PID       int       `json:"pid"`
	Agent     string    `json:"agent"`
	SessionID string    `json:"sessionId"`
	Cwd       string    `json:"cwd"`
	Since     time.Time `json:"since"`
	OwnerPID  int       `json:"ownerPid"`
	Orphan    bool      `json:"orphan"`
	Others    []int     `json:"others,omitempty"`
}

func printProcesses(a *app.App, list []heddle.AgentProcess, asJSON bool) error {
	running := []LiveProcess{}
	for _, l := range list {
		if l.Runs || len(l.Others) > 0 {
			running = append(running, LiveProcess{l.PID, l.Agent, l.SessionID, l.Cwd, l.Since.UTC(), l.OwnerPID, l.Orphan, l.Others})
		}
	}
	if asJSON {
		return a.PrintReport(running)
	}
	t := terminal.Table{Whole: true, Columns: []terminal.Column{{Name: "PID", Right: true}, {Name: "AGENT"}, {Name: "SESSION"}, {Name: "OWNER"}, {Name: "OTHERS"}, {Name: "FOLDER"}}}
	for _, l := range running {
		owner := strconv.Itoa(l.OwnerPID)
		if l.Orphan {
			owner += " (ended)"
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(l.PID), l.Agent, l.SessionID, owner, strings.Trim(fmt.Sprint(l.Others), "[]"), terminal.Homely(l.Cwd)})
	}
	return a.PrintTable(&t)
}

func liveReapCommand(a *app.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "reap",
		Short: "End the agents' processes whose owner was killed",
		Long: "Ends what remains of a live session when its own program was killed: the process group of an agent, and on Linux\n" +
			"all that the agent has started and that has left the group; first politely, after three seconds by force. A\n" +
			"process is ended only when its id and start time are those that were registered, or when it has the mark that the\n" +
			"agent's processes inherit.",
		Example: "  heddle live reap",
		Args:    usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			ended, err := heddle.ReapAgents()
			if asJSON {
				return errors.Join(err, printProcesses(a, ended, true))
			}
			for _, l := range ended {
				if _, err := fmt.Fprintf(a.Streams.Out, "ended %d: %s %s\n", l.PID, terminal.OneField(l.Agent), terminal.OneField(l.SessionID)); err != nil {
					return err
				}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was ended as JSON")
	return cmd
}

func liveServeCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Run agents for a program, over JSON-RPC on stdin and stdout",
		Long: "Runs live sessions for the program that starts it, which speaks JSON-RPC 2.0 with it on stdin and stdout, a\n" +
			"message on each line; docs/live-protocol.md describes the messages. The packages for JavaScript and Python start\n" +
			"it by themselves. When stdin is closed or that program ends, however it ends, all agents are stopped and what\n" +
			"they said is stored. Each session names its own home, store and prices: the flags for them have no effect.",
		Example: "  heddle live serve",
		Args:    usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if a.Streams.InTerm {
				return usage.Misuse("a program starts heddle live serve and writes to its standard input; heddle chat is for people")
			}
			open, err := a.Opener()
			if err != nil {
				return err
			}
			liveserve.Run(a.Streams.In, a.Streams.Out, open)
			return nil
		},
	}
}

// PrintAgents prints what agents can do in live sessions.
func PrintAgents(a *app.App, asJSON bool) error {
	list := live.Agents()
	if asJSON {
		return a.PrintJSON(liveAgentsJSON(list))
	}
	t := terminal.Table{Whole: true, Columns: []terminal.Column{{Name: "AGENT"}, {Name: "PROTOCOL"}, {Name: "TESTED"}, {Name: "COMMAND"}, {Name: "CAPABILITIES"}}}
	for _, g := range list {
		tested := "no"
		if g.Tested {
			tested = "yes"
		}
		t.Rows = append(t.Rows, []string{g.Agent, g.Engine, tested, strings.Join(append([]string{g.Program}, g.Args...), " "), strings.Join(g.Capabilities, " ")})
	}
	return a.PrintTable(&t)
}

// liveAgentsJSON returns the list as the operation live.agents does.
func liveAgentsJSON(list []session.LiveAgent) []byte {
	body := []byte{'['}
	for i := range list {
		if i > 0 {
			body = append(body, ',')
		}
		body = list[i].AppendJSON(body)
	}
	return append(body, ']')
}

// completeLiveAgent offers the agents of live sessions for a first argument.
func completeLiveAgent(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := []string{live.AutoAgent}
	for _, g := range live.Agents() {
		names = append(names, g.Agent)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
