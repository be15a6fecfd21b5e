package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns"
)

// storeAgent is the store's name among the agents.
const storeAgent = "heddle"

// places returns the folders of the mounts on this system.
func (a *app) places() map[string]string {
	native, err := hostfns.Open(hostfns.Options{Home: a.global.home})
	if err != nil {
		return nil
	}
	defer native.Close()
	where := map[string]string{}
	for _, p := range native.Places() {
		where[p.Mount] = p.Path
	}
	if store := a.storeName(); store != "" {
		where[storeAgent] = store
	}
	return where
}

// priceFile returns the file with the user's own prices; empty for the built-in ones.
func (a *app) priceFile() string { return or(a.global.prices, os.Getenv("HEDDLE_PRICES")) }

// onDisk turns a mount-relative path into the system's; one of an unknown
// mount stays as it is.
func (a *app) onDisk(path string) string {
	if path == "" {
		return ""
	}
	if a.where == nil {
		a.where = a.places()
	}
	if path == core.StorePath {
		return or(a.where[storeAgent], path)
	}
	if path == host.PricesPath {
		return or(a.priceFile(), path)
	}
	mount, rest, _ := strings.Cut(path, "/")
	folder, ok := a.where[mount]
	if !ok {
		return path
	}
	return filepath.Join(folder, filepath.FromSlash(rest))
}
