package liveserve

import (
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/places"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// engines are the open engines. Sessions whose starts named the same home, store, prices and environment
// share one, because the recorders of one engine take turns.
type engines struct {
	open  func(bindings.Options) (bindings.Engine, error)
	mu    sync.Mutex
	byKey map[string]*sharedEngine
}

// sharedEngine is an engine and how many sessions use it.
type sharedEngine struct {
	client *heddle.Heddle
	users  int
}

// take returns the client of the engine of a start, and what gives it back.
func (e *engines) take(p *wireStart) (*heddle.Heddle, func(), error) {
	key := strings.Join(append([]string{p.Home, p.Store, p.Prices}, p.Environment...), "\x00")
	e.mu.Lock()
	defer e.mu.Unlock()
	shared := e.byKey[key]
	if shared == nil {
		options, err := hostOf(p)
		if err != nil {
			return nil, nil, err
		}
		engine, err := e.open(bindings.Options{Host: options})
		if err != nil {
			return nil, nil, err
		}
		shared = &sharedEngine{client: heddle.New(engine)}
		if e.byKey == nil {
			e.byKey = map[string]*sharedEngine{}
		}
		e.byKey[key] = shared
	}
	shared.users++
	return shared.client, func() { e.giveBack(key, shared) }, nil
}

func (e *engines) giveBack(key string, shared *sharedEngine) {
	e.mu.Lock()
	shared.users--
	last := shared.users == 0
	if last {
		delete(e.byKey, key)
	}
	e.mu.Unlock()
	if last {
		shared.client.Close()
	}
}

// closeAll closes what is open at the end of the server.
func (e *engines) closeAll() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, shared := range e.byKey {
		shared.client.Close()
	}
}

// hostOf returns what a start grants to its engine.
func hostOf(p *wireStart) (hostfns.Options, error) {
	env := lookup(p.Environment)
	host := hostfns.Options{Home: p.Home, Prices: p.Prices, Env: env}
	file := p.Store
	switch {
	case file == "-":
		return host, nil
	case file == "":
		var err error
		if file, err = places.StoreFile(runtime.GOOS, env, p.Home); err != nil {
			return host, nil // there is no home at all, which opening the engine reports
		}
	case !hostfns.IsStoreAddress(file):
		var err error
		if file, err = filepath.Abs(file); err != nil {
			return host, fault.Wrap(fault.IO, "the working folder is unknown", err)
		}
		if err := sqlite.CheckStore(file); err != nil {
			return host, err
		}
	}
	host.Stores = map[string]string{core.StorePath: file}
	return host, nil
}
