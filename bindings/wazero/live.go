package wazero

import (
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
)

// LiveModule is live.wasm, compiled once for any number of live sessions. Its
// methods may be called by any goroutine.
type LiveModule struct{ module *guest.LiveModule }

// liveMemoryLimit of an instance is what wasm/live needs for the longest line.
const liveMemoryLimit = 1 << 30

// OpenLive loads live.wasm (see bindings.Options.FindLiveModule) and compiles it or
// takes it from the cache. Of the options it uses Module, ModulePath, ModuleSHA256,
// MemoryLimit (of one session, 0 for 1 GiB) and CacheDir:
// live.wasm does no I/O.
//
//	module, err := wazero.OpenLive(bindings.Options{})
//	defer module.Close()
//	s, err := heddle.StartAgent(ctx, heddle.AgentOptions{Machine: module.NewMachine})
func OpenLive(opts bindings.Options) (*LiveModule, error) {
	opts.HardKill = false // no call waits for anything
	if opts.MemoryLimit == 0 {
		opts.MemoryLimit = liveMemoryLimit
	}
	module, err := opts.FindLiveModule()
	if err != nil {
		return nil, err
	}
	r, err := compileModule(opts, module)
	if err != nil {
		return nil, fault.Wrap(fault.BadRef, "cannot load "+module.Source, err).
			WithHint("it must be the live.wasm of this release")
	}
	m, err := guest.OpenLive(opts, r)
	if err != nil {
		return nil, err
	}
	return &LiveModule{m}, nil
}

// NewMachine returns the machine of one session, for heddle.AgentOptions.Machine.
// It has an instance of its own, which takes about 10 MB.
func (m *LiveModule) NewMachine() live.Machine { return m.module.NewMachine() }

// Close releases the module. Sessions that still run end with INTERNAL.
func (m *LiveModule) Close() error { return m.module.Close() }
