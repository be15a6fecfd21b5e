package guest

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
)

// WASIModule is the import module of WASI preview 1.
const WASIModule = "wasi_snapshot_preview1"

// Answers of WASI functions.
const (
	success uint32 = 0
	badf    uint32 = 8
	fault21 uint32 = 21 // bad address
	nosys   uint32 = 52
)

// outputBytes is how much of a guest's standard error is kept.
const outputBytes = 16 << 10

// wasi is the state of an instance's WASI functions. There are no files,
// arguments or environment; clock and random answers are the same in every
// instance, so that a guest runs alike everywhere. Nothing of them reaches a
// result.
type wasi struct {
	ticks  uint64 // nanoseconds since the instance's first question
	random uint64
	output []byte // end of what was written to standard output and error
}

// Exit is the guest's request to end itself; engines turn it into a trap.
type Exit struct{ Code uint32 }

// Error names the exit status.
func (e Exit) Error() string { return "the module exited with status " + strconv.Itoa(int(e.Code)) }

// IsExit reports whether name is the WASI function that does not return.
func IsExit(name string) bool { return name == "proc_exit" }

// WASI answers the WASI function name over the guest's memory; it must not be
// called for the one that IsExit. Functions that need files, arguments or a
// network report that these do not exist.
func (s *Session) WASI(name string, mem []byte, args []uint64) uint32 {
	arg := func(i int) uint32 {
		if i < len(args) {
			return uint32(args[i])
		}
		return 0
	}
	w := &s.wasi
	switch name {
	case "sched_yield":
		return success
	case "args_sizes_get", "environ_sizes_get":
		return firstError(putU32(mem, arg(0), 0), putU32(mem, arg(1), 0))
	case "args_get", "environ_get":
		return success
	case "clock_time_get":
		const step = 1e6 // each question finds the clock a millisecond later
		w.ticks += step
		return putU64(mem, arg(2), w.ticks)
	case "clock_res_get":
		return putU64(mem, arg(1), 1)
	case "random_get":
		return w.fillRandom(mem, arg(0), arg(1))
	case "fd_write":
		return w.captureOutput(mem, arg(0), arg(1), arg(2), arg(3))
	case "poll_oneoff":
		return w.pollTimers(mem, arg(0), arg(1), arg(2), arg(3))
	}
	if strings.HasPrefix(name, "fd_") || strings.HasPrefix(name, "path_") {
		return badf
	}
	return nosys
}

// fillRandom writes pseudo-random bytes (splitmix64).
func (w *wasi) fillRandom(mem []byte, p, n uint32) uint32 {
	dst, ok := memorySpan(mem, p, n)
	if !ok {
		return fault21
	}
	var block [8]byte
	for len(dst) > 0 {
		w.random += 0x9e3779b97f4a7c15
		z := w.random
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		binary.LittleEndian.PutUint64(block[:], z^z>>31)
		dst = dst[copy(dst, block[:]):]
	}
	return success
}

// captureOutput keeps the end of what goes to standard output and error.
func (w *wasi) captureOutput(mem []byte, fd, iovs, count, written uint32) uint32 {
	if fd != 1 && fd != 2 {
		return badf
	}
	var total uint32
	for i := uint32(0); i < count; i++ {
		iov, ok := memorySpan(mem, iovs+8*i, 8)
		if !ok {
			return fault21
		}
		b, ok := memorySpan(mem, binary.LittleEndian.Uint32(iov), binary.LittleEndian.Uint32(iov[4:]))
		if !ok {
			return fault21
		}
		total += uint32(len(b))
		w.output = append(w.output, b...)
		if extra := len(w.output) - outputBytes; extra > 0 {
			w.output = append(w.output[:0], w.output[extra:]...)
		}
	}
	return putU32(mem, written, total)
}

// pollTimers lets every timer of the subscription pass at once.
func (w *wasi) pollTimers(mem []byte, subs, events, count, n uint32) uint32 {
	const subBytes, eventBytes = 48, 32
	for i := uint32(0); i < count; i++ {
		sub, ok := memorySpan(mem, subs+subBytes*i, subBytes)
		event, fits := memorySpan(mem, events+eventBytes*i, eventBytes)
		if !ok || !fits {
			return fault21
		}
		clear(event)
		copy(event, sub[:8]) // user data
		event[10] = sub[8]   // kind
		if kindClock := byte(0); sub[8] == kindClock {
			w.ticks += binary.LittleEndian.Uint64(sub[24:])
		}
	}
	return putU32(mem, n, count)
}

// failureLine is the line of the guest's output that says why it stopped.
func (w *wasi) failureLine() string {
	for _, line := range bytes.Split(w.output, []byte("\n")) {
		for _, mark := range []string{"panic: ", "fatal error: ", "runtime: out of memory"} {
			if i := bytes.Index(line, []byte(mark)); i >= 0 {
				return string(bytes.ToValidUTF8(line[i:min(len(line), i+400)], []byte("�")))
			}
		}
	}
	return ""
}

// outOfMemory reports whether the guest said that memory was its end: Go's
// runtime has one sentence for objects and one for its own tables.
func (w *wasi) outOfMemory() bool {
	return bytes.Contains(w.output, []byte("out of memory")) || bytes.Contains(w.output, []byte("cannot allocate memory"))
}

func putU32(mem []byte, p, v uint32) uint32 {
	b, ok := memorySpan(mem, p, 4)
	if !ok {
		return fault21
	}
	binary.LittleEndian.PutUint32(b, v)
	return success
}

func putU64(mem []byte, p uint32, v uint64) uint32 {
	b, ok := memorySpan(mem, p, 8)
	if !ok {
		return fault21
	}
	binary.LittleEndian.PutUint64(b, v)
	return success
}

func firstError(a, b uint32) uint32 {
	if a != success {
		return a
	}
	return b
}
