// Package guest is what the sandboxed engines share: the host's side of
// core.wasm's imports, WASI, the pool of instances, and the way of one call.
// An engine package adds the WebAssembly runtime and nothing else.
package guest

import (
	"context"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns/poll"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// Session is the host's side of one instance.
type Session struct {
	ctx      context.Context // of the running call
	newHost  bindings.HostFunc
	progress poll.Progress
	checker  poll.Context

	host    *host.Host // of the running call; made when the guest first asks
	release func()
	kept    []byte // for host_take
	path    string // last path that was read
	wasi    wasi
}

type sessionKey struct{}

// NewSession returns the session of a new instance.
func NewSession(newHost bindings.HostFunc, progress poll.Progress) *Session {
	s := &Session{newHost: newHost, progress: progress}
	s.resetCall()
	return s
}

// SessionOf finds the session whose call has the context ctx.
func SessionOf(ctx context.Context) *Session {
	s, _ := ctx.Value(sessionKey{}).(*Session)
	return s
}

// callContext is the context of one call. It is never changed: a runtime may
// look at it a moment after the call has ended.
type callContext struct {
	context.Context
	session *Session
}

// Value implements context.Context.
func (c *callContext) Value(key any) any {
	if key == (sessionKey{}) {
		return c.session
	}
	return c.Context.Value(key)
}

// Context returns the running call's context, through which an engine whose
// host functions are shared by all instances finds the session (SessionOf).
func (s *Session) Context() context.Context { return s.ctx }

// Begin starts a call bound to ctx.
func (s *Session) Begin(ctx context.Context) {
	s.ctx = &callContext{ctx, s}
	s.checker = poll.New(ctx, s.progress)
}

// End closes what the call opened.
func (s *Session) End() {
	if s.release != nil {
		s.release()
	}
	s.resetCall()
}

func (s *Session) resetCall() {
	s.ctx = &callContext{context.Background(), s}
	s.checker = poll.New(s.ctx, nil)
	s.host, s.release, s.kept = nil, nil, nil
}

// HostCall is the import host_call over the guest's memory.
func (s *Session) HostCall(mem []byte, call, p, n, out, capacity uint32) int64 {
	s.kept = nil
	request, ok := memorySpan(mem, p, n)
	dst, fits := memorySpan(mem, out, capacity)
	if !ok || !fits {
		return s.recordError(addressError())
	}
	if call != abi.CallPowers { // what is granted does not depend on when it is asked
		if err := s.checker.Check(); err != nil {
			return s.recordError(err)
		}
	}
	answer, err := abi.Serve(s.openHost(), call, request)
	if err != nil {
		return s.recordError(err)
	}
	if len(answer) > len(dst) {
		s.kept = answer
	} else {
		copy(dst, answer)
	}
	return int64(len(answer))
}

// HostTake is the import host_take. What does not fit is not copied.
func (s *Session) HostTake(mem []byte, out, capacity uint32) uint32 {
	kept := s.kept
	s.kept = nil
	if dst, ok := memorySpan(mem, out, capacity); ok && len(kept) <= len(dst) {
		copy(dst, kept)
	}
	return uint32(len(kept))
}

// FileRead is the import file_read: the host reads straight into the guest's
// memory.
func (s *Session) FileRead(mem []byte, p, n uint32, off int64, out, capacity uint32) int64 {
	s.kept = nil
	path, ok := memorySpan(mem, p, n)
	dst, fits := memorySpan(mem, out, capacity)
	if !ok || !fits {
		return s.recordError(addressError())
	}
	if err := s.checker.Check(); err != nil {
		return s.recordError(err)
	}
	if s.path != string(path) { // files are read piece by piece
		s.path = string(path)
	}
	h := s.openHost()
	if h.Files == nil {
		return s.recordError(fault.New(fault.Unsupported, "the host grants no files"))
	}
	read, err := h.Files.ReadAt(s.path, dst, off)
	if err != nil {
		return s.recordError(err)
	}
	return int64(read)
}

// Poll is the import poll.
func (s *Session) Poll(done, total int64) uint32 {
	if p := s.openHost().Poll; p != nil && p.Poll(done, total) != nil {
		return 1
	}
	if s.checker.Check() != nil {
		return 1
	}
	return 0
}

// openHost returns the running call's host, which most operations on ids never
// need.
func (s *Session) openHost() *host.Host {
	if s.host == nil {
		s.host, s.release = s.newHost(s.ctx, s.progress)
	}
	return s.host
}

// recordError keeps an error record and returns what says so.
func (s *Session) recordError(err error) int64 {
	var w abi.Writer
	w.Fault(err)
	s.kept = w.B
	return -int64(len(w.B))
}

func addressError() error {
	return fault.New(fault.Internal, "the module passed an address outside its memory")
}

// memorySpan returns mem[p:p+n]; ok is false when that is not inside mem.
func memorySpan(mem []byte, p, n uint32) (b []byte, ok bool) {
	end := uint64(p) + uint64(n)
	if end > uint64(len(mem)) {
		return nil, false
	}
	return mem[p:end:end], true
}
