package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

// showOptions are the flags of sessions show and sessions export.
type showOptions struct {
	format, branch                string
	raw, strict, toolOutput, json bool
	export                        bool // a pipe gets the engine's own bytes
	redact                        bool

	// Only of show:
	allBranches bool
	view        transcriptOptions
	noPager     bool
	full        bool
	story       bool
	save        string
	// Only of export:
	output  string
	archive archiveOptions
}

func (a *app) showCommand() *cobra.Command {
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
	a.showFlags(cmd, &o, "markdown")
	f := cmd.Flags()
	f.Int64Var(&o.view.last, "last", 0, "show only the last `N` messages")
	f.Int64Var(&o.view.at, "at", -1, "show message `N` with the three before it and what follows; the first one is 0")
	f.BoolVar(&o.full, "full", false, "show all of the calls: inputs, edits and outputs")
	f.BoolVar(&o.story, "story", false, "show what happened: prompts, changed files, tests, commits")
	f.StringVar(&o.save, "save", "", "write the session's pictures and files into this `folder`")
	must(cmd.RegisterFlagCompletionFunc("save", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)))
	f.BoolVar(&o.view.noTools, "no-tools", false, "leave out calls of tools and their results")
	f.BoolVar(&o.view.thinking, "thinking", false, "show what the model thought")
	f.BoolVar(&o.allBranches, "all-branches", false, "after the session, show every branch that was left")
	f.BoolVar(&o.noPager, "no-pager", false, "do not use a pager")
	complete(cmd, "last")
	complete(cmd, "at")
	return cmd
}

func (a *app) exportCommand() *cobra.Command {
	o := showOptions{export: true, view: transcriptOptions{at: -1}}
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
			"failed.\n\n" + activityHelp,
		Example: "  heddle export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e > session.json\n" +
			"  heddle export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e --format jsonl | jq -r .content\n" +
			"  heddle export last --format markdown -o session.md\n" +
			"  heddle export last --format html --redact -o session.html\n" +
			"  heddle export --all -d sessions --format markdown --since 30d",
	}
	a.showFlags(cmd, &o, "json")
	o.archive.register(a, cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write this `file` instead of stdout, completely or not at all")
	must(cmd.MarkFlagFilename("output"))
	must(cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
	return cmd
}

func (a *app) showFlags(cmd *cobra.Command, o *showOptions, format string) {
	cmd.ValidArgsFunction = a.completeSession
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if o.archive.all {
			return nil
		}
		return a.takesSession(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.export {
			if err := o.archive.check(cmd, args); err != nil {
				return err
			}
		}
		if err := checkFormat(o.format); err != nil {
			return err
		}
		if o.archive.all {
			if o.raw && o.format != "json" {
				return misuse("--raw needs --format json")
			}
			return a.exportAll(o)
		}
		if o.json && cmd.Flags().Changed("format") {
			return misuse("--json and --format cannot be used together: --format json is the indented form")
		}
		if o.raw && !o.json && o.format != "json" {
			return misuse("--raw needs --json or --format json")
		}
		if (o.full || o.view.given()) && (o.story || o.save != "" || o.json || cmd.Flags().Changed("format")) {
			return misuse("--last, --at, --no-tools, --thinking and --full choose what is shown for reading; they cannot be used with --json or --format, nor with --story or --save")
		}
		if (o.story || o.save != "") && cmd.Flags().Changed("format") || o.story && o.save != "" || o.save != "" && o.json {
			return misuse("--story, --save and --format cannot be used together")
		}
		if cmd.Flags().Changed("last") && o.view.last < 1 || cmd.Flags().Changed("at") && o.view.at < 0 {
			return misuse("--last must be 1 or more, and --at 0 or more")
		}
		args, err := a.chooseSession(args)
		if err != nil {
			return err
		}
		switch {
		case o.save != "":
			return a.save(args, o)
		case o.story:
			return a.readStory(args, o)
		}
		if o.allBranches {
			if o.json || o.branch != "" {
				return misuse("--all-branches shows the branches one after the other; it cannot be used with --json or --branch")
			}
			return a.showBranches(args, o, o.full || o.view.given() || a.streams.Terminal && !cmd.Flags().Changed("format"))
		}
		if !o.export && !o.json && (o.full || o.view.given() || a.streams.Terminal && !cmd.Flags().Changed("format")) {
			return a.read(args, o)
		}
		return a.show(args, o)
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", format, "output `format`: markdown, json, jsonl or html")
	f.StringVar(&o.branch, "branch", "", "show the branch that ends in the message with this `id` (--json lists them in branches)")
	f.BoolVar(&o.raw, "raw", false, "include the original text of the session's records (json)")
	f.BoolVar(&o.toolOutput, "tool-output", false, "also include each tool's output in its call")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	a.addRedactFlag(f, &o.redact)
	f.BoolVar(&o.json, "json", false, "print the session as JSON on one line, as the engine returns it; with --all, what was written")
	complete(cmd, "format", exportFormats...)
	must(cmd.RegisterFlagCompletionFunc("branch", a.completeBranch))
}

// showBranches shows a session and then each of its other branches, from its first message on.
func (a *app) showBranches(args []string, o *showOptions, reading bool) error {
	run, err := onSession(a, args, func(ctx context.Context, h *heddle.Heddle, of heddle.Ref) (*heddle.Session, error) {
		return h.Sessions.Get(ctx, of, heddle.GetOptions{Strict: o.strict})
	})
	if err != nil {
		return err
	}
	s, _, err := fetchResult(a, run)
	if err != nil {
		return err
	}
	for i := -1; i < len(s.Branches); i++ {
		if i >= 0 {
			o.branch = s.Branches[i].LeafID
			title := fmt.Sprintf("\n# Branch %s (%d messages of its own)\n\n", printable(oneField(o.branch)), s.Branches[i].MessageCount)
			if _, err := io.WriteString(a.streams.Out, title); err != nil {
				return err
			}
		}
		if reading {
			err = a.read(args, o)
		} else {
			err = a.show(args, o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) show(args []string, o *showOptions) error {
	options := heddle.ExportOptions{Format: o.format, Branch: o.branch, Raw: o.raw, ToolOutput: o.toolOutput, Strict: o.strict, Redact: o.redact}
	if o.json {
		options.Format = formatLine
	}
	if o.output != "" {
		var failed error // of reading: the file is not to blame
		err := writeFile(o.output, func(w io.Writer) error {
			out := &outputFile{w: w}
			err := a.exportTo(args, options, out)
			if out.err == nil {
				failed = err
			}
			return err
		})
		if failed != nil {
			return failed
		}
		return err
	}
	if options.Format == formatHTML || !a.streams.Terminal && (o.export || options.Format != "markdown") {
		return a.exportTo(args, options, a.streams.Out)
	}
	if !a.streams.Terminal {
		out := &printableLines{w: a.streams.Out}
		err := a.exportTo(args, options, out)
		if err == nil {
			err = out.end()
		}
		return err
	}
	var text strings.Builder
	if err := a.exportTo(args, options, &text); err != nil {
		return err
	}
	switch {
	case options.Format == "markdown" && !o.export:
		return a.page(printable(text.String()), o.noPager)
	case options.Format == "markdown":
		return a.printText(text.String())
	}
	_, err := io.WriteString(a.streams.Out, printableJSON(text.String()))
	return err
}

// printableLines passes text on as printable writes it, in whole lines.
type printableLines struct {
	w    io.Writer
	rest []byte // of the last line
}

// Write implements io.Writer.
func (l *printableLines) Write(b []byte) (int, error) {
	l.rest = append(l.rest, b...)
	if end := bytes.LastIndexByte(b, '\n') + 1; end > 0 {
		whole := len(l.rest) - len(b) + end
		if _, err := io.WriteString(l.w, printable(string(l.rest[:whole]))); err != nil {
			return 0, err
		}
		if l.rest = append(l.rest[:0], l.rest[whole:]...); cap(l.rest) > 1<<20 {
			l.rest = bytes.Clone(l.rest)
		}
	}
	return len(b), nil
}

func (l *printableLines) end() error {
	_, err := io.WriteString(l.w, printable(string(l.rest)))
	return err
}

// outputFile is a writer that knows why it failed.
type outputFile struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (f *outputFile) Write(b []byte) (n int, err error) {
	n, f.err = f.w.Write(b)
	return n, f.err
}

// exportTo writes a session while it is read.
func (a *app) exportTo(args []string, options heddle.ExportOptions, w io.Writer) error {
	run, err := onSession(a, args, exportOperation(options, w))
	if err != nil {
		return err
	}
	_, _, err = fetchResult(a, run)
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
