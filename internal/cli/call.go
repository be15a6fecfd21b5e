package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// operation is a call of one method of the typed client.
type operation[T any] func(ctx context.Context, h *heddle.Heddle) (T, error)

// client is the typed client of the chosen engine.
type client struct {
	*heddle.Heddle
	engine *observedEngine
}

// observedEngine shows the progress and the notes of each call on stderr, and
// keeps the last response for --json. It runs one call at a time.
type observedEngine struct {
	bindings.Engine
	app       *app
	opening   *progress                // since the engine was opened, until the first call ends
	current   atomic.Pointer[progress] // receives what the engine reports
	undecoded bool                     // calls end with errUndecoded instead of a response
	silent    bool                     // calls show no notes
	last      bindings.Response
}

// errUndecoded ends a call whose response is not decoded.
var errUndecoded = errors.New("the response is not decoded")

// Call runs one operation.
func (e *observedEngine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	end := e.beginProgress()
	defer end()
	response, err := e.Engine.Call(ctx, op, request)
	end()
	if !e.silent {
		e.app.printNotes(response)
	}
	e.last = response
	if err == nil && e.undecoded {
		err = errUndecoded
	}
	return response, err
}

// beginProgress shows the progress of one call until end is called.
func (e *observedEngine) beginProgress() (end func()) {
	p := e.opening
	if e.opening = nil; p == nil {
		p = startProgress(e.app.streams, e.app.global.quiet)
		e.current.Store(p)
	}
	return p.end
}

// withClient opens the chosen engine for as long as use runs.
func (a *app) withClient(use func(*client) error) error {
	open, err := a.opener()
	if err != nil {
		return err
	}
	options, err := a.options()
	if err != nil {
		return err
	}
	observed := &observedEngine{app: a, opening: startProgress(a.streams, a.global.quiet)} // opening takes time as well
	observed.current.Store(observed.opening)
	defer func() { observed.current.Load().end() }()
	options.Progress = func(done, total int64) { observed.current.Load().report(done, total) }
	if observed.Engine, err = open(options); err != nil {
		return err
	}
	c := &client{heddle.New(observed), observed}
	defer c.Close()
	return use(c)
}

// fetchResult runs one operation and returns its result, and the engine's own
// bytes of it.
func fetchResult[T any](a *app, run operation[T]) (result T, body []byte, err error) {
	err = a.withClient(func(c *client) error {
		result, err = run(a.ctx, c.Heddle)
		body = c.engine.last.Body
		return err
	})
	return result, body, err
}

// fetchBytes runs one operation and returns the engine's own bytes, which are
// not decoded.
func fetchBytes[T any](a *app, run operation[T]) (body []byte, err error) {
	err = a.withClient(func(c *client) error {
		body, err = c.bytesOf(func() error {
			_, err := run(a.ctx, c.Heddle)
			return err
		})
		return err
	})
	return body, err
}

// bytesOf returns the engine's own bytes of the one call that run makes.
func (c *client) bytesOf(run func() error) ([]byte, error) {
	c.engine.undecoded = true
	defer func() { c.engine.undecoded = false }()
	if err := run(); !errors.Is(err, errUndecoded) {
		return nil, err
	}
	return c.engine.last.Body, nil
}

// printResult runs one operation. With asJSON it prints the engine's own
// bytes, else show prints the result.
func printResult[T any](a *app, asJSON bool, run operation[T], show func(T) error) error {
	if asJSON {
		body, err := fetchBytes(a, run)
		if err != nil {
			return err
		}
		return a.printJSON(body)
	}
	result, _, err := fetchResult(a, run)
	if err != nil {
		return err
	}
	return show(result)
}

// fetchQuietly runs an operation for completion, where nothing may be printed
// but the answers. Without a result it returns the zero value.
func fetchQuietly[T any](a *app, run operation[T]) (result T) {
	silent := *a
	silent.streams.Err = io.Discard
	if found, _, err := fetchResult(&silent, run); err == nil {
		result = found
	}
	return result
}

// stopped returns what ends a command that waits: the user, or --timeout.
func (a *app) stopped() error {
	if errors.Is(a.ctx.Err(), context.DeadlineExceeded) {
		return fault.New(fault.Timeout, "deadline passed").WithHint("allow more time with --timeout")
	}
	return statusError{endCode(a.ctx)}
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

// openEngine opens the chosen engine without notes and progress.
func (a *app) openEngine() (bindings.Engine, error) {
	open, err := a.opener()
	if err != nil {
		return nil, err
	}
	options, err := a.options()
	if err != nil {
		return nil, err
	}
	return open(options)
}

func (a *app) options() (bindings.Options, error) {
	host := hostfns.Options{Home: a.global.home, Prices: a.priceFile()}
	file, err := a.storeFile()
	if err == nil && a.global.store != "" && file != "" && !hostfns.IsStoreAddress(file) {
		err = sqlite.CheckStore(file)
	}
	if file != "" {
		host.Stores = map[string]string{core.StorePath: file}
	}
	return bindings.Options{Host: host, Workers: a.global.workers, ModulePath: a.global.module}, err
}
