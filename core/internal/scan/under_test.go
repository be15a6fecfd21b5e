package scan_test

import (
	"bytes"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestObjectUnder(t *testing.T) {
	for b, want := range map[string]bool{
		`{"usage":{}}`: true, `{"usage" : {`: true, `{"usage"`: false, `{"usage":1}`: false, `{"xusage":{}}`: false,
		`{"a":{"b":{"usage":{"x":1}}}}`: true, ``: false, `{`: false, `:{`: false, `"usage":[{}]`: false, `"usage"{`: false,
	} {
		if got := scan.ObjectUnder([]byte(b), []byte(`"usage"`)); got != want {
			t.Errorf("%s: %v", b, got)
		}
	}
}

func FuzzHolds(f *testing.F) {
	f.Add([]byte("xx agent_id"), []byte("agent_id"), 5)
	f.Add([]byte("_"), []byte("a_"), 1)
	f.Fuzz(func(t *testing.T, b, needle []byte, rare int) {
		if rare < 0 || rare >= len(needle) {
			t.Skip()
		}
		if got, want := scan.ContainsAtRareByte(b, needle, rare), bytes.Contains(b, needle); got != want {
			t.Fatalf("Holds(%q, %q, %d) = %v", b, needle, rare, got)
		}
	})
}
