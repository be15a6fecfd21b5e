package durability_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

var exportedAt = regexp.MustCompile(`"exportedAt":"[^"]*",`)

// TestStoresOfBefore reads a store that was written before reverts and
// rollbacks set an exact boundary: its events mean what they meant, read from
// the cached states and folded anew.
func TestStoresOfBefore(t *testing.T) {
	teststore.OnlyFiles(t, "these were files")
	folder := hosttest.Testdata(t, "store", "v1")
	written, err := os.ReadFile(filepath.Join(folder, "heddle.db"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "heddle.db")
	if err := os.WriteFile(file, written, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, cached := range []bool{true, false} {
		d := mustOpen(t, file)
		if !cached {
			if err := d.journal.(forgetful).DropStates(); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []string{"s", "fork", "kept"} {
			want, err := os.ReadFile(filepath.Join(folder, id+".json"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.Export(id, 0)
			if string(exportedAt.ReplaceAll(got, nil))+"\n" != string(want) || err != nil {
				t.Errorf("%s, cached %v: %v\n%s\nwant\n%s", id, cached, err, got, want)
			}
		}
		sound(t, d.Store)
		d.close()
	}
}
