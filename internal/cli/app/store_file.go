package app

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/places"
)

// StoreFile returns the store's file, or its address: what --store names, else the file in the
// user's data folder, or below --home. It is "" for none: with --store -, and
// when there is no home at all, which the engine reports when it is opened.
func (a *App) StoreFile() (string, error) {
	switch a.Global.Store {
	case "":
	case "-":
		return "", nil
	default:
		if hostfns.IsStoreAddress(a.Global.Store) {
			return a.Global.Store, nil
		}
		return filepath.Abs(a.Global.Store)
	}
	home := a.Global.Home
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

// StoreName returns the store's file, or its address without credentials; "" for none.
func (a *App) StoreName() string {
	file, err := a.StoreFile()
	if err != nil {
		return ""
	}
	return hostfns.StoreName(file)
}
