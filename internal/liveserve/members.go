package liveserve

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/session"
)

// Messages may have 100 MB. The functions of this file read the members of one without decoding or copying it. A message is
// an object in canonical form: without blanks, and its names have no escapes.

// eachMember calls use with each member of a message: its name and value, and where it begins and ends. It ends
// when use returns false.
func eachMember(m []byte, use func(name string, value []byte, start, end int) bool) {
	for i := 1; i < len(m) && m[i] == '"'; i++ { // after the brace or a comma
		start, colon := i, endOfText(m, i)
		if i = endOfValue(m, colon+1); i > len(m) || colon >= len(m) || !use(string(m[start+1:colon-1]), m[colon+1:i], start, i) {
			return
		}
	}
}

// endOfValue returns the index after the value that begins at i.
func endOfValue(m []byte, i int) int {
	for depth := 0; i < len(m); i++ {
		switch m[i] {
		case '"':
			i = endOfText(m, i) - 1
		case '{', '[':
			depth++
		case '}', ']', ',':
			if depth == 0 {
				return i // of a number or word
			}
			if m[i] != ',' {
				depth--
			}
		}
		if depth == 0 && i < len(m) && (m[i] == '"' || m[i] == '}' || m[i] == ']') {
			return i + 1
		}
	}
	return i
}

// endOfText returns the index after the text that begins at i.
func endOfText(m []byte, i int) int {
	for i++; i < len(m); {
		n := bytes.IndexByte(m[i:], '"')
		if n < 0 {
			return len(m)
		}
		i += n + 1
		escapes := 0
		for m[i-2-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
	return len(m)
}

// withoutRaw returns a message in pieces, without its member raw.
func withoutRaw(m []byte) pieces {
	parts := pieces{m}
	eachMember(m, func(name string, _ []byte, start, end int) bool {
		if name != "raw" {
			return true
		}
		if m[end] == ',' {
			end++
		} else if m[start-1] == ',' {
			start--
		}
		parts = pieces{m[:start], m[end:]}
		return false
	})
	return parts
}

// finalText returns the JSON of heddle.FinalText.
func finalText(messages []session.JSON) []byte {
	for i := len(messages) - 1; i >= 0; i-- {
		var kind string
		var text []byte
		isPart := false
		eachMember(messages[i], func(name string, value []byte, _, _ int) bool {
			switch name {
			case "type":
				kind = string(value)
			case "content":
				text = value
			case "delta":
				isPart = isPart || string(value) == "true"
			case "parentToolUseId":
				isPart = isPart || len(value) > len(`""`) && value[0] == '"'
			}
			return true
		})
		if (kind == `"assistant"` || kind == `"text"` || kind == `"result"`) && !isPart && len(text) > len(`""`) && text[0] == '"' {
			return text
		}
	}
	return []byte(`""`)
}
