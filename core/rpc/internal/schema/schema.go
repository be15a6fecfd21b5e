// Package schema is the operation table as data: every type, field, unit and
// sentence of documentation that crosses the engine's boundary. It is
// imported only by the generator (gen) and by tests. `make generate` turns it
// into the Go model and codec, abi.json, the TypeScript types, the Python
// dataclasses and docs/operations.md.
package schema

// Field types are written as strings:
//
//	string int bool     JSON scalars; int is 64-bit, exact
//	time                RFC 3339 UTC with milliseconds; in requests also YYYY-MM-DD, a day of the
//	                    request's zone, of UTC without one
//	money               exact decimal USD
//	ratio               a number from 0 to 1 in millionths
//	index               an int for which 0 is not the same as absent
//	flag                a bool for which false is not the same as absent; requests only
//	none                no result: null
//	json                any JSON value, in canonical form
//	Name                an object type of this table, or an enum
//	[]T                 a list
//	map[string]T        an object with free keys, sorted by UTF-8 bytes

// Type is an object type.
type Type struct {
	Name    string
	Doc     string
	In      bool   // a request: its decoder refuses unknown fields
	Pkg     string // "session" for the types that package session writes by hand; all others are generated there
	Unequal bool   // its struct cannot be compared: no code for it is in the module
	Base    string // the type whose members it has as well; of the protocol only
	Fields  []Field
	GoOnly  []Field // members of the struct in Go that are not written
}

// Field is one member of an object type. Members are written in byte order
// of their wire names, in any order here.
type Field struct {
	Name     string // wire name, camelCase
	Go       string // Go name
	Type     string
	Optional bool   // left out when zero, empty or absent
	Unit     string // "tokens", "USD", "ms", "bytes"; empty for none
	Default  string // requests: what leaving it out means
	Empty    bool   // results: an optional list is written when it is empty, and left out when it is nil
	Host     bool   // requests of live sessions: callers of the clients give it in another form, or not at all
	ZeroAll  bool   // requests: 0 means as many as there are, although the default is another
	ID       bool   // results: a name or reference, which redaction leaves as it is
	Doc      string
}

// Enum is a closed set of strings.
type Enum struct {
	Name   string
	Doc    string
	Values []EnumValue
}

// EnumValue is one member of an enum.
type EnumValue struct{ Value, Doc string }

// Op is one operation. ID is its number in the wasm ABI and never changes;
// 70 to 78 were those of operations that are gone.
type Op struct {
	ID      uint32
	Name    string // "sessions.list"
	Doc     string
	Request string // a Type with In set
	Result  string // field type of the body; "text" for a plain UTF-8 body
	Null    bool   // the body may be the JSON value null
	Errors  []string
	NotLite bool // core-lite.wasm does without it: UNSUPPORTED there
}
