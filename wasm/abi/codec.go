// Package abi is the byte contract between core.wasm and its hosts: the
// numbers of the host calls and the encoding of their arguments and results.
// ABI.md is the prose, abi.json the machine-readable form. The guest and
// every Go host share this one codec.
package abi

import (
	"math"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Version of the contract. A host refuses a module with another one and
// names both numbers.
const Version = 1

// MaxRequestBytes is the largest request; alloc answers 0 above it.
const MaxRequestBytes = 160 << 20

// ModuleName is the import module of every host function.
const ModuleName = "heddle"

// Numbers of the host calls, the first argument of host_call.
const (
	CallPowers   uint32 = 0
	CallStat     uint32 = 1
	CallList     uint32 = 2
	CallSQLOpen  uint32 = 3
	CallSQLQuery uint32 = 4
	CallSQLExec  uint32 = 5
	CallSQLClose uint32 = 6
	CallZstd     uint32 = 7
	CallNow      uint32 = 8
	CallID       uint32 = 9
)

// Bits of the answer to CallPowers: what the host grants.
const (
	PowerFiles   uint32 = 1
	PowerSQL     uint32 = 2
	PowerZstd    uint32 = 4
	PowerClock   uint32 = 8
	PowerEntropy uint32 = 16
	PowerPoll    uint32 = 32
	PowerPrices  uint32 = 64 // host.PricesPath is a price table
)

// Writer appends encoded values; the zero value is ready to use.
type Writer struct{ B []byte }

// U8 appends one byte.
func (w *Writer) U8(v uint8) { w.B = append(w.B, v) }

// U32 appends a little-endian 32-bit number.
func (w *Writer) U32(v uint32) {
	w.B = append(w.B, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

// U64 appends a little-endian 64-bit number.
func (w *Writer) U64(v uint64) {
	w.U32(uint32(v))
	w.U32(uint32(v >> 32))
}

// I64 appends a little-endian two's-complement number.
func (w *Writer) I64(v int64) { w.U64(uint64(v)) }

// Bytes appends a u32 length and the bytes.
func (w *Writer) Bytes(b []byte) {
	w.U32(uint32(len(b)))
	w.B = append(w.B, b...)
}

// Str appends a u32 length and the text.
func (w *Writer) Str(s string) {
	w.U32(uint32(len(s)))
	w.B = append(w.B, s...)
}

// Info appends a directory entry.
func (w *Writer) Info(i host.Info) {
	w.U8(uint8(i.Kind))
	w.I64(i.Size)
	w.I64(i.ModTime)
	w.Str(i.Name)
}

// Value appends a SQLite value.
func (w *Writer) Value(v host.Value) {
	w.U8(uint8(v.Kind))
	switch v.Kind {
	case host.Integer:
		w.I64(v.Int)
	case host.Real:
		w.U64(math.Float64bits(v.Real))
	case host.Text, host.Blob:
		w.Bytes(v.Bytes)
	}
}

// Values appends a u32 count and the values.
func (w *Writer) Values(vs []host.Value) {
	w.U32(uint32(len(vs)))
	for _, v := range vs {
		w.Value(v)
	}
}

// Fault appends an error record: code, path, message, hint.
func (w *Writer) Fault(err error) {
	e := fault.From(err)
	msg := e.Message
	if e.Err != nil {
		if msg != "" {
			msg += ": "
		}
		msg += e.Err.Error()
	}
	w.Str(string(e.Code))
	w.Str(e.Path)
	w.Str(msg)
	w.Str(e.Hint)
}

// Reader decodes values in order. After an overrun every value is zero and
// Err reports it; a reader never panics.
type Reader struct {
	B   []byte
	bad bool
}

// Err reports whether the bytes ended early or a count was impossible.
func (r *Reader) Err() error {
	if r.bad {
		return fault.New(fault.Internal, "host answer is shorter than its encoding says")
	}
	return nil
}

func (r *Reader) readBytes(n int) []byte {
	if r.bad || n < 0 || n > len(r.B) {
		r.bad = true
		return nil
	}
	b := r.B[:n]
	r.B = r.B[n:]
	return b
}

// U8 reads one byte.
func (r *Reader) U8() uint8 {
	if b := r.readBytes(1); b != nil {
		return b[0]
	}
	return 0
}

// U32 reads a little-endian 32-bit number.
func (r *Reader) U32() uint32 {
	b := r.readBytes(4)
	if b == nil {
		return 0
	}
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// U64 reads a little-endian 64-bit number.
func (r *Reader) U64() uint64 {
	lo := r.U32()
	return uint64(lo) | uint64(r.U32())<<32
}

// I64 reads a little-endian two's-complement number.
func (r *Reader) I64() int64 { return int64(r.U64()) }

// Bytes reads a length and that many bytes, aliasing the input.
func (r *Reader) Bytes() []byte {
	n := r.U32()
	if uint64(n) > uint64(len(r.B)) {
		r.bad = true
		return nil
	}
	return r.readBytes(int(n))
}

// Str reads a length and that much text.
func (r *Reader) Str() string { return string(r.Bytes()) }

// Count reads a u32 count of items that take at least min bytes each, so a
// wrong count cannot cause a huge allocation.
func (r *Reader) Count(min int) int {
	n := r.U32()
	if uint64(n)*uint64(min) > uint64(len(r.B)) {
		r.bad = true
		return 0
	}
	return int(n)
}

// Info reads a directory entry.
func (r *Reader) Info() host.Info {
	var i host.Info
	i.Kind = host.Kind(r.U8())
	i.Size = r.I64()
	i.ModTime = r.I64()
	i.Name = r.Str()
	return i
}

// Value reads a SQLite value; text and blobs alias the input.
func (r *Reader) Value() host.Value {
	v := host.Value{Kind: host.ValueKind(r.U8())}
	switch v.Kind {
	case host.Null:
	case host.Integer:
		v.Int = r.I64()
	case host.Real:
		v.Real = math.Float64frombits(r.U64())
	case host.Text, host.Blob:
		v.Bytes = r.Bytes()
	default:
		r.bad = true
	}
	return v
}

// Values reads a count and the values.
func (r *Reader) Values() []host.Value {
	n := r.Count(1)
	if n == 0 {
		return nil
	}
	vs := make([]host.Value, 0, n)
	for i := 0; i < n && !r.bad; i++ {
		vs = append(vs, r.Value())
	}
	return vs
}

// Fault reads an error record.
func (r *Reader) Fault() *fault.Error {
	e := &fault.Error{}
	e.Code = fault.Code(r.Str())
	e.Path = r.Str()
	e.Message = r.Str()
	e.Hint = r.Str()
	if r.bad || e.Code == "" {
		return fault.New(fault.Internal, "host reported an error it did not describe")
	}
	return e
}

// Database appends what CallSQLOpen sends.
func (w *Writer) Database(db host.Database) {
	w.Str(db.Path)
	var flags uint8
	if db.Writable {
		flags = 1
	}
	w.U8(flags)
	w.I64(db.PageSize)
	w.I64(db.Pages)
	w.U32(uint32(len(db.Overlay)))
	for _, f := range db.Overlay {
		w.I64(f.Page)
		w.I64(f.Offset)
	}
}

// Database reads what CallSQLOpen sends.
func (r *Reader) Database() host.Database {
	var db host.Database
	db.Path = r.Str()
	db.Writable = r.U8()&1 != 0
	db.PageSize = r.I64()
	db.Pages = r.I64()
	n := r.Count(16)
	for i := 0; i < n; i++ {
		db.Overlay = append(db.Overlay, host.Frame{Page: r.I64(), Offset: r.I64()})
	}
	return db
}
