package wasmtime

import (
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
)

func open(o bindings.Options) (bindings.Engine, error) { return Open(o) }

func options(b *testing.B) bindings.Options {
	return bindings.Options{Module: guesttest.Core(b), CacheDir: b.TempDir(), NewHost: bindings.FixedHost(guesttest.Host(guesttest.Files{}))}
}

// BenchmarkCompileCold compiles core.wasm; nothing is kept.
func BenchmarkCompileCold(b *testing.B) {
	opts := options(b)
	opts.CacheDir = "-"
	benchmarkCompile(b, opts)
}

// BenchmarkCompileCached takes core.wasm's code from the disk cache.
func BenchmarkCompileCached(b *testing.B) {
	opts := options(b)
	r, err := start(opts)
	if err != nil {
		b.Fatal(err)
	}
	r.Close()
	benchmarkCompile(b, opts)
}

// start opens a runtime the way Open does.
func start(opts bindings.Options) (*runtime, error) {
	module, err := opts.FindModule()
	if err != nil {
		return nil, err
	}
	c, err := compile(module, opts.CacheFolder("wasmtime"), opts.HardKill)
	return &runtime{compiled: c, memory: guest.MemoryLimit(opts)}, err
}

func benchmarkCompile(b *testing.B, opts bindings.Options) {
	defer guesttest.CPU(b)()
	for b.Loop() {
		r, err := start(opts)
		if err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}

// BenchmarkInstantiate opens instances of a compiled module.
func BenchmarkInstantiate(b *testing.B) {
	opts := options(b)
	r, err := start(opts)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	s := guest.NewSession(opts.NewHost, nil)
	defer guesttest.CPU(b)()
	for b.Loop() {
		i, err := r.Instantiate(s)
		if err != nil {
			b.Fatal(err)
		}
		i.Close()
	}
}

// BenchmarkABIVersion is a call of the runtime alone: no request, no response.
func BenchmarkABIVersion(b *testing.B) {
	opts := options(b)
	r, err := start(opts)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	s := guest.NewSession(opts.NewHost, nil)
	i, err := r.Instantiate(s)
	if err != nil {
		b.Fatal(err)
	}
	defer guesttest.CPU(b)()
	for b.Loop() {
		if _, err := i.ABIVersion(s.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEmptyCall is the smallest operation, request to response.
func BenchmarkEmptyCall(b *testing.B) {
	e, err := Open(options(b))
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	guesttest.EmptyCall(b, e)
}

// BenchmarkScan lists 32 MB of sessions from the host's memory.
func BenchmarkScan(b *testing.B) { guesttest.Scan(b, open, options(b)) }
