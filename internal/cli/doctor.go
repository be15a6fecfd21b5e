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
)

// doctorOptions are the flags of doctor.
type doctorOptions struct{ all, strict, json bool }

func (a *app) doctorCommand() *cobra.Command {
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
		Args:              takes(0, 1),
		ValidArgsFunction: a.completeAgents,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := a.doctor(args, &o)
			if fault.CodeOf(err) == fault.AgentNotFound {
				err = a.noSuchAgent(cmd, args[0], err)
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

func (a *app) doctor(args []string, o *doctorOptions) error {
	options := heddle.DoctorOptions{Problems: !o.all && !o.json}
	if len(args) > 0 {
		options.Agent = heddle.Agent(args[0])
	}
	report, body, err := fetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.DoctorReport, error) {
		return h.Sessions.Doctor(ctx, options)
	})
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = a.printJSON(body)
	case a.streams.Terminal:
		err = a.printDoctor(report.Agents, report.Files)
	default:
		err = a.printDoctorTabs(report.Agents, report.Files)
	}
	if err != nil || !o.strict {
		return err
	}
	if n := countMissed(report); n > 0 {
		a.say("heddle: not everything could be read and understood (records or files: %s)\n", grouped(n))
		return statusError{ExitParse}
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
func (a *app) printDoctor(agents []heddle.AgentHealth, files []heddle.FileHealth) error {
	t := table{columns: []column{{name: "AGENT"}, {name: "FILES", right: true}, {name: "BYTES", right: true, drop: 2}, {name: "RECORDS", right: true, drop: 1},
		{name: "SKIPPED", right: true}, {name: "UNREADABLE", right: true}, {name: "VERSIONS", drop: 3}}}
	var missing, unknown []string
	for _, g := range agents {
		if !g.Found {
			missing = append(missing, string(g.Agent))
			continue
		}
		t.rows = append(t.rows, []string{string(g.Agent), grouped(g.Files), grouped(g.Bytes), grouped(g.Records), grouped(g.SkippedCount),
			grouped(g.Unreadable), counted(g.FormatVersions)})
		if len(g.UnknownTypes) > 0 {
			unknown = append(unknown, string(g.Agent)+": unknown record types: "+counted(g.UnknownTypes))
		}
		for _, d := range g.Drift {
			if d.Kind == "unknownRecords" { // the line before has them
				continue
			}
			unknown = append(unknown, strings.TrimSpace(string(g.Agent)+" "+d.Version)+": "+strings.TrimSpace(driftWords(d.Kind)+" "+printable(oneField(d.Name)))+" ×"+grouped(d.Count))
		}
	}
	if len(t.rows) > 0 {
		if err := t.print(a.streams); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(a.streams.Out)
	for _, line := range unknown {
		fmt.Fprintln(w, line)
	}
	if len(missing) > 0 {
		fmt.Fprintln(w, "not found: "+strings.Join(missing, ", "))
	}
	for i := range files {
		a.printHealth(w, &files[i])
	}
	return w.Flush()
}

func (a *app) printHealth(w *bufio.Writer, f *heddle.FileHealth) {
	fmt.Fprintf(w, "\n%s\n", a.bold(printable(oneField(a.onDisk(f.Path)))))
	if e := f.Error; e != nil {
		fmt.Fprintf(w, "  %s: %s\n", e.Code, printable(e.Message))
	}
	r := f.Report
	if r == nil {
		return
	}
	fmt.Fprintf(w, "  session %s: %s records, %s bytes, version %s\n", printable(oneField(f.SessionID)), grouped(r.Records), grouped(r.Bytes), printable(named(r.FormatVersion)))
	for _, s := range r.Skipped {
		where := fmt.Sprintf("offset %d", s.Offset)
		if s.Line > 0 {
			where = fmt.Sprintf("line %d, offset %d", s.Line, s.Offset)
		}
		if s.Path != f.Path {
			where = printable(oneField(a.onDisk(s.Path))) + ", " + where
		}
		fmt.Fprintf(w, "  %s: %s\n", where, s.Reason)
	}
	if more := r.SkippedCount - int64(len(r.Skipped)); more > 0 {
		fmt.Fprintf(w, "  … and %s more\n", grouped(more))
	}
	if len(r.UnknownTypes) > 0 {
		fmt.Fprintf(w, "  unknown record types: %s\n", counted(r.UnknownTypes))
	}
}

// printDoctorTabs prints the lines that the help describes.
func (a *app) printDoctorTabs(agents []heddle.AgentHealth, files []heddle.FileHealth) error {
	num := func(n int64) string { return strconv.FormatInt(n, 10) }
	w := bufio.NewWriter(a.streams.Out)
	for _, g := range agents {
		if g.Found {
			w.WriteString(fields("agent", string(g.Agent), num(g.Files), num(g.Bytes), num(g.Records), num(g.SkippedCount), num(g.Unreadable), counted(g.FormatVersions)))
		}
		for _, d := range g.Drift {
			w.WriteString(fields("drift", string(g.Agent), d.Version, d.Kind, d.Name, num(d.Count)))
		}
	}
	for i := range files {
		f := &files[i]
		path := a.onDisk(f.Path)
		if e := f.Error; e != nil {
			w.WriteString(fields("error", string(f.Agent), f.SessionID, path, num(e.Line), num(e.Offset), e.Code, e.Message))
		}
		r := f.Report
		if r == nil {
			continue
		}
		w.WriteString(fields("file", string(f.Agent), f.SessionID, path, num(r.Bytes), num(r.Records), num(r.SkippedCount), r.FormatVersion))
		for _, s := range r.Skipped {
			w.WriteString(fields("skipped", string(f.Agent), f.SessionID, a.onDisk(s.Path), num(s.Line), num(s.Offset), s.Reason))
		}
		for _, kind := range sorted(r.UnknownTypes) {
			w.WriteString(fields("unknown", string(f.Agent), f.SessionID, path, kind, num(r.UnknownTypes[kind])))
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
		keys[i] = fmt.Sprintf("%s ×%d", printable(oneField(named(k))), m[k])
	}
	return strings.Join(keys, ", ")
}
