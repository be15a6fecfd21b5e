package hostfns

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns/internal/clock"
	"github.com/heddle-dev/heddle/hostfns/internal/entropy"
	"github.com/heddle-dev/heddle/hostfns/internal/parallel"
	"github.com/heddle-dev/heddle/hostfns/internal/zstd"
)

// SystemClock returns the clock of the machine, for a host of your own.
func SystemClock() host.Clock { return clock.System{} }

// SystemEntropy returns the machine's source of ids (UUID version 7), for a host of your own.
func SystemEntropy() host.Entropy { return entropy.System{} }

// Zstd returns the native host's decompressor, for a host of your own.
func Zstd() host.Zstd { return zstd.Decoder{} }

// CompressZstd returns data as one zstd frame.
func CompressZstd(data []byte) ([]byte, error) { return zstd.Compress(data) }

// Workers returns a pool of n goroutines for host.Host.Parallel; 0 means one for each usable core.
func Workers(n int) host.Parallel { return parallel.New(n) }
