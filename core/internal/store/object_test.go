package store

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestSet(t *testing.T) {
	for _, tt := range []struct{ object, want string }{
		{`{}`, `{"k":1}`},
		{`{"a":0}`, `{"a":0,"k":1}`},
		{`{"z":0}`, `{"k":1,"z":0}`},
		{`{"a":0,"k":{"k":2},"z":"k"}`, `{"a":0,"k":1,"z":"k"}`},
		{`{"":"","\n":"\"","kk":[],"é":{}}`, `{"":"","\n":"\"","k":1,"kk":[],"é":{}}`},
	} {
		got := set([]byte(tt.object), "k", []byte("1"))
		if string(got) != tt.want {
			t.Errorf("set(%s) = %s, want %s", tt.object, got, tt.want)
		}
		if v, err := scan.Parse(got); err != nil || string(v.AppendCanonical(nil)) != string(got) {
			t.Errorf("set(%s) = %s is not canonical", tt.object, got)
		}
	}
}
