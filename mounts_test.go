package heddle

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Every folder of the table of places can be given as a file system.
func TestEveryPlaceHasAFileSystem(t *testing.T) {
	data, err := os.ReadFile("hostfns/places/places.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Places []struct{ Mount, Agent string }
		Files  struct {
			Mount string
			Names []string
		}
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	want := []Place{Place(table.Files.Mount)}
	o := Options{Mounts: map[Agent]fs.FS{}, Places: map[Place]fs.FS{}}
	for _, row := range table.Places {
		if row.Mount == row.Agent || row.Mount == storeMount {
			o.Mounts[Agent(row.Agent)] = fstest.MapFS{}
			continue
		}
		want = append(want, Place(row.Mount))
	}
	for _, place := range extraPlaces {
		o.Places[place] = fstest.MapFS{}
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(extraPlaces)); !slices.Equal(got, want) {
		t.Errorf("the places are %q, the table has %q", got, want)
	}
	if !slices.Equal(table.Files.Names, []string{runIndexFile}) {
		t.Errorf("RunIndex shows %s, the table has %q", runIndexFile, table.Files.Names)
	}
	mounts, err := o.fileSystems()
	if err != nil || len(mounts) != len(table.Places)+1 {
		t.Errorf("%d file systems of %d, %v", len(mounts), len(table.Places)+1, err)
	}
	for _, row := range table.Places {
		if mounts[row.Mount] == nil {
			t.Errorf("%s has no file system", row.Mount)
		}
	}
}

// RunIndex grants one file of the home folder.
func TestRunIndexOnly(t *testing.T) {
	home := fstest.MapFS{runIndexFile: {Data: []byte("{}")}, "secret": {Data: []byte("secret")}, ".agent-mux/other": {}}
	mounts, err := Options{Places: map[Place]fs.FS{RunIndex: home}}.fileSystems()
	if err != nil {
		t.Fatal(err)
	}
	files := mounts["home-files"]
	if data, err := fs.ReadFile(files, runIndexFile); err != nil || string(data) != "{}" {
		t.Errorf("the run index: %q, %v", data, err)
	}
	for _, name := range []string{".", "secret", ".agent-mux", ".agent-mux/other"} {
		_, opened := files.Open(name)
		_, described := fs.Stat(files, name)
		_, listed := fs.ReadDir(files, name)
		for _, err := range []error{opened, described, listed} {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Open names a file system that it cannot use and says what to do.
func TestMountErrors(t *testing.T) {
	files := fstest.MapFS{}
	for names, o := range map[string]Options{
		"unknown agent: cursor-user": {Mounts: map[Agent]fs.FS{"cursor-user": files}},
		"unknown agent: store":       {Mounts: map[Agent]fs.FS{"store": files}},
		"of claude in Mounts is nil": {Mounts: map[Agent]fs.FS{Claude: nil}},
		"unknown place: claude":      {Places: map[Place]fs.FS{"claude": files}},
		"of cursor-user in Places":   {Places: map[Place]fs.FS{CursorUser: nil}},
		"option Store names one":     {Mounts: map[Agent]fs.FS{StoreAgent: files}, Store: "heddle.db"},
	} {
		h, err := Open(o)
		if err == nil {
			h.Close()
			t.Errorf("%s: opened", names)
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Code != ErrInvalidArgument || e.Hint == "" || !strings.Contains(e.Message, names) {
			t.Errorf("%s: %v", names, err)
		}
	}
}
