package kit

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// Where the hostile guest has what; guest/hostile.wat says the same.
const (
	requestAt = 0x10000
	answerAt  = 0x21020 // for answers
	spaceSize = 4096    // of either
	memoryEnd = 0x40000
	untouched = 0xaa
)

// Actions of the hostile guest.
const (
	doHostCall uint32 = 1 + iota
	doFileRead
	doHostTake
	doPoll
	doTrap
	doReturn
	doGrow
	doAlloc
	doRelease
	doRepeat
	doTwice
	doNothing
)

// probe is one thing that the hostile guest does, and what may come of it.
type probe struct {
	name    string
	request []byte
	codes   []fault.Code // of the error record
	traps   bool         // the whole call may end as INTERNAL
	allow   func(reply) string
}

// reply is the body of an answer of the hostile guest.
type reply struct {
	result int64
	taken  uint32
	record []byte
	answer []byte
}

// arguments are those of an import.
func arguments(action uint32, numbers ...any) []byte {
	b := binary.LittleEndian.AppendUint32(nil, action)
	for _, n := range numbers {
		switch n := n.(type) {
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, n)
		case int:
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
		case int64:
			b = binary.LittleEndian.AppendUint64(b, uint64(n))
		}
	}
	return b
}

// hostCall asks for a host call whose request is given, and its answer in its place.
func hostCall(call uint32, request []byte) []byte {
	const data = requestAt + 24
	return append(arguments(doHostCall, call, data, len(request), answerAt, spaceSize), request...)
}

// fileRead asks for file_read of a path, its bytes in the place of answers.
func fileRead(path string, off int64, capacity int) []byte {
	const data = requestAt + 28
	return append(arguments(doFileRead, data, len(path), off, answerAt, capacity), path...)
}

// text is a str of the ABI.
func text(s string) []byte { var w abi.Writer; w.Str(s); return w.B }

// query is the request of sql_query without values.
func query(handle int64, sql string) []byte {
	return encode(func(w *abi.Writer) { w.I64(handle); w.Str(sql); w.U32(0) })
}

// encode runs a writer of the ABI.
func encode(write func(w *abi.Writer)) []byte {
	var w abi.Writer
	write(&w)
	return w.B
}

// judge says what is wrong with an answer; empty for nothing.
func (p probe) judge(a Answer) string {
	if bytes.Contains(a.Header, []byte(secret)) || bytes.Contains(a.Body, []byte(secret)) || strings.Contains(a.Text, secret) {
		return "the guest has read what lies outside its mounts"
	}
	if a.Code != "" {
		if p.traps && a.Code == string(fault.Internal) {
			return ""
		}
		return fmt.Sprintf("the call ended as %s (%s), want an error record for the guest", a.Code, a.Text)
	}
	r, wrong := readReply(a.Body)
	if wrong != "" {
		return wrong
	}
	if p.allow != nil {
		if wrong = p.allow(r); wrong == "" {
			return ""
		}
	}
	if r.result >= 0 {
		if wrong != "" {
			return wrong
		}
		return fmt.Sprintf("the import returned %d, want an error: one of %v", r.result, p.codes)
	}
	return p.judgeRecord(r)
}

// judgeRecord judges an error record.
func (p probe) judgeRecord(r reply) string {
	if int64(r.taken) != -r.result {
		return fmt.Sprintf("the import returned %d, and host_take %d", r.result, r.taken)
	}
	if r.taken > spaceSize { // the record repeats a long path
		return ""
	}
	reader := abi.Reader{B: r.record[:r.taken]}
	f := fault.Error{Code: fault.Code(reader.Str()), Path: reader.Str(), Message: reader.Str(), Hint: reader.Str()}
	if reader.Err() != nil || len(reader.B) > 0 {
		return "the error record is not four texts"
	}
	if !slices.Contains(p.codes, f.Code) {
		return fmt.Sprintf("the error is %s (%s), want one of %v", f.Code, f.Message, p.codes)
	}
	if f.Message == "" {
		return "the error has no message"
	}
	return afterTheEnd(r.record[r.taken:])
}

// readReply takes the body apart.
func readReply(body []byte) (reply, string) {
	if len(body) != 12+2*spaceSize {
		return reply{}, fmt.Sprintf("a body of %d bytes", len(body))
	}
	return reply{int64(binary.LittleEndian.Uint64(body)), binary.LittleEndian.Uint32(body[8:]), body[12 : 12+spaceSize], body[12+spaceSize:]}, ""
}

// afterTheEnd checks that a place is as the guest left it.
func afterTheEnd(place []byte) string {
	for _, c := range place {
		if c != untouched {
			return "the host wrote more than it returned"
		}
	}
	return ""
}

// anything allows every result.
func anything(reply) string { return "" }

// exactly allows a result with these first bytes in the place of answers.
func exactly(want string) func(reply) string {
	return func(r reply) string {
		if r.result != int64(len(want)) || string(r.answer[:len(want)]) != want {
			return fmt.Sprintf("the import returned %d with %.60q, want %.60q", r.result, r.answer[:min(max(r.result, 0), spaceSize)], want)
		}
		return afterTheEnd(r.answer[len(want):])
	}
}

// entryOf allows an entry of stat of this kind.
func entryOf(kind byte) func(reply) string {
	return func(r reply) string {
		if r.result <= 0 || r.answer[0] != kind {
			return fmt.Sprintf("stat returned %d with the kind %d, want an entry of the kind %d", r.result, r.answer[0], kind)
		}
		return ""
	}
}
