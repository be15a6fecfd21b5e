package rpc

import (
	"unsafe"

	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/text"
)

// member is a member that a request may have.
type member struct {
	name    string
	allowed string  // the values of an enum, "a, b, c"; "" allows any text
	at      uintptr // where its value stands in the request's struct
	kind    kind
}

// kind says how a member's value is read and what type it is kept as.
type kind uint8

const (
	aText            kind = iota // string
	aNumber                      // int64
	anOptionalNumber             // *int64
	aBool                        // bool
	anOptionalBool               // *bool
	aValue                       // session.JSON, canonical
	aList                        // []session.JSON, as they stand in the request
	aTextList                    // []string
	aTime                        // session.Time
	anEnd                        // session.Time, an upper bound: a bare date means the end of that day
	aSessionRef                  // *catalog.SessionRef
	aZone                        // *session.Zone
)

// decodeObject reads the members of a request object into the struct at to,
// which the table was made for.
func decodeObject(req []byte, to unsafe.Pointer, members []member) error {
	if len(req) == 0 {
		return nil
	}
	v, err := scan.Parse(req)
	if err != nil {
		return fault.Wrap(fault.InvalidArgument, "the request is not JSON", err)
	}
	if v.Kind() != scan.Object {
		return fault.New(fault.InvalidArgument, "the request is not a JSON object")
	}
	zone, err := decodeZone(v, members)
	if err != nil {
		return err
	}
	v.Fields(func(key, value scan.Value) bool {
		if value.Kind() == scan.Null {
			return true // null means left out, in every language's idiom
		}
		err = decodeMember(key.String(), value, zone, to, members)
		return err == nil
	})
	return err
}

func decodeMember(key string, v scan.Value, zone *session.Zone, to unsafe.Pointer, members []member) error {
	for i := range members {
		m := &members[i]
		if m.name != key {
			continue
		}
		if want := m.decode(v, zone, unsafe.Add(to, m.at)); want != "" {
			return notA(key, want)
		}
		return nil
	}
	return unknownField(key)
}

// decode stores a value at to; when it is not of the member's kind it returns
// what is wanted. Days are those of zone.
func (m *member) decode(v scan.Value, zone *session.Zone, to unsafe.Pointer) (want string) {
	switch m.kind {
	case aText:
		if v.Kind() != scan.String {
			return "a string"
		}
		s := v.String()
		if m.allowed != "" && !contains(m.allowed, s) {
			return "one of " + m.allowed
		}
		*(*string)(to) = s
	case aNumber:
		n, ok := v.Int()
		if !ok {
			return "a whole number"
		}
		if n < 0 {
			return "a number of 0 or more"
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
		ref := new(catalog.SessionRef)
		if err := decodeSessionRef(v.AppendCanonical(nil), ref); v.Kind() != scan.Object || err != nil {
			return "an object with agent and sessionId, or with unifiedId"
		}
		*(**catalog.SessionRef)(to) = ref
	case aTime:
		return decodeTime(v, zone.Since, (*session.Time)(to))
	case anEnd:
		return decodeTime(v, zone.Until, (*session.Time)(to))
	case aZone:
		*(**session.Zone)(to) = zone
	}
	return want
}

// contains reports whether s is one of "a, b, c".
func contains(list, s string) bool {
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
	v.Each(func(_ int, e scan.Value) bool {
		if e.Kind() != scan.String {
			want = "a list of strings"
			return false
		}
		*out = append(*out, e.String())
		return true
	})
	return want
}

// decodeValues stores the values as they stand in the request, which lives as
// long as the call: the store makes them canonical, and large ones would be
// copied twice.
func decodeValues(v scan.Value, out *[]session.JSON) (want string) {
	if v.Kind() != scan.Array {
		return "a list"
	}
	*out = []session.JSON{} // not nil: it is given
	v.Each(func(_ int, e scan.Value) bool {
		*out = append(*out, e.Raw())
		return true
	})
	return ""
}

func decodeTime(v scan.Value, read func(string) (session.Time, bool), out *session.Time) (want string) {
	t, ok := read(v.String())
	if !ok {
		return "a time such as 2026-07-01 or 2026-07-01T09:00:00Z"
	}
	*out = t
	return ""
}
