package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/hostfns"
)

// launchCommand is sessions resume and sessions fork.
func (a *app) launchCommand(action, short string) *cobra.Command {
	var prompt string
	var run, asJSON bool
	cmd := &cobra.Command{
		Use:   action + " <agent> <session-id> | <agent>:<session-id>",
		Short: short,
		Long: short + ".\nThe command is printed, for a shell; --run runs it, in the session's own folder.\n" +
			"The agent itself writes its files then; Heddle only reads them.",
		Example:           "  heddle sessions " + action + " claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e\n  heddle sessions " + action + " codex 01a1f9fa-7cb0-7222-a4dd-fc71bc245557 --prompt 'go on' --run",
		Args:              usage(cobra.RangeArgs(1, 2)),
		ValidArgsFunction: a.completeSession,
		RunE: func(_ *cobra.Command, args []string) error {
			req, err := sessionArgs(args)
			if err != nil {
				return err
			}
			req["action"] = action
			put(req, "prompt", prompt)
			body, err := a.call("sessions.command", req)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(body)
			}
			return a.launch(body, run)
		},
	}
	f := cmd.Flags()
	f.StringVar(&prompt, "prompt", "", "run one turn with this prompt instead of opening the agent")
	f.BoolVar(&run, "run", false, "run the command instead of printing it")
	f.BoolVar(&asJSON, "json", false, "print the command as JSON")
	return cmd
}

// sessionArgs reads the two ways to name a session.
func sessionArgs(args []string) (map[string]any, error) {
	if len(args) == 2 {
		return map[string]any{"agent": args[0], "sessionId": args[1]}, nil
	}
	if !strings.Contains(args[0], ":") {
		return nil, usageError{fmt.Errorf("%q is not agent:session-id; name the agent as well", args[0])}
	}
	return map[string]any{"unifiedId": args[0]}, nil
}

// launch prints or runs an agent's command.
func (a *app) launch(body []byte, run bool) error {
	var c struct {
		Argv  []string
		Paths []int
		Cwd   string
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return err
	}
	for _, i := range c.Paths {
		path, err := a.realPath(c.Argv[i])
		if err != nil {
			return err
		}
		c.Argv[i] = path
	}
	if !run {
		line := make([]string, len(c.Argv))
		for i, arg := range c.Argv {
			line[i] = quoted(arg)
		}
		text := strings.Join(line, " ")
		if c.Cwd != "" {
			text = "cd " + quoted(c.Cwd) + " && " + text
		}
		_, err := fmt.Fprintln(a.streams.Out, text)
		return err
	}
	return a.execute(c.Argv, c.Cwd)
}

// execute runs the agent with this program's own streams and ends with its
// exit status.
func (a *app) execute(argv []string, cwd string) error {
	if _, err := os.Stat(cwd); cwd != "" && err != nil {
		return fmt.Errorf("the session's folder is gone: %w", err)
	}
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return fmt.Errorf("%s is not installed, or not on the PATH", argv[0])
	}
	cmd := exec.CommandContext(a.ctx, program, argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = cwd, a.streams.In, a.streams.Out, a.streams.Err
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return statusError{exit.ExitCode()}
	}
	return err
}

// statusError carries the exit status of a program that was run; it has said
// itself what was wrong.
type statusError struct{ code int }

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", e.code) }

// realPath turns a mount-relative path into the system's.
func (a *app) realPath(path string) (string, error) {
	n, err := hostfns.Open(a.options().Host)
	if err != nil {
		return "", err
	}
	defer n.Close()
	mount, rest, _ := strings.Cut(path, "/")
	for _, p := range n.Places() {
		if p.Mount == mount {
			return filepath.Join(p.Path, filepath.FromSlash(rest)), nil
		}
	}
	return "", fmt.Errorf("no folder is mounted as %s", mount)
}

// quoted renders an argument for a POSIX shell.
func quoted(s string) string {
	plain := s != ""
	for _, r := range s {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:@%+,", r) {
			plain = false
		}
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
