package scan

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/order"
)

// AppendCanonical appends the canonical form of the value to dst: no white
// space, object keys sorted by their decoded UTF-8 bytes with the last of
// equal keys kept, strings re-escaped by package canon, numbers as they are.
// Missing appends nothing. Work and memory are linear in the value, apart
// from the sorting, however deep it is.
func (v Value) AppendCanonical(dst []byte) []byte {
	w := canonicalizer{b: v.Raw(), dst: dst}
	switch v.Kind() {
	case Missing:
		return dst
	case Array, Object:
		w.spans = spansOf(w.b)
		w.openContainer(0, 0)
		for len(w.frames) > 0 {
			w.writeNext()
		}
	default:
		w.writeScalar(v)
	}
	return w.dst
}

// IsCanonical reports whether the value has its canonical form already: then
// AppendCanonical would copy it. A form that is unusual, such as a key with an
// escape, may be taken for another one.
func (v Value) IsCanonical() bool {
	b := v.Raw()
	var room [16][]byte
	last := room[:0] // keys of the open containers
	for i := 0; i < len(b); {
		switch b[i] {
		case ' ', '\t', '\n', '\r':
			return false
		case '{', '[':
			last = append(last, nil)
		case '}', ']':
			last = last[:len(last)-1]
		case '"':
			end := skipString(b, i+1)
			body := b[i+1 : end-1]
			if !canon.IsText(UnsafeString(body)) {
				return false
			}
			if i = end; i < len(b) && b[i] == ':' {
				before := &last[len(last)-1]
				if bytes.IndexByte(body, '\\') >= 0 || *before != nil && bytes.Compare(*before, body) >= 0 {
					return false
				}
				*before = body
			}
			continue
		}
		i++
	}
	return true
}

// span says where a container ends, so that a parent can step over it
// without scanning it again. Spans are in the order of opening brackets.
type span struct {
	end  int // index after the closing bracket
	next int // index of the first span that opens after it
}

// spansOf lists the containers of a checked value.
func spansOf(b []byte) []span {
	var spans []span
	var open []int
	for i := 0; i < len(b); {
		switch b[i] {
		case '"':
			if i = skipString(b, i+1); i < 0 {
				return spans
			}
			continue
		case '{', '[':
			open = append(open, len(spans))
			spans = append(spans, span{})
		case '}', ']':
			last := len(open) - 1
			spans[open[last]] = span{end: i + 1, next: len(spans)}
			open = open[:last]
		}
		i++
	}
	return spans
}

// member is an object member waiting to be written.
type member struct {
	key   []byte // decoded
	start int    // of the value
	span  int    // the value's span, when it is a container
}

// level is a container that is being written.
type level struct {
	object bool
	first  bool
	// An object writes its sorted members from members[next] on; they start
	// at members[base].
	base, next int
	// An array continues at b[pos], where the next span is span.
	pos, span int
}

type canonicalizer struct {
	b       []byte
	spans   []span
	members []member // of all open objects
	frames  []level
	dst     []byte
}

// openContainer starts the container at b[i], whose span is s.
func (w *canonicalizer) openContainer(i, s int) {
	l := level{object: w.b[i] == '{', first: true}
	w.dst = append(w.dst, w.b[i])
	if l.object {
		l.base = len(w.members)
		l.next = l.base
		w.collectMembers(i, s+1)
	} else {
		l.pos, _ = nextByte(w.b, i+1)
		l.span = s + 1
	}
	w.frames = append(w.frames, l)
}

// collectMembers lists the members of the object at b[i], sorts them and drops all
// but the last of equal keys. Its first inner container has span s.
func (w *canonicalizer) collectMembers(i, s int) {
	base := len(w.members)
	i, c := nextByte(w.b, i+1)
	for c != '}' {
		keyEnd := skipString(w.b, i+1)
		colon, _ := nextByte(w.b, keyEnd)
		start, _ := nextByte(w.b, colon+1)
		w.members = append(w.members, member{key: viewValue(w.b, i, keyEnd).decodedBytes(), start: start, span: s})
		i, s = w.valueEnd(start, s)
		if i, c = nextByte(w.b, i); c == ',' {
			i, c = nextByte(w.b, i+1)
		}
	}
	mine := w.members[base:]
	order.SortStable(mine, func(i, j int) bool { return bytes.Compare(mine[i].key, mine[j].key) < 0 })
	kept := mine[:0]
	for k, m := range mine {
		if k+1 == len(mine) || !bytes.Equal(m.key, mine[k+1].key) {
			kept = append(kept, m)
		}
	}
	w.members = w.members[:base+len(kept)]
}

// valueEnd returns the index after the value at b[i] and the span that follows.
func (w *canonicalizer) valueEnd(i, s int) (int, int) {
	if k := kindOf[w.b[i]]; k == Object || k == Array {
		return w.spans[s].end, w.spans[s].next
	}
	end, _ := skipValue(w.b, i, 0)
	return end, s
}

// writeNext writes the next value of the innermost container, or its end.
func (w *canonicalizer) writeNext() {
	l := &w.frames[len(w.frames)-1]
	var start, s int
	if l.object {
		if l.next == len(w.members) {
			w.members = w.members[:l.base]
			w.closeContainer('}')
			return
		}
		m := w.members[l.next]
		l.next++
		w.writeComma(l)
		w.dst = append(canon.AppendBytes(w.dst, m.key), ':')
		start, s = m.start, m.span
	} else {
		if w.b[l.pos] == ']' {
			w.closeContainer(']')
			return
		}
		w.writeComma(l)
		start, s = l.pos, l.span
		var c byte
		l.pos, l.span = w.valueEnd(start, s)
		if l.pos, c = nextByte(w.b, l.pos); c == ',' {
			l.pos, _ = nextByte(w.b, l.pos+1)
		}
	}
	if k := kindOf[w.b[start]]; k == Object || k == Array {
		w.openContainer(start, s)
		return
	}
	end, _ := skipValue(w.b, start, 0)
	w.writeScalar(viewValue(w.b, start, end))
}

func (w *canonicalizer) writeComma(l *level) {
	if !l.first {
		w.dst = append(w.dst, ',')
	}
	l.first = false
}

func (w *canonicalizer) closeContainer(c byte) {
	w.dst = append(w.dst, c)
	w.frames = w.frames[:len(w.frames)-1]
}

func (w *canonicalizer) writeScalar(v Value) {
	switch {
	case v.Kind() != String:
		w.dst = append(w.dst, v.text...)
	case bytes.IndexByte(v.Raw(), '\\') < 0:
		w.dst = canon.AppendBytes(w.dst, v.quotedBytes())
	default:
		w.dst = appendCanonicalText(w.dst, v.quotedBytes())
	}
}

// appendCanonicalText appends a string with escapes, a piece at a time: a
// decoded copy of a long one would take as much memory again.
func appendCanonicalText(dst, body []byte) []byte {
	dst = append(dst, '"')
	for len(body) > 0 {
		n := plainRun(body)
		run := body[:n]
		dst = canon.AppendText(dst, unsafe.String(unsafe.SliceData(run), n))
		if body = body[n:]; len(body) > 0 {
			r, size := decodeEscape(body)
			var char [utf8.UTFMax]byte
			n = utf8.EncodeRune(char[:], r)
			dst = canon.AppendText(dst, unsafe.String(&char[0], n))
			body = body[size:]
		}
	}
	return append(dst, '"')
}

// decodedBytes returns the decoded text of a String, aliasing the input if it can.
func (v Value) decodedBytes() []byte {
	body := v.quotedBytes()
	if bytes.IndexByte(body, '\\') < 0 && utf8.Valid(body) {
		return body
	}
	return v.AppendString(nil)
}
