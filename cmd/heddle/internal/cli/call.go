package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

// ask runs one operation and prints its diagnostics on stderr, and progress
// when it takes long.
type ask func(op string, request map[string]any) (bindings.Response, error)

// call runs one operation and returns the body of its result.
func (a *app) call(op string, request map[string]any) ([]byte, error) {
	res, err := a.answer(op, request)
	return res.Body, err
}

// answer runs one operation on the chosen engine.
func (a *app) answer(op string, request map[string]any) (res bindings.Response, err error) {
	err = a.holding(func(ask ask) error {
		res, err = ask(op, request)
		return err
	})
	return res, err
}

// holding opens the chosen engine for as long as use runs: for several
// operations one after the other.
func (a *app) holding(use func(ask) error) error {
	open, err := a.opener()
	if err != nil {
		return err
	}
	o, err := a.options()
	if err != nil {
		return err
	}
	var current atomic.Pointer[progress]
	first := startProgress(a.streams, a.global.quiet) // opening takes time as well
	current.Store(first)
	defer func() { current.Load().end() }()
	o.Progress = func(done, total int64) { current.Load().report(done, total) }
	engine, err := open(o)
	if err != nil {
		return err
	}
	defer engine.Close()
	return use(func(op string, request map[string]any) (bindings.Response, error) {
		p := first
		if first = nil; p == nil {
			p = startProgress(a.streams, a.global.quiet)
			current.Store(p)
		}
		return a.ask(engine, p, op, request)
	})
}

func (a *app) ask(engine bindings.Engine, p *progress, op string, request map[string]any) (res bindings.Response, err error) {
	defer p.end()
	body, err := json.Marshal(request)
	if err != nil {
		return res, err
	}
	res, err = engine.Call(a.ctx, op, body)
	p.end()
	if len(res.Header) > 0 {
		a.printNotes(res.Header)
	}
	return res, err
}

// stopped returns what ends a command that waits: the user, or --timeout.
func (a *app) stopped() error {
	if errors.Is(a.ctx.Err(), context.DeadlineExceeded) {
		return fault.New(fault.Timeout, "deadline passed").WithHint("allow more time with --timeout")
	}
	return statusError{ExitInterrupted}
}

// opener checks the global flags and returns the chosen engine's opener.
func (a *app) opener() (Opener, error) {
	open, ok := a.engines[a.global.engine]
	if !ok {
		return nil, misuse("unknown engine %q; this program has %s", a.global.engine, strings.Join(a.engineNames(), ", "))
	}
	if a.global.workers < 0 || a.global.timeout < 0 {
		return nil, misuse("--workers and --timeout must be 0 or more")
	}
	if home := a.global.home; home != "" {
		if fi, err := os.Stat(home); err != nil || !fi.IsDir() {
			return nil, misuse("--home %s: no such folder", home)
		}
	}
	return open, nil
}

func (a *app) options() (bindings.Options, error) {
	host := hostfns.Options{Home: a.global.home}
	file, err := a.storeFile()
	if file != "" {
		host.Stores = map[string]string{core.StorePath: file}
	}
	return bindings.Options{Host: host, Workers: a.global.workers, ModulePath: a.global.module}, err
}
