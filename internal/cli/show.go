package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/archive"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/picker"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/transcript"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// showOptions are the flags of sessions show and sessions export.
type showOptions struct {
	format, branch                string
	raw, strict, toolOutput, json bool
	export                        bool // a pipe gets the engine's own bytes
	redact                        bool

	// Only of show:
	allBranches bool
	view        transcript.Options
	noPager     bool
	full        bool
	story       bool
	save        string
	// Only of export:
	output  string
	archive archive.Options
}

func showCommand(a *app.App) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show <agent> <session-id> | <agent>:<session-id>",
		Short: "Show one session for reading",
		Long: "Shows one session. On a terminal every message has its number, which search shows as well, a call of a tool is\n" +
			"one line with the first lines of its edits, and the pager shows what is longer than the screen\n" +
			"($HEDDLE_PAGER, $PAGER, less). A pipe gets Markdown; with --last, --at, --no-tools, --thinking or --full it\n" +
			"gets what a terminal shows.\n\n" +
			"--story says what happened in a few lines. --save writes pictures and files that the agent's own files have;\n" +
			"it never writes over a file.",
		Example: "  heddle show claude 3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle show last --last 4 --no-tools\n" +
			"  heddle show last --at 12 --thinking\n" +
			"  heddle show codex:01a1f9fa-7cb0-7222-a4dd-fc71bc245557 --format json\n" +
			"  heddle show pi:01a1f9fe-f1db-72b1-bee1-9ca219dbc8fa --json | jq '.branches'",
	}
	showFlags(a, cmd, &o, "markdown")
	f := cmd.Flags()
	f.Int64Var(&o.view.Last, "last", 0, "show only the last `N` messages")
	f.Int64Var(&o.view.At, "at", -1, "show message `N` with the three before it and what follows; the first one is 0")
	f.BoolVar(&o.full, "full", false, "show all of the calls: inputs, edits and outputs")
	f.BoolVar(&o.story, "story", false, "show what happened: prompts, changed files, tests, commits")
	f.StringVar(&o.save, "save", "", "write the session's pictures and files into this `folder`")
	usage.Must(cmd.RegisterFlagCompletionFunc("save", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)))
	f.BoolVar(&o.view.NoTools, "no-tools", false, "leave out calls of tools and their results")
	f.BoolVar(&o.view.Thinking, "thinking", false, "show what the model thought")
	f.BoolVar(&o.allBranches, "all-branches", false, "after the session, show every branch that was left")
	f.BoolVar(&o.noPager, "no-pager", false, "do not use a pager")
	complete.Flag(cmd, "last")
	complete.Flag(cmd, "at")
	return cmd
}

func exportCommand(a *app.App) *cobra.Command {
	o := showOptions{export: true, view: transcript.Options{At: -1}}
	cmd := &cobra.Command{
		Use:   "export <agent> <session-id> | <agent>:<session-id> | --all -d <folder>",
		Short: "Write one session or all of them as json, jsonl, markdown or html",
		Long: "Writes one session to stdout: json is the session, indented by 2; jsonl is a line about the session, then\n" +
			"a line for each message; markdown is for reading, and html is a page that needs no other file.\n\n" +
			"--redact replaces secrets, home folders and e-mail addresses, and the result says how often. No rules find\n" +
			"everything: read the result before you publish it.\n\n" +
			"--all writes a file for every session that matches the filters, and index.jsonl, which names the session of\n" +
			"each file. The next run writes only what changed or is missing. Files appear complete, are readable by their\n" +
			"owner only, and never replace a file that is not in the index. In a pipe every session is a line of status\n" +
			"(new, updated, unchanged or failed), unifiedId and file, separated by tabs; the exit status is 1 when one\n" +
			"failed.\n\n" + filter.ActivityHelp,
		Example: "  heddle export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e > session.json\n" +
			"  heddle export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e --format jsonl | jq -r .content\n" +
			"  heddle export last --format markdown -o session.md\n" +
			"  heddle export last --format html --redact -o session.html\n" +
			"  heddle export --all -d sessions --format markdown --since 30d",
	}
	showFlags(a, cmd, &o, "json")
	o.archive.Register(a, cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write this `file` instead of stdout, completely or not at all")
	usage.Must(cmd.MarkFlagFilename("output"))
	usage.Must(cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
	return cmd
}

func showFlags(a *app.App, cmd *cobra.Command, o *showOptions, format string) {
	cmd.ValidArgsFunction = complete.For(a).Session
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if o.archive.All {
			return nil
		}
		return picker.Takes(a, cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.export {
			if err := o.archive.Check(cmd, args); err != nil {
				return err
			}
		}
		if err := app.CheckFormat(o.format); err != nil {
			return err
		}
		if o.archive.All {
			if o.raw && o.format != "json" {
				return usage.Misuse("--raw needs --format json")
			}
			return archive.Export(a, &o.archive, heddle.ExportOptions{Format: o.format, Raw: o.raw, ToolOutput: o.toolOutput, Strict: o.strict, Redact: o.redact}, o.json)
		}
		if o.json && cmd.Flags().Changed("format") {
			return usage.Misuse("--json and --format cannot be used together: --format json is the indented form")
		}
		if o.raw && !o.json && o.format != "json" {
			return usage.Misuse("--raw needs --json or --format json")
		}
		if (o.full || o.view.Given()) && (o.story || o.save != "" || o.json || cmd.Flags().Changed("format")) {
			return usage.Misuse("--last, --at, --no-tools, --thinking and --full choose what is shown for reading; they cannot be used with --json or --format, nor with --story or --save")
		}
		if (o.story || o.save != "") && cmd.Flags().Changed("format") || o.story && o.save != "" || o.save != "" && o.json {
			return usage.Misuse("--story, --save and --format cannot be used together")
		}
		if cmd.Flags().Changed("last") && o.view.Last < 1 || cmd.Flags().Changed("at") && o.view.At < 0 {
			return usage.Misuse("--last must be 1 or more, and --at 0 or more")
		}
		args, err := picker.Choose(a, args)
		if err != nil {
			return err
		}
		switch {
		case o.save != "":
			return save(a, args, o)
		case o.story:
			return readStory(a, args, o)
		}
		if o.allBranches {
			if o.json || o.branch != "" {
				return usage.Misuse("--all-branches shows the branches one after the other; it cannot be used with --json or --branch")
			}
			return showBranches(a, args, o, o.full || o.view.Given() || a.Streams.Terminal && !cmd.Flags().Changed("format"))
		}
		if !o.export && !o.json && (o.full || o.view.Given() || a.Streams.Terminal && !cmd.Flags().Changed("format")) {
			return read(a, args, o)
		}
		return show(a, args, o)
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", format, "output `format`: markdown, json, jsonl or html")
	f.StringVar(&o.branch, "branch", "", "show the branch that ends in the message with this `id` (--json lists them in branches)")
	f.BoolVar(&o.raw, "raw", false, "include the original text of the session's records (json)")
	f.BoolVar(&o.toolOutput, "tool-output", false, "also include each tool's output in its call")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	a.AddRedactFlag(f, &o.redact)
	f.BoolVar(&o.json, "json", false, "print the session as JSON on one line, as the engine returns it; with --all, what was written")
	complete.Flag(cmd, "format", app.ExportFormats...)
	usage.Must(cmd.RegisterFlagCompletionFunc("branch", complete.For(a).Branch))
}

// showBranches shows a session and then each of its other branches, from its first message on.
func showBranches(a *app.App, args []string, o *showOptions, reading bool) error {
	run, err := sessions.On(a, args, func(ctx context.Context, h *heddle.Heddle, of heddle.Ref) (*heddle.Session, error) {
		return h.Sessions.Get(ctx, of, heddle.GetOptions{Strict: o.strict})
	})
	if err != nil {
		return err
	}
	s, _, err := app.FetchResult(a, run)
	if err != nil {
		return err
	}
	for i := -1; i < len(s.Branches); i++ {
		if i >= 0 {
			o.branch = s.Branches[i].LeafID
			title := fmt.Sprintf("\n# Branch %s (%d messages of its own)\n\n", terminal.Line(o.branch), s.Branches[i].MessageCount)
			if _, err := io.WriteString(a.Streams.Out, title); err != nil {
				return err
			}
		}
		if reading {
			err = read(a, args, o)
		} else {
			err = show(a, args, o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func show(a *app.App, args []string, o *showOptions) error {
	options := heddle.ExportOptions{Format: o.format, Branch: o.branch, Raw: o.raw, ToolOutput: o.toolOutput, Strict: o.strict, Redact: o.redact}
	if o.json {
		options.Format = app.FormatLine
	}
	if o.output != "" {
		var failed error // of reading: the file is not to blame
		err := app.WriteFile(o.output, func(w io.Writer) error {
			out := &app.OutputFile{W: w}
			err := exportTo(a, args, options, out)
			if out.Err == nil {
				failed = err
			}
			return err
		})
		if failed != nil {
			return failed
		}
		return err
	}
	if options.Format == app.FormatHTML || !a.Streams.Terminal && (o.export || options.Format != "markdown") {
		return exportTo(a, args, options, a.Streams.Out)
	}
	if !a.Streams.Terminal {
		out := &app.PrintableLines{W: a.Streams.Out}
		err := exportTo(a, args, options, out)
		if err == nil {
			err = out.End()
		}
		return err
	}
	var text strings.Builder
	if err := exportTo(a, args, options, &text); err != nil {
		return err
	}
	switch {
	case options.Format == "markdown" && !o.export:
		return a.Page(terminal.Printable(text.String()), o.noPager)
	case options.Format == "markdown":
		return a.PrintText(text.String())
	}
	_, err := io.WriteString(a.Streams.Out, terminal.PrintableJSON(text.String()))
	return err
}

// exportTo writes a session while it is read.
func exportTo(a *app.App, args []string, options heddle.ExportOptions, w io.Writer) error {
	run, err := sessions.On(a, args, app.ExportOperation(options, w))
	if err != nil {
		return err
	}
	_, _, err = app.FetchResult(a, run)
	return err
}
