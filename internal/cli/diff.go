package cli

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/picker"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// diffOptions are the flags of sessions diff.
type diffOptions struct {
	format                  string
	context                 int64
	strict, json, textEdits bool
}

func diffCommand(a *app.App) *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use:   "diff <agent>:<session-id> <agent>:<session-id>",
		Short: "Compare two sessions message by message",
		Long: "Compares two sessions message by message; they may belong to different agents. Messages are aligned by\n" +
			"role and text, so the messages that a fork shares with its parent count as unchanged. The exit status is 0\n" +
			"whether or not they differ; --json counts the differences in stats.",
		Example: "  heddle diff claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e codex:01a1f9fa-7cb0-7222-a4dd-fc71bc245557\n" +
			"  heddle diff opencode:ses_1 opencode:ses_2 --format side-by-side\n" +
			"  heddle diff pi:a pi:b --json | jq .stats",
		Args: func(cmd *cobra.Command, args []string) error {
			if a.Interactive() {
				return usage.Takes(0, 2)(cmd, args)
			}
			return usage.Takes(2, 2)(cmd, args)
		},
		ValidArgsFunction: complete.For(a).Pair,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.json && (cmd.Flags().Changed("format") || cmd.Flags().Changed("context")) {
				return usage.Misuse("--json prints the whole comparison and cannot be used with --format or --context")
			}
			if err := usage.RefuseEmpty(cmd, "format"); err != nil {
				return err
			}
			for len(args) < 2 {
				chosen, err := picker.Choose(a, nil)
				if err != nil {
					return err
				}
				args = append(args, chosen...)
			}
			return diff(a, args, &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "unified", "output `format`: unified, side-by-side or markdown")
	f.Int64Var(&o.context, "context", 3, "show `N` unchanged messages around each difference, at least 1")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.textEdits, "text-edits", false, "with --json: include the words that changed in modified messages")
	f.BoolVar(&o.json, "json", false, "print the comparison as JSON")
	complete.Flag(cmd, "format", "unified", "side-by-side", "markdown")
	complete.Flag(cmd, "context")
	return cmd
}

func diff(a *app.App, args []string, o *diffOptions) error {
	if o.json {
		options := heddle.DiffOptions{TextEdits: o.textEdits, Strict: o.strict}
		run, err := onPair(a, args, func(ctx context.Context, h *heddle.Heddle, one, two heddle.Ref) (*heddle.SessionDiff, error) {
			return h.Sessions.Diff(ctx, one, two, options)
		})
		if err != nil {
			return err
		}
		body, err := app.FetchBytes(a, run)
		if err != nil {
			return err
		}
		return a.PrintJSON(body)
	}
	switch {
	case o.textEdits:
		return usage.Misuse("--text-edits needs --json; the other formats always show the words that changed")
	case o.context < 1:
		return usage.Misuse("--context %d: must be 1 or more", o.context)
	}
	options := heddle.RenderDiffOptions{Strict: o.strict, Format: heddle.DiffFormat(o.format), Context: o.context, Width: int64(max(a.Streams.Width, 0))}
	run, err := onPair(a, args, func(ctx context.Context, h *heddle.Heddle, one, two heddle.Ref) (*heddle.Text, error) {
		return h.Sessions.RenderDiff(ctx, one, two, options)
	})
	if err != nil {
		return err
	}
	text, _, err := app.FetchResult(a, run)
	if err != nil {
		return err
	}
	if a.Streams.Color && o.format == "unified" {
		_, err = io.WriteString(a.Streams.Out, colored(terminal.Printable(text.Text)))
		return err
	}
	return a.PrintText(text.Text)
}

// onPair returns run on the two sessions that words name.
func onPair[T any](a *app.App, words []string, run func(ctx context.Context, h *heddle.Heddle, one, two heddle.Ref) (T, error)) (app.Operation[T], error) {
	if _, err := sessions.ReadName(words[1:]); err != nil {
		return nil, err
	}
	return sessions.On(a, words[:1], func(ctx context.Context, h *heddle.Heddle, one heddle.Ref) (result T, err error) {
		onBoth, err := sessions.On(a, words[1:], func(ctx context.Context, h *heddle.Heddle, two heddle.Ref) (T, error) {
			return run(ctx, h, one, two)
		})
		if err != nil {
			return result, err
		}
		return onBoth(ctx, h)
	})
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
