package terms

import (
	"strings"
	"testing"
)

func TestAdd(t *testing.T) {
	for value, want := range map[string]string{"": "", "standard": "", "DEFAULT": "", "not_available": "", "fast": "speed=fast", "Priority": "speed=priority",
		"a b": "speed=unknown", "x=y": "speed=unknown", `é`: "speed=unknown", strings.Repeat("x", 1<<20): "speed=unknown", "eu-1.2": "speed=eu-1.2"} {
		if got := Add("", Speed, []byte(value)); got != want {
			t.Errorf("%.40q: %q, want %q", value, got, want)
		}
	}
	all := Add(Add("", Speed, []byte("fast")), Geo, []byte("us"))
	if all != "speed=fast inference_geo=us" || Name(all) != "fast+us" || Name("") != Standard {
		t.Errorf("%q is %q", all, Name(all))
	}
}
