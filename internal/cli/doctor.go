package cli

import (
	"bufio"
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// doctorOptions are the flags of doctor.
type doctorOptions struct{ all, strict, json bool }

func doctorCommand(a *app.App) *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor [agent]",
		Short: "Read every session file and report what could not be understood",
		Long: "Reads every session file completely and reports bytes, records, what was skipped and why, record types\n" +
			"that this version does not know, and the versions that wrote the files. Nothing is changed.\n\n" +
			"In a pipe the first field of every line is its kind; fields are separated by tabs:\n" +
			"  agent    name, files, bytes, records, skipped, unreadable, versions (only agents that are found)\n" +
			"  file     agent, session id, path, bytes, records, skipped, version\n" +
			"  skipped  agent, session id, path, line, byte offset, reason\n" +
			"  unknown  agent, session id, path, record type, count\n" +
			"  drift    agent, version, kind, name, count: what a newer version of the agent may have changed\n" +
			"  error    agent, session id, path, line, byte offset, code, message",
		Example: "  heddle doctor\n" +
			"  heddle doctor claude --all\n" +
			"  heddle doctor --strict > /dev/null || echo 'some files are damaged'\n" +
			"  heddle doctor --json | jq '.files[] | select(.error)'",
		Args:              usage.Takes(0, 1),
		ValidArgsFunction: complete.For(a).Agents,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := doctor(a, args, &o)
			if fault.CodeOf(err) == fault.AgentNotFound {
				err = noSuchAgent(a, cmd, args[0], err)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "also list the files without problems")
	f.BoolVar(&o.strict, "strict", false, "exit with status 4 when anything was skipped, unreadable or not understood")
	f.BoolVar(&o.json, "json", false, "print the result as JSON, with every file")
	return cmd
}

func doctor(a *app.App, args []string, o *doctorOptions) error {
	options := heddle.DoctorOptions{Problems: !o.all && !o.json}
	if len(args) > 0 {
		options.Agent = heddle.Agent(args[0])
	}
	report, body, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.DoctorReport, error) {
		return h.Sessions.Doctor(ctx, options)
	})
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = a.PrintJSON(body)
	case a.Streams.Terminal:
		err = printDoctor(a, report.Agents, report.Files)
	default:
		err = printDoctorTabs(a, report.Agents, report.Files)
	}
	if err != nil || !o.strict {
		return err
	}
	if n := countMissed(report); n > 0 {
		a.Say("heddle: not everything could be read and understood (records or files: %s)\n", terminal.Grouped(n))
		return app.StatusError(app.ExitParse)
	}
	return nil
}

// countMissed counts what could not be read or understood. What is no file has only a
// diagnostic.
func countMissed(report *heddle.DoctorReport) int64 {
	n := int64(0)
	for _, g := range report.Agents {
		n += g.SkippedCount + g.Unreadable
		for _, d := range g.Drift {
			n += d.Count
		}
	}
	if n == 0 {
		n = int64(len(report.Notes.Diagnostics))
	}
	return n
}

// printDoctor prints a table of the agents that are found, then the files.
func printDoctor(a *app.App, agents []heddle.AgentHealth, files []heddle.FileHealth) error {
	t := terminal.Table{Columns: []terminal.Column{{Name: "AGENT"}, {Name: "FILES", Right: true}, {Name: "BYTES", Right: true, Drop: 2}, {Name: "RECORDS", Right: true, Drop: 1},
		{Name: "SKIPPED", Right: true}, {Name: "UNREADABLE", Right: true}, {Name: "VERSIONS", Drop: 3}}}
	var missing, unknown []string
	for _, g := range agents {
		if !g.Found {
			missing = append(missing, string(g.Agent))
			continue
		}
		t.Rows = append(t.Rows, []string{string(g.Agent), terminal.Grouped(g.Files), terminal.Grouped(g.Bytes), terminal.Grouped(g.Records), terminal.Grouped(g.SkippedCount),
			terminal.Grouped(g.Unreadable), counted(g.FormatVersions)})
		if len(g.UnknownTypes) > 0 {
			unknown = append(unknown, string(g.Agent)+": unknown record types: "+counted(g.UnknownTypes))
		}
		for _, d := range g.Drift {
			if d.Kind == "unknownRecords" { // the line before has them
				continue
			}
			unknown = append(unknown, strings.TrimSpace(string(g.Agent)+" "+d.Version)+": "+strings.TrimSpace(driftWords(d.Kind)+" "+terminal.Line(d.Name))+" ×"+terminal.Grouped(d.Count))
		}
	}
	if len(t.Rows) > 0 {
		if err := t.Print(a.Streams); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(a.Streams.Out)
	for _, line := range unknown {
		fmt.Fprintln(w, line)
	}
	if len(missing) > 0 {
		fmt.Fprintln(w, "not found: "+strings.Join(missing, ", "))
	}
	for i := range files {
		printHealth(a, w, &files[i])
	}
	return w.Flush()
}

func printHealth(a *app.App, w *bufio.Writer, f *heddle.FileHealth) {
	fmt.Fprintf(w, "\n%s\n", a.Bold(terminal.Line(a.OnDisk(f.Path))))
	if e := f.Error; e != nil {
		fmt.Fprintf(w, "  %s: %s\n", e.Code, terminal.Printable(e.Message))
	}
	r := f.Report
	if r == nil {
		return
	}
	fmt.Fprintf(w, "  session %s: %s records, %s bytes, version %s\n", terminal.Line(f.SessionID), terminal.Grouped(r.Records), terminal.Grouped(r.Bytes), terminal.Printable(terminal.Named(r.FormatVersion)))
	for _, s := range r.Skipped {
		where := fmt.Sprintf("offset %d", s.Offset)
		if s.Line > 0 {
			where = fmt.Sprintf("line %d, offset %d", s.Line, s.Offset)
		}
		if s.Path != f.Path {
			where = terminal.Line(a.OnDisk(s.Path)) + ", " + where
		}
		fmt.Fprintf(w, "  %s: %s\n", where, s.Reason)
	}
	if more := r.SkippedCount - int64(len(r.Skipped)); more > 0 {
		fmt.Fprintf(w, "  … and %s more\n", terminal.Grouped(more))
	}
	if len(r.UnknownTypes) > 0 {
		fmt.Fprintf(w, "  unknown record types: %s\n", counted(r.UnknownTypes))
	}
}

// printDoctorTabs prints the lines that the help describes.
func printDoctorTabs(a *app.App, agents []heddle.AgentHealth, files []heddle.FileHealth) error {
	num := func(n int64) string { return strconv.FormatInt(n, 10) }
	w := bufio.NewWriter(a.Streams.Out)
	for _, g := range agents {
		if g.Found {
			w.WriteString(terminal.Fields("agent", string(g.Agent), num(g.Files), num(g.Bytes), num(g.Records), num(g.SkippedCount), num(g.Unreadable), counted(g.FormatVersions)))
		}
		for _, d := range g.Drift {
			w.WriteString(terminal.Fields("drift", string(g.Agent), d.Version, d.Kind, d.Name, num(d.Count)))
		}
	}
	for i := range files {
		f := &files[i]
		path := a.OnDisk(f.Path)
		if e := f.Error; e != nil {
			w.WriteString(terminal.Fields("error", string(f.Agent), f.SessionID, path, num(e.Line), num(e.Offset), e.Code, e.Message))
		}
		r := f.Report
		if r == nil {
			continue
		}
		w.WriteString(terminal.Fields("file", string(f.Agent), f.SessionID, path, num(r.Bytes), num(r.Records), num(r.SkippedCount), r.FormatVersion))
		for _, s := range r.Skipped {
			w.WriteString(terminal.Fields("skipped", string(f.Agent), f.SessionID, a.OnDisk(s.Path), num(s.Line), num(s.Offset), s.Reason))
		}
		for _, kind := range sorted(r.UnknownTypes) {
			w.WriteString(terminal.Fields("unknown", string(f.Agent), f.SessionID, path, kind, num(r.UnknownTypes[kind])))
		}
	}
	return w.Flush()
}

// driftWords renders a kind, such as answersWithoutUsage, as words.
func driftWords(kind string) string {
	var b strings.Builder
	for _, r := range kind {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func sorted(m map[string]int64) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// counted renders a map of counts as "a ×2, b ×1".
func counted(m map[string]int64) string {
	keys := sorted(m)
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s ×%d", terminal.Line(terminal.Named(k)), m[k])
	}
	return strings.Join(keys, ", ")
}
