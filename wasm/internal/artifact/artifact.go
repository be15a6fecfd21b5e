// Package artifact is what the builders of the WebAssembly modules share: where
// the repository is, and how a module is measured and written.
package artifact

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Write writes a module and, beside it, its hash in the form of sha256sum. It
// makes the folder.
func Write(file string, module []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := ReplaceFile(file, module); err != nil {
		return err
	}
	return ReplaceFile(file+".sha256", []byte(SHA256(module)+"  "+filepath.Base(file)+"\n"))
}

// ReplaceFile writes a file by renaming a new one, so that no reader sees half
// of it.
func ReplaceFile(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// SHA256 is the hash in hexadecimal digits.
func SHA256(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// GzipSize is the number of bytes after gzip -9.
func GzipSize(b []byte) int {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	z.Write(b)
	z.Close()
	return out.Len()
}

// RepositoryRoot finds the root of the repository above the working folder.
func RepositoryRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		text, e := os.ReadFile(filepath.Join(dir, "go.mod"))
		if e == nil && strings.HasPrefix(string(text), "module github.com/heddle-dev/heddle\n") {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("not inside the repository")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// GoProgram returns the go command, or the one that the variable GO names.
func GoProgram() string {
	if program := os.Getenv("GO"); program != "" {
		return program
	}
	return "go"
}
