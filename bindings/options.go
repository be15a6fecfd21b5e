package bindings

import (
	"context"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns/poll"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// DefaultMemoryLimit of one wasm instance, in bytes.
const DefaultMemoryLimit = 512 << 20

// Options are shared by all engines; an engine ignores what it has no use for.
type Options struct {
	// Host is what is granted: the home or the mounts, the store, the clock. hostfns.Options is one
	// that grants this user's sessions.
	Host Host
	// NewHost, when set, replaces Host.
	NewHost HostFunc
	// Progress hears how far a call has come, in bytes done of bytes known (0 =
	// unknown). It may be called from several goroutines at once.
	Progress poll.Progress
	// Workers bounds what runs at once: goroutines of one call natively,
	// instances (each with memory of its own) in a sandbox. 0 means one per
	// usable core.
	Workers int

	// MemoryLimit of one wasm instance in bytes; 0 means DefaultMemoryLimit.
	MemoryLimit int64
	// CacheDir keeps compiled modules between processes. Who can write there
	// can run code as this process. "" means heddle/compiled in the user's
	// cache folder, "-" keeps nothing.
	CacheDir string
	// HardKill lets an engine stop a call that has not ended 200 ms after its
	// context was done. It makes core.wasm a quarter slower in wasmtime and
	// several times slower in wazero; without it a call ends at its next host
	// call; the engine makes at least one per MB that it reads.
	HardKill bool

	// Module is core.wasm itself, ModulePath a file with it. Without either,
	// FindModule says which module is used.
	Module     []byte
	ModulePath string
	// ModuleSHA256, when set, is the only hash accepted, in hexadecimal.
	ModuleSHA256 string
}

// Host is what a program grants. Open returns the function that makes the host of one call (see
// HostFunc), and a function that closes everything after the last call. workers is the greatest
// number of goroutines of a call; 0 means one for each usable core.
type Host interface {
	Open(workers int) (func(ctx context.Context, progress poll.Progress) (*host.Host, func()), func() error, error)
}

// HostFunc makes the host of one call. The host answers TIMEOUT once ctx is
// done; release closes what the call has opened. progress may be nil.
type HostFunc func(ctx context.Context, progress poll.Progress) (h *host.Host, release func())

// OpenHost returns what o grants and a function that closes it.
func (o Options) OpenHost() (HostFunc, func() error, error) {
	if o.NewHost != nil {
		return o.NewHost, func() error { return nil }, nil
	}
	if o.Host == nil {
		return nil, nil, fault.New(fault.InvalidArgument, "the options grant no host").
			WithHint("hostfns.Options{} grants this user's sessions")
	}
	newHost, closeHost, err := o.Host.Open(o.Workers)
	return newHost, closeHost, err
}

// FixedHost makes every call run on h, whose Poll is replaced by one that
// follows the call's context. Whether the rest of h may be used by several
// calls at once is h's matter.
func FixedHost(h *host.Host) HostFunc {
	return func(ctx context.Context, progress poll.Progress) (*host.Host, func()) {
		own := *h
		own.Poll = poll.New(ctx, progress)
		return &own, func() {}
	}
}

// Admit is what every engine's Call begins with: it finds the operation's
// number and refuses a call that could not succeed anywhere.
func Admit(ctx context.Context, op string, request []byte) (rpc.Op, error) {
	id, ok := rpc.OpByName(op)
	if !ok {
		return 0, fault.New(fault.Unsupported, "unknown operation").
			WithHint("the operation table is docs/operations.md")
	}
	if len(request) > abi.MaxRequestBytes {
		return 0, fault.New(fault.LimitExceeded, "the request is larger than 160 MiB")
	}
	return id, poll.New(ctx, nil).Check()
}

// Closed is the error of a call on an engine that was closed.
func Closed() error { return fault.New(fault.InvalidArgument, "the engine is closed") }
