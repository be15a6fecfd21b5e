package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// message is a message under construction. Of equal names the last counts.
type message struct{ b []byte }

// newMessage starts a message of a type.
func newMessage(kind string) *message {
	m := &message{}
	return m.text("type", kind)
}

// setJSON sets a member to a value. All others go through it: an append is
// hundreds of bytes of machine code.
func (m *message) setJSON(name string, v []byte) *message {
	sep := `,`
	if len(m.b) == 0 {
		sep = `{`
	}
	m.b = appendLiteral(canon.AppendString(appendLiteral(m.b, sep), name), ":")
	m.b = append(m.b, v...)
	return m
}

// appendLiteral appends a literal.
func appendLiteral(b []byte, s string) []byte { return append(b, s...) }

// text sets a member to a string.
func (m *message) text(name, s string) *message { return m.setJSON(name, canon.AppendString(nil, s)) }

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

// canonicalJSON returns the message in canonical form.
func (m *message) canonicalJSON() session.JSON {
	v, _ := scan.Parse(appendLiteral(m.b, "}"))
	return v.AppendCanonical(nil)
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
