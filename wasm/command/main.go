//go:build wasip1

// Command command is heddle-command.wasm: a program for any WASI runtime that reads the sessions in
// the folders that the runtime grants, and prints what the command line prints with --json.
//
//	wasmtime run --dir ~/.claude heddle-command.wasm sessions list claude
//
// It owns arguments and no logic.
package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns/wasi"
)

// Exit codes are those of the command line.
const (
	exitFailure  = 1
	exitUsage    = 2
	exitNotFound = 3
	exitParse    = 4
)

func main() {
	c := &command{out: os.Stdout, err: os.Stderr}
	if err := c.run(os.Args[1:]); err != nil {
		c.printError(err)
		os.Exit(exitCode(err))
	}
}

// command is one run of the program.
type command struct {
	out, err io.Writer
	guest    *wasi.Guest
	quiet    bool
	missed   []problem // what the last list of sessions could not read
}

// run finds the verb, builds its request, runs it and prints the result.
func (c *command) run(args []string) error {
	if len(args) == 0 || isHelp(args[0]) {
		return c.print([]byte(usage()))
	}
	v, rest, err := findVerb(args)
	if err != nil {
		return err
	}
	words, given, err := v.parse(rest)
	if err != nil || given["help"] != nil {
		return pick(err, func() error { return c.print([]byte(v.help())) })
	}
	c.quiet = given["quiet"] != nil
	if c.guest, err = wasi.Open(); err != nil {
		return err
	}
	c.noteFolders()
	body, err := v.do(c, words, given)
	if err != nil {
		return err
	}
	return c.print(body)
}

// pick returns err, or without one what next returns.
func pick(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

func (c *command) print(body []byte) error {
	_, err := c.out.Write(body)
	return err
}

// call runs an operation and returns its body. Notes go to stderr.
func (c *command) call(op rpc.Op, request []byte) ([]byte, error) {
	body, notes, err := c.dispatch(op, request)
	c.printNotes(notes)
	return body, err
}

// dispatch runs an operation.
func (c *command) dispatch(op rpc.Op, request []byte) ([]byte, header, error) {
	defer c.guest.Release()
	head, body, ok := rpc.Split(rpc.Dispatch(&c.guest.Host, op, request))
	var h header
	if !ok || json.Unmarshal(head, &h) != nil {
		return nil, h, fault.New(fault.Internal, "the engine's answer cannot be read")
	}
	if h.Error != nil {
		return nil, h, h.Error.fault()
	}
	return body, h, nil
}

// engine returns the engine itself, for what the command asks on the way.
func (c *command) engine(op rpc.Op) *core.Engine {
	e := core.New(&c.guest.Host)
	e.Begin(op.String())
	return e
}

// exitCode is the exit code that an error stands for.
func exitCode(err error) int {
	if _, ok := err.(usageError); ok {
		return exitUsage
	}
	switch fault.CodeOf(err) {
	case fault.AgentNotFound, fault.SessionNotFound, fault.ThreadNotFound, fault.MessageNotFound:
		return exitNotFound
	case fault.ParseError:
		return exitParse
	case fault.InvalidArgument, fault.InvalidSelector, fault.InvalidExportFormat:
		return exitUsage
	}
	return exitFailure
}
