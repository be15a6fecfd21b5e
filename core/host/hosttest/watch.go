package hosttest

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
)

// Watch returns h such that any attempt to write through it fails the test:
// opening a database as writable, or running a batch.
func Watch(t testing.TB, h host.Host) host.Host {
	return withHook(h, func(op, path string) error {
		if op == "sql.exec" || op == "sql.openWritable" {
			t.Errorf("write through a read-only host: %s %s", op, path)
		}
		return nil
	})
}

// Freeze remembers everything below a folder on disk, names, kinds, sizes,
// times and content, and fails the test if any of it differs at its end.
func Freeze(t testing.TB, folder string) {
	t.Helper()
	before := folderFingerprint(t, folder)
	t.Cleanup(func() {
		after := folderFingerprint(t, folder)
		for name, print := range before {
			if after[name] != print {
				t.Errorf("%s was changed or removed", name)
			}
		}
		for name := range after {
			if _, ok := before[name]; !ok {
				t.Errorf("%s was created", name)
			}
		}
	})
}

func folderFingerprint(t testing.TB, folder string) map[string]string {
	t.Helper()
	prints := map[string]string{}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		print := fi.Mode().String() + " " + strconv.FormatInt(fi.ModTime().UnixNano(), 10)
		if d.Type().IsRegular() {
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			sum := sha256.New()
			if _, err := io.Copy(sum, f); err != nil {
				return err
			}
			print += " " + string(sum.Sum(nil))
		}
		prints[name] = print
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return prints
}
