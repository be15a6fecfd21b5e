package store

import (
	"encoding/json"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestSetMember(t *testing.T) {
	for _, tt := range []struct{ object, want string }{
		{`{}`, `{"k":1}`},
		{`{"a":0}`, `{"a":0,"k":1}`},
		{`{"z":0}`, `{"k":1,"z":0}`},
		{`{"a":0,"k":{"k":2},"z":"k"}`, `{"a":0,"k":1,"z":"k"}`},
		{`{"":"","\n":"\"","kk":[],"é":{}}`, `{"":"","\n":"\"","k":1,"kk":[],"é":{}}`},
	} {
		got := setMember([]byte(tt.object), "k", []byte("1"))
		if string(got) != tt.want {
			t.Errorf("set(%s) = %s, want %s", tt.object, got, tt.want)
		}
		if v, err := scan.Parse(got); err != nil || string(v.AppendCanonical(nil)) != string(got) {
			t.Errorf("set(%s) = %s is not canonical", tt.object, got)
		}
	}
}

// FuzzMergeObjects compares the merge of two objects with encoding/json.
func FuzzMergeObjects(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":2}`), []byte(`{"b":null,"c":{"d":1}}`))
	f.Fuzz(func(t *testing.T, base, patch []byte) {
		b, err1 := Object("base", base)
		p, err2 := Object("patch", patch)
		var bm, pm, got map[string]json.RawMessage
		if err1 != nil || err2 != nil || json.Unmarshal(b, &bm) != nil || json.Unmarshal(p, &pm) != nil {
			return
		}
		merged := mergeObjects(b, p)
		if len(merged) > 0 {
			if err := json.Unmarshal(merged, &got); err != nil {
				t.Fatalf("%s: %v", merged, err)
			}
		}
		if bm == nil {
			bm = map[string]json.RawMessage{}
		}
		for k, v := range pm {
			if string(v) == "null" {
				delete(bm, k)
			} else {
				bm[k] = v
			}
		}
		if len(p) > 0 && len(got) != len(bm) {
			t.Fatalf("%s and %s give %s", b, p, merged)
		}
		for k, v := range got {
			if string(bm[k]) != string(v) {
				t.Fatalf("%s and %s give %s", b, p, merged)
			}
		}
	})
}
