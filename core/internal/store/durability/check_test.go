package durability_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

// TestCheckBesideWriters checks a store, as a new process would, while one
// process appends and another one forks, deletes and compacts: nothing is
// wrong, every time.
func TestCheckBesideWriters(t *testing.T) {
	file := teststore.New(t)
	var writers []*child
	for i, role := range []string{"append", "tidy"} {
		writers = append(writers, start(t, role, file, int64(i), nil))
		writers[i].until(1)
	}
	defer func() {
		for _, c := range writers {
			_ = c.Process.Kill()
			if e := broke(c.end()); e != "" {
				t.Error(e)
			}
		}
	}()
	checks := pick(t, 6, 200)
	if testing.Short() {
		checks = 2
	}
	for range checks { // the store grows meanwhile, and each check takes longer
		d, err := open(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		problems, err := d.Check()
		d.close()
		if err != nil || len(problems) > 0 {
			t.Fatalf("%v, %v", problems, err)
		}
	}
}
