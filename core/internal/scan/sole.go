package scan

// StringBetween returns the String between head and tail when v is nothing
// but these three: how a writer stores a list of one text, for example. It is
// Missing otherwise.
func (v Value) StringBetween(head, tail string) Value {
	s := v.text
	if len(s) < len(head)+len(tail)+2 || s[:len(head)] != head || s[len(s)-len(tail):] != tail || s[len(head)] != '"' {
		return Value{}
	}
	b := v.Raw()
	end := skipString(b, len(head)+1)
	if end != len(b)-len(tail) {
		return Value{}
	}
	return viewValue(b, len(head), end)
}
