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

// json sets a member to a value. All others go through it: an append is
// hundreds of bytes of machine code.
func (m *message) json(name string, v []byte) *message {
	sep := `,`
	if len(m.b) == 0 {
		sep = `{`
	}
	m.b = lit(canon.AppendString(lit(m.b, sep), name), ":")
	m.b = append(m.b, v...)
	return m
}

// lit appends a literal.
func lit(b []byte, s string) []byte { return append(b, s...) }

// text sets a member to a string.
func (m *message) text(name, s string) *message { return m.json(name, canon.AppendString(nil, s)) }

// opt sets a member to a string that is not empty.
func (m *message) opt(name, s string) *message {
	if s != "" {
		m.text(name, s)
	}
	return m
}

// value sets a member to a value as it is; nothing and null are left out.
func (m *message) value(name string, v scan.Value) *message {
	if v.Kind() > scan.Null {
		m.json(name, v.Raw())
	}
	return m
}

// flag sets a member to true or false.
func (m *message) flag(name string, is bool) *message {
	return m.json(name, canon.AppendBool(nil, is))
}

// usage sets a member to tokens, unless there are none.
func (m *message) usage(name string, u *session.TokenUsage) *message {
	if !u.Zero() {
		m.json(name, u.AppendJSON(nil))
	}
	return m
}

// money sets costUsd to an amount.
func (m *message) money(usd *session.Money) *message {
	if usd != nil {
		m.json("costUsd", usd.AppendJSON(nil))
	}
	return m
}

// stop sets why the agent stopped, in its words and in ours.
func (m *message) stop(reason string) *message {
	if reason != "" {
		m.text("stopReason", reason).text("stopReasonAtom", string(ParseStopReason(reason)))
	}
	return m
}

// end returns the message in canonical form.
func (m *message) end() session.JSON {
	v, _ := scan.Parse(lit(m.b, "}"))
	return v.AppendCanonical(nil)
}

// join joins two texts by a blank line.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// textOf returns the text of content as agents write it: a string, or a list
// of strings and of blocks, those of thinking and of calls left out.
func textOf(v scan.Value) string {
	if v.Kind() == scan.Object {
		v = pick(v, "text|content")
	}
	if v.Kind() != scan.Array {
		return v.String()
	}
	out := ""
	v.Each(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			e = pick(e, "text|content.text") // a block, or one inside a block, as ACP writes them
		}
		out = join(out, e.String())
		return true
	})
	return out
}
