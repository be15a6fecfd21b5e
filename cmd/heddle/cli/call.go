package cli

import (
	"context"
	"encoding/json"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
)

// call runs one operation and returns the body of its result.
func (a *app) call(op string, request map[string]any) ([]byte, error) {
	res, err := a.answer(op, request)
	return res.Body, err
}

// answer runs one operation on the chosen engine and prints its diagnostics
// on stderr, and progress when it takes long.
func (a *app) answer(op string, request map[string]any) (res bindings.Response, err error) {
	open, err := a.opener()
	if err != nil {
		return res, err
	}
	o := a.options()
	p := startProgress(a.streams, a.global.quiet)
	defer p.end()
	o.Progress = p.report
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
	p.end()
	if len(res.Header) > 0 {
		a.printNotes(res.Header)
	}
	return res, err
}

// opener checks the global flags and returns the chosen engine's opener.
func (a *app) opener() (Opener, error) {
	open, ok := a.engines[a.global.engine]
	if !ok {
		return nil, misuse("no engine is called %q; this program has %s", a.global.engine, strings.Join(a.engineNames(), ", "))
	}
	if a.global.workers < 0 || a.global.timeout < 0 {
		return nil, misuse("--workers and --timeout take 0 or more")
	}
	if home := a.global.home; home != "" {
		if fi, err := os.Stat(home); err != nil || !fi.IsDir() {
			return nil, misuse("--home %s: there is no such folder", home)
		}
	}
	return open, nil
}

func (a *app) options() bindings.Options {
	var o bindings.Options
	o.Host.Home = a.global.home
	o.Workers = a.global.workers
	o.ModulePath = a.global.module
	return o
}
