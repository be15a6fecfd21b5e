package cli

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/heddle-dev/heddle/hostfns/places"
)

// storeFile returns the store's file: what --store names, else the one in the
// user's data folder, or below --home. It is "" for none: with --store -, and
// when there is no home at all, which the engine reports when it is opened.
func (a *app) storeFile() (string, error) {
	switch a.global.store {
	case "":
	case "-":
		return "", nil
	default:
		if err := places.RefuseAddress(a.global.store); err != nil {
			return "", err
		}
		return filepath.Abs(a.global.store)
	}
	home := a.global.home
	if home != "" {
		var err error
		if home, err = filepath.Abs(home); err != nil {
			return "", err
		}
	}
	file, err := places.StoreFile(runtime.GOOS, os.Getenv, home)
	if err != nil {
		return "", nil
	}
	return file, nil
}
