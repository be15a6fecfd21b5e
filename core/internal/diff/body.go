package diff

import (
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// bodyText returns the text that is shown of a message: its content, the calls
// it makes, the output of a result; attachments and thinking only where they
// are what it is compared by.
func bodyText(m *session.Message) string {
	var parts []string
	if m.Content != "" {
		parts = append(parts, m.Content)
	}
	if m.ToolResult != nil {
		parts = append(parts, ValueText(m.ToolResult.Output))
	}
	for i := range m.ToolCalls {
		parts = append(parts, "call "+m.ToolCalls[i].ToolName+" "+ValueText(m.ToolCalls[i].Input))
	}
	switch carriedBy(m) {
	case attachments:
		for _, a := range m.Attachments {
			parts = append(parts, "attachment "+a.MediaType+" "+a.Name+" "+formatNumber(a.Bytes)+" bytes")
		}
	case thinking:
		parts = append(parts, "thinking "+m.Thinking)
	}
	return text.Join(parts, "\n")
}

// comparedText returns the text of body that makes two messages equal: what is
// said, without the calls that go with it.
func comparedText(m *session.Message) string {
	if m.Content != "" {
		return m.Content
	}
	return bodyText(m)
}

// bodyLines returns the lines of body, none when it is empty. A line break at
// its end begins no line.
func bodyLines(m *session.Message) []string {
	if s := bodyText(m); s != "" {
		return splitLines(trimLineBreak(s))
	}
	return nil
}

// speakerName names who speaks: the role, the tool of a result, the kind.
//
//go:noinline
func speakerName(m *session.Message) string {
	s := string(m.Role)
	if m.ToolResult != nil && m.ToolResult.ToolName != "" {
		s += " " + m.ToolResult.ToolName
	}
	if m.Kind != "" {
		s += " (" + m.Kind + ")"
	}
	return s
}

// ValueText returns a JSON string's text, any other value spread over lines.
func ValueText(v session.JSON) string {
	if len(v) < 2 || v[0] != '"' || v[len(v)-1] != '"' {
		return spreadJSON(v)
	}
	return unquoteJSON(v[1 : len(v)-1])
}

// unquoteJSON decodes the inside of a canonical JSON string. What is not an
// escape of canonical JSON stays as it is.
func unquoteJSON(s []byte) string {
	const letters, meanings = `"\bfnrt`, "\"\\\b\f\n\r\t"
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		if k := text.Index(letters, string(s[i+1])); k >= 0 {
			out = append(out, meanings[k])
			i++
		} else if hi, lo := 0, 0; i+5 < len(s) && string(s[i+1:i+4]) == "u00" && hexDigit(s[i+4], &hi) && hexDigit(s[i+5], &lo) {
			out = append(out, byte(hi<<4|lo)) // canonical JSON escapes nothing above U+001F
			i += 5
		} else {
			out = append(out, '\\')
		}
	}
	return string(out)
}

func hexDigit(c byte, v *int) bool {
	*v = text.Index("0123456789abcdef", string(rune(c)))
	return *v >= 0
}

// maxIndent bounds the white space before a line of JSON, in levels.
const maxIndent = 20

// spreadJSON puts every member and element of canonical JSON on its own line. It
// reads no more of the grammar than strings and brackets, so that anything at
// all can be shown.
func spreadJSON(v session.JSON) string {
	src := jsonText(v)
	dst := make([]byte, 0, len(src)+len(src)/4)
	depth, from := 0, 0 // the text from here on is not yet copied
	for i := 0; i < len(src); i++ {
		before, behind := false, false // where a line ends
		switch c := src[i]; c {
		case '"':
			for i++; i < len(src) && src[i] != '"'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			continue
		case '{', '[':
			if i+1 < len(src) && src[i+1] == c+2 { // nothing inside
				i++
				continue
			}
			depth++
			behind = true
		case '}', ']':
			depth--
			before = true
		case ',':
			behind = true
		case ':':
		default:
			continue
		}
		if before {
			dst = appendBreak(append(dst, src[from:i]...), depth)
			from = i
		}
		dst = append(dst, src[from:i+1]...)
		from = i + 1
		if behind {
			dst = appendBreak(dst, depth)
		} else if src[i] == ':' {
			dst = append(dst, ' ')
		}
	}
	return string(append(dst, src[from:]...))
}

// appendBreak begins a line of JSON.
//
//go:noinline
func appendBreak(dst []byte, depth int) []byte {
	dst = append(dst, '\n')
	for range min(depth, maxIndent) {
		dst = append(dst, "  "...)
	}
	return dst
}
