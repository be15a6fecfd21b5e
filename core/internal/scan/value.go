// Package scan walks JSON bytes without building a tree: it pulls the wanted
// paths out of a record and skips the rest, reads JSON-lines files in bounded
// memory, and salvages the whole records in a damaged line.
//
// Structure and numbers are always checked. The inside of a string is checked
// by Valid only; elsewhere it is decoded leniently, because a session whose
// text holds a raw control character is still worth reading.
package scan

import "unsafe"

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds. Missing is the kind of the zero Value.
const (
	Missing Kind = iota
	Null
	False
	True
	Number
	String
	Array
	Object
)

// Value is a view of one JSON value inside scanned bytes. It aliases them:
// it is valid as long as they are unchanged, and copying it copies no text.
// The zero Value is Missing; every method works on it.
//
// It is two words, because values are stored and passed by the thousand: a
// string shares the bytes without their capacity, and the first byte says
// its kind.
type Value struct{ text string }

// Kind returns the kind of the value.
func (v Value) Kind() Kind {
	if v.text == "" {
		return Missing
	}
	return kindOf[v.text[0]]
}

// Exists reports whether there is a value; null is one.
func (v Value) Exists() bool { return v.text != "" }

// Raw returns the value's bytes as they are in the input, without space
// around them, aliasing the input. Nil for Missing.
func (v Value) Raw() []byte { return unsafe.Slice(unsafe.StringData(v.text), len(v.text)) }

// RawString is Raw as a string.
func (v Value) RawString() string { return v.text }

// RawValue returns the value that RawString has returned, or other text that is
// known to be JSON without white space around it.
func RawValue(raw string) Value { return Value{raw} }

// Bool reports whether the value is the literal true.
func (v Value) Bool() bool { return v.Kind() == True }

// Parse checks that b is exactly one JSON value of any kind, white space
// around it allowed, and returns it. As in Paths.Scan, the inside of strings
// is not checked. The error is a *Defect.
func Parse(b []byte) (Value, error) {
	i, _ := nextByte(b, 0)
	end, s := skipValue(b, i, 0)
	if s != done {
		return Value{}, defectAt(b, end, s)
	}
	if err := checkTrailing(b, end); err != nil {
		return Value{}, err
	}
	return viewValue(b, i, end), nil
}

// CheckSyntax checks that b is one value by the letter of RFC 8259, the inside of
// strings included; invalid UTF-8 is allowed, as encoding/json allows it. The
// error is a *Defect.
func CheckSyntax(b []byte) error {
	_, err := Parse(b)
	limit := len(b)
	if d, ok := err.(*Defect); ok {
		limit = d.Offset
	}
	if i := badText(b, limit); i >= 0 && i < len(b) {
		return &Defect{Offset: i, Reason: Syntax}
	}
	return err
}

// TrimBOM returns b without a leading UTF-8 byte order mark.
func TrimBOM(b []byte) []byte {
	if len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF {
		return b[3:]
	}
	return b
}

// viewValue returns the value b[i:end].
func viewValue(b []byte, i, end int) Value {
	return Value{unsafe.String(&b[i], end-i)}
}
