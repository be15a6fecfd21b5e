package kit

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// top is the folder that the archive unpacks to.
const top = "heddle-kit"

// fixedTime is what files have that are no fixtures.
var fixedTime = time.UnixMilli(1795201200000)

// pack writes a folder as a .tar.gz, which depends on the content and the times of its files alone.
func pack(folder, archive string) (err error) {
	var names []string
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	if err := os.MkdirAll(filepath.Dir(archive), 0o755); err != nil {
		return err
	}
	temp := archive + ".new"
	out, err := os.Create(temp)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	packed := tar.NewWriter(zipped)
	for _, name := range names {
		if err := packFile(packed, folder, name); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	if err := errors.Join(packed.Close(), zipped.Close(), out.Close()); err != nil {
		return err
	}
	return os.Rename(temp, archive)
}

func packFile(packed *tar.Writer, folder, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(folder, name)
	if err != nil {
		return err
	}
	when := fixedTime
	if strings.HasPrefix(filepath.ToSlash(rel), "homes/") {
		when = info.ModTime()
	}
	header := &tar.Header{Name: path.Join(top, filepath.ToSlash(rel)), Mode: 0o644, Size: int64(len(data)), ModTime: when, Format: tar.FormatPAX}
	if err := packed.WriteHeader(header); err != nil {
		return err
	}
	_, err = packed.Write(data)
	return err
}

// unpack writes the archive's files below a folder, with their times, and returns the kit's own
// folder.
func unpack(archive, folder string) (string, error) {
	in, err := os.Open(archive)
	if err != nil {
		return "", err
	}
	defer in.Close()
	zipped, err := gzip.NewReader(in)
	if err != nil {
		return "", fmt.Errorf("%s: %w", archive, err)
	}
	packed := tar.NewReader(zipped)
	for {
		header, err := packed.Next()
		if errors.Is(err, io.EOF) {
			return filepath.Join(folder, top), nil
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", archive, err)
		}
		name := filepath.FromSlash(header.Name)
		if header.Typeflag != tar.TypeReg || !filepath.IsLocal(name) || !strings.HasPrefix(header.Name, top+"/") {
			return "", fmt.Errorf("%s: %q has no place in a kit", archive, header.Name)
		}
		if err := writeAt(filepath.Join(folder, name), packed, header.ModTime); err != nil {
			return "", err
		}
	}
}

func writeAt(name string, content io.Reader, when time.Time) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, content)
	if err := errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Chtimes(name, when, when)
}
