package search

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// eachText visits the decoded texts of a JSON value, members of objects in
// order, until visit returns false. Keys are no texts, and neither are the
// values of keys that hold ids or encoded data. The texts are valid as room
// says.
func eachText(json []byte, room *scan.Room, visit func(s string) bool) {
	skip := false // the key before says so
	for i := 0; ; {
		n := bytes.IndexByte(json[i:], '"')
		if n < 0 {
			return
		}
		// Anything but the end of the key before a value means another value.
		if n > 0 && !onlySpace(json[i:i+n]) {
			skip = false
		}
		start := i + n
		end := stringEnd(json, start)
		if end < 0 {
			return
		}
		i = end
		for i < len(json) && onlySpace(json[i:i+1]) {
			i++
		}
		if i < len(json) && json[i] == ':' {
			skip = noText(json[start+1 : end-1])
			i++
			continue
		}
		if skip {
			skip = false
			continue
		}
		if v, err := scan.Parse(json[start:end]); err == nil && !visit(room.DecodeText(v)) {
			return
		}
	}
}

// isOwnAnswer reports whether a text of a call or its result is what heddle mcp answered, which begins
// with this member, perhaps quoted: it repeats other sessions, which are found themselves.
func isOwnAnswer(s string) bool {
	i := text.Index(s[:min(len(s), 512)], ownMember)
	return i >= 0 && strings.HasPrefix(strings.TrimLeft(s[i+len(ownMember):], `\": `), "heddle")
}

const ownMember = "_answer_of"

func onlySpace(b []byte) bool {
	for _, c := range b {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// stringEnd returns the index after the string that starts at b[i], -1 when
// it does not end.
func stringEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		slashes := 0
		for b[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes&1 == 0 {
			return i + 1
		}
	}
	return -1
}

// firstText returns the first text of a JSON value, "" when it has none.
func firstText(json []byte) (first string) {
	eachText(json, nil, func(s string) bool {
		first = s
		return false
	})
	return first
}

// noText reports whether the text under a key is an id, encoded data, or a name
// of what is beside it. Names that a Sieve passes over are among them.
func noText(key []byte) bool {
	switch string(key) {
	case "id", "uuid", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id", "callId",
		"sessionId", "session_id", "messageId", "message_id", "parentId", "parent_id",
		"signature", "thoughtSignature", "data", "encrypted_content", "encryptedContent", "base64",
		"type", "role", "mediaType", "media_type", "mimeType":
		return true
	}
	return false
}

// encodedBytes is how long a part of base64 must be to count as data.
const encodedBytes = 200

// encoded reports which parts of a text are encoded data: long parts of the
// base64 alphabets. It is asked in order, so it looks at every byte twice at
// most.
type encoded struct {
	s          string
	start, end int // the part looked at last
}

// coversRange reports whether s[start:end] lies in encoded data.
func (e *encoded) coversRange(start, end int) bool {
	if start >= e.end {
		e.start, e.end = start, start
		for e.start > 0 && base64[e.s[e.start-1]] {
			e.start--
		}
		for e.end < len(e.s) && base64[e.s[e.end]] {
			e.end++
		}
	}
	return end <= e.end && e.end-e.start >= encodedBytes
}

// base64 marks the bytes of both alphabets (RFC 4648, sections 4 and 5).
var base64 = func() (t [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_") {
		t[c] = true
	}
	return t
}()
