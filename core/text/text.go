// Package text has the few operations on strings that the core would
// otherwise take from packages strings and strconv in forms that are several
// times the machine code in the wasm module.
package text

import "strconv"

// Int renders n in decimal.
func Int(n int64) string { return string(strconv.AppendInt(nil, n, 10)) }

// Join joins the elements of list with sep between them.
func Join(list []string, sep string) string {
	if len(list) == 1 {
		return list[0]
	}
	var b []byte
	for i, s := range list {
		if i > 0 {
			b = append(b, sep...)
		}
		b = append(b, s...)
	}
	return string(b)
}
