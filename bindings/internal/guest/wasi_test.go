package guest

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns/poll"
)

func newTestSession() *Session {
	return NewSession(func(context.Context, poll.Progress) (*host.Host, func()) { return &host.Host{}, func() {} }, nil)
}

// TestWASIBounds hands every function addresses outside the memory.
func TestWASIBounds(t *testing.T) {
	mem := make([]byte, 64)
	for _, name := range []string{"args_sizes_get", "environ_sizes_get", "clock_time_get", "clock_res_get", "random_get", "fd_write", "poll_oneoff"} {
		for _, p := range []uint64{61, 64, 0xfffffff0, 0xffffffff} {
			args := []uint64{p, p, p, p}
			if name == "fd_write" {
				args[0], args[2] = 2, 1
			}
			if errno := newTestSession().WASI(name, mem, args); errno == success {
				t.Errorf("%s at %#x succeeded", name, p)
			}
		}
		if errno := newTestSession().WASI(name, nil, nil); name != "random_get" && name != "fd_write" && errno == success {
			t.Errorf("%s without memory succeeded", name)
		}
	}
}

func TestWASIGrantsNothing(t *testing.T) {
	mem := make([]byte, 256)
	for name, want := range map[string]uint32{"fd_prestat_get": badf, "fd_read": badf, "path_open": badf, "fd_close": badf,
		"sock_accept": nosys, "proc_raise": nosys, "args_get": success, "environ_get": success, "sched_yield": success} {
		if got := newTestSession().WASI(name, mem, []uint64{3, 0, 0, 0, 0, 0, 0, 0, 0}); got != want {
			t.Errorf("%s answers %d, want %d", name, got, want)
		}
	}
	if errno := newTestSession().WASI("environ_sizes_get", mem, []uint64{0, 4}); errno != success || binary.LittleEndian.Uint64(mem) != 0 {
		t.Errorf("the environment holds something: %d %v", errno, mem[:8])
	}
}

// TestWASIDeterminism asks two sessions the same.
func TestWASIDeterminism(t *testing.T) {
	answers := func() []byte {
		s, mem := newTestSession(), make([]byte, 256)
		for i := range uint64(8) {
			s.WASI("random_get", mem, []uint64{i * 7, 7})
			s.WASI("clock_time_get", mem, []uint64{1, 0, 64 + i*8})
		}
		return mem
	}
	a, b := answers(), answers()
	if !bytes.Equal(a, b) {
		t.Error("two sessions answer differently")
	}
	if bytes.Equal(a[:7], a[7:14]) || binary.LittleEndian.Uint64(a[64:]) >= binary.LittleEndian.Uint64(a[72:]) {
		t.Errorf("random repeats or time stands still: %v", a)
	}
}

func TestWASISleep(t *testing.T) {
	s, mem := newTestSession(), make([]byte, 256)
	binary.LittleEndian.PutUint64(mem, 42)       // user data
	binary.LittleEndian.PutUint64(mem[24:], 5e9) // 5 seconds
	before := s.wasi.ticks
	if errno := s.WASI("poll_oneoff", mem, []uint64{0, 64, 1, 128}); errno != success {
		t.Fatal(errno)
	}
	if n, user := binary.LittleEndian.Uint32(mem[128:]), binary.LittleEndian.Uint64(mem[64:]); n != 1 || user != 42 || s.wasi.ticks-before != 5e9 {
		t.Errorf("%d events, user data %d, %d ns", n, user, s.wasi.ticks-before)
	}
}

func TestWASIOutput(t *testing.T) {
	s, mem := newTestSession(), make([]byte, 1<<16)
	say := func(text string) {
		copy(mem[100:], text)
		binary.LittleEndian.PutUint32(mem, 100)
		binary.LittleEndian.PutUint32(mem[4:], uint32(len(text)))
		if errno := s.WASI("fd_write", mem, []uint64{2, 0, 1, 8}); errno != success || binary.LittleEndian.Uint32(mem[8:]) != uint32(len(text)) {
			t.Fatal("fd_write", errno)
		}
	}
	say("first\n")
	say(strings.Repeat("x", outputBytes) + "\n")
	say("panic: \xffodd [recovered]\n\ngoroutine 1\n")
	if got := string(s.wasi.output); len(got) != outputBytes || strings.Contains(got, "first") || !strings.HasSuffix(got, "goroutine 1\n") {
		t.Errorf("kept %d bytes, %.40q", len(got), got)
	}
	if got := s.wasi.failureLine(); got != "panic: �odd [recovered]" {
		t.Errorf("summary %q", got)
	}
}
