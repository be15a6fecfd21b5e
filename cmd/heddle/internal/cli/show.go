package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

// showOptions are the flags of sessions show and sessions export.
type showOptions struct {
	format, branch                string
	raw, strict, toolOutput, json bool
	export                        bool // a pipe gets the engine's own bytes
}

func (a *app) showCommand() *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show <agent> <session-id> | <agent>:<session-id>",
		Short: "Show one session, as Markdown for reading",
		Example: "  heddle sessions show claude 3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle sessions show codex:01a1f9fa-7cb0-7222-a4dd-fc71bc245557 --format json\n" +
			"  heddle sessions show pi:01a1f9fe-f1db-72b1-bee1-9ca219dbc8fa --json | jq '.branches'",
	}
	a.showFlags(cmd, &o, "markdown")
	return cmd
}

func (a *app) exportCommand() *cobra.Command {
	o := showOptions{export: true}
	cmd := &cobra.Command{
		Use:   "export <agent> <session-id> | <agent>:<session-id>",
		Short: "Write one session to stdout as json, jsonl or markdown",
		Long: "Writes one session to stdout: json is the session, indented by 2; jsonl is a line about the session, then\n" +
			"a line for each message; markdown is for reading.",
		Example: "  heddle sessions export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e > session.json\n" +
			"  heddle sessions export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e --format jsonl | jq -r .content",
	}
	a.showFlags(cmd, &o, "json")
	return cmd
}

func (a *app) showFlags(cmd *cobra.Command, o *showOptions, format string) {
	cmd.Args, cmd.ValidArgsFunction = takes(1, 2), a.completeSession
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.json && cmd.Flags().Changed("format") {
			return misuse("--json and --format cannot be used together: --format json is the indented form")
		}
		if o.raw && !o.json && o.format != "json" {
			return misuse("--raw needs --json or --format json")
		}
		return a.show(args, o)
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", format, "output `format`: markdown, json or jsonl")
	f.StringVar(&o.branch, "branch", "", "show the branch that ends in the message with this `id` (--json lists them in branches)")
	f.BoolVar(&o.raw, "raw", false, "include the original text of the session's records (json)")
	f.BoolVar(&o.toolOutput, "tool-output", false, "also include each tool's output in its call")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.json, "json", false, "print the session as JSON on one line, as the engine returns it")
	complete(cmd, "format", "markdown", "json", "jsonl")
	must(cmd.RegisterFlagCompletionFunc("branch", a.completeBranch))
}

func (a *app) show(args []string, o *showOptions) error {
	ref, err := sessionRef(args)
	if err != nil {
		return err
	}
	if o.json {
		options := heddle.GetOptions{Branch: o.branch, Raw: o.raw, ToolOutput: o.toolOutput, Strict: o.strict}
		body, err := fetchBytes(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.Session, error) {
			return h.Sessions.Get(ctx, ref, options)
		})
		if err != nil {
			return err
		}
		return a.printJSON(body)
	}
	options := heddle.ExportOptions{Format: o.format, Branch: o.branch, Raw: o.raw, ToolOutput: o.toolOutput, Strict: o.strict}
	text, _, err := fetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.Text, error) {
		return h.Sessions.Export(ctx, ref, options)
	})
	if err != nil {
		return err
	}
	switch {
	case o.format == "markdown" && (a.streams.Terminal || !o.export):
		return a.printText(text.Text)
	case a.streams.Terminal:
		text.Text = printableJSON(text.Text)
	}
	_, err = io.WriteString(a.streams.Out, text.Text)
	return err
}

// printText writes text without what steers a terminal: what comes out of a
// pipe often ends on one.
func (a *app) printText(text string) error {
	_, err := io.WriteString(a.streams.Out, printable(text))
	return err
}

// printJSON writes a result and ends its line.
func (a *app) printJSON(body []byte) error {
	if a.streams.Terminal {
		body = []byte(printableJSON(string(body)))
	}
	_, err := a.streams.Out.Write(append(body[:len(body):len(body)], '\n'))
	return err
}
