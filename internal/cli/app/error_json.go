package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

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
