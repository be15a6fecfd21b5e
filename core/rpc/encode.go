package rpc

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// encoder is a pointer to a value of the model.
type encoder[T any] interface {
	*T
	AppendJSON([]byte) []byte
}

// sized is a value that knows about how long its JSON is. A long text is not copied as it grows.
type sized interface{ SizeHint() int }

var null = []byte("null")

// encodeObject encodes a pointer to a value of the model; it is not generic, because each instance is code.
func encodeObject(x interface{ AppendJSON([]byte) []byte }, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var dst []byte
	if s, ok := x.(sized); ok {
		dst = make([]byte, 0, s.SizeHint()+headerRoom)
	}
	return x.AppendJSON(dst), nil
}

// encodeOptional encodes nil as null.
func encodeOptional[T any, P encoder[T]](x P, err error) ([]byte, error) {
	if x == nil || err != nil {
		return encodeNothing(err)
	}
	return x.AppendJSON(nil), nil
}

func encodeList[T any, P encoder[T]](items []T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	out := []byte{'['}
	for i := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = P(&items[i]).AppendJSON(out)
	}
	return append(out, ']'), nil
}

func encodeValues(items []session.JSON, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	n := 2 + headerRoom
	for _, x := range items {
		n += len(x) + 1
	}
	out := append(make([]byte, 0, n), '[')
	for i, x := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, x...)
	}
	return append(out, ']'), nil
}

func encodeNothing(err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return null, nil
}

func encodeInt(n int64, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return canon.AppendInt(nil, n), nil
}

func encodeString(s string, err error) ([]byte, error) { return session.TextJSON(s), err }

// encodeOptionalString encodes an empty string as null.
func encodeOptionalString(s string, err error) ([]byte, error) {
	if s == "" || err != nil {
		return encodeNothing(err)
	}
	return session.TextJSON(s), nil
}

func encodeText(text []byte, err error) ([]byte, error) { return text, err }

func encodeJSON(value session.JSON, err error) ([]byte, error) { return value, err }
