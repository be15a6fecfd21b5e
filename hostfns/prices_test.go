package hostfns_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns"
)

// A price table is the one file that is granted for it, as it was when the host was opened.
func TestPricesGrantOneFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.csv")
	for _, name := range []string{"mine.csv", "mine.csv-wal", "prices.csv", "secret"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("content of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, opts := range map[string]hostfns.Options{
		"home":   {Home: t.TempDir(), Prices: file},
		"mounts": {FS: map[string]fs.FS{"claude": fstest.MapFS{}}, Prices: file},
	} {
		native, err := hostfns.Open(opts)
		if err != nil {
			t.Fatal(name, err)
		}
		defer native.Close()
		call := native.Call(context.Background(), nil)
		defer call.Release()
		files := call.Host.Files
		if !call.Host.Prices {
			t.Errorf("%s: no prices are granted", name)
		}
		if info, err := files.Stat(host.PricesPath); err != nil || info != (host.Info{Name: "prices.csv", Kind: host.File, Size: int64(len("content of mine.csv"))}) {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
		for off, want := range map[int64]string{0: "content", 8: "of mine", 15: ".csv", 19: "", 1 << 60: ""} {
			p := make([]byte, 7)
			if n, err := files.ReadAt(host.PricesPath, p, off); err != nil || string(p[:n]) != want {
				t.Errorf("%s: at %d: %q, %v", name, off, p[:n], err)
			}
		}
		if _, err := files.ReadAt(host.PricesPath, make([]byte, 1), -1); fault.CodeOf(err) != fault.InvalidArgument {
			t.Errorf("%s: a negative offset: %v", name, err)
		}
		for _, path := range []string{"prices/secret", "prices/mine.csv", "prices/prices.csv-wal", "prices/prices.csv/x", "prices"} {
			if info, err := files.Stat(path); err == nil {
				t.Errorf("%s: %s is %+v", name, path, info)
			}
			if _, err := files.ReadAt(path, make([]byte, 1), 0); err == nil {
				t.Errorf("%s: %s is read", name, path)
			}
		}
		if list, err := files.List("prices"); err == nil {
			t.Errorf("%s: a list of %v", name, list)
		}
	}
}

func TestNoPrices(t *testing.T) {
	native, err := hostfns.Open(hostfns.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	call := native.Call(context.Background(), nil)
	defer call.Release()
	if _, err := call.Host.Files.Stat(host.PricesPath); err == nil || call.Host.Prices {
		t.Error("prices are granted")
	}
}

func TestPricesThatCannotBeRead(t *testing.T) {
	folder := t.TempDir()
	for _, file := range []string{folder, filepath.Join(folder, "missing.csv")} {
		native, err := hostfns.Open(hostfns.Options{Home: folder, Prices: file})
		if err == nil {
			native.Close()
		}
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != fault.InvalidArgument || !strings.Contains(e.Message, file) || e.Hint == "" {
			t.Errorf("%s: %v", file, err)
		}
	}
}
