package canon

// Members writes the members of one JSON object, or the items of lists and
// maps inside it, in the order they are given. It is what generated encoders
// are made of; keys must be given in ascending byte order. Its methods are
// kept out of line: inlined, they would make the wasm module a tenth larger.
type Members struct {
	B     []byte // the bytes so far; encoders of nested values append to it
	first bool
}

// Object begins an object at the end of dst.
//
//go:noinline
func Object(dst []byte) Members { return Members{B: append(dst, '{'), first: true} }

// Key begins the next member. The key must need no escaping.
//
//go:noinline
func (m *Members) Key(k string) {
	if !m.first {
		m.B = append(m.B, ',')
	}
	m.first = false
	m.B = append(m.B, '"')
	m.B = append(m.B, k...)
	m.B = append(m.B, '"', ':')
}

// Str writes a member with a string value.
//
//go:noinline
func (m *Members) Str(k, s string) {
	m.Key(k)
	m.B = AppendString(m.B, s)
}

// OptStr writes a string member unless it is empty.
//
//go:noinline
func (m *Members) OptStr(k, s string) {
	if s != "" {
		m.Str(k, s)
	}
}

// Num writes a member with an integer value.
//
//go:noinline
func (m *Members) Num(k string, n int64) {
	m.Key(k)
	m.B = AppendInt(m.B, n)
}

// OptNum writes an integer member unless it is 0.
//
//go:noinline
func (m *Members) OptNum(k string, n int64) {
	if n != 0 {
		m.Num(k, n)
	}
}

// Flag writes a member that is true or false.
//
//go:noinline
func (m *Members) Flag(k string, v bool) {
	m.Key(k)
	m.B = AppendBool(m.B, v)
}

// OptFlag writes a member that is true, and nothing for false.
//
//go:noinline
func (m *Members) OptFlag(k string, v bool) {
	if v {
		m.Flag(k, v)
	}
}

// Strs writes a member that is a list of strings.
//
//go:noinline
func (m *Members) Strs(k string, list []string) {
	m.Key(k)
	m.B = append(m.B, '[')
	for i, s := range list {
		m.Item(i)
		m.B = AppendString(m.B, s)
	}
	m.B = append(m.B, ']')
}

// OptStrs writes a list of strings unless it is empty.
//
//go:noinline
func (m *Members) OptStrs(k string, list []string) {
	if len(list) > 0 {
		m.Strs(k, list)
	}
}

// Open begins a nested list or map.
//
//go:noinline
func (m *Members) Open(c byte) { m.B = append(m.B, c) }

// Close ends a nested list or map.
//
//go:noinline
func (m *Members) Close(c byte) { m.B = append(m.B, c) }

// Item begins item i of a nested list or map.
//
//go:noinline
func (m *Members) Item(i int) {
	if i > 0 {
		m.B = append(m.B, ',')
	}
}

// MapKey writes a free key of a nested map.
//
//go:noinline
func (m *Members) MapKey(k string) {
	m.B = AppendString(m.B, k)
	m.B = append(m.B, ':')
}

// String writes a string value.
//
//go:noinline
func (m *Members) String(s string) { m.B = AppendString(m.B, s) }

// Int writes an integer value.
//
//go:noinline
func (m *Members) Int(n int64) { m.B = AppendInt(m.B, n) }

// End closes the object and returns the bytes.
//
//go:noinline
func (m *Members) End() []byte { return append(m.B, '}') }

// OptTime writes a time member unless the time is absent, which is 0: a session.Time, whose package
// imports this one.
func OptTime[T interface {
	~int64
	AppendJSON([]byte) []byte
}](m *Members, k string, t T) {
	if t != 0 {
		m.Key(k)
		m.B = t.AppendJSON(m.B)
	}
}
