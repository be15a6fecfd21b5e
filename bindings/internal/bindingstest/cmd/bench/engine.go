package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/hostfns"
)

// engine is an engine under measurement: a process that opens it once and
// then times the calls it is asked for.
type engine struct {
	name string
	dir  string
	args []string
	env  []string // besides that of this process

	cmd     *exec.Cmd
	jobs    io.WriteCloser
	replies *bufio.Reader
	err     error // why it cannot be asked

	cost *entrant
}

// startProcess runs the process.
func (e *engine) startProcess() {
	e.cmd = exec.Command(e.args[0], e.args[1:]...)
	e.cmd.Dir, e.cmd.Stderr = e.dir, os.Stderr
	e.cmd.Env = append(os.Environ(), e.env...)
	out, err := e.cmd.StdoutPipe()
	if err == nil {
		e.jobs, err = e.cmd.StdinPipe()
	}
	if err == nil {
		err = e.cmd.Start()
	}
	e.replies, e.err = bufio.NewReader(out), err
}

// runJob has the engine do a job and returns what it took.
func (e *engine) runJob(op, request string, calls int) (taken, error) {
	if e.cmd == nil {
		e.startProcess()
	}
	if e.err != nil {
		return taken{}, e.err
	}
	if request == "" {
		request = "{}"
	}
	job, err := json.Marshal(bindingstest.Job{Op: op, Request: json.RawMessage(request), Calls: calls})
	if err != nil {
		return taken{}, err
	}
	if _, e.err = e.jobs.Write(append(job, '\n')); e.err != nil {
		return taken{}, e.err
	}
	var r bindingstest.Reply
	for {
		line, err := e.replies.ReadBytes('\n')
		if err != nil {
			e.err = fmt.Errorf("it ended: %w", err)
			return taken{}, e.err
		}
		if line[0] == '{' && json.Unmarshal(line, &r) == nil {
			break // anything else is a note of a build
		}
	}
	if r.Error != "" {
		return taken{}, errors.New(r.Error)
	}
	return taken{r.MS, r.CPUMS}, nil
}

// medianOf asks for the same job several times and returns the middle of the
// times on the wall.
func (e *engine) medianOf(runs int, op, request string, calls int) (float64, error) {
	var times []float64
	for range runs + 1 {
		t, err := e.runJob(op, request, calls)
		if err != nil {
			return 0, err
		}
		times = append(times, t.wall)
	}
	return median(times[1:]), nil
}

func (e *engine) stopProcess() {
	if e.cmd != nil && e.cmd.Process != nil {
		e.jobs.Close()
		e.cmd.Wait()
		e.cmd, e.err = nil, nil
	}
}

// newEngines names them all; the first two are ours without a sandbox.
func newEngines(home string) ([]*engine, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	own := func(name string, workers int) []string {
		return []string{self, "-serve", name, "-home", home, "-workers", strconv.Itoa(workers)}
	}
	return []*engine{
		{name: "native", args: own("native", 0)},
		{name: "native, one worker", args: own("native", 1)},
		{name: "wazero", args: own("wazero", 1)},
		{name: "wasmtime", dir: filepath.Join("bindings", "wasmtime"), args: []string{"go", "run", "./cmd/bench", home}},
		{name: "Node", dir: "js", args: []string{"node", "bench/bench.mjs", home}},
		{name: "Python", dir: "python", args: []string{filepath.Join("..", "build", "venv", "bin", "python"), "bench/bench.py", home}},
	}, nil
}

// moduleVariable names another module than core.wasm to the engines.
const moduleVariable = "HEDDLE_WASM"

// serveEngine is the process of the engines that this program links.
func serveEngine(name, home string, workers int) error {
	var o bindings.Options
	o.Host, o.Workers = hostfns.Options{Home: home}, workers
	open := func() (bindings.Engine, error) { return native.Open(o) }
	switch name {
	case "wazero":
		if o.ModulePath = os.Getenv(moduleVariable); o.ModulePath == "" {
			o.ModulePath = filepath.Join("build", "core.wasm")
		}
		open = func() (bindings.Engine, error) { return wazero.Open(o) }
	case "command":
		open = func() (bindings.Engine, error) { return openCommand(home) }
	}
	return bindingstest.Serve(os.Stdin, os.Stdout, open)
}
