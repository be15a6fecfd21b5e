package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

// errorJSON is an error on standard error of a command with --json; its members are
// those of an error on the wire.
type errorJSON struct {
	Code    fault.Code `json:"code"`
	Hint    string     `json:"hint,omitempty"`
	Line    int64      `json:"line,omitempty"`
	Message string     `json:"message"`
	Offset  int64      `json:"offset,omitempty"`
	Op      string     `json:"op,omitempty"`
	Path    string     `json:"path,omitempty"`
}

// AsksJSON reports whether a command line has --json. It is asked of the words
// themselves: where a flag is wrong the flags are not known.
func AsksJSON(args []string) (asks bool) {
	for _, word := range args {
		switch strings.ToLower(word) {
		case "--":
			return asks
		case "--json", "--json=true", "--json=t", "--json=1":
			asks = true
		case "--json=false", "--json=f", "--json=0":
			asks = false
		}
	}
	return asks
}

// SayError prints an error as a line of text, or of JSON, and what to do next.
func (a *App) SayError(err error, hint string) {
	out := errorJSON{Code: fault.From(err).Code, Message: err.Error(), Hint: hint}
	var e *fault.Error
	switch {
	case errors.As(err, &e):
		out.Code, out.Op, out.Path, out.Line, out.Offset = e.Code, e.Op, a.OnDisk(e.Path), e.Line, e.Offset
		out.Message = fault.DiagnosticOf("", e).Message
	case ExitCode(err) == ExitUsage:
		out.Code = fault.InvalidArgument
	}
	if a.JSON {
		out.Message, out.Hint, out.Path = a.redacted(out.Message), a.redacted(out.Hint), a.redacted(out.Path)
		line, err := json.Marshal(out)
		usage.Must(err) // texts and numbers
		fmt.Fprintln(a.Streams.Err, terminal.PrintableJSON(string(line)))
		return
	}
	if e != nil {
		plain := *e
		plain.Hint, plain.Path = "", out.Path
		err = &plain
	}
	a.Say("heddle: %s\n", err)
	if hint != "" {
		a.Say("hint: %s\n", hint)
	}
}

// AddRedactFlag adds --redact to a command that shows texts of sessions.
func (a *App) AddRedactFlag(f *pflag.FlagSet, redact *bool) {
	f.BoolVar(redact, "redact", false, "replace secrets, home folders and e-mail addresses")
	a.RedactFlags = append(a.RedactFlags, redact)
}

// redacted returns what is said to a person, without secrets when --redact was given: what is wrong
// with a session is said with its path.
func (a *App) redacted(text string) string {
	if slices.ContainsFunc(a.RedactFlags, func(flag *bool) bool { return *flag }) {
		return core.NewRedactor()(text)
	}
	return text
}
