package sqlite

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
)

// A file of some other program is refused and stays as it was, whoever opens
// it; a store may be opened again by the same process.
func TestForeignFiles(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "heddle.db")
	first := NewStores(map[string]string{"store/heddle.db": mine})
	defer first.Close()
	st, err := first.openedStore("store/heddle.db", mine, true)
	if err != nil {
		t.Fatal(err)
	}
	c, err := st.toWrite()
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"PRAGMA application_id = 1214540901", "CREATE TABLE t (x)"} {
		if err := c.runCommand(sql); err != nil {
			t.Fatal(err)
		}
	}
	again := NewStores(map[string]string{"store/heddle.db": mine})
	if _, err := again.openedStore("store/heddle.db", mine, true); err != nil {
		t.Error("a second connection of the process:", err)
	}
	again.Close()
	first.Close()
	data, err := os.ReadFile(mine)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func([]byte) []byte{
		"other":   func(b []byte) []byte { b[68] = 1; return b },
		"unnamed": func(b []byte) []byte { clear(b[68:72]); return b },
		"text":    func([]byte) []byte { return []byte("a file that is no database" + strings.Repeat(".", 600)) },
	} {
		file := filepath.Join(folder, name)
		want := change(slices.Clone(data))
		if err := os.WriteFile(file, want, 0o600); err != nil {
			t.Fatal(err)
		}
		s := NewStores(map[string]string{"store/heddle.db": file})
		if _, err := s.openedStore("store/heddle.db", file, true); fault.CodeOf(err) != fault.ParseError {
			t.Errorf("%s: %v, want PARSE_ERROR", name, err)
		}
		s.Close()
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s was changed: %v", name, err)
		}
		for _, beside := range []string{"-wal", "-shm", "-journal"} {
			if _, err := os.Stat(file + beside); err == nil {
				t.Errorf("%s%s was made", name, beside)
			}
		}
	}
	if _, err := NewStores(nil).openedStore("store/heddle.db", folder, false); fault.CodeOf(err) != fault.InvalidArgument {
		t.Errorf("a folder: %v", err)
	}
}
