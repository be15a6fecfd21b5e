package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// process is a program that is started anew for every turn.
type process struct {
	path  string
	args  []string
	env   []string                  // nil means this process's
	check func(output []byte) error // of the first turn, so that what is measured is what is meant

	checked bool
	output  []byte // of the first turn
	peak    int64  // the greatest peak memory of all turns in bytes; 0 if the system does not report it
	atMost  bool   // it is not above what this program had itself, so it may have been less
}

// runToEnd starts the program and waits for its end.
func (p *process) runToEnd() (taken, error) {
	cmd := exec.Command(p.path, p.args...)
	cmd.Env = p.env
	var out, notes bytes.Buffer
	if !p.checked {
		cmd.Stdout, cmd.Stderr = &out, &notes
	}
	own, start := ownPeak(), time.Now()
	if err := cmd.Run(); err != nil {
		return taken{}, fmt.Errorf("%w: %s", err, lastLine(notes.String()))
	}
	t := taken{toMilliseconds(time.Since(start)), toMilliseconds(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())}
	if peak := peakOf(cmd.ProcessState); peak > p.peak {
		p.peak, p.atMost = peak, peak <= own
	}
	if p.checked {
		return t, nil
	}
	p.checked, p.output = true, out.Bytes()
	if p.check != nil {
		return t, p.check(p.output)
	}
	return t, nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// enterProcess makes an entrant of a program.
func (b *bench) enterProcess(name string, p *process) (*entrant, *process) {
	e := &entrant{name: name, run: p.runToEnd, err: errNotRun}
	b.entrants = append(b.entrants, e)
	return e, p
}

// heddleProcess is our command line on a home.
func (b *bench) heddleProcess(home string, check func([]byte) error, args ...string) *process {
	return &process{path: b.program, args: append([]string{"--home", home}, args...), check: check}
}

// buildProgram builds the command line as a user gets it.
func buildProgram() (string, error) {
	path, err := filepath.Abs(filepath.Join("build", "heddle"))
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", path, "./cmd/heddle")
	cmd.Stderr = os.Stderr
	return path, cmd.Run()
}

// Checks of our own answers.

func countsLines(want int64) func([]byte) error {
	return func(out []byte) error {
		if got := string(bytes.TrimSpace(out)); got != fmt.Sprint(want) {
			return fmt.Errorf("the answer is %s lines instead of %d", got, want)
		}
		return nil
	}
}

func countsSessions(want int) func([]byte) error {
	return func(out []byte) error {
		var total struct{ SessionCount int }
		if err := json.Unmarshal(out, &total); err != nil {
			return err
		}
		if total.SessionCount != want {
			return fmt.Errorf("the answer counts %d sessions instead of %d", total.SessionCount, want)
		}
		return nil
	}
}

func listsSessions(want int) func([]byte) error {
	return func(out []byte) error {
		var list []json.RawMessage
		if err := json.Unmarshal(out, &list); err != nil {
			return err
		}
		if len(list) != want {
			return fmt.Errorf("the answer has %d sessions instead of %d", len(list), want)
		}
		return nil
	}
}

// listsTheSame holds an answer to another program's, which ran before.
func listsTheSame(other *process) func([]byte) error {
	return func(out []byte) error {
		if !bytes.Equal(out, other.output) {
			return errors.New("the answer is not that of the home with its own file times")
		}
		return nil
	}
}

func showsMessages(id string) func([]byte) error {
	return func(out []byte) error {
		var s struct {
			SessionID string
			Messages  []json.RawMessage
		}
		if err := json.Unmarshal(out, &s); err != nil {
			return err
		}
		if s.SessionID != id || len(s.Messages) == 0 {
			return fmt.Errorf("the answer is session %q with %d messages", s.SessionID, len(s.Messages))
		}
		return nil
	}
}
