//go:build !linux && !darwin

package sqlite

import (
	"errors"
	"os"
)

// errFull says that there is no room for what SQLite keeps beside a store.
var errFull = errors.New("the disk is full")

// mayMake says why SQLite could not write to a file; nil when it could. It
// makes nothing. A full disk is only seen by trying.
func mayMake(file string) error {
	fi, err := os.Stat(file)
	if err == nil && fi.Mode().Perm()&0o200 == 0 {
		return os.ErrPermission
	}
	return err
}

// mayCreateIn returns why this process cannot create files in a folder; nil when it can. Windows shows
// it only when a file is created.
func mayCreateIn(string) error { return nil }
