package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// MaxNotes is how many damaged records, and how many other diagnostics, are
// named; the rest is counted.
const MaxNotes = 5

// Say prints on stderr what is meant for a person.
func (a *App) Say(format string, args ...any) {
	fmt.Fprint(a.Streams.Err, terminal.Printable(a.redacted(fmt.Sprintf(format, args...))))
}

// Note is say for what is no error.
func (a *App) Note(format string, args ...any) {
	if !a.Global.Quiet {
		a.Say(format, args...)
	}
}

// Place renders path:line (offset n); what is not known is left out.
func Place(path string, line, offset int64) string {
	switch {
	case line > 0:
		return fmt.Sprintf("%s:%d (offset %d)", path, line, offset)
	case offset > 0:
		return fmt.Sprintf("%s (offset %d)", path, offset)
	}
	return path
}

// printNotes says on stderr why a result is partial.
func (a *App) printNotes(response bindings.Response) {
	if len(response.Header) == 0 {
		return
	}
	if report := response.Report(); report != nil {
		a.printSkipped(report)
	}
	a.printDiagnostics(response.Diagnostics())
}

// printSkipped says which records of a session could not be read.
func (a *App) printSkipped(report *session.Report) {
	for i, s := range report.Skipped {
		if i == MaxNotes {
			break
		}
		a.Note("note: %s: %s: damaged record (%s)\n", core.SkipCode(s.Reason), terminal.OneField(Place(a.OnDisk(s.Path), s.Line, s.Offset)), terminal.OneField(s.Reason))
	}
	if n := report.SkippedCount; n > MaxNotes {
		a.Note("note: %d more damaged records\n", n-MaxNotes)
	}
}

// printDiagnostics prints what is missing and why.
func (a *App) printDiagnostics(all []fault.Diagnostic) {
	var diagnostics []fault.Diagnostic
	for _, d := range all {
		if line := DriftLine(string(d.Code), d.Agent, d.Path, d.Message, d.Hint); line != "" {
			a.Note("note: %s\n", line)
		} else {
			diagnostics = append(diagnostics, d)
		}
	}
	for i, d := range diagnostics {
		if i == MaxNotes {
			more := "; heddle doctor lists all"
			if d.Path == "" && d.Agent == "" {
				more = ""
			}
			a.Note("note: %d more like these%s\n", len(diagnostics)-MaxNotes, more)
			break
		}
		where := d.Agent
		switch {
		case where == "" && d.Path == "" && d.Line == 0:
			a.Note("note: %s\n", terminal.OneField(HintText(d.Message)))
			continue
		case d.Path != "":
			where = Place(a.OnDisk(d.Path), d.Line, d.Offset)
		case d.Line > 0: // of what was given with the request
			where = fmt.Sprintf("line %d (offset %d)", d.Line, d.Offset)
		}
		a.Note("note: %s: %s: %s\n", d.Code, terminal.OneField(where), terminal.OneField(d.Message))
		if d.Hint != "" {
			a.Note("      %s\n", terminal.OneField(HintText(d.Hint)))
		}
	}
}

// DriftLine returns what a diagnostic says of an agent as a whole that wrote what this
// Heddle does not know; "" for any other.
func DriftLine(code, agent, path, message, hint string) string {
	if code != string(fault.Unsupported) || path != "" || agent == "" || !strings.HasPrefix(hint, "sessions.doctor") {
		return ""
	}
	return terminal.OneField(message + "; heddle doctor")
}

// PrintError prints an error and what to do next.
func (a *App) PrintError(cmd *cobra.Command, err error) {
	hint := ""
	var e *fault.Error
	var u usage.Error
	if errors.As(err, &u) {
		hint = u.Hint
	} else if errors.As(err, &e) {
		hint = HintText(e.Hint)
	}
	if hint == "" && ExitCode(err) == ExitUsage {
		hint = "heddle help"
		if cmd != nil {
			hint = cmd.CommandPath() + " --help"
		}
	}
	a.SayError(err, hint)
}
