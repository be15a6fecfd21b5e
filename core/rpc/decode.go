package rpc

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// decodeObject walks the members of a request object.
func decodeObject(req []byte, field func(key string, v scan.Value) error) error {
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
		err = field(key.String(), value)
		return err == nil
	})
	return err
}

func unknownField(key string) error {
	return fault.New(fault.InvalidArgument, "unknown field "+string(session.TextJSON(key))).
		WithHint("docs/operations.md lists the fields of each request")
}

func wrongType(key, want string) error {
	return fault.New(fault.InvalidArgument, "field "+string(session.TextJSON(key))+" is not "+want)
}

func decodeString(key string, v scan.Value, out *string) error {
	if v.Kind() != scan.String {
		return wrongType(key, "a string")
	}
	*out = v.String()
	return nil
}

func decodeInt(key string, v scan.Value, out *int64) error {
	n, ok := v.Int()
	if !ok {
		return wrongType(key, "a whole number")
	}
	if n < 0 {
		return wrongType(key, "a number of 0 or more")
	}
	*out = n
	return nil
}

func decodeBool(key string, v scan.Value, out *bool) error {
	if v.Kind() != scan.True && v.Kind() != scan.False {
		return wrongType(key, "true or false")
	}
	*out = v.Kind() == scan.True
	return nil
}

func decodeStrings(key string, v scan.Value, out *[]string) error {
	if v.Kind() != scan.Array {
		return wrongType(key, "a list of strings")
	}
	var err error
	v.Each(func(_ int, e scan.Value) bool {
		if e.Kind() != scan.String {
			err = wrongType(key, "a list of strings")
			return false
		}
		*out = append(*out, e.String())
		return true
	})
	return err
}

func decodeTime(key string, v scan.Value, out *session.Time) error {
	if v.Kind() != scan.String {
		return wrongType(key, "a time such as 2026-07-01 or 2026-07-01T09:00:00Z")
	}
	t, _, ok := session.ParseTime(v.String())
	if !ok {
		return wrongType(key, "a time such as 2026-07-01 or 2026-07-01T09:00:00Z")
	}
	*out = t
	return nil
}

// decodeTimeEnd reads an upper bound: a bare date means the end of that day.
func decodeTimeEnd(key string, v scan.Value, out *session.Time) error {
	if err := decodeTime(key, v, out); err != nil {
		return err
	}
	if len(v.String()) == len("2006-01-02") {
		*out += 86_400_000 - 1
	}
	return nil
}

func decodeEnum[T ~string](key string, v scan.Value, out *T, allowed ...string) error {
	if v.Kind() == scan.String {
		s := v.String()
		want := ""
		for i, a := range allowed {
			if a == s {
				*out = T(s)
				return nil
			}
			if i > 0 {
				want += ", "
			}
			want += a
		}
		return wrongType(key, "one of "+want)
	}
	return wrongType(key, "a string")
}
