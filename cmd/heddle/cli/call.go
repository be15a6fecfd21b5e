package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
)

// call runs one operation and returns the body of its result.
func (a *app) call(op string, request map[string]any) ([]byte, error) {
	res, err := a.answer(op, request)
	return res.Body, err
}

// answer runs one operation on the chosen engine and prints its diagnostics
// on stderr, and progress when it takes long.
func (a *app) answer(op string, request map[string]any) (res bindings.Response, err error) {
	open, ok := a.engines[a.global.engine]
	if !ok {
		names := make([]string, 0, len(a.engines))
		for n := range a.engines {
			names = append(names, n)
		}
		sort.Strings(names)
		return res, usageError{fmt.Errorf("no engine is called %q; this program has %s", a.global.engine, strings.Join(names, ", "))}
	}
	if a.global.workers < 0 || a.global.timeout < 0 {
		return res, usageError{errors.New("--workers and --timeout take 0 or more")}
	}
	o := a.options()
	bar := newProgressBar(a.streams)
	o.Progress = bar.report
	engine, err := open(o)
	if err != nil {
		return res, err
	}
	defer engine.Close()
	ctx := a.ctx
	if a.global.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.global.timeout)
		defer cancel()
	}
	body, err := json.Marshal(request)
	if err != nil {
		return res, err
	}
	res, err = engine.Call(ctx, op, body)
	bar.done()
	if len(res.Header) > 0 {
		a.printDiagnostics(res.Header)
	}
	return res, err
}

func (a *app) options() bindings.Options {
	var o bindings.Options
	o.Host.Home = a.global.home
	o.Workers = a.global.workers
	o.ModulePath = a.global.module
	return o
}

// maxSkipNotes is how many damaged records are named.
const maxSkipNotes = 5

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

// printDiagnostics says on stderr why a result is partial.
func (a *app) printDiagnostics(header []byte) {
	var h struct {
		Diagnostics []struct {
			Code, Agent, Path, Message, Hint string
			Line, Offset                     int64
		}
		Report struct {
			Skipped []struct {
				Path, Reason string
				Line, Offset int64
			}
			SkippedCount int64
		}
	}
	if json.Unmarshal(header, &h) != nil {
		return
	}
	for i, s := range h.Report.Skipped {
		if i == maxSkipNotes {
			break
		}
		fmt.Fprintf(a.streams.Err, "note: %s: %s: damaged record (%s)\n", scan.Reason(s.Reason).Code(), place(s.Path, s.Line, s.Offset), s.Reason)
	}
	if n := h.Report.SkippedCount; n > maxSkipNotes {
		fmt.Fprintf(a.streams.Err, "note: %d more damaged records\n", n-maxSkipNotes)
	}
	for _, d := range h.Diagnostics {
		where := d.Path
		if where == "" {
			where = d.Agent
		}
		fmt.Fprintf(a.streams.Err, "note: %s: %s: %s\n", d.Code, place(where, d.Line, d.Offset), printable(d.Message))
		if d.Hint != "" {
			fmt.Fprintf(a.streams.Err, "      %s\n", printable(d.Hint))
		}
	}
}

// printError prints an error and, on a line of its own, what to do next.
func (a *app) printError(err error) {
	var e *fault.Error
	if !errors.As(err, &e) {
		fmt.Fprintf(a.streams.Err, "heddle: %s\n", printable(err.Error()))
		if exitCode(err) == ExitUsage {
			fmt.Fprintln(a.streams.Err, "hint: heddle help")
		}
		return
	}
	plain := *e
	plain.Hint = ""
	fmt.Fprintf(a.streams.Err, "heddle: %s\n", printable(plain.Error()))
	if e.Hint != "" {
		fmt.Fprintf(a.streams.Err, "hint: %s\n", printable(e.Hint))
	}
}

// printable makes control characters visible, so that what stands in a file
// cannot steer the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, s)
}
