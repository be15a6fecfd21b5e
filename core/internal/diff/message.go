package diff

import (
	"unsafe"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// carried is what a message is compared by, beside its role.
type carried uint8

const (
	content carried = iota
	result
	calls
	attachments
	thinking
)

// carriedBy returns what m is compared by: its content and nothing else when it
// has one. The content of tool results, of messages that only call tools and
// of prompts that are only an image is empty by design; compared by it, two
// runs of one command with different outcomes would be called unchanged.
func carriedBy(m *session.Message) carried {
	switch {
	case m.Content != "":
		return content
	case m.ToolResult != nil:
		return result
	case len(m.ToolCalls) > 0:
		return calls
	case len(m.Attachments) > 0:
		return attachments
	case m.Thinking != "":
		return thinking
	}
	return content
}

// comparedPart returns the i-th string that m is compared by; ok is false after the
// last. These are the content; or the tool's name and canonical output of a
// result; the name and canonical input of each call; type, name and size of
// each attachment; the thinking. Ids, times, durations, models, token counts,
// exit codes and what the agent marks as an error are never among them.
func comparedPart(m *session.Message, by carried, i int) (s string, ok bool) {
	switch by {
	case result:
		switch i {
		case 0:
			return m.ToolResult.ToolName, true
		case 1:
			return jsonText(m.ToolResult.Output), true
		}
		return "", false
	case calls:
		if i >= 2*len(m.ToolCalls) {
			return "", false
		}
		if c := &m.ToolCalls[i/2]; i%2 == 0 {
			return c.ToolName, true
		} else {
			return jsonText(c.Input), true
		}
	case attachments:
		if i >= 3*len(m.Attachments) {
			return "", false
		}
		a := &m.Attachments[i/3]
		return [...]string{a.MediaType, a.Name, text.FormatInt(a.Bytes)}[i%3], true
	case thinking:
		return m.Thinking, i == 0
	}
	return m.Content, i == 0
}

// jsonText returns the text of a value without copying it.
func jsonText(v session.JSON) string {
	if len(v) == 0 {
		return "null"
	}
	return unsafe.String(unsafe.SliceData(v), len(v))
}

// sameMessage reports whether two messages are equal: the same role, and the same
// content or, where it is empty, the same in its place (see carries).
func sameMessage(x, y *session.Message) bool {
	by := carriedBy(x)
	if x.Role != y.Role || by != carriedBy(y) {
		return false
	}
	for i := 0; ; i++ {
		p, more := comparedPart(x, by, i)
		q, alike := comparedPart(y, by, i)
		if more != alike || p != q {
			return false
		}
		if !more {
			return true
		}
	}
}

// lessMessage orders messages by what they are compared by: the role, the kind of
// what they carry, its strings by their bytes.
func lessMessage(x, y *session.Message) bool {
	if x.Role != y.Role {
		return x.Role < y.Role
	}
	by := carriedBy(x)
	if other := carriedBy(y); by != other {
		return by < other
	}
	for i := 0; ; i++ {
		p, more := comparedPart(x, by, i)
		q, alike := comparedPart(y, by, i)
		if p != q || !more || !alike {
			return p < q || p == q && alike && !more
		}
	}
}

// hashMessage returns equal numbers for equal messages.
func hashMessage(m *session.Message, w *work) uint64 {
	by := carriedBy(m)
	h := hashText(uint64(by), string(m.Role), w)
	for i := 0; ; i++ {
		p, more := comparedPart(m, by, i)
		if !more {
			return h
		}
		h = hashText(h, p, w)
	}
}
