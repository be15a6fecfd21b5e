package canon_test

import (
	"fmt"

	"github.com/heddle-dev/heddle/core/internal/canon"
)

func ExampleAppendDecimal() {
	b := canon.AppendDecimal(nil, 12_300_000_000, 12)
	b = append(b, ' ')
	b = canon.AppendString(b, "<a\n\u2028>")
	fmt.Printf("%+q\n", b)
	// Output: "0.0123 \"<a\\n\u2028>\""
}
