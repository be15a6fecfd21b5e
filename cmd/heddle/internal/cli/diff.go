package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// diffOptions are the flags of sessions diff.
type diffOptions struct {
	format                  string
	context                 int64
	strict, json, textEdits bool
}

func (a *app) diffCommand() *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use:   "diff <agent>:<session-id> <agent>:<session-id>",
		Short: "Compare two sessions message by message",
		Long: "Compares two sessions message by message; they may belong to different agents. Messages are aligned by\n" +
			"role and text, so the messages that a fork shares with its parent count as unchanged. The exit status is 0\n" +
			"whether or not they differ; --json counts the differences in stats.",
		Example: "  heddle sessions diff claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e codex:01a1f9fa-7cb0-7222-a4dd-fc71bc245557\n" +
			"  heddle sessions diff opencode:ses_1 opencode:ses_2 --format side-by-side\n" +
			"  heddle sessions diff pi:a pi:b --json | jq .stats",
		Args:              takes(2, 2),
		ValidArgsFunction: a.completePair,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.json && (cmd.Flags().Changed("format") || cmd.Flags().Changed("context")) {
				return misuse("--json prints the whole comparison and cannot be used with --format or --context")
			}
			return a.diff(args, &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "unified", "output `format`: unified, side-by-side or markdown")
	f.Int64Var(&o.context, "context", 3, "show `N` unchanged messages around each difference, at least 1")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.textEdits, "text-edits", false, "with --json: include the words that changed in modified messages")
	f.BoolVar(&o.json, "json", false, "print the comparison as JSON")
	complete(cmd, "format", "unified", "side-by-side", "markdown")
	complete(cmd, "context")
	return cmd
}

func (a *app) diff(args []string, o *diffOptions) error {
	req := map[string]any{"strict": o.strict}
	for i, side := range []string{"a", "b"} {
		if err := unified(args[i]); err != nil {
			return err
		}
		req[side] = map[string]any{"unifiedId": args[i]}
	}
	if o.json {
		req["textEdits"] = o.textEdits
		body, err := a.call("sessions.diff", req)
		if err != nil {
			return err
		}
		return a.printJSON(body)
	}
	switch {
	case o.textEdits:
		return misuse("--text-edits needs --json; the other formats always show the words that changed")
	case o.context < 1:
		return misuse("--context %d: must be 1 or more", o.context)
	}
	req["format"], req["context"] = o.format, o.context
	if a.streams.Width > 0 {
		req["width"] = a.streams.Width
	}
	body, err := a.call("sessions.renderDiff", req)
	if err != nil {
		return err
	}
	if a.streams.Color && o.format == "unified" {
		_, err = a.streams.Out.Write([]byte(colored(printable(string(body)))))
		return err
	}
	return a.printText(body)
}

// colored marks the lines of a unified comparison.
func colored(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		color := ""
		switch {
		case strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ "):
			color = "\x1b[1m"
		case strings.HasPrefix(line, "-"):
			color = "\x1b[31m"
		case strings.HasPrefix(line, "+"):
			color = "\x1b[32m"
		case strings.HasPrefix(line, "@@ "):
			color = "\x1b[36m"
		}
		if color == "" {
			b.WriteString(line)
			continue
		}
		body, end := strings.CutSuffix(line, "\n")
		b.WriteString(color + body + "\x1b[0m")
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
