package guest

import (
	"context"
	"encoding/binary"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// LiveModule is a compiled live.wasm.
type LiveModule struct{ engine *Engine }

// OpenLive returns the module of runtime, which it owns from here on, and opens an
// instance, so that a module that cannot run is refused now.
func OpenLive(opts bindings.Options, runtime Runtime) (*LiveModule, error) {
	nothing := bindings.FixedHost(&host.Host{}) // the module imports nothing of it
	m := &LiveModule{&Engine{name: "live.wasm", runtime: runtime, newHost: nothing, closeHost: func() error { return nil }, limit: MemoryLimit(opts)}}
	s, err := m.engine.newSlot(context.Background())
	if err != nil {
		m.Close()
		return nil, err
	}
	s.instance.Close()
	return m, nil
}

// NewMachine returns a machine with an instance of its own, which exists while
// the machine has a session.
func (m *LiveModule) NewMachine() *LiveMachine {
	return &LiveMachine{engine: m.engine, sessions: map[string]bool{}}
}

// Close releases the module. Machines that have a session fail from then on.
func (m *LiveModule) Close() error { return m.engine.Close() }

// LiveMachine runs live sessions in an instance of live.wasm.
type LiveMachine struct {
	engine   *Engine
	slot     *slot // nil without a session
	sessions map[string]bool
	trap     error
	request  []byte // of live.feed, used again
}

var _ live.SandboxedMachine = (*LiveMachine)(nil)

// Trapped implements live.SandboxedMachine.
func (m *LiveMachine) Trapped() bool { return m.trap != nil }

// Open implements live.Machine.
func (m *LiveMachine) Open(r session.LiveOpenRequest) (session.LiveStep, error) {
	return m.begin(rpc.OpLiveOpen, r.Handle, r.AppendJSON(nil))
}

// Restore implements live.Machine.
func (m *LiveMachine) Restore(r session.LiveRestoreRequest) (session.LiveStep, error) {
	return m.begin(rpc.OpLiveRestore, r.Handle, r.AppendJSON(nil))
}

func (m *LiveMachine) begin(op rpc.Op, handle string, request []byte) (session.LiveStep, error) {
	step, err := m.step(op, request)
	if err == nil {
		m.sessions[handle] = true
	}
	m.releaseUnused()
	return step, err
}

// Feed implements live.Machine.
func (m *LiveMachine) Feed(handle string, now session.Time, stream int, data []byte) (session.LiveStep, error) {
	if len(handle) > 255 {
		return session.LiveStep{}, fault.New(fault.BadRef, "no live session has the handle "+handle)
	}
	b := append(m.request[:0], byte(len(handle)))
	b = append(append(b, handle...), byte(stream))
	b = append(binary.LittleEndian.AppendUint64(b, uint64(now)), data...)
	m.request = b
	return m.step(rpc.OpLiveFeed, b)
}

// Command implements live.Machine.
func (m *LiveMachine) Command(r session.LiveCommandRequest) (session.LiveStep, error) {
	return m.step(rpc.OpLiveCommand, r.AppendJSON(nil))
}

// Tick implements live.Machine.
func (m *LiveMachine) Tick(handle string, now session.Time) (session.LiveStep, error) {
	r := session.LiveTickRequest{Handle: handle, Now: now}
	return m.step(rpc.OpLiveTick, r.AppendJSON(nil))
}

// Exit implements live.Machine.
func (m *LiveMachine) Exit(r session.LiveExitRequest) (session.LiveStep, error) {
	return m.step(rpc.OpLiveExit, r.AppendJSON(nil))
}

// Save implements live.Machine.
func (m *LiveMachine) Save(handle string) ([]byte, error) {
	r := session.LiveHandleRequest{Handle: handle}
	return m.call(rpc.OpLiveSave, r.AppendJSON(nil))
}

// Close implements live.Machine. The instance closes with its last session.
func (m *LiveMachine) Close(handle string) {
	if m.sessions[handle] && m.trap == nil {
		r := session.LiveHandleRequest{Handle: handle}
		m.call(rpc.OpLiveClose, r.AppendJSON(nil)) // an error is a trap, after which nothing is left to close
	}
	delete(m.sessions, handle)
	m.releaseUnused()
}

func (m *LiveMachine) step(op rpc.Op, request []byte) (session.LiveStep, error) {
	body, err := m.call(op, request)
	if err != nil {
		return session.LiveStep{}, err
	}
	return rpc.DecodeLiveStep(body)
}

// call runs an operation. Its errors are those of the native machine. A trap
// closes the instance.
func (m *LiveMachine) call(op rpc.Op, request []byte) ([]byte, error) {
	if m.trap != nil {
		return nil, m.trap
	}
	if len(request) > abi.MaxRequestBytes {
		return nil, fault.New(fault.LimitExceeded, "the request is larger than 160 MiB")
	}
	ctx := context.Background()
	if m.slot == nil {
		s, err := m.engine.newSlot(ctx)
		if err != nil {
			return nil, err
		}
		m.slot = s
	}
	response, err := m.slot.callOp(ctx, op, request)
	if err != nil {
		e := *fault.From(m.engine.explainTrap(ctx, m.slot, err))
		e.Message = "the machine of the session stopped"
		m.trap = &e
		m.closeInstance()
		return nil, m.trap
	}
	r, err := bindings.Split(op.String(), response)
	if err != nil {
		e := *fault.From(err)
		e.Op = ""
		return nil, &e
	}
	return r.Body, nil
}

// releaseUnused closes an instance without sessions.
func (m *LiveMachine) releaseUnused() {
	if len(m.sessions) == 0 {
		m.closeInstance()
	}
}

func (m *LiveMachine) closeInstance() {
	if m.slot != nil {
		m.slot.instance.Close()
		m.slot = nil
	}
}
