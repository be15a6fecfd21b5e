package app

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns"
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
