// Package rpc is the one door to the engine: an operation's number and the
// bytes of its request in, the bytes of its response out. The wasm module,
// the command line's --json and every wrapper go through it, so they cannot
// answer differently.
package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/catalog"
)

// OpByName finds an operation's number.
func OpByName(name string) (Op, bool) {
	for _, o := range Ops {
		if o.Name == name {
			return o.ID, true
		}
	}
	return 0, false
}

// String returns the operation's name, or "op N" for an unknown number.
func (o Op) String() string {
	if i := o.tableIndex(); i >= 0 {
		return Ops[i].Name
	}
	return "op " + string(canon.AppendInt(nil, int64(o)))
}

// Changes reports whether the operation may change the store.
func (o Op) Changes() bool {
	i := o.tableIndex()
	return i >= 0 && Ops[i].Changes
}

// The numbers of operations that are gone.
const firstGone, lastGone = 70, 78

// tableIndex is where Ops has the operation; -1 for an unknown number. The numbers
// go up from 1 without a gap, but for those that are gone.
func (o Op) tableIndex() int {
	i := int64(o) - 1
	if o >= firstGone {
		if i -= lastGone - firstGone + 1; i < firstGone-1 {
			return -1
		}
	}
	if i < 0 || i >= int64(len(Ops)) {
		return -1
	}
	return int(i)
}

// Dispatch runs one operation against h and returns a response: u32 header
// length, canonical JSON header, body (see wasm/abi/ABI.md). It always
// returns a well-formed response; errors are in its header. An empty request
// counts as {}.
func Dispatch(h *host.Host, op Op, request []byte) []byte {
	e := core.New(h)
	e.Begin(op.String())
	body, err := run(e, op, requestText{request, h.Clock})
	return encodeResponse(op.String(), e.Notes(), body, err)
}

// Failure renders a response that holds nothing but an error; hosts use it
// for what happens outside the engine (a trap, an unreadable module).
func Failure(op string, err error) []byte { return encodeResponse(op, core.Notes{}, nil, err) }

// Bodies from largeBody bytes on, of operations whose bodies are no one
// else's, are not copied when there is headerRoom after them: a sandbox's
// memory holds such a body once.
const (
	largeBody  = 1 << 20
	headerRoom = 512
)

// ownsBody reports whether the operation's body was made for this response.
func ownsBody(op string) bool {
	switch op {
	case "store.messages", "threads.messages", "store.events", "store.export":
		return true
	}
	return false
}

func encodeResponse(op string, notes core.Notes, body []byte, err error) []byte {
	inPlace := err == nil && len(body) >= largeBody && ownsBody(op)
	n := 4 + 256
	if !inPlace {
		n += len(body)
	}
	out := make([]byte, 4, n)
	m := canon.Object(out)
	if len(notes.Diagnostics) > 0 {
		m.Key("diagnostics")
		m.Open('[')
		for i := range notes.Diagnostics {
			m.Item(i)
			d := catalog.WireDiagnostic(notes.Diagnostics[i])
			m.B = d.AppendJSON(m.B)
		}
		m.Close(']')
	}
	if err != nil {
		m.Key("error")
		m.B = appendError(m.B, op, err)
		body = nil
	}
	m.Str("op", op)
	if p := notes.Page; p != nil && err == nil {
		m.Key("page")
		page := canon.Object(m.B)
		page.OptNum("atMost", p.AtMost)
		page.OptNum("nextOffset", p.Next)
		if p.AtMost == 0 {
			page.Num("total", p.Total)
		}
		m.B = page.End()
	}
	if notes.Report != nil {
		m.Key("report")
		m.B = notes.Report.AppendJSON(m.B)
	}
	out = m.End()
	h := uint32(len(out) - 4)
	out[0], out[1], out[2], out[3] = byte(h), byte(h>>8), byte(h>>16), byte(h>>24)
	if n = len(out); inPlace && cap(body)-len(body) >= n {
		body = body[:len(body)+n]
		copy(body[n:], body)
		copy(body, out)
		return body
	}
	return append(out, body...)
}

func appendError(dst []byte, op string, err error) []byte {
	e := fault.From(err)
	msg := fault.DiagnosticOf("", err).Message
	if e.Op != "" {
		op = e.Op
	}
	m := canon.Object(dst)
	m.Str("code", string(e.Code))
	m.OptStr("hint", e.Hint)
	m.OptNum("line", e.Line)
	m.OptStr("message", msg)
	if e.Line > 0 || e.Offset > 0 { // a line's offset may be 0 and is said then
		m.Key("offset")
		m.Int(e.Offset)
	}
	m.OptStr("op", op)
	m.OptStr("path", e.Path)
	return m.End()
}

// Split takes a response apart without copying. ok is false when the bytes
// are not a response.
func Split(response []byte) (header, body []byte, ok bool) {
	if len(response) < 4 {
		return nil, nil, false
	}
	n := uint64(response[0]) | uint64(response[1])<<8 | uint64(response[2])<<16 | uint64(response[3])<<24
	if n > uint64(len(response)-4) {
		return nil, nil, false
	}
	return response[4 : 4+n], response[4+n:], true
}

// leftOut is the error of an operation that core-lite.wasm does without.
func leftOut() error {
	return fault.New(fault.Unsupported, "core-lite.wasm does without this operation").WithHint("core.wasm has it")
}
