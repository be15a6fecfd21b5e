package scan

import (
	"strconv"
	"testing"
)

// TestShapes: records of few shapes are walked until their values were seen to
// vary, and matched from then on; those of many make no room for each other.
func TestShapes(t *testing.T) {
	var s Scanner
	s.Reset(CompilePaths("id", "kind", "use", "use.n"))
	scan := func(rec string, known bool) {
		t.Helper()
		matched := false
		for i := range s.shapes {
			matched = matched || s.shapes[i].matchRecord([]byte(rec))
		}
		if matched != known {
			t.Errorf("%s: known is %v", rec, matched)
		}
		if _, err := s.Scan([]byte(rec)); err != nil {
			t.Fatal(rec, err)
		}
	}
	scan(`{"id":"a","kind":"x","use":{"n":1}}`, false)
	scan(`{"id":"b","kind":"x","use":{"n":1}}`, false) // the id varies
	scan(`{"id":"c\"","kind":"x","use":{"n":1}}`, true)
	scan(`{"id":"c","kind":"x","use":{"n":-1.5e3}}`, false) // the number varies
	scan(`{"id":{"deep":[1]},"kind":"x","use":{"n":20}}`, true)
	scan(`{"id":"d","kind":"x","use":7}`, false)
	scan(`{"id":"e","kind":"x","use":8}`, false)
	scan(`{"id":"f","kind":"x","use":9}`, true)
	scan(`{"id":"g","kind":"x","use":{}}`, false) // an object into which a path leads is no value
	if n := len(s.shapes[0].parts); n != 3 {
		t.Errorf("the first shape has %d parts", n)
	}
	for i := range 1000 {
		scan(`{"id":"h","`+strconv.Itoa(i)+`":0}`, false)
	}
	if s.pause != maxPause {
		t.Errorf("records that are all different are remembered every %d", s.pause)
	}
}
