package rpc

import (
	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/text"
)

// field is a member that a request may have.
type field struct {
	name    string
	to      any    // where its value goes: a pointer whose type says what is read
	allowed string // the values of an enum, "a, b, c"; "" allows any string
}

// endTime is an upper bound: a bare date means the end of that day.
type endTime session.Time

// decodeObject reads the members of a request object into fields.
func decodeObject(req []byte, fields []field) error {
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
	v.Fields(func(key, value scan.Value) bool {
		if value.Kind() == scan.Null {
			return true // null means left out, in every language's idiom
		}
		err = decodeMember(key.String(), value, fields)
		return err == nil
	})
	return err
}

func decodeMember(key string, v scan.Value, fields []field) error {
	for i := range fields {
		f := &fields[i]
		if f.name != key {
			continue
		}
		if want := f.decode(v); want != "" {
			return fault.New(fault.InvalidArgument, "field "+string(session.TextJSON(key))+" is not "+want)
		}
		return nil
	}
	return fault.New(fault.InvalidArgument, "unknown field "+string(session.TextJSON(key))).
		WithHint("docs/operations.md lists the fields of each request")
}

// decode stores a value; when it is not of the field's type it returns what is
// wanted.
func (f *field) decode(v scan.Value) (want string) {
	switch to := f.to.(type) {
	case *string:
		if v.Kind() != scan.String {
			return "a string"
		}
		s := v.String()
		if f.allowed != "" && !contains(f.allowed, s) {
			return "one of " + f.allowed
		}
		*to = s
	case *int64:
		n, ok := v.Int()
		if !ok {
			return "a whole number"
		}
		if n < 0 {
			return "a number of 0 or more"
		}
		*to = n
	case **int64:
		n, ok := v.Int()
		if !ok || n < 0 {
			return "a whole number of 0 or more"
		}
		*to = &n
	case **bool:
		if v.Kind() != scan.True && v.Kind() != scan.False {
			return "true or false"
		}
		b := v.Bool()
		*to = &b
	case *session.JSON:
		*to = v.AppendCanonical(make([]byte, 0, len(v.Raw())))
	case *[]session.JSON:
		return decodeValues(v, to)
	case *bool:
		if v.Kind() != scan.True && v.Kind() != scan.False {
			return "true or false"
		}
		*to = v.Bool()
	case *[]string:
		return decodeStrings(v, to)
	case **catalog.SessionRef:
		ref, err := decodeSessionRef(v.AppendCanonical(nil))
		if v.Kind() != scan.Object || err != nil {
			return "an object with agent and sessionId, or with unifiedId"
		}
		*to = &ref
	case *session.Time:
		return decodeTime(v, to)
	case *endTime:
		want = decodeTime(v, (*session.Time)(to))
		if want == "" && len(v.String()) == len("2006-01-02") {
			*to += 86_400_000 - 1
		}
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

func decodeTime(v scan.Value, out *session.Time) (want string) {
	t, _, ok := session.ParseTime(v.String())
	if !ok {
		return "a time such as 2026-07-01 or 2026-07-01T09:00:00Z"
	}
	*out = t
	return ""
}
