package app

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
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Operation is a call of one method of the typed client.
type Operation[T any] func(ctx context.Context, h *heddle.Heddle) (T, error)

// Client is the typed client of the chosen engine.
type Client struct {
	*heddle.Heddle
	Engine *ObservedEngine
}

// ObservedEngine shows the progress and the notes of each call on stderr, and
// keeps the last response for --json. It runs one call at a time.
type ObservedEngine struct {
	bindings.Engine
	app       *App
	opening   *Progress                // since the engine was opened, until the first call ends
	current   atomic.Pointer[Progress] // receives what the engine reports
	Undecoded bool                     // calls end with errUndecoded instead of a response
	Silent    bool                     // calls show no notes
	Last      bindings.Response
}

// errUndecoded ends a call whose response is not decoded.
var errUndecoded = errors.New("the response is not decoded")

// Call runs one operation.
func (e *ObservedEngine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	end := e.beginProgress()
	defer end()
	response, err := e.Engine.Call(ctx, op, request)
	end()
	if !e.Silent {
		e.app.printNotes(response)
	}
	e.Last = response
	if err == nil && e.Undecoded {
		err = errUndecoded
	}
	return response, err
}

// beginProgress shows the progress of one call until end is called.
func (e *ObservedEngine) beginProgress() (end func()) {
	p := e.opening
	if e.opening = nil; p == nil {
		p = StartProgress(e.app.Streams, e.app.Global.Quiet)
		e.current.Store(p)
	}
	return p.End
}

// WithClient opens the chosen engine for as long as use runs.
func (a *App) WithClient(use func(*Client) error) error {
	open, err := a.Opener()
	if err != nil {
		return err
	}
	options, err := a.Options()
	if err != nil {
		return err
	}
	observed := &ObservedEngine{app: a, opening: StartProgress(a.Streams, a.Global.Quiet)} // opening takes time as well
	observed.current.Store(observed.opening)
	defer func() { observed.current.Load().End() }()
	defer a.EndStuck()()
	options.Progress = func(done, total int64) { observed.current.Load().Report(done, total) }
	if observed.Engine, err = open(options); err != nil {
		return err
	}
	c := &Client{heddle.New(observed), observed}
	defer c.Close()
	return use(c)
}

// FetchResult runs one operation and returns its result, and the engine's own
// bytes of it.
func FetchResult[T any](a *App, run Operation[T]) (result T, body []byte, err error) {
	err = a.WithClient(func(c *Client) error {
		result, err = run(a.Ctx, c.Heddle)
		body = c.Engine.Last.Body
		return err
	})
	return result, body, err
}

// FetchBytes runs one operation and returns the engine's own bytes, which are
// not decoded.
func FetchBytes[T any](a *App, run Operation[T]) (body []byte, err error) {
	err = a.WithClient(func(c *Client) error {
		body, err = c.bytesOf(func() error {
			_, err := run(a.Ctx, c.Heddle)
			return err
		})
		return err
	})
	return body, err
}

// bytesOf returns the engine's own bytes of the one call that run makes.
func (c *Client) bytesOf(run func() error) ([]byte, error) {
	c.Engine.Undecoded = true
	defer func() { c.Engine.Undecoded = false }()
	if err := run(); !errors.Is(err, errUndecoded) {
		return nil, err
	}
	return c.Engine.Last.Body, nil
}

// PrintResult runs one operation. With asJSON it prints the engine's own
// bytes, else show prints the result.
func PrintResult[T any](a *App, asJSON bool, run Operation[T], show func(T) error) error {
	if asJSON {
		body, err := FetchBytes(a, run)
		if err != nil {
			return err
		}
		return a.PrintJSON(body)
	}
	result, _, err := FetchResult(a, run)
	if err != nil {
		return err
	}
	return show(result)
}

// With returns what shows a result in a run.
func With[T any](a *App, show func(*App, T) error) func(T) error {
	return func(result T) error { return show(a, result) }
}

// FetchQuietly runs an operation for completion, where nothing may be printed
// but the answers. Without a result it returns the zero value.
func FetchQuietly[T any](a *App, run Operation[T]) (result T) {
	silent := *a
	silent.Streams.Err = io.Discard
	if found, _, err := FetchResult(&silent, run); err == nil {
		result = found
	}
	return result
}

// Stopped returns what ends a command that waits: the user, or --timeout.
func (a *App) Stopped() error {
	if errors.Is(a.Ctx.Err(), context.DeadlineExceeded) {
		return fault.New(fault.Timeout, "deadline passed").WithHint("allow more time with --timeout")
	}
	return StatusError(EndCode(a.Ctx))
}

// Opener checks the global flags and returns the chosen engine's opener.
func (a *App) Opener() (Opener, error) {
	open, ok := a.Engines[a.Global.Engine]
	if !ok {
		return nil, usage.Misuse("unknown engine %q; this program has %s", a.Global.Engine, strings.Join(a.EngineNames(), ", "))
	}
	if a.Global.Workers < 0 || a.Global.Timeout < 0 {
		return nil, usage.Misuse("--workers and --timeout must be 0 or more")
	}
	if home := a.Global.Home; home != "" {
		if fi, err := os.Stat(home); err != nil || !fi.IsDir() {
			return nil, usage.Misuse("--home %s: no such folder", home)
		}
	}
	return open, nil
}

// OpenEngine opens the chosen engine without notes and progress.
func (a *App) OpenEngine() (bindings.Engine, error) {
	open, err := a.Opener()
	if err != nil {
		return nil, err
	}
	options, err := a.Options()
	if err != nil {
		return nil, err
	}
	return open(options)
}

func (a *App) Options() (bindings.Options, error) {
	host := hostfns.Options{Home: a.Global.Home, Prices: a.PriceFile()}
	file, err := a.StoreFile()
	if err == nil && a.Global.Store != "" && file != "" && !hostfns.IsStoreAddress(file) {
		err = sqlite.CheckStore(file)
	}
	if file != "" {
		host.Stores = map[string]string{core.StorePath: file}
	}
	return bindings.Options{Host: host, Workers: a.Global.Workers, ModulePath: a.Global.Module}, err
}

// SessionOperation is an operation on one session.
type SessionOperation[T any] func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (T, error)

// ItemsOf returns the items of a list, none of no list.
func ItemsOf[T any](list *heddle.List[T]) []T {
	if list == nil {
		return nil
	}
	return list.Items
}

// Newest is how many sessions completion looks at.
const Newest = 50
