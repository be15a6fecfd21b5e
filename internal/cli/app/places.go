package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/places"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// StoreAgent is the store's name among the agents.
const StoreAgent = "heddle"

// Places returns the folders of the mounts on this system.
func (a *App) Places() map[string]string {
	native, err := hostfns.Open(hostfns.Options{Home: a.Global.Home})
	if err != nil {
		return nil
	}
	defer native.Close()
	where := map[string]string{}
	for _, p := range native.Places() {
		where[p.Mount] = p.Path
	}
	if store := a.StoreName(); store != "" {
		where[StoreAgent] = store
	}
	return where
}

// PriceFile returns the file with the user's own prices; empty for the built-in ones.
func (a *App) PriceFile() string { return terminal.Or(a.Global.Prices, os.Getenv("HEDDLE_PRICES")) }

// OnDisk turns a mount-relative path into the system's; one of an unknown
// mount stays as it is.
func (a *App) OnDisk(path string) string {
	if path == "" {
		return ""
	}
	if a.where == nil {
		a.where = a.Places()
	}
	if path == core.StorePath {
		return terminal.Or(a.where[StoreAgent], path)
	}
	if path == host.PricesPath {
		return terminal.Or(a.PriceFile(), path)
	}
	mount, rest, _ := strings.Cut(path, "/")
	folder, ok := a.where[mount]
	if !ok {
		return path
	}
	return filepath.Join(folder, filepath.FromSlash(rest))
}

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
