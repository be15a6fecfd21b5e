package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// message is a message under construction: its members in the order in which
// they were set. Of equal names the last counts. Values alias what they were set
// from, mostly the record that is read, so that a long text is copied once: into
// the finished message.
type message struct{ members []member }

// member is a member of a message.
type member struct {
	name    string
	value   string // a text, or JSON
	is      memberKind
	depth   int8 // of the names in the value that become ours
	renamed bool // the name is another one in the record
}

type memberKind int8

const (
	isJSON memberKind = iota
	isText
)

// newMessage starts a message of a type.
func newMessage(kind string) *message {
	m := &message{members: make([]member, 0, 16)}
	return m.text("type", kind)
}

// set sets a member. All others go through it: an append is hundreds of bytes of
// machine code.
func (m *message) set(x member) *message {
	m.members = append(m.members, x)
	return m
}

// setJSON sets a member to a value, which must not change until the message is
// finished.
func (m *message) setJSON(name string, v []byte) *message {
	return m.set(member{name: name, value: scan.UnsafeString(v)})
}

// appendLiteral appends a literal.
func appendLiteral(b []byte, s string) []byte { return append(b, s...) }

// text sets a member to a string.
func (m *message) text(name, s string) *message {
	return m.set(member{name: name, value: s, is: isText})
}

// setOptional sets a member to a string that is not empty.
func (m *message) setOptional(name, s string) *message {
	if s != "" {
		m.text(name, s)
	}
	return m
}

// setValue sets a member to a value as it is; nothing and null are left out.
func (m *message) setValue(name string, v scan.Value) *message {
	if v.Kind() > scan.Null {
		m.setJSON(name, v.Raw())
	}
	return m
}

// setBool sets a member to true or false.
func (m *message) setBool(name string, is bool) *message {
	return m.setJSON(name, canon.AppendBool(nil, is))
}

// setUsage sets a member to tokens, unless all are zero.
func (m *message) setUsage(name string, u *session.TokenUsage) *message {
	if !u.Zero() {
		m.setJSON(name, u.AppendJSON(nil))
	}
	return m
}

// setMoney sets costUsd to an amount.
func (m *message) setMoney(usd *session.Money) *message {
	if usd != nil {
		m.setJSON("costUsd", usd.AppendJSON(nil))
	}
	return m
}

// setStopReason sets why the agent stopped, in its words and in ours.
func (m *message) setStopReason(reason string) *message {
	if reason != "" {
		m.text("stopReason", reason).text("stopReasonAtom", string(ParseStopReason(reason)))
	}
	return m
}

// has reports whether a member is set.
func (m *message) has(name string) bool {
	for i := range m.members {
		if m.members[i].name == name {
			return true
		}
	}
	return false
}

// canonicalJSON returns the message in canonical form.
func (m *message) canonicalJSON() session.JSON {
	size := 2
	for i := range m.members {
		size += len(m.members[i].name) + len(m.members[i].value) + len(`"":"",`)
	}
	return m.appendCanonical(make([]byte, 0, size))
}

// appendCanonical appends the message in canonical form.
func (m *message) appendCanonical(b []byte) []byte {
	list := m.members
	order.SortStable(list, func(i, j int) bool { return list[i].name < list[j].name })
	sep := "{"
	for i := range list {
		x := &list[i]
		if i+1 < len(list) && list[i+1].name == x.name {
			continue
		}
		b = appendLiteral(canon.AppendString(appendLiteral(b, sep), x.name), ":")
		sep = ","
		if x.is == isText {
			b = canon.AppendString(b, x.value)
		} else {
			b = appendRenamed(b, scan.RawValue(x.value), int(x.depth))
		}
	}
	if len(list) == 0 {
		b = appendLiteral(b, sep)
	}
	return appendLiteral(b, "}")
}

// joinTexts joins two texts by a blank line.
func joinTexts(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// textOf returns the text of content as agents write it: a string, or a list
// of strings and of blocks, those of thinking and of calls left out.
func textOf(v scan.Value) string {
	if v.Kind() == scan.Object {
		v = firstValue(v, "text|content")
	}
	if v.Kind() != scan.Array {
		return v.String()
	}
	out := ""
	v.EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			e = firstValue(e, "text|content.text") // a block, or one inside a block, as ACP writes them
		}
		out = joinTexts(out, e.String())
		return true
	})
	return out
}
