package scan

import (
	"bytes"
	"unicode/utf8"
	"unsafe"
)

// Room holds decoded texts that are needed for a short time only: it is used
// again, so that a text costs no allocation of its own. A nil Room stands for
// texts that are kept: its methods return memory of their own. A Room belongs
// to one goroutine.
type Room struct{ buf []byte }

// keptRoom is the size in bytes beyond which a Room is not used again.
const keptRoom = 1 << 20

// UnsafeString returns b as a string that is valid until b is written to.
func UnsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Reset releases all texts: what the other methods returned is no longer
// valid.
func (r *Room) Reset() {
	if r == nil {
		return
	}
	if cap(r.buf) > keptRoom {
		r.buf = nil
	}
	r.buf = r.buf[:0]
}

// DecodeText returns what v.String does. A text without escapes aliases
// the bytes of v.
func (r *Room) DecodeText(v Value) string {
	if r == nil {
		return v.String()
	}
	raw := r.DecodeBytes(v)
	if len(raw) == 0 {
		return ""
	}
	return viewValue(raw, 0, len(raw)).text
}

// PlainText returns the text of a JSON string, aliasing it, when no byte of it
// needs decoding.
func PlainText(b []byte) (text string, ok bool) {
	last := len(b) - 1
	if last < 1 || b[0] != '"' || bytes.IndexByte(b[1:], '"') != last-1 || bytes.IndexByte(b, '\\') >= 0 || !isASCII(b) {
		return "", false
	}
	if last > 1 {
		text = viewValue(b, 1, last).text
	}
	return text, true
}

// DecodeBytes is Text as bytes, which must not be written to.
func (r *Room) DecodeBytes(v Value) []byte {
	body := v.quotedBytes()
	if r == nil {
		return v.AppendString(nil)
	}
	if bytes.IndexByte(body, '\\') < 0 && (isASCII(body) || utf8.Valid(body)) {
		return body
	}
	from := len(r.buf)
	r.buf = v.AppendString(r.buf)
	return r.buf[from:len(r.buf):len(r.buf)]
}

// CanonicalJSON returns v in canonical form.
func (r *Room) CanonicalJSON(v Value) []byte {
	if r == nil {
		return v.AppendCanonical(nil)
	}
	if !v.Exists() {
		return nil
	}
	from := len(r.buf)
	r.buf = v.AppendCanonical(r.buf)
	return r.buf[from:len(r.buf):len(r.buf)]
}

// DeduplicatedJSON returns a value with the texts that v has, those of repeated members
// but the last left out: v itself where a cheap check proves that, else
// its canonical form.
func (r *Room) DeduplicatedJSON(v Value) []byte {
	if r != nil && plainTexts(v) {
		return v.Raw()
	}
	return r.CanonicalJSON(v)
}

// plainMembers bounds the members that plainTexts compares with each other.
const plainMembers = 8

// plainTexts reports whether v has no repeated members, if a cheap check proves it:
// no object in it but v itself, and few members.
func plainTexts(v Value) bool {
	if v.Kind() != Object {
		return v.Exists() && v.Kind() != Array
	}
	var keys [plainMembers]string
	n, plain := 0, true
	v.EachMember(func(key, e Value) bool {
		plain = n < plainMembers && (e.Kind() < Array || bytes.IndexByte(e.Raw(), '{') < 0) &&
			bytes.IndexByte(key.Raw(), '\\') < 0
		for i := 0; i < n && plain; i++ {
			plain = keys[i] != key.text
		}
		if plain {
			keys[n] = key.text
			n++
		}
		return plain
	})
	return plain
}

// KeepText returns a text that stays valid until Reset, also when the
// bytes that it aliases change.
func (r *Room) KeepText(s string) string {
	if r == nil || s == "" {
		return s
	}
	from := len(r.buf)
	r.buf = append(r.buf, s...)
	return viewValue(r.buf, from, len(r.buf)).text
}

// KeepBytes is Keep for bytes.
func (r *Room) KeepBytes(b []byte) []byte {
	if r == nil || b == nil {
		return b
	}
	from := len(r.buf)
	r.buf = append(r.buf, b...)
	return r.buf[from:len(r.buf):len(r.buf)]
}

// isASCII reports whether all bytes are ASCII.
func isASCII(b []byte) bool {
	for len(b) >= 32 {
		if (loadWord(b)|loadWord(b[8:])|loadWord(b[16:])|loadWord(b[24:]))&highs != 0 {
			return false
		}
		b = b[32:]
	}
	var all byte
	for _, c := range b {
		all |= c
	}
	return all < 0x80
}
