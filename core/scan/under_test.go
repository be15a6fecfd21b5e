package scan_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/scan"
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
