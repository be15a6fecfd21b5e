package app

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// PrintableLines passes text on as printable writes it, in whole lines.
type PrintableLines struct {
	W    io.Writer
	rest []byte // of the last line
}

// Write implements io.Writer.
func (l *PrintableLines) Write(b []byte) (int, error) {
	l.rest = append(l.rest, b...)
	if end := bytes.LastIndexByte(b, '\n') + 1; end > 0 {
		whole := len(l.rest) - len(b) + end
		if _, err := io.WriteString(l.W, terminal.Printable(string(l.rest[:whole]))); err != nil {
			return 0, err
		}
		if l.rest = append(l.rest[:0], l.rest[whole:]...); cap(l.rest) > 1<<20 {
			l.rest = bytes.Clone(l.rest)
		}
	}
	return len(b), nil
}

func (l *PrintableLines) End() error {
	_, err := io.WriteString(l.W, terminal.Printable(string(l.rest)))
	return err
}

// OutputFile is a writer that knows why it failed.
type OutputFile struct {
	W   io.Writer
	Err error
}

// Write implements io.Writer.
func (f *OutputFile) Write(b []byte) (n int, err error) {
	n, f.Err = f.W.Write(b)
	return n, f.Err
}

// PrintText writes text without what steers a terminal: what comes out of a
// pipe often ends on one.
func (a *App) PrintText(text string) error {
	_, err := io.WriteString(a.Streams.Out, terminal.Printable(text))
	return err
}

// PrintJSON writes a result and ends its line.
func (a *App) PrintJSON(body []byte) error {
	if a.Streams.Terminal {
		body = []byte(terminal.PrintableJSON(string(body)))
	}
	_, err := a.Streams.Out.Write(append(body[:len(body):len(body)], '\n'))
	return err
}

// PrintPairs prints names with their values on a terminal, without those that
// have none; in a pipe tab-separated.
func (a *App) PrintPairs(pairs [][2]string) error {
	w := bufio.NewWriter(a.Streams.Out)
	for _, p := range pairs {
		switch {
		case !a.Streams.Terminal:
			w.WriteString(terminal.Fields(p[0], p[1]))
		case p[1] != "" && p[1] != "-":
			fmt.Fprintf(w, "%-10s  %s\n", p[0], terminal.Line(p[1]))
		}
	}
	return w.Flush()
}

// PrintNumber prints a result that is a number.
func (a *App) PrintNumber(n int64) error { return a.PrintLine(strconv.FormatInt(n, 10)) }

// PrintLine prints a result that is text.
func (a *App) PrintLine(text string) error { return a.PrintText(text + "\n") }

// Bold marks a headline, where colours may be used.
func (a *App) Bold(s string) string {
	if !a.Streams.Color {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// Interactive reports whether a person is at both ends of the program.
func (a *App) Interactive() bool {
	return a.Streams.InTerm && a.Streams.Terminal && a.Streams.ErrTerm
}

// PrintTable prints a table on a terminal, and else its rows with tabs between the
// fields.
func (a *App) PrintTable(t *terminal.Table) error {
	if a.Streams.Terminal {
		return t.Print(a.Streams)
	}
	var b strings.Builder
	for _, row := range t.Rows {
		b.WriteString(terminal.Fields(row...))
	}
	_, err := io.WriteString(a.Streams.Out, b.String())
	return err
}

// Rest waits; false means that the user has had enough.
func (a *App) Rest(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-a.Ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// ReadFile reads a file, or stdin for -.
func (a *App) ReadFile(name string) ([]byte, error) {
	if name == "-" {
		return a.ReadIn(a.Streams.In)
	}
	data, err := os.ReadFile(name)
	var bad *fs.PathError
	if errors.As(err, &bad) {
		return nil, usage.Misuse("cannot read %s: %v", name, bad.Err)
	}
	return data, err
}

// ReadIn reads in, which is stdin, to its end, unless the user has had enough.
func (a *App) ReadIn(in io.Reader) ([]byte, error) {
	type content struct {
		data []byte
		err  error
	}
	read := make(chan content, 1)
	go func() {
		data, err := io.ReadAll(in)
		read <- content{data, err}
	}()
	select {
	case <-a.Ctx.Done():
		return nil, a.Stopped()
	case c := <-read:
		return c.data, c.err
	}
}

// Where names a file for a message.
func Where(name string) string {
	if name == "-" {
		return "stdin"
	}
	return name
}

func (a *App) PrintReport(report any) error {
	body, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return a.PrintJSON(body)
}

// NoteDone says on a terminal that something was done that has no result.
func (a *App) NoteDone(what string) {
	if a.Streams.Terminal {
		a.Note("%s\n", what)
	}
}

// CannotWrite is the error for a place that cannot be written to: the user's, unless the disk is full
// or broken.
func CannotWrite(path string, err error) error {
	var bad *fs.PathError
	if errors.As(err, &bad) {
		err = bad.Err
	}
	for _, wrong := range []error{fs.ErrNotExist, fs.ErrPermission, fs.ErrExist, syscall.ENOTDIR, syscall.EISDIR, syscall.EROFS, syscall.ENAMETOOLONG} {
		if errors.Is(err, wrong) {
			return usage.Misuse("cannot write %s: %v", path, err)
		}
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// WriteWhole writes a file that only its owner can read, completely or not at
// all. What is no regular file, such as a device or a pipe, is written to as it is.
func WriteWhole(name string, data []byte) error {
	return WriteFile(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFile is writeWhole for what writes itself.
func WriteFile(name string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // a link remains one
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			err = errors.Join(write(f), f.Close())
		}
		if err != nil {
			return CannotWrite(name, err)
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".heddle-*")
	if err == nil {
		if err = write(f); err == nil {
			err = f.Sync()
		}
		if e := f.Close(); err == nil {
			err = e
		}
		if err == nil {
			err = os.Rename(f.Name(), name)
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}
	if err != nil {
		return CannotWrite(name, err)
	}
	return nil
}
