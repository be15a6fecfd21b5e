package cli

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) doctorCommand() *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [agent]",
		Short: "Read every session file and report what could not be understood",
		Long: "Reads every session file whole and reports bytes, records, what was skipped and why, record types\n" +
			"that this version does not know, and the versions that wrote the files. Nothing is changed.",
		Example:           "  heddle doctor\n  heddle doctor claude --all\n  heddle doctor --json | jq '.files[] | select(.error)'",
		Args:              usage(cobra.MaximumNArgs(1)),
		ValidArgsFunction: a.completeAgents,
		RunE: func(_ *cobra.Command, args []string) error {
			req := map[string]any{"problems": !all && !asJSON}
			if len(args) > 0 {
				req["agent"] = args[0]
			}
			body, err := a.call("sessions.doctor", req)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(body)
			}
			return a.printDoctor(body)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "also name the files in which all was well")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON, with every file")
	return cmd
}

type fileHealth struct {
	Agent, SessionID, Path string
	Report                 *struct {
		Bytes, Records, SkippedCount int64
		Skipped                      []struct {
			Path, Reason string
			Line, Offset int64
		}
		UnknownTypes  map[string]int64
		FormatVersion string
	}
	Error *struct {
		Code, Path, Message, Hint string
		Line, Offset              int64
	}
}

type agentHealth struct {
	Agent                                           string
	Found                                           bool
	Files, Bytes, Records, SkippedCount, Unreadable int64
	UnknownTypes, FormatVersions                    map[string]int64
}

func (a *app) printDoctor(body []byte) error {
	var d struct {
		Agents []agentHealth
		Files  []fileHealth
	}
	if err := json.Unmarshal(body, &d); err != nil {
		return err
	}
	t := table{header: []string{"AGENT", "FILES", "BYTES", "RECORDS", "SKIPPED", "UNREADABLE", "UNKNOWN TYPES", "VERSIONS"},
		right: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true}}
	for _, g := range d.Agents {
		if !g.Found {
			t.rows = append(t.rows, []string{g.Agent, "-", "-", "-", "-", "-", "", "not found"})
			continue
		}
		t.rows = append(t.rows, []string{g.Agent, grouped(g.Files), grouped(g.Bytes), grouped(g.Records), grouped(g.SkippedCount),
			grouped(g.Unreadable), counted(g.UnknownTypes), counted(g.FormatVersions)})
	}
	if err := t.print(a.streams); err != nil {
		return err
	}
	for i := range d.Files {
		a.printHealth(&d.Files[i])
	}
	return nil
}

func (a *app) printHealth(f *fileHealth) {
	out := a.streams.Out
	fmt.Fprintf(out, "\n%s\n", printable(f.Path))
	if e := f.Error; e != nil {
		fmt.Fprintf(out, "  %s: %s\n", e.Code, printable(e.Message))
	}
	r := f.Report
	if r == nil {
		return
	}
	fmt.Fprintf(out, "  %s records, %s bytes, version %s\n", grouped(r.Records), grouped(r.Bytes), printable(named(r.FormatVersion)))
	for _, s := range r.Skipped {
		fmt.Fprintf(out, "  %s: %s\n", place(s.Path, s.Line, s.Offset), s.Reason)
	}
	if more := r.SkippedCount - int64(len(r.Skipped)); more > 0 {
		fmt.Fprintf(out, "  … and %d more\n", more)
	}
	if len(r.UnknownTypes) > 0 {
		fmt.Fprintf(out, "  unknown: %s\n", counted(r.UnknownTypes))
	}
}

// counted renders a map of counts as "a ×2, b ×1".
func counted(m map[string]int64) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s ×%d", printable(oneField(k)), m[k])
	}
	return strings.Join(keys, ", ")
}
