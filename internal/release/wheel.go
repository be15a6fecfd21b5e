package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

//go:embed pypi/heddle_cli.py
var wheelModule []byte

//go:embed pypi/README.md
var wheelReadme []byte

// earliest is the earliest time that a zip file can hold: wheels hold no other.
var earliest = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// writeWheels writes a wheel for each platform, by the binary distribution format of Python
// packages: the program is a script, so that pip puts it beside the others.
func (r *release) writeWheels(out string) error {
	for _, p := range r.platforms {
		program, err := r.readProgram(p)
		if err != nil {
			return err
		}
		wheel, err := r.wheel(p, program)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("heddle_cli-%s-py3-none-%s.whl", r.version, strings.Join(p.wheel, "."))
		if err := writeFile(filepath.Join(out, name), wheel); err != nil {
			return err
		}
	}
	return nil
}

// wheel packs the files of a platform, and their hashes in RECORD.
func (r *release) wheel(p platform, program []byte) ([]byte, error) {
	info := "heddle_cli-" + r.version + ".dist-info/"
	files := []file{
		{"heddle_cli/__init__.py", 0o644, wheelModule},
		{"heddle_cli/__main__.py", 0o644, []byte("from heddle_cli import main\n\nmain()\n")},
		{"heddle_cli-" + r.version + ".data/scripts/" + p.program(), 0o755, program},
		{info + "licenses/LICENSE", 0o644, r.license},
		{info + "licenses/" + licensesName, 0o644, r.extras.licenses},
		{info + "METADATA", 0o644, r.wheelMetadata()},
		{info + "WHEEL", 0o644, wheelTags(p)},
		{info + "entry_points.txt", 0o644, []byte("[console_scripts]\nheddle-cli = heddle_cli:main\n")},
	}
	if p.goos != "windows" { // which has no such folders
		for _, f := range r.extras.shared() {
			files = append(files, file{"heddle_cli-" + r.version + ".data/data/" + f.name, f.mode, f.data})
		}
	}
	var record strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	return zipped(append(files, file{info + "RECORD", 0o644, []byte(record.String())}))
}

func (r *release) wheelMetadata() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Metadata-Version: 2.4\nName: heddle-cli\nVersion: %s\n", r.version)
	b.WriteString("Summary: The command line of Heddle: list, search, show and export the sessions of coding agents, and what they cost\n" +
		"License-Expression: Apache-2.0\nLicense-File: LICENSE\nLicense-File: " + licensesName + "\nProject-URL: Source, https://github.com/heddle-dev/heddle\n" +
		"Requires-Python: >=3.10\nDescription-Content-Type: text/markdown\n\n")
	b.Write(wheelReadme)
	return b.Bytes()
}

func wheelTags(p platform) []byte {
	var b bytes.Buffer
	b.WriteString("Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: false\n")
	for _, tag := range p.wheel {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return b.Bytes()
}

func zipped(files []file) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: earliest}
		h.SetMode(os.FileMode(f.mode))
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
