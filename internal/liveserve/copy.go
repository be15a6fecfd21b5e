package liveserve

import "reflect"

// copyFields copies the fields of one struct to those of another that have the same name and kind: the types of the
// protocol, of the typed API and of the machine name one thing alike. TestCopies lists what it leaves out.
func copyFields[T any](to T, from any) T {
	dst, src := reflect.ValueOf(&to).Elem(), reflect.Indirect(reflect.ValueOf(from))
	for i := range dst.NumField() {
		field := dst.Field(i)
		if value := src.FieldByName(dst.Type().Field(i).Name); isCopied(value, field) {
			field.Set(value.Convert(field.Type()))
		}
	}
	return to
}

func isCopied(value, field reflect.Value) bool {
	return value.IsValid() && value.Kind() == field.Kind() && value.CanConvert(field.Type())
}
