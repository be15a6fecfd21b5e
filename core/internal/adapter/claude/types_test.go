package claude_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
	"github.com/heddle-dev/heddle/core/session"
)

// wrong are values that no field expects everywhere.
var wrong = []string{`null`, `true`, `-7`, `1e999`, `"x"`, `""`, `[]`, `[[1],null,"x",{"type":3}]`, `{}`, `{"type":"text","sessionId":[]}`}

// Wrong types in every field of every kind of line lose at most that field:
// no panic, no error, and the line beside it is there.
func TestWrongTypes(t *testing.T) {
	sample := map[string]json.RawMessage{} // by type and shape
	for _, fixture := range fixtures {
		h := openHome(t, fixture)
		for i := range h.ix.Refs {
			for _, r := range h.walk(t, h.ix.Refs[i].ID, adapter.Want{Raw: true}) {
				var line struct {
					Type, Subtype string
					Message       struct{ Content any }
				}
				if len(r.Raw) > 4000 || json.Unmarshal(r.Raw, &line) != nil {
					continue
				}
				key := line.Type + "/" + line.Subtype
				if list, ok := line.Message.Content.([]any); ok && len(list) > 0 {
					if b, ok := list[0].(map[string]any); ok {
						typ, _ := b["type"].(string)
						key += "/" + typ
					}
				}
				if _, ok := sample[key]; !ok {
					sample[key] = r.Raw
				}
			}
		}
	}
	if len(sample) < 20 {
		t.Fatalf("%d kinds of lines", len(sample))
	}
	beside := `{"type":"user","uuid":"beside","message":{"role":"user","content":"still here"}}`
	for key, raw := range sample {
		for _, line := range mutants(t, raw) {
			h := oneSession(t, string(line), beside)
			found := false
			for _, want := range []adapter.Want{everything, {Usage: true}} {
				err := claude.New().Walk(h.env(), h.ix, h.ref(t, "own"), want, adapter.NewOutlet(h.env(), func(r *adapter.Record) error {
					found = found || r.ID == "beside"
					return nil
				}))
				if err != nil {
					t.Fatalf("%s: %v\n%s", key, err, line)
				}
			}
			if !found {
				t.Fatalf("%s: the line beside it is lost\n%s", key, line)
			}
			s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: "own"})
			if err != nil || s.Validate() != nil || !json.Valid(s.AppendJSON(nil)) {
				t.Fatalf("%s: %v %v\n%s", key, err, s.Validate(), line)
			}
		}
	}
}

// mutants returns a record once for every value in it and every wrong value
// in its place.
func mutants(t *testing.T, raw []byte) [][]byte {
	var root any
	if err := json.Unmarshal(raw, &root); err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	mark := json.Number("987654321")
	var visit func(v any, set func(any))
	visit = func(v any, set func(any)) {
		if set != nil {
			set(mark)
			text, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range wrong {
				out = append(out, bytes.Replace(text, []byte(mark), []byte(w), 1))
			}
			set(v)
		}
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				visit(e, func(x any) { v[k] = x })
			}
		case []any:
			for i, e := range v {
				visit(e, func(x any) { v[i] = x })
			}
		}
	}
	visit(root, nil)
	return out
}
