package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/picker"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// launchOptions are the flags of sessions resume and sessions fork.
type launchOptions struct {
	prompt    string
	run, json bool
	newest    bool // of this folder
}

// launchCommand is sessions resume and sessions fork.
func launchCommand(a *app.App, action, short string) *cobra.Command {
	var o launchOptions
	path := "  heddle " + action
	cmd := &cobra.Command{
		Use:   action + " <agent> <session-id> | <agent>:<session-id>",
		Short: short,
		Long: short + ".\n" +
			"The command is printed for a POSIX shell, with a cd to the session's folder; --run runs it there and\n" +
			"exits with its status. Then the agent itself writes its files; Heddle only reads them. When an agent\n" +
			"has no such command, the error is UNSUPPORTED and its hint says what to do instead.",
		Example: path + " claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			path + " --last --run\n" +
			path + " codex 01a1f9fa-7cb0-7222-a4dd-fc71bc245557 --prompt 'continue' --run\n" +
			path + " pi:01a1f9fe-f1db-72b1-bee1-9ca219dbc8fa --json | jq -r '.argv[]'",
		Args: func(cmd *cobra.Command, args []string) error {
			if o.newest {
				return usage.Takes(0, 1)(cmd, args)
			}
			return picker.Takes(a, cmd, args)
		},
		ValidArgsFunction: complete.For(a).Session,
		RunE: func(_ *cobra.Command, args []string) error {
			if o.run && o.json {
				return usage.Misuse("--run and --json cannot be used together")
			}
			if o.newest {
				found, err := newestHere(a, args)
				if err != nil {
					return err
				}
				args = []string{found}
			}
			args, err := picker.Choose(a, args)
			if err != nil {
				return err
			}
			options := heddle.CommandOptions{Action: heddle.SessionAction(action), Prompt: o.prompt}
			run, err := sessions.On(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.AgentCommand, error) {
				return h.Sessions.Command(ctx, ref, options)
			})
			if err != nil {
				return err
			}
			command, body, err := app.FetchResult(a, run)
			if err != nil {
				return err
			}
			return launch(a, command, body, &o)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.newest, "last", false, "the newest session of this folder, of one agent or of all")
	f.BoolVar(&o.newest, "continue", false, "the same as --last")
	f.StringVar(&o.prompt, "prompt", "", "run one turn with this `text` instead of opening the agent")
	f.BoolVar(&o.run, "run", false, "run the command instead of printing it")
	f.BoolVar(&o.json, "json", false, "print the command as JSON, with this system's paths")
	complete.Flag(cmd, "prompt")
	return cmd
}

// newestHere returns the newest session that an agent had in this folder.
func newestHere(a *app.App, agent []string) (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	options := heddle.ListOptions{Cwd: filter.WholeFolder(here), Limit: app.Newest}
	if len(agent) > 0 {
		options.Agent = heddle.Agent(agent[0])
	}
	var found *heddle.SessionSummary
	err = a.WithClient(func(c *app.Client) error {
		list, err := c.Sessions.List(a.Ctx, options)
		if err != nil {
			return err
		}
		for i := range list.Items {
			s := &list.Items[i]
			if s.Agent != app.StoreAgent && (found == nil || s.UpdatedAt.After(found.UpdatedAt)) {
				found = s
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if found == nil {
		return "", fault.New(fault.SessionNotFound, "no session ran in "+here).WithHint("sessions.list shows the sessions of all folders")
	}
	return found.UnifiedID, nil
}

// launch prints an agent's command, or runs it.
func launch(a *app.App, c *heddle.AgentCommand, body []byte, o *launchOptions) error {
	for _, i := range c.Paths {
		c.Argv[i] = a.OnDisk(c.Argv[i])
	}
	if o.json {
		return printCommandJSON(a, c, body)
	}
	if a.Global.Home != "" {
		a.Note("note: %s itself reads its sessions from its usual folder, not from --home\n", c.Argv[0])
	}
	_, gone := os.Stat(c.Cwd)
	switch {
	case c.Cwd == "":
		a.Note("note: the session's folder is unknown: run this command in the right folder\n")
	case gone != nil && !o.run:
		a.Note("note: the session's folder no longer exists: %s\n", c.Cwd)
	}
	if o.run {
		return runCommand(a, c.Argv, c.Cwd)
	}
	line := make([]string, len(c.Argv))
	for i, arg := range c.Argv {
		line[i] = quoted(arg)
	}
	command := strings.Join(line, " ") + "\n"
	if c.Cwd != "" {
		command = "cd " + quoted(folder(c.Cwd)) + " && " + command
	}
	_, err := a.Streams.Out.Write([]byte(command)) // quoted leaves nothing that steers
	return err
}

// printCommandJSON prints the engine's own bytes, with this system's paths
// where there are paths.
func printCommandJSON(a *app.App, c *heddle.AgentCommand, body []byte) error {
	if len(c.Paths) > 0 {
		body = (&session.AgentCommand{Agent: string(c.Agent), SessionID: c.SessionID, Action: c.Action, Argv: c.Argv, Paths: c.Paths, Cwd: c.Cwd}).AppendJSON(nil)
	}
	return a.PrintJSON(body)
}

// runCommand runs the agent with this program's own streams and ends with its
// exit status. Ctrl-C on the terminal is the agent's to understand: it
// reaches it without our doing, and does not end us.
func runCommand(a *app.App, argv []string, cwd string) error {
	if fi, err := os.Stat(cwd); cwd != "" && (err != nil || !fi.IsDir()) {
		return fmt.Errorf("the session's folder no longer exists: %s", cwd)
	}
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return fmt.Errorf("%s is not installed or not on the PATH", argv[0])
	}
	cmd := exec.Command(program, argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = cwd, a.Streams.In, a.Streams.Out, a.Streams.Err
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case s := <-signals:
			if s != os.Interrupt {
				_ = cmd.Process.Signal(s)
			}
		case err := <-ended:
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return app.StatusError(status(exit))
			}
			return err
		}
	}
}

// status is a program's exit status as a shell says it: 128 and its number
// for a signal.
func status(e *exec.ExitError) int {
	if w, ok := e.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return e.ExitCode()
}

// folder is a folder's name that cd does not take for an option or for the
// last folder.
func folder(name string) string {
	if strings.HasPrefix(name, "-") {
		return "./" + name
	}
	return name
}

// plainWord are the characters of words that need no quotes in any shell.
const plainWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+,="

// quoted renders an argument for a POSIX shell, and for zsh, which expands =name and name=~ as
// well. What a terminal would not show, or bytes that are no text, is written as an escape.
func quoted(s string) string {
	if s != "" && s[0] != '=' && strings.Trim(s, plainWord) == "" {
		return s
	}
	var b strings.Builder
	from := 0
	flush := func(to int) {
		if from < to {
			b.WriteString("'" + strings.ReplaceAll(s[from:to], "'", `'\''`) + "'")
		}
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '\n' || r == '\t' || !(r == utf8.RuneError && n == 1) && !core.IsHiddenAt(s, i) {
			i += n
			continue
		}
		flush(i)
		b.WriteString(`"$(printf '`)
		for _, c := range []byte(s[i : i+n]) {
			fmt.Fprintf(&b, `\%03o`, c)
		}
		b.WriteString(`')"`)
		i += n
		from = i
	}
	flush(len(s))
	return terminal.Or(b.String(), "''")
}
