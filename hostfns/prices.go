package hostfns

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// maxPriceTable is above the greatest size in bytes of a price table; the engine says how large
// one may be.
const maxPriceTable = 2 << 20

// readPriceTable returns the content of a price table's file; nil without a file.
func readPriceTable(file string) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	if path, err := filepath.Abs(file); err == nil {
		file = path
	}
	opened, err := os.Open(file)
	if err != nil {
		return nil, priceTableError(file, err)
	}
	defer opened.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(opened, maxPriceTable))
	if err != nil {
		return nil, priceTableError(file, err)
	}
	return data, nil // not nil, even when it is empty
}

func priceTableError(file string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	return fault.Wrap(fault.InvalidArgument, "the price table "+file+" cannot be read", err).
		WithHint("name a file with prices, or none for the built-in prices")
}

// pricedFiles adds a price table to the files of the mounts.
type pricedFiles struct {
	mountedFiles
	table []byte
}

// Stat implements host.Files.
func (f pricedFiles) Stat(path string) (host.Info, error) {
	if path == host.PricesPath {
		return host.Info{Name: "prices.csv", Kind: host.File, Size: int64(len(f.table))}, nil
	}
	return f.mountedFiles.Stat(path)
}

// ReadAt implements host.Files.
func (f pricedFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	if path != host.PricesPath {
		return f.mountedFiles.ReadAt(path, p, off)
	}
	if off < 0 {
		return 0, fault.New(fault.InvalidArgument, "a negative offset").At(path, 0, 0)
	}
	return copy(p, f.table[min(off, int64(len(f.table))):]), nil
}
