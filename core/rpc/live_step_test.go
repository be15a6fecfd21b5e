package rpc

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// fillValue sets every field below v to a value that is not zero.
func fillValue(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillValue(t, v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillValue(t, v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[session.JSON]() {
			v.SetBytes([]byte(`{"n":[12345678901234567890,1.50,"a\u2028\"}"]}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillValue(t, v.Index(i))
		}
	case reflect.String:
		v.SetString("a\u2028 \"\\\n\x01😀")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int64:
		v.SetInt(1700000000123)
	default:
		t.Fatalf("the test knows no %s", v.Type())
	}
}

// DecodeLiveStep reads every member that a step can have, and ignores others.
func TestDecodeLiveStep(t *testing.T) {
	var want session.LiveStep
	fillValue(t, reflect.ValueOf(&want).Elem())
	text := string(want.AppendJSON(nil))
	more := strings.NewReplacer(`"kind":`, `"new":{"kind":1},"kind":`, `"health":`, `"new":[],"health":`, `"args":`, `"new":1,"args":`).Replace(text)
	for _, body := range []string{text, more} {
		got, err := DecodeLiveStep([]byte(body))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%+v\n%+v", err, got, want)
		}
	}
	got, err := DecodeLiveStep([]byte(`{"health":"ready","outputs":[]}`))
	if err != nil || !reflect.DeepEqual(got, session.LiveStep{Health: session.LiveHealthReady}) {
		t.Errorf("%+v %v", got, err)
	}
	for _, body := range []string{"", "[]", `{"outputs":`} {
		if _, err := DecodeLiveStep([]byte(body)); !errors.Is(err, fault.Internal) {
			t.Errorf("%q: %v", body, err)
		}
	}
}
