package rpc

import (
	"bytes"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/live"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Live keeps live sessions by the handles that their driver chose. Its methods
// are the operations live.*, which do no I/O: a driver starts the agents'
// processes, passes what happens, and does what each step asks for. A Live must
// not be used by two goroutines at once. Its zero value is ready.
type Live struct {
	// FreeMemory, if set, is called before a line of many megabytes is read, when
	// the memory of its pieces has become free: its message needs as much at once.
	FreeMemory func()
	// LineBytes is the length from which on a line is skipped and reported, and so
	// is one that takes as much memory; 0 for the default, 128 MiB of any
	// content.
	LineBytes int
	// KeptBytes bounds the unfinished lines of all sessions together: beyond it the
	// longest of them is skipped and reported. 0 for no bound.
	KeptBytes int

	sessions map[string]*liveSession
	kept     int // bytes of unfinished lines
}

// liveSession is a session with the options that saving it needs.
type liveSession struct {
	*live.Session
	options session.LiveOpenRequest
}

// Open begins a session. CONFLICT: the handle is taken.
func (l *Live) Open(r session.LiveOpenRequest) (session.LiveStep, error) {
	return l.add(r, func() (*live.Session, error) { return live.Open(r) })
}

func (l *Live) add(r session.LiveOpenRequest, begin func() (*live.Session, error)) (session.LiveStep, error) {
	if r.Handle == "" {
		return session.LiveStep{}, fault.New(fault.InvalidArgument, "a live session needs a handle")
	}
	if l.sessions[r.Handle] != nil {
		return session.LiveStep{}, fault.New(fault.Conflict, "the handle "+r.Handle+" is taken")
	}
	s, err := begin()
	if err != nil {
		return session.LiveStep{}, err
	}
	if l.sessions == nil {
		l.sessions = map[string]*liveSession{}
	}
	s.LimitLines(live.LineLimits{Longest: l.LineBytes, Free: l.FreeMemory})
	l.sessions[r.Handle] = &liveSession{s, r}
	return s.Step(), nil
}

// find returns the session of a handle; BAD_REF without one.
func (l *Live) find(handle string) (*liveSession, error) {
	if s := l.sessions[handle]; s != nil {
		return s, nil
	}
	return nil, fault.New(fault.BadRef, "no live session has the handle "+handle)
}

// step passes an input to the session of a handle.
func (l *Live) step(handle string, input func(*liveSession)) (session.LiveStep, error) {
	s, err := l.find(handle)
	if err != nil {
		return session.LiveStep{}, err
	}
	kept := s.Kept()
	input(s)
	l.kept += s.Kept() - kept
	return s.Step(), nil
}

// The streams of a process.
const (
	Stdout = 1
	Stderr = 2
)

// Feed passes bytes that the agent printed, cut anywhere. It keeps none of them.
func (l *Live) Feed(handle string, now session.Time, stream int, data []byte) (session.LiveStep, error) {
	if stream == Stdout {
		l.makeRoom(len(data) - 1 - bytes.LastIndexByte(data, '\n'))
	}
	return l.step(handle, func(s *liveSession) {
		if stream == Stdout { // what is on standard error matters when the process ends: live.exit has it
			s.Feed(now, data)
		}
	})
}

// makeRoom skips unfinished lines, the longest first, until n bytes more can be
// kept.
func (l *Live) makeRoom(n int) {
	for l.KeptBytes > 0 && l.kept > 0 && l.kept+n > l.KeptBytes {
		var longest *liveSession
		for _, s := range l.sessions {
			if longest == nil || s.Kept() > longest.Kept() || s.Kept() == longest.Kept() && s.options.Handle < longest.options.Handle {
				longest = s
			}
		}
		l.kept -= longest.Kept()
		longest.SkipLine()
	}
}

// Command passes what the caller wants.
func (l *Live) Command(r session.LiveCommandRequest) (session.LiveStep, error) {
	return l.step(r.Handle, func(s *liveSession) { s.Command(r) })
}

// Tick passes the time.
func (l *Live) Tick(handle string, now session.Time) (session.LiveStep, error) {
	return l.step(handle, func(s *liveSession) { s.Tick(now) })
}

// Exit reports that the process has ended and all its output was fed.
func (l *Live) Exit(r session.LiveExitRequest) (session.LiveStep, error) {
	return l.step(r.Handle, func(s *liveSession) { s.Exit(r) })
}

// Save returns the state of a session between turns; CONFLICT while one runs.
func (l *Live) Save(handle string) ([]byte, error) {
	s, err := l.find(handle)
	if err != nil {
		return nil, err
	}
	state, err := s.Save()
	if err != nil {
		return nil, err
	}
	m := canon.Object(nil)
	m.Key("options")
	m.B = s.options.AppendJSON(m.B)
	m.Key("session")
	m.B = append(m.B, state...)
	return m.End(), nil
}

// Restore continues a saved session with the process that it had.
func (l *Live) Restore(r session.LiveRestoreRequest) (session.LiveStep, error) {
	v, err := scan.Parse([]byte(r.State))
	if err != nil {
		return session.LiveStep{}, fault.New(fault.InvalidArgument, "this is no saved session")
	}
	var o session.LiveOpenRequest
	if err := decodeLiveOpenRequest(v.Get("options").Raw(), &o); err != nil {
		return session.LiveStep{}, err
	}
	o.Handle, o.Now = r.Handle, r.Now
	return l.add(o, func() (*live.Session, error) { return live.Restore(o, v.Get("session").Raw()) })
}

// Close forgets a session. An unknown handle is ignored.
func (l *Live) Close(handle string) {
	if s := l.sessions[handle]; s != nil {
		l.kept -= s.Kept()
	}
	delete(l.sessions, handle)
}

// EndLostSession returns the outputs that end a session whose machine has failed:
// an error, a result if a query was being worked on, and the last state. open is
// the request that began the session, nativeID the agent's own id of it, query
// the query whose prompt was sent and which has no result yet ("" for none), x
// says why the machine failed.
func EndLostSession(open session.LiveOpenRequest, nativeID, query string, x session.LiveExitRequest) ([]session.LiveOutput, error) {
	return live.EndLost(open, nativeID, query, x)
}

// LiveAgents lists the agents that live sessions can run.
func LiveAgents() []session.LiveAgent { return live.Agents() }

// Call runs an operation live.* and returns a response of the same form as
// Dispatch. live.feed takes bytes instead of JSON: the length of the handle (one
// byte), the handle, the stream (one byte), the time in milliseconds (eight
// bytes, little endian), the data.
func (l *Live) Call(op Op, request []byte) []byte {
	body, err := l.run(op, request)
	return encodeResponse(op.String(), core.Notes{}, body, err)
}

func (l *Live) run(op Op, request []byte) ([]byte, error) {
	switch op {
	case OpLiveOpen:
		return callLive(request, decodeLiveOpenRequest, l.Open)
	case OpLiveFeed:
		return l.feedBytes(request)
	case OpLiveCommand:
		return callLive(request, decodeLiveCommandRequest, l.Command)
	case OpLiveTick:
		return callLive(request, decodeLiveTickRequest, func(r session.LiveTickRequest) (session.LiveStep, error) { return l.Tick(r.Handle, r.Now) })
	case OpLiveExit:
		return callLive(request, decodeLiveExitRequest, l.Exit)
	case OpLiveRestore:
		return callLive(request, decodeLiveRestoreRequest, l.Restore)
	case OpLiveSave, OpLiveClose:
		return l.runHandle(op, request)
	case OpLiveAgents:
		list := live.Agents()
		m := canon.Members{}
		m.Open('[')
		for i := range list {
			m.Item(i)
			m.B = list[i].AppendJSON(m.B)
		}
		m.Close(']')
		return m.B, nil
	}
	return nil, fault.New(fault.Unsupported, "the module of live sessions has no operation "+op.String()).WithHint("call it on the engine")
}

func (l *Live) runHandle(op Op, request []byte) ([]byte, error) {
	var r session.LiveHandleRequest
	if err := decodeLiveHandleRequest(request, &r); err != nil {
		return nil, err
	}
	if op == OpLiveSave {
		return l.Save(r.Handle)
	}
	l.Close(r.Handle)
	return []byte("null"), nil
}

// callLive decodes a request, runs it and encodes the step.
func callLive[R any](request []byte, decode func([]byte, *R) error, run func(R) (session.LiveStep, error)) ([]byte, error) {
	var r R
	if err := decode(request, &r); err != nil {
		return nil, err
	}
	step, err := run(r)
	if err != nil {
		return nil, err
	}
	return encodeStep(&step), nil
}

// encodeStep encodes a step. A long message is copied once: there is room for it,
// and for the response's header.
func encodeStep(step *session.LiveStep) []byte {
	size := headerRoom
	for i := range step.Outputs {
		o := &step.Outputs[i]
		size += outputRoom + len(o.Message) + len(o.Value) + len(o.Data)
	}
	return step.AppendJSON(make([]byte, 0, size))
}

// outputRoom is for the short members of an output.
const outputRoom = 256

// feedBytes reads the request of live.feed.
func (l *Live) feedBytes(b []byte) ([]byte, error) {
	if len(b) < 1 || len(b) < 1+int(b[0])+1+8 {
		return nil, fault.New(fault.InvalidArgument, "the request of live.feed is shorter than its header")
	}
	n := 1 + int(b[0])
	handle, stream := string(b[1:n]), int(b[n])
	if stream != Stdout && stream != Stderr {
		return nil, fault.New(fault.InvalidArgument, "the stream must be 1 or 2")
	}
	var now uint64
	for i := 7; i >= 0; i-- {
		now = now<<8 | uint64(b[n+1+i])
	}
	step, err := l.Feed(handle, session.Time(now), stream, b[n+9:])
	if err != nil {
		return nil, err
	}
	return encodeStep(&step), nil
}
