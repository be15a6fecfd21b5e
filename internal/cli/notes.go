package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// maxNotes is how many damaged records, and how many other diagnostics, are
// named; the rest is counted.
const maxNotes = 5

// say prints on stderr what is meant for a person.
func (a *app) say(format string, args ...any) {
	fmt.Fprint(a.streams.Err, printable(a.redacted(fmt.Sprintf(format, args...))))
}

// note is say for what is no error.
func (a *app) note(format string, args ...any) {
	if !a.global.quiet {
		a.say(format, args...)
	}
}

// place renders path:line (offset n); what is not known is left out.
func place(path string, line, offset int64) string {
	switch {
	case line > 0:
		return fmt.Sprintf("%s:%d (offset %d)", path, line, offset)
	case offset > 0:
		return fmt.Sprintf("%s (offset %d)", path, offset)
	}
	return path
}

// printNotes says on stderr why a result is partial.
func (a *app) printNotes(response bindings.Response) {
	if len(response.Header) == 0 {
		return
	}
	if report := response.Report(); report != nil {
		a.printSkipped(report)
	}
	a.printDiagnostics(response.Diagnostics())
}

// printSkipped says which records of a session could not be read.
func (a *app) printSkipped(report *session.Report) {
	for i, s := range report.Skipped {
		if i == maxNotes {
			break
		}
		a.note("note: %s: %s: damaged record (%s)\n", core.SkipCode(s.Reason), oneField(place(a.onDisk(s.Path), s.Line, s.Offset)), oneField(s.Reason))
	}
	if n := report.SkippedCount; n > maxNotes {
		a.note("note: %d more damaged records\n", n-maxNotes)
	}
}

// printDiagnostics prints what is missing and why.
func (a *app) printDiagnostics(all []fault.Diagnostic) {
	var diagnostics []fault.Diagnostic
	for _, d := range all {
		if line := driftLine(string(d.Code), d.Agent, d.Path, d.Message, d.Hint); line != "" {
			a.note("note: %s\n", line)
		} else {
			diagnostics = append(diagnostics, d)
		}
	}
	for i, d := range diagnostics {
		if i == maxNotes {
			more := "; heddle doctor lists all"
			if d.Path == "" && d.Agent == "" {
				more = ""
			}
			a.note("note: %d more like these%s\n", len(diagnostics)-maxNotes, more)
			break
		}
		where := d.Agent
		switch {
		case where == "" && d.Path == "" && d.Line == 0:
			a.note("note: %s\n", oneField(d.Message))
			continue
		case d.Path != "":
			where = place(a.onDisk(d.Path), d.Line, d.Offset)
		case d.Line > 0: // of what was given with the request
			where = fmt.Sprintf("line %d (offset %d)", d.Line, d.Offset)
		}
		a.note("note: %s: %s: %s\n", d.Code, oneField(where), oneField(d.Message))
		if d.Hint != "" {
			a.note("      %s\n", oneField(hintText(d.Hint)))
		}
	}
}

// driftLine returns what a diagnostic says of an agent as a whole that wrote what this
// Heddle does not know; "" for any other.
func driftLine(code, agent, path, message, hint string) string {
	if code != string(fault.Unsupported) || path != "" || agent == "" || !strings.HasPrefix(hint, "sessions.doctor") {
		return ""
	}
	return oneField(message + "; heddle doctor")
}

// printError prints an error and what to do next.
func (a *app) printError(cmd *cobra.Command, err error) {
	hint := ""
	var e *fault.Error
	var u usageError
	if errors.As(err, &u) {
		hint = u.hint
	} else if errors.As(err, &e) {
		hint = hintText(e.Hint)
	}
	if hint == "" && exitCode(err) == ExitUsage {
		hint = "heddle help"
		if cmd != nil {
			hint = cmd.CommandPath() + " --help"
		}
	}
	a.sayError(err, hint)
}
