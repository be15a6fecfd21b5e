package rpc

import (
	"strings"
	"unicode/utf16"
	"unsafe"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// member is a member that a request may have.
type member struct {
	name    string
	allowed string  // the values of an enum, "a, b, c"; "" allows any text
	at      uintptr // the offset of its value in the request's struct
	kind    kind
}

// kind says how a member's value is read and what type it is kept as.
type kind uint8

const (
	aText            kind = iota // string
	aNumber                      // int64
	aLimit                       // int64; a 0 that is given is session.NoLimit
	anOptionalNumber             // *int64
	aBool                        // bool
	anOptionalBool               // *bool
	aValue                       // session.JSON, canonical
	aList                        // []session.JSON, unchanged from the request
	aTextList                    // []string
	aTime                        // session.Time
	anEnd                        // session.Time, an upper bound: a bare date means the end of that day
	aSessionRef                  // *session.SessionRef
	aZone                        // *session.Zone
)

// requestText is a request as it came, and the clock from which its ages are counted back;
// without a clock an age is no time.
type requestText struct {
	json  []byte
	clock host.Clock
}

// decodeObject reads the members of a request object into the struct at to,
// which the table was made for.
func decodeObject(req requestText, to unsafe.Pointer, members []member) error {
	if len(req.json) == 0 {
		return nil
	}
	v, err := scan.Parse(req.json)
	if err != nil {
		return fault.Wrap(fault.InvalidArgument, "the request is not JSON", err)
	}
	if v.Kind() != scan.Object {
		return fault.New(fault.InvalidArgument, "the request is not a JSON object")
	}
	times := timeReader{clock: req.clock}
	if times.zone, err = decodeZone(v, members); err != nil {
		return err
	}
	v.EachMember(func(key, value scan.Value) bool {
		if value.Kind() == scan.Null {
			return true // null means left out, in every language's idiom
		}
		err = decodeMember(key.String(), value, &times, to, members)
		return err == nil
	})
	return err
}

func decodeMember(key string, v scan.Value, times *timeReader, to unsafe.Pointer, members []member) error {
	for i := range members {
		m := &members[i]
		if m.name != key {
			continue
		}
		if want := m.decodeValue(v, times, unsafe.Add(to, m.at)); want != "" {
			return notA(key, want)
		}
		return nil
	}
	return unknownField(key)
}

// decodeValue stores a value at to; when it is not of the member's kind it returns
// what is wanted.
func (m *member) decodeValue(v scan.Value, times *timeReader, to unsafe.Pointer) (want string) {
	switch m.kind {
	case aText:
		if v.Kind() != scan.String {
			return "a string"
		}
		s := v.String()
		if strings.HasSuffix(m.name, "Id") && m.name != "messageId" {
			s = idText(v)
		}
		if m.allowed != "" && !containsItem(m.allowed, s) {
			return "one of " + m.allowed
		}
		*(*string)(to) = s
	case aNumber, aLimit:
		n, ok := v.Int()
		if !ok {
			return "a whole number"
		}
		if n < 0 {
			return "a number of 0 or more"
		}
		if m.kind == aLimit && n == 0 {
			n = session.NoLimit
		}
		*(*int64)(to) = n
	case anOptionalNumber:
		n, ok := v.Int()
		if !ok || n < 0 {
			return "a whole number of 0 or more"
		}
		*(**int64)(to) = &n
	case aBool, anOptionalBool:
		if v.Kind() != scan.True && v.Kind() != scan.False {
			return "true or false"
		}
		b := v.Bool()
		if m.kind == aBool {
			*(*bool)(to) = b
		} else {
			*(**bool)(to) = &b
		}
	case aValue:
		*(*session.JSON)(to) = v.AppendCanonical(make([]byte, 0, len(v.Raw())))
	case aList:
		return decodeValues(v, (*[]session.JSON)(to))
	case aTextList:
		return decodeStrings(v, (*[]string)(to))
	case aSessionRef:
		ref := new(session.SessionRef)
		if err := decodeSessionRef(requestText{json: v.AppendCanonical(nil)}, ref); v.Kind() != scan.Object || err != nil {
			return "an object with agent and sessionId, with unifiedId or with ref"
		}
		*(**session.SessionRef)(to) = ref
	case aTime:
		return times.decode(v, false, (*session.Time)(to))
	case anEnd:
		return times.decode(v, true, (*session.Time)(to))
	case aZone:
		*(**session.Zone)(to) = times.zone
	}
	return want
}

// containsItem reports whether s is one of "a, b, c".
func containsItem(list, s string) bool {
	for more := true; more; {
		var a string
		if a, list, more = text.Cut(list, ", "); a == s {
			return true
		}
	}
	return false
}

func decodeStrings(v scan.Value, out *[]string) (want string) {
	if v.Kind() != scan.Array {
		return "a list of strings"
	}
	v.EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() != scan.String {
			want = "a list of strings"
			return false
		}
		*out = append(*out, e.String())
		return true
	})
	return want
}

// decodeValues stores the values unchanged from the request, which lives as
// long as the call: the store makes them canonical, and large ones would be
// copied twice.
func decodeValues(v scan.Value, out *[]session.JSON) (want string) {
	if v.Kind() != scan.Array {
		return "a list"
	}
	*out = []session.JSON{} // not nil: it is given
	v.EachElement(func(_ int, e scan.Value) bool {
		*out = append(*out, e.Raw())
		return true
	})
	return ""
}

// idText reads an id that the caller chooses. A lone surrogate is no character and would become
// U+FFFD, like any other one; ids that differ must not become one id, so it is spelled out, \udc80.
func idText(v scan.Value) string {
	raw := v.Raw()
	out := make([]byte, 0, len(raw)+8)
	changed := false
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		switch r := codeUnit(raw[i:]); {
		case !utf16.IsSurrogate(r):
			out = append(out, raw[i], raw[i+1])
			i++
		case utf16.IsSurrogate(codeUnit(raw[i+6:])) && r < 0xdc00 && codeUnit(raw[i+6:]) >= 0xdc00:
			out = append(out, raw[i:i+12]...)
			i += 11
		default:
			out = append(append(out, '\\'), raw[i:i+2]...)
			for _, c := range raw[i+2 : i+6] {
				if c < 'a' {
					c |= ' ' // a digit stays what it is
				}
				out = append(out, c)
			}
			i += 5
			changed = true
		}
	}
	if !changed {
		return v.String()
	}
	spelled, err := scan.Parse(out)
	if err != nil { // the value was read before, and what was added is an escape
		return v.String()
	}
	return spelled.String()
}

// codeUnit returns the code unit of the \uXXXX that starts s, 0 when none does.
func codeUnit(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0
	}
	var r rune
	for _, c := range s[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|' ' >= 'a' && c|' ' <= 'f':
			r = r<<4 | rune(c|' '-'a'+10)
		default:
			return 0
		}
	}
	return r
}
