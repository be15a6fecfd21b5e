package clienttest

import (
	"fmt"
	"reflect"
	"time"
)

// difference returns where two values of the same type differ first, and how; empty when they are
// equal as reflect.DeepEqual compares.
func difference(path string, got, want reflect.Value) string {
	if !got.IsValid() || !want.IsValid() || got.Type() != want.Type() {
		if got.IsValid() == want.IsValid() && !got.IsValid() {
			return ""
		}
		return fmt.Sprintf("%s: %v, want %v", path, got, want)
	}
	switch got.Kind() {
	case reflect.Pointer, reflect.Interface:
		if got.IsNil() || want.IsNil() {
			break
		}
		return difference(path, got.Elem(), want.Elem())
	case reflect.Struct:
		if _, ok := got.Interface().(time.Time); ok {
			break
		}
		for i := range got.NumField() {
			if d := difference(path+"."+got.Type().Field(i).Name, got.Field(i), want.Field(i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Slice:
		if got.IsNil() != want.IsNil() || got.Len() != want.Len() || got.Type().Elem().Kind() == reflect.Uint8 {
			break
		}
		for i := range got.Len() {
			if d := difference(fmt.Sprintf("%s[%d]", path, i), got.Index(i), want.Index(i)); d != "" {
				return d
			}
		}
		return ""
	}
	if reflect.DeepEqual(got.Interface(), want.Interface()) {
		return ""
	}
	if got.Kind() == reflect.Slice && got.Type().Elem().Kind() == reflect.Uint8 {
		return fmt.Sprintf("%s: %.300s (nil: %v), want %.300s (nil: %v)", path, got.Bytes(), got.IsNil(), want.Bytes(), want.IsNil())
	}
	return fmt.Sprintf("%s: %#v, want %#v", path, got.Interface(), want.Interface())
}
