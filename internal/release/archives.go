package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// checkArchives compares the archives of goreleaser with what an installation needs: the checksum, the
// program of this build, licences, manual pages and completions.
func (r *release) checkArchives(out string) error {
	sums, err := readChecksums(filepath.Join(out, "checksums.txt"))
	if err != nil {
		return err
	}
	for _, p := range r.platforms {
		name := r.archiveName(p.goos, p.goarch)
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return err
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sums[name] != sum {
			return fmt.Errorf("%s: SHA-256 %s, checksums.txt has %q", name, sum, sums[name])
		}
		files, err := unpack(name, data)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := r.checkFiles(p, files); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (r *release) checkFiles(p platform, have map[string]file) error {
	program, err := r.readProgram(p)
	if err != nil {
		return err
	}
	want := []file{{p.program(), 0o755, program}, {"LICENSE", 0o644, r.license}, {licensesName, 0o644, r.extras.licenses}}
	for _, f := range r.extras.man {
		want = append(want, file{"man/" + f.name, 0o644, f.data})
	}
	for _, f := range r.extras.completions {
		want = append(want, file{"completions/" + f.name, 0o644, f.data})
	}
	for _, w := range want {
		switch got, ok := have[w.name]; {
		case !ok:
			return fmt.Errorf("%s is missing", w.name)
		case !bytes.Equal(got.data, w.data):
			return fmt.Errorf("%s has other bytes", w.name)
		case got.mode != w.mode:
			return fmt.Errorf("%s has mode %o", w.name, got.mode)
		}
	}
	return nil
}

// unpack reads an archive into memory.
func unpack(name string, data []byte) (map[string]file, error) {
	files := map[string]file{}
	if filepath.Ext(name) == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				return nil, err
			}
			text, err := io.ReadAll(r)
			if err != nil {
				return nil, err
			}
			files[f.Name] = file{f.Name, int64(f.Mode().Perm()), text}
		}
		return files, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		files[h.Name] = file{h.Name, h.Mode & 0o777, text}
	}
}
