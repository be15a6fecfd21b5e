//go:build wasip1

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
)

// maxNotes is how many diagnostics are printed; the rest is counted.
const maxNotes = 5

// header is what the command reads of a response's header.
type header struct {
	Error       *problem
	Diagnostics []problem
	Report      *struct {
		SkippedCount int64
	}
}

// problem is an error or a diagnostic of a response.
type problem struct {
	Agent, Code, Message, Hint, Op, Path string
	Line, Offset                         int64
}

func (p *problem) fault() error {
	return fault.New(fault.Code(p.Code), p.Message).At(p.Path, p.Line, p.Offset).WithHint(p.Hint).WithOp(p.Op)
}

// usageError is a misuse of the command itself.
type usageError struct{ message, hint string }

func (e usageError) Error() string { return e.message }

func misuse(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...), "--help lists the commands and their flags"}
}

// note prints on stderr what is no error, unless --quiet was given.
func (c *command) note(format string, args ...any) {
	if !c.quiet {
		fmt.Fprint(c.err, printable(fmt.Sprintf(format, args...)))
	}
}

// printNotes says why a result is partial.
func (c *command) printNotes(h header) {
	if h.Report != nil && h.Report.SkippedCount > 0 {
		c.note("note: damaged records: %d; doctor lists them\n", h.Report.SkippedCount)
	}
	for i, d := range h.Diagnostics {
		if i == maxNotes {
			c.note("note: %d more like these; doctor lists all\n", len(h.Diagnostics)-maxNotes)
			return
		}
		where := d.Path
		if where == "" {
			where = d.Agent
		}
		if d.Line > 0 {
			where = fmt.Sprintf("%s:%d", where, d.Line)
		}
		c.note("note: %s: %s: %s\n", d.Code, where, d.Message)
		if d.Hint != "" {
			c.note("      %s\n", d.Hint)
		}
	}
}

// noteFolders says when the runtime's folders hold no agent's.
func (c *command) noteFolders() {
	if names := c.guest.RelativeFolders(); len(names) > 0 {
		c.note("note: the folder %s cannot be read, because its name does not begin with a slash; grant it as %s::/home\n", names[0], names[0])
	}
	if len(c.guest.Places) == 0 {
		c.note("note: no folder of an agent is granted; grant ~/.claude, or a home folder as --dir HOME::/home\n")
	}
}

// printError prints an error, and what to do about it.
func (c *command) printError(err error) {
	text, hint := err.Error(), ""
	var u usageError
	var f *fault.Error
	switch {
	case errors.As(err, &u):
		hint = u.hint
	case errors.As(err, &f):
		plain := *f
		hint, plain.Hint = f.Hint, ""
		text = plain.Error()
	}
	fmt.Fprint(c.err, printable("heddle: "+text+"\n"))
	if hint != "" {
		fmt.Fprint(c.err, printable("hint: "+hint+"\n"))
	}
}

// printable replaces characters that steer a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && core.IsHidden(r) {
			return '\uFFFD'
		}
		return r
	}, s)
}
