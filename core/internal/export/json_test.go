package export

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestIndentDeep: a small value of very many levels does not become a very large text.
func TestIndentDeep(t *testing.T) {
	for _, depth := range []int{1, maxIndented, maxIndented + 1, 9_990} {
		src := []byte(strings.Repeat(`[{"a":1,"b":`, depth/2) + strings.Repeat("[", depth%2) + "2" + strings.Repeat("]", depth%2) + strings.Repeat("}]", depth/2))
		got := IndentJSON(src)
		var back, plain bytes.Buffer
		if err := json.Compact(&back, got); err != nil || !bytes.Equal(back.Bytes(), src) {
			t.Fatalf("%d levels: %v\n%s", depth, err, got)
		}
		if json.Indent(&plain, src, "", "  "); depth <= maxIndented && plain.String() != string(got) {
			t.Errorf("%d levels:\n%s", depth, got)
		}
		if len(got) > 2*len(src)+3*maxIndented*maxIndented {
			t.Errorf("%d levels: %d bytes become %d", depth, len(src), len(got))
		}
	}
}
