package adapter

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/marks"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// escapedOpen begins "<" as some writers of JSON escape it.
var escapedOpen = []byte(`\u003`)

// CutMarks returns what is left of a string without the marks at its beginning, as it
// is stored; it does not exist when that is nothing. Bytes before it that are no ASCII
// are damage, and passed over.
func CutMarks(list marks.List, v scan.Value) (rest scan.Value, found bool) {
	if v.Kind() != scan.String {
		return v, false
	}
	quoted := v.Raw()
	raw := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(raw, '\\') >= 0 && bytes.Contains(raw, escapedOpen) {
		raw = canon.AppendText(nil, v.String())
	}
	for len(raw) > 0 && raw[0] >= 0x80 {
		raw = raw[1:]
	}
	left, found := list.Cut(scan.UnsafeString(raw))
	switch {
	case !found:
		return v, false
	case left == "":
		return scan.Value{}, true
	}
	return scan.RawValue(`"` + left + `"`), true
}
