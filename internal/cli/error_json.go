package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
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

// asksJSON reports whether a command line has --json. It is asked of the words
// themselves: where a flag is wrong the flags are not known.
func asksJSON(args []string) (asks bool) {
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

// sayError prints an error as a line of text, or of JSON, and what to do next.
func (a *app) sayError(err error, hint string) {
	out := errorJSON{Code: fault.From(err).Code, Message: err.Error(), Hint: hint}
	var e *fault.Error
	switch {
	case errors.As(err, &e):
		out.Code, out.Op, out.Path, out.Line, out.Offset = e.Code, e.Op, a.onDisk(e.Path), e.Line, e.Offset
		out.Message = fault.DiagnosticOf("", e).Message
	case exitCode(err) == ExitUsage:
		out.Code = fault.InvalidArgument
	}
	if a.json {
		out.Message, out.Hint, out.Path = a.redacted(out.Message), a.redacted(out.Hint), a.redacted(out.Path)
		line, err := json.Marshal(out)
		must(err) // texts and numbers
		fmt.Fprintln(a.streams.Err, printableJSON(string(line)))
		return
	}
	if e != nil {
		plain := *e
		plain.Hint, plain.Path = "", out.Path
		err = &plain
	}
	a.say("heddle: %s\n", err)
	if hint != "" {
		a.say("hint: %s\n", hint)
	}
}
