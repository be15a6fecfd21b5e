package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) diffCommand() *cobra.Command {
	var format string
	var context int64
	var strict, asJSON, textEdits bool
	cmd := &cobra.Command{
		Use:   "diff <agent>:<session-id> <agent>:<session-id>",
		Short: "Show where two sessions differ, message by message",
		Example: "  heddle sessions diff claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e codex:01a1f9fa-7cb0-7222-a4dd-fc71bc245557\n" +
			"  heddle sessions diff opencode:ses_1 opencode:ses_2 --format side-by-side\n" +
			"  heddle sessions diff pi:a pi:b --json | jq .stats",
		Args: usage(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, args []string) error {
			req := map[string]any{"strict": strict}
			for i, side := range []string{"a", "b"} {
				if !strings.Contains(args[i], ":") {
					return usageError{fmt.Errorf("%q is not agent:session-id", args[i])}
				}
				req[side] = map[string]any{"unifiedId": args[i]}
			}
			if asJSON {
				req["textEdits"] = textEdits
				body, err := a.call("sessions.diff", req)
				if err != nil {
					return err
				}
				return a.printJSON(body)
			}
			req["format"], req["context"] = format, context
			if a.streams.Width > 0 {
				req["width"] = a.streams.Width
			}
			body, err := a.call("sessions.renderDiff", req)
			if err == nil {
				_, err = a.streams.Out.Write(body)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "unified", "unified, side-by-side or markdown")
	f.Int64Var(&context, "context", 3, "unchanged messages shown around a difference")
	f.BoolVar(&strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&textEdits, "text-edits", false, "with --json: say word by word how modified messages changed")
	f.BoolVar(&asJSON, "json", false, "print the result as JSON")
	complete(cmd, "format", "unified", "side-by-side", "markdown")
	return cmd
}
