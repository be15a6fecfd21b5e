package bindingstest

import (
	"slices"
	"testing"
)

func TestCompareLines(t *testing.T) {
	const before = `-- response:1 --
{"error":{"code":"PARSE_ERROR","hint":"old hint","line":3,"message":"old text","op":"sessions.get"},"op":"sessions.get"}
{"files":[{"error":{"code":"IO_ERROR","message":"old"},"path":"a"}],"cost":1.50}
{"events":[{"kind":"x","payload":{"message":"spoken"}}]}
`
	for _, test := range []struct {
		name, after string
		texts       int
		other       []int
	}{
		{"nothing", before, 0, nil},
		{"texts of errors and diagnostics", `-- response:1 --
{"error":{"code":"PARSE_ERROR","hint":"new hint","line":3,"message":"new text","op":"sessions.get"},"op":"sessions.get"}
{"files":[{"error":{"code":"IO_ERROR","message":"new"},"path":"a"}],"cost":1.50}
{"events":[{"kind":"x","payload":{"message":"spoken"}}]}
`, 2, nil},
		{"a code, a place, a number and a stored message", `-- response:1 --
{"error":{"code":"IO_ERROR","hint":"old hint","line":3,"message":"old text","op":"sessions.get"},"op":"sessions.get"}
{"files":[{"error":{"code":"IO_ERROR","message":"new"},"path":"a"}],"cost":1.5}
{"events":[{"kind":"x","payload":{"message":"changed"}}]}
`, 0, []int{2, 3, 4}},
		{"a hint that is lost", `-- response:1 --
{"error":{"code":"PARSE_ERROR","line":3,"message":"old text","op":"sessions.get"},"op":"sessions.get"}
{"files":[{"error":{"code":"IO_ERROR","message":"old"},"path":"a"}],"cost":1.50}
{"events":[{"kind":"x","payload":{"message":"spoken"}}]}
`, 0, []int{2}},
		{"a header and lines that are missing", "-- response:2 --", 0, []int{1, 2}},
	} {
		texts, other := compareLines([]byte(before), []byte(test.after))
		if texts != test.texts || !slices.Equal(other, test.other) {
			t.Errorf("%s: %d texts, other lines %v; want %d and %v", test.name, texts, other, test.texts, test.other)
		}
	}
}
